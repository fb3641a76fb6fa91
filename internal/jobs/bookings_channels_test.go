package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/sms/smstest"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestBookersAreToldByTheChosenChannel: whoever booked rooms and chose to be texted by the organization, which has no
// events, is texted what becomes of that, once; where the number is dead the mail goes out, with the entry for
// calendars; and whoever chose nothing has the mail.
func TestBookersAreToldByTheChosenChannel(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		must, now := f.must, inventory.At(time.Now())
		mx := mailtest.Start(t, &mailtest.Server{})
		const dead = "+4930111111"
		phone := smstest.Start(t, &smstest.Server{Answer: func(to string) *smstest.Refusal {
			if to == dead {
				return &smstest.Refusal{Status: 400, Code: 21211, Message: "Invalid 'To' Phone Number"}
			}
			return nil
		}})
		for user, number := range map[string]string{"ada": "+4930222222", "ben": dead} {
			f.contact(address.PublicID(user+"@example.org"), messages.Contact{Phone: number, SMSAt: 1, Channels: []string{delivery.SMSChannel, delivery.MailChannel}})
		}
		j := f.worker(f.smtp(mx), func(c *delivery.Config) { c.SMS = f.twilio(phone) })
		venue, rooms := f.venue(venues.Venue{Name: "Old mill", Published: true, GuestBookings: true}, "Hall")
		letter, err := jobs.AccountMail(accountmail.BookingAddressMail, "bkg_nobody", f.org)
		must(err)
		users, booked := []string{"ada", "ben", "cyd"}, map[string]string{}
		for i, user := range users {
			at := now + inventory.Instant(60+i)*inventory.Instant(inventory.Day)
			g := &bookings.BookingGuest{
				OrgID: f.org, BookingID: f.ids.Top(id.Booking), VenueID: venue, Name: user, Email: user + "@example.org", Address: user + "@example.org", Locale: "en", RequestedAt: now,
				ExpiresAt: now + inventory.Instant(inventory.Hour), ConfirmedAt: now, Asked: bookings.GuestRequest{Rooms: rooms, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour)},
			}
			must(f.store.Bookers.Ask(t.Context(), g, letter))
			_, err := f.store.Bookings.Book(organizations.WithBy(t.Context(), organizations.By{Actor: bookings.GuestBooker, At: now}), g.Booking(), now)
			must(err)
			booked[user] = g.BookingID
		}
		f.exec("delete from river_job") // that they have booked
		by := organizations.WithBy(t.Context(), organizations.By{Actor: f.member("owner"), At: now})
		for _, user := range users {
			_, err := f.store.Bookings.EndBooking(by, f.org, booked[user], booking.Cancelled, "venue_closed", true, now)
			must(err)
		}
		f.start(j)
		links := identity.Links{Key: key, Base: "https://tickets.example"}
		var got []string
		poll.Until(t, "all are told", func() bool {
			got = nil
			for _, m := range phone.Received() {
				for user, name := range booked {
					if strings.Contains(m.Body, links.BookingURL(name)) && strings.Contains(m.Body, "Old mill") {
						got = append(got, user+" sms "+m.To)
					}
				}
			}
			for _, m := range mx.Received() {
				user, _, _ := strings.Cut(m.To, "@")
				got = append(got, fmt.Sprint(user, " mail, with an entry: ", strings.Contains(m.Data, "text/calendar")))
			}
			return len(got) >= len(users)
		})
		slices.Sort(got)
		if want := []string{"ada sms +4930222222", "ben mail, with an entry: true", "cyd mail, with an entry: true"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if n := f.count("select count(*) from suppressions where channel = 'sms'"); n != 1 {
			t.Errorf("%d numbers are suppressed", n)
		}
	})
}
