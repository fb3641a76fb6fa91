package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// onTestPage reads the page of the test provider at an address.
func (h *testServer) onTestPage(url string) payments.TestCheckout {
	h.t.Helper()
	c, err := h.store.TestPayments.TestCheckout(h.t.Context(), url[strings.LastIndexByte(url, '/')+1:])
	h.must(err)
	return c
}

// shows answers what a page says, which is not a problem document.
func (h *testServer) shows(method, path string, status int, headers ...string) string {
	h.t.Helper()
	a := h.send(method, path, "", nil, headers...)
	if a.Status != status {
		h.t.Errorf("%s %s: %d", method, path, a.Status)
	}
	return a.Raw
}

// Anyone who orders without a session is given the page of that order. It says who comes
// in, leads to the provider and back, and tells the status of the payment; of the
// person whose address was given it says and gives nothing.
func TestBuyerWithoutASession(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(5)
	known := h.owner("POST", event+"/orders", object{"email": "ada@example.org", "name": "Ada King", "items": []object{{"quantity": 1}}}).want(201)
	body := object{"email": "ada@example.org", "name": "Mallory", "items": []object{{"quantity": 2}}}
	made := h.send("POST", event+"/orders", "", body).want(201)
	order, page := made.text("id"), made.text("payment_url")
	token, ok := strings.CutPrefix(page, "http://holdfast.test/r/")
	if !ok || token != made.text("access_token") || made.text("expires_at") == "" || made.number("total") != 23800 ||
		made.text("payment_providers", 0) != "testpay" {
		t.Fatalf("ordered: %s", made.Raw)
	}
	read := h.send("GET", "/v1/orders/"+order, token, nil).want(200)
	if read.text("payment_url") != page || strings.Contains(read.Raw, "King") || strings.Contains(read.Raw, "user_id") {
		t.Errorf("read: %s", read.Raw)
	}

	second := read.text("items", 1, "ticket_id")
	guest := object{"attendee": "Grace Hopper", "attendee_email": "grace@example.org"}
	if a := h.send("PATCH", "/v1/tickets/"+second, token, guest).want(200); a.text("attendee") != "Grace Hopper" || strings.Contains(a.Raw, "token") {
		t.Errorf("a ticket to come: %s", a.Raw)
	}
	if a := h.send("GET", "/v1/orders/"+order, token, nil).want(200); a.text("items", 1, "attendee") != "Grace Hopper" {
		t.Errorf("who comes in: %s", a.Raw)
	}
	h.send("PATCH", "/v1/tickets/"+known.text("items", 0, "ticket_id"), token, guest).problem(404, "not_found")
	h.send("PATCH", "/v1/tickets/"+second, token, object{"attendee_email": "no"}).problem(422, "invalid_request").names("attendee_email")
	h.send("GET", "/v1/tickets/"+second, token, nil).problem(403, "fresh_link_required")

	path := "/r/" + token
	if a := h.send("GET", path, "", nil).want(200); !strings.Contains(a.Raw, path+"/pay/testpay") || strings.Contains(a.Raw, "King") {
		t.Errorf("the page: %s", a.Raw)
	}
	h.shows("POST", path+"/pay/nobody", 404)
	if text := h.shows("POST", path+"/pay/testpay", 403, "Sec-Fetch-Site: cross-site"); strings.Contains(text, "/testpay/") {
		t.Errorf("from another page: %s", text)
	}
	url := h.send("POST", "/v1/orders/"+order+":checkout", token, object{}).want(200).text("payment_url")
	if a := h.send("POST", path+"/pay/testpay", "", nil).want(200); !strings.Contains(a.Raw, url) {
		t.Errorf("the way to the provider: %s", a.Raw)
	}
	back, _ := strings.CutPrefix(h.onTestPage(url).ReturnURL, "http://holdfast.test/r/")
	if l, err := h.links.Parse(back); err != nil || !l.Bears() || l.ID != order {
		t.Errorf("the way back opens more than the order: %+v, %v", l, err)
	}

	h.choose(url, "fail")
	h.stands(order, token, "failed")
	h.choose(url, "slow")
	h.stands(order, token, "pending")
	h.choose(url, "arrived")
	paid := h.send("GET", "/v1/orders/"+order+"/payments", token, nil).want(200)
	if paid.text("items", 0, "status") != "tickets" || paid.text("checkouts", 0, "status") != "paid" {
		t.Errorf("paid: %s", paid.Raw)
	}
	if a := h.send("GET", "/v1/orders/"+order, token, nil).want(200); a.text("status") != "confirmed" || strings.Contains(a.Raw, "payment_url") {
		t.Errorf("paid: %s", a.Raw)
	}
	h.send("PATCH", "/v1/tickets/"+second, token, guest).problem(404, "not_found")
	h.send("GET", "/v1/orders/"+order+"/tickets", token, nil).problem(403, "fresh_link_required")
	h.shows("GET", path+"/tickets.pdf", 404)
	if a := h.send("GET", path, "", nil).want(200); strings.Contains(a.Raw, "<svg") {
		t.Errorf("a code for a holder of the link only: %s", a.Raw)
	}
	tickets := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)
	if tickets.text("items", 1, "attendee") != "Grace Hopper" {
		t.Errorf("tickets: %s", tickets.Raw)
	}
	h.later(25 * time.Hour)
	h.shows("GET", path, 410)
	h.sound()
}

// stands sees how the only checkout of an order is said to stand.
func (h *testServer) stands(order, token, want string) {
	h.t.Helper()
	a := h.send("GET", "/v1/orders/"+order+"/payments", token, nil).want(200)
	if a.text("checkouts", 0, "status") != want || a.text("checkouts", 0, "payment_url") == "" {
		h.t.Errorf("the checkout stands %q, want %q: %s", a.text("checkouts", 0, "status"), want, a.Raw)
	}
}

// What is said of an unpaid order goes no further than the order: an attendee of
// one that lapsed is in nobody's way, and a free order has nothing to pay.
func TestOrdersThatAreNotPaid(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(5)
	made := h.send("POST", event+"/orders", "", object{"email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 1}}}).want(201)
	token, ticket := made.text("access_token"), made.text("items", 0, "ticket_id")
	h.send("PATCH", "/v1/tickets/"+ticket, token, object{"attendee": "Bob"}).want(200)
	h.later(16 * time.Minute)
	h.eventually("the order lapses", func() bool {
		return h.send("GET", "/v1/orders/"+made.text("id"), token, nil).want(200).text("status") == "expired"
	})
	h.send("PATCH", "/v1/tickets/"+ticket, token, object{"attendee": "Cyd"}).problem(404, "not_found")
	h.shows("POST", "/r/"+token+"/pay/testpay", 409)
	if a := h.send("GET", "/r/"+token, "", nil).want(200); !strings.Contains(a.Raw, "This order has expired") || strings.Contains(a.Raw, "/pay/") {
		t.Errorf("%s", a.Raw)
	}
	free := h.event(3)
	if a := h.send("POST", free+"/orders", "", object{"email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 1}}}).want(201); strings.Contains(a.Raw, "payment_url") {
		t.Errorf("nothing to pay: %s", a.Raw)
	}
	h.sound()
}
