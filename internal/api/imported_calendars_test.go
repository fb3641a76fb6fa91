package api_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// TestImportedCalendars: a calendar keeps a room by what was read of it, which is told as a
// conflict like any other; its failures and the bookings that it meets are shown.
func TestImportedCalendars(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"timezone": "Europe/Berlin", "public_page": true, "guest_bookings": true})
	list := x.path + "/imported-calendars"
	body := func(url, room string) object { return object{"name": " Parish ", "url": url, "room_id": room} }
	for field, b := range map[string]object{
		"name": {"name": " ", "url": "https://cal.example.org/a.ics", "room_id": x.east}, "url": body("http://cal.example.org/a.ics", x.east), "room_id": body("https://cal.example.org/a.ics", "roo_x"),
	} {
		h.owner("POST", list, b).problem(422, "invalid_request").names(field)
	}
	h.owner("POST", list, body("https://192.168.1.1/a.ics", x.east)).problem(422, "invalid_request").names("url")
	h.as(identity.BoxOffice, "POST", list, body("https://cal.example.org/a.ics", x.east)).want(403)
	made := h.owner("POST", list, body("webcal://cal.example.org/secret.ics", x.east), "Idempotency-Key: c1").want(201)
	id := made.text("id")
	if made.text("host") != "cal.example.org" || made.text("name") != "Parish" || made.text("failure") != "none" || strings.Contains(made.Raw, "worked_at") || strings.Contains(made.Raw, "secret.ics") {
		t.Errorf("%s", made.Raw)
	}
	if again := h.owner("POST", list, body("webcal://cal.example.org/secret.ics", x.east), "Idempotency-Key: c1").want(201); again.text("id") != id {
		t.Errorf("repeated: %s", again.Raw)
	}
	h.owner("POST", list, body("webcal://cal.example.org/other.ics", x.east), "Idempotency-Key: c1").problem(422, "idempotency_key_reused")
	// Whoever has the database, or a backup of it, cannot read that calendar.
	address, err := h.store.RoomCalendars.Address(t.Context(), h.org, id)
	h.must(err)
	if bytes.Contains(address.Secret, []byte("cal.example")) || address.KeyVersion == 0 {
		t.Errorf("its address is kept as %q", address.Secret)
	}
	there := h.owner("POST", x.path+"/bookings", x.hours(11, 13, x.east)).want(201).text("id")

	// It was read.
	now := inventory.At(h.now())
	fetched := func(f roomcalendars.Fetched) {
		t.Helper()
		taken, err := h.store.RoomCalendars.Take(t.Context(), now+inventory.Instant(inventory.Hour), now+inventory.Instant(2*inventory.Hour), 10)
		if err != nil || len(taken) != 1 {
			t.Fatalf("%d, %v", len(taken), err)
		}
		f.NextAt = now + inventory.Instant(inventory.Minute)
		if err := h.store.RoomCalendars.StoreFetched(t.Context(), taken[0], &f, now); err != nil {
			t.Fatal(err)
		}
	}
	at := func(hour int) inventory.Instant { return inventory.At(x.at.Add(time.Duration(hour) * time.Hour)) }
	fetched(roomcalendars.Fetched{Periods: []booking.Period{{From: at(12), To: at(15)}}})
	taken := h.owner("POST", x.path+"/bookings", x.hours(14, 16, x.hall)).problem(409, "room_taken")
	if taken.text("conflicts", 0, "calendar_id") != id || taken.text("conflicts", 0, "booked_room_id") != x.east || taken.text("conflicts", 0, "ends_at") != x.hour(15) || taken.text("free_times", "after") != x.hour(15) {
		t.Errorf("%s", taken.Raw)
	}
	fetched(roomcalendars.Fetched{Failure: "status", Detail: "502"})
	h.owner("POST", x.path+"/bookings", x.hours(14, 16, x.east)).problem(409, "room_taken")
	got := h.as(identity.Viewer, "GET", list, nil).want(200)
	if got.text("items", 0, "failure") != "status" || got.text("items", 0, "detail") != "502" || got.text("items", 0, "worked_at") == "" || got.number("items", 0, "busy_times") != 1 ||
		got.text("items", 0, "clashes", 0, "booking_id") != there || got.text("items", 0, "clashes", 0, "starts_at") != x.hour(12) {
		t.Errorf("%s", got.Raw)
	}
	busy := h.as(identity.Viewer, "GET", x.path+"/busy-times?from="+x.hour(0)+"&until="+x.hour(24), nil).want(200)
	if len(busy.at("items").([]any)) != 1 || busy.text("items", 0, "room_id") != x.east {
		t.Errorf("%s", busy.Raw)
	}
	h.owner("GET", x.path+"/busy-times?from="+x.hour(0)+"&until="+x.hour(24*90), nil).problem(422, "invalid_request").names("until")
	// What everybody sees is free is free elsewhere, too.
	free := h.send("GET", "/v1/public"+x.path[len("/v1"):]+"/free-times?from="+x.hour(13)+"&until="+x.hour(20), "", nil).want(200)
	for i := range free.at("items").([]any) {
		if room := free.text("items", i, "room_id"); (room == x.east || room == x.hall) && free.text("items", i, "starts_at") != x.hour(15) {
			t.Errorf("%s", free.Raw)
		}
	}
	if soon := h.owner("POST", list+"/"+id+":fetch", nil).want(200); soon.text("clashes", 0, "booking_id") != there {
		t.Errorf("%s", soon.Raw)
	}
	other := h.venue(object{})
	h.owner("DELETE", other.path+"/imported-calendars/"+id, nil).problem(404, "not_found")
	h.owner("DELETE", list+"/"+id, nil).want(200)
	h.owner("DELETE", list+"/"+id, nil).problem(404, "not_found")
	h.owner("POST", x.path+"/bookings", x.hours(14, 16, x.hall)).want(201)
	if h.owner("GET", "/v1/bookings/"+there, nil).want(200).text("status") != "confirmed" {
		t.Error("an import has ended a booking")
	}
	for range venues.MaxVenueCalendars {
		h.owner("POST", list, body("https://cal.example.org/a.ics", x.cellar)).want(201)
	}
	h.owner("POST", list, body("https://cal.example.org/a.ics", x.cellar)).problem(409, "too_many_imported_calendars")
}
