package snapshot

import (
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// AllResources streams the resources of all organizations.
func (v *Snapshot) AllResources(fn func(*resources.Resource) error) error {
	return database.Stream(func(last *resources.Resource) ([]resources.Resource, error) {
		if last == nil {
			last = new(resources.Resource)
		}
		return table.All(v.ctx, v.q, resources.ResourceTable.Scan, resources.ResourceTable.From()+" where id > $1 order by id limit $2", last.ID, database.PageRows)
	}, fn)
}

// ResourceEntries streams the entries of a resource by id, ResourceSignals what the other
// system said of it by event id, and ResourceOffers its offers by id.
func (v *Snapshot) ResourceEntries(resourceID string, fn func(*resources.ResourceEntry) error) error {
	return streamOfResource(v, resources.ResourceEntryTable, "id", resourceID, func(e *resources.ResourceEntry) string { return e.ID }, fn)
}

// ResourceSignals is described with ResourceEntries.
func (v *Snapshot) ResourceSignals(resourceID string, fn func(*resources.ResourceSignal) error) error {
	return streamOfResource(v, resources.ResourceSignalTable, "event_id", resourceID, func(g *resources.ResourceSignal) string { return g.EventID }, fn)
}

// ResourceOffers is described with ResourceEntries.
func (v *Snapshot) ResourceOffers(resourceID string, fn func(*resources.ResourceOffer) error) error {
	return streamOfResource(v, resources.ResourceOfferTable, "id", resourceID, func(o *resources.ResourceOffer) string { return o.ID }, fn)
}

// JoinsOf streams what people asked for themselves at a resource, by entry.
func JoinsOf(v *Snapshot, resourceID string, fn func(*resources.ResourceJoin) error) error {
	return streamOfResource(v, resources.ResourceJoinTable, "entry_id", resourceID, func(j *resources.ResourceJoin) string { return j.EntryID }, fn)
}

// ResourceConfirmations streams the questions about offers of a resource, by offer.
func (v *Snapshot) ResourceConfirmations(resourceID string, fn func(*resources.ResourceConfirmation) error) error {
	return streamOfResource(v, resources.ResourceConfirmationTable, "offer_id", resourceID, func(a *resources.ResourceConfirmation) string { return a.OfferID }, fn)
}

func streamOfResource[T any](v *Snapshot, t *table.Of[*T], column, resourceID string, key func(*T) string, fn func(*T) error) error {
	return database.Stream(func(last *T) ([]T, error) {
		after := ""
		if last != nil {
			after = key(last)
		}
		return table.All(v.ctx, v.q, t.Scan, t.From()+" where resource_id = $1 and "+column+" > $2 order by "+column+" limit $3", resourceID, after, database.PageRows)
	}, fn)
}
