package venues

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/gather"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Venue is where events take place.
type Venue struct {
	OrgID, ID, Name, Address string
	CreatedAt                inventory.Instant
	Timezone                 string // IANA
	BufferRule               booking.Rule
	// DefaultSetup and DefaultTeardown are those of a booking that says none.
	DefaultSetup, DefaultTeardown inventory.Micros
	// NeedsApproval: a booking waits until somebody confirms it.
	NeedsApproval bool
	Hours         booking.Hours
	// Coordinates are where it is, latitude and longitude in degrees: "53.5436,9.9889"; "": not said.
	Coordinates    string
	Kind           string   // of venue.Kinds; "": not said
	Capacity       int64    // people that all of it holds; 0: not said
	Facilities     []string // of venue.Facilities, or in the organizer's words
	HouseRules     string
	Published      bool // everybody may see it, and when its rooms are free
	GuestBookings  bool // and ask for its rooms without being a member
	PublicCalendar bool // and read when its rooms are busy in a calendar program
	// CalendarHash is of the secret in the address of its calendar of bookings, in hexadecimal, and
	// CalendarSince since when there is this address; "": there is none.
	CalendarHash  string
	CalendarSince inventory.Instant
	Inactive      bool          // it takes no bookings; those that it has stand
	Terms         booking.Terms // what bookings cost
	// Pictures are those of the venue, the main one first. Whoever reads only which venue it is, as
	// VenueByID does and whoever decides about bookings, has none of them.
	Pictures []galleries.Shown
	// Version grows with each transaction that holds the venue: while it is the same, so are
	// the venue, its rooms and its bookings.
	Version int64
}

// Room is a room of a venue.
type Room struct {
	OrgID, ID, VenueID, Name string
	CreatedAt                inventory.Instant
	// PartOf is the room of which it is a part, or empty.
	PartOf     string
	Capacities booking.Capacities
	Facilities []string          // of venue.Facilities, or in the organizer's words
	Pictures   []galleries.Shown // the main one first
}

// VenueTable describes the table venues; a row is one Venue.
var VenueTable = table.New("venues", new(Venue), func(c *table.Columns, v *Venue) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Text("buffer_rule", (*string)(&v.BufferRule))
	c.Number("version", &v.Version)
	c.Text("calendar_hash", &v.CalendarHash)
	c.Number("calendar_since", (*int64)(&v.CalendarSince))
	c.Changes(1)
	c.Text("name", &v.Name)
	c.Text("address", &v.Address)
	c.Text("timezone", &v.Timezone)
	c.Number("default_setup", (*int64)(&v.DefaultSetup))
	c.Number("default_teardown", (*int64)(&v.DefaultTeardown))
	c.Truth("needs_approval", &v.NeedsApproval)
	c.Encoded("hours", table.AsJSON(&v.Hours))
	c.Text("coordinates", &v.Coordinates)
	c.Text("kind", &v.Kind)
	c.Number("capacity", &v.Capacity)
	c.Encoded("facilities", table.AsList(&v.Facilities))
	c.Text("house_rules", &v.HouseRules)
	c.Truth("published", &v.Published)
	c.Truth("guest_bookings", &v.GuestBookings)
	c.Truth("public_calendar", &v.PublicCalendar)
	c.Truth("inactive", &v.Inactive)
	c.Encoded("terms", table.AsJSON(&v.Terms))
})

// RoomTable describes the table rooms; a row is one Room.
var RoomTable = table.New("rooms", new(Room), func(c *table.Columns, v *Room) {
	c.Key("org_id", &v.OrgID)
	c.Key("id", &v.ID)
	c.Text("venue_id", &v.VenueID)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Text("part_of", &v.PartOf)
	c.Changes(1)
	c.Text("name", &v.Name)
	c.Encoded("capacities", table.AsJSON(&v.Capacities))
	c.Encoded("facilities", table.AsList(&v.Facilities))
})

// CreateVenue stores a venue, in UTC and by the rule booking.Sum unless it says otherwise:
// ErrConflict when the id is taken.
func (s Venues) CreateVenue(ctx context.Context, v Venue) error { //nolint:gocritic // what is completed is a copy
	v.Timezone, v.BufferRule = cmp.Or(v.Timezone, "UTC"), cmp.Or(v.BufferRule, booking.Sum)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := VenueTable.InsertRow(ctx, tx, &v); err != nil {
			return err
		}
		return galleries.Hang(ctx, tx, v.OrgID, v.ID, "", v.Pictures)
	})
}

// Venue returns a venue of an organization, or ErrNotFound.
func (s Venues) Venue(ctx context.Context, org, id string) (*Venue, error) {
	v, err := One(ctx, s.db.Read, org, id)
	if err == nil {
		v.Pictures, err = galleries.Of(ctx, s.db.Read, org, id, "")
	}
	if err != nil {
		return nil, fmt.Errorf("store: venue: %w", s.db.Classify(err))
	}
	return &v, nil
}

// One reads a venue without its pictures.
func One(ctx context.Context, q table.Querier, org, id string) (Venue, error) {
	return table.One(ctx, q, VenueTable.Scan, VenueTable.From()+" where org_id = $1 and id = $2", org, id)
}

// VenueByID returns a venue of any organization, or ErrNotFound.
func (s Venues) VenueByID(ctx context.Context, id string) (*Venue, error) {
	v, err := table.One(ctx, s.db.Read, VenueTable.Scan, "select "+VenueTable.Columns+" from venues where id = $1", id)
	if err != nil {
		return nil, fmt.Errorf("store: venue: %w", s.db.Classify(err))
	}
	return &v, nil
}

// VenuesPage returns the venues of an organization after an id, at most limit.
func (s Venues) VenuesPage(ctx context.Context, org, after string, limit int) ([]Venue, error) {
	list, err := table.All(ctx, s.db.Read, VenueTable.Scan,
		"select "+VenueTable.Columns+" from venues where org_id = $1 and id > $2 order by id limit $3", org, after, limit)
	if err != nil {
		return nil, fmt.Errorf("store: venues: %w", s.db.Classify(err))
	}
	if len(list) == 0 {
		return list, nil
	}
	pictures, err := galleries.OfVenues(ctx, s.db.Read, org, list[0].ID, list[len(list)-1].ID)
	for i := range list {
		list[i].Pictures = pictures[list[i].ID]
	}
	return list, s.db.Classify(err)
}

// MaxVenueRooms is how many rooms a venue can have.
const MaxVenueRooms = 500

// Room returns a room of an organization, or ErrNotFound.
func (s Venues) Room(ctx context.Context, org, id string) (*Room, error) {
	r, err := table.One(ctx, s.db.Read, RoomTable.Scan, "select "+RoomTable.Columns+" from rooms where org_id = $1 and id = $2", org, id)
	if err == nil {
		r.Pictures, err = galleries.Of(ctx, s.db.Read, org, r.VenueID, id)
	}
	if err != nil {
		return nil, fmt.Errorf("store: room: %w", s.db.Classify(err))
	}
	return &r, nil
}

// Rooms returns the rooms of a venue by id, at most limit.
func (s Venues) Rooms(ctx context.Context, org, venue string, limit int) ([]Room, error) {
	list, err := table.All(ctx, s.db.Read, RoomTable.Scan,
		"select "+RoomTable.Columns+" from rooms where org_id = $1 and venue_id = $2 order by id limit $3", org, venue, limit)
	if err != nil {
		return nil, fmt.Errorf("store: rooms: %w", s.db.Classify(err))
	}
	return list, s.db.Classify(giveRoomsPictures(ctx, s.db.Read, org, list))
}

// RoomsBetween returns the rooms of an organization's venues from one id to
// another, by venue and id, at most limit.
func (s Venues) RoomsBetween(ctx context.Context, org, first, last string, limit int) ([]Room, error) {
	list, err := table.All(ctx, s.db.Read, RoomTable.Scan,
		"select "+RoomTable.Columns+" from rooms where org_id = $1 and venue_id >= $2 and venue_id <= $3 order by venue_id, id limit $4", org, first, last, limit)
	if err != nil {
		return nil, fmt.Errorf("store: rooms of venues: %w", s.db.Classify(err))
	}
	return list, s.db.Classify(giveRoomsPictures(ctx, s.db.Read, org, list))
}

// giveRoomsPictures gives rooms, which are in the order of their venues, their pictures.
func giveRoomsPictures(ctx context.Context, q table.Querier, org string, rooms []Room) error {
	if len(rooms) == 0 {
		return nil
	}
	pictures, err := galleries.OfRooms(ctx, q, org, rooms[0].VenueID, rooms[len(rooms)-1].VenueID)
	for i := range rooms {
		rooms[i].Pictures = pictures[rooms[i].ID]
	}
	return err
}

// Venues is venues with their rooms, seating plans and add-ons.
type Venues struct {
	db *database.DB
	*kept
}

// NewVenues returns the venues of a database.
func NewVenues(d *database.DB) (Venues, error) {
	s := Venues{d, &kept{}}
	var err error
	s.reads, err = gather.New(s.readRooms)
	return s, err
}

// Zone is the time zone of the venue.
func (v *Venue) Zone() (*time.Location, error) {
	zone, err := time.LoadLocation(v.Timezone)
	if err != nil {
		return nil, fmt.Errorf("store: time zone of venue %s: %w", v.ID, err)
	}
	return zone, nil
}

// FirstState is what a booking of a venue is at first, unless a deposit is to be paid.
func (v *Venue) FirstState() booking.State {
	if v.NeedsApproval {
		return booking.Requested
	}
	return booking.Confirmed
}
