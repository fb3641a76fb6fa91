// Package registrations answers for whoever takes part: registering, the guest
// list, the waitlist with its history, and offers.
package registrations

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
)

// Handlers answer for registrations, the waitlist and offers.
type Handlers struct {
	wire.Base
	// Checkout reports whether there is a page on which orders of an event are paid.
	Checkout func(context.Context, *access.EventSummary) (bool, error)
	// PseudonymKey makes the pseudonyms of histories.
	PseudonymKey []byte
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.registrationRoutes(), h.waitlistRoutes(), h.applicationRoutes(), h.invitationRoutes(), h.seatWaitlistRoutes())
}
