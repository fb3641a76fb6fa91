package api_test

import (
	"strings"
	"testing"
)

// TestVenueProfile: what a venue is and has is said once, guests read of it with each event that
// takes its rooms, and what is wrong with it is named and changes nothing.
func TestVenueProfile(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(nil)
	plain := h.owner("GET", x.path, nil).want(200)
	if plain.text("type") != "none" || plain.text("coordinates") != "" || plain.number("capacity") != 0 || len(plain.at("facilities").([]any)) != 0 || plain.at("active") != true {
		t.Errorf("what was not said: %s", plain.Raw)
	}
	profile := object{
		"coordinates": " 53.5436, 9.9889 ", "type": "theatre", "capacity": 300, "house_rules": "No dogs.\r\nShoes on.",
		"facilities": []string{"bar", "Grand piano", "step_free", "bar"},
	}
	v := h.owner("PATCH", x.path, profile).want(200)
	if v.text("coordinates") != "53.5436,9.9889" || v.text("type") != "theatre" || v.number("capacity") != 300 || v.text("house_rules") != "No dogs.\nShoes on." {
		t.Errorf("%s", v.Raw)
	}
	if has := v.at("facilities").([]any); len(has) != 3 || has[0] != "step_free" || has[1] != "bar" || has[2] != "Grand piano" {
		t.Errorf("facilities: %v", has)
	}
	h.owner("PATCH", "/v1/rooms/"+x.hall, object{"facilities": []string{"hearing_loop", "stage"}}).want(200)
	for _, c := range []struct {
		name  string
		value any
		field string
	}{
		{"coordinates", "91,0", "coordinates"},
		{"type", "castle", "type"},
		{"capacity", -1, "capacity"},
		{"facilities", []string{"bar", strings.Repeat("x", 61)}, "facilities[1]"},
		{"facilities", []string{" "}, "facilities[0]"},
		{"house_rules", "a\u202eb", "house_rules"},
	} {
		h.owner("PATCH", x.path, object{"name": "Changed", c.name: c.value}).want(422).names(c.field)
	}
	if now := h.owner("GET", x.path, nil).want(200); now.text("name") != "Old harbour" || now.text("type") != "theatre" {
		t.Errorf("what is wrong changed something: %s", now.Raw)
	}
	h.owner("PATCH", "/v1/rooms/"+x.hall, object{"facilities": []string{""}}).want(422).names("facilities[0]")

	// Made at once, and the same again.
	profile["name"] = "New harbour"
	made := h.owner("POST", "/v1/venues", profile, "Idempotency-Key: v1").want(201)
	if again := h.owner("POST", "/v1/venues", profile, "Idempotency-Key: v1").want(201); again.text("id") != made.text("id") {
		t.Errorf("repeated: %s", again.Raw)
	}
	profile["capacity"] = 301
	h.owner("POST", "/v1/venues", profile, "Idempotency-Key: v1").problem(422, "idempotency_key_reused")

	// All of it holds no more people than that, whatever its rooms do.
	body := x.hours(10, 12, x.cellar)
	body["people"] = 301
	h.owner("POST", x.path+"/bookings", body).problem(409, "too_many_people").names("people")
	body["people"] = 300
	h.owner("POST", x.path+"/bookings", body).want(201)
	if v := h.owner("PATCH", x.path, object{"type": "none"}).want(200); v.text("type") != "none" {
		t.Errorf("taken back: %s", v.Raw)
	}
	h.owner("PATCH", x.path, object{"type": "theatre"}).want(200)

	// An event in its rooms is where it is, and guests read what they need to know.
	takes := object{"title": "Choir", "starts_at": x.hour(20), "ends_at": x.hour(22), "timezone": "UTC", "capacity": 100, "publish": true,
		"venue_rooms": object{"venue_id": strings.TrimPrefix(x.path, "/v1/venues/"), "rooms": []string{x.hall}}}
	event := h.owner("POST", "/v1/events", takes).want(201)
	if event.text("coordinates") != "53.5436,9.9889" {
		t.Errorf("the event is at %s", event.text("coordinates"))
	}
	path := "/v1/events/" + event.text("id")
	for who, got := range map[string]*answer{"the public": h.send("GET", path, "", nil).want(200), "an owner": h.owner("GET", path, nil).want(200)} {
		has := got.at("place", "facilities").([]any)
		if got.text("place", "name") != "Old harbour" || got.text("place", "type") != "theatre" || got.text("place", "house_rules") != "No dogs.\nShoes on." ||
			got.text("place", "rooms", 0) != "Hall" || len(has) != 5 || has[0] != "step_free" || has[1] != "hearing_loop" || has[4] != "Grand piano" {
			t.Errorf("%s reads %s", who, got.Raw)
		}
	}

	// A venue that is closed for bookings takes none, of events neither, and keeps those it has.
	booked := h.owner("POST", x.path+"/bookings", x.hours(6, 8, x.cellar)).want(201).text("id")
	h.owner("PATCH", x.path, object{"active": false}).want(200)
	h.owner("POST", x.path+"/bookings", x.hours(14, 15, x.cellar)).problem(409, "venue_inactive")
	h.owner("POST", "/v1/bookings/"+booked+":move", x.hours(5, 7, x.cellar)).problem(409, "venue_inactive")
	takes["starts_at"], takes["ends_at"] = x.hour(30), x.hour(32)
	h.owner("POST", "/v1/events", takes).problem(409, "venue_inactive")
	if n := len(h.owner("GET", x.path+"/bookings", nil).want(200).at("items").([]any)); n != 3 {
		t.Errorf("%d bookings, want the 3 that it had", n)
	}
	h.owner("POST", "/v1/bookings/"+booked+":cancel", object{"reason": "no_longer_needed"}).want(200)
	h.owner("PATCH", x.path, object{"active": true}).want(200)
	h.owner("POST", "/v1/events", takes).want(201)
}
