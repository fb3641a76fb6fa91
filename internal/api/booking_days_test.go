package api_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestBookingDays: the days of a month are counted at once, on the clocks of the venue, as they stand now: after
// each change, and when a booking lapses by itself that nobody has answered.
func TestBookingDays(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		x := h.house(object{"timezone": "America/New_York"})
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
