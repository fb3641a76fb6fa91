package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// bookingFee is a fee as an organizer asks for it.
func bookingFee(edit ...func(object)) object {
	o := object{"name": "Booking fee", "kind": "fee", "tax_rate_bp": 1900, "fee": object{"per_order": 100, "per_ticket": 50, "rate_bp": 250}}
	for _, e := range edit {
		e(o)
	}
	return o
}

// TestOrderFees: an organizer puts a fee on the orders of an event. Prices are shown with it from
// then on, each new order that costs something has it as a line with tax, in the journal and on the
// invoice, and it goes back with the last ticket unless it is kept.
func TestOrderFees(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
	event, tiers := h.sale(20, func(e object) { e["orders"] = object{"self_refund": true} })
	change := func(tier object) *answer { return h.owner("PATCH", event, object{"tiers": []object{tier}}) }
	terms := func(edit func(object)) func(object) { return func(o object) { edit(o["fee"].(object)) } }
	for field, bad := range map[string]func(object){
		"tiers[0].fee":           func(o object) { delete(o, "fee") },
		"tiers[0].price":         func(o object) { o["price"] = 500 },
		"tiers[0].pricing":       func(o object) { o["pricing"] = "chosen" },
		"tiers[0].tax_included":  func(o object) { o["tax_included"] = false },
		"tiers[0].max_per_order": func(o object) { o["max_per_order"] = 2 },
		"tiers[0].hidden":        func(o object) { o["hidden"] = true },
		"tiers[0].capacity":      func(o object) { o["capacity"] = 5 },
		"tiers[0].per_ticket":    func(o object) { o["per_ticket"] = 1 },
		"tiers[0].fee.rate_bp":   terms(func(o object) { o["rate_bp"] = 10_001 }),
		"tiers[0].fee.per_order": terms(func(o object) { o["per_order"] = -1 }),
	} {
		change(bookingFee(bad)).problem(422, "invalid_request").names(field)
	}
	change(object{"name": "Chair", "fee": object{"per_order": 1}}).problem(422, "invalid_request").names("tiers[0].fee")
	ticket := tiers["Regular"]
	before := buyOne(h, event, ticket, "eve").want(201)
	price := before.number("items", 0, "gross")
	made := change(bookingFee()).want(200)
	n := len(made.at("tiers").([]any)) - 1
	of := made.text("tiers", n, "id")
	said := object{"per_order": 100.0, "per_ticket": 50.0, "rate_bp": 250.0, "max": 0.0, "refundable": true, "at_door": true}
	made.sees(t, "made", object{"kind": "fee", "fee": said, "price": 0, "tax_rate_bp": 1900, "pools": []any{}, "capacity": 0, "available": 0}, "tiers", n)
	change(object{"id": of, "kind": "goods"}).problem(422, "invalid_request").names("tiers[0].kind")
	h.owner("POST", event+"/checkin-lists", object{"name": "Counter", "tier_ids": []string{of}}).problem(422, "invalid_request").names("tier_ids[0]")

	// What is shown: with what a ticket costs more, in the list of events too.
	each := price + 50 + (price*250+5000)/10_000
	a := h.owner("GET", event, nil).want(200)
	for i, tier := range a.at("tiers").([]any) {
		if tier.(map[string]any)["id"] == ticket && a.number("tiers", i, "unit_gross")+a.number("tiers", i, "unit_fees") != each {
			t.Errorf("shown: %s", a.Raw)
		}
	}

	// An order that was made before keeps what it was told; a new one has the fee.
	if a := h.owner("GET", "/v1/orders/"+before.text("id"), nil).want(200); a.number("total") != price || a.number("fees") != 0 {
		t.Errorf("an older order: %s", a.Raw)
	}
	buyOne(h, event, of, "eve").problem(404, "not_found").names("items[0].tier_id")
	ask := buy("ada", ticket, 2)
	o := h.owner("POST", event+"/orders", ask).want(201)
	fee := 100 + 2*50 + (2*price*250+5000)/10_000
	o.sees(t, "the fee", object{"tier_id": of, "fee": true, "gross": fee, "tax_rate_bp": 1900, "no": 3}, "items", 2)
	if o.number("total") != 2*price+fee || o.number("fees") != fee || o.number("units") != 2 {
		t.Errorf("order: %s", o.Raw)
	}
	path := "/v1/orders/" + o.text("id")
	h.owner("POST", path+":mark-paid", object{"reference": "slip"}).want(200)
	if a := h.owner("GET", path+"/tickets", nil).want(200); len(a.at("items").([]any)) != 2 {
		t.Errorf("tickets: %s", a.Raw)
	}
	h.owner("GET", "/v1/tickets/"+id.TicketOf(o.text("id"), 3), nil).problem(404, "not_found")
	invoice := h.owner("GET", path+"/invoices", nil).want(200).text("items", 0, "id")
	if a := h.owner("GET", path+"/invoices/"+invoice, nil).want(200); a.number("gross") != 2*price+fee || !strings.Contains(a.Raw, "Booking fee") {
		t.Errorf("the invoice: %s", a.Raw)
	}
	if a := h.owner("GET", event+"/journal", nil).want(200); !strings.Contains(a.Raw, `{"account":"order_fees"`) {
		t.Errorf("journal: %s", a.Raw)
	}

	// It goes back with the last ticket, by which its account is even.
	token := h.fresh(identity.OrderLink, o.text("id"), o.text("person", "id"))
	h.send("POST", path+":refund", token, object{"items": []int{3}}).problem(404, "not_found")
	if a := h.send("POST", path+":refund", token, object{"items": []int{1}}).want(200); a.number("refund") != price {
		t.Errorf("the first: %s", a.Raw)
	}
	if a := h.send("POST", path+":refund", token, object{"items": []int{2}}).want(200); a.number("refund") != price+fee {
		t.Errorf("the last: %s", a.Raw)
	}
	h.settleAll()

	// Where it is kept, the buyer gets back what the ticket cost, and no credit note has the fee.
	change(object{"id": of, "fee": object{"refundable": false, "max": 120}}).want(200).sees(t, "changed",
		object{"fee": object{"per_order": 100.0, "per_ticket": 50.0, "rate_bp": 250.0, "max": 120.0, "refundable": false, "at_door": true}}, "tiers", n)
	o = buyOne(h, event, ticket, "bob").want(201)
	o.sees(t, "kept", object{"gross": 120, "fee_kept": true}, "items", 1)
	path = "/v1/orders/" + o.text("id")
	h.owner("POST", path+":mark-paid", object{"reference": "slip"}).want(200)
	h.send("POST", path+":cancel", h.fresh(identity.OrderLink, o.text("id"), o.text("person", "id")), nil).want(200)
	h.settleAll()
	if a := h.owner("GET", path, nil).want(200); a.number("refunded") != price || a.text("status") != "refunded" {
		t.Errorf("kept: %s", a.Raw)
	}
	// Whoever is erased gets back all that they paid, whatever is kept.
	o = buyOne(h, event, ticket, "dan").want(201)
	h.owner("POST", "/v1/orders/"+o.text("id")+":mark-paid", object{"reference": "slip"}).want(200)
	h.visit(h.signIn("dan@example.org"), "POST", "/v1/me:erase", object{"email": "dan@example.org"}).problem(409, "paid_tickets")
	h.owner("DELETE", event+"/people/dan", nil).want(200)
	h.settleAll()
	if a := h.owner("GET", "/v1/orders/"+o.text("id"), nil).want(200); a.number("refunded") != price+120 {
		t.Errorf("erased: %s", a.Raw)
	}
	// When the event is cancelled all goes back.
	o = buyOne(h, event, ticket, "cyd").want(201)
	h.owner("POST", "/v1/orders/"+o.text("id")+":mark-paid", object{"reference": "slip"}).want(200)
	h.owner("POST", event+":cancel", nil).want(200)
	h.settleAll()
	if a := h.owner("GET", "/v1/orders/"+o.text("id"), nil).want(200); a.number("refunded") != price+120 {
		t.Errorf("cancelled: %s", a.Raw)
	}
	h.sound()
}

// TestFeesWithACode: whoever tries a code sees what the fees add to a ticket with it; an add-on, which
// carries none, costs what the code leaves of it.
func TestFeesWithACode(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _ := h.sale(20, func(e object) {
		e["tiers"] = append(e["tiers"].([]object), object{"name": "Workshop", "kind": "add_on", "price": 1000, "capacity": 5}, bookingFee())
	})
	made := h.owner("GET", event, nil).want(200)
	made.sees(t, "made with the event", object{"kind": "fee", "pools": []any{}, "capacity": 0}, "tiers", 4)
	ticket, workshop := made.text("tiers", 0, "id"), made.text("tiers", 3, "id")
	h.owner("POST", event+"/codes", object{"code": "half", "kind": "promo", "percent_bp": 5000, "tier_ids": []string{ticket, workshop}}).want(201)
	a := h.send("POST", event+"/codes:try", "", object{"code": "half"}).want(200)
	for i, want := range []object{
		{"tier_id": ticket, "unit_gross": 1000, "unit_fees": 50 + 25},
		{"tier_id": workshop, "unit_gross": 500, "unit_fees": 0},
	} {
		a.sees(t, "with the code", want, "prices", i)
	}
	bad := bookingFee(func(o object) { o["pools"] = []string{"Balcony"} })
	h.owner("POST", "/v1/events", h.newEvent(5, set("currency", "EUR"), set("tiers", []object{{"name": "General", "price": 1000}, bad}))).problem(422, "invalid_request").names("tiers[1].pools")
}

// buyOne orders one ticket.
func buyOne(h *testServer, event, tier, user string) *answer {
	return h.owner("POST", event+"/orders", buy(user, tier, 1))
}

// TestPassWithFees: what a pass costs and what single tickets would are said with the fees that
// each of them adds, and with a tax that comes on top.
func TestPassWithFees(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	series, dates := h.evenings(2)
	path, sells := h.pass(series, object{"title": "Both", "places": 2, "price": 3000})
	fee := object{"name": "Booking fee", "kind": "fee", "fee": object{"per_order": 100, "per_ticket": 50, "rate_bp": 500}}
	h.owner("PATCH", sells, object{"tiers": []object{fee}}).want(200)
	h.owner("PATCH", dates[0], object{"tiers": []object{fee}}).want(200)
	h.owner("PATCH", dates[1], object{"tiers": []object{{"id": h.firstTier(dates[1]), "tax_rate_bp": 1000, "tax_included": false}}}).want(200)
	want := object{"price": 3000.0 + 50 + 150, "singly": 2000.0 + 50 + 100 + 2200, "saves": 1150.0}
	h.owner("GET", path, nil).want(200).sees(t, "to organizers", want)
	h.send("GET", strings.Replace(series, "/v1/", "/v1/public/", 1), "", nil).want(200).sees(t, "to everybody", want, "passes", 0)
}
