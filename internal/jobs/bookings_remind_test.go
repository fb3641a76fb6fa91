package jobs_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestGuestsAreRemindedOfDeposits: a guest is mailed once that their deposit is not there, in their language, with the
// amount, the deadline on the clocks of the venue, how it is transferred, and the link to their booking; by one of two
// servers; and not when it was paid or waived, or the booking cancelled, before it was looked or before the mail is sent.
func TestGuestsAreRemindedOfDeposits(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		must := f.must
		venue, rooms := f.mill(venues.Venue{Timezone: "Europe/Vienna", Published: true, GuestBookings: true})
		letter, err := jobs.AccountMail(accountmail.BookingAddressMail, "bkg_nobody", f.org)
		must(err)
		booked := map[string]*bookings.Booking{}
		for i, user := range []string{"ada", "ben", "cyd", "dan"} {
			now := inventory.At(f.clock())
			at := now + inventory.Instant(60+i)*inventory.Instant(inventory.Day)
			g := &bookings.BookingGuest{
				OrgID: f.org, BookingID: f.ids.Top(id.Booking), VenueID: venue, Name: user, Email: user + "@example.org", Address: user + "@example.org", Locale: "de", RequestedAt: now,
				ExpiresAt: now + inventory.Instant(inventory.Hour), ConfirmedAt: now, Asked: bookings.GuestRequest{Rooms: rooms, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour), Purpose: "Chorprobe"},
			}
			must(f.store.Bookers.Ask(t.Context(), g, letter))
			booked[user], err = f.store.Bookings.Book(organizations.WithBy(t.Context(), organizations.By{Actor: bookings.GuestBooker, At: now}), g.Booking(), now)
			must(err)
		}
		f.exec("delete from river_job") // that they have booked
		owner := organizations.WithBy(t.Context(), organizations.By{Actor: f.member("owner"), At: inventory.At(f.clock())})
		remind := func(want int) {
			t.Helper()
			var wg sync.WaitGroup
			for range 2 { // two servers
				wg.Go(func() {
					if _, err := f.store.Dues.RemindDeposits(t.Context(), inventory.At(f.clock()), 100); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if n := f.count("select count(*) from river_job where cast(args as text) like '%deposit_due%'"); n != want {
				t.Fatalf("%d reminders, want %d", n, want)
			}
		}
		cancel := func(user string) {
			t.Helper()
			_, err := f.store.Bookings.EndBooking(owner, f.org, booked[user].ID, booking.Cancelled, "venue_closed", true, inventory.At(f.clock()))
			must(err)
		}
		f.later(23 * time.Hour)
		remind(0)
		cancel("ben")
		f.later(time.Hour + time.Second)
		remind(3)
		remind(3)
		// Before the mails are made cyd needs to pay nothing any more, and dan's booking is cancelled.
		_, err = f.store.Bookings.WaiveDeposit(owner, f.org, booked["cyd"].ID, "A friend of the house", inventory.At(f.clock()))
		must(err)
		cancel("dan")
		f.exec("delete from river_job where cast(args as text) not like '%deposit_due%'")
		for range 2 {
			f.start(f.worker(mail.NewLocal(f.store), nil))
		}
		mails := f.afterLetters(3)
		if len(mails) != 1 {
			t.Fatalf("%d mails: %+v", len(mails), mails)
		}
		zone, err := time.LoadLocation("Europe/Vienna")
		must(err)
		ada, m := booked["ada"], &mails[0]
		if m.Recipient != "ada@example.org" || !strings.HasPrefix(m.Subject, "Erinnerung: Anzahlung bis ") {
			t.Errorf("%s: %s", m.Recipient, m.Subject)
		}
		for _, want := range []string{
			"Chorprobe", "60,00 €", ada.PayUntil.Time().In(zone).Format("15:04"), "IBAN DE02 1203 0000 0000 2020 51",
			inventory.InFours(booking.Reference(ada.ID, booking.DepositPart, f.org)), identity.Links{Key: key, Base: "https://tickets.example"}.BookingURL(ada.ID),
		} {
			if !strings.Contains(m.TextBody, want) {
				t.Errorf("the mail says nothing of %q: %s", want, m.TextBody)
			}
		}
		// The job of every minute finds nothing more, however often it runs.
		for range 3 {
			must(f.store.Jobs.InsertJobs(t.Context(), database.Job{Kind: "lapse_bookings", Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 3}))
		}
		f.afterJobs("lapse_bookings", 3)
		if n := f.count("select count(*) from river_job where cast(args as text) like '%deposit_due%'"); n != 3 {
			t.Errorf("%d reminders", n)
		}
	})
}
