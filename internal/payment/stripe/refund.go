package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	stripe "github.com/stripe/stripe-go/v85"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// refundKeys is how many idempotency keys a refund has for failures of Stripe's own.
const refundKeys = 10

// Refund gives money of an intent back.
//
// Stripe keeps what it answered to an idempotency key for a day, failures of its own too,
// and forgets it then. So a refund of that name is looked for first, which also tells what
// became of an attempt that failed; and where there is none, an attempt whose failure is
// all that its key is answered with is made under the next key. Whoever asks at the same time
// gets to the same key.
func (p *Provider) Refund(ctx context.Context, r payment.Refund) (payment.RefundResult, error) {
	amount, err := toStripe(r.Amount)
	if err != nil {
		return payment.RefundResult{}, fmt.Errorf("stripe: refund: %w", err)
	}
	for no := range refundKeys {
		old, found, lookErr := p.refundOf(ctx, r)
		if lookErr != nil || found {
			return old, lookErr
		}
		params := &stripe.RefundCreateParams{
			PaymentIntent: stripe.String(r.PaymentID), Amount: stripe.Int64(amount),
			Metadata: map[string]string{metaRefund: r.Ref},
		}
		params.SetIdempotencyKey(refundKey(r.Ref, no))
		var made refund
		if err = p.api.call(ctx, http.MethodPost, "/v1/refunds", params, &made); err == nil {
			return made.result(), nil
		}
		if !failedBefore(err) {
			break
		}
	}
	return payment.RefundResult{}, refused(said("refund", err), err)
}

// refused gives a refusal of a refund the words of Stripe. They are about the charge and the account, and
// name no buyer.
func refused(said, err error) error {
	r, refusal := errors.AsType[*payment.Refusal](said)
	if e, ok := errors.AsType[*stripe.Error](err); ok && refusal {
		r.Words = e.Msg
	}
	return said
}

// refundKey is the idempotency key of a refund, the next one after each failure of
// Stripe's own.
func refundKey(ref string, no int) string {
	if no == 0 {
		return ref
	}
	return ref + "/" + strconv.Itoa(no)
}

// refundOf looks for the refund of that name among those of its payment.
func (p *Provider) refundOf(ctx context.Context, r payment.Refund) (result payment.RefundResult, found bool, err error) {
	for old, err := range p.api.refunds(ctx, r.PaymentID) {
		if err != nil {
			return result, false, said("list the refunds", err)
		}
		if old.Metadata[metaRefund] == r.Ref {
			return old.result(), true, nil
		}
	}
	return result, false, nil
}

// failedBefore reports whether an answer repeats a failure of Stripe's own. A failure that
// is new is left alone for now: what it was about may still be under way.
func failedBefore(err error) bool {
	e, ok := errors.AsType[*stripe.Error](err)
	return ok && e.HTTPStatusCode >= 500 && replayed(e)
}

func refundState(s stripe.RefundStatus) payment.RefundState {
	switch s {
	case stripe.RefundStatusSucceeded:
		return payment.RefundDone
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		return payment.RefundNotArrived
	}
	return payment.RefundPending
}
