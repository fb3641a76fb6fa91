package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// One guest of a party is cancelled by its link: the place is the waitlist's, the ticket
// is void at every door, and the others keep theirs.
func TestCancelGuest(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(4)
	order := h.register(event, "ada", "Bo", "Cy", "Di").text("order_id")
	eve := h.register(event, "eve").text("entry_id")
	before := h.ticketsOf(order)
	ada := h.fresh(identity.OrderLink, order, h.personID(event, "ada"))
	cancel := func(unit int64) string { return "/v1/tickets/" + id.TicketOf(order, unit) + ":cancel" }

	h.scan(event, id.TicketOf(order, 2)).verdict("admit")
	h.send("POST", cancel(2), ada, nil).problem(409, "ticket_used")
	h.owner("POST", cancel(2), nil).problem(409, "ticket_used")
	h.send("POST", cancel(9), ada, nil).problem(404, "not_found")

	gone := h.send("POST", cancel(3), ada, nil).want(200)
	if gone.text("status") != "released" || gone.number("unit") != 3 || gone.text("order_id") != order {
		t.Errorf("%s", gone.Raw)
	}
	if again := h.send("POST", cancel(3), ada, nil).want(200); again.text("status") != "released" {
		t.Errorf("%s", again.Raw)
	}
	if a := h.owner("GET", "/v1/waitlist/"+eve, nil).want(200); a.text("status") != "offered" {
		t.Errorf("who waits is %s", a.Raw)
	}

	// The others are what they were, and the registration says what it is.
	left := h.ticketsOf(order)
	want := slices.Concat(before[:2], before[3:])
	if len(left) != len(want) {
		t.Fatalf("%d tickets are left", len(left))
	}
	for i, now := range left {
		for _, field := range []string{"id", "token", "unit", "attendee", "short_code"} {
			if now[field] != want[i][field] {
				t.Errorf("ticket %d: %s is %v, and was %v", i, field, now[field], want[i][field])
			}
		}
	}
	is := h.send("GET", "/v1/orders/"+order, ada, nil).want(200)
	if is.number("units") != 3 || is.number("given_back", 0) != 3 || is.text("guests", 1, "name") != "Di" || strings.Contains(is.Raw, "Cy") {
		t.Errorf("%s", is.Raw)
	}
	if list := h.owner("GET", event+"/guests?q=cy", nil).want(200); len(list.at("items").([]any)) != 0 {
		t.Errorf("the guest is found: %s", list.Raw)
	}
	if pdf := h.send("GET", "/v1/orders/"+order+"/tickets.pdf", ada, nil).want(200); len(pdf.Raw) == 0 {
		t.Error("nothing to print")
	}
	h.send("GET", "/v1/tickets/"+id.TicketOf(order, 3), ada, nil).problem(409, "ticket_void")

	// At the door, with a network and without, by ticket, token and short code.
	h.scan(event, id.TicketOf(order, 3)).verdict("invalid")
	h.scan(event, before[2]["token"].(string)).verdict("invalid")
	h.scan(event, id.TicketOf(order, 4)).verdict("admit")
	bundle := h.as(identity.Door, http.MethodGet, event+"/checkin-bundle", nil).want(200)
	void := ticket.Ticket{ID: id.TicketOf(order, 3)}.Hash()
	if got := bundle.at("revoked").([]any); !slices.Contains(got, any(void)) || slices.Contains(bundle.at("valid").([]any), any(void)) {
		t.Errorf("%s", bundle.Raw)
	}
	if strings.Contains(bundle.Raw, id.TicketOf(order, 3)) {
		t.Errorf("its short code is in the bundle: %s", bundle.Raw)
	}

	// Nobody else's; and the person is told.
	h.send("POST", cancel(4), h.fresh(identity.OrderLink, order, h.personID(event, "eve")), nil).problem(404, "not_found")
	if got := strings.Join(h.inbox(ada), " "); !strings.HasPrefix(got, "guest_cancelled ") {
		t.Errorf("told %s", got)
	}

	// The last ends the registration.
	event = h.event(2)
	order = h.register(event, "ben", "Flo").text("order_id")
	h.owner("POST", cancel(1), nil).want(200)
	if a := h.owner("GET", "/v1/orders/"+order, nil).want(200); a.text("status") != "confirmed" || a.text("guests", 0, "name") != "Flo" {
		t.Errorf("%s", a.Raw)
	}
	h.owner("POST", cancel(2), nil).want(200)
	if a := h.owner("GET", "/v1/orders/"+order, nil).want(200); a.text("status") != "released" || a.text("reason") != "cancelled_by_staff" {
		t.Errorf("%s", a.Raw)
	}
	h.owner("POST", cancel(2), nil).want(200)

	// Of an order it is the refund of that item, unless somebody came in with it.
	event = h.paidEvent(3)
	order = h.placeOrder(event, "fay", 3)
	h.owner("POST", cancel(1), nil).problem(409, "order_pending")
	h.pay(order, "pay_fay", 3*11900)
	h.scan(event, id.TicketOf(order, 1)).verdict("admit")
	h.owner("POST", cancel(1), nil).problem(409, "ticket_used")
	if a := h.owner("POST", cancel(2), nil).want(200); a.number("refund") != 11900 || a.text("currency") != "EUR" {
		t.Errorf("%s", a.Raw)
	}
	if left := h.ticketsOf(order); len(left) != 2 || left[1]["id"] != id.TicketOf(order, 3) {
		t.Errorf("%+v", left)
	}
	h.sound()
}
