// Package roomtime has the problems of whoever asks for the time of rooms, by themselves or
// with an event, and what decisions about it are answered with.
package roomtime

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// Kinds of problem.
var (
	Taken = httpapi.Kind{
		Code: "room_taken", Status: 409, Title: "The rooms are taken",
		Help: "conflicts lists every booking that is in the way, and what calendars of others say of the rooms; free_times the nearest times at which all rooms are free. Nothing was booked or moved. Of a booking that repeats, conflicts are those of all dates, and free_times are for the first date that is taken.",
	}
	Closed = httpapi.Kind{
		Code: "outside_opening_hours", Status: 409, Title: "The venue is closed then",
		Help: "A booking begins and ends while the venue is open, and goes over no day on which it is closed. free_times names the nearest times. Nothing was booked or moved.",
	}
	AddOnTaken = httpapi.Kind{
		Code: "add_on_taken", Status: 409, Title: "An add-on is taken",
		Help: "All rooms are free, and there is not enough of an add-on: conflicts lists every booking that has it then, free_times the nearest times at which all rooms and add-ons are free. Nothing was booked or changed.",
	}
	TooManyAddOns = httpapi.Kind{
		Code: "too_many_add_ons", Status: 409, Title: "There are not so many of the add-on", Field: "add_ons",
		Help: "Its pool says how many of it there are at one time.",
	}
	Inactive = httpapi.Kind{
		Code: "venue_inactive", Status: 409, Title: "The venue takes no bookings",
		Help: "active of the venue is false. Its bookings stand, and can be cancelled; none is made or moved until an organizer takes bookings again.",
	}
	NoLayout = httpapi.Kind{
		Code: "layout_not_offered", Status: 409, Title: "The layout is not offered", Field: "layout",
		Help: "A room is not furnished so: capacities of the room names the layouts that it has.",
	}
	TooMany = httpapi.Kind{
		Code: "too_many_people", Status: 409, Title: "Too many people", Field: "people",
		Help: "The rooms do not hold so many together, with this layout.",
	}
)

// Kinds are all of them.
var Kinds = []httpapi.Kind{Taken, AddOnTaken, TooManyAddOns, Closed, Inactive, NoLayout, TooMany}

// Fits refuses more people than the rooms hold, or all of their venue, and a layout that a room
// does not have. Fields are called as with Refused.
func Fits(prefix string, venue *storevenues.VenueRooms, b *bookings.Booking) error {
	switch bookings.Fits(venue, b) {
	case booking.LayoutNotOffered:
		return about(NoLayout, prefix)
	case booking.TooMany:
		return about(TooMany, prefix)
	}
	return nil
}

func about(k httpapi.Kind, prefix string) error {
	k.Field = prefix + k.Field
	return k.About()
}

// Refused is what a refusal is answered with. Fields of the request are called as they are in
// the body, with a prefix.
func Refused(ctx context.Context, booked bookings.Bookings, prefix string, r *bookings.Refused, b *bookings.Booking, now inventory.Instant) error {
	var check httpapi.Checks
	switch r.Code {
	case booking.UnknownRoom:
		check.Add(fmt.Sprintf("%srooms[%d]", prefix, r.Room), string(r.Code), "must be a room of the venue")
	case booking.RoomTwice:
		check.Add(fmt.Sprintf("%srooms[%d]", prefix, r.Room), string(r.Code), "is asked for already, by itself, as a part or as the whole")
	case booking.NotATime:
		check.Add("ends_at", string(r.Code), "must be after starts_at, and at most 366 days")
	case booking.NotActive:
		return Inactive.Problem()
	case booking.UnknownAddOn:
		check.Add(fmt.Sprintf("%sadd_ons[%d].add_on_id", prefix, r.Room), string(r.Code), "must be an add-on of the venue")
	case booking.TooManyAddOns:
		k := TooManyAddOns
		k.Field = fmt.Sprintf("%sadd_ons[%d].quantity", prefix, r.Room)
		return k.About()
	case booking.RoomTaken, booking.AddOnTaken, booking.OutsideHours:
		return taken(ctx, booked, r, b, now)
	default: // the schema of the body keeps the others out
		return fmt.Errorf("venues: %w", r)
	}
	return check.Err()
}

// taken lists what is in the way, and the nearest free times.
func taken(ctx context.Context, booked bookings.Bookings, r *bookings.Refused, b *bookings.Booking, now inventory.Instant) error {
	before, after := r.Before, r.After
	if !r.Near {
		var err error
		if before, after, err = booked.Nearest(ctx, b, now); err != nil {
			return err
		}
	}
	p := Taken.Problem()
	switch r.Code {
	case booking.OutsideHours:
		p = Closed.Problem()
	case booking.AddOnTaken:
		p = AddOnTaken.Problem()
	}
	p.FreeTimes = &httpapi.FreeTimes{Before: timeOf(before), After: timeOf(after)}
	p.Conflicts = Conflicts(r.Conflicts)
	return p
}

// RefusedEvent is what a refusal of the bookings of an event is answered with: every conflict
// of all of them, and the free times of the first that has any.
func RefusedEvent(ctx context.Context, booked bookings.Bookings, err error, now inventory.Instant) error {
	var e *bookings.EventRefused
	if !errors.As(err, &e) {
		return err
	}
	var first *httpapi.Problem
	for i, r := range e.Why {
		err := Refused(ctx, booked, "venue_rooms.", r, &e.Bookings[i], now)
		var p *httpapi.Problem
		switch {
		case !errors.As(err, &p):
			return err
		case first == nil:
			first = p
		default:
			first.Conflicts = append(first.Conflicts, p.Conflicts...)
		}
	}
	return first
}

// Conflicts are bookings that are in the way, and what is taken elsewhere.
func Conflicts(list []booking.Conflict) (conflicts []httpapi.TimeConflict) {
	for i := range list {
		c := &list[i]
		conflicts = append(conflicts, httpapi.TimeConflict{
			BookingID: c.Booking, CalendarID: c.Calendar, AddOnID: c.AddOn, Quantity: c.Units, RoomID: c.Room, BookedRoomID: c.Booked, StartsAt: c.StartsAt.Time(), EndsAt: c.EndsAt.Time(), BusyFrom: c.BusyFrom.Time(), BusyTo: c.BusyTo.Time(),
		})
	}
	return conflicts
}

func timeOf(at *inventory.Instant) *time.Time {
	if at == nil {
		return nil
	}
	t := at.Time()
	return &t
}
