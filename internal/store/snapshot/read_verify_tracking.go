package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// TrackingLinks returns the tracking links of an event.
func (v *Snapshot) TrackingLinks(event string) ([]audience.TrackingLink, error) {
	return table.All(v.ctx, v.q, audience.TrackingLinkTable.Scan, audience.TrackingLinkTable.From()+" where event_id = $1 order by id", event)
}

// Tracked streams through which links orders, registrations and entries of an event came.
func (v *Snapshot) Tracked(event string, fn func(*audience.Tracked) error) error {
	return database.Stream(func(last *audience.Tracked) ([]audience.Tracked, error) {
		if last == nil {
			last = &audience.Tracked{}
		}
		return table.All(v.ctx, v.q, audience.TrackedTable.Scan, audience.TrackedTable.From()+" where event_id = $1 and thing_id > $2 order by thing_id limit $3",
			event, last.ThingID, database.PageRows)
	}, fn)
}
