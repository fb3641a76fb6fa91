package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestBookingDays: the days of a month are counted at once, on the clocks of the venue, as they stand now: after
// each change, and when a booking lapses by itself that nobody has answered.
func TestBookingDays(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		x := h.venue(object{"timezone": "America/New_York"})
		first := x.at.AddDate(0, 0, 40).Format(time.DateOnly)
		const day = 24
		book := func(from, to int, rooms ...string) string {
			t.Helper()
			in := x.hours(day*40+from, day*40+to, rooms...)
			in["purpose"] = fmt.Sprint("From ", from)
			return h.owner("POST", x.path+"/bookings", in).want(201).text("id")
		}
		days := func(query string) *answer {
			t.Helper()
			return h.owner("GET", x.path+"/booking-days?date="+first+"&days=31"+query, nil).want(200)
		}
		count := func(got *answer, want ...float64) {
			t.Helper()
			for i, n := range want {
				if float64(got.number("items", i, "bookings")) != n {
					t.Fatalf("day %d: %s", i, got.Raw)
				}
			}
			if len(got.at("items").([]any)) != 31 || got.at("more") != false {
				t.Errorf("%s", got.Raw)
			}
		}
		count(days(""), 0, 0, 0)
		// At two in the morning of the second day in UTC it is still the first one at the venue.
		late := book(26, 27, x.cellar)
		book(38, 40, x.hall)
		count(days(""), 1, 1, 0)
		if got := days(""); got.text("items", 0, "date") != first || got.text("items", 0, "first", 0, "id") != late || got.text("items", 0, "first", 0, "purpose") != "From 26" || got.text("items", 0, "first", 0, "status") != "confirmed" {
			t.Errorf("%s", got.Raw)
		}
		// One that lasts three days stands on each; of five on a day three are named.
		book(50, 50+2*day, x.cellar)
		for i := range 4 {
			book(42+2*i, 43+2*i, x.hall)
		}
		got := days("")
		count(got, 1, 6, 1, 1)
		if len(got.at("items", 1, "first").([]any)) != 3 || got.text("items", 1, "first", 0, "purpose") != "From 38" {
			t.Errorf("%s", got.Raw)
		}
		// A part is booked with its whole, and what is cancelled does not stand.
		count(days("&room_id="+x.east), 0, 5, 0)
		h.owner("POST", "/v1/bookings/"+late+":cancel", object{"reason": "other"}).want(200)
		count(days(""), 0, 6, 1, 1)

		// A request that nobody answers stands until it would begin.
		h.owner("PATCH", x.path, object{"needs_approval": true}).want(200)
		asked := x.hours(day*40+26, day*40+27, x.cellar)
		h.owner("POST", x.path+"/bookings", asked).want(201)
		if got := days(""); got.number("items", 0, "requested") != 1 {
			t.Errorf("%s", got.Raw)
		}
		h.later(43*24*time.Hour + 27*time.Hour)
		count(days(""), 0, 6, 1, 1)

		for query, field := range map[string]string{"?date=soon&days=31": "date", "?days=31": "date", "?date=" + first: "days", "?date=" + first + "&days=43": "days", "?date=" + first + "&days=0": "days"} {
			h.owner("GET", x.path+"/booking-days"+query, nil).problem(422, "invalid_request").names(field)
		}
		h.owner("GET", "/v1/venues/ven_3k9q0a7c1v5m/booking-days?date="+first+"&days=1", nil).problem(404, "not_found")
	})
}

// plainDay is a day as it is counted from the list of bookings.
type plainDay struct {
	bookings, requested int64
	first               []string
}

// plainDays counts the bookings of a list by day.
func (x *testVenue) plainDays(zone *time.Location, first time.Time, n int, room string) []plainDay {
	x.t.Helper()
	begins := func(day int) time.Time { return first.AddDate(0, 0, day) } // no zone of these skips midnight
	query := "?limit=200&from=" + url.QueryEscape(begins(0).UTC().Format(time.RFC3339)) + "&until=" + url.QueryEscape(begins(n).UTC().Format(time.RFC3339)) + "&room_id=" + room
	days := make([]plainDay, n)
	for cursor := ""; ; {
		page := x.owner("GET", x.path+"/bookings"+query+cursor, nil).want(200)
		for i := range page.at("items").([]any) {
			status := page.text("items", i, "status")
			if !slices.Contains([]string{"requested", "pending_deposit", "confirmed", "completed"}, status) {
				continue
			}
			at := func(name string) time.Time {
				v, err := time.Parse(time.RFC3339, page.text("items", i, name))
				x.must(err)
				return v
			}
			for day := range days {
				if d := &days[day]; at("starts_at").Before(begins(day+1)) && at("ends_at").After(begins(day)) {
					if d.bookings++; status == "requested" {
						d.requested++
					}
					if purpose, _ := page.Body["items"].([]any)[i].(map[string]any)["purpose"].(string); len(d.first) < 3 {
						d.first = append(d.first, fmt.Sprint(page.text("items", i, "id"), status, at("starts_at").UTC(), at("ends_at").UTC(), purpose))
					}
				}
			}
		}
		next, more := page.Body["next_cursor"].(string)
		if !more || next == "" {
			return days
		}
		cursor = "&cursor=" + next
	}
}

// TestBookingDaysAtRandom: whatever happens to a venue, the days that are kept are those that are counted from the
// list of its bookings.
func TestBookingDaysAtRandom(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, uri string) {
		h := newTestServerAt(t, uri)
		r := rand.New(rand.NewPCG(seed.Of(t), 204))
		zone := "Europe/Berlin"
		x := h.venue(object{"timezone": zone})
		rooms := []string{x.hall, x.east, x.west, x.cellar}
		// The month has a day of change in three of the zones.
		first := time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC)
		h.later(first.AddDate(0, 0, 8).Sub(h.now()))
		wanted := func() object {
			starts := first.Add(time.Duration(9*24+r.IntN(30*24)) * time.Hour)
			return object{
				"rooms": []string{rooms[r.IntN(len(rooms))]}, "starts_at": starts, "ends_at": starts.Add(time.Duration(1+r.IntN(30)) * time.Hour),
				"setup_minutes": 30 * r.IntN(3), "purpose": fmt.Sprint("Choir <", r.IntN(1000), ">"),
			}
		}
		var made []string
		one := func() string { return "/v1/bookings/" + append(made, "bkg_3k9q0a7c1v5m")[r.IntN(len(made)+1)] }
		change := func() *answer {
			switch n := r.IntN(12); n {
			case 0:
				return h.owner("POST", one()+":cancel", object{"reason": "other"})
			case 1:
				return h.owner("POST", one()+":confirm", nil)
			case 2:
				return h.owner("POST", one()+":decline", object{"reason": "not_suitable"})
			case 3:
				to := wanted()
				return h.owner("POST", one()+":move", object{"starts_at": to["starts_at"], "ends_at": to["ends_at"], "rooms": to["rooms"]})
			case 4:
				zone = []string{"Europe/Berlin", "America/New_York", "Asia/Kolkata", "Europe/London"}[r.IntN(4)]
				return h.owner("PATCH", x.path, object{"timezone": zone, "needs_approval": r.IntN(2) == 0, "buffer_rule": []string{"sum", "larger"}[r.IntN(2)]})
			case 5:
				h.later(time.Duration(r.IntN(30)) * time.Hour)
				if _, err := h.store.Bookings.EndBookings(t.Context(), inventory.At(h.now()), r.IntN(3)); err != nil {
					t.Fatal(err)
				}
				return h.owner("GET", x.path, nil)
			case 6:
				if len(made) > 0 && r.IntN(3) == 0 {
					h.must(h.store.Bookers.Forget(t.Context(), h.org, made[r.IntN(len(made))], inventory.At(h.now())))
				}
				return h.owner("GET", x.path, nil)
			default:
				a := h.owner("POST", x.path+"/bookings", wanted())
				if a.Status == 201 {
					made = append(made, a.text("id"))
				}
				return a
			}
		}
		for n := range 80 {
			if a := change(); a.Status >= 500 {
				t.Fatal(a.Raw)
			}
			if n%2 > 0 {
				continue
			}
			at, err := time.LoadLocation(zone)
			h.must(err)
			room := append(rooms, "")[r.IntN(5)]
			from := time.Date(2027, 3, 1+7*r.IntN(2), 0, 0, 0, 0, at)
			got := h.owner("GET", x.path+"/booking-days?days=35&date="+from.Format(time.DateOnly)+"&room_id="+room, nil).want(200)
			for i, want := range x.plainDays(at, from, 35, room) {
				var named []string
				for k := range got.at("items", i, "first").([]any) {
					starts, err := time.Parse(time.RFC3339, got.text("items", i, "first", k, "starts_at"))
					h.must(err)
					ends, err := time.Parse(time.RFC3339, got.text("items", i, "first", k, "ends_at"))
					h.must(err)
					purpose, _ := got.at("items", i, "first", k).(map[string]any)["purpose"].(string)
					named = append(named, fmt.Sprint(got.text("items", i, "first", k, "id"), got.text("items", i, "first", k, "status"), starts, ends, purpose))
				}
				if got.number("items", i, "bookings") != want.bookings || got.number("items", i, "requested") != want.requested || !slices.Equal(named, want.first) || got.text("items", i, "date") != from.AddDate(0, 0, i).Format(time.DateOnly) {
					t.Fatalf("change %d, %s in %s, room %q:\n%v\nwant %+v", n, from.AddDate(0, 0, i).Format(time.DateOnly), zone, room, got.at("items", i), want)
				}
			}
		}
	})
}
