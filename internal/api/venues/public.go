package venues

import (
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// maxFreeTimes bounds the time in which free times are looked for.
const maxFreeTimes = inventory.Instant(31 * inventory.Day)

// PublicVenue is a venue as everybody may see it.
type PublicVenue struct {
	ID           string       `json:"id" example:"ven_3k9q0a7c1v5m"`
	Name         string       `json:"name"`
	Address      string       `json:"address"`
	Timezone     string       `json:"timezone"`
	Coordinates  string       `json:"coordinates" doc:"Latitude and longitude in degrees. Empty: not said." example:"53.5436,9.9889"`
	Type         string       `json:"type" enum:"none,hall,club,theatre,outdoor,meeting,online"`
	Capacity     int64        `json:"capacity" doc:"How many people all of it holds. 0: not said."`
	Facilities   []string     `json:"facilities"`
	HouseRules   string       `json:"house_rules"`
	OpeningHours OpeningHours `json:"opening_hours"`
	BookingTerms BookingTerms `json:"booking_terms" doc:"What bookings cost."`
	Active       bool         `json:"active" doc:"Whether it takes bookings."`
	Pictures     []wire.Cover `json:"pictures" doc:"In their order, at most 12. The first is the main one."`
	Rooms        []PublicRoom `json:"rooms" doc:"By id, at most 500."`
	AddOns       []VenueAddOn `json:"add_ons" doc:"What can be booked with its rooms."`
}

// PublicRoom is a room of a venue as everybody may see it.
type PublicRoom struct {
	ID         string         `json:"id" example:"roo_3k9q0a7c1v5m"`
	Name       string         `json:"name"`
	PartOf     string         `json:"part_of,omitempty"`
	Capacities RoomCapacities `json:"capacities"`
	Facilities []string       `json:"facilities"`
	Pictures   []wire.Cover   `json:"pictures" doc:"In their order, at most 12. The first is the main one."`
}

// FreeTimeList is when the rooms of a venue are free.
type FreeTimeList struct {
	Items []FreeTime `json:"items" doc:"By room, then by time. Nobody keeps them."`
}

// FreeTime is when a room is free and its venue open.
type FreeTime struct {
	RoomID   string    `json:"room_id" example:"roo_3k9q0a7c1v5m"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
}

func (h *Handlers) publicRoutes() []access.Route {
	problems := []httpapi.Kind{httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable}
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/venues/{venue_id}", ID: "get-public-venue", Tag: access.TagBookings,
			Summary: "A venue as everybody may see it", Description: "404 unless its organization shows it (`public_page`). Its page is `/venues/{venue_id}`.",
			Problems: problems,
		}, h.getPublicVenue),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/public/venues/{venue_id}/free-times", ID: "list-free-times", Tag: access.TagBookings,
			Summary:     "When the rooms of a venue are free",
			Description: "While the venue is open, from `from` (now) until `until` (14 days later, at most 31). Set-up and tear-down of bookings are not free, and those of a new booking have to fit in as well. Nothing is said about the people who have the rooms.",
			Query:       []string{"from", "until"}, Problems: problems,
		}, h.listFreeTimes),
	}
}

func (h *Handlers) publicVenue(c *access.Call) (*storevenues.VenueRooms, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	return h.Store.Venues.PublicVenue(c.Context(), c.Param("venue_id"))
}

func (h *Handlers) getPublicVenue(c *access.Call, _ *httpapi.None) (*PublicVenue, error) {
	v, err := h.publicVenue(c)
	if err != nil {
		return nil, err
	}
	out := &PublicVenue{
		ID: v.ID, Name: v.Name, Address: v.Address, Timezone: v.Timezone, Coordinates: v.Coordinates, Type: wire.VenueType(v.Kind), Capacity: v.Capacity, Facilities: v.Facilities,
		HouseRules: v.HouseRules, OpeningHours: hoursOf(&v.Hours), BookingTerms: termsOf(&v.Terms), Active: !v.Inactive, Pictures: wire.PicturesOf(v.Pictures), Rooms: []PublicRoom{}, AddOns: []VenueAddOn{},
	}
	for i := range v.Rooms {
		r := &v.Rooms[i]
		out.Rooms = append(out.Rooms, PublicRoom{ID: r.ID, Name: r.Name, PartOf: r.PartOf, Capacities: capacitiesOf(r.Capacities), Facilities: r.Facilities, Pictures: wire.PicturesOf(r.Pictures)})
	}
	for i := range v.AddOns {
		if !v.AddOns[i].Inactive {
			out.AddOns = append(out.AddOns, addOnOf(&v.AddOns[i], v.Terms.Currency))
		}
	}
	return out, nil
}

func (h *Handlers) listFreeTimes(c *access.Call, _ *httpapi.None) (*FreeTimeList, error) {
	v, err := h.publicVenue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	now := inventory.At(h.Now())
	from, until := max(now, wire.QueryMoment(&check, c.Query, "from")), wire.QueryMoment(&check, c.Query, "until")
	if until == 0 {
		until = from + bookings.FreeTimesFor
	}
	if until <= from || until > from+maxFreeTimes {
		check.Add("until", "out_of_range", "must be after from, and at most 31 days later")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	list, err := h.Store.Bookings.FreeTimes(c.Context(), v, from, until, now)
	if err != nil {
		return nil, err
	}
	out := &FreeTimeList{Items: make([]FreeTime, len(list))}
	for i, f := range list {
		out.Items[i] = FreeTime{f.Room, f.From.Time(), f.To.Time()}
	}
	return out, nil
}
