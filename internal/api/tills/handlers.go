// Package tills answers for the box office: who opens and closes a till, what is sold at it, and
// the report of an evening.
package tills

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Handlers answer for tills and what is sold at them.
type Handlers struct {
	wire.Base
	// Admit lets somebody in with a ticket that was just sold, at a gate or "".
	Admit   func(c *access.Call, k *access.EventSummary, ticket, gate string) (verdict string, err error)
	Settler *settlement.Settler
	// ShowOrder is an order as the caller may read it.
	ShowOrder func(*access.Call, *access.EventSummary, *events.RegistrationView) (*wire.Order, error)
}
