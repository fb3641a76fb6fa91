// Package booking decides who gets the rooms of a venue, and when. It is pure: the
// calendar of a venue and a booking go in, and whether it has its time, what is in the
// way and the nearest free times come out. It reads no clock and no database.
package booking

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Limits of one booking.
const (
	MaxRooms  = 50                  // in one booking
	MaxLength = 366 * inventory.Day // from start to end
	MaxBuffer = 7 * inventory.Day   // of set-up, and of tear-down
	// latest is the last moment of a year with four digits: beyond it no time can be
	// written in the API.
	latest inventory.Instant = 253_402_300_799_999_999
)

// Rule says how far apart two bookings of a room have to be.
type Rule string

// The rules of a venue.
const (
	// Sum: the next set-up begins when the tear-down before it is over.
	Sum Rule = "sum"
	// Larger: the two may go on at once, so what is between is the larger of them.
	Larger Rule = "larger"
)

// Room is a room of a venue.
type Room struct {
	ID string
	// PartOf is the room of which it is a part; empty when it stands for itself. Anyone who has
	// the whole has its parts, and whoever has a part keeps others from the whole.
	PartOf string
}

// Booking is rooms for a time. All of its rooms are taken, or none.
type Booking struct {
	ID               string
	Rooms            []string
	StartsAt, EndsAt inventory.Instant
	// Setup and Teardown are how long the rooms are busy before and after.
	Setup, Teardown inventory.Micros
	// Uses are its add-ons, each once, from the begin of set-up to the end of tear-down.
	Uses []Use
}

// BusyFrom is when set-up begins.
func (b *Booking) BusyFrom() inventory.Instant { return b.StartsAt - inventory.Instant(b.Setup) }

// BusyTo is when tear-down is over.
func (b *Booking) BusyTo() inventory.Instant { return b.EndsAt + inventory.Instant(b.Teardown) }

// clears reports whether a room that has a is free for b in time.
func (r Rule) clears(a, b *Booking) bool {
	if r == Larger {
		return a.BusyTo() <= b.StartsAt && a.EndsAt <= b.BusyFrom()
	}
	return a.BusyTo() <= b.BusyFrom()
}

// Code says what became of a booking.
type Code string

// The codes. Every code but OK, RoomTaken and AddOnTaken is about the booking alone.
const (
	OK Code = ""
	// RoomTaken: other bookings are in the way, or what is taken elsewhere, which are listed.
	RoomTaken Code = "room_taken"
	// AddOnTaken: other bookings have so much of an add-on that too little is left, which
	// are listed. All rooms are free.
	AddOnTaken Code = "add_on_taken"
	// UnknownAddOn: the venue has no such add-on.
	UnknownAddOn Code = "add_on_unknown"
	// TooManyAddOns: there are not so many of an add-on.
	TooManyAddOns Code = "too_many_add_ons"
	// NoRooms: it asks for no room, or for more than MaxRooms.
	NoRooms Code = "rooms_out_of_range"
	// UnknownRoom: the venue has no such room.
	UnknownRoom Code = "room_unknown"
	// RoomTwice: it asks for a room twice, or for a room and a part of it.
	RoomTwice Code = "room_twice"
	// NotATime: it does not end after it starts, is longer than MaxLength, or is outside
	// of the years 1970 to 9999.
	NotATime Code = "time_out_of_range"
	// NotABuffer: set-up or tear-down is negative or longer than MaxBuffer.
	NotABuffer Code = "buffer_out_of_range"
	// OutsideHours: it begins or ends while the venue is closed, or goes over a day on
	// which it is. See Hours.Open.
	OutsideHours Code = "outside_opening_hours"
	// NotActive: the venue takes no bookings.
	NotActive Code = "venue_inactive"
	// LayoutNotOffered: a room cannot be furnished so. See Fit.
	LayoutNotOffered Code = "layout_not_offered"
	// TooMany: the rooms do not hold so many people. See Fit.
	TooMany Code = "too_many_people"
)

// Taken reports whether it is others that are in the way, who may be gone later.
func (c Code) Taken() bool { return c == RoomTaken || c == AddOnTaken }

// Conflict is another booking that is in the way, or what is taken elsewhere.
type Conflict struct {
	// AddOn is the add-on of which it has so many Units, where it is not about a room.
	AddOn string
	Units int64
	// Calendar is the calendar of others that says so, in place of Booking, where the room is
	// taken elsewhere.
	Calendar string
	// Room is the room that was asked for, and Booked the one that Booking has: the same,
	// a part of it, or a room of which it is a part.
	Room, Booked     string
	Booking          string
	StartsAt, EndsAt inventory.Instant
	BusyFrom, BusyTo inventory.Instant
}

// Decision is what becomes of a booking.
type Decision struct {
	Code Code
	// Room is the room, or the add-on, that the code is about, where it is about one: its place
	// in those of the booking. -1 where it is about none.
	Room int
	// Conflicts are all that is in the way, by time, booking, Room and Booked.
	Conflicts []Conflict
	// Before and After are the nearest starts at which all rooms and add-ons are free for as long, the
	// last one before and the first one after what was asked for. They are nil when the
	// code is neither RoomTaken nor AddOnTaken; Before is nil, too, when there is none that is not in the
	// past, and After when there is none before the year 10000.
	Before, After *inventory.Instant
}
