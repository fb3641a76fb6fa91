package storetest

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// testBookingGuests: a guest has no booking before the address is confirmed, and none at all when
// that comes too late; and is erased with whom to invoice.
func testBookingGuests(t *testing.T, open Open) {
	h := openHall(t, open)
	ctx, s := h.ctx, h.s.Bookers
	ask := func(name string) *bookings.BookingGuest {
		b := h.booking("cellar", 10, 12)
		g := &bookings.BookingGuest{
			OrgID: "org_a", BookingID: b.ID, VenueID: "ven_a", Name: name, Email: name + "@example.org", Address: name + "@example.org", Locale: "de", RequestedAt: bookingsFrom,
			ExpiresAt: bookingsFrom + inventory.Instant(inventory.Hour), Asked: bookings.GuestRequest{Rooms: b.Rooms, StartsAt: b.StartsAt, EndsAt: b.EndsAt, Purpose: "Choir"},
		}
		wantErr(t, s.Ask(ctx, g, database.Job{Kind: "test", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}), nil)
		return g
	}
	grace, late := ask("grace"), ask("late")
	_, err := s.Confirm(ctx, late.BookingID, late.ExpiresAt)
	wantErr(t, err, bookings.ErrGuestExpired)
	confirmed := must[*bookings.BookingGuest](t)(s.Confirm(ctx, grace.BookingID, bookingsFrom+1))
	same(t, must[*bookings.BookingGuest](t)(s.Confirm(ctx, grace.BookingID, bookingsFrom+2)), confirmed)
	by := organizations.WithBy(ctx, organizations.By{Actor: bookings.GuestBooker, At: bookingsFrom + 2})
	b := must[*bookings.Booking](t)(h.s.Venues.Book(by, confirmed.Booking(), bookingsFrom+2))
	same(t, b.CreatedBy, bookings.GuestBooker)
	same(t, must[int](t)(s.Prune(ctx, late.ExpiresAt+inventory.Instant(inventory.Day), 10)), 1)
	_, err = s.Guest(ctx, late.BookingID)
	wantErr(t, err, database.ErrNotFound)
	same(t, must[map[string]*bookings.BookingGuest](t)(s.Of(ctx, "org_a", []string{b.ID}))[b.ID], confirmed)
	same(t, must[string](t)(s.Organization(ctx, b.ID)), "org_a")
	mails := []messages.Mail{{ID: "link", Recipient: grace.Email, Reader: b.ID}}
	wantErr(t, h.s.Mails.PutMail(ctx, mails), nil)
	same(t, len(must[[]messages.Mail](t)(h.s.Mails.Mailbox(ctx, 10))), 1)
	wantErr(t, s.Forget(by, "org_a", b.ID, bookingsFrom+3), nil)
	wantErr(t, h.s.Mails.PutMail(ctx, mails), nil) // it was on its way
	same(t, len(must[[]messages.Mail](t)(h.s.Mails.Mailbox(ctx, 10))), 0)
	same(t, must[*bookings.BookingGuest](t)(s.Guest(ctx, b.ID)).Name, "")
	gone := must[*bookings.Booking](t)(h.s.Venues.Booking(ctx, "org_a", b.ID))
	same(t, string(gone.Status)+gone.Purpose, "cancelled")
}
