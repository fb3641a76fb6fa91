package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestBookersAreTold has a booking asked for, approved and lapse without its deposit: staff and
// the booker are each told once of what they did not do.
func TestBookersAreTold(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(time.Now())
		members := map[string]string{}
		for _, role := range []string{"owner", "box_office", "viewer"} {
			members[role] = f.member(role)
		}
		by := func(role string) organizations.By { return organizations.By{Actor: members[role], At: now} }
		v, must := f.store.Bookings, f.must
		venue, rooms := f.mill(venues.Venue{NeedsApproval: true})
		at := now + inventory.Instant(60*inventory.Day)
		b, err := v.Book(organizations.WithBy(t.Context(), by("box_office")), bookings.Booking{
			OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: rooms, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour), Purpose: "Choir",
		}, now)
		must(err)
		f.start(j)
		// subjects are those of the mails to an address, once there are so many to all.
		wait := func(want ...string) {
			t.Helper()
			var got []string
			poll.Until(t, fmt.Sprintf("%q are mailed", want), func() bool {
				got = nil
				for _, m := range f.box() {
					subject, _, _ := strings.Cut(m.Subject, " by ")
					got = append(got, strings.TrimSuffix(m.Recipient, "@example.org")+": "+subject)
				}
				return len(got) >= len(want)
			})
			slices.Sort(got)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Fatalf("%q, want %q", got, want)
			}
		}
		wait("owner: Booking request: Old mill")
		_, err = v.ConfirmBooking(organizations.WithBy(t.Context(), by("owner")), f.org, b.ID, now)
		must(err)
		wait("owner: Booking request: Old mill", "box_office: Pay the deposit")
		mails := f.box()
		how := slices.IndexFunc(mails, func(m messages.Mail) bool { return strings.HasPrefix(m.Subject, "Pay the deposit") })
		for _, want := range []string{"IBAN DE02 1203 0000 0000 2020 51", inventory.InFours(booking.Reference(b.ID, booking.DepositPart, f.org)), "€60.00", "Price: €200.00", "Rest: €140.00", "If it is cancelled: "} {
			if text := mails[how].TextBody; !strings.Contains(text, want) {
				t.Errorf("the mail says nothing of %s: %s", want, text)
			}
		}
		_, err = v.EndBookings(t.Context(), now+inventory.Instant(49*inventory.Hour), 10)
		must(err)
		seen := []string{"owner: Booking request: Old mill", "box_office: Pay the deposit", "box_office: Booking lapsed: Old mill"}
		wait(seen...)

		// What is confirmed goes with the mail as an entry for calendars, and when it is cancelled a
		// newer one says so.
		barn, lofts := f.venue(venues.Venue{Name: "Barn", Address: "Mill Lane 1\nLinz", NeedsApproval: true}, "Loft", "Stable")
		loft, stable := lofts[:1:1], lofts[1:]
		b, err = v.Book(organizations.WithBy(t.Context(), by("box_office")), bookings.Booking{
			OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: barn, Rooms: loft, StartsAt: at, EndsAt: at + inventory.Instant(inventory.Hour), Purpose: "Choir",
		}, now)
		must(err)
		seen = append(seen, "owner: Booking request: Barn")
		wait(seen...)
		now += inventory.Instant(inventory.Second)
		_, err = v.ConfirmBooking(organizations.WithBy(t.Context(), by("owner")), f.org, b.ID, now)
		must(err)
		seen = append(seen, "box_office: Booking confirmed: Barn")
		wait(seen...)
		// Of another time or room its booker is told with a newer entry, of more chairs not.
		now += inventory.Instant(inventory.Second)
		later, until, people := at+inventory.Instant(inventory.Hour), at+inventory.Instant(3*inventory.Hour), int64(9)
		_, err = v.MoveBooking(organizations.WithBy(t.Context(), by("owner")), f.org, b.ID, &bookings.Move{People: &people}, now)
		must(err)
		_, err = v.MoveBooking(organizations.WithBy(t.Context(), by("owner")), f.org, b.ID, &bookings.Move{StartsAt: &later, EndsAt: &until, Rooms: &stable}, now)
		must(err)
		seen = append(seen, "box_office: Booking moved: Barn")
		wait(seen...)
		now += inventory.Instant(inventory.Second)
		_, err = v.EndBooking(organizations.WithBy(t.Context(), by("owner")), f.org, b.ID, booking.Cancelled, "other", true, now)
		must(err)
		seen = append(seen, "box_office: Booking cancelled: Barn")
		wait(seen...)
		entries := map[string]string{}
		for _, m := range f.box() {
			if m.Calendar != "" {
				entries[m.Subject] = m.Calendar
			}
			if m.Subject == "Booking moved: Barn" && !strings.Contains(m.TextBody, "Rooms: Stable.") {
				t.Errorf("the booker is told no room: %s", m.TextBody)
			}
		}
		for subject, lines := range map[string][]string{
			"Booking confirmed: Barn": {"METHOD:REQUEST", "SEQUENCE:10\r", "STATUS:CONFIRMED", "LOCATION:Mill Lane 1 Linz", "mailto:box_office@example.org"},
			"Booking moved: Barn":     {"METHOD:REQUEST", "SEQUENCE:20\r", "STATUS:CONFIRMED", "DTSTART:" + later.Time().UTC().Format("20060102T150405Z")},
			"Booking cancelled: Barn": {"METHOD:CANCEL", "SEQUENCE:30\r", "STATUS:CANCELLED"},
		} {
			for _, line := range append(lines, "UID:"+b.ID+"@") {
				if !strings.Contains(entries[subject], line) {
					t.Errorf("%s: no %q in %s", subject, line, entries[subject])
				}
			}
		}
		if len(entries) != 3 {
			t.Errorf("entries for calendars go with %d mails", len(entries))
		}

		// What two people have waited for comes free at once: each is told about their own.
		shed, bay := f.venue(venues.Venue{Name: "Shed"}, "Bay")
		hour := inventory.Instant(inventory.Hour)
		want := bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: shed, Rooms: bay, StartsAt: at, EndsAt: at + 2*hour}
		whole, err := v.Book(organizations.WithBy(t.Context(), by("owner")), want, now)
		must(err)
		for i, role := range []string{"box_office", "viewer", "viewer"} {
			waits := want
			waits.ID, waits.StartsAt = f.ids.Top(id.Booking), at+inventory.Instant(i)*hour/2
			waits.EndsAt = waits.StartsAt + hour/2
			_, err = v.BookDates(organizations.WithBy(t.Context(), by(role)), nil, []bookings.Booking{waits}, booking.Wait, now)
			must(err)
		}
		_, err = v.EndBooking(organizations.WithBy(t.Context(), by("owner")), f.org, whole.ID, booking.Cancelled, "other", false, now)
		must(err)
		seen = append(seen, "box_office: Your time came free: Shed", "viewer: Your time came free: Shed")
		wait(seen...)
	})
}
