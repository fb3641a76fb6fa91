package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
)

// guestToken is the token of the last link that was mailed to a guest who asks for rooms.
func (h *testServer) guestToken() string {
	h.t.Helper()
	for i := len(h.letters) - 1; i >= 0; i-- {
		if h.letters[i].what == accountmail.BookingAddressMail {
			return h.links.BookingToken(h.letters[i].thing)
		}
	}
	h.t.Fatal("no link was mailed to a guest")
	return ""
}

// asks asks for the cellar so many days from now, as a guest.
func (x *testVenue) asks(days int) (path string) {
	x.t.Helper()
	in := x.hours(24*days+10, 24*days+12, x.cellar)
	in["name"], in["email"], in["locale"], in["people"], in["purpose"] = "Grace", "Grace@example.org", "de", 20, "Choir"
	if got := x.send("POST", "/v1/public"+x.path[len("/v1"):]+"/bookings", "", in).want(202); got.text("status") != "confirm_address" || strings.Contains(got.Raw, "hb_") {
		x.t.Fatalf("%s", got.Raw)
	}
	return "/v1/guest-bookings/" + x.guestToken()
}

// TestGuestsBook: somebody who is no member books with an address that they confirm first, pays,
// changes and cancels by the link, which reaches this booking alone; and is erased.
func TestGuestsBook(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
	x := h.venue(object{"booking_terms": bookingTerms})
	coffee := x.addOn(object{"name": "Coffee", "unit": "person", "price": 350})
	public := "/v1/public" + x.path[len("/v1"):]
	body := x.hours(24*60+10, 24*60+12, x.cellar)
	body["name"], body["email"] = "Grace", "grace@example.org"
	h.send("POST", public+"/bookings", "", body).problem(404, "not_found")
	h.owner("PATCH", x.path, object{"public_page": true}).want(200)
	h.send("POST", public+"/bookings", "", body).problem(403, "guest_bookings_off")
	if got := h.owner("PATCH", x.path, object{"guest_bookings": true}).want(200); got.at("guest_bookings") != true {
		t.Errorf("%s", got.Raw)
	}
	body["email"] = "nobody"
	h.send("POST", public+"/bookings", "", body).problem(422, "invalid_request").names("email")

	path := x.asks(60)
	// Nobody keeps the rooms before the address is confirmed, and there is no booking.
	if got := h.send("GET", path, "", nil).want(200); got.text("status") != "confirm_address" || got.at("booking") != nil {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", path+":cancel", "", nil).problem(409, "booking_not_confirmed")
	if got := h.owner("GET", x.path+"/bookings", nil).want(200); len(got.at("items").([]any)) != 0 {
		t.Errorf("%s", got.Raw)
	}
	made := h.send("POST", path+":confirm", "", nil).want(200)
	id := made.text("booking", "id")
	if made.text("status") != "booked" || made.text("booking", "status") != "pending_deposit" || made.text("booking", "created_by") != "guest" || made.text("payment_providers", 0) != "testpay" {
		t.Fatalf("%s", made.Raw)
	}
	h.send("POST", path+":confirm", "", nil).want(200)
	if got := h.owner("GET", "/v1/bookings/"+id, nil).want(200); got.text("booker", "name") != "Grace" || got.text("booker", "email") != "Grace@example.org" || got.text("booker", "locale") != "de" {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", x.path+"/bookings", nil).want(200); got.text("items", 0, "booker", "name") != "Grace" {
		t.Errorf("%s", got.Raw)
	}

	// The token opens this booking, and nothing else.
	other := x.asks(61)
	h.send("GET", "/v1/bookings/"+id, strings.TrimPrefix(path, "/v1/guest-bookings/"), nil).problem(401, "invalid_key")
	h.send("GET", path[:len(path)-2]+"xx", "", nil).problem(404, "not_found")
	if got := h.send("GET", other, "", nil).want(200); got.at("booking") != nil {
		t.Errorf("%s", got.Raw)
	}

	// Add-ons, another time, and what is taken.
	if got := h.send("POST", path+":set-add-ons", "", object{"add_ons": []object{{"add_on_id": coffee}}}).want(200); got.number("booking", "cost", "price") != 9000+20*350 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", x.path+"/bookings", x.hours(24*60+14, 24*60+16, x.cellar)).want(201)
	to := func(from, until int) object {
		return object{"starts_at": x.hour(24*60 + from), "ends_at": x.hour(24*60 + until)}
	}
	h.send("POST", path+":move", "", to(13, 15)).problem(409, "room_taken")
	if got := h.send("POST", path+":move", "", to(11, 13)).want(200); got.text("booking", "starts_at") != x.hour(24*60+11) {
		t.Errorf("%s", got.Raw)
	}
	page := h.send("POST", path+":checkout", "", object{"part": "deposit", "provider": "testpay"}).want(200)
	h.choose(page.text("payment_url"), "pay")
	if got := h.send("GET", path, "", nil).want(200); got.text("booking", "status") != "confirmed" {
		t.Errorf("%s", got.Raw)
	}
	invoices := h.owner("GET", "/v1/bookings/"+id+"/invoices", nil).want(200)
	if invoices.text("items", 0, "buyer") != "Grace" {
		t.Errorf("%s", invoices.Raw)
	}
	h.owner("PUT", "/v1/bookings/"+id+"/billing", object{"company": "Graces Choir", "street": "Way 1", "postal_code": "20095", "city": "Hamburg", "country": "DE"}).want(200)
	if got := h.send("POST", path+":cancel", "", nil).want(200); got.text("booking", "status") != "cancelled" {
		t.Errorf("%s", got.Raw)
	}
	h.send("POST", path+":move", "", to(11, 13)).problem(409, "booking_ended")

	// Erased: the link is over, and the organization reads no name; the invoice is kept.
	h.owner("POST", "/v1/bookings/"+id+":erase-booker", nil).want(200)
	h.send("GET", path, "", nil).problem(404, "not_found")
	if got := h.owner("GET", "/v1/bookings/"+id, nil).want(200); got.at("booker") != nil || got.at("purpose") != nil {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", "/v1/bookings/"+id+"/invoices", nil).want(200); len(got.at("items").([]any)) < 2 {
		t.Errorf("%s", got.Raw)
	}
	h.owner("POST", "/v1/bookings/bkg_3k9q0a7c1v5m:erase-booker", nil).problem(404, "not_found")
	h.sound()
}

// TestGuestsConfirmInTime: what is not confirmed in time is not booked, and is deleted; what was
// taken meanwhile is refused when it is confirmed.
func TestGuestsConfirmInTime(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true})
	path, late := x.asks(60), ""
	h.owner("POST", x.path+"/bookings", x.hours(24*60+10, 24*60+11, x.cellar)).want(201)
	h.send("POST", path+":confirm", "", nil).problem(409, "room_taken")
	late = x.asks(62)
	h.later(3 * time.Hour)
	h.send("POST", late+":confirm", "", nil).problem(410, "confirmation_expired")
	h.later(24 * time.Hour)
	if n, err := h.store.Bookers.Prune(t.Context(), inventory.At(h.now()), 10); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	h.send("GET", late, "", nil).problem(404, "not_found")
	h.sound()
}

// TestGuestPages: the same by forms, without a script.
func TestGuestPages(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms, "timezone": "Europe/Berlin"})
	seen := func(r *http.Request) (int, string) {
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	form := func(path string, fields url.Values) (int, string) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(fields.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Accept-Language", "fr")
		return seen(r)
	}
	venue := "/venues/" + x.path[len("/v1/venues/"):]
	at := x.at.AddDate(0, 0, 60)
	fields := url.Values{"room": {x.cellar}, "date": {at.Format(time.DateOnly)}, "from": {"10:00"}, "to": {"12:00"}, "people": {"20"}, "name": {"Grace"}, "email": {"nobody"}}
	if status, text := form(venue+"/book", fields); status != 422 || !strings.Contains(text, "adresse e-mail valide") || !strings.Contains(text, `value="Grace"`) {
		t.Errorf("%d %s", status, text)
	}
	fields.Set("email", "grace@example.org")
	if status, text := form(venue+"/book", fields); status != 200 || !strings.Contains(text, "Consultez votre messagerie") {
		t.Errorf("%d %s", status, text)
	}
	link := "/b/" + h.guestToken()
	read := func(path string) (int, string) {
		t.Helper()
		return seen(httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	}
	if status, text := read(link); status != 200 || !strings.Contains(text, link+"/confirm") {
		t.Errorf("%d %s", status, text)
	}
	form(link+"/confirm", nil)
	if status, text := read(link); status != 200 || !strings.Contains(text, link+"/pay/deposit/testpay") || !strings.Contains(text, link+"/move") || !strings.Contains(text, "€27.00") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := form(link+"/move", url.Values{"date": {"2020-01-01"}, "from": {"10:00"}, "to": {"11:00"}}); status != 409 || !strings.Contains(text, "horaire à venir") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := form(link+"/pay/deposit/testpay", nil); status != 200 || !strings.Contains(text, "/testpay/") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := read(link + "/calendar.ics"); status != 200 || !strings.Contains(text, "BEGIN:VEVENT") || !strings.Contains(text, "Old harbour") {
		t.Errorf("%d %s", status, text)
	}
	form(link+"/cancel", nil)
	if status, text := read(link); status != 200 || strings.Contains(text, link+"/move") || !strings.Contains(text, "The booking was cancelled") {
		t.Errorf("%d %s", status, text)
	}
	form(link+"/erase", nil)
	if status, _ := read(link); status != 404 {
		t.Errorf("an erased guest has a page: %d", status)
	}
	if status, text := form(venue+"/book", fields); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	late := "/b/" + h.guestToken()
	h.later(3 * time.Hour)
	if status, text := form(late+"/confirm", nil); status != 410 || !strings.Contains(text, "expiré") {
		t.Errorf("a link that is over: %d %s", status, text)
	}
	h.sound()
}

// TestGuestsBookWhileBusy: while the server is busy a stranger's request takes the answer of a
// challenge, which is good for one.
func TestGuestsBookWhileBusy(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"booking_terms": bookingTerms, "public_page": true, "guest_bookings": true})
	public := "/v1/public" + x.path[len("/v1"):]
	body := x.hours(24*60+10, 24*60+12, x.cellar)
	body["name"], body["email"] = "Grace", "grace@example.org"
	event := h.event(10)
	h.queue(event, 5, "none")
	h.later(time.Hour)
	h.fill(0.1)
	h.send("POST", event+"/waiting-room:join", "", nil).problem(403, "challenge_required") // who sees how busy it is
	if refused := h.send("POST", public+"/bookings", "", body).problem(403, "challenge_required"); refused.at("errors", 0, "field") != "Holdfast-Challenge" {
		t.Errorf("refused: %s", refused.Raw)
	}
	answer := h.solve(public, "register")
	h.send("POST", public+"/bookings", "", body, answer, "Idempotency-Key: one").want(202)
	h.send("POST", public+"/bookings", "", body, answer, "Idempotency-Key: two").problem(409, "challenge_used")
}
