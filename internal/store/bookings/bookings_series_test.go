package bookings

import (
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
)

// Of a booking that is met in several rooms its id is said once, and none of what is taken elsewhere.
func TestInTheWay(t *testing.T) {
	got := InTheWay([]booking.Conflict{{Booking: "bkg_b", Booked: "west"}, {Calendar: "rcl_a"}, {Booking: "bkg_a"}, {Booking: "bkg_b", Booked: "east"}})
	if !slices.Equal(got, []string{"bkg_a", "bkg_b"}) {
		t.Errorf("%q are in the way", got)
	}
	if got := InTheWay([]booking.Conflict{{Calendar: "rcl_a"}}); got != nil {
		t.Errorf("%q are in the way of what is taken elsewhere", got)
	}
}
