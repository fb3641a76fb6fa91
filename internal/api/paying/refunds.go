package paying

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Refunds answer for what staff do with the refunds of orders, of bookings, or of places.
type Refunds struct {
	// Find returns the refund in the path, if the caller may decide about it.
	Find    func(*access.Call) (*payments.Payout, error)
	Settler *settlement.Settler
	Store   *store.Store
}

// Mark records that a person has made a refund, with a text to find it by.
func (r Refunds) Mark(c *access.Call, in *ManualRefund) (*wire.RefundPayout, error) {
	o, err := r.Find(c)
	if err != nil {
		return nil, err
	}
	note, err := Reference(in.Reference)
	if err != nil {
		return nil, err
	}
	return refund(r.Settler.MarkRefunded(c.Context(), o.EventID, o.ID, note))
}

// Retry has a refund that failed be made anew.
func (r Refunds) Retry(c *access.Call, _ *httpapi.None) (*wire.RefundPayout, error) {
	o, err := r.Find(c)
	if err != nil {
		return nil, err
	}
	if err := r.Settler.Retry(c.Context(), o.EventID, o.ID); err != nil {
		return nil, Problem(err)
	}
	return refund(r.Store.Payouts.Payout(c.Context(), o.EventID, o.ID))
}

func refund(o *payments.Payout, err error) (*wire.RefundPayout, error) {
	if err != nil {
		return nil, Problem(err)
	}
	out := wire.RefundOf(o)
	return &out, nil
}
