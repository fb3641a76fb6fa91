package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// testVenue is a venue with a hall of two parts and a cellar.
type testVenue struct {
	*testServer
	path, hall, east, west, cellar string
	at                             time.Time // midnight in UTC, some days ahead
}

func (h *testServer) venue(rules object) *testVenue {
	h.t.Helper()
	body := object{"name": "Old harbour"}
	for name, v := range rules {
		body[name] = v
	}
	x := &testVenue{testServer: h, at: h.now().UTC().Truncate(24 * time.Hour).Add(72 * time.Hour)}
	x.path = "/v1/venues/" + h.owner("POST", "/v1/venues", body).want(201).text("id")
	room := func(name, of string, capacities object) string {
		return h.owner("POST", x.path+"/rooms", object{"name": name, "part_of": of, "capacities": capacities}).want(201).text("id")
	}
	x.hall = room("Hall", "", object{"rows": 100, "standing": 200})
	x.east, x.west = room("East", x.hall, object{"rows": 40}), room("West", x.hall, object{"rows": 50})
	x.cellar = room("Cellar", "", object{})
	return x
}

// hours is a body that books rooms between two hours of the day.
func (x *testVenue) hours(from, to int, rooms ...string) object {
	return object{"rooms": rooms, "starts_at": x.at.Add(time.Duration(from) * time.Hour), "ends_at": x.at.Add(time.Duration(to) * time.Hour)}
}

func (x *testVenue) hour(n int) string {
	return x.at.Add(time.Duration(n) * time.Hour).Format(time.RFC3339)
}

// TestBookings: rooms are booked, moved and given back; who comes second is told what is in the way,
// and when the rooms are free.
func TestBookings(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) { roomsAreBooked(t, newTestServerAt(t, url)) })
}

func roomsAreBooked(t *testing.T, h *testServer) {
	t.Helper()
	x := h.venue(object{"timezone": "Europe/Berlin", "default_setup_minutes": 60, "default_teardown_minutes": 30})
	bookings := x.path + "/bookings"
	body := x.hours(10, 12, x.east)
	body["purpose"], body["people"], body["layout"] = " Choir ", 40, "rows"
	first := h.owner("POST", bookings, body, "Idempotency-Key: b1").want(201)
	id := first.text("id")
	if first.text("status") != "confirmed" || first.text("purpose") != "Choir" || first.number("setup_minutes") != 60 || first.text("busy_from") != x.hour(9) || first.text("created_by") == "" {
		t.Errorf("%s", first.Raw)
	}
	again := h.owner("POST", bookings, body, "Idempotency-Key: b1").want(201)
	if again.text("id") != id || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("repeated: %s", again.Raw)
	}
	body["people"] = 39
	h.owner("POST", bookings, body, "Idempotency-Key: b1").problem(422, "idempotency_key_reused").names("Idempotency-Key")

	// A refusal lists what is in the way, and the nearest free times.
	second := h.owner("POST", bookings, x.hours(14, 16, x.cellar)).want(201).text("id")
	taken := h.owner("POST", bookings, x.hours(11, 15, x.hall, x.cellar)).problem(409, "room_taken")
	if n := len(taken.at("conflicts").([]any)); n != 2 {
		t.Fatalf("%d conflicts: %s", n, taken.Raw)
	}
	if taken.text("conflicts", 0, "booking_id") != id || taken.text("conflicts", 0, "room_id") != x.hall || taken.text("conflicts", 0, "booked_room_id") != x.east ||
		taken.text("conflicts", 0, "busy_from") != x.hour(9) || taken.text("conflicts", 1, "booking_id") != second {
		t.Errorf("%s", taken.Raw)
	}
	if before := taken.text("free_times", "before"); before != x.at.Add(9*time.Hour-270*time.Minute).Format(time.RFC3339) {
		t.Errorf("free before: %s", before)
	}
	if after := taken.text("free_times", "after"); after != x.at.Add(16*time.Hour+90*time.Minute).Format(time.RFC3339) {
		t.Errorf("free after: %s", after)
	}

	// What is wrong is named.
	for field, change := range map[string]object{
		"rooms[1]": {"rooms": []string{x.east, x.east}}, "rooms[0]": {"rooms": []string{"roo_000000000000"}}, "rooms": {"rooms": []string{}},
		"ends_at": {"ends_at": x.hour(1)}, "starts_at": {"starts_at": h.now().Add(-time.Hour)}, "setup_minutes": {"setup_minutes": -1},
		"event_id": {"event_id": "evt_000000000000"}, "purpose": {"purpose": "a\u202eb"}, "layout": {"layout": "beds"},
	} {
		bad := x.hours(20, 22, x.east)
		for name, v := range change {
			bad[name] = v
		}
		h.owner("POST", bookings, bad).problem(422, "invalid_request").names(field)
	}
	many := x.hours(20, 22, x.hall)
	many["people"] = 201
	h.owner("POST", bookings, many).problem(409, "too_many_people").names("people")
	many["people"], many["layout"] = 10, "tables"
	h.owner("POST", bookings, many).problem(409, "layout_not_offered").names("layout")

	// Read, moved, cancelled.
	at := "/v1/bookings/" + id
	if got := h.owner("GET", at, nil).want(200); got.text("venue_id") != strings.TrimPrefix(x.path, "/v1/venues/") {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", at+":move", object{"starts_at": x.hour(13), "rooms": []string{x.cellar}}).problem(409, "room_taken")
	h.owner("POST", at+":move", object{"people": 41}).problem(409, "too_many_people")
	h.owner("POST", at+":move", object{"starts_at": h.now().Add(-time.Hour)}).problem(422, "invalid_request").names("starts_at")
	moved := h.owner("POST", at+":move", object{"starts_at": x.hour(20), "setup_minutes": 0}).want(200)
	if moved.text("ends_at") != x.hour(22) || moved.text("busy_from") != x.hour(20) {
		t.Errorf("moved: %s", moved.Raw)
	}
	h.owner("POST", bookings, x.hours(10, 12, x.hall)).want(201)
	h.owner("POST", at+":decline", object{"reason": "other"}).problem(409, "booking_ended")
	if c := h.owner("POST", at+":cancel", object{"reason": "moved_elsewhere"}).want(200); c.text("status") != "cancelled" || c.text("reason") != "moved_elsewhere" {
		t.Errorf("%s", c.Raw)
	}
	h.owner("POST", at+":cancel", object{"reason": "moved_elsewhere"}).want(200)
	h.owner("POST", at+":cancel", object{"reason": "other"}).problem(409, "booking_ended")
	h.owner("POST", at+":confirm", nil).problem(409, "booking_ended")
	h.owner("POST", at+":cancel", object{"reason": "bored"}).problem(422, "invalid_request").names("reason")
	h.owner("GET", "/v1/bookings/bkg_000000000000", nil).problem(404, "not_found")

	// Lists.
	for query, want := range map[string]int{
		"": 3, "?booking_status=cancelled": 1, "?booking_status=confirmed": 2, "?room_id=" + x.cellar: 1, "?room_id=" + x.east: 2,
		"?from=" + x.hour(12) + "&until=" + x.hour(15): 1, "?until=" + x.hour(10): 0,
		"?until=" + x.hour(10) + "&buffers=true": 1, "?until=" + x.hour(9) + "&buffers=true": 0, "?until=" + x.hour(10) + "&buffers=true&room_id=" + x.cellar: 0,
	} {
		if n := len(h.owner("GET", bookings+query, nil).want(200).at("items").([]any)); n != want {
			t.Errorf("%q: %d bookings, want %d", query, n, want)
		}
	}
	page := h.owner("GET", bookings+"?limit=2", nil).want(200)
	if rest := h.owner("GET", bookings+"?limit=2&cursor="+page.text("next_cursor"), nil).want(200); rest.text("items", 0, "id") != id {
		t.Errorf("the second page: %s", rest.Raw)
	}
	h.owner("GET", bookings+"?room_id="+x.east+"&cursor="+page.text("next_cursor"), nil).problem(422, "invalid_request").names("cursor")

	// Nothing that is booked is deleted, or changed so that bookings meet.
	h.owner("DELETE", x.path, nil).problem(409, "rooms_booked")
	h.owner("DELETE", "/v1/rooms/"+x.west, nil).problem(409, "rooms_booked")
	h.owner("PATCH", "/v1/rooms/"+x.hall, object{"part_of": x.west}).problem(422, "not_a_part").names("part_of")
	other := h.owner("POST", bookings, x.hours(10, 12, x.cellar)).want(201).text("id")
	h.owner("PATCH", "/v1/rooms/"+x.cellar, object{"part_of": x.west}).problem(409, "rooms_booked")
	h.owner("POST", "/v1/bookings/"+other+":cancel", object{"reason": "other"}).want(200)
	if r := h.owner("PATCH", "/v1/rooms/"+x.cellar, object{"part_of": x.west, "capacities": object{"tables": 8}}).want(200); r.text("part_of") != x.west || r.number("capacities", "tables") != 8 {
		t.Errorf("%s", r.Raw)
	}
	h.sound()
}

// TestBookingsAreAnswered: where the venue says so, a booking waits for an organizer; the
// box office may ask, not answer.
func TestBookingsAreAnswered(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"needs_approval": true})
	key := h.owner("POST", "/v1/api-keys", object{"name": "box office", "role": "box_office"}).want(201).text("key")
	asked := h.send("POST", x.path+"/bookings", key, x.hours(10, 12, x.east)).want(201)
	at := "/v1/bookings/" + asked.text("id")
	if asked.text("status") != "requested" {
		t.Errorf("%s", asked.Raw)
	}
	if f := h.send("POST", at+":confirm", key, nil).problem(403, "forbidden"); f.text("role") != "organizer" {
		t.Errorf("%s", f.Raw)
	}
	if c := h.owner("POST", at+":confirm", nil).want(200); c.text("status") != "confirmed" {
		t.Errorf("%s", c.Raw)
	}
	if m := h.owner("POST", at+":move", object{"starts_at": x.hour(13)}).want(200); m.text("status") != "confirmed" {
		t.Errorf("moved by a member who may confirm: %s", m.Raw)
	}
	if m := h.send("POST", at+":move", key, object{"starts_at": x.hour(14)}).want(200); m.text("status") != "requested" {
		t.Errorf("moved by a member who may not confirm: %s", m.Raw)
	}
	if d := h.owner("POST", at+":decline", object{"reason": "house_rules"}).want(200); d.text("status") != "declined" || d.text("reason") != "house_rules" {
		t.Errorf("%s", d.Raw)
	}
	// What nobody answers is shown as lapsed when its time has come.
	late := h.owner("POST", x.path+"/bookings", x.hours(10, 12, x.east)).want(201).text("id")
	h.later(96 * time.Hour)
	if l := h.owner("GET", "/v1/bookings/"+late, nil).want(200); l.text("status") != "lapsed" {
		t.Errorf("%s", l.Raw)
	}
	h.owner("POST", "/v1/bookings/"+late+":confirm", nil).problem(409, "booking_ended")
	h.owner("DELETE", x.path, nil).want(200)
	if l := h.owner("GET", "/v1/bookings/"+late, nil).want(200); l.text("status") != "lapsed" {
		t.Errorf("of a venue that is gone: %s", l.Raw)
	}
	h.owner("POST", "/v1/bookings/"+late+":move", object{"people": 1}).problem(409, "booking_ended")
}

// TestBookingsAreTried: a trial answers what booking or moving would, and stores nothing.
func TestBookingsAreTried(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"needs_approval": true, "default_setup_minutes": 60, "opening_hours": object{"weekly": []object{}, "exceptions": []object{
		{"date": h.now().UTC().AddDate(0, 0, 4).Format("2006-01-02")},
	}}})
	key := h.owner("POST", "/v1/api-keys", object{"name": "box office", "role": "box_office"}).want(201).text("key")
	try := x.path + "/bookings:check"
	count := func() int { return len(h.owner("GET", x.path+"/bookings", nil).want(200).at("items").([]any)) }
	free := h.owner("POST", try, x.hours(10, 12, x.hall)).want(200)
	if free.text("status") != "requested" || free.text("busy_from") != x.hour(9) || free.text("busy_to") != x.hour(12) || count() != 0 {
		t.Errorf("%s, and %d bookings", free.Raw, count())
	}
	id := h.owner("POST", x.path+"/bookings", x.hours(10, 12, x.east)).want(201).text("id")
	h.owner("POST", "/v1/bookings/"+id+":confirm", nil).want(200)

	// It is refused as the booking would be, word for word.
	for name, body := range map[string]object{
		"taken": x.hours(11, 13, x.hall), "closed": x.hours(24, 26, x.west), "past": {"rooms": []string{x.hall}, "starts_at": h.now().Add(-time.Hour), "ends_at": x.hour(1)},
		"twice": x.hours(1, 2, x.hall, x.east), "backwards": x.hours(2, 1, x.hall),
	} {
		tried, booked := h.owner("POST", try, body), h.owner("POST", x.path+"/bookings", body)
		if tried.Status < 400 || tried.Status != booked.Status || tried.text("code") != booked.text("code") || fmt.Sprint(tried.at("conflicts"), tried.at("free_times"), tried.at("errors")) !=
			fmt.Sprint(booked.at("conflicts"), booked.at("free_times"), booked.at("errors")) {
			t.Errorf("%s: %s tried, %s booked", name, tried.Raw, booked.Raw)
		}
	}
	many := x.hours(20, 22, x.east)
	many["people"] = 41
	h.owner("POST", try, many).problem(409, "too_many_people").names("people")
	many["event_id"] = "evt_000000000000"
	h.owner("POST", try, many).problem(422, "invalid_request").names("event_id")

	// A booking that would be moved is not in its own way, and keeps its buffers.
	move := x.hours(11, 13, x.hall)
	move["booking_id"] = id
	if m := h.owner("POST", try, move).want(200); m.text("status") != "confirmed" || m.text("busy_from") != x.hour(10) {
		t.Errorf("%s", m.Raw)
	}
	if m := h.send("POST", try, key, move).want(200); m.text("status") != "requested" {
		t.Errorf("by a member who may not confirm: %s", m.Raw)
	}
	move["setup_minutes"] = 0
	if m := h.owner("POST", try, move).want(200); m.text("busy_from") != x.hour(11) {
		t.Errorf("%s", m.Raw)
	}
	other := h.venue(object{})
	elsewhere := h.owner("POST", other.path+"/bookings", other.hours(10, 12, other.hall)).want(201).text("id")
	for _, wrong := range []string{"bkg_000000000000", elsewhere} {
		move["booking_id"] = wrong
		h.owner("POST", try, move).problem(422, "invalid_request").names("booking_id")
	}
	h.owner("POST", "/v1/bookings/"+id+":cancel", object{"reason": "other"}).want(200)
	move["booking_id"] = id
	h.owner("POST", try, move).problem(409, "booking_ended")
	if got := h.owner("GET", "/v1/bookings/"+id, nil).want(200); got.text("starts_at") != x.hour(10) || count() != 1 {
		t.Errorf("%s, and %d bookings", got.Raw, count())
	}
}

func TestVenueRules(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "America/New_York"})
	day := strings.ToLower(x.at.Weekday().String())
	hours := object{
		"weekly":     []object{{"weekday": day, "opens": "09:00", "closes": "18:00"}},
		"exceptions": []object{{"date": x.at.AddDate(0, 0, 7).Format("2006-01-02")}},
	}
	changed := h.owner("PATCH", x.path, object{"opening_hours": hours, "buffer_rule": "larger", "default_setup_minutes": 15}).want(200)
	if changed.text("opening_hours", "weekly", 0, "opens") != "09:00" || changed.text("buffer_rule") != "larger" || changed.text("timezone") != "America/New_York" {
		t.Errorf("%s", changed.Raw)
	}
	// The hours are those of New York, four or five hours behind.
	closed := h.owner("POST", x.path+"/bookings", x.hours(9, 11, x.east)).problem(409, "outside_opening_hours")
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	opens := time.Date(x.at.Year(), x.at.Month(), x.at.Day(), 9, 0, 0, 0, zone).UTC().Format(time.RFC3339)
	if closed.text("free_times", "after") != opens || closed.at("free_times", "before") != nil {
		t.Errorf("%s, want %s", closed.Raw, opens)
	}
	h.owner("POST", x.path+"/bookings", x.hours(15, 16, x.east)).want(201)
	h.owner("POST", x.path+"/bookings", x.hours(7*24+15, 7*24+16, x.east)).problem(409, "outside_opening_hours")
	h.owner("POST", x.path+"/bookings", x.hours(14*24+15, 14*24+16, x.east)).want(201)
	h.owner("PATCH", x.path, object{"opening_hours": object{"weekly": []object{}}}).want(200)
	h.owner("POST", x.path+"/bookings", x.hours(9, 11, x.east)).want(201)

	for field, bad := range map[string]object{
		"timezone": {"timezone": "Mars/Olympus"}, "buffer_rule": {"buffer_rule": "none"}, "default_setup_minutes": {"default_setup_minutes": 10081},
		"opening_hours.weekly[0].opens":                  {"opening_hours": object{"weekly": []object{{"weekday": "monday", "opens": "9", "closes": "18:00"}}}},
		"opening_hours.exceptions[0].date":               {"opening_hours": object{"weekly": []object{}, "exceptions": []object{{"date": "2027-02-30"}}}},
		"opening_hours.exceptions[1].date":               {"opening_hours": object{"weekly": []object{}, "exceptions": []object{{"date": "2027-02-28"}, {"date": "2027-02-28"}}}},
		"opening_hours.weekly[0].weekday":                {"opening_hours": object{"weekly": []object{{"weekday": "someday", "opens": "09:00", "closes": "18:00"}}}},
		"opening_hours.exceptions[0].openings[0].closes": {"opening_hours": object{"weekly": []object{}, "exceptions": []object{{"date": "2027-02-28", "openings": []object{{"opens": "09:00", "closes": "24:30"}}}}}},
	} {
		h.owner("PATCH", x.path, bad).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", "/v1/venues", object{"name": "x", "timezone": "Mars/Olympus"}).problem(422, "invalid_request").names("timezone")
	h.owner("POST", x.path+"/rooms", object{"name": "x", "part_of": "roo_000000000000"}).problem(422, "not_a_part").names("part_of")
	h.owner("PATCH", "/v1/rooms/"+x.east, object{"capacities": object{"rows": 0}}).problem(422, "invalid_request").names("capacities.rows")

	// The same request with its key, and another.
	body := object{"name": "Twin", "needs_approval": true, "opening_hours": hours}
	twin := h.owner("POST", "/v1/venues", body, "Idempotency-Key: twin").want(201)
	if again := h.owner("POST", "/v1/venues", body, "Idempotency-Key: twin").want(201); again.text("id") != twin.text("id") || fmt.Sprint(again.at("needs_approval")) != "true" {
		t.Errorf("%s", again.Raw)
	}
	body["needs_approval"] = false
	h.owner("POST", "/v1/venues", body, "Idempotency-Key: twin").problem(422, "idempotency_key_reused")
}
