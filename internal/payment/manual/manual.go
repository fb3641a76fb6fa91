// Package manual is money that comes without a machine: by bank transfer, or as
// cash over a counter. The organizer says that it came, with a text to find it
// by, and gives it back by hand too. Nobody outside is asked and nobody sends
// webhooks, so there is nothing to look up and nothing to close.
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

// ByHand says that a person moves the money.
func (Provider) ByHand() {}

// Checkout is refused: there is no page to pay on.
func (Provider) Checkout(context.Context, payment.Order) (payment.Checkout, error) {
	return payment.Checkout{}, payment.ErrRejected
}

// Verify is refused: whoever sends webhooks in this name is nobody.
func (Provider) Verify(context.Context, http.Header, []byte) (payment.Fact, error) {
	return payment.Fact{}, payment.ErrSignature
}

// LookUp knows no checkouts.
func (Provider) LookUp(context.Context, string) (payment.Standing, error) {
	return payment.Standing{}, payment.ErrUnknown
}

// Expire knows no checkouts.
func (Provider) Expire(context.Context, string) error { return payment.ErrUnknown }

// Refund is under way from now on: somebody must hand the money over and say so.
func (Provider) Refund(_ context.Context, r payment.Refund) (payment.Given, error) {
	return payment.Given{ID: r.Ref, State: payment.RefundPending}, nil
}
