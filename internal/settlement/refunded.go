package settlement

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
)

// weighRefund: a refund arrived, or did not. One that did not is over for good:
// whoever has the money given anew makes another refund of it, an attempt with a
// key of its own. So each notice is of one attempt, and what is said late of one
// that is over changes nothing.
func (t *Settler) weighRefund(ctx context.Context, f *payment.Fact, p *store.Payment, r *store.Received) error {
	was, attempt, err := t.payoutOf(ctx, f, p, r.Notice.Provider)
	if err != nil {
		return err
	}
	o := &store.Payout{
		EventID: p.EventID, ID: ownRefund(f, p, r.Notice.Provider), OrderID: p.OrderID, PaymentID: p.ID, Amount: f.Amount.Minor,
		Owed: f.Amount.Minor, Currency: f.Amount.Currency, State: store.PayoutDue, Reason: ReasonAtProvider, CreatedAt: r.Notice.ReceivedAt,
	}
	if was != nil {
		next := *was
		o = &next
	}
	now := r.Notice.ReceivedAt
	switch {
	case attempt < o.Attempt, f.Kind == payment.Refunded && isLost(o, f.RefundID):
		return nil
	case attempt > o.Attempt:
		// Tried anew by somebody of whom this database, which was restored, knows
		// nothing: then the attempt that it knows of did not arrive.
		if o.State == store.PayoutDone {
			r.Journal = bookLost(p, o, r.Notice.At, now)
		}
		o.Attempt, o.State = attempt, store.PayoutDue
	}
	arrived := o.State == store.PayoutDone
	if f.Kind == payment.Refunded {
		if !arrived {
			r.Journal = append(r.Journal, bookPayout(p, o, r.Notice.At, now)...)
		}
		o.State, o.Error = store.PayoutDone, ""
	} else {
		if arrived {
			r.Journal = bookLost(p, o, r.Notice.At, now)
		}
		o.State, o.Error = store.PayoutFailed, "the provider says that it did not arrive"
	}
	o.Ref, o.UpdatedAt = f.RefundID, now
	r.Payout, r.PayoutWas = o, was
	return nil
}

// isLost says whether the refund of that name is known not to have arrived.
func isLost(o *store.Payout, refund string) bool {
	return o.State == store.PayoutFailed && o.Ref == refund
}

// payoutOf finds the payout that a refund at the provider is, and which attempt of
// it; nil when there is none. One that was made at the provider's own desk has a
// row of its own.
func (t *Settler) payoutOf(ctx context.Context, f *payment.Fact, p *store.Payment, provider string) (o *store.Payout, attempt int64, err error) {
	for _, key := range [...]string{f.RefundRef, ownRefund(f, p, provider)} {
		name, attempt := cutAttempt(key)
		if name == "" {
			continue
		}
		o, err := t.cfg.Store.Payouts.Payout(ctx, p.EventID, name)
		switch {
		case err == nil && o.PaymentID == p.ID:
			return o, attempt, nil
		case err != nil && !errors.Is(err, store.ErrNotFound):
			return nil, 0, err
		}
	}
	return nil, 0, nil
}

// ownRefund is the payout of a refund that was made at the provider's own desk.
func ownRefund(f *payment.Fact, p *store.Payment, provider string) string {
	return namedRefund(p.EventID, provider+":"+f.RefundID)
}
