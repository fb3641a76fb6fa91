package venues

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Kinds of problem that only venues have.
var (
	kindTaken = httpapi.Kind{
		Code: "room_taken", Status: 409, Title: "The rooms are taken",
		Help: "conflicts lists every booking that is in the way, free_times the nearest times at which all rooms are free. Nothing was booked or moved. Of a booking that repeats, conflicts are those of all dates, and free_times are for the first date that is taken.",
	}
	kindHours = httpapi.Kind{
		Code: "outside_opening_hours", Status: 409, Title: "The venue is closed then",
		Help: "A booking begins and ends while the venue is open, and goes over no day on which it is closed. free_times names the nearest times. Nothing was booked or moved.",
	}
	kindLayout = httpapi.Kind{
		Code: "layout_not_offered", Status: 409, Title: "The layout is not offered", Field: "layout",
		Help: "A room is not furnished so: capacities of the room names the layouts that it has.",
	}
	kindTooMany = httpapi.Kind{
		Code: "too_many_people", Status: 409, Title: "Too many people", Field: "people",
		Help: "The rooms do not hold so many together, with this layout.",
	}
	kindEnded = httpapi.Kind{
		Code: "booking_ended", Status: 409, Title: "The booking has ended",
		Help: "It was cancelled, declined, has lapsed or is over, or it is confirmed already and can be cancelled, not declined. One that waits for its time can be cancelled, too, and nothing else.",
	}
	kindBooked = httpapi.Kind{
		Code: "rooms_booked", Status: 409, Title: "There are bookings",
		Help: "A room or venue with live bookings cannot be deleted, and no rule can be changed so that bookings come into each other's way. Move or cancel them first.",
	}
	kindRooms = httpapi.Kind{
		Code: "too_many_rooms", Status: 409, Title: "Too many rooms", Help: "A venue can have at most 500 rooms.",
	}
	kindPartOf = httpapi.Kind{
		Code: "not_a_part", Status: 422, Title: "Not a part", Field: "part_of",
		Help: "A room is part of another room of the same venue, and not, by way of others, of itself.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindTaken, kindHours, kindLayout, kindTooMany, kindEnded, kindBooked, kindRooms, kindPartOf},
	Errors: []httpapi.ErrorKind{
		{Err: store.ErrBooked, Kind: kindBooked},
		{Err: store.ErrPartOf, Kind: kindPartOf},
	},
}
