package calendars

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/calendar"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// busyAhead is how far ahead busy times are told.
const busyAhead = inventory.Instant(400 * inventory.Day)

// busy makes the calendar of when the rooms of a venue are busy, which names nobody and no
// booking: database.ErrNotFound, unless its organization shows it.
func (h *Handlers) busy(ctx context.Context, of string) (*file, error) {
	venue, err := h.Store.Venues.PublicVenue(ctx, of)
	if err == nil && !venue.PublicCalendar {
		err = database.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	now := inventory.At(h.Now())
	list, err := h.Store.Bookings.Bookings(ctx, venue.OrgID, venue.ID, bookings.BookingFilter{From: now - inventory.Instant(inventory.Day), Until: now + busyAhead, Busy: true}, bookings.BookingPosition{}, mostEntries)
	if err != nil {
		return nil, err
	}
	c := calendar.Calendar{Host: h.Host, Name: venue.Name, URL: page.VenueURL(h.Origin, venue.ID)}
	for i := range list {
		if e := busyEntry(&list[i], venue, now); e != nil {
			e.URL = c.URL
			c.Entries = append(c.Entries, *e)
		}
	}
	return newFile(calendar.MediaICS, "busy.ics", c.ICS()), nil
}

// busyEntry is a booking as those see it who may not know whose it is: its rooms, from the begin of
// set-up to the end of tear-down; nil: it never kept any. Its UID says nothing of it.
func busyEntry(b *bookings.Booking, venue *venues.VenueRooms, now inventory.Instant) *calendar.Entry {
	e, rooms := entryOf(b, venue, now)
	if e == nil {
		return nil
	}
	sum := sha256.Sum256([]byte("busy " + b.ID))
	of := b.Time()
	e.EventID, e.Title, e.Location = "busy-"+hex.EncodeToString(sum[:12]), rooms, venue.Address
	e.Starts, e.Ends = of.BusyFrom().Time(), of.BusyTo().Time()
	return e
}

// entryOf is what every entry of a booking says: whether it stands, and which change of it this is;
// nil: it waits for time and has none, or never had any. rooms are the names of its rooms.
func entryOf(b *bookings.Booking, venue *venues.VenueRooms, now inventory.Instant) (e *calendar.Entry, rooms string) {
	at := b.At(now)
	if at == booking.Waiting || at == booking.Lapsed && b.Status == booking.Waiting {
		return nil, ""
	}
	var names []string
	for _, id := range b.Rooms {
		if i := slices.IndexFunc(venue.Rooms, func(r venues.Room) bool { return r.ID == id }); i >= 0 {
			names = append(names, venue.Rooms[i].Name)
		}
	}
	return &calendar.Entry{Seq: b.Sequence(), Changed: b.UpdatedAt.Time(), Cancelled: !at.Live() && at != booking.Completed}, strings.Join(names, ", ")
}
