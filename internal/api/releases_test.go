package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// tick does what is due in an event, as the ticker of a server does.
func (h *testServer) tick(event string) {
	h.t.Helper()
	_, err := h.seq.Submit(h.t.Context(), sequencer.Request{EventID: strings.TrimPrefix(event, "/v1/events/"), Command: inventory.Tick{}})
	h.must(err)
}

// TestReleases: what is held back is announced to everybody, cannot be had before its time,
// and then goes to the waitlist first.
func TestReleases(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(5)
		tier := h.owner("GET", event, nil).text("tiers", 0, "id")
		noon, one := h.now().Add(time.Hour), h.now().Add(2*time.Hour)
		plan := func(releases ...object) *answer {
			return h.owner("PUT", event+"/onsale", object{"mode": "open", "releases": append([]object{}, releases...)})
		}
		first, second := object{"at": noon, "units": 2}, object{"at": one, "tier_id": tier, "units": 1}
		got := plan(first, second).want(200)
		if got.at("mode") != "open" || got.number("releases", 0, "units") != 2 || got.at("releases", 1, "tier_id") != tier || got.at("releases", 1, "status") != "planned" {
			t.Errorf("the plan: %s", got.Raw)
		}
		seen := h.send("GET", event, "", nil).want(200)
		if seen.number("releases", 0, "units") != 2 || seen.number("releases", 1, "units") != 1 || seen.number("availability", "blocked") != 3 || seen.number("availability", "available") != 2 {
			t.Errorf("the event: %s", seen.Raw)
		}
		if got := h.owner("GET", event+"/blocks", nil).want(200); entries(got, "items") != 0 {
			t.Errorf("a release is a block: %s", got.Raw)
		}
		h.takes(event, "ann", "").want(201)
		h.takes(event, "ben", "").want(201)
		h.send("POST", event+"/waitlist:join", "", object{"email": "cid@example.org", "name": "Cid"}).want(201)

		// What is wrong with a plan is named, and changes nothing.
		plan(first, object{"at": one, "units": 2}).problem(409, "not_enough_units").names("releases[1].units")
		plan(object{"at": h.now().Add(-time.Minute), "units": 1}).problem(422, "invalid_settings").names("releases[0].at")
		plan(object{"at": noon}).problem(422, "invalid_request").names("releases[0].units")
		plan(object{"at": noon, "units": 1, "seat_ids": []string{"sea_x"}}).problem(422, "invalid_request").names("releases[0].units")
		plan(object{"at": noon, "units": 1, "tier_id": "tir_other"}).problem(422, "invalid_request").names("releases[0].tier_id")
		plan(object{"at": noon, "seat_ids": []string{"sea_x"}}).problem(404, "not_found").names("releases[0].seat_ids[0]")
		if got := h.owner("PUT", event+"/onsale", object{"mode": "open"}).want(200); entries(got, "releases") != 2 {
			t.Errorf("a plan that was not sent is another: %s", got.Raw)
		}

		h.later(time.Hour + time.Second)
		h.tick(event)
		seen = h.send("GET", event, "", nil).want(200)
		if entries(seen, "releases") != 1 || seen.number("availability", "held") != 1 || seen.number("availability", "available") != 1 || seen.number("availability", "waiting") != 0 {
			t.Errorf("after the first release: %s", seen.Raw)
		}
		got = h.owner("GET", event+"/onsale", nil).want(200)
		if got.at("releases", 0, "status") != "released" || got.at("releases", 1, "status") != "planned" {
			t.Errorf("the plan after the first release: %s", got.Raw)
		}
		plan(first, second).want(200) // it is the same
		rows := h.owner("GET", event+"/audit?limit=100", nil).want(200).Raw
		if n := strings.Count(rows, `"units_released"`); n != 1 {
			t.Errorf("%d rows of releases", n)
		}
		// The rest of the plan is given up.
		if got := plan().want(200); entries(got, "releases") != 1 {
			t.Errorf("the plan without the second release: %s", got.Raw)
		}
		h.sound()
	})
}

// TestReleasesOfWaitingRoom: the public document of the room tells of them, and once people may
// join, the plan stands.
func TestReleasesOfWaitingRoom(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5)
	terms := object{"mode": "queue", "opens_at": h.now().Add(time.Hour), "serves_at": h.now().Add(2 * time.Hour), "max_inside": 2, "identity": "none"}
	terms["releases"] = []object{{"at": h.now().Add(3 * time.Hour), "units": 2}}
	h.owner("PUT", event+"/onsale", terms).want(200)
	if got := h.send("GET", event+"/waiting-room", "", nil).want(200); got.number("releases", 0, "units") != 2 || got.number("available") != 3 {
		t.Errorf("the waiting room: %s", got.Raw)
	}
	hidden := h.owner("GET", event, nil).text("tiers", 0, "id")
	h.owner("PATCH", event, object{"tiers": []object{{"id": hidden, "hidden": true}}}).want(200)
	h.later(3 * time.Second)
	h.owner("PATCH", event+"/onsale", object{"paused": false}).want(200) // which makes the document anew
	if got := h.send("GET", event+"/waiting-room", "", nil).want(200); got.at("releases") != nil {
		t.Errorf("a release of a hidden tier is shown: %s", got.Raw)
	}
	if got := h.send("GET", event, "", nil).want(200); got.at("releases") != nil {
		t.Errorf("a release of a hidden tier is shown: %s", got.Raw)
	}
	h.later(time.Hour)
	h.owner("PUT", event+"/onsale", terms).want(200) // it is the same
	terms["releases"] = []object{}
	h.owner("PUT", event+"/onsale", terms).problem(409, "onsale_frozen").names("releases")
	h.later(2 * time.Hour)
	h.tick(event)
	if got := h.owner("GET", event, nil).want(200); got.number("availability", "available") != 5 {
		t.Errorf("the event: %s", got.Raw)
	}
	h.sound()
}

// entries is how many things a list of an answer has.
func entries(a *answer, list string) int {
	items, _ := a.at(list).([]any)
	return len(items)
}
