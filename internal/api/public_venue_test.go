package api_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestPublicVenues: everybody may see a venue that its organization shows, and when its rooms are
// free, and nothing of others or of the people who have the rooms.
func TestPublicVenues(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "Europe/Berlin", "booking_terms": bookingTerms, "facilities": []string{"stage"}})
	x.addOn(object{"name": "Coffee", "unit": "person", "price": 350})
	x.addOn(object{"name": "Old screen", "unit": "piece", "active": false})
	path := "/v1/public" + x.path[len("/v1"):]
	h.send("GET", path, "", nil).problem(404, "not_found")
	h.send("GET", path+"/free-times", "", nil).problem(404, "not_found")
	h.send("GET", "/v1/public/venues/ven_nothing", "", nil).problem(404, "not_found")
	if got := h.owner("PATCH", x.path, object{"public_page": true}).want(200); got.at("public_page") != true {
		t.Errorf("%s", got.Raw)
	}
	v := h.send("GET", path, "", nil).want(200)
	if v.text("name") != "Old harbour" || len(v.at("rooms").([]any)) != 4 || len(v.at("add_ons").([]any)) != 1 || v.number("booking_terms", "price_per_hour") != 4500 || v.at("created_by") != nil {
		t.Errorf("%s", v.Raw)
	}
	h.owner("POST", x.path+"/bookings", x.hours(10, 12, x.east)).want(201)
	query := "?" + url.Values{"from": {x.at.Format(time.RFC3339)}, "until": {x.at.Add(24 * time.Hour).Format(time.RFC3339)}}.Encode()
	free := h.send("GET", path+"/free-times"+query, "", nil).want(200)
	found := map[string][][2]string{}
	for i := range free.at("items").([]any) {
		room := free.text("items", i, "room_id")
		found[room] = append(found[room], [2]string{free.text("items", i, "starts_at"), free.text("items", i, "ends_at")})
	}
	if len(found[x.cellar]) != 1 || len(found[x.hall]) != 2 || found[x.hall][0] != [2]string{x.hour(0), x.hour(10)} || found[x.east][1][0] != x.hour(12) {
		t.Errorf("%v", found)
	}
	h.send("GET", path+"/free-times?until="+url.QueryEscape(x.at.Add(60*24*time.Hour).Format(time.RFC3339)), "", nil).problem(422, "invalid_request").names("until")
	h.owner("PATCH", x.path, object{"active": false}).want(200)
	if got := h.send("GET", path+"/free-times", "", nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("%s", got.Raw)
	}
}

// TestBusyCalendar: everybody may read when the rooms of a venue are busy where its organization
// shows that, and nothing of the people who have them; what is moved or cancelled stays the same entry.
func TestBusyCalendar(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "default_setup_minutes": 60})
	path := "/v1/public" + x.path[len("/v1"):] + "/busy.ics"
	h.send("GET", path, "", nil).problem(404, "not_found")
	if got := h.owner("PATCH", x.path, object{"public_calendar": true}).want(200); got.at("public_calendar") != true {
		t.Errorf("%s", got.Raw)
	}
	body := x.hours(10, 12, x.east)
	body["purpose"] = "Wedding of Bo"
	b := "/v1/bookings/" + h.owner("POST", x.path+"/bookings", body).want(201).text("id")
	entry := func() map[string]string {
		t.Helper()
		a := h.calendar(path, "text/calendar")
		if strings.Contains(a.Raw, "Wedding") || strings.Contains(a.Raw, "bkg_") || strings.Contains(a.Raw, "mem_") || strings.Count(a.Raw, "BEGIN:VEVENT") != 1 {
			t.Errorf("%s", a.Raw)
		}
		uid := a.Raw[strings.Index(a.Raw, "UID:")+4:]
		return a.entry(uid[:strings.Index(uid, "@")])
	}
	first := entry()
	if first["SUMMARY"] != "East" || first["STATUS"] != "CONFIRMED" || first["DTSTART"] != x.at.Add(9*time.Hour).Format("20060102T150405Z") {
		t.Errorf("%v", first)
	}
	h.owner("POST", b+":move", object{"starts_at": x.hour(13), "ends_at": x.hour(14)}).want(200)
	moved := entry()
	h.owner("POST", b+":cancel", object{"reason": "other"}).want(200)
	gone := entry()
	if moved["UID"] != first["UID"] || gone["UID"] != first["UID"] || moved["DTEND"] != x.at.Add(14*time.Hour).Format("20060102T150405Z") || gone["STATUS"] != "CANCELLED" {
		t.Errorf("%v, %v", moved, gone)
	}
	for _, two := range [][2]map[string]string{{first, moved}, {moved, gone}} {
		before, err := strconv.Atoi(two[0]["SEQUENCE"])
		if err != nil {
			t.Fatal(err)
		}
		if after, err := strconv.Atoi(two[1]["SEQUENCE"]); err != nil || after <= before {
			t.Errorf("%d became %d, %v", before, after, err)
		}
	}
	h.owner("PATCH", x.path, object{"public_page": false}).want(200)
	h.later(2 * time.Minute)
	h.send("GET", path, "", nil).problem(404, "not_found")
}
