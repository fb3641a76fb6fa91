package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestDatesArePaidTogether: a guest pays the deposits of three dates on one page, gives one of them up, and
// the house the rest of the others.
func TestDatesArePaidTogether(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.house(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
	in := x.hours(24*60+10, 24*60+12, x.cellar)
	in["rrule"] = "FREQ=WEEKLY;COUNT=3"
	path := x.asksFor(in)
	h.send("POST", path+":checkout-dates", "", object{}).problem(409, "booking_not_confirmed")
	made := h.send("POST", path+":confirm", "", nil).want(200)
	for i := range 3 {
		if made.text("dates", i, "status") != "pending_deposit" || made.text("dates", i, "part") != "deposit" || made.number("dates", i, "due") != 2700 {
			t.Fatalf("%s", made.Raw)
		}
	}
	h.send("POST", path+":checkout-dates", "", object{"part": "balance"}).problem(409, "booking_not_payable")
	read := func(method, path string) string {
		t.Helper()
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, path, nil))
		if w.Code != http.StatusOK {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	link := "/b/" + path[len("/v1/guest-bookings/"):]
	if text := read("GET", link); !strings.Contains(text, "Pay the deposits of 3 dates: €81.00") || strings.Count(text, "Deposit open · €27.00") != 3 || !strings.Contains(text, link+"/pay/deposit/testpay") {
		t.Errorf("%s", text)
	}
	if text := read("POST", link+"/pay-dates/deposit/testpay"); !strings.Contains(text, "/testpay/") {
		t.Errorf("%s", text)
	}
	page := h.send("POST", path+":checkout-dates", "", object{"provider": "testpay"}).want(200)
	if page.number("amount") != 8100 || page.number("dates", 2, "amount") != 2700 || page.text("dates", 1, "booking_id") != made.text("dates", 1, "booking_id") || page.text("part") != "deposit" {
		t.Errorf("%s", page.Raw)
	}
	h.choose(page.text("payment_url"), "pay")
	for i := range 3 {
		b := h.owner("GET", "/v1/bookings/"+made.text("dates", i, "booking_id"), nil).want(200)
		if b.text("status") != "confirmed" || b.text("cost", "deposit_status") != "paid" {
			t.Errorf("%s", b.Raw)
		}
	}
	h.send("POST", path+":checkout-dates", "", object{}).problem(409, "booking_not_payable")

	// One date is given up. Of its own deposit goes back what its rule says, of the others nothing.
	h.send("POST", "/v1/guest-bookings/"+made.text("dates", 1, "booking_token")+":cancel", "", nil).want(200)
	for i, refunds := range []int{0, 1, 0} {
		list := h.owner("GET", "/v1/bookings/"+made.text("dates", i, "booking_id")+"/payments", nil).want(200)
		items, _ := list.at("items").([]any)
		back, _ := list.at("items", 0, "refunds").([]any)
		if len(items) != 1 || list.number("items", 0, "amount") != 2700 || len(back) != refunds || refunds == 1 && list.number("items", 0, "refunds", 0, "amount") != 2700 {
			t.Errorf("%s", list.Raw)
		}
	}
	series := "/v1/booking-series/" + made.text("series", "id")
	rest := h.owner("POST", series+":checkout", object{"part": "balance"}).want(200)
	if dates, _ := rest.at("dates").([]any); len(dates) != 2 || rest.number("amount") != 12600 {
		t.Errorf("%s", rest.Raw)
	}
	if text := read("GET", link); !strings.Contains(text, "Pay the balance of 2 dates: €126.00") {
		t.Errorf("%s", text)
	}
	h.owner("POST", series+":checkout", object{}).problem(409, "booking_not_payable")
	h.owner("POST", "/v1/booking-series/bks_000000000000:checkout", object{}).problem(404, "not_found")

	// What does not repeat has its own page, under the same address.
	alone := x.asksFor(x.hours(24*90+10, 24*90+12, x.cellar))
	h.send("POST", alone+":confirm", "", nil).want(200)
	if one := h.send("POST", alone+":checkout-dates", "", object{}).want(200); one.number("amount") != 2700 || one.number("dates", 0, "amount") != 2700 {
		t.Errorf("%s", one.Raw)
	}
	h.sound()
}
