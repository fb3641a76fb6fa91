package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 38: a booking that a guest made has a guest, whose address was confirmed before; and of
// a guest who was erased nothing is left that says who it was.

// guestBooked is a booking of a guest that was read.
type guestBooked struct {
	at    inventory.Instant
	found bool
}

// checkBookers compares the bookings of guests with what is stored of these.
func (c *bookingsCheck) checkBookers() error {
	if err := c.snapshot.AllBookingGuests(func(g *bookings.BookingGuest) error {
		b := c.guests[ownID{g.OrgID, g.BookingID}]
		if b != nil {
			b.found = true
			if g.ConfirmedAt == 0 || g.ConfirmedAt > b.at {
				c.report.add(38, "", g.BookingID, "a guest booked before the address was confirmed")
			}
		}
		if g.Email == "" && (g.Name != "" || g.Address != "" || g.Locale != "" || len(g.Asked.Rooms) > 0) {
			c.report.add(38, "", g.BookingID, "the guest was erased, and something is left that says who it was")
		}
		return nil
	}); err != nil {
		return err
	}
	for _, key := range sortedIDs(c.guests) {
		if !c.guests[key].found {
			c.report.add(38, "", key.id, "a guest made the booking, and nothing says which")
		}
	}
	return snapshot.KeptOfErased(c.snapshot, func(bookingID string) error {
		c.report.add(38, "", bookingID, "the guest was erased, and something says whom to invoice")
		return nil
	})
}

// madeByGuest notes a booking that a guest made.
func (c *bookingsCheck) madeByGuest(b *bookings.Booking) {
	if b.CreatedBy == bookings.GuestBooker {
		c.guests[ownID{strings.Clone(b.OrgID), strings.Clone(b.ID)}] = &guestBooked{at: b.CreatedAt}
	}
}
