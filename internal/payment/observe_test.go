package payment_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// failing is a provider that answers everything with one error.
type failing struct{ err error }

func (failing) Name() string { return "failing" }
func (f failing) Checkout(context.Context, payment.Order) (payment.Checkout, error) {
	return payment.Checkout{}, f.err
}
func (f failing) Verify(context.Context, http.Header, []byte) (payment.Fact, error) {
	return payment.Fact{}, f.err
}
func (f failing) LookUp(context.Context, string) (payment.CheckoutStatus, error) {
	return payment.CheckoutStatus{}, f.err
}
func (f failing) Expire(context.Context, string) error { return f.err }
func (f failing) Refund(context.Context, payment.Refund) (payment.RefundResult, error) {
	return payment.RefundResult{}, f.err
}

func (f failing) Fee(context.Context, payment.Charge) (payment.Money, error) {
	return payment.Money{}, f.err
}

func (f failing) Card(context.Context, payment.Charge) (string, error) { return "", f.err }

type failingCapturer struct{ failing }

func (f failingCapturer) Capture(context.Context, string, string) (payment.CheckoutStatus, error) {
	return payment.CheckoutStatus{}, f.err
}

// Every call of an observed provider is told once, with what came of it, and its error is
// handed on.
func TestObserved(t *testing.T) {
	var told []string
	tell := func(provider, action, result string, _ time.Duration) {
		told = append(told, provider+" "+action+" "+result)
	}
	for word, err := range map[string]error{"ok": nil, "unavailable": fmt.Errorf("dial: %w", payment.ErrUnavailable), "denied": payment.ErrDenied, "failed": errors.New("what nobody knows")} {
		told = nil
		p := payment.Observed(failingCapturer{failing{err}}, tell)
		_, e1 := p.Checkout(t.Context(), payment.Order{})
		_, e2 := p.Verify(t.Context(), nil, nil)
		_, e3 := p.LookUp(t.Context(), "")
		e4 := p.Expire(t.Context(), "")
		_, e5 := p.Refund(t.Context(), payment.Refund{})
		_, e6 := p.(payment.Capturer).Capture(t.Context(), "", "")
		_, e7 := p.Card(t.Context(), payment.Charge{})
		for _, got := range []error{e1, e2, e3, e4, e5, e6, e7} {
			if !errors.Is(got, err) {
				t.Errorf("%v, want %v", got, err)
			}
		}
		var want []string
		for _, action := range []string{"checkout", "webhook", "look_up", "expire", "refund", "capture", "card"} {
			want = append(want, "failing "+action+" "+word)
		}
		if !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
	}
	if _, captures := payment.Observed(failing{}, tell).(payment.Capturer); captures {
		t.Error("a provider that does not capture does so once it is observed")
	}
}
