package jobs_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/busy/fetch"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestCalendarsAreFetched: a calendar of others keeps its room soon after it was added; when its
// server fails, what it said stays; and when it says less, what is free goes to those who wait.
func TestCalendarsAreFetched(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		now := inventory.At(f.clock())
		at := func(days int) inventory.Instant {
			return now + inventory.Instant(days)*inventory.Instant(inventory.Day)
		}
		event := func(days int) string {
			return "BEGIN:VEVENT\r\nUID:x\r\nDTSTART:" + at(days).Time().Format("20060102T150405Z") + "\r\nDURATION:PT3H\r\nEND:VEVENT\r\n"
		}
		var answer atomic.Value
		answer.Store(event(10) + event(20))
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if answer.Load() == "" {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			fmt.Fprintf(w, "BEGIN:VCALENDAR\r\n%sEND:VCALENDAR\r\n", answer.Load())
		}))
		defer server.Close()
		var err error
		f.others, err = fetch.New(fetch.Config{
			Guard: netguard.Guard{Private: true}, Version: "test", Host: "holdfast.example", Address: func(context.Context, *roomcalendars.RoomCalendar) (string, error) { return server.URL, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		calendars, cal, must := f.store.RoomCalendars, f.ids.Top(id.RoomCalendar), f.must
		f.member("organizer")
		venue, rooms := f.venue(venues.Venue{Name: "Old mill"}, "Hall")
		must(calendars.Add(t.Context(), roomcalendars.RoomCalendar{OrgID: f.org, ID: cal, VenueID: venue, RoomID: rooms[0], Name: "Parish", Host: "localhost", CreatedAt: now, NextAt: now}, organizations.ServerKey{Purpose: roomcalendars.AddressPurpose(f.org, cal), Secret: []byte{1}, KeyVersion: 1, KeyID: "k", CreatedAt: now}))
		book := func(days int) bookings.Booking {
			return bookings.Booking{OrgID: f.org, ID: f.ids.Top(id.Booking), VenueID: venue, Rooms: rooms, StartsAt: at(days), EndsAt: at(days) + inventory.Instant(inventory.Hour)}
		}
		// until has a worker run until the calendar stands as is wanted.
		until := func(want func(c *roomcalendars.RoomCalendar) bool) {
			t.Helper()
			must(calendars.FetchSoon(t.Context(), f.org, cal, now))
			j := f.worker(mail.NewLocal(f.store), nil)
			must(j.Start(t.Context()))
			defer func() { must(j.Stop(t.Context())) }()
			var c *roomcalendars.RoomCalendar
			poll.Until(t, "the calendar stands as is wanted", func() bool {
				var err error
				c, err = calendars.ByID(t.Context(), f.org, cal)
				must(err)
				return want(c)
			})
		}
		until(func(c *roomcalendars.RoomCalendar) bool { return c.Periods == 2 && c.WorkedAt > 0 && c.Failure == "" })
		waits := book(20)
		if _, err := f.store.Bookings.Book(t.Context(), waits, now); err == nil {
			t.Fatal("a room was booked that is taken elsewhere")
		}
		waits.SeriesID = f.ids.Top(id.BookingDates)
		_, err = f.store.Bookings.BookDates(t.Context(), &bookings.BookingSeries{OrgID: f.org, ID: waits.SeriesID, VenueID: venue, OnConflict: booking.Wait, CreatedAt: now}, []bookings.Booking{waits}, booking.Wait, now)
		must(err)
		answer.Store("")
		until(func(c *roomcalendars.RoomCalendar) bool {
			return c.Failure == "status" && c.Detail == "502" && c.Periods == 2 && c.WorkedAt < c.TriedAt
		})
		if _, err := f.store.Bookings.Book(t.Context(), book(10), now); err == nil {
			t.Fatal("a fetch that failed has freed a room")
		}
		// Members are told once, with the reason and since when, and not of every hiccup.
		mails := func() (list []messages.Mail) {
			t.Helper()
			box, err := f.store.Mails.Mailbox(t.Context(), 50)
			must(err)
			for _, m := range box {
				if strings.Contains(m.Subject, "Parish") {
					list = append(list, m)
				}
			}
			return list
		}
		for n := int64(2); n <= 4; n++ {
			until(func(c *roomcalendars.RoomCalendar) bool { return c.Failures == n && (n < 3 || len(mails()) > 0) })
			if got := len(mails()); got != int(n/3) {
				t.Fatalf("%d mails after %d failures", got, n)
			}
		}
		if m := mails()[0]; m.Recipient != "organizer@example.org" || !strings.Contains(m.TextBody, "Its server answers 502.") || !strings.Contains(m.TextBody, "It was last read") || !strings.Contains(m.TextBody, "rooms of Old mill") {
			t.Errorf("%+v", m)
		}
		answer.Store(event(10))
		until(func(c *roomcalendars.RoomCalendar) bool { return c.Failure == "" && c.Periods == 1 })
		if b, err := f.store.Bookings.Booking(t.Context(), f.org, waits.ID); err != nil || b.Status != booking.Confirmed {
			t.Errorf("what came free went to nobody: %+v, %v", b, err)
		}
	})
}
