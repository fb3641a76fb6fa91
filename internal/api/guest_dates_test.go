package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// asksFor asks as a guest for what a body says, and returns the path of it.
func (x *testVenue) asksFor(in object) string {
	x.t.Helper()
	x.send("POST", "/v1/public"+x.path[len("/v1"):]+"/bookings", "", x.guest(in)).want(202)
	return "/v1/guest-bookings/" + x.guestToken()
}

// guest is a body that names its guest.
func (*testVenue) guest(in object) object {
	in["name"], in["email"], in["purpose"] = "Grace", "grace@example.org", "Choir"
	return in
}

// TestGuestsBookDates: what repeats is asked for and confirmed at once; each of its dates is a booking
// with a token of its own, what is taken waits or is left out, and all of them are cancelled, and
// erased, by any.
func TestGuestsBookDates(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true})
	public := "/v1/public" + x.path[len("/v1"):] + "/bookings"
	there := h.owner("POST", x.path+"/bookings", x.hours(24*67+10, 24*67+12, x.cellar)).want(201).text("id")
	weekly := func(days int, rrule, others string) object {
		in := x.hours(24*days+10, 24*days+12, x.cellar)
		in["rrule"], in["on_conflict"] = rrule, others
		return x.guest(in)
	}
	h.send("POST", public, "", weekly(60, "FREQ=WEEKLY;COUNT=3", "all")).problem(409, "room_taken")
	h.send("POST", public, "", weekly(67, "", "skip")).problem(422, "invalid_request").names("on_conflict")
	h.send("POST", public, "", weekly(60, "FREQ=WEEKLY;COUNT=61", "wait")).problem(422, "invalid_request").names("rrule")
	h.send("POST", public, "", weekly(60, "FREQ=MINUTELY", "wait")).problem(422, "invalid_request").names("rrule")

	path := x.asksFor(weekly(60, "FREQ=WEEKLY;COUNT=3", "wait"))
	if got := h.send("GET", path, "", nil).want(200); got.text("status") != "confirm_address" || got.text("rrule") != "FREQ=WEEKLY;COUNT=3" || got.at("dates") != nil {
		t.Errorf("%s", got.Raw)
	}
	made := h.send("POST", path+":confirm", "", nil).want(200)
	statuses := func(r *answer, want ...string) {
		t.Helper()
		dates, _ := r.at("dates").([]any)
		for i := range dates {
			if i >= len(want) || r.text("dates", i, "status") != want[i] {
				t.Fatalf("%s", r.Raw)
			}
		}
		if len(dates) != len(want) {
			t.Fatalf("%s", r.Raw)
		}
	}
	statuses(made, "confirmed", "waiting", "confirmed")
	if made.text("series", "rrule") != "FREQ=WEEKLY;COUNT=3" || made.text("booking", "starts_at") != x.hour(24*60+10) || made.text("dates", 0, "booking_id") != made.text("booking", "id") {
		t.Errorf("%s", made.Raw)
	}
	statuses(h.send("POST", path+":confirm", "", nil).want(200), "confirmed", "waiting", "confirmed")

	// What comes free goes to whom waits for it, whose token reads it.
	second := "/v1/guest-bookings/" + made.text("dates", 1, "booking_token")
	h.owner("POST", "/v1/bookings/"+there+":cancel", object{"reason": "other"}).want(200)
	if got := h.send("GET", second, "", nil).want(200); got.text("booking", "status") != "confirmed" || got.text("booking", "starts_at") != x.hour(24*67+10) || got.text("name") != "Grace" {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", "/v1/bookings/"+made.text("dates", 1, "booking_id"), nil).want(200); got.text("booker", "name") != "Grace" {
		t.Errorf("%s", got.Raw)
	}
	statuses(h.send("POST", second+":cancel", "", nil).want(200), "confirmed", "cancelled", "confirmed")
	statuses(h.send("POST", second+":cancel-dates", "", nil).want(200), "cancelled", "cancelled", "cancelled")
	h.send("POST", path+":cancel-dates", "", nil).problem(409, "booking_ended")

	// Where the first date is left out, the link that was mailed leads to the next.
	h.owner("POST", x.path+"/bookings", x.hours(24*80+10, 24*80+12, x.cellar)).want(201)
	next := h.send("POST", x.asksFor(weekly(80, "FREQ=WEEKLY;COUNT=2", "skip"))+":confirm", "", nil).want(200)
	if statuses(next, "confirmed"); next.text("booking", "starts_at") != x.hour(24*87+10) || next.text("series", "skipped", 0, "starts_at") != x.hour(24*80+10) {
		t.Errorf("%s", next.Raw)
	}
	one := h.send("POST", x.asksFor(weekly(80, "", "wait"))+":confirm", "", nil).want(200)
	if one.text("booking", "status") != "waiting" || one.at("dates") != nil {
		t.Errorf("%s", one.Raw)
	}

	// Of whoever is erased nothing is left at any date.
	h.owner("POST", "/v1/bookings/"+made.text("dates", 2, "booking_id")+":erase-booker", nil).want(200)
	for _, gone := range []string{path, second} {
		h.send("GET", gone, "", nil).problem(404, "not_found")
	}
	for i := range 3 {
		if got := h.owner("GET", "/v1/bookings/"+made.text("dates", i, "booking_id"), nil).want(200); got.at("booker") != nil || got.at("purpose") != nil {
			t.Errorf("%s", got.Raw)
		}
	}
	h.sound()
}

// TestGuestPagesOfDates: the same by forms.
func TestGuestPagesOfDates(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true})
	sent := func(method, path string, fields url.Values) (int, string) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(fields.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	at := x.at.AddDate(0, 0, 60)
	h.owner("POST", x.path+"/bookings", x.hours(24*74+10, 24*74+12, x.cellar)).want(201)
	fields := url.Values{
		"room": {x.cellar}, "date": {at.Format(time.DateOnly)}, "from": {"10:00"}, "to": {"12:00"}, "people": {"20"}, "name": {"Grace"}, "email": {"grace@example.org"},
		"repeats": {"biweekly"}, "taken": {"all"},
	}
	book := "/venues/" + x.path[len("/v1/venues/"):] + "/book"
	if status, text := sent(http.MethodPost, book, fields); status != 422 || !strings.Contains(text, "Choose a last day") || !strings.Contains(text, `value="biweekly" selected`) {
		t.Errorf("%d %s", status, text)
	}
	fields.Set("until", at.AddDate(0, 0, 30).Format(time.DateOnly))
	if status, text := sent(http.MethodPost, book, fields); status != 422 || !strings.Contains(text, "free at this time") {
		t.Errorf("%d %s", status, text)
	}
	fields.Set("taken", "wait")
	if status, text := sent(http.MethodPost, book, fields); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	link := "/b/" + h.guestToken()
	if status, text := sent(http.MethodGet, link, nil); status != 200 || !strings.Contains(text, "<dd dir=\"auto\">3</dd>") {
		t.Errorf("%d %s", status, text)
	}
	sent(http.MethodPost, link+"/confirm", nil)
	status, text := sent(http.MethodGet, link, nil)
	if status != 200 || strings.Count(text, "<li><a href=\"/b/") != 2 || !strings.Contains(text, "Waiting") || !strings.Contains(text, link+"/cancel-dates") {
		t.Fatalf("%d %s", status, text)
	}
	// The date that waits has a page that says so, and can be given up.
	_, after, _ := strings.Cut(text, "<li><a href=\"")
	waits, _, _ := strings.Cut(after, `"`)
	if status, text := sent(http.MethodGet, waits, nil); status != 200 || !strings.Contains(text, "waiting for this time") || !strings.Contains(text, waits+"/cancel") || strings.Contains(text, waits+"/move") {
		t.Errorf("%d %s", status, text)
	}
	sent(http.MethodPost, link+"/cancel-dates", nil)
	if status, text := sent(http.MethodGet, waits, nil); status != 200 || !strings.Contains(text, "The booking was cancelled") || strings.Contains(text, "/cancel-dates") {
		t.Errorf("%d %s", status, text)
	}
	h.sound()
}
