package api_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// Anyone who bought a ticket gives it to the waitlist, keeps it while nobody has paid, and
// has the money due back when somebody has.
func TestExchange(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(2)
	order := h.owner("POST", event+"/orders", buy("ann", tiers["Regular"], 2)).want(201).text("id")
	h.pay(order, "pay_ann", 4000)
	ann := h.fresh(identity.OrderLink, order, h.personID(event, "ann"))
	one, two := "/v1/tickets/"+id.TicketOf(order, 1), "/v1/tickets/"+id.TicketOf(order, 2)

	offer := h.send("POST", one+":exchange", ann, nil, "Idempotency-Key: x1").want(201)
	again := h.send("POST", one+":exchange", ann, nil).want(201)
	if offer.text("status") != "open" || offer.text("id") == "" || again.text("id") != offer.text("id") {
		t.Fatalf("%s, %s", offer.Raw, again.Raw)
	}
	exchange := "/v1/exchanges/" + offer.text("id")
	h.send("POST", one+":transfer", ann, object{"email": "eve@example.org"}).problem(409, "exchange_open")
	if a := h.send("GET", one, ann, nil).want(200); a.text("exchange", "id") != offer.text("id") || a.text("token") == "" {
		t.Errorf("%s", a.Raw)
	}
	// The public does not get it; whoever joins the waitlist does.
	h.owner("POST", event+"/orders", buy("bob", tiers["Regular"], 1)).problem(409, "sold_out")
	ben := h.owner("POST", event+"/waitlist:join", object{"user_id": "ben", "email": "ben@example.org", "name": "Ben", "tier_id": tiers["Regular"]}).want(201)
	h.send("POST", exchange+":withdraw", ann, nil).problem(409, "exchange_taken")
	if a := h.send("GET", exchange, ann, nil).want(200); a.text("status") != "matched" {
		t.Errorf("%s", a.Raw)
	}
	old := h.send("GET", one, ann, nil).want(200).text("token")
	taker := h.owner("POST", "/v1/offers/"+ben.text("offer_id")+":accept", nil).want(200)
	h.pay(taker.text("order_id"), "pay_ben", 2000)

	done := h.send("GET", exchange, ann, nil).want(200)
	if done.text("status") != "exchanged" || done.number("refund") != 2000 || done.text("currency") != "EUR" || done.text("ended_at") == "" {
		t.Errorf("%s", done.Raw)
	}
	h.send("POST", exchange+":withdraw", ann, nil).problem(410, "exchange_ended")
	h.send("GET", one, ann, nil).problem(409, "ticket_void")
	h.scan(event, old).verdict("invalid")
	h.scan(event, id.TicketOf(taker.text("order_id"), 1)).verdict("admit")
	after := h.send("GET", "/v1/orders/"+order, ann, nil).want(200)
	if after.text("status") != "confirmed" {
		t.Errorf("%s", after.Raw)
	}
	rows := h.owner("GET", event+"/audit?subject="+offer.text("id"), nil).want(200)
	for i, reason := range []string{"exchange_opened", "exchange_matched", "exchanged"} {
		if rows.text("items", i, "reason") != reason {
			t.Errorf("%s", rows.Raw)
		}
	}

	// What nobody takes can be kept; what was used cannot be given.
	kept := h.send("POST", two+":exchange", ann, nil).want(201)
	back := "/v1/exchanges/" + kept.text("id")
	if a := h.send("POST", back+":withdraw", ann, nil).want(200); a.text("status") != "withdrawn" {
		t.Errorf("%s", a.Raw)
	}
	h.send("POST", back+":withdraw", ann, nil).want(200)
	h.scan(event, id.TicketOf(order, 2)).verdict("admit")
	h.send("POST", two+":exchange", ann, nil).problem(409, "ticket_used")

	// The order says what became of both, the latest first.
	list := h.send("GET", "/v1/orders/"+order+"/exchanges", ann, nil).want(200)
	for i, want := range []string{"withdrawn", "exchanged"} {
		if list.text("items", i, "status") != want {
			t.Errorf("%s", list.Raw)
		}
	}
	if list.number("items", 1, "refund") != 2000 || list.text("items", 1, "currency") != "EUR" || list.number("items", 1, "unit") != 1 || len(list.at("items").([]any)) != 2 {
		t.Errorf("%s", list.Raw)
	}
	h.sound()
}

// A ticket with a named seat goes to the first who waits for that seat, once no free one
// suits them. Until it is paid the seat is its holder's, and taken for all others.
func TestSeatExchange(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ann", 3, 4)).want(201).text("id")
	h.pay(order, "pay_ann", 10_000)
	ann := h.fresh(identity.OrderLink, order, h.personID(event, "ann"))
	one, two := "/v1/tickets/"+id.TicketOf(order, 1), "/v1/tickets/"+id.TicketOf(order, 2)
	h.owner("POST", event+"/orders", take(event, "eve", 1)).want(201)
	old := h.send("GET", one, ann, nil).want(200).text("token")

	offer := h.send("POST", one+":exchange", ann, nil).want(201)
	if offer.text("status") != "open" {
		t.Fatalf("%s", offer.Raw)
	}
	exchange := "/v1/exchanges/" + offer.text("id")
	if s := h.shown(event, offer); s[2:4] != "ss" {
		t.Errorf("seats %s", s)
	}
	h.owner("POST", event+"/orders", take(event, "zoe", 3)).problem(409, "seat_taken").names("items[0].seat_id")
	h.owner("POST", event+"/blocks", object{"seat_ids": []string{seat(event, 3)}}).problem(409, "seat_taken")
	// Anyone who would sit on another seat, too, is given that.
	gus := h.owner("POST", event+"/seats:wait", object{"user_id": "gus", "seat_ids": []string{seat(event, 3), seat(event, 5)}}).want(201)
	if s := h.shown(event, gus); s[2:5] != "ssh" {
		t.Errorf("seats %s", s)
	}
	if a := h.send("GET", exchange, ann, nil).want(200); a.text("status") != "open" {
		t.Errorf("%s", a.Raw)
	}
	// Ben declines, and Cid, who comes next, pays.
	ben := h.owner("POST", event+"/seats/"+seat(event, 3)+"/waitlist", object{"user_id": "ben"}).want(201)
	h.send("POST", exchange+":withdraw", ann, nil).problem(409, "exchange_taken")
	cid := h.owner("POST", event+"/seats/"+seat(event, 3)+"/waitlist", object{"user_id": "cid"}).want(201)
	if cid.text("status") != "waitlisted" {
		t.Errorf("%s", cid.Raw)
	}
	h.owner("POST", "/v1/offers/"+ben.text("offer_id")+":decline", nil).want(200)
	entry := h.owner("GET", "/v1/waitlist/"+cid.text("entry_id"), nil).want(200)
	accepted := h.owner("POST", "/v1/offers/"+entry.text("offer", "id")+":accept", nil).want(200)
	if s := h.shown(event, accepted); s[2:4] != "ss" {
		t.Errorf("seats %s", s)
	}
	taker := accepted.text("order_id")
	pending := h.owner("GET", "/v1/orders/"+taker, nil).want(200)
	if pending.text("status") != "pending" || pending.text("items", 0, "seat_id") != seat(event, 3) || pending.text("items", 0, "status") != "live" {
		t.Errorf("%s", pending.Raw)
	}
	h.scan(event, old+"x").verdict("invalid")
	h.pay(taker, "pay_cid", 5000)

	done := h.send("GET", exchange, ann, nil).want(200)
	if done.text("status") != "exchanged" || done.number("refund") != 5000 {
		t.Errorf("%s", done.Raw)
	}
	h.scan(event, old).verdict("invalid")
	h.scan(event, id.TicketOf(taker, 1)).verdict("admit")
	h.scan(event, id.TicketOf(order, 2)).verdict("admit")
	h.send("POST", two+":exchange", ann, nil).problem(409, "ticket_used")
	// The seat is told as what it is now, though nothing of it changed to the eye.
	if s := h.shown(event, h.owner("POST", event+"/orders", take(event, "hal", 10)).want(201)); s[2:4] != "ss" {
		t.Errorf("seats %s", s)
	}
	h.sound()
}

func TestBadExchanges(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(3)
	order := h.owner("POST", event+"/orders", buy("ann", tiers["Regular"], 2)).want(201).text("id")
	ticket := "/v1/tickets/" + id.TicketOf(order, 1)
	h.owner("POST", ticket+":exchange", nil).problem(409, "ticket_void")
	h.pay(order, "pay_ann", 4000)
	ann := h.fresh(identity.OrderLink, order, h.personID(event, "ann"))
	other := h.owner("POST", event+"/orders", buy("zoe", tiers["Regular"], 1)).want(201).text("id")
	zoe := h.fresh(identity.OrderLink, other, h.personID(event, "zoe"))
	h.send("POST", ticket+":exchange", zoe, nil).problem(404, "not_found")
	h.send("POST", "/v1/tickets/"+id.TicketOf(order, 3)+":exchange", ann, nil).problem(404, "not_found")
	mine := h.send("POST", ticket+":exchange", ann, nil).want(201)
	h.send("POST", "/v1/exchanges/"+mine.text("id")+":withdraw", zoe, nil).problem(404, "not_found")
	h.send("GET", "/v1/orders/"+order+"/exchanges", zoe, nil).problem(404, "not_found")
	h.owner("POST", "/v1/exchanges/"+mine.text("id")+":withdraw", nil).want(200)

	h.owner("PATCH", event, object{"orders": object{"exchange": false}}).want(200)
	if a := h.owner("GET", event, nil).want(200); a.at("orders", "exchange") != false {
		t.Errorf("%s", a.Raw)
	}
	h.send("POST", ticket+":exchange", ann, nil).problem(409, "exchange_disabled")

	// What cost nothing is given back at once, one of several places too.
	free := h.event(3)
	alone := h.register(free, "cid").text("order_id")
	party := h.register(free, "dan", "Bo").text("order_id")
	cid := h.fresh(identity.OrderLink, alone, h.personID(free, "cid"))
	if a := h.send("POST", "/v1/tickets/"+id.TicketOf(alone, 1)+":exchange", cid, nil).want(201); a.text("status") != "released" || a.at("id") != nil {
		t.Errorf("%s", a.Raw)
	}
	if a := h.owner("POST", "/v1/tickets/"+id.TicketOf(party, 2)+":exchange", nil).want(201); a.text("status") != "released" || len(h.ticketsOf(party)) != 1 {
		t.Errorf("%s", a.Raw)
	}
	h.sound()
}
