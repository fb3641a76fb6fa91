package settlement

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Staff say of which dates a refund is that somebody has made in the dashboard of a provider, of a payment for
// several dates (decision 0199).

// ErrNotAssignable: the refund is not one that was made in a provider's dashboard, or not of a payment for several
// dates, or it did not arrive.
var ErrNotAssignable = errors.New("settlement: nobody can say of which dates the refund is")

// RefundParts is what of the refund that a payout is a part of is of which date of its payment.
func RefundParts(ctx context.Context, s *Settler, o *payments.Payout) ([]returns.Part, error) {
	if _, n := payments.CutShare(o.PaymentID); n == 0 || o.Reason != ReasonAtProvider || o.Ref == "" {
		return nil, ErrNotAssignable
	}
	p, err := s.cfg.Store.Payments.Payment(ctx, o.EventID, o.PaymentID)
	if err != nil {
		return nil, err
	}
	shares, err := s.cfg.Store.Payments.Shares(ctx, p)
	if err != nil {
		return nil, err
	}
	all, err := together{s}.goBack(ctx, shares)
	if err != nil {
		return nil, err
	}
	parts := returns.Parts(o.Ref, all)
	for i := range parts {
		if parts[i].Payout != nil {
			return parts, nil
		}
	}
	return nil, ErrNotAssignable
}

// AssignRefund stores that of the refund that a payout is a part of so much is of each date, by the order of its
// share, and returns what is of which then. Dates that are left out have nothing of it. The reason is a code. Saying
// the same again changes nothing. ErrNotAssignable, and the errors of returns.CheckParts.
func AssignRefund(ctx context.Context, s *Settler, o *payments.Payout, amounts map[string]int64, reason string) ([]returns.Part, error) {
	for range classifyTries {
		parts, err := RefundParts(ctx, s, o)
		if err != nil {
			return nil, err
		}
		want, same := make([]int64, len(parts)), true
		for i := range parts {
			want[i] = amounts[parts[i].Payment.OrderID]
			same = same && want[i] == parts[i].Amount
		}
		if same {
			return parts, nil
		}
		if _, err := returns.CheckParts(parts, want); err != nil {
			return nil, err
		}
		now := s.now()
		a := &returns.Assignment{Ref: o.Ref, Amounts: want, Reason: reason, Now: now, FeeDue: s.firstFee(parts[0].Payment.Provider, now), Name: namedRefund}
		fresh, err := s.cfg.Store.Payments.Receive(ctx, a.Received(parts))
		if err == nil && fresh {
			return RefundParts(ctx, s, o)
		}
		if err != nil && !errors.Is(err, database.ErrStale) {
			return nil, fmt.Errorf("settlement: assign a refund: %w", err)
		}
	}
	return nil, database.ErrStale
}
