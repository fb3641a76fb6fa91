// Package checkins answers for the door: check-in lists, scans online and offline,
// and overrides.
package checkins

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// Handlers answer for check-in.
type Handlers struct {
	wire.Base
	Admitter *admission.Admitter
	// Lists remembers the check-in lists of events.
	Lists *cache.Cache[string, []checkins.List]
	// Logs are the public logs of events.
	Logs    *publiclog.Logs
	Tickets *ticket.Keys
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.checkinRoutes(), h.passRoutes())
}
