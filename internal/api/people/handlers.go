// Package people answers for what is a person's own over all events: their
// registrations, orders, tickets, inbox and data, and erasing it.
package people

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// Handlers answer for what belongs to a person.
type Handlers struct {
	wire.Base
	Erasures *erasure.Keeper
	// Elsewhere is the servers of other cells; nil: there are none.
	Elsewhere Elsewhere
	// Hosts returns database.ErrNotFound unless an organization is one that everybody may see.
	Hosts func(ctx context.Context, organization string) error
	// HostOfSeries returns the organization of a series that everybody may see, or database.ErrNotFound.
	HostOfSeries func(ctx context.Context, series string) (organization string, err error)
	// Joins finds places in waiting rooms.
	Joins *joins.Writer
	// LinkReader reads the signed links of people.
	LinkReader *identity.LinkReader
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.mineRoutes(), h.followRoutes(), h.linkRoutes(), h.privacyRoutes())
}
