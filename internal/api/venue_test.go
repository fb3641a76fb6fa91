package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const smallPlan = "section,row,number,tier,accessible,companion\n" +
	"Stalls,A,1,Front,,\nStalls,A,2,Front,,\nStalls,A,3,Front,,\nStalls,A,4,Front,,\n" +
	"Stalls,B,1,Back,yes,\nStalls,B,2,Back,,yes\nStalls,B,3,Back,,\n"

// room makes a venue with a room and returns the room's path.
func (h *testServer) room() string {
	h.t.Helper()
	venue := h.owner("POST", "/v1/venues", object{"name": "Old harbour", "address": "Quay 3"}).want(201).text("id")
	return "/v1/rooms/" + h.owner("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Great hall"}).want(201).text("id")
}

func TestVenues(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	venue := h.owner("POST", "/v1/venues", object{"name": " Old harbour ", "address": "Quay 3"}).want(201)
	if venue.text("name") != "Old harbour" {
		t.Errorf("%s", venue.Raw)
	}
	path := "/v1/venues/" + venue.text("id")
	h.owner("POST", path+"/rooms", object{"name": "Great hall"}).want(201)
	got := h.as(identity.Viewer, "GET", path, nil).want(200)
	if got.text("address") != "Quay 3" || got.text("rooms", 0, "name") != "Great hall" {
		t.Errorf("%s", got.Raw)
	}
	for range 2 {
		h.owner("POST", "/v1/venues", object{"name": "Another"}).want(201)
	}
	all := h.owner("GET", "/v1/venues", nil).want(200)
	for i := range all.at("items").([]any) {
		rooms := all.at("items", i, "rooms").([]any)
		if first := all.text("items", i, "id") == venue.text("id"); first != (len(rooms) == 1) || first && all.text("items", i, "rooms", 0, "name") != "Great hall" {
			t.Errorf("rooms of the list: %s", all.Raw)
		}
	}
	page := h.owner("GET", "/v1/venues?limit=2", nil).want(200)
	rest := h.owner("GET", "/v1/venues?limit=2&cursor="+page.text("next_cursor"), nil).want(200)
	if n := len(page.at("items").([]any)) + len(rest.at("items").([]any)); n != 3 || rest.text("next_cursor") != "" {
		t.Errorf("%d venues: %s %s", n, page.Raw, rest.Raw)
	}
	h.owner("POST", "/v1/venues", object{"name": " "}).problem(422, "invalid_request").names("name")
	h.owner("POST", "/v1/venues", object{"name": "x", "address": "a\u202eb"}).problem(422, "invalid_request").names("address")
	h.owner("POST", "/v1/venues/ven_000000000000/rooms", object{"name": "x"}).problem(404, "not_found")
}

// A repetition with its Idempotency-Key makes nothing twice.
func TestVenuesIdempotent(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	room := h.room()
	venue := h.owner("POST", "/v1/venues", object{"name": "Twin"}, "Idempotency-Key: v1").want(201)
	for path, body := range map[string]object{
		"/v1/venues": {"name": "Twin"}, "/v1/venues/" + venue.text("id") + "/rooms": {"name": "Hall"}, room + "/seating-plans": {"name": "Rows", "csv": smallPlan},
	} {
		key := "Idempotency-Key: v1"
		first := h.owner("POST", path, body, key).want(201)
		again := h.owner("POST", path, body, key).want(201)
		if again.Raw != first.Raw || again.Header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("%s: %s, then %s", path, first.Raw, again.Raw)
		}
		body["name"] = "other"
		h.owner("POST", path, body, key).problem(422, "idempotency_key_reused").names("Idempotency-Key")
	}
	// It is the same request still when the venue has a room by now, and a booking.
	hall := h.owner("POST", "/v1/venues/"+venue.text("id")+"/rooms", object{"name": "Studio"}).want(201)
	h.owner("POST", "/v1/venues/"+venue.text("id")+"/bookings", object{
		"rooms": []string{hall.text("id")}, "starts_at": h.now().Add(time.Hour), "ends_at": h.now().Add(2 * time.Hour),
	}).want(201)
	again := h.owner("POST", "/v1/venues", object{"name": "Twin"}, "Idempotency-Key: v1").want(201)
	if again.Raw != venue.Raw || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s, then %s", venue.Raw, again.Raw)
	}
}

func TestSeatingPlans(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	room := h.room()
	checked := h.owner("POST", room+"/seating-plans:check", object{"name": "Rows", "csv": smallPlan}).want(200)
	if checked.number("seats") != 7 || checked.number("tiers", "Front") != 4 || checked.number("sections", "Stalls") != 7 ||
		checked.number("layout", "seats") != 7 || checked.text("layout", "sections", 0, "rows", 1, "name") != "B" {
		t.Errorf("%s", checked.Raw)
	}
	if list := h.owner("GET", room+"/seating-plans", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("trying a plan stored it: %s", list.Raw)
	}
	plan := h.owner("POST", room+"/seating-plans", object{"name": "Rows", "csv": smallPlan}).want(201)
	path := "/v1/seating-plans/" + plan.text("id")
	byJSON := object{"name": "Rows 2", "replaces": 1, "sections": []object{{"name": "Pit", "rows": []object{{"name": "A", "seats": []object{
		{"number": 1, "tier": "Front"}, {"number": 2, "tier": "Front", "aisle_after": true}, {"number": 3, "tier": "Back", "obstructed_view": true},
	}}}}}}
	next := h.owner("POST", path+"/versions", byJSON).want(201)
	if next.number("version") != 2 || next.number("seats") != 3 {
		t.Errorf("%s", next.Raw)
	}
	h.owner("POST", path+"/versions", byJSON).problem(409, "already_exists").names("replaces")
	byJSON["replaces"] = 2
	first := h.owner("POST", path+"/versions", byJSON, "Idempotency-Key: p").want(201)
	again := h.owner("POST", path+"/versions", byJSON, "Idempotency-Key: p").want(201)
	if first.Raw != again.Raw || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s, then %s", first.Raw, again.Raw)
	}
	byJSON["replaces"] = 7
	h.owner("POST", path+"/versions", byJSON).problem(404, "not_found").names("replaces")
	if got := h.owner("GET", path, nil).want(200); got.number("version") != 3 || got.number("layout", "sections", 0, "rows", 0, "count") != 3 {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", path+"?version=1", nil).want(200); got.text("name") != "Rows" || got.number("layout", "seats") != 7 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("GET", path+"?version=9", nil).problem(404, "not_found")
	h.owner("GET", path+"?version=0", nil).problem(422, "invalid_request").names("version")
	if list := h.owner("GET", room+"/seating-plans", nil).want(200); list.number("items", 0, "version") != 3 {
		t.Errorf("%s", list.Raw)
	}
	h.owner("POST", room+"/seating-plans", object{"name": "Rows too", "csv": smallPlan}).want(201)
	// Ids made within seconds of each other are in no order.
	all := h.as(identity.Viewer, "GET", "/v1/seating-plans?limit=1", nil).want(200)
	rest := h.owner("GET", "/v1/seating-plans?limit=1&cursor="+all.text("next_cursor"), nil).want(200)
	versions := map[string]int64{}
	for _, page := range []*answer{all, rest} {
		versions[page.text("items", 0, "name")] = page.number("items", 0, "version")
		if page.text("items", 0, "room") != "Great hall" || page.text("items", 0, "venue") != "Old harbour" {
			t.Errorf("%s", page.Raw)
		}
	}
	if len(versions) != 2 || versions["Rows 2"] != 3 || versions["Rows too"] != 1 || rest.text("next_cursor") != "" {
		t.Errorf("%v: %s, then %s", versions, all.Raw, rest.Raw)
	}
}

// What is wrong with a plan is reported with its line, and nothing is stored.
func TestBadSeatingPlans(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	room := h.room()
	const head = "section,row,number,tier\n"
	for name, c := range map[string]struct {
		body  object
		field string
	}{
		"nothing":       {object{"name": "x"}, "sections"},
		"both":          {object{"name": "x", "csv": smallPlan, "sections": []object{{"name": "S", "rows": []object{{"name": "A", "seats": []object{{"number": 1, "tier": "F"}}}}}}}, "sections"},
		"duplicates":    {object{"name": "x", "csv": head + "S,A,1,F\nS,A,1,F\n"}, "csv[3].number"},
		"holes":         {object{"name": "x", "csv": head + "S,A,1,F\nS,A,2,F\nS,A,5,F\n"}, "csv[4].number"},
		"no tier":       {object{"name": "x", "csv": "section,row,number\nS,A,1\n"}, "csv[1]"},
		"an empty name": {object{"name": "", "csv": smallPlan}, "name"},
		"JSON":          {object{"name": "x", "sections": []object{{"name": "S", "rows": []object{{"name": "A", "seats": []object{{"number": 0, "tier": "F"}}}}}}}, "sections[0].rows[0].seats[0].number"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			for _, path := range []string{room + "/seating-plans", room + "/seating-plans:check"} {
				h.owner("POST", path, c.body).problem(422, "invalid_request").names(c.field)
			}
		})
	}
	h.t = t
	var many strings.Builder
	many.WriteString(head)
	for i := range 300 {
		fmt.Fprintf(&many, "S,A,%d,\n", i+1)
	}
	bad := h.owner("POST", room+"/seating-plans", object{"name": "x", "csv": many.String()}).problem(422, "invalid_request").names("csv[2].tier").names("csv[201].tier")
	if !strings.Contains(bad.text("detail"), "more than") {
		t.Errorf("%s", bad.text("detail"))
	}
	h.owner("POST", room+"/seating-plans", object{"name": "x", "csv": strings.Repeat("x", httpapi.MaxPlanBody)}).problem(413, "body_too_large")
	h.owner("POST", "/v1/venues", object{"name": strings.Repeat("x", httpapi.MaxBody)}).problem(413, "body_too_large")
	if list := h.owner("GET", room+"/seating-plans", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("a bad plan was stored: %s", list.Raw)
	}
}

// Venues, rooms and plans are renamed and deleted; events keep what they copied.
func TestVenuesRenamedAndDeleted(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	venue := h.owner("POST", "/v1/venues", object{"name": "Old harbour", "address": "Quay 3"}).want(201).text("id")
	room := h.owner("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Great hall"}).want(201).text("id")
	plan := h.owner("POST", "/v1/rooms/"+room+"/seating-plans", object{"name": "Rows", "csv": smallPlan}).want(201).text("id")
	body := h.newEvent(20)
	body["seating"] = object{"plan_id": plan}
	made := h.owner("POST", "/v1/events", body, "Idempotency-Key: made").want(201)
	event := "/v1/events/" + made.text("id")
	h.owner("POST", "/v1/seating-plans/"+plan+"/versions", object{"name": "Rows", "csv": smallPlan, "replaces": 1}).want(201)

	renamed := h.owner("PATCH", "/v1/venues/"+venue, object{"name": " New harbour "}).want(200)
	if renamed.text("name") != "New harbour" || renamed.text("address") != "Quay 3" {
		t.Errorf("%s", renamed.Raw)
	}
	if moved := h.owner("PATCH", "/v1/venues/"+venue, object{"address": ""}).want(200); moved.text("name") != "New harbour" || moved.text("address") != "" {
		t.Errorf("%s", moved.Raw)
	}
	if a := h.owner("PATCH", "/v1/rooms/"+room, object{"name": "Small hall"}).want(200); a.text("name") != "Small hall" || a.text("venue_id") != venue {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("PATCH", "/v1/seating-plans/"+plan, object{"name": "Lines"}).want(200); a.text("name") != "Lines" || a.number("version") != 2 || a.number("seats") != 7 {
		t.Errorf("%s", a.Raw)
	}
	if list := h.owner("GET", "/v1/seating-plans", nil).want(200); list.text("items", 0, "name") != "Lines" || list.text("items", 0, "room") != "Small hall" || list.text("items", 0, "venue") != "New harbour" {
		t.Errorf("%s", list.Raw)
	}
	for _, path := range []string{"/v1/venues/" + venue, "/v1/rooms/" + room, "/v1/seating-plans/" + plan} {
		h.owner("PATCH", path, object{"name": " "}).problem(422, "invalid_request").names("name")
		h.owner("PATCH", path, object{"name": "a\u202eb"}).problem(422, "invalid_request").names("name")
		h.owner("PATCH", path, object{"name": strings.Repeat("x", 201)}).problem(422, "invalid_request").names("name")
		h.as(identity.BoxOffice, "PATCH", path, object{"name": "x"}).problem(403, "forbidden")
		h.as(identity.BoxOffice, "DELETE", path, nil).problem(403, "forbidden")
	}

	seats := h.owner("GET", event+"/seats/layout", nil).want(200).Raw
	if a := h.as(identity.Organizer, "DELETE", "/v1/seating-plans/"+plan, nil).want(200); a.text("status") != "deleted" {
		t.Errorf("%s", a.Raw)
	}
	h.owner("GET", "/v1/seating-plans/"+plan, nil).problem(404, "not_found")
	h.owner("DELETE", "/v1/seating-plans/"+plan, nil).problem(404, "not_found")
	late := h.owner("POST", "/v1/seating-plans/"+plan+"/versions", object{"name": "Rows", "csv": smallPlan, "replaces": 2})
	if late.problem(404, "not_found").names("plan_id"); !strings.Contains(late.text("detail"), plan) {
		t.Errorf("%s", late.Raw)
	}
	h.owner("POST", "/v1/rooms/"+room+"/seating-plans", object{"name": "Other rows", "csv": smallPlan}).want(201)
	second := h.owner("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Foyer"}).want(201).text("id")
	if a := h.owner("DELETE", "/v1/rooms/"+room, nil).want(200); a.number("seating_plans") != 1 {
		t.Errorf("%s", a.Raw)
	}
	h.owner("POST", "/v1/rooms/"+second+"/seating-plans", object{"name": "Rows", "csv": smallPlan}).want(201)
	if a := h.owner("DELETE", "/v1/venues/"+venue, nil).want(200); a.number("rooms") != 1 || a.number("seating_plans") != 1 {
		t.Errorf("%s", a.Raw)
	}
	h.owner("DELETE", "/v1/venues/"+venue, nil).problem(404, "not_found")
	if list := h.owner("GET", "/v1/venues", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("%s", list.Raw)
	}

	// The event sells its seats as before; another cannot copy the plan any more.
	if after := h.owner("GET", event+"/seats/layout", nil).want(200).Raw; after != seats {
		t.Errorf("the event's plan: %s, before %s", after, seats)
	}
	h.owner("POST", event+"/seats/"+seat(event, 1)+"/reserve", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada"}).want(201)
	h.owner("POST", "/v1/events", body).problem(422, "invalid_request").names("seating.plan_id")
	// What made the event is answered as then, and nothing else under its key.
	if again := h.owner("POST", "/v1/events", body, "Idempotency-Key: made").want(201); again.text("id") != made.text("id") ||
		again.number("ledger_seq") != made.number("ledger_seq") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s", again.Raw)
	}
	body["title"] = "Another"
	h.owner("POST", "/v1/events", body, "Idempotency-Key: made").problem(422, "idempotency_key_reused")
}
