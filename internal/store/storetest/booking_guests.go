package storetest

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
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
	b := must[*bookings.Booking](t)(h.s.Bookings.Book(by, confirmed.Booking(), bookingsFrom+2))
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
	gone := must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", b.ID))
	same(t, string(gone.Status)+gone.Purpose, "cancelled")

	// What repeats has a guest for each date, the first that is kept by the id that was asked for; a
	// second confirmation books nothing, and forgetting one date forgets all.
	h.book("cellar", 10, 12)
	weekly := ask("ada")
	weekly.Asked.RRule, weekly.Asked.OnConflict = "FREQ=DAILY;COUNT=3", booking.Skip
	series := &bookings.BookingSeries{OrgID: "org_a", ID: "bks_guest", VenueID: "ven_a", RRule: weekly.Asked.RRule, OnConflict: booking.Skip}
	weekly = must[*bookings.BookingGuest](t)(s.Confirm(ctx, weekly.BookingID, bookingsFrom+4))
	weekly.Asked.RRule, weekly.Asked.OnConflict = series.RRule, series.OnConflict
	var dates []bookings.Booking
	for day := range 3 {
		b := weekly.Booking()
		b.SeriesID = series.ID
		b.StartsAt, b.EndsAt = b.StartsAt+inventory.Instant(day)*inventory.Instant(inventory.Day), b.EndsAt+inventory.Instant(day)*inventory.Instant(inventory.Day)
		b.ID += []string{"", "-1", "-2"}[day]
		dates = append(dates, b)
	}
	kept := must[[]bookings.Booking](t)(h.s.Bookings.BookGuestDates(by, weekly, series, dates, bookingsFrom+5))
	if len(kept) != 2 || kept[0].ID != weekly.BookingID || kept[0].StartsAt != dates[1].StartsAt || kept[1].ID != dates[2].ID {
		t.Fatalf("%+v", kept)
	}
	for i := range kept {
		of := must[*bookings.BookingGuest](t)(s.Guest(ctx, kept[i].ID))
		same(t, of.Name, "ada")
		same(t, of.ConfirmedAt, bookingsFrom+4)
	}
	_, err = h.s.Bookings.BookGuestDates(by, weekly, series, dates, bookingsFrom+6)
	wantErr(t, err, database.ErrConflict)
	wantErr(t, s.Forget(by, "org_a", kept[1].ID, bookingsFrom+7), nil)
	for i := range kept {
		same(t, must[*bookings.BookingGuest](t)(s.Guest(ctx, kept[i].ID)).Name, "")
		same(t, must[*bookings.Booking](t)(h.s.Bookings.Booking(ctx, "org_a", kept[i].ID)).Status, booking.Cancelled)
	}
}
