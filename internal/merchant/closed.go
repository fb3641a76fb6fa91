package merchant

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// closed is the provider of an account whose keys are gone, or not all there.
type closed struct{ name string }

var errClosed = &payment.Refusal{Code: payment.CodeAccountRemoved}

// Closed says that a person has to make what refunds are still due.
func (closed) Closed() {}

func (c closed) Name() string { return c.name }

func (closed) Checkout(context.Context, payment.Order) (payment.Checkout, error) {
	return payment.Checkout{}, errClosed
}

func (closed) Verify(context.Context, http.Header, []byte) (payment.Fact, error) {
	return payment.Fact{}, payment.ErrSignature
}

func (closed) LookUp(context.Context, string) (payment.CheckoutStatus, error) {
	return payment.CheckoutStatus{}, payment.ErrUnknown
}

func (closed) Expire(context.Context, string) error { return payment.ErrUnknown }

func (closed) Refund(context.Context, payment.Refund) (payment.RefundResult, error) {
	return payment.RefundResult{}, errClosed
}

func (closed) Fee(context.Context, payment.Charge) (payment.Money, error) {
	return payment.Money{}, errClosed
}

// Card is not told any more.
func (closed) Card(context.Context, payment.Charge) (string, error) { return "", errClosed }
