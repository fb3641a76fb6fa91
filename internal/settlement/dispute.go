package settlement

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// maxReturns is how many notices are taken of one payment's money that goes back: each
// dispute and each refund has a few.
const maxReturns = 1000

// classifyDisputes handles what payers' banks and the provider take back, and what they
// return. Notices arrive in any order, so the disputed amount follows from all that were
// heard of money that goes back, and not from the last one. A refund is one of them,
// because it may be how a dispute was ended.
func (s *Settler) classifyDisputes(ctx context.Context, p *payments.Payment, r *payments.Received) error {
	heard, err := s.cfg.Store.Payments.PaymentReturns(ctx, p.EventID, p.ID, maxReturns)
	if err != nil {
		return err
	}
	if len(heard) == maxReturns {
		return ErrReturns
	}
	payouts, err := s.cfg.Store.Payouts.PaymentPayouts(ctx, p.EventID, p.ID)
	if err != nil {
		return err
	}
	ours := map[string]bool{}
	for i := range payouts {
		ours[payouts[i].Ref] = ours[payouts[i].Ref] || payouts[i].Reason != ReasonAtProvider
	}
	disputed := returns.Disputed(append(heard, r.Notice), ours, p.Amount)
	r.Disputed, r.DisputedWas, r.ReturnsHeard = &disputed, p.Disputed, int64(len(heard))
	if change := disputed - p.Disputed; change != 0 {
		r.Journal = append(r.Journal, journal.Dispute(p, r.Notice.Provider+":"+r.Notice.ID, change, r.Notice.At, r.Notice.ReceivedAt)...)
	}
	return nil
}
