package settlement

import (
	"context"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Tax has a pending order taxed as its buyer makes it, and returns what it costs then. The pages on
// which it could be paid are closed first, and ready is called then. A page that is made meanwhile for
// another amount is replaced when it is asked for again, and a payment on it goes back whole. The errors
// are ErrNotPayable, payment.ErrUnavailable (its payment is under way, or the provider is away),
// payment.ErrRejected, and those of ready: what it costs was not changed.
func (s *Settler) Tax(ctx context.Context, order string, t inventory.Taxation, vatID string, ready func() error) (total int64, err error) {
	event, _ := id.EventOf(order, id.Order)
	pages, err := s.cfg.Store.Payments.OrderCheckouts(ctx, event, order)
	if err != nil {
		return 0, fmt.Errorf("settlement: tax: %w", err)
	}
	for i := range pages {
		if pages[i].State != payments.CheckoutOpen {
			continue
		}
		p, err := s.provider(ctx, pages[i].Provider)
		if err == nil {
			err = s.closePage(ctx, p, &pages[i])
		}
		if err != nil {
			return 0, fmt.Errorf("settlement: tax: %w", err)
		}
	}
	if err := ready(); err != nil {
		return 0, err
	}
	reply, err := s.submit(ctx, event, inventory.TaxOrder{Who: inventory.Who{Actor: Actor}, OrderID: order, Taxation: t, VATID: vatID})
	switch {
	case err != nil:
		return 0, fmt.Errorf("settlement: tax: %w", err)
	case reply.Code != inventory.OK: // it has just ended, or would cost nothing
		return 0, ErrNotPayable
	}
	return reply.Total, nil
}
