package events

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// knownPicture notes how large the picture is that the details of an event name, and refuses
// one that is not one of the organization's. Until the event names it, it is kept.
func (h *Handlers) knownPicture(c *access.Call, org string, d *events.DetailsChange) error {
	if d == nil || d.CoverPicture == nil || *d.CoverPicture == "" {
		return nil
	}
	p, err := h.Store.Pictures.Use(c.Context(), org, *d.CoverPicture, inventory.At(h.Now()))
	if errors.Is(err, database.ErrNotFound) {
		var check httpapi.Checks
		check.Add("cover.picture_id", "not_found", "must be a picture of the organization")
		return check.Err()
	}
	if err != nil {
		return err
	}
	d.Cover.Width, d.Cover.Height = p.Width, p.Height
	return nil
}
