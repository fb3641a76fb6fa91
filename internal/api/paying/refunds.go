package paying

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// MarkRefunded records that a person has made a refund, with a text to find it by.
func MarkRefunded(ctx context.Context, s *settlement.Settler, o *payments.Payout, reference string) (*wire.RefundPayout, error) {
	var check httpapi.Checks
	note := check.Line("reference", reference, 1, MaxReference)
	if err := check.Err(); err != nil {
		return nil, err
	}
	return refund(s.MarkRefunded(ctx, o.EventID, o.ID, note))
}

// RetryRefund has a refund that failed be made anew.
func RetryRefund(ctx context.Context, s *settlement.Settler, st *store.Store, o *payments.Payout) (*wire.RefundPayout, error) {
	if err := s.Retry(ctx, o.EventID, o.ID); err != nil {
		return nil, Problem(err)
	}
	return refund(st.Payouts.Payout(ctx, o.EventID, o.ID))
}

func refund(o *payments.Payout, err error) (*wire.RefundPayout, error) {
	if err != nil {
		return nil, Problem(err)
	}
	out := wire.RefundOf(o)
	return &out, nil
}
