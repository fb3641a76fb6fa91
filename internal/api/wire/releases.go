package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Release is a part of the inventory that is held back until a time.
type Release struct {
	At     time.Time `json:"at" doc:"When it becomes available: by the waitlist first, then by anybody."`
	TierID string    `json:"tier_id,omitempty" doc:"Absent for named seats."`
	Units  int64     `json:"units"`
}

// PlannedRelease is a release as its organizer sees it.
type PlannedRelease struct {
	Release
	SeatIDs   []string `json:"seat_ids,omitempty" doc:"Of named seats: which."`
	Status    string   `json:"status" enum:"planned,released"`
	LedgerSeq int64    `json:"ledger_seq" doc:"The number of the audit row that planned it, or that released it."`
}

// ReleaseIn is a release that is planned.
type ReleaseIn struct {
	At      time.Time `json:"at" doc:"In the future, and before registration ends."`
	TierID  string    `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: the event's first."`
	Units   int64     `json:"units,omitempty" minimum:"1" maximum:"10000000" doc:"How many. They must be free."`
	SeatIDs []string  `json:"seat_ids,omitempty" maxItems:"500" doc:"The seats to hold back, instead of tier_id and units. They must be free."`
}

// ReleasesOf are the releases of an event that are planned.
func ReleasesOf(v *events.EventView) []Release {
	var out []Release
	for i := range v.Releases {
		out = append(out, releaseOf(&v.Releases[i]))
	}
	return out
}

func releaseOf(r *inventory.Release) Release {
	return Release{At: r.At.Time(), TierID: r.Tier, Units: r.Units}
}

// PlannedReleaseOf shows the block of a release.
func PlannedReleaseOf(h *inventory.Hold) PlannedRelease {
	out := PlannedRelease{Release: Release{At: h.ExpiresAt.Time(), TierID: h.Tier, Units: h.Units}, Status: "planned", LedgerSeq: h.LastSeq}
	if h.Order != nil {
		for i := range h.Order.Items {
			out.SeatIDs = append(out.SeatIDs, h.Order.Items[i].Seat)
		}
	}
	if h.Happened() {
		out.Status = "released"
	}
	return out
}
