// Package venues answers for venues with their rooms and seating plans, for the time of
// rooms, and for where the seats of an event stand.
package venues

import (
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for venues, bookings, seating plans and seats.
type Handlers struct {
	Access *access.Control
	Charts *seatchart.Charts
	// Days keeps what stands on the days of venues.
	Days  *Days
	Money Money
	Now   func() time.Time
	Store *store.Store
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.venueRoutes(), h.bookingRoutes(), h.moneyRoutes(), h.refundRoutes(), h.addOnRoutes(), h.publicRoutes(), h.seatRoutes())
}
