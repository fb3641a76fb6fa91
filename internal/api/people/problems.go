package people

import (
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Kinds of problem that only these resources have.
var (
	kindPaidTickets = httpapi.Kind{
		Code: "paid_tickets", Status: 409, Title: "Paid tickets of an event to come",
		Help: "Give them back or away, or wait until the event is over.",
	}
	kindPaidBookings = httpapi.Kind{
		Code: "paid_bookings", Status: 409, Title: "Paid bookings of rooms to come",
		Help: "Cancel them by the links that were mailed, or wait until they are over. The detail names them.",
	}
	// KindTooManyFollows: the caller follows as many organizations as an account may.
	KindTooManyFollows = httpapi.Kind{
		Code: "too_many_follows", Status: 409, Title: "Too many organizers followed",
		Help: "Unfollow some of them.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{kindPaidTickets, kindPaidBookings, KindTooManyFollows},
}
