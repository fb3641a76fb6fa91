package verify

import (
	"maps"
	"slices"

	rooms "github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Invariant 42: the busy times of a calendar of others are what the last fetch that went well
// said, and no more and no less. What a fetch said is kept as its digest beside the rows; a
// calendar that was never fetched well has none.

// elsewhere is a calendar of others, with its rows as they come.
type elsewhere struct {
	roomcalendars.RoomCalendar
	periods []rooms.Period
}

// checkElsewhere checks invariant 42, and notes when rooms are taken elsewhere.
func (c *bookingsCheck) checkElsewhere() error {
	calendars := map[ownID]*elsewhere{}
	addresses, err := c.snapshot.RoomCalendarAddresses()
	if err != nil {
		return err
	}
	if err := snapshot.AllRoomCalendars(c.snapshot, func(r *roomcalendars.RoomCalendar) error {
		calendars[ownID{r.OrgID, r.ID}] = &elsewhere{RoomCalendar: *r}
		if room := c.rooms[ownID{r.OrgID, r.RoomID}]; room == nil || room.VenueID != r.VenueID {
			c.report.add(42, "", r.ID, "the calendar is of room %q, which its venue does not have", r.RoomID)
		}
		if key := r.OrgID + "/" + r.ID; !addresses[key] {
			c.report.add(42, "", r.ID, "the address of the calendar is not stored")
		} else {
			delete(addresses, key)
		}
		if r.WorkedAt > r.TriedAt || r.ReadAt > r.WorkedAt || (r.Failure == "") != (r.Failures == 0) || r.WorkedAt == 0 && r.TriedAt != 0 && r.Failure == "" {
			c.report.add(42, "", r.ID, "when the calendar was fetched, and how that went, do not go together")
		}
		return nil
	}); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(addresses)) {
		c.report.add(42, "", key, "an address is stored of a calendar that is not")
	}
	if err := snapshot.AllRoomBusy(c.snapshot, func(b *venues.RoomBusy) error {
		of := calendars[ownID{b.OrgID, b.CalendarID}]
		switch {
		case of == nil:
			c.report.add(42, "", b.CalendarID, "a busy time is of no calendar")
			return nil
		case of.VenueID != b.VenueID || of.RoomID != b.RoomID:
			c.report.add(42, "", b.CalendarID, "a busy time is of room %q, and its calendar of %q", b.RoomID, of.RoomID)
		}
		if n := len(of.periods); n > 0 && of.periods[n-1].To > b.StartsAt || b.EndsAt-b.StartsAt > inventory.Instant(rooms.MaxPiece) {
			c.report.add(42, "", b.CalendarID, "the busy time at %s overlaps the one before it, or is too long to be found", clock(b.StartsAt))
		}
		of.periods = append(of.periods, b.Period())
		c.close(ownID{b.OrgID, b.RoomID}, b.Period())
		return nil
	}); err != nil {
		return err
	}
	for _, key := range sortedIDs(calendars) {
		of := calendars[key]
		if of.ReadAt == 0 && len(of.periods) > 0 {
			c.report.add(42, "", of.ID, "the calendar was never read, and has %d busy times", len(of.periods))
		}
		if int64(len(of.periods)) != of.Periods || rooms.Digest(of.periods) != of.Digest {
			c.report.add(42, "", of.ID, "the %d busy times of the calendar are not the %d that the last good fetch said", len(of.periods), of.Periods)
		}
	}
	return nil
}

// close notes that a room and its parts are taken elsewhere for a time.
func (c *bookingsCheck) close(room ownID, p rooms.Period) {
	c.elsewhere[room] = append(c.elsewhere[room], p)
	for _, part := range c.parts[room] {
		c.close(ownID{room.org, part}, p)
	}
}

// takenElsewhere reports whether a room of b, or a part of one, is taken elsewhere at its time.
func (c *bookingsCheck) takenElsewhere(b *bookings.Booking) bool {
	from, to := b.StartsAt-inventory.Instant(b.Setup), b.EndsAt+inventory.Instant(b.Teardown)
	ids := append([]string(nil), b.Rooms...)
	for len(ids) > 0 {
		key := ownID{b.OrgID, ids[0]}
		ids = append(ids[1:], c.parts[key]...)
		for _, p := range c.elsewhere[key] {
			if p.From < to && from < p.To {
				return true
			}
		}
	}
	return false
}
