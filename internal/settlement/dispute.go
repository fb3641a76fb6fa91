package settlement

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// maxReturns is how many notices are taken of one payment's money that goes back: each
// dispute and each refund has a few.
const maxReturns = 1000

// goesBack is what goes back of a payment, and what was heard of that.
func goesBack(ctx context.Context, s *Settler, p *payments.Payment) (returns.Share, error) {
	share := returns.Share{Payment: p}
	var err error
	if share.Heard, err = s.cfg.Store.Payments.PaymentReturns(ctx, p.EventID, p.ID, maxReturns); err != nil {
		return share, err
	}
	if len(share.Heard) == maxReturns {
		return share, ErrReturns
	}
	share.Payouts, err = s.cfg.Store.Payouts.PaymentPayouts(ctx, p.EventID, p.ID)
	return share, err
}

// classifyDisputes handles what payers' banks and the provider take back, and what they
// return. Notices arrive in any order, so the disputed amount follows from all that were
// heard of money that goes back, and not from the last one. A refund is one of them,
// because it may be how a dispute was ended.
func (s *Settler) classifyDisputes(ctx context.Context, p *payments.Payment, r *payments.Received) error {
	share, err := goesBack(ctx, s, p)
	if err == nil {
		share.Dispute(r)
	}
	return err
}
