package events

import (
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
	return wire.KnownPicture(c.Context(), h.Store.Pictures, org, d.CoverPicture, d.Cover, inventory.At(h.Now()))
}
