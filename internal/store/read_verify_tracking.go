package store

import "github.com/holdfast-events/holdfast/internal/store/table"

// TrackingLinks returns the tracking links of an event.
func (v *Snapshot) TrackingLinks(event string) ([]TrackingLink, error) {
	return table.All(v.ctx, v.q, trackingLinkTable.Scan, trackingLinkTable.From()+" where event_id = $1 order by id", event)
}

// Tracked streams through which links orders, registrations and entries of an event came.
func (v *Snapshot) Tracked(event string, fn func(*Tracked) error) error {
	return stream(func(last *Tracked) ([]Tracked, error) {
		if last == nil {
			last = &Tracked{}
		}
		return table.All(v.ctx, v.q, TrackedTable.Scan, TrackedTable.From()+" where event_id = $1 and thing_id > $2 order by thing_id limit $3",
			event, last.ThingID, pageRows)
	}, fn)
}
