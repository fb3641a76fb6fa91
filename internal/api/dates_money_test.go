package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestDatesArePaidTogether: a guest pays the deposits of three dates on one page, gives one of them up, and
// the venue the rest of the others.
func TestDatesArePaidTogether(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": bookingTerms})
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

// TestDatesByTransfer: a guest reads one reference for the deposits of three dates, beside that of each, and
// so does the venue; a statement that has it confirms all of them. Staff say of which dates other transfers
// are.
func TestDatesByTransfer(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) { datesByTransfer(t, newTestServerAt(t, url)) })
}

func datesByTransfer(t *testing.T, h *testServer) {
	t.Helper()
	x := h.venue(object{"public_page": true, "guest_bookings": true, "booking_terms": transferTerms()})
	h.owner("PUT", "/v1/organization/bank-account", object{"iban": bankIBAN, "bic": "BYLADEM1001", "holder": "Nordlicht e. V."}).want(200)
	in := x.hours(24*60+10, 24*60+12, x.cellar)
	in["rrule"] = "FREQ=WEEKLY;COUNT=3"
	path := x.asksFor(in)
	made := h.send("POST", path+":confirm", "", nil).want(200)
	date := func(i int) string { return "/v1/bookings/" + made.text("dates", i, "booking_id") }
	all, one := made.text("together", "bank_transfer", "payment_reference"), made.text("bank_transfer", "payment_reference")
	if made.text("together", "part") != "deposit" || made.number("together", "dates") != 3 || made.number("together", "amount") != 8100 || made.number("together", "bank_transfer", "amount") != 8100 ||
		all == one || made.number("bank_transfer", "amount") != 2700 || !strings.Contains(made.text("together", "bank_transfer", "code"), "\nEUR81.00\n\n"+strings.ReplaceAll(all, " ", "")+"\n") {
		t.Errorf("%s", made.Raw)
	}
	series := made.text("series", "id")
	if got := h.owner("GET", date(1)+"/payments", nil).want(200); got.text("together", "bank_transfer", "payment_reference") != all || got.text("bank_transfer", "payment_reference") == one {
		t.Errorf("%s", got.Raw)
	}
	if got := h.owner("GET", "/v1/booking-series/"+series, nil).want(200); got.text("together", "bank_transfer", "payment_reference") != all {
		t.Errorf("%s", got.Raw)
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/b/"+path[len("/v1/guest-bookings/"):], nil))
	if page := w.Body.String(); !strings.Contains(page, all) || !strings.Contains(page, one) || !strings.Contains(page, "For 3 dates at once") || !strings.Contains(page, "For this date alone") ||
		!strings.Contains(page, `<button class="no" type="submit">Pay only this date’s deposit: €27.00</button>`) || strings.Count(page, "<figure class=\"transfer\"><svg") != 1 {
		t.Errorf("%s", page)
	}

	h.statement(camt(bankIBAN, bankLine{amount: 8000, payer: "Grace", text: "little " + all}, bankLine{amount: 5400, payer: "Grace", text: "two dates"})).want(201)
	desk := h.onDesk()
	little, two := desk["little "+all], desk["two dates"]
	if little.text("reason") != "too_little" || little.text("order", "booking_series_id") != series || little.text("booking_series_id") != series || little.text("booking_part") != "deposit" ||
		little.at("order_id") != nil || little.at("event_id") != nil || little.number("order", "due") != 8100 || little.text("order", "reference") != all || little.text("order", "dates", 2, "status") != "pending" {
		t.Errorf("%s", little.Raw)
	}
	suggested := false
	for i := range two.at("suggestions").([]any) {
		suggested = suggested || two.text("suggestions", i, "booking_series_id") == series
	}
	if !suggested {
		t.Errorf("%s", two.Raw)
	}
	assign := func(of *answer, body object) *answer {
		return h.owner("POST", "/v1/organization/bank-transactions/"+of.text("id")+":assign", body)
	}
	assign(two, object{"booking_ids": []string{made.text("dates", 0, "booking_id")}}).problem(422, "invalid_request").names("booking_ids")
	assign(two, object{"booking_series_id": "bks_000000000000"}).problem(422, "invalid_request").names("booking_series_id")
	assign(two, object{"booking_series_id": series, "order_id": all}).problem(422, "invalid_request").names("booking_series_id")
	assign(two, object{"booking_series_id": series, "booking_ids": []string{"bkg_000000000000"}}).problem(422, "invalid_request").names("booking_ids")
	assign(little, object{"booking_series_id": series, "booking_ids": []string{made.text("dates", 0, "booking_id"), made.text("dates", 1, "booking_id"), made.text("dates", 2, "booking_id")}}).problem(422, "amount_mismatch")
	part := assign(little, object{"order_id": all}).want(200)
	if part.text("status") != "part" || part.number("order", "due") != 100 {
		t.Errorf("%s", part.Raw)
	}
	h.owner("POST", "/v1/organization/bank-transactions/"+little.text("id")+":undo", nil).want(200)
	ids := []string{made.text("dates", 0, "booking_id"), made.text("dates", 2, "booking_id")}
	done := assign(two, object{"booking_series_id": series, "booking_ids": ids}).want(200)
	if done.text("status") != "matched" || done.number("applied") != 5400 || done.text("booking_series_id") != series || done.number("order", "due") != 2700 {
		t.Errorf("%s", done.Raw)
	}
	for i, status := range []string{"confirmed", "pending_deposit", "confirmed"} {
		if got := h.owner("GET", date(i), nil).want(200); got.text("status") != status {
			t.Errorf("%s", got.Raw)
		}
	}
	if got := h.send("GET", path, "", nil).want(200); got.at("together") != nil { // one deposit is left
		t.Errorf("%s", got.Raw)
	}
	// The reference of the series is right for one date that is left, too.
	h.statement(camt(bankIBAN, bankLine{amount: 2700, payer: "Grace", text: "the last " + all})).want(201)
	if got := h.owner("GET", date(1), nil).want(200); got.text("status") != "confirmed" {
		t.Errorf("%s", got.Raw)
	}
	again := h.send("GET", path, "", nil).want(200)
	if again.text("together", "part") != "balance" || again.number("together", "amount") != 3*6300 || again.text("together", "bank_transfer", "payment_reference") == all {
		t.Errorf("%s", again.Raw)
	}
	if text := h.owner("GET", "/v1/organization/bank-transactions.csv", nil).want(200).Raw; !strings.Contains(text, ",booking_series_id\r\n") || !strings.Contains(text, ","+series+"\r\n") {
		t.Errorf("%s", text)
	}
	h.sound()
}
