package jobs

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestBookingMails is who is told what of a booking of mem_a.
func TestBookingMails(t *testing.T) {
	t.Parallel()
	const none = accountmail.Kind("")
	for _, c := range []struct {
		what          string
		actor         string
		status        booking.State
		price         int64
		booker, staff accountmail.Kind
	}{
		{string(audit.BookingCreated), "mem_a", booking.Requested, 0, none, accountmail.BookingRequestedMail},
		{string(audit.BookingCreated), "mem_a", booking.PendingDeposit, 100, accountmail.BookingDepositMail, none},
		{string(audit.BookingApproved), "mem_b", booking.PendingDeposit, 100, accountmail.BookingDepositMail, none},
		{string(audit.BookingConfirmed), "mem_b", booking.Confirmed, 0, accountmail.BookingConfirmedMail, none},
		{string(audit.BookingConfirmed), "system", booking.Confirmed, 100, accountmail.BookingConfirmedMail, none},
		{string(audit.BookingConfirmed), "mem_a", booking.Confirmed, 0, none, none},
		{string(audit.BookingDepositWaived), "mem_b", booking.Confirmed, 100, accountmail.BookingConfirmedMail, none},
		{string(audit.BookingDeclined), "mem_b", booking.Declined, 0, accountmail.BookingDeclinedMail, none},
		{string(audit.BookingCancelled), "mem_a", booking.Cancelled, 100, none, accountmail.BookingCancelledMail},
		{string(audit.BookingCancelled), "mem_a", booking.Cancelled, 0, none, none}, // of their own venue
		{string(audit.BookingCancelled), "mem_b", booking.Cancelled, 100, accountmail.BookingCancelledMail, none},
		{string(audit.BookingLapsed), "system", booking.Lapsed, 100, accountmail.BookingLapsedMail, none},
		{string(audit.BookingGranted), "system", booking.PendingDeposit, 100, accountmail.BookingGrantedMail, none},
		{string(audit.BookingGranted), "system", booking.Requested, 0, accountmail.BookingGrantedMail, accountmail.BookingRequestedMail},
		{string(audit.BookingMoved), "mem_b", booking.Confirmed, 0, accountmail.BookingMovedMail, none},
		{string(audit.BookingMoved), "mem_a", booking.Confirmed, 0, none, none},
		{bookings.NewsBalance, "", booking.Confirmed, 100, accountmail.BookingBalanceMail, none},
		{bookings.NewsDeposit, "", booking.PendingDeposit, 100, accountmail.BookingReminderMail, none},
	} {
		b := &bookings.Booking{CreatedBy: "mem_a", Status: c.status}
		b.Price = c.price
		booker, staff := bookingMails(&bookings.BookingNews{What: c.what, Actor: c.actor}, b, &venues.Venue{})
		if booker != c.booker || staff != c.staff {
			t.Errorf("%s by %s, %s: %q to its booker and %q to staff, want %q and %q", c.what, c.actor, c.status, booker, staff, c.booker, c.staff)
		}
	}
}
