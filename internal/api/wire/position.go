package wire

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
)

// PositionBand is a place on the waitlist, roughly.
type PositionBand struct {
	From int64 `json:"from" example:"11"`
	To   int64 `json:"to" example:"50"`
}

// Shows reports whether the caller may see anything of a place on the waitlist.
func Shows(k *access.EventSummary, c *identity.Caller) bool {
	return c.Staff() || k.Display != inventory.PositionHidden
}

// Position is a place as the caller may see it: staff exactly, others as the
// event says.
func Position(k *access.EventSummary, c *identity.Caller, place int64) (exact int64, band *PositionBand) {
	if place <= 0 || !Shows(k, c) {
		return 0, nil
	}
	if c.Staff() || k.Display == inventory.PositionExact {
		return place, nil
	}
	from, to := page.Band(place)
	return 0, &PositionBand{From: from, To: to}
}
