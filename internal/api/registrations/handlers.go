// Package registrations answers for whoever takes part: registering, the guest
// list, the waitlist with its history, and offers.
package registrations

import (
	"context"
	"log/slog"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for registrations, the waitlist and offers.
type Handlers struct {
	// Checkout reports whether there is a page on which orders of an event are paid.
	Checkout func(context.Context, *access.EventSummary) (bool, error)
	IDs      *id.Maker
	Links    identity.Links
	Log      *slog.Logger
	// PseudonymKey makes the pseudonyms of histories.
	PseudonymKey []byte
	// Reader completes what is shown with what only the store knows.
	Reader *wire.Reader
	Store  *store.Store
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.registrationRoutes(), h.waitlistRoutes(), h.applicationRoutes(), h.invitationRoutes(), h.seatWaitlistRoutes())
}
