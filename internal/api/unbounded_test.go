package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestUnbounded: an event without a bound takes everybody, says so wherever it says how many places
// there are, and can be given a number of places and lose it again while people are in it.
func TestUnbounded(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		for field, bad := range map[string]func(object){
			"capacity":          set("capacity", "many"),
			"pools[0].capacity": set("pools", []object{{"name": "Balcony", "capacity": -1}}),
			"tiers[0].capacity": set("tiers", []object{{"name": "Seat", "capacity": 10_000_001}}),
		} {
			h.owner("POST", "/v1/events", h.newEvent(1, bad)).problem(422, "invalid_request").names(field)
		}
		missing := h.newEvent(1, func(e object) { delete(e, "capacity") })
		h.owner("POST", "/v1/events", missing).problem(422, "invalid_request").names("capacity")

		event := h.event(1, set("capacity", nil), set("tiers", []object{{"name": "Place", "capacity": nil}, {"name": "Table", "capacity": 2}}))
		none := object{"capacity": nil, "available": 10_000_000.0}
		unbounded := func(what string, taken int) *answer {
			t.Helper()
			e := h.send("GET", event, "", nil).want(200)
			e.sees(t, what, object{"capacity": nil})
			e.sees(t, what, none, "availability")
			e.sees(t, what, none, "tiers", 0)
			e.sees(t, what, object{"capacity": 2.0}, "tiers", 1)
			h.owner("GET", event, nil).want(200).sees(t, what, object{"capacity": nil, "available": 10_000_000.0, "confirmed": float64(taken)}, "pools", 0)
			return e
		}
		place := unbounded("made", 0).text("tiers", 0, "id")
		for _, name := range []string{"ada", "ben", "cyd"} {
			h.register(event, name)
		}
		unbounded("with people", 3)
		h.send("GET", "/v1/public/events?q=", "", nil).want(200).sees(t, "the list", none, "items", 0)
		h.owner("GET", event+"/figures", nil).want(200).sees(t, "figures", object{"capacity": nil})
		h.owner("GET", event+"/state", nil).want(200).sees(t, "as it stands", none, "pools", 0)

		// A number below what is taken: nobody loses theirs, and who comes then waits.
		if e := h.owner("PATCH", event, object{"capacity": 2}).want(200); e.number("capacity") != 2 || e.number("availability", "overcommit") != 1 || e.number("tiers", 0, "capacity") != 2 {
			t.Error(e.Raw)
		}
		late := person("dan")
		late["tier_id"] = place
		if w := h.owner("POST", event+"/registrations", late).want(201); w.text("status") != "waitlisted" {
			t.Error(w.Raw)
		}
		// Without a bound again: whoever waits is offered a place at once, and nobody has to wait.
		h.owner("PATCH", event, object{"title": "Open house"}).want(200).sees(t, "the bound stays", object{"capacity": 2.0})
		pool := h.owner("GET", event, nil).want(200).text("pools", 0, "id")
		h.as(identity.BoxOffice, "PATCH", event+"/pools/"+pool, object{"capacity": nil}).problem(403, "forbidden")
		h.owner("PATCH", event+"/pools/"+pool, object{}).problem(422, "invalid_request").names("capacity")
		h.owner("PATCH", event+"/pools/"+pool, object{"capacity": nil}).want(200).sees(t, "the pool", none)
		if e := unbounded("again", 3); e.number("availability", "held") != 1 {
			t.Error(e.Raw)
		}
		h.register(event, "eve")
		// The other tier is full by its own bound.
		for name, want := range map[string]string{"fay": "confirmed", "gus": "confirmed"} {
			in := person(name)
			in["tier_id"] = h.owner("GET", event, nil).want(200).text("tiers", 1, "id")
			if a := h.owner("POST", event+"/registrations", in).want(201); a.text("status") != want {
				t.Error(a.Raw)
			}
		}
		if e := unbounded("and a full tier", 6); e.text("state") != "on_sale" || e.number("tiers", 1, "available") != 0 {
			t.Error(e.Raw)
		}

		// Dates of a series are copies, and change together.
		made := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2"}).want(201)
		series, second := "/v1/series/"+made.text("id"), made.dates()[1]
		h.owner("GET", second, nil).want(200).sees(t, "a copy", object{"capacity": nil})
		for _, to := range []any{30, nil} {
			h.owner("POST", series+":change", object{"from": eventID(second), "capacity": to}).want(200)
			want := object{"capacity": to}
			if n, ok := to.(int); ok {
				want["capacity"] = float64(n)
			}
			h.owner("GET", second, nil).want(200).sees(t, "following", want)
		}
		if page := h.send("GET", strings.TrimPrefix(event, "/v1"), "", nil).want(200).Raw; strings.Contains(page, "9,999") || strings.Contains(page, "10000000") {
			t.Error("the page counts places that nobody counts")
		}
		h.sound()
	})
}
