package venues

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/venuechanges"
)

// Kinds of problem that only venues have.
var (
	kindFollows = httpapi.Kind{
		Code: "booking_follows_event", Status: 409, Title: "The booking moves with its event",
		Help: "It has the times of its event. Change the times of the event, which moves its bookings too, or book the rooms for another time by themselves.",
	}
	// KindEnded is of a booking that has ended.
	KindEnded = httpapi.Kind{
		Code: "booking_ended", Status: 409, Title: "The booking has ended",
		Help: "It was cancelled, declined, has lapsed or is over, or it is confirmed already and can be cancelled, not declined. One that waits for its time can be cancelled, too, and nothing else. One that has begun, and that the venue would have to confirm again, can only be changed by the venue.",
	}
	// KindNotPayable is of a booking of which nothing is to be paid now.
	KindNotPayable = httpapi.Kind{
		Code: "booking_not_payable", Status: 409, Title: "There is nothing to pay for the booking now",
		Help: "It is paid, or was cancelled or has lapsed, or is about to, or its deposit comes first. Nothing was recorded. If it was paid twice, return the second payment the way it came.",
	}
	kindBooked = httpapi.Kind{
		Code: "rooms_booked", Status: 409, Title: "There are bookings",
		Help: "A room or venue with live bookings cannot be deleted, and no rule can be changed so that bookings come into each other's way. Move or cancel them first. A booking that waits for a room counts too: it is not deleted, and does not become a part of another that the same booking waits for.",
	}
	// KindPaidFor is of a booking that was paid for what would be given up.
	KindPaidFor = httpapi.Kind{
		Code: "booking_paid", Status: 409, Title: "The booking is paid for already",
		Help: "Its balance is paid, or less would be left than its deposit was paid for, so that it cannot become longer, shorter, or have other add-ons. Book what is to come on top by itself, cancel the booking and book anew, or have its venue help.",
	}
	kindPool = httpapi.Kind{
		Code: "add_on_booked", Status: 409, Title: "Bookings have more of it", Field: "pool",
		Help: "Live bookings have more of the add-on at one time than there would be. Change or cancel them first.",
	}
	kindAddOns = httpapi.Kind{
		Code: "too_many_add_ons_of_venue", Status: 409, Title: "Too many add-ons", Help: "A venue can have at most 200 add-ons.",
	}
	kindNotAssignable = httpapi.Kind{
		Code: "refund_not_assignable", Status: 409, Title: "Nobody can say of which dates the refund is",
		Help: "Only of a refund that was made in the dashboard of a payment provider, of one payment for several dates, and that has arrived. Others are of the date for which they were asked.",
	}
	kindDateLeft = httpapi.Kind{
		Code: "refund_exceeds_date", Status: 409, Title: "The date has not that much left", Field: "dates",
		Help: "A date gives back no more than was paid for it, less what goes back or is disputed already: most of each date says how much. Nothing was changed.",
	}
	kindCounted = httpapi.Kind{
		Code: "refund_counted", Status: 409, Title: "It counts for a date that was cancelled", Field: "dates",
		Help: "What was given back of a date before it was cancelled counts towards what its booker was owed then, so it stays with that date: least of each date says how much. Nothing was changed.",
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
	Kinds: append(slices.Clone(roomtime.Kinds), kindFollows, KindEnded, KindNotPayable, kindBooked, kindRooms, kindPartOf, KindPaidFor, kindPool, kindAddOns, kindNotAssignable, kindDateLeft, kindCounted),
	Errors: []httpapi.ErrorKind{
		{Err: bookings.ErrBooked, Kind: kindBooked},
		{Err: bookings.ErrPartOf, Kind: kindPartOf},
		{Err: bookings.ErrPaidFor, Kind: KindPaidFor},
		{Err: venuechanges.ErrPool, Kind: kindPool},
	},
}
