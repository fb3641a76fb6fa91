// Package keeper keeps what is read of events for strangers, for their pages and the API, as long as it is what is
// stored.
package keeper

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/store/versions"
)

// mostShown bounds the events of which it is kept what their own pages say: some 20 KB each.
const mostShown = 1024

// Stood is all that the page of an event and the API say of it to strangers, as it was in one version. Nobody
// changes it.
type Stood struct {
	View *events.EventView
	By   *organizations.Profile
	At   *venues.EventPlace // nil: it takes no rooms of a venue
	// stamp is what was stored before all of it was read: it is as new, or newer.
	stamp events.PageStamp
}

// Version is that of the event.
func (s *Stood) Version() int64 { return s.stamp.Number }

// Keeper reads events for strangers. What was read is kept for as long as it is what is stored, which it asks
// each time: nobody is shown anything that is older than that. It is safe for concurrent use.
type Keeper struct {
	store *store.Store
	kept  versions.Kept[string, *Stood]
}

// New keeps nothing yet.
func New(s *store.Store) *Keeper {
	k := &Keeper{store: s}
	k.kept.Most = mostShown
	return k
}

// Event returns an event as it is stored now, published or not, or database.ErrNotFound. It is the same Stood
// as before for as long as nothing of it has changed.
func (k *Keeper) Event(ctx context.Context, event string) (*Stood, error) {
	stamp, err := k.store.Events.PageStamp(ctx, event)
	if err != nil {
		return nil, err
	}
	have := k.kept.Get(event)
	if have != nil && have.stamp != stamp { // whoever reads it may find an older version: the database was put back
		k.kept.Drop(event, have)
		have = nil
	}
	made := &Stood{stamp: stamp}
	if have != nil {
		made.View, made.By = have.View, have.By
	} else if made.View, err = k.store.Events.Event(ctx, event); err != nil {
		return nil, err
	} else if made.By, err = k.store.Organizations.Profile(ctx, made.View.Event.OrgID); err != nil {
		return nil, err
	}
	if made.At, err = k.store.Venues.EventPlace(ctx, made.View); err != nil {
		return nil, err
	}
	if have != nil && sameVenue(have.At, made.At) {
		return have, nil
	}
	k.kept.Keep(event, made)
	return made, nil
}

// sameVenue reports whether a venue and its rooms are as they were.
func sameVenue(was, is *venues.EventPlace) bool {
	if was == nil || is == nil {
		return was == is
	}
	return was.Version == is.Version
}
