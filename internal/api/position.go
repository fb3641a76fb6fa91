package api

import (
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
)

// PositionBand is a place on the waitlist, roughly.
type PositionBand struct {
	From int64 `json:"from" example:"11"`
	To   int64 `json:"to" example:"50"`
}

// shows says whether the caller may see anything of a place on the waitlist.
func (k *card) shows(c *identity.Caller) bool {
	return c.Staff() || k.Display != inventory.PositionHidden
}

// position is a place as the caller may see it: staff exactly, others as the
// event says.
func (k *card) position(c *identity.Caller, place int64) (exact int64, band *PositionBand) {
	if place <= 0 || !k.shows(c) {
		return 0, nil
	}
	if c.Staff() || k.Display == inventory.PositionExact {
		return place, nil
	}
	from, to := page.Band(place)
	return 0, &PositionBand{From: from, To: to}
}
