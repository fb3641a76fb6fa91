package calendars

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/calendar"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// VenueCalendar tells whether there is an address at which a calendar program reads the bookings of a
// venue.
type VenueCalendar struct {
	Enabled bool       `json:"enabled"`
	Since   *time.Time `json:"since,omitempty" doc:"Since when there is this address; absent when there is none."`
}

// NewVenueCalendar is a new address of the calendar of a venue.
type NewVenueCalendar struct {
	URL   string    `json:"url" doc:"Shown this once: only a hash of it is stored. Whoever knows it sees which rooms are booked when, with which add-ons and what for, and no more." example:"https://holdfast.example/v1/calendars/hc_4Zr0Yp6Wn2Xq8Lk5Tj1Vd7Bs3Mf9Hc0Ga6Ru2Ei4Oo8/bookings.ics"`
	Since time.Time `json:"since"`
}

func (h *Handlers) venueCalendar(c *access.Call, _ *httpapi.None) (*VenueCalendar, error) {
	v, err := h.Store.Venues.Venue(c.Context(), c.Caller.OrgID, c.Param("venue_id"))
	if err != nil || v.CalendarHash == "" {
		return &VenueCalendar{}, err
	}
	since := v.CalendarSince.Time()
	return &VenueCalendar{Enabled: true, Since: &since}, nil
}

func (h *Handlers) renewVenueCalendar(c *access.Call, _ *httpapi.None) (*NewVenueCalendar, error) {
	text, hash := identity.NewCalendarSecret()
	now := inventory.At(h.Now())
	if err := h.Store.Venues.SetCalendar(c.Context(), c.Caller.OrgID, c.Param("venue_id"), hash, now); err != nil {
		return nil, err
	}
	c.Writer.Header().Set("Cache-Control", "no-store")
	return &NewVenueCalendar{URL: h.Origin + "/v1/calendars/" + text + "/bookings.ics", Since: now.Time()}, nil
}

func (h *Handlers) endVenueCalendar(c *access.Call, _ *httpapi.None) (*CalendarEnded, error) {
	return &CalendarEnded{"ended"}, h.Store.Venues.SetCalendar(c.Context(), c.Caller.OrgID, c.Param("venue_id"), [32]byte{}, 0)
}

// bookings answers with the bookings of the venue whose calendar has this secret address.
func (h *Handlers) bookings(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	hash, err := secretOf(c)
	if err != nil {
		return nil, err
	}
	venue, err := h.Store.Venues.OfCalendar(c.Context(), *hash)
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	filter := bookings.BookingFilter{From: h.keptAfter(), Until: now + busyAhead}
	list, err := h.Store.Bookings.Bookings(c.Context(), venue.OrgID, venue.ID, filter, bookings.BookingPosition{}, mostEntries)
	if err != nil {
		return nil, err
	}
	cal := calendar.Calendar{Host: h.Host, Name: venue.Name, URL: h.Origin + "/manage/venues/" + venue.ID}
	for i := range list {
		if e := bookedEntry(&list[i], venue, now); e != nil {
			e.URL = cal.URL + "?booking=" + list[i].ID
			cal.Entries = append(cal.Entries, *e)
		}
	}
	return newFile(calendar.MediaICS, "bookings.ics", cal.ICS()).answer(c, privateCache)
}

// bookedEntry is a booking as members of the venue see it, with the UID that the mails to its booker
// have; nil: it waits for time and has none. It names nobody.
func bookedEntry(b *bookings.Booking, venue *venues.VenueRooms, now inventory.Instant) *calendar.Entry {
	e, rooms := entryOf(b, venue, now)
	if e == nil {
		return nil
	}
	at := b.At(now)
	e.EventID, e.Title, e.Location = b.ID, cmp.Or(b.Purpose, rooms), rooms
	e.Starts, e.Ends = b.StartsAt.Time(), b.EndsAt.Time()
	e.Postponed = at == booking.Requested || at == booking.PendingDeposit
	e.Description = addOnLines(b.AddOns)
	return e
}

// addOnLines says what is to be there beside the rooms, in no language: how many of each, a line for each.
func addOnLines(list []booking.AddOn) string {
	lines := make([]string, len(list))
	for i := range list {
		lines[i] = fmt.Sprintf("%d × %s", list[i].Quantity, list[i].Name)
	}
	return strings.Join(lines, "\n")
}
