package store

import "github.com/holdfast-events/holdfast/internal/store/table"

// AllResources streams the resources of all organizations.
func (v *Snapshot) AllResources(fn func(*Resource) error) error {
	return stream(func(last *Resource) ([]Resource, error) {
		if last == nil {
			last = new(Resource)
		}
		return table.All(v.ctx, v.q, resourceTable.Scan, resourceTable.From()+" where id > $1 order by id limit $2", last.ID, pageRows)
	}, fn)
}

// ResourceEntries streams the entries of a resource by id, ResourceSignals what the other
// system said of it by event id, and ResourceOffers its offers by id.
func (v *Snapshot) ResourceEntries(resourceID string, fn func(*ResourceEntry) error) error {
	return streamOfResource(v, resourceEntryTable, "id", resourceID, func(e *ResourceEntry) string { return e.ID }, fn)
}

// ResourceSignals is described with ResourceEntries.
func (v *Snapshot) ResourceSignals(resourceID string, fn func(*ResourceSignal) error) error {
	return streamOfResource(v, resourceSignalTable, "event_id", resourceID, func(g *ResourceSignal) string { return g.EventID }, fn)
}

// ResourceOffers is described with ResourceEntries.
func (v *Snapshot) ResourceOffers(resourceID string, fn func(*ResourceOffer) error) error {
	return streamOfResource(v, resourceOfferTable, "id", resourceID, func(o *ResourceOffer) string { return o.ID }, fn)
}

// JoinsOf streams what people asked for themselves at a resource, by entry.
func JoinsOf(v *Snapshot, resourceID string, fn func(*ResourceJoin) error) error {
	return streamOfResource(v, resourceJoinTable, "entry_id", resourceID, func(j *ResourceJoin) string { return j.EntryID }, fn)
}

// ResourceConfirmations streams the questions about offers of a resource, by offer.
func (v *Snapshot) ResourceConfirmations(resourceID string, fn func(*ResourceConfirmation) error) error {
	return streamOfResource(v, resourceConfirmationTable, "offer_id", resourceID, func(a *ResourceConfirmation) string { return a.OfferID }, fn)
}

func streamOfResource[T any](v *Snapshot, t *table.Of[*T], column, resourceID string, key func(*T) string, fn func(*T) error) error {
	return stream(func(last *T) ([]T, error) {
		after := ""
		if last != nil {
			after = key(last)
		}
		return table.All(v.ctx, v.q, t.Scan, t.From()+" where resource_id = $1 and "+column+" > $2 order by "+column+" limit $3", resourceID, after, pageRows)
	}, fn)
}
