// Package public answers for what needs no credentials: published events and the
// health of the server.
package public

import (
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/versions"
)

// Handlers answer for the public.
type Handlers struct {
	Log *slog.Logger
	Now func() time.Time
	// Ready says why the server should be given no requests though its database
	// answers; nil: it never should not.
	Ready func() error
	// Search finds events by words; nil: the list is read for them.
	Search *discovery.Index
	Store  *store.Store
	// Reader finds what belongs to the signed-in account.
	Reader *wire.Reader
	// Trends says which events people come to; nil: nobody counts that.
	Trends  *discovery.Trends
	Version string

	zones discovery.Zones // of events
	// faces are of events that lists have shown lately.
	faces versions.Kept[string, *face]
	home  homes
	// series are those that were read lately.
	series manySeries
}

// Bound bounds what is kept of events. It is called once, before anything is answered.
func (h *Handlers) Bound() { h.faces.Most = mostFaces }

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.publicRoutes(), h.suggestionRoutes(), h.healthRoutes())
}
