// Package tickets answers for tickets: reading and showing them, giving them to
// somebody else, and giving them back.
package tickets

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Handlers answer for tickets, transfers and exchanges.
type Handlers struct {
	wire.Base
	Charts  *seatchart.Charts
	Pages   *page.Pages
	Tickets *ticket.Keys
	Wallets wallet.Wallets
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.ticketRoutes(), h.transferRoutes(), h.exchangeRoutes(), h.cancelRoutes())
}
