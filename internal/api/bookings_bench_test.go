package api_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	storebookings "github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// BenchmarkBookings lists the bookings of a venue of 50 rooms, each of which is booked four
// times a day for three months, with set-up and tear-down, as the calendar asks for them. It
// reports the time that one call in a hundred is above.
func BenchmarkBookings(b *testing.B) {
	for name, open := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		b.Run(name, func(b *testing.B) {
			h := newTestServerAt(b, open(b), func(c *api.Config) { c.AccessLevel = slog.LevelDebug })
			venue, room, month := h.bookedVenue(b)
			key := h.key(h.org, identity.Owner)
			span := func(from, days int, more url.Values) url.Values {
				more.Set("from", month.AddDate(0, 0, from).Format(time.RFC3339))
				more.Set("until", month.AddDate(0, 0, from+days).Format(time.RFC3339))
				more.Set("buffers", "true")
				return more
			}
			whole := url.Values{"date": {month.Format(time.DateOnly)}, "days": {"31"}}
			// Somebody moves the first booking of the month by an hour, and back.
			first, err := h.store.Bookings.Bookings(b.Context(), h.org, venue, storebookings.BookingFilter{From: inventory.At(month), Until: inventory.At(month.AddDate(0, 0, 1))}, storebookings.BookingPosition{}, 1)
			h.must(err)
			move, moved := first[0], false
			changed := func(*http.Request) {
				starts, ends := move.StartsAt, move.EndsAt
				if moved = !moved; moved {
					starts, ends = starts-inventory.Instant(inventory.Hour), ends-inventory.Instant(inventory.Hour)
				}
				_, err := h.store.Bookings.MoveBooking(b.Context(), h.org, move.ID, &storebookings.Move{StartsAt: &starts, EndsAt: &ends}, inventory.At(h.now()))
				h.must(err)
			}
			// Days that hardly anybody has looked at since the server began.
			unknown := func(r *http.Request) {
				r.URL.RawQuery = url.Values{"date": {month.AddDate(0, 0, rand.IntN(29)-28).Format(time.DateOnly)}, "days": {strconv.Itoa(28 + rand.IntN(15))}}.Encode()
			}
			for _, c := range []struct {
				name, list string
				query      url.Values
				before     func(*http.Request)
			}{
				{"a month of all rooms, its days", "booking-days", whole, nil},
				{"the same after a change", "booking-days", whole, changed},
				{"six weeks of all rooms after a change", "booking-days", url.Values{"date": whole["date"], "days": {"42"}}, changed},
				{"four to six weeks of all rooms that are not known", "booking-days", whole, unknown},
				{"a month of one room, its days, after a change", "booking-days", url.Values{"date": whole["date"], "days": whole["days"], "room_id": {room}}, changed},
				{"a month of all rooms, a page of 50", "bookings", span(0, 31, url.Values{}), nil},
				{"a month of all rooms, a page of 200", "bookings", span(0, 31, url.Values{"limit": {"200"}}), nil},
				{"a month of one room", "bookings", span(0, 31, url.Values{"limit": {"200"}, "room_id": {room}}), nil},
				{"a day of all rooms", "bookings", span(15, 1, url.Values{"limit": {"200"}}), nil},
				{"what is requested", "bookings", span(0, 31, url.Values{"booking_status": {"requested"}}), nil},
			} {
				b.Run(c.name, func(b *testing.B) {
					r := httptest.NewRequest(http.MethodGet, "/v1/venues/"+venue+"/"+c.list+"?"+c.query.Encode(), nil)
					r.Header.Set("Authorization", "Bearer "+key)
					w := &nowhere{header: http.Header{}}
					var took []time.Duration
					for b.Loop() {
						clear(w.header)
						w.written = 0
						if c.before != nil {
							c.before(r)
						}
						start := time.Now()
						h.handler.ServeHTTP(w, r)
						took = append(took, time.Since(start))
						if w.written == 0 || w.status != http.StatusOK {
							b.Fatal(w.status)
						}
					}
					slices.Sort(took)
					b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
					b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
				})
			}
		})
	}
}

// bookedVenue is a venue of 50 rooms, a room of it, and the month in the middle of those in
// which they are booked.
func (h *testServer) bookedVenue(b *testing.B) (venue, room string, month time.Time) {
	b.Helper()
	now := inventory.At(h.now())
	month = h.now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 40)
	venue = h.ids.Top(id.Venue)
	h.must(h.store.Venues.CreateVenue(b.Context(), venues.Venue{OrgID: h.org, ID: venue, Name: "House", CreatedAt: now}))
	ctx := organizations.WithBy(b.Context(), organizations.By{Actor: "mem_a", At: now})
	for r := range 50 {
		room = h.ids.Top(id.Room)
		h.must(h.store.Venues.CreateRoom(ctx, venues.Room{OrgID: h.org, ID: room, VenueID: venue, Name: fmt.Sprint("Room ", r), CreatedAt: now}))
		// The bookings of a room are one decision.
		var dates []storebookings.Booking
		for day := -31; day < 62; day++ {
			for n := range 4 {
				starts := inventory.At(month.AddDate(0, 0, day).Add(time.Duration(8+3*n) * time.Hour))
				dates = append(dates, storebookings.Booking{
					OrgID: h.org, ID: h.ids.Top(id.Booking), VenueID: venue, Rooms: []string{room}, StartsAt: starts, EndsAt: starts + inventory.Instant(2*inventory.Hour),
					Setup: 15 * inventory.Minute, Teardown: 15 * inventory.Minute, Purpose: "Choir rehearsal", People: 30,
				})
			}
		}
		_, err := h.store.Bookings.BookDates(ctx, nil, dates, booking.Skip, now)
		h.must(err)
	}
	// As a server does by itself, in time.
	if _, err := h.store.JobsDB().ExecContext(ctx, "analyze"); err != nil {
		b.Fatal(err)
	}
	return venue, room, month
}
