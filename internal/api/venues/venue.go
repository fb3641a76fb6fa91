package venues

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/venue"
)

// maxRooms bounds the rooms of a venue and the plans of a room that are shown.
const maxRooms = 200

// maxListedRooms bounds the rooms of a page of venues.
const maxListedRooms = 2000

// NewVenue is the body that makes a venue.
type NewVenue struct {
	Name    string `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
	Address string `json:"address,omitempty" maxLength:"300" doc:"Where it is."`
	VenueProfile
	VenueRules
}

// VenueProfile is what a venue is and has, as a body says it.
type VenueProfile struct {
	Coordinates *string   `json:"coordinates,omitempty" maxLength:"40" doc:"Where it is on a map, latitude and longitude in degrees. Events that take rooms of it are found there." example:"53.5436,9.9889"`
	Type        *string   `json:"type,omitempty" enum:"none,hall,club,theatre,outdoor,meeting,online" doc:"What it is."`
	Capacity    *int64    `json:"capacity,omitempty" minimum:"0" maximum:"1000000" doc:"How many people all of it holds. 0: not said."`
	Facilities  *[]string `json:"facilities,omitempty" maxItems:"40" doc:"What it has. These are shown to guests in their language: step_free, accessible_toilet, wheelchair_spaces, hearing_loop, quiet_room, stage, projector, sound_system, wifi, kitchen, bar, cloakroom, parking, bicycle_parking; any other as it is written." example:"[\"step_free\",\"hearing_loop\",\"Grand piano\"]"`
	HouseRules  *string   `json:"house_rules,omitempty" maxLength:"5000" doc:"What guests and organizers have to know. Shown with each event that takes rooms of it."`
	PublicPage  *bool     `json:"public_page,omitempty" doc:"Whether everybody may see it and when its rooms are free, at /venues/{venue_id}. Default: false."`
	Guests      *bool     `json:"guest_bookings,omitempty" doc:"Whether whoever sees its public page may ask for its rooms there, with an address that they confirm first. Default: false."`
	Calendar    *bool     `json:"public_calendar,omitempty" doc:"Whether everybody may read when its rooms are busy, at /v1/public/venues/{venue_id}/busy.ics; public_page has to be true as well. Default: false."`
	Active      *bool     `json:"active,omitempty" doc:"Whether it takes bookings. Those that it has stand. Default: true."`

	Pictures *[]wire.PictureIn `json:"pictures,omitempty" maxItems:"12" doc:"The pictures of the venue, all of them in their order: shown on its public page, the first also with links to that."`
}

// change reads the profile into what becomes of a venue.
func (in *VenueProfile) change(check *httpapi.Checks, c *venuechanges.VenueChange) {
	if in.Coordinates != nil {
		c.Coordinates = httpapi.Ptr(wire.Coordinates(check, *in.Coordinates))
	}
	if in.HouseRules != nil {
		c.HouseRules = httpapi.Ptr(check.Prose("house_rules", *in.HouseRules, venue.MaxHouseRules))
	}
	if in.Type != nil {
		c.Kind = httpapi.Ptr(strings.TrimPrefix(*in.Type, wire.NoVenueType))
	}
	c.Capacity, c.Facilities = in.Capacity, facilities(check, in.Facilities)
	c.Published, c.GuestBookings, c.PublicCalendar = in.PublicPage, in.Guests, in.Calendar
	if in.Active != nil {
		c.Inactive = httpapi.Ptr(!*in.Active)
	}
	c.Pictures = wire.Pictures(check, in.Pictures)
}

// facilities reads what a venue or a room has, each once.
func facilities(check *httpapi.Checks, in *[]string) *[]string {
	if in == nil {
		return nil
	}
	list := make([]string, len(*in))
	for i, f := range *in {
		list[i] = check.Line(fmt.Sprintf("facilities[%d]", i), f, 1, venue.MaxFacility)
	}
	return httpapi.Ptr(venue.InOrder(list))
}

// VenueRules are the rules of a venue for bookings, as a body has them.
type VenueRules struct {
	Timezone               *string       `json:"timezone,omitempty" maxLength:"60" doc:"IANA time zone, in which the opening hours are. Default: UTC." example:"Europe/Berlin"`
	BufferRule             *string       `json:"buffer_rule,omitempty" enum:"sum,larger" doc:"How far apart two bookings of a room have to be. sum, the default: the next set-up begins when the tear-down is over. larger: both go on at once."`
	DefaultSetupMinutes    *int64        `json:"default_setup_minutes,omitempty" minimum:"0" maximum:"10080" doc:"Set-up of a booking that names none. Default: 0."`
	DefaultTeardownMinutes *int64        `json:"default_teardown_minutes,omitempty" minimum:"0" maximum:"10080" doc:"Tear-down of a booking that names none. Default: 0."`
	NeedsApproval          *bool         `json:"needs_approval,omitempty" doc:"Whether a booking is requested first, and confirmed by an organizer. Default: false."`
	OpeningHours           *OpeningHours `json:"opening_hours,omitempty" doc:"When bookings can begin and end. Default: always."`
	BookingTerms           *BookingTerms `json:"booking_terms,omitempty" doc:"What bookings cost from then on, in place of all that was said before. Those that were made keep what they were made by. Default: nothing."`
}

// change reads the rules into what becomes of a venue.
func (in *VenueRules) change(check *httpapi.Checks, c *venuechanges.VenueChange) {
	c.NeedsApproval = in.NeedsApproval
	if in.Timezone != nil {
		if zone := check.Zone("timezone", *in.Timezone); zone != nil {
			c.Timezone = in.Timezone
		}
	}
	if in.BufferRule != nil {
		c.BufferRule = httpapi.Ptr(booking.Rule(*in.BufferRule))
	}
	httpapi.Number(in.DefaultSetupMinutes, func(n int64) { c.DefaultSetup = httpapi.Ptr(inventory.Micros(n) * inventory.Minute) })
	httpapi.Number(in.DefaultTeardownMinutes, func(n int64) { c.DefaultTeardown = httpapi.Ptr(inventory.Micros(n) * inventory.Minute) })
	if in.OpeningHours != nil {
		c.Hours = httpapi.Ptr(in.OpeningHours.hours(check))
	}
	if in.BookingTerms != nil {
		c.Terms = httpapi.Ptr(in.BookingTerms.terms(check))
	}
}

// Venue is where events take place.
type Venue struct {
	ID        string    `json:"id" example:"ven_3k9q0a7c1v5m"`
	Name      string    `json:"name"`
	Address   string    `json:"address"`
	CreatedAt time.Time `json:"created_at"`

	Timezone               string       `json:"timezone" doc:"IANA time zone, in which the opening hours are."`
	BufferRule             string       `json:"buffer_rule" enum:"sum,larger" doc:"sum: the next set-up begins when the tear-down is over. larger: both go on at once."`
	DefaultSetupMinutes    int64        `json:"default_setup_minutes"`
	DefaultTeardownMinutes int64        `json:"default_teardown_minutes"`
	NeedsApproval          bool         `json:"needs_approval" doc:"Whether a booking is requested first, and confirmed by an organizer."`
	OpeningHours           OpeningHours `json:"opening_hours"`
	BookingTerms           BookingTerms `json:"booking_terms" doc:"What bookings cost."`

	Coordinates string   `json:"coordinates" doc:"Latitude and longitude in degrees. Empty: not said." example:"53.5436,9.9889"`
	Type        string   `json:"type" enum:"none,hall,club,theatre,outdoor,meeting,online" doc:"What it is. none: not said."`
	Capacity    int64    `json:"capacity" doc:"How many people all of it holds. 0: not said."`
	Facilities  []string `json:"facilities" doc:"What it has: a word of the standard set, or what the organizer wrote."`
	HouseRules  string   `json:"house_rules"`
	PublicPage  bool     `json:"public_page" doc:"Whether everybody may see it and when its rooms are free, at /venues/{venue_id}."`
	Guests      bool     `json:"guest_bookings" doc:"Whether whoever sees its public page may ask for its rooms there, with an address that they confirm first."`
	Calendar    bool     `json:"public_calendar" doc:"Whether everybody may read when its rooms are busy."`
	Active      bool     `json:"active" doc:"Whether it takes bookings."`

	Pictures []wire.Cover `json:"pictures" doc:"In their order, at most 12. The first is the main one."`
}

// VenueWithRooms is a venue and its rooms.
type VenueWithRooms struct {
	Venue
	Rooms []Room `json:"rooms" doc:"The first 200, by id."`
}

// VenueList is a page of venues.
type VenueList struct {
	httpapi.List[VenueWithRooms]
}

// NewRoom is the body that makes a room.
type NewRoom struct {
	Name       string          `json:"name" minLength:"1" maxLength:"200" doc:"What it is called."`
	PartOf     string          `json:"part_of,omitempty" maxLength:"60" doc:"Id of the room that it is a part of: whoever books that books this one, too, and whoever books this one keeps others from that."`
	Capacities *RoomCapacities `json:"capacities,omitempty" doc:"How many people it holds. Default: as many as come."`
	Facilities *[]string       `json:"facilities,omitempty" maxItems:"40" doc:"What it has beside what its venue has, as there." example:"[\"stage\",\"projector\"]"`

	Pictures *[]wire.PictureIn `json:"pictures,omitempty" maxItems:"12" doc:"The pictures of the room in their order, shown on the public page of its venue."`
}

// Room is a room of a venue.
type Room struct {
	ID        string    `json:"id" example:"roo_3k9q0a7c1v5m"`
	VenueID   string    `json:"venue_id"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`

	PartOf     string         `json:"part_of,omitempty" doc:"The room that it is a part of."`
	Capacities RoomCapacities `json:"capacities" doc:"How many people it holds, by layout. Without any, nobody is counted."`
	Facilities []string       `json:"facilities" doc:"What it has beside what its venue has."`
	Pictures   []wire.Cover   `json:"pictures" doc:"In their order, at most 12. The first is the main one."`
}

func venueOf(v *storevenues.Venue) Venue {
	return Venue{
		ID: v.ID, Name: v.Name, Address: v.Address, CreatedAt: v.CreatedAt.Time(), Timezone: v.Timezone, BufferRule: string(v.BufferRule),
		DefaultSetupMinutes: minutes(v.DefaultSetup), DefaultTeardownMinutes: minutes(v.DefaultTeardown), NeedsApproval: v.NeedsApproval, OpeningHours: hoursOf(&v.Hours), BookingTerms: termsOf(&v.Terms),
		Coordinates: v.Coordinates, Type: wire.VenueType(v.Kind), Capacity: v.Capacity, Facilities: v.Facilities, HouseRules: v.HouseRules, PublicPage: v.Published, Guests: v.GuestBookings, Calendar: v.PublicCalendar, Active: !v.Inactive,
		Pictures: wire.PicturesOf(v.Pictures),
	}
}

func roomOf(r *storevenues.Room) Room {
	return Room{ID: r.ID, VenueID: r.VenueID, Name: r.Name, CreatedAt: r.CreatedAt.Time(), PartOf: r.PartOf, Capacities: capacitiesOf(r.Capacities), Facilities: r.Facilities, Pictures: wire.PicturesOf(r.Pictures)}
}

// knownPictures is wire.KnownPictures for what becomes of a venue or a room.
func (h *Handlers) knownPictures(c *access.Call, org string, list *[]galleries.Shown) error {
	return wire.KnownPictures(c.Context(), h.Store.Pictures, org, list, inventory.At(h.Now()))
}

// ownedBy asks for access to a thing of the caller's organization.
func ownedBy(c *access.Call, org string) error {
	return c.Caller.Authorize(c.Action, identity.Resource{OrgID: org})
}

func (h *Handlers) createVenue(c *access.Call, in *NewVenue) (*Venue, error) {
	var check httpapi.Checks
	v := &storevenues.Venue{
		OrgID: c.Caller.OrgID, ID: c.OwnID(id.Venue), CreatedAt: inventory.At(h.Now()),
		Name: check.Line("name", in.Name, 1, httpapi.MaxName), Address: check.Line("address", in.Address, 0, wire.MaxLocation),
	}
	v.Timezone, v.BufferRule, v.Facilities = "UTC", booking.Sum, []string{}
	var change venuechanges.VenueChange
	in.VenueRules.change(&check, &change)
	in.VenueProfile.change(&check, &change)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.knownPictures(c, v.OrgID, change.Pictures); err != nil {
		return nil, err
	}
	change.Apply(v)
	v, err := access.Made(c, h.Store.Venues.CreateVenue(c.Context(), *v), v,
		func(ctx context.Context) (*storevenues.Venue, error) { return h.Store.Venues.Venue(ctx, v.OrgID, v.ID) },
		func(have *storevenues.Venue) bool {
			same := *v
			same.CreatedAt, same.Version = have.CreatedAt, have.Version // which grows with each room and booking
			return reflect.DeepEqual(*have, same)
		})
	if err != nil {
		return nil, err
	}
	out := venueOf(v)
	return &out, nil
}

func (h *Handlers) listVenues(c *access.Call, _ *httpapi.None) (*VenueList, error) {
	venues, next, err := httpapi.Page(&c.Request, "venues "+c.Caller.OrgID,
		func(after string, limit int) ([]storevenues.Venue, error) {
			return h.Store.Venues.VenuesPage(c.Context(), c.Caller.OrgID, after, limit)
		},
		func(v *storevenues.Venue) string { return v.ID })
	if err != nil {
		return nil, err
	}
	out := &VenueList{httpapi.NewList([]VenueWithRooms{}, next)}
	if len(venues) == 0 {
		return out, nil
	}
	rooms, err := h.Store.Venues.RoomsBetween(c.Context(), c.Caller.OrgID, venues[0].ID, venues[len(venues)-1].ID, maxListedRooms)
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
func (h *Handlers) venue(c *access.Call) (*storevenues.Venue, error) {
	v, err := h.Store.Venues.Venue(c.Context(), c.Caller.OrgID, c.Param("venue_id"))
	if err != nil {
		return nil, err
	}
	return v, ownedBy(c, v.OrgID)
}

func (h *Handlers) getVenue(c *access.Call, _ *httpapi.None) (*VenueWithRooms, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	rooms, err := h.Store.Venues.Rooms(c.Context(), v.OrgID, v.ID, maxRooms)
	if err != nil {
		return nil, err
	}
	out := &VenueWithRooms{Venue: venueOf(v), Rooms: []Room{}}
	for i := range rooms {
		out.Rooms = append(out.Rooms, roomOf(&rooms[i]))
	}
	return out, nil
}

func (h *Handlers) createRoom(c *access.Call, in *NewRoom) (*Room, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	r := &storevenues.Room{
		OrgID: v.OrgID, ID: c.OwnID(id.Room), VenueID: v.ID, CreatedAt: inventory.At(h.Now()),
		Name: check.Line("name", in.Name, 1, httpapi.MaxName), PartOf: in.PartOf, Capacities: booking.Capacities{}, Facilities: []string{},
	}
	if list := facilities(&check, in.Facilities); list != nil {
		r.Facilities = *list
	}
	if in.Capacities != nil {
		r.Capacities = in.Capacities.capacities()
	}
	pictures := wire.Pictures(&check, in.Pictures)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.knownPictures(c, v.OrgID, pictures); err != nil {
		return nil, err
	}
	database.Put(&r.Pictures, pictures)
	r, err = access.Made(c, h.Store.Venues.CreateRoom(c.Context(), *r), r,
		func(ctx context.Context) (*storevenues.Room, error) { return h.Store.Venues.Room(ctx, r.OrgID, r.ID) },
		func(have *storevenues.Room) bool {
			return have.Name == r.Name && have.VenueID == r.VenueID && have.PartOf == r.PartOf && maps.Equal(have.Capacities, r.Capacities) && slices.Equal(have.Facilities, r.Facilities) && slices.Equal(have.Pictures, r.Pictures)
		})
	if errors.Is(err, database.ErrLimit) {
		return nil, kindRooms.Problem()
	}
	if err != nil {
		return nil, err
	}
	out := roomOf(r)
	return &out, nil
}
