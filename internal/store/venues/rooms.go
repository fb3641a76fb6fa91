package venues

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/gather"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/versions"
)

// kept is what was read of venues, each of one version, and what is asked of them at once.
type kept struct {
	reads  gather.Group[struct{}, *VenueRooms]
	cached versions.Kept[gather.Key, *VenueRooms]
	// Commits are the changes of venues by this program that are being committed.
	Commits versions.Changes[gather.Key]
}

// Booked keeps a venue in a version that this server has made by bookings alone: all else is as it was.
func (t *kept) Booked(k gather.Key, version int64) {
	if venue := t.cached.Get(k); venue != nil && venue.Version() == version-1 {
		next := *venue
		next.Venue.Version = version
		t.cached.Keep(k, &next)
	}
}

// VenueRooms is a venue with its rooms. Those who ask share it: it is only read.
type VenueRooms struct {
	Venue
	Rooms  []Room
	AddOns []AddOn
}

// VenueRooms returns a venue of an organization and its rooms as they are now, or ErrNotFound.
// Those who ask at once are answered by one reading, which begins after they asked.
func (s Venues) VenueRooms(ctx context.Context, org, id string) (*VenueRooms, error) {
	return s.reads.Do(ctx, gather.Key{Org: org, ID: id}, struct{}{})
}

// EventPlace is the venue of an event, with those of its rooms that the event takes.
type EventPlace VenueRooms

// Has is all that the venue and these rooms have, the venue's first.
func (p *EventPlace) Has() []string {
	list := slices.Clone(p.Facilities)
	for i := range p.Rooms {
		list = append(list, p.Rooms[i].Facilities...)
	}
	return list
}

// EventPlace returns where an event is that takes rooms of a venue; nil: it takes none, or the
// venue is no longer there.
func (s Venues) EventPlace(ctx context.Context, v *events.EventView) (*EventPlace, error) {
	takes := &v.Details.VenueRooms
	if takes.VenueID == "" {
		return nil, nil
	}
	venue, err := s.VenueRooms(ctx, v.Event.OrgID, takes.VenueID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	place := &EventPlace{Venue: venue.Venue}
	for _, id := range takes.Rooms {
		if i := slices.IndexFunc(venue.Rooms, func(r Room) bool { return r.ID == id }); i >= 0 {
			place.Rooms = append(place.Rooms, venue.Rooms[i])
		}
	}
	return place, nil
}

func (s Venues) readRooms(ctx context.Context, k gather.Key, list []struct{}) []gather.Answer[*VenueRooms] {
	var of gather.Answer[*VenueRooms]
	of.Out, of.Err = s.venueNow(ctx, k)
	return slices.Repeat([]gather.Answer[*VenueRooms]{of}, len(list))
}

func (s Venues) venueNow(ctx context.Context, k gather.Key) (*VenueRooms, error) {
	venue, err := s.cached.Current(k, &s.Commits, VersionOf(ctx, s.db.Read, k))
	if err != nil {
		return nil, fmt.Errorf("store: venue: %w", s.db.Classify(err))
	}
	if venue == nil {
		v, err := s.Venue(ctx, k.Org, k.ID)
		if err != nil {
			return nil, err
		}
		venue = &VenueRooms{Venue: *v}
		if venue.Rooms, err = s.Rooms(ctx, k.Org, k.ID, MaxVenueRooms); err != nil {
			return nil, err
		}
		if venue.AddOns, err = s.AddOns(ctx, k.Org, k.ID); err != nil {
			return nil, err
		}
		s.cached.Keep(k, venue)
	}
	return venue, nil
}

// VersionOf returns what reads the version of a venue.
func VersionOf(ctx context.Context, q table.Querier, k gather.Key) func() (int64, error) {
	return func() (int64, error) {
		return table.One(ctx, q, table.ScanInt, "select version from venues where org_id = $1 and id = $2", k.Org, k.ID)
	}
}

// Version is that of the venue.
func (v *VenueRooms) Version() int64 { return v.Venue.Version }
