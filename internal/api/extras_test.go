package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
)

// extrasSale is an event with tickets, an add-on that goes with one kind of them, and goods.
func (h *testServer) extrasSale() (event string, tiers map[string]string) {
	h.t.Helper()
	event = h.event(10, func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{
			{"name": "Regular", "price": 2000},
			{"name": "VIP", "price": 5000},
			{"name": "Dinner", "price": 3000, "tax_rate_bp": 1900, "kind": "add_on", "per_ticket": 2, "goes_with": []string{"VIP"}, "capacity": 5},
			{"name": "Shirt", "price": 2500, "kind": "goods", "capacity": 1},
		}
	})
	tiers = map[string]string{}
	got := h.owner("GET", event, nil).want(200)
	for i := range 4 {
		tiers[got.text("tiers", i, "name")] = got.text("tiers", i, "id")
	}
	return event, tiers
}

// lines is the body of an order of several tiers, one unit of each time that it is named.
func lines(user string, tiers ...string) object {
	o := buy(user, tiers[0], 1)
	items := []object{}
	for _, t := range tiers {
		items = append(items, object{"tier_id": t, "quantity": 1})
	}
	o["items"] = items
	return o
}

// TestAddOnsAreOrdered: they go with tickets, have a capacity of their own, are numbered behind
// the tickets, are neither registered nor waited for, and go with the ticket that is given back.
func TestAddOnsAreOrdered(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tier := h.extrasSale()
	got := h.owner("GET", event, nil).want(200)
	got.sees(t, "the add-on", object{"kind": "add_on", "per_ticket": 2, "goes_with": []any{tier["VIP"]}, "capacity": 5, "available": 5}, "tiers", 2)
	got.sees(t, "the goods", object{"kind": "goods", "per_ticket": nil, "goes_with": nil, "capacity": 1}, "tiers", 3)
	got.sees(t, "a ticket", object{"kind": "ticket"}, "tiers", 0)
	if got.number("availability", "capacity") != 10 {
		t.Errorf("the event: %s", got.Raw)
	}

	orders := event + "/orders"
	h.owner("POST", orders, lines("eve", tier["Regular"], tier["Dinner"])).problem(422, "add_on_without_ticket").names("items[1].quantity")
	h.owner("POST", event+"/registrations", object{"user_id": "bob", "email": "bob@example.org", "name": "Bob", "tier_id": tier["Shirt"]}).problem(409, "ordered_only")
	h.owner("POST", event+"/waitlist:join", object{"user_id": "bob", "email": "bob@example.org", "name": "Bob", "tier_id": tier["Dinner"]}).problem(409, "ordered_only")

	order := h.owner("POST", orders, lines("ada", tier["Shirt"], tier["Dinner"], tier["VIP"], tier["Dinner"])).want(201)
	order.sees(t, "the ticket", object{"tier_id": tier["VIP"], "extra": nil}, "items", 0)
	order.sees(t, "an add-on", object{"goes_with": 1, "extra": true}, "items", 2)
	if order.number("total") != 13_500 {
		t.Errorf("order: %s", order.Raw)
	}
	h.owner("POST", orders, lines("cyd", tier["Shirt"])).problem(409, "sold_out")
	if n := h.owner("GET", event, nil).want(200).number("availability", "available"); n != 9 {
		t.Errorf("%v places are left of 10", n)
	}
	path := "/v1/orders/" + order.text("id")
	h.pay(order.text("id"), "pay_ada", 13_500)

	tickets := h.owner("GET", path+"/tickets", nil).want(200)
	for i, kind := range []string{"ticket", "add_on", "add_on", "add_on"} {
		if tickets.text("items", i, "kind") != kind {
			t.Errorf("ticket %d: %s", i+1, tickets.Raw)
		}
	}

	// At the door of everybody no voucher comes in; at the counter each is handed over once.
	list := h.owner("POST", event+"/checkin-lists", object{"name": "Counter", "tier_ids": []string{tier["Shirt"], tier["Dinner"]}}).want(201).text("id")
	at := func(list string, n int) *answer {
		body := object{"event_id": strings.TrimPrefix(event, "/v1/events/"), "token": tickets.text("items", n, "token")}
		if list != "" {
			body["list_id"] = list
		}
		return h.owner("POST", "/v1/checkins", body).want(200)
	}
	verdicts := func(a *answer, want string) *answer {
		t.Helper()
		if a.text("verdict") != want {
			t.Errorf("want %s: %s", want, a.Raw)
		}
		return a
	}
	shirt := 0
	for i := range 4 {
		if tickets.text("items", i, "tier_id") == tier["Shirt"] {
			shirt = i
		}
	}
	verdicts(at("", shirt), "wrong_list")
	verdicts(at(list, shirt), "admit")
	verdicts(at(list, shirt), "already_admitted")
	in := verdicts(at("", 0), "admit")
	for i, handed := range map[int]bool{0: true, 1: false, 2: false} {
		if has := in.Raw != "" && in.at("add_ons", i, "handed_over_at") != nil; has != handed {
			t.Errorf("add-on %d: %s", i, in.Raw)
		}
	}
	if guests := h.owner("GET", event+"/checkins", nil).want(200); guests.number("tickets") != 1 {
		t.Errorf("at the door: %s", guests.Raw)
	}

	refund := h.owner("POST", path+":refund", object{"items": []int{1}}).want(200)
	if refund.number("refund") != 11_000 || refund.text("order", "items", 1, "status") != "live" {
		t.Errorf("refund of the ticket with its add-ons: %s", refund.Raw)
	}
}

// TestHandOverToWhoHolds: whoever got a ticket from somebody is not handed the goods of the order;
// and where things are handed over, nothing is handed over again after an exit.
func TestHandOverToWhoHolds(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tier := h.extrasSale()
	order := h.owner("POST", event+"/orders", lines("ada", tier["VIP"], tier["Regular"], tier["Dinner"], tier["Shirt"])).want(201).text("id")
	h.pay(order, "pay_ada", 12_500)
	transfer := h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 1)+":transfer", object{"email": "bob@example.org"}).want(201).text("id")
	h.visit(h.signIn("bob@example.org"), "POST", "/v1/transfers/"+transfer+":accept", nil).want(200)
	for unit, wants := range map[int64]string{1: "Dinner", 2: "Shirt"} {
		in := h.owner("POST", "/v1/checkins", object{"event_id": strings.TrimPrefix(event, "/v1/events/"), "ticket_id": id.TicketOf(order, unit)}).want(200)
		if strings.Count(in.Raw, `"handed_over_at"`) != 1 || in.text("add_ons", 0, "tier") != wants {
			t.Errorf("with ticket %d goes %s alone: %s", unit, wants, in.Raw)
		}
	}
	shirt := h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 4)+":transfer", object{"email": "cyd@example.org"}).want(201)
	read := h.owner("GET", "/v1/transfers/"+shirt.text("id"), nil).want(200)
	if shirt.text("kind") != "add_on" || read.text("kind") != "add_on" || read.text("tier") != "Shirt" {
		t.Errorf("what is transferred is no ticket: %s, %s", shirt.Raw, read.Raw)
	}
	h.owner("POST", event+"/checkin-lists", object{"name": "Counter", "re_entry": "exit", "tier_ids": []string{tier["Regular"], tier["Shirt"]}}).problem(422, "invalid_request").names("re_entry")
}

// TestAddOnsAreAdded: to an event that is there, with a pool of their own. What goes with a
// ticket can become more, and not less.
func TestAddOnsAreAdded(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(10)
	change := func(tier object) *answer {
		return h.owner("PATCH", event, object{"currency": "EUR", "tiers": []object{tier}})
	}
	got := change(object{"name": "Parking", "kind": "add_on", "price": 500, "capacity": 3}).want(200)
	parking := got.text("tiers", 1, "id")
	got.sees(t, "the add-on", object{"kind": "add_on", "per_ticket": 1, "capacity": 3, "available": 3}, "tiers", 1)
	change(object{"id": parking, "per_ticket": 2}).want(200).sees(t, "more with a ticket", object{"per_ticket": 2}, "tiers", 1)
	change(object{"id": parking, "per_ticket": 1}).problem(422, "invalid_request").names("tiers[0].per_ticket")
	change(object{"id": parking, "goes_with": []string{got.text("tiers", 0, "id")}}).problem(422, "invalid_request").names("tiers[0].goes_with")
	change(object{"id": parking, "kind": "goods"}).problem(422, "invalid_request").names("tiers[0].kind")
	change(object{"id": parking, "capacity": 9}).problem(422, "invalid_request").names("tiers[0].capacity")
	change(object{"name": "Shirt", "kind": "goods", "per_ticket": 1}).problem(422, "invalid_request").names("tiers[0].per_ticket")
	change(object{"name": "Meal", "kind": "add_on", "goes_with": []string{"Parking"}}).problem(422, "invalid_request").names("tiers[0].goes_with[0]")
	h.owner("POST", event+"/orders", lines("ada", got.text("tiers", 0, "id"), parking, parking)).want(201)
}
