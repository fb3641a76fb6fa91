// Package messages answers for what people are told: how they are reached,
// wordings, announcements and deliveries.
package messages

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Handlers answer for what people are told.
type Handlers struct {
	// Access finds events and counts the calls of the public.
	Access *access.Control
	// Dispatcher sends tests of messages; nil: there are none.
	Dispatcher *delivery.Dispatcher
	IDs        *id.Maker
	Now        func() time.Time
	// PushKey is what browsers subscribe to web push with; empty: they cannot.
	PushKey string
	// Reader completes what is shown with what only the store knows.
	Reader *wire.Reader
	Store  *store.Store
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return h.messageRoutes()
}

// desk takes what guests say of an event after it.
func (h *Handlers) desk() *feedback.Desk {
	return &feedback.Desk{Store: h.Store, Now: func() inventory.Instant { return inventory.At(h.Now()) }}
}
