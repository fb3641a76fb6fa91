// Package messages answers for what people are told: how they are reached,
// wordings, announcements and deliveries.
package messages

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Handlers answer for what people are told.
type Handlers struct {
	wire.Base
	// Dispatcher sends tests of messages; nil: there are none.
	Dispatcher *delivery.Dispatcher
	// PushKey is what browsers subscribe to web push with; empty: they cannot.
	PushKey string
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return h.messageRoutes()
}

// feedback takes what guests say of an event after it.
func (h *Handlers) feedback() *feedback.Collector {
	return &feedback.Collector{Store: h.Store, Now: func() inventory.Instant { return inventory.At(h.Now()) }}
}
