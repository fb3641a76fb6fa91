package payment

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Observe is called after a call of a provider: what was asked, what came of it in one word,
// and how long it took.
type Observe func(provider, action, result string, took time.Duration)

// Observed is a provider whose calls are told. It captures if p does.
func Observed(p Provider, tell Observe) Provider {
	o := observed{p, tell}
	if c, ok := p.(Capturer); ok {
		return observedCapturer{o, c}
	}
	return o
}

type observed struct {
	Provider
	tell Observe
}

func (o observed) done(action string, began time.Time, err error) {
	o.tell(o.Name(), action, result(err), time.Since(began))
}

// results are the words for what came of a call.
var results = []struct {
	err  error
	word string
}{
	{ErrSignature, "wrong_signature"}, {ErrStale, "stale"}, {ErrMalformed, "malformed"}, {ErrIgnored, "ignored"}, {ErrForeign, "foreign"},
	{ErrDenied, "denied"}, {ErrUnavailable, "unavailable"}, {ErrRejected, "rejected"}, {ErrUnknown, "unknown"}, {ErrKeyUsed, "key_used"}, {ErrPaid, "paid"}, {ErrNotYet, "not_yet"},
	{context.Canceled, "cancelled"}, {context.DeadlineExceeded, "timeout"},
}

func result(err error) string {
	if err == nil {
		return "ok"
	}
	for _, r := range results {
		if errors.Is(err, r.err) {
			return r.word
		}
	}
	return "failed"
}

// Checkout tells of the call.
func (o observed) Checkout(ctx context.Context, order Order) (Checkout, error) {
	began := time.Now()
	c, err := o.Provider.Checkout(ctx, order)
	o.done("checkout", began, err)
	return c, err
}

// Verify tells of the webhook.
func (o observed) Verify(ctx context.Context, h http.Header, body []byte) (Fact, error) {
	began := time.Now()
	f, err := o.Provider.Verify(ctx, h, body)
	o.done("webhook", began, err)
	return f, err
}

// LookUp tells of the call.
func (o observed) LookUp(ctx context.Context, checkoutID string) (CheckoutStatus, error) {
	began := time.Now()
	s, err := o.Provider.LookUp(ctx, checkoutID)
	o.done("look_up", began, err)
	return s, err
}

// Expire tells of the call.
func (o observed) Expire(ctx context.Context, checkoutID string) error {
	began := time.Now()
	err := o.Provider.Expire(ctx, checkoutID)
	o.done("expire", began, err)
	return err
}

// Refund tells of the call.
func (o observed) Refund(ctx context.Context, r Refund) (RefundResult, error) {
	began := time.Now()
	given, err := o.Provider.Refund(ctx, r)
	o.done("refund", began, err)
	return given, err
}

// Fee tells of the call.
func (o observed) Fee(ctx context.Context, c Charge) (Money, error) {
	began := time.Now()
	fee, err := o.Provider.Fee(ctx, c)
	o.done("fee", began, err)
	return fee, err
}

// Card tells of the call.
func (o observed) Card(ctx context.Context, c Charge) (string, error) {
	began := time.Now()
	card, err := o.Provider.Card(ctx, c)
	o.done("card", began, err)
	return card, err
}

type observedCapturer struct {
	observed
	capturer Capturer
}

// Capture tells of the call.
func (o observedCapturer) Capture(ctx context.Context, checkoutID, attempt string) (CheckoutStatus, error) {
	began := time.Now()
	s, err := o.capturer.Capture(ctx, checkoutID, attempt)
	o.done("capture", began, err)
	return s, err
}
