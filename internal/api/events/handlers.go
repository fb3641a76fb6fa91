// Package events answers for events: making and changing them, their pools and
// blocks, what they add up to, and their audit log.
package events

import (
	"context"
	"crypto/ed25519"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// Handlers answer for events and what belongs to one as a whole.
type Handlers struct {
	wire.Base
	// AuditKey verifies the signed heads of the audit chains; nil: they are shown without it.
	AuditKey ed25519.PublicKey
	// Charts name seats.
	Charts *seatchart.Charts
	// Elsewhere is the servers of other cells; nil: there are none.
	Elsewhere Elsewhere
	// InCell: the server is of a cell that is not the catalogue, where events are made.
	InCell bool
	// Figures remembers what events add up to.
	Figures *cache.Cache[string, *Figures]
	// States are events as they stood.
	States *States
	// Providers names those that have a page on which an organization is paid.
	Providers func(ctx context.Context, org string) ([]string, error)
	// Passes sets places aside for passes of series.
	Passes *passes.Keeper
	// Strangers answers those who have shown no credentials.
	Strangers *Strangers
	// merging lets one PATCH of an event at a time read, merge and write.
	merging access.Stripes
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.eventRoutes(), h.poolRoutes(), h.auditRoutes(), h.seriesRoutes(), (&passHandlers{h}).seriesPassRoutes())
}
