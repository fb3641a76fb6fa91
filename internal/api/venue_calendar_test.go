package api_test

import (
	"strings"
	"testing"
	"time"
)

// TestVenueCalendar: members make a secret address at which a calendar program reads the bookings of
// their venue, replace it and end it; it names nobody, and says what was moved or cancelled.
func TestVenueCalendar(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	venue := h.owner("POST", "/v1/venues", object{"name": "Old mill", "timezone": "Europe/Vienna"}).want(201).text("id")
	room := h.owner("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Hall"}).want(201).text("id")
	starts := h.now().Add(24 * time.Hour).UTC().Truncate(time.Hour)
	book := func(day int, purpose string) string {
		t.Helper()
		from := starts.AddDate(0, 0, day)
		return h.owner("POST", "/v1/venues/"+venue+"/bookings", object{
			"rooms": []string{room}, "starts_at": from.Format(time.RFC3339), "ends_at": from.Add(time.Hour).Format(time.RFC3339), "purpose": purpose,
		}).want(201).text("id")
	}
	choir, lost := book(0, "Choir, in secret"), book(1, "Chess")
	chosen := []object{}
	for name, n := range map[string]int{"Screen, large": 2, "Cook": 1} {
		id := h.owner("POST", "/v1/venues/"+venue+"/add-ons", object{"name": name, "unit": "piece"}).want(201).text("id")
		chosen = append(chosen, object{"add_on_id": id, "quantity": n})
	}
	h.owner("POST", "/v1/bookings/"+choir+":set-add-ons", object{"add_ons": chosen}).want(200)
	address := "/v1/venues/" + venue + "/calendar"
	if got := h.owner("GET", address, nil).want(200); strings.Contains(got.Raw, "since") || !strings.Contains(got.Raw, `"enabled":false`) {
		t.Errorf("%s", got.Raw)
	}
	made := func() string {
		t.Helper()
		url := h.owner("POST", address, nil).want(201).text("url")
		_, path, ok := strings.Cut(url, "/v1/calendars/")
		if !ok {
			t.Fatal(url)
		}
		return "/v1/calendars/" + path
	}
	first := made()
	second := made()
	h.send("GET", first, "", nil).want(404)
	h.later(2 * time.Second)
	h.owner("POST", "/v1/bookings/"+lost+":cancel", object{"reason": "no_longer_needed"}).want(200)
	got := h.send("GET", second, "", nil).want(200).Raw
	for _, line := range []string{"SUMMARY:Choir\\, in secret\r\n", "UID:" + choir + "@", "UID:" + lost + "@", "STATUS:CONFIRMED", "STATUS:CANCELLED", "LOCATION:Hall", "DTSTART:" + starts.Format("20060102T150405Z")} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in %s", line, got)
		}
	}
	for _, line := range []string{`2 × Screen\, large`, "1 × Cook"} { // members see what is to be there
		if !strings.Contains(got, line) || strings.Count(got, "\r\nDESCRIPTION:") != 1 {
			t.Errorf("no %q, or said of another booking, in %s", line, got)
		}
	}
	if public := h.send("GET", "/v1/public/venues/"+venue+"/busy.ics", "", nil); strings.Contains(public.Raw, "Screen") {
		t.Errorf("strangers see %s", public.Raw)
	}
	if got := h.owner("GET", address, nil).want(200); !strings.Contains(got.Raw, `"enabled":true`) || strings.Contains(got.Raw, "hc_") {
		t.Errorf("%s", got.Raw)
	}
	h.owner("DELETE", address, nil).want(200)
	h.owner("DELETE", address, nil).want(200)
	h.send("GET", second, "", nil).want(404)
	h.send("GET", "/v1/calendars/nothing/bookings.ics", "", nil).want(404)
	h.owner("POST", "/v1/venues/ven_nowhere/calendar", nil).problem(404, "not_found")
	if got := h.owner("GET", address, nil).want(200); !strings.Contains(got.Raw, `"enabled":false`) {
		t.Errorf("%s", got.Raw)
	}
}
