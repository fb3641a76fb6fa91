package paying

import (
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Refunds answer for what staff do with the refunds of orders, of bookings, or of places.
type Refunds struct {
	// Find returns the refund in the path, if the caller may decide about it.
	Find    func(*access.Call) (*payments.Payout, error)
	Settler *settlement.Settler
	Store   *store.Store
	// Now is asked by Otherwise.
	Now func() time.Time
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

// Otherwise records that an owner has paid a refund that failed by other means. Saying the same again changes
// nothing.
func (r Refunds) Otherwise(c *access.Call, in *OtherwiseRefund) (*wire.RefundPayout, error) {
	o, err := r.Find(c)
	if err != nil {
		return nil, err
	}
	now := r.Now()
	var check httpapi.Checks
	note := check.Line("reference", in.Reference, 1, MaxReference)
	paidOn(&check, in.PaidOn, o, now)
	switch err := check.Err(); {
	case err != nil:
		return nil, err
	case o.PaidOn == in.PaidOn && o.Note == note:
		return refund(o, nil)
	case !o.NeedsPerson():
		return nil, Problem(settlement.ErrNotFailed)
	}
	p, err := r.Store.Payments.Payment(c.Context(), o.EventID, o.PaymentID)
	if err != nil {
		return nil, err
	}
	of, err := r.Store.RefundsOf(c.Context(), []payments.Payout{*o})
	if err != nil {
		return nil, err
	}
	next := *o
	next.State, next.Ref, next.Note, next.PaidOn, next.Attempt, next.UpdatedAt = payments.PayoutDone, o.ID, note, in.PaidOn, o.Attempt+1, inventory.At(now)
	err = r.Store.Payouts.PayOtherwise(c.Context(), of[0].OrgID, &next, o, journal.Payout(p, &next, next.UpdatedAt, next.UpdatedAt))
	if errors.Is(err, database.ErrStale) { // it was retried meanwhile, or paid
		err = settlement.ErrNotFailed
	}
	if err != nil {
		return nil, Problem(err)
	}
	return refund(r.Store.Payouts.Payout(c.Context(), o.EventID, o.ID))
}

// paidOn checks the day on which a refund was paid: not before it was owed, and not after today, wherever
// that is.
func paidOn(check *httpapi.Checks, text string, o *payments.Payout, now time.Time) {
	const day = 24 * time.Hour
	at, err := time.Parse(time.DateOnly, text)
	switch {
	case err != nil:
		check.Add("paid_on", "bad_format", "must be a day like 2027-05-03")
	case at.After(now.Add(day)), at.Before(o.CreatedAt.Time().Add(-2 * day)):
		check.Add("paid_on", "out_of_range", "must be a day from when the refund was owed until today")
	}
}

func refund(o *payments.Payout, err error) (*wire.RefundPayout, error) {
	if err != nil {
		return nil, Problem(err)
	}
	out := wire.RefundOf(o)
	return &out, nil
}
