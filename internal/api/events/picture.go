package events

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// knownPicture is wire.KnownPicture for the details of an event.
func (h *Handlers) knownPicture(c *access.Call, org string, d *events.DetailsChange) error {
	if d == nil {
		return nil
	}
	// Pictures are uploaded to the catalogue.
	var keep func(context.Context, events.Picture, inventory.Instant) error
	if h.Access.Callers != h.Store {
		keep = h.Store.Cells.CopyPicture
	}
	return wire.KnownPicture(c.Context(), h.Access.Callers.Pictures, keep, org, d.CoverPicture, d.Cover, inventory.At(h.Now()))
}
