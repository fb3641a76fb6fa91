// Package orders answers for what is bought: orders, promo and access codes,
// payments, refunds and the accounting journal.
package orders

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for orders, promo codes and payments.
type Handlers struct {
	// Admit lets somebody in with a ticket that was just sold, at a gate or "".
	Admit  func(c *access.Call, k *access.EventSummary, ticket, gate string) (verdict string, err error)
	Charts *seatchart.Charts
	// Checkout reports whether there is a page on which orders of an event are paid.
	Checkout func(context.Context, *access.EventSummary) (bool, error)
	IDs      *id.Maker
	Links    identity.Links
	Log      *slog.Logger
	Now      func() time.Time
	// PrintInvoice makes the PDF of an invoice or a credit note.
	PrintInvoice func(*invoice.Document) ([]byte, error)
	// Reader completes what is shown with what only the store knows.
	Reader  *wire.Reader
	Settler *settlement.Settler
	Store   *store.Store
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.orderRoutes(), h.promoCodeRoutes(), h.paymentRoutes(), h.tillRoutes(), h.bankRoutes(), h.invoiceRoutes(), h.bookingInvoiceRoutes(), h.seatOrderRoutes())
}
