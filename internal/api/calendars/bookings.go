package calendars

import (
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/calendar"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// VenueCalendar tells whether there is an address at which a calendar program reads the bookings of a
// venue.
type VenueCalendar struct {
	Enabled bool       `json:"enabled"`
	Since   *time.Time `json:"since,omitempty" doc:"Since when there is this address; absent when there is none."`
}

// NewVenueCalendar is a new address of the calendar of a venue.
type NewVenueCalendar struct {
	URL   string    `json:"url" doc:"Shown this once: only a hash of it is stored. Whoever knows it sees which rooms are booked when and what for, and no more." example:"https://holdfast.example/v1/calendars/hc_4Zr0Yp6Wn2Xq8Lk5Tj1Vd7Bs3Mf9Hc0Ga6Ru2Ei4Oo8/bookings.ics"`
	Since time.Time `json:"since"`
}

// venue is the venue in the path.
func (h *Handlers) venue(c *access.Call) (*bookings.Venue, error) {
	return h.Store.Venues.Venue(c.Context(), c.Caller.OrgID, c.Param("venue_id"))
}

func (h *Handlers) venueCalendar(c *access.Call, _ *httpapi.None) (*VenueCalendar, error) {
	v, err := h.venue(c)
	if err != nil || v.CalendarHash == "" {
		return &VenueCalendar{}, err
	}
	since := v.CalendarSince.Time()
	return &VenueCalendar{Enabled: true, Since: &since}, nil
}

func (h *Handlers) renewVenueCalendar(c *access.Call, _ *httpapi.None) (*NewVenueCalendar, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	text, hash := identity.NewCalendarSecret()
	now := inventory.At(h.Now())
	if err := bookings.SetCalendar(c.Context(), h.Store.Venues, v.OrgID, v.ID, hash, now); err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Cache-Control", "no-store")
	return &NewVenueCalendar{URL: h.Origin + "/v1/calendars/" + text + "/bookings.ics", Since: now.Time()}, nil
}

func (h *Handlers) endVenueCalendar(c *access.Call, _ *httpapi.None) (*CalendarEnded, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	return &CalendarEnded{"ended"}, bookings.SetCalendar(c.Context(), h.Store.Venues, v.OrgID, v.ID, [32]byte{}, 0)
}

// bookings answers with the bookings of the venue whose calendar has this secret address.
func (h *Handlers) bookings(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	hash := identity.HashCalendarSecret(c.Param("secret"))
	if hash == nil {
		return nil, database.ErrNotFound
	}
	house, err := bookings.OfCalendar(c.Context(), h.Store.Venues, *hash)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	filter := bookings.BookingFilter{From: now - inventory.Instant(keptFor), Until: now + busyAhead}
	list, err := h.Store.Venues.Bookings(c.Context(), house.OrgID, house.ID, filter, bookings.BookingPosition{}, mostEntries)
	if err != nil {
		return nil, err
	}
	cal := calendar.Calendar{Host: h.Host, Name: house.Name, URL: h.Origin + "/manage/venues/" + house.ID}
	for i := range list {
		if e := bookedEntry(&list[i], house, now); e != nil {
			e.URL = cal.URL + "?booking=" + list[i].ID
			cal.Entries = append(cal.Entries, *e)
		}
	}
	return newFile(calendar.MediaICS, "bookings.ics", cal.ICS()).answer(c, privateCache)
}

// bookedEntry is a booking as members of the venue see it, with the UID that the mails to its booker
// have; nil: it waits for time and has none. It names nobody.
func bookedEntry(b *bookings.Booking, house *bookings.VenueRooms, now inventory.Instant) *calendar.Entry {
	at := b.At(now)
	if at == booking.Waiting || at == booking.Lapsed && b.Status == booking.Waiting {
		return nil
	}
	var names []string
	for _, id := range b.Rooms {
		if i := slices.IndexFunc(house.Rooms, func(r bookings.Room) bool { return r.ID == id }); i >= 0 {
			names = append(names, house.Rooms[i].Name)
		}
	}
	rooms := strings.Join(names, ", ")
	title := b.Purpose
	if title == "" {
		title = rooms
	}
	return &calendar.Entry{
		EventID: b.ID, Seq: b.Sequence(), Changed: b.UpdatedAt.Time(), Starts: b.StartsAt.Time(), Ends: b.EndsAt.Time(), Title: title, Location: rooms,
		Cancelled: !at.Live() && at != booking.Completed, Postponed: at == booking.Requested || at == booking.PendingDeposit,
	}
}
