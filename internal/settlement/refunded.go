package settlement

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// classifyRefund handles a refund that arrived or failed. A failed refund is final: a
// retry is another refund, an attempt with a key of its own. So each notice is about one
// attempt, and a late notice about an earlier attempt changes nothing.
func (s *Settler) classifyRefund(ctx context.Context, f *payment.Fact, p *payments.Payment, r *payments.Received) error {
	was, attempt, err := s.payoutOf(ctx, f, p, r.Notice.Provider)
	if err != nil {
		return err
	}
	o := &payments.Payout{
		EventID: p.EventID, ID: ownRefund(f, p, r.Notice.Provider), OrderID: p.OrderID, PaymentID: p.ID, Amount: f.Amount.Minor,
		Owed: f.Amount.Minor, Currency: f.Amount.Currency, State: payments.PayoutDue, Reason: ReasonAtProvider, CreatedAt: r.Notice.ReceivedAt,
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
		// A retry that this database does not know, because it was restored from a
		// backup: the attempt that it knows has failed.
		if o.State == payments.PayoutDone {
			r.Journal = journal.Lost(p, o, r.Notice.At, now)
		}
		o.Attempt, o.State = attempt, payments.PayoutDue
	}
	arrived := o.State == payments.PayoutDone
	if f.Kind == payment.Refunded {
		if !arrived {
			r.Journal = append(r.Journal, journal.Payout(p, o, r.Notice.At, now)...)
			o.FeeDue = s.firstFee(p.Provider, now)
		}
		o.State, o.ErrorCode, o.Error = payments.PayoutDone, "", ""
	} else {
		if arrived {
			r.Journal = append(r.Journal, journal.Lost(p, o, r.Notice.At, now)...)
		}
		o.State, o.ErrorCode, o.Error = payments.PayoutFailed, cmp.Or(f.Code, payment.CodeNotArrived), ""
	}
	o.Ref, o.UpdatedAt = f.RefundID, now
	r.Payout, r.PayoutWas = o, was
	if o.Reason != ReasonAtProvider || o.State != payments.PayoutDone || arrived || p.State == payments.PaymentRefund {
		return nil
	}
	tell, err := s.cfg.Notify.RefundedAtProvider(ctx, o)
	r.Jobs = append(r.Jobs, tell...)
	return err
}

// isLost reports whether the refund with that ID is known to have failed.
func isLost(o *payments.Payout, refund string) bool {
	return o.State == payments.PayoutFailed && o.Ref == refund
}

// payoutOf returns the payout of a refund at the provider, and which attempt it is; nil
// if there is none. A notice need not repeat our name of a refund, so the provider's name
// tells too which it is. A refund that was made in the provider's dashboard has a payout
// of its own.
func (s *Settler) payoutOf(ctx context.Context, f *payment.Fact, p *payments.Payment, provider string) (o *payments.Payout, attempt int64, err error) {
	if name, attempt := journal.CutAttempt(f.RefundRef); name != "" {
		o, err := s.cfg.Store.Payouts.Payout(ctx, p.EventID, name)
		switch {
		case err == nil && o.PaymentID == p.ID:
			return o, attempt, nil
		case err != nil && !errors.Is(err, database.ErrNotFound):
			return nil, 0, err
		}
	}
	o, err = s.cfg.Store.Payouts.PayoutByRef(ctx, p.EventID, p.ID, f.RefundID)
	switch {
	case err == nil:
		return o, o.Attempt, nil
	case !errors.Is(err, database.ErrNotFound):
		return nil, 0, err
	}
	return nil, 0, nil
}

// ownRefund returns the ID of the payout of a refund that was made in the provider's
// dashboard.
func ownRefund(f *payment.Fact, p *payments.Payment, provider string) string {
	return namedRefund(p.EventID, provider+":"+f.RefundID+ofShare(p.ID))
}

// sameRefund is the error of a payout that turned out to be another one.
const sameRefund = "this is the same refund as "

// mergePayout withdraws the payout that was taken for a refund in the provider's dashboard
// and is what the provider has made of o: a webhook that does not repeat our name of the
// refund can be faster than the answer to the request.
func (s *Settler) mergePayout(ctx context.Context, o *payments.Payout) error {
	payouts, err := s.cfg.Store.Payouts.PaymentPayouts(ctx, o.EventID, o.PaymentID)
	if err != nil {
		return err
	}
	n := slices.IndexFunc(payouts, func(t payments.Payout) bool {
		return t.ID != o.ID && t.Ref == o.Ref && t.Reason == ReasonAtProvider && t.State != payments.PayoutFailed
	})
	if n < 0 {
		return database.ErrNotFound
	}
	twin := &payouts[n]
	p, err := s.cfg.Store.Payments.Payment(ctx, o.EventID, o.PaymentID)
	if err != nil {
		return err
	}
	var lines []payments.JournalLine
	was, now := *twin, s.now()
	if was.State == payments.PayoutDone {
		lines = journal.Lost(p, twin, now, now)
	}
	twin.State, twin.Error, twin.UpdatedAt = payments.PayoutFailed, sameRefund+o.ID, now
	_, err = s.cfg.Store.Payouts.MovePayout(ctx, twin, &was, lines)
	return err
}
