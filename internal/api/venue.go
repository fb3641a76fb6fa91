package api

import (
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// maxRooms bounds the rooms of a venue and the plans of a room that are shown.
const maxRooms = 200

// maxListedRooms bounds the rooms of a page of venues.
const maxListedRooms = 2000

// NewVenue is the body that makes a venue.
type NewVenue struct {
	Name    string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
	Address string `json:"address,omitempty" maxLength:"300" doc:"Where it is."`
}

// Venue is where events take place.
type Venue struct {
	ID        string    `json:"id" example:"ven_3k9q0a7c1v5m"`
	Name      string    `json:"name"`
	Address   string    `json:"address"`
	CreatedAt time.Time `json:"created_at"`
}

// VenueWithRooms is a venue and its rooms.
type VenueWithRooms struct {
	Venue
	Rooms []Room `json:"rooms" doc:"The first 200, by id."`
}

// VenueList is a page of venues.
type VenueList struct {
	Items      []VenueWithRooms `json:"items"`
	NextCursor string           `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

// NewRoom is the body that makes a room.
type NewRoom struct {
	Name string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
}

// Room is a room of a venue.
type Room struct {
	ID        string    `json:"id" example:"roo_3k9q0a7c1v5m"`
	VenueID   string    `json:"venue_id"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
}

func venueOf(v *store.Venue) Venue {
	return Venue{ID: v.ID, Name: v.Name, Address: v.Address, CreatedAt: v.CreatedAt.Time()}
}

func roomOf(r *store.Room) Room {
	return Room{ID: r.ID, VenueID: r.VenueID, Name: r.Name, CreatedAt: r.CreatedAt.Time()}
}

// owned asks for access to a thing of the caller's organization.
func (c *Call) ownedBy(org string) error {
	return c.Caller.Authorize(c.Action, identity.Resource{OrgID: org})
}

func (s *server) createVenue(c *Call, in *NewVenue) (*Venue, error) {
	var check checks
	v := &store.Venue{
		OrgID: c.Caller.OrgID, ID: c.ownID(id.Venue), CreatedAt: inventory.At(s.now()),
		Name: check.line("name", in.Name, 1, MaxName), Address: check.line("address", in.Address, 0, MaxLocation),
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	v, err := made(c, s.store.Venues.CreateVenue(c.Context(), *v), v,
		func(ctx context.Context) (*store.Venue, error) { return s.store.Venues.Venue(ctx, v.OrgID, v.ID) },
		func(have *store.Venue) bool { return have.Name == v.Name && have.Address == v.Address })
	if err != nil {
		return nil, err
	}
	out := venueOf(v)
	return &out, nil
}

func (s *server) listVenues(c *Call, _ *None) (*VenueList, error) {
	var after string
	list := "venues " + c.Caller.OrgID
	limit, err := c.Page(list, &after)
	if err != nil {
		return nil, err
	}
	venues, err := s.store.Venues.VenuesPage(c.Context(), c.Caller.OrgID, after, limit+1)
	if err != nil {
		return nil, err
	}
	out := &VenueList{Items: []VenueWithRooms{}}
	if len(venues) == 0 {
		return out, nil
	}
	if len(venues) > limit {
		venues = venues[:limit]
		if out.NextCursor, err = c.Cursor(list, venues[limit-1].ID); err != nil {
			return nil, err
		}
	}
	rooms, err := s.store.Venues.RoomsBetween(c.Context(), c.Caller.OrgID, venues[0].ID, venues[len(venues)-1].ID, maxListedRooms)
	if err != nil {
		return nil, err
	}
	for i := range venues {
		v := VenueWithRooms{Venue: venueOf(&venues[i]), Rooms: []Room{}}
		// Both are ordered by venue.
		for len(rooms) > 0 && rooms[0].VenueID == v.ID {
			if len(v.Rooms) < maxRooms {
				v.Rooms = append(v.Rooms, roomOf(&rooms[0]))
			}
			rooms = rooms[1:]
		}
		out.Items = append(out.Items, v)
	}
	return out, nil
}

// venue is the venue in the path.
func (s *server) venue(c *Call) (*store.Venue, error) {
	v, err := s.store.Venues.Venue(c.Context(), c.Caller.OrgID, c.Param("venue_id"))
	if err != nil {
		return nil, err
	}
	return v, c.ownedBy(v.OrgID)
}

func (s *server) getVenue(c *Call, _ *None) (*VenueWithRooms, error) {
	v, err := s.venue(c)
	if err != nil {
		return nil, err
	}
	rooms, err := s.store.Venues.Rooms(c.Context(), v.OrgID, v.ID, maxRooms)
	if err != nil {
		return nil, err
	}
	out := &VenueWithRooms{Venue: venueOf(v), Rooms: []Room{}}
	for i := range rooms {
		out.Rooms = append(out.Rooms, roomOf(&rooms[i]))
	}
	return out, nil
}

func (s *server) createRoom(c *Call, in *NewRoom) (*Room, error) {
	v, err := s.venue(c)
	if err != nil {
		return nil, err
	}
	var check checks
	r := &store.Room{
		OrgID: v.OrgID, ID: c.ownID(id.Room), VenueID: v.ID, CreatedAt: inventory.At(s.now()),
		Name: check.line("name", in.Name, 1, MaxName),
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	r, err = made(c, s.store.Venues.CreateRoom(c.Context(), *r), r,
		func(ctx context.Context) (*store.Room, error) { return s.store.Venues.Room(ctx, r.OrgID, r.ID) },
		func(have *store.Room) bool { return have.Name == r.Name && have.VenueID == r.VenueID })
	if err != nil {
		return nil, err
	}
	out := roomOf(r)
	return &out, nil
}
