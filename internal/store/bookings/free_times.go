package bookings

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// FreeTimesFor is for how long free times are told where nobody asks for another time.
const FreeTimesFor = inventory.Instant(14 * inventory.Day)

// FreeTimes returns when the rooms of a venue are free between two times while it is open, by
// room in the order of the venue and by time. It says nothing about the people who have them otherwise.
func (s Reader) FreeTimes(ctx context.Context, venue *venues.VenueRooms, from, until, now inventory.Instant) ([]booking.FreeTime, error) {
	var list []booking.FreeTime
	if venue.Inactive || len(venue.Rooms) == 0 || until <= from {
		return nil, nil
	}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		c, err := calendarOf(ctx, tx, &venue.Venue)
		if err != nil {
			return err
		}
		all := booking.Booking{StartsAt: from, EndsAt: until}
		for i := range venue.Rooms {
			all.Rooms = append(all.Rooms, venue.Rooms[i].ID)
		}
		near, err := c.near(ctx, tx, &all)
		if err != nil {
			return err
		}
		if err := c.take(liveAt(now, near)); err != nil {
			return err
		}
		for _, room := range all.Rooms {
			list = append(list, c.FreeTimes(room, from, until, &venue.Hours, c.zone)...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: free times of a venue: %w", err)
	}
	return list, nil
}
