package api_test

import (
	"maps"
	"testing"
	"time"
)

// takes is an event between two hours of the day that takes rooms of the venue.
func (x *testVenue) takes(from, to int, rooms ...string) object {
	return object{
		"title": "Choir", "starts_at": x.hour(from), "ends_at": x.hour(to), "timezone": "Europe/Berlin", "capacity": 50,
		"venue_rooms": object{"venue_id": x.path[len("/v1/venues/"):], "rooms": rooms},
	}
}

// besides is a body with other fields.
func besides(o, fields object) object {
	o = maps.Clone(o)
	maps.Copy(o, fields)
	return o
}

// live are the bookings of an event that keep their rooms, by start.
func (x *testVenue) live(event string) []any {
	x.t.Helper()
	var list []any
	for _, b := range x.owner("GET", event+"/bookings", nil).want(200).at("items").([]any) {
		if s := b.(object)["status"]; s == "confirmed" || s == "requested" {
			list = append(list, b)
		}
	}
	return list
}

// is wants one live booking of an event, from one hour to another, and returns its id.
func (x *testVenue) is(event string, from, to int) string {
	x.t.Helper()
	list := x.live(event)
	if len(list) != 1 {
		x.t.Fatalf("%d bookings of the event are live: %v", len(list), list)
	}
	b := list[0].(object)
	if b["starts_at"] != x.hour(from) || b["ends_at"] != x.hour(to) || b["follows_event"] != true {
		x.t.Errorf("the booking is %v", b)
	}
	return b["id"].(string)
}

// Publishing an event books the rooms that it takes, or says what is in the way; moving it moves
// the booking, or nothing; cancelling it gives them back.
func TestEventTakesItsPlace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "Europe/Berlin", "address": "Quay 1", "default_setup_minutes": 60})
	draft := h.owner("POST", "/v1/events", x.takes(10, 12, x.east)).want(201)
	event := "/v1/events/" + draft.text("id")
	if draft.text("location") != "Old harbour, Quay 1" || draft.text("venue_rooms", "rooms", 0) != x.east {
		t.Errorf("%s", draft.Raw)
	}
	if list := x.live(event); len(list) != 0 {
		t.Errorf("a draft has booked %v", list)
	}
	h.owner("PATCH", event, object{"starts_at": x.hour(9), "ends_at": x.hour(11)}).want(200) // a wish moves freely
	inWay := h.owner("POST", x.path+"/bookings", x.hours(10, 11, x.hall)).want(201).text("id")
	refused := h.owner("POST", event+":publish", nil).problem(409, "room_taken")
	if refused.text("conflicts", 0, "booking_id") != inWay || refused.text("free_times", "after") != x.hour(12) {
		t.Errorf("%s", refused.Raw)
	}
	if h.owner("GET", event, nil).text("status") != "draft" || len(x.live(event)) != 0 {
		t.Error("a refused event is published, or has rooms")
	}
	h.owner("PATCH", event, object{"starts_at": x.hour(12), "ends_at": x.hour(14)}).want(200)
	h.owner("POST", event+":publish", nil, "Idempotency-Key: p1").want(200)
	h.owner("POST", event+":publish", nil, "Idempotency-Key: p1").want(200)
	place := x.is(event, 12, 14)
	if got := h.send("GET", event, "", nil).want(200); got.at("venue_rooms") != nil {
		t.Errorf("the public sees what was booked: %s", got.Raw)
	}

	// It moves with the event, and does not by itself.
	h.owner("POST", "/v1/bookings/"+place+":move", object{"starts_at": x.hour(20)}).problem(409, "booking_follows_event")
	trial := x.hours(20, 22, x.east)
	trial["booking_id"] = place
	h.owner("POST", x.path+"/bookings:check", trial).want(200) // as it would be with the event
	far := h.owner("POST", x.path+"/bookings", x.hours(30, 32, x.east)).want(201).text("id")
	before := h.owner("GET", event, nil).want(200)
	refused = h.owner("PATCH", event, object{"starts_at": x.hour(31), "ends_at": x.hour(33), "title": "Other"}).problem(409, "room_taken")
	if refused.text("conflicts", 0, "booking_id") != far || refused.text("free_times", "before") != x.hour(27) || refused.text("free_times", "after") != x.hour(33) {
		t.Errorf("%s", refused.Raw)
	}
	if after := h.owner("GET", event, nil).want(200); after.Raw != before.Raw {
		t.Errorf("a refused change changed\n%s into\n%s", before.Raw, after.Raw)
	}
	x.is(event, 12, 14)
	h.owner("PATCH", event, object{"starts_at": x.hour(33), "ends_at": x.hour(36)}).want(200)
	if x.is(event, 33, 36) != place {
		t.Error("another booking was made")
	}

	// Other rooms are booked in place of those before; in another layout only if they have it.
	rooms := func(fields object) object {
		return object{"venue_rooms": besides(object{"venue_id": x.path[len("/v1/venues/"):], "rooms": []string{x.west}}, fields)}
	}
	h.owner("PATCH", event, rooms(object{"layout": "tables"})).problem(409, "layout_not_offered").names("venue_rooms.layout")
	h.owner("PATCH", event, rooms(object{"people": 51})).problem(409, "too_many_people").names("venue_rooms.people")
	h.owner("PATCH", event, rooms(object{"rooms": []string{"roo_gone"}})).problem(422, "invalid_request").names("venue_rooms.rooms[0]")
	h.owner("PATCH", event, rooms(object{"rooms": []string{x.hall, x.west}})).problem(422, "invalid_request").names("venue_rooms.rooms[1]")
	h.owner("PATCH", event, rooms(object{"rooms": []string{}})).problem(422, "invalid_request").names("venue_rooms.rooms")
	h.owner("PATCH", event, rooms(object{"venue_id": "ven_gone"})).problem(422, "invalid_request").names("venue_rooms.venue_id")
	h.owner("PATCH", event, rooms(object{"people": 50, "layout": "rows"})).want(200)
	if x.is(event, 33, 36) != place || h.owner("GET", "/v1/bookings/"+place, nil).text("rooms", 0) != x.west {
		t.Error("the event has not moved into the other room")
	}

	// The venue cancels: the event has no room until it is given one.
	h.owner("POST", "/v1/bookings/"+place+":cancel", object{"reason": "venue_closed"}).want(200)
	h.owner("PATCH", event, object{"title": "Choir and guests"}).want(200)
	if list := x.live(event); len(list) != 0 {
		t.Errorf("%v", list)
	}
	h.owner("PATCH", event, rooms(nil)).want(200)
	if second := x.is(event, 33, 36); second == place {
		t.Error("what was cancelled is live again")
	}
	h.owner("POST", event+":cancel", nil).want(200)
	if list := x.live(event); len(list) != 0 {
		t.Errorf("a cancelled event has %v", list)
	}
	for _, b := range h.owner("GET", event+"/bookings", nil).at("items").([]any) {
		if b := b.(object); b["id"] != place && b["reason"] != "event_cancelled" {
			t.Errorf("%v", b)
		}
	}
}

// An event that is published as it is made has its rooms, or is not made.
func TestEventIsMadeInItsPlace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "Europe/Berlin", "needs_approval": true})
	body := besides(x.takes(10, 12, x.hall), object{"publish": true, "location": "By the crane"})
	made := h.owner("POST", "/v1/events", body, "Idempotency-Key: e1").want(201)
	event := "/v1/events/" + made.text("id")
	if made.text("status") != "published" || made.text("location") != "By the crane" {
		t.Errorf("%s", made.Raw)
	}
	place := x.is(event, 10, 12)
	if again := h.owner("POST", "/v1/events", body, "Idempotency-Key: e1").want(201); again.text("id") != made.text("id") || x.is(event, 10, 12) != place {
		t.Errorf("%s", again.Raw)
	}
	count := func() int { return len(h.owner("GET", "/v1/events?limit=100", nil).at("items").([]any)) }
	n := count()
	if refused := h.owner("POST", "/v1/events", besides(x.takes(11, 13, x.east), object{"publish": true})).problem(409, "room_taken"); refused.text("conflicts", 0, "booking_id") != place {
		t.Errorf("%s", refused.Raw)
	}
	past := besides(x.takes(0, 1, x.hall), object{"publish": true, "starts_at": h.now().Add(-time.Hour).UTC().Format(time.RFC3339)})
	h.owner("POST", "/v1/events", past).problem(422, "invalid_request").names("starts_at")
	if count() != n {
		t.Error("a refused event was made")
	}
	h.owner("POST", "/v1/bookings/"+place+":decline", object{"reason": "not_suitable"}).want(200)
	h.owner("PATCH", event, object{"starts_at": x.hour(14), "ends_at": x.hour(15)}).want(200) // and asks again
	if second := x.is(event, 14, 15); second == place {
		t.Error("what was declined is live again")
	}
	h.owner("PATCH", event, object{"venue_rooms": object{"venue_id": ""}}).want(200)
	if got := h.owner("GET", event, nil).want(200); got.at("venue_rooms") != nil || len(x.live(event)) != 0 {
		t.Errorf("%s, and %v", got.Raw, x.live(event))
	}
}

// What was booked by hand at the times of an event follows it too, the dates of a series each
// with a booking of its own.
func TestBookingsFollowEvents(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "Europe/Berlin"})
	made := h.owner("POST", "/v1/events", x.takes(10, 12, x.east)).want(201)
	event, id := "/v1/events/"+made.text("id"), made.text("id")
	hand := x.hours(10, 12, x.west)
	hand["event_id"] = id
	follows := h.owner("POST", x.path+"/bookings", hand).want(201)
	loose := x.hours(8, 9, x.cellar)
	loose["event_id"] = id
	if stays := h.owner("POST", x.path+"/bookings", loose).want(201); follows.at("follows_event") != true || stays.at("follows_event") != nil {
		t.Errorf("%s, %s", follows.Raw, stays.Raw)
	}
	h.owner("PATCH", event, object{"starts_at": x.hour(13), "ends_at": x.hour(15)}).want(200)
	if got := h.owner("GET", "/v1/bookings/"+follows.text("id"), nil); got.text("starts_at") != x.hour(13) {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", event+":publish", nil).want(200)
	if list := x.live(event); len(list) != 3 {
		t.Errorf("%v", list)
	}

	// The second date of three is taken: it stays a draft.
	h.owner("POST", x.path+"/bookings", object{"rooms": []string{x.east}, "starts_at": x.hour(13 + 24), "ends_at": x.hour(14 + 24)}).want(201)
	series := h.owner("POST", event+"/series", object{"title": "Choir week", "rule": "FREQ=DAILY;COUNT=3"}).want(201)
	dates := h.owner("GET", "/v1/series/"+series.text("id"), nil).want(200).dates()
	var status []string
	for i := range 3 {
		date := dates[i]
		status = append(status, h.owner("GET", date, nil).want(200).text("status"))
		if want := map[string]int{"published": 1, "draft": 0}[status[i]]; i > 0 && len(x.live(date)) != want {
			t.Errorf("date %d is %s and has %v", i, status[i], x.live(date))
		}
	}
	if status[0] != "published" || status[1] != "draft" || status[2] != "published" {
		t.Errorf("the dates are %v", status)
	}
	h.owner("POST", "/v1/series/"+series.text("id")+":cancel", object{}).want(200)
	for i := range 3 {
		for _, b := range x.live(dates[i]) {
			if b.(object)["follows_event"] == true {
				t.Errorf("a cancelled date has %v", b)
			}
		}
	}
}

// A change that the event refuses once its bookings were moved brings them back.
func TestRefusedChangeBringsBookingsBack(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "Europe/Berlin"})
	event := "/v1/events/" + h.owner("POST", "/v1/events", besides(x.takes(10, 12, x.east), object{"publish": true, "currency": "EUR"})).want(201).text("id")
	h.register(event, "ada")
	h.owner("PATCH", event, object{"starts_at": x.hour(14), "ends_at": x.hour(15), "currency": "USD"}).problem(422, "invalid_settings")
	x.is(event, 10, 12)
	if b := x.live(event)[0].(object); b["updated_at"] == b["created_at"] {
		t.Error("the booking did not move, so this shows nothing")
	}
	if got := h.owner("GET", event, nil).want(200); got.text("starts_at") != x.hour(10) {
		t.Errorf("%s", got.Raw)
	}
}
