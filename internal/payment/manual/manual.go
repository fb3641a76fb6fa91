// Package manual is the provider of payments by bank transfer and in cash. The organizer
// records payments and refunds. There is no other system, so there are no webhooks,
// nothing to look up and nothing to close.
package manual

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Name is the provider's name.
const Name = "manual"

// Provider is the organizer.
type Provider struct{}

// Name is "manual".
func (Provider) Name() string { return Name }

// Manual marks a provider whose money a person handles.
func (Provider) Manual() {}

// Checkout is refused: there is no payment page.
func (Provider) Checkout(context.Context, payment.Order) (payment.Checkout, error) {
	return payment.Checkout{}, payment.ErrRejected
}

// Verify is refused: there are no webhooks.
func (Provider) Verify(context.Context, http.Header, []byte) (payment.Fact, error) {
	return payment.Fact{}, payment.ErrSignature
}

// LookUp knows no checkouts.
func (Provider) LookUp(context.Context, string) (payment.CheckoutStatus, error) {
	return payment.CheckoutStatus{}, payment.ErrUnknown
}

// Expire knows no checkouts.
func (Provider) Expire(context.Context, string) error { return payment.ErrUnknown }

// Refund is pending until the organizer records that it was made.
func (Provider) Refund(_ context.Context, r payment.Refund) (payment.RefundResult, error) {
	return payment.RefundResult{ID: r.Ref, State: payment.RefundPending}, nil
}

// Fee is nothing: nobody stands between the payer and the organizer.
func (Provider) Fee(_ context.Context, c payment.Charge) (payment.Money, error) {
	return payment.Money{Currency: c.Currency}, nil
}

// Card is none: the money comes by hand.
func (Provider) Card(context.Context, payment.Charge) (string, error) { return "", nil }
