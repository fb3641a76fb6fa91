package jobs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestMailsAboutSeveralDates has a guest book three dates: each mail about them lists each with where it
// stands and what names it, and has one calendar with an entry for each, which is the same one later.
func TestMailsAboutSeveralDates(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(time.Now())
		must := f.must
		venue, rooms := f.mill(venues.Venue{Address: "Mill Lane 1\nLinz", Timezone: "Europe/Vienna", Published: true, GuestBookings: true})
		at := now + inventory.Instant(60*inventory.Day)
		g := &bookings.BookingGuest{
			OrgID: f.org, BookingID: f.ids.Top(id.Booking), VenueID: venue, Name: "Grace", Email: "grace@example.org", Address: "grace@example.org", Locale: "en", RequestedAt: now,
			ExpiresAt: now + inventory.Instant(inventory.Hour), ConfirmedAt: now, Asked: bookings.GuestRequest{Rooms: rooms, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour), RRule: "FREQ=WEEKLY;COUNT=3", Dates: 3},
		}
		letter, err := jobs.AccountMail(accountmail.BookingAddressMail, "bkg_nobody", f.org)
		must(err)
		must(f.store.Bookers.Ask(t.Context(), g, letter))
		series := &bookings.BookingSeries{OrgID: f.org, ID: f.ids.Top(id.BookingDates), VenueID: venue, RRule: g.Asked.RRule, OnConflict: booking.Refuse}
		dates := make([]bookings.Booking, 3)
		for i := range dates {
			dates[i] = g.Booking()
			dates[i].ID, dates[i].SeriesID = f.ids.Top(id.Booking), series.ID
			dates[i].StartsAt += inventory.Instant(7*i) * inventory.Instant(inventory.Day)
			dates[i].EndsAt += inventory.Instant(7*i) * inventory.Instant(inventory.Day)
		}
		made, err := f.store.Bookings.BookGuestDates(organizations.WithBy(t.Context(), organizations.By{Actor: bookings.GuestBooker, At: now}), g, series, dates, now)
		must(err)
		f.start(j)
		seen := 0
		next := func(subject string) messages.Mail {
			t.Helper()
			var mails []messages.Mail
			at := -1
			poll.Until(t, "mailed: "+subject, func() bool {
				mails = f.box()
				at = slices.IndexFunc(mails, func(m messages.Mail) bool { return strings.HasPrefix(m.Subject, subject) })
				return at >= 0
			})
			if seen++; len(mails) != seen {
				t.Fatalf("%d mails, want %d", len(mails), seen)
			}
			return mails[at]
		}
		says := func(what, text string, want ...string) {
			t.Helper()
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s says nothing of %q: %s", what, w, text)
				}
			}
		}
		entries := func(m *messages.Mail, status ...string) {
			t.Helper()
			for i, part := range strings.Split(m.Calendar, "BEGIN:VEVENT")[1:] {
				if i >= len(status) {
					t.Fatalf("%d entries, want %d: %s", i+1, len(status), m.Calendar)
				}
				says("the calendar", part, "UID:"+made[i].ID+"@", "STATUS:"+status[i], "SEQUENCE:", "LOCATION:Mill Lane 1 Linz", "DTSTART:"+made[i].StartsAt.Time().UTC().Format("20060102T150405Z"))
			}
			says("the calendar", m.Calendar, "METHOD:PUBLISH")
			if n := strings.Count(m.Calendar, "BEGIN:VEVENT"); n != len(status) || strings.Contains(m.Calendar, "ATTENDEE") {
				t.Errorf("%d entries: %s", n, m.Calendar)
			}
		}
		m := next("Pay the deposit")
		says("the mail", m.TextBody, "€180.00", "and 2 more")
		for _, text := range []string{m.TextBody, m.HTMLBody} { // one transfer pays all of them
			says("the mail", text, "IBAN DE02 1203 0000 0000 2020 51", inventory.InFours(booking.DatesReference(series.ID, booking.DepositPart, f.org)))
			for i := range made {
				says("the mail", text, "Deposit open · €60.00 · "+made[i].ID)
			}
		}
		if n := strings.Count(m.TextBody, "/b/"); n != 4 { // three dates, and the button
			t.Errorf("%d links: %s", n, m.TextBody)
		}
		entries(&m, "TENTATIVE", "TENTATIVE", "TENTATIVE")

		// One reminder is of all of them, once.
		for i, want := range []int{3, 0} {
			if n, err := f.store.Dues.RemindDeposits(t.Context(), made[0].RemindDepositAt, 100); err != nil || n != want {
				t.Fatalf("look %d: of %d dates it is reminded, %v", i, n, err)
			}
		}
		m = next("Reminder: pay the deposit")
		says("the mail", m.TextBody, "€180.00", "and 2 more", inventory.InFours(booking.DatesReference(series.ID, booking.DepositPart, f.org)))
		for i := range made {
			says("the mail", m.TextBody, "Deposit open · €60.00 · "+made[i].ID)
		}

		// The first has another end than the others, of which the next mail tells.
		now += inventory.Instant(inventory.Second)
		owner := organizations.WithBy(t.Context(), organizations.By{Actor: "mem_owner", At: now})
		_, err = f.store.Bookings.WaiveDeposit(owner, f.org, made[0].ID, "Our own", now)
		must(err)
		m = next("Booking confirmed")
		says("the calendar", m.Calendar, "METHOD:REQUEST", "UID:"+made[0].ID+"@", "SEQUENCE:10")
		now += inventory.Instant(inventory.Second)
		_, err = f.store.Bookings.CancelSeries(organizations.WithBy(t.Context(), organizations.By{Actor: bookings.GuestBooker, At: now}), series, "other", false, now)
		must(err)
		m = next("Booking cancelled")
		for i := range made {
			says("the mail", m.TextBody, "Cancelled · "+made[i].ID)
		}
		entries(&m, "CANCELLED", "CANCELLED", "CANCELLED")
		says("the calendar", m.Calendar, "SEQUENCE:20")
	})
}
