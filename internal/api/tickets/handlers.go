// Package tickets answers for tickets: reading and showing them, giving them to
// somebody else, and giving them back.
package tickets

import (
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Handlers answer for tickets, transfers and exchanges.
type Handlers struct {
	Charts *seatchart.Charts
	IDs    *id.Maker
	Now    func() time.Time
	Pages  *page.Pages
	// Reader completes what is shown with what only the store knows.
	Reader  *wire.Reader
	Store   *store.Store
	Tickets *ticket.Keys
	Wallets wallet.Wallets
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.ticketRoutes(), h.transferRoutes(), h.exchangeRoutes(), h.cancelRoutes())
}
