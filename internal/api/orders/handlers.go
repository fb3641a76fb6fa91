// Package orders answers for what is bought: orders, promo and access codes,
// payments, refunds and the accounting journal.
package orders

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/settlement"
)

// Handlers answer for orders, promo codes and payments.
type Handlers struct {
	wire.Base
	Charts *seatchart.Charts
	// Checkout reports whether there is a page on which orders of an event are paid.
	Checkout func(context.Context, *access.EventSummary) (bool, error)
	Settler  *settlement.Settler
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.orderRoutes(), h.promoCodeRoutes(), h.paymentRoutes(), h.seatOrderRoutes())
}
