package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// Whoever reads of a named seat is told where it is, as people call it: on tickets
// and orders, at the door, in the record of a guest, and on the plain page.
func TestSeatsAreNamed(t *testing.T) {
	h := newHouse(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ann", 6, 16)).want(201)
	if order.text("items", 0, "place", "section") != "Stalls" || order.text("items", 0, "place", "row") != "A" || order.number("items", 0, "place", "number") != 6 {
		t.Errorf("%s", order.Raw)
	}
	h.pay(order.text("id"), "pay_ann", 5000)
	last := func(what string, place any) {
		t.Helper()
		if p, _ := place.(map[string]any); p["section"] != "Balcony" || p["row"] != "A" || p["number"] != 4.0 {
			t.Errorf("%s: %v", what, place)
		}
	}
	second := id.TicketOf(order.text("id"), 2)
	last("the order", h.owner("GET", "/v1/orders/"+order.text("id"), nil).want(200).at("items", 1, "place"))
	last("a list of tickets", h.ticketsOf(order.text("id"))[1]["place"])
	last("a ticket", h.owner("GET", "/v1/tickets/"+second, nil).want(200).at("place"))
	last("the record of a guest", h.owner("GET", event+"/guests/ann", nil).want(200).at("guest_tickets", 1, "place"))
	last("a ticket that was found", h.owner("GET", event+"/tickets?q="+order.text("id"), nil).want(200).at("items", 1, "place"))
	last("a scan", h.scan(event, second).verdict("admit").at("place"))
	link := h.link(identity.OrderLink, order.text("id"), h.personID(event, "ann"))
	for language, says := range map[string]string{"en": "Balcony, row A, seat 4", "de": "Balcony, Reihe A, Platz 4"} {
		if a := h.send("GET", "/r/"+link, "", nil, "Accept-Language: "+language).want(200); !strings.Contains(a.Raw, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
	// A ticket without a named seat says none.
	standing := h.owner("GET", event, nil).want(200).text("tiers", 1, "id")
	other := h.owner("POST", event+"/orders", object{"user_id": "bob", "items": []object{{"tier_id": standing, "quantity": 1}}}).want(201)
	if strings.Contains(other.Raw, `"place"`) {
		t.Errorf("%s", other.Raw)
	}
}

// Who is offered a ticket is told of which seat before accepting it.
func TestSeatOfATransfer(t *testing.T) {
	h := newHouse(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ann", 8)).want(201)
	given := h.owner("POST", "/v1/tickets/"+id.TicketOf(order.text("id"), 1)+":transfer", object{"email": "bob@example.org"}).want(201)
	read := h.owner("GET", "/v1/transfers/"+given.text("id"), nil).want(200)
	if read.text("tier") != "Back" || read.text("place", "section") != "Stalls" || read.number("place", "number") != 2 {
		t.Errorf("%s", read.Raw)
	}
}
