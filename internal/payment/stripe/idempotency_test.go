package stripe_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
)

// open opens an account at a stand-in of Stripe, and returns the provider with its keys.
func open(t *testing.T) (*stripe.Provider, *standin.StripeAccount, *standin.Stripe) {
	t.Helper()
	s := standin.NewStripe(t)
	return provider(t, s.URL), s.Account("sk_test_123", secret), s
}

// paid makes a page that is paid, and returns the refund of so much of it.
func paid(t *testing.T, p *stripe.Provider, a *standin.StripeAccount, back int64) payment.Refund {
	t.Helper()
	page, err := p.Checkout(t.Context(), order())
	if err != nil {
		t.Fatal(err)
	}
	a.Pay(page.ID)
	got, err := p.LookUp(t.Context(), page.ID)
	if err != nil || got.Kind != payment.Captured {
		t.Fatalf("%+v, %v", got, err)
	}
	return payment.Refund{Ref: "rfd_1", PaymentID: got.PaymentID, Amount: payment.Money{Minor: back, Currency: got.Amount.Currency}}
}

// TestCheckoutAskedAgainLaterIsTheSame: the answer to the first request is lost,
// and the buyer tries again two minutes later.
func TestCheckoutAskedAgainLaterIsTheSame(t *testing.T) {
	clock := time.Now().Add(-time.Hour).Truncate(time.Second)
	p, a, s := open(t)
	s.Now = func() time.Time { return clock }
	o := order()
	o.At, o.Deadline = clock, clock.Add(15*time.Minute)
	first, err := p.Checkout(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if form, want := a.Asked("chk_1"), fmt.Sprintf("expires_at=%d", clock.Add(31*time.Minute).Unix()); !strings.Contains(form, want) {
		t.Errorf("%s was asked for, want %s: what is reckoned from the clock is something else each time", form, want)
	}
	clock = clock.Add(2 * time.Minute)
	if again, err := p.Checkout(t.Context(), o); err != nil || again != first {
		t.Errorf("asked again: %+v, %v, want %+v", again, err, first)
	}
	o.Title = "Three tickets"
	if c, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrKeyUsed) || !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("another order with the same key: %+v, %v", c, err)
	}
	o.Key = "chk_1.1"
	if c, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
		t.Errorf("a page that would end too soon: %+v, %v", c, err)
	}
	o.At = clock
	if c, err := p.Checkout(t.Context(), o); err != nil || c == first {
		t.Errorf("another key: %+v, %v", c, err)
	}
}

// TestFailuresThatStripeRepeatsAreToldApart: a failure that comes again and again
// for the same key is none that waiting helps against.
func TestFailuresThatStripeRepeatsAreToldApart(t *testing.T) {
	p, a, _ := open(t)
	breaks := func(yes bool) { a.Set(func(a *standin.StripeAccount) { a.Broken = yes }) }
	wish := paid(t, p, a, 500)
	breaks(true)
	o := order()
	o.Key = "chk_2"
	if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrUnavailable) || errors.Is(err, payment.ErrKeyUsed) {
		t.Errorf("the first time: %v", err)
	}
	breaks(false)
	if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrKeyUsed) {
		t.Errorf("the second time: %v", err)
	}
	if _, err := p.Refund(t.Context(), wish); err != nil {
		t.Error(err)
	}
	wish.Amount.Minor = 600
	a.Set(func(a *standin.StripeAccount) { a.Hides = true })
	if _, err := p.Refund(t.Context(), wish); !errors.Is(err, payment.ErrKeyUsed) || errors.Is(err, payment.ErrRejected) {
		t.Errorf("another refund with the same key: %v", err)
	}
}

// TestARefundAfterAFailureOfStripe is made once: where the failed attempt came to nothing
// under another key, because Stripe answers the first one with the failure for a day;
// where it did come to something it is found.
func TestARefundAfterAFailureOfStripe(t *testing.T) {
	for _, failures := range []int{1, 3} {
		for _, loses := range []bool{false, true} {
			p, a, _ := open(t)
			wish := paid(t, p, a, 500)
			for i := range failures {
				a.Set(func(a *standin.StripeAccount) { a.Broken, a.Loses = true, loses && i == failures-1 })
				if _, err := p.Refund(t.Context(), wish); !errors.Is(err, payment.ErrUnavailable) {
					t.Errorf("a failure: %v", err)
				}
			}
			a.Set(func(a *standin.StripeAccount) { a.Broken = false })
			first, err := p.Refund(t.Context(), wish)
			if err != nil || first.State != payment.RefundDone {
				t.Fatalf("after %d failures: %+v, %v", failures, first, err)
			}
			if again, err := p.Refund(t.Context(), wish); err != nil || again != first {
				t.Errorf("asked again: %+v, %v, want %+v", again, err, first)
			}
			if n := a.Refunds(); n != 1 {
				t.Errorf("after %d failures there are %d refunds", failures, n)
			}
		}
	}
}
