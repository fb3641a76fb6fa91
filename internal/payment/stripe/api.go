package stripe

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"

	stripe "github.com/stripe/stripe-go/v85"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// api calls Stripe through the library's backend, which signs, retries and reads
// errors. The library's Client is not used: it brings the calls and types of all
// of Stripe's products, which are megabytes of the binary, for five calls.
type api struct {
	backend stripe.Backend
	key     string
}

// params are parameters of a call, which can be given its context.
type params interface {
	stripe.ParamsContainer
	GetParams() *stripe.Params
}

// call sends one request and reads its answer into v.
func (a *api) call(ctx context.Context, method, path string, p params, v stripe.LastResponseSetter) error {
	p.GetParams().Context = ctx
	return a.backend.Call(method, path, a.key, p, v)
}

// session is a Checkout Session, as far as it is read.
type session struct {
	stripe.APIResource
	ID                string                              `json:"id"`
	URL               string                              `json:"url"`
	ClientReferenceID string                              `json:"client_reference_id"`
	Created           int64                               `json:"created"`
	AmountTotal       int64                               `json:"amount_total"`
	Currency          string                              `json:"currency"`
	Status            stripe.CheckoutSessionStatus        `json:"status"`
	PaymentStatus     stripe.CheckoutSessionPaymentStatus `json:"payment_status"`
	PaymentIntent     *intent                             `json:"payment_intent"`
}

// refund is a refund, as far as it is read.
type refund struct {
	stripe.APIResource
	ID       string              `json:"id"`
	Status   stripe.RefundStatus `json:"status"`
	Metadata map[string]string   `json:"metadata"`
	// Reason is why it failed.
	Reason string `json:"failure_reason"`
}

func (r *refund) result() payment.RefundResult {
	made := payment.RefundResult{ID: r.ID, State: refundState(r.Status)}
	if made.State == payment.RefundNotArrived {
		made.Code = r.Reason
	}
	return made
}

// refundPage is a page of a list of refunds.
type refundPage struct {
	stripe.APIResource
	HasMore bool      `json:"has_more"`
	Data    []*refund `json:"data"`
}

// refunds lists the refunds of a payment, page by page.
func (a *api) refunds(ctx context.Context, payment string) iter.Seq2[*refund, error] {
	return func(yield func(*refund, error) bool) {
		p := &refundList{PaymentIntent: stripe.String(payment)}
		for {
			var page refundPage
			if err := a.call(ctx, http.MethodGet, "/v1/refunds", p, &page); err != nil {
				yield(nil, err)
				return
			}
			for _, r := range page.Data {
				if !yield(r, nil) {
					return
				}
			}
			if !page.HasMore || len(page.Data) == 0 {
				return
			}
			p.StartingAfter = stripe.String(page.Data[len(page.Data)-1].ID)
		}
	}
}

// refundList are the parameters of a list of refunds.
type refundList struct {
	stripe.Params `form:"*"`
	PaymentIntent *string `form:"payment_intent"`
	StartingAfter *string `form:"starting_after"`
}

// intent is a PaymentIntent, as far as it is read. Stripe sends its ID alone
// unless a call asks for all of it.
type intent struct {
	ID     string
	Status stripe.PaymentIntentStatus
}

// UnmarshalJSON reads both forms.
func (i *intent) UnmarshalJSON(b []byte) error {
	if id, ok := stripe.ParseID(b); ok {
		*i = intent{ID: id}
		return nil
	}
	var o struct {
		ID     string                     `json:"id"`
		Status stripe.PaymentIntentStatus `json:"status"`
	}
	err := json.Unmarshal(b, &o)
	*i = intent(o)
	return err
}
