// Package waitingrooms answers for the waiting room that stands before an on-sale: its
// terms, joining it, watching it, and coming in.
package waitingrooms

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/statement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
)

// Handlers answer for waiting rooms. All of it but Mail is required.
type Handlers struct {
	Access     *access.Control
	Challenges *challenge.Gate
	Draws      *draws.Keeper
	IDs        *id.Maker
	// Links makes the links to places, and Mail says where mail of this installation goes.
	Links      identity.Links
	Mail       string
	Joins      *joins.Writer
	Promises   *statement.Keeper
	Rehearsals *runs.Keeper
	Store      *store.Store
	Turnstile  *turnstile.Turnstile

	merging access.Stripes
}

// Routes are the rows of this resource group.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.onsaleRoutes(), h.statementRoutes(), h.challengeRoutes(), h.roomRoutes(), h.ballotRoutes(), h.drawRoutes(), strikes{h}.routes(), h.rehearsalRoutes(), h.takerRoutes())
}
