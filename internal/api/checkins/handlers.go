// Package checkins answers for the door: check-in lists, scans online and offline,
// and overrides.
package checkins

import (
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Handlers answer for check-in.
type Handlers struct {
	// Access finds events and counts the calls of the public.
	Access   *access.Control
	Admitter *admission.Admitter
	IDs      *id.Maker
	// Links has the secret from which codes and tokens of repeated requests are derived.
	Links identity.Links
	// Lists remembers the check-in lists of events.
	Lists *cache.Cache[string, []checkins.List]
	Log   *slog.Logger
	// Logs are the public logs of events.
	Logs *publiclog.Logs
	Now  func() time.Time
	// Reader completes what is shown with what only the store knows.
	Reader  *wire.Reader
	Store   *store.Store
	Tickets *ticket.Keys
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.checkinRoutes(), h.passRoutes())
}
