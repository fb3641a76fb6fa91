package api_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// gift is a donation as an organizer asks for it.
func gift(edit ...func(object)) object {
	o := object{"name": "For the youth orchestra", "description": "Pays for lessons.", "kind": "donation", "suggested": []int{500, 1000, 2500}, "price_min": 100, "price_max": 50_000}
	for _, e := range edit {
		e(o)
	}
	return o
}

// lineFor is a line of an order for an amount that its buyer chose.
func lineFor(tier string, amount int64) object {
	return object{"tier_id": tier, "quantity": 1, "unit_price": amount}
}

// TestDonations: an event asks for a donation, which is given beside a ticket. It is a line of
// the order, outside of value added tax, in the journal and on the invoice, has no ticket, and
// stays given when its buyer cancels, until staff give it back.
func TestDonations(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/organization/invoicing", particulars()).want(200)
	event, tiers := h.sale(20, func(e object) { e["orders"] = object{"self_refund": true} })
	change := func(tier object) *answer { return h.owner("PATCH", event, object{"tiers": []object{tier}}) }
	for field, bad := range map[string]func(object){
		"tiers[0].suggested":    func(o object) { delete(o, "suggested") },
		"tiers[0].suggested[1]": func(o object) { o["suggested"] = []int{500, 500} },
		"tiers[0].suggested[0]": func(o object) { o["suggested"] = []int{50} },
		"tiers[0].price_min":    func(o object) { o["price_min"] = 0 },
		"tiers[0].price_max":    func(o object) { delete(o, "price_max") },
		"tiers[0].tax_rate_bp":  func(o object) { o["tax_rate_bp"] = 1900 },
		"tiers[0].price":        func(o object) { o["price"] = 500 },
		"tiers[0].capacity":     func(o object) { o["capacity"] = 5 },
		"tiers[0].per_ticket":   func(o object) { o["per_ticket"] = 1 },
	} {
		change(gift(bad)).problem(422, "invalid_request").names(field)
	}
	change(object{"name": "Chair", "suggested": []int{500}}).problem(422, "invalid_request").names("tiers[0].suggested")
	made := change(gift()).want(200)
	n := len(made.at("tiers").([]any)) - 1
	kept := object{"kind": "donation", "suggested": []any{500.0, 1000.0, 2500.0}, "price": 500, "price_min": 100, "price_max": 50_000, "pricing": "chosen", "max_per_order": 1, "tax_rate_bp": 0}
	made.sees(t, "made", kept, "tiers", n)
	of := made.text("tiers", n, "id")
	change(object{"id": of, "suggested": []int{1000, 2000}, "price_min": 200}).want(200).sees(t, "changed", object{"suggested": []any{1000.0, 2000.0}, "price": 1000, "price_min": 200}, "tiers", n)
	change(object{"id": of, "kind": "goods"}).problem(422, "invalid_request").names("tiers[0].kind")
	h.owner("GET", event, nil).want(200).sees(t, "read", object{"kind": "donation", "price_max": 50_000, "description": "Pays for lessons."}, "tiers", n)
	h.owner("POST", event+"/checkin-lists", object{"name": "Counter", "tier_ids": []string{of}}).problem(422, "invalid_request").names("tier_ids[0]")
	ticket := tiers["Regular"]
	order := func(user string, items ...object) *answer {
		o := buy(user, ticket, 1)
		o["items"] = items
		return h.owner("POST", event+"/orders", o)
	}
	seat := object{"tier_id": ticket, "quantity": 1}
	order("eve", lineFor(of, 1000)).problem(422, "add_on_without_ticket").names("items[0].quantity")
	order("eve", seat, lineFor(of, 100)).problem(422, "price_out_of_range").names("items[1].unit_price")
	order("eve", seat, lineFor(of, 0)).problem(422, "price_out_of_range").names("items[1].unit_price")
	order("eve", seat, object{"tier_id": of, "quantity": 2, "unit_price": 1000}).problem(422, "limit_per_order")

	o := order("ada", lineFor(of, 1500), seat, seat).want(201)
	ordered := o.text("id")
	path := "/v1/orders/" + ordered
	price := o.number("items", 0, "gross")
	o.sees(t, "the donation", object{"tier_id": of, "donation": true, "gross": 1500, "tax": 0, "tax_rate_bp": 0}, "items", 2)
	if o.number("total") != 2*price+1500 {
		t.Errorf("order: %s", o.Raw)
	}
	h.owner("POST", path+":mark-paid", object{"reference": "slip"}).want(200)
	if a := h.owner("GET", path+"/tickets", nil).want(200); len(a.at("items").([]any)) != 2 {
		t.Errorf("tickets: %s", a.Raw)
	}
	h.owner("GET", "/v1/tickets/"+id.TicketOf(ordered, 3), nil).problem(404, "not_found")
	h.owner("POST", "/v1/tickets/"+id.TicketOf(ordered, 3)+":transfer", object{"email": "bob@example.org"}).problem(404, "not_found")
	in := h.owner("POST", "/v1/checkins", object{"event_id": strings.TrimPrefix(event, "/v1/events/"), "ticket_id": id.TicketOf(ordered, 3)}).want(200)
	if in.text("verdict") != "invalid" {
		t.Errorf("a donation at the door: %s", in.Raw)
	}
	invoice := h.owner("GET", path+"/invoices", nil).want(200).text("items", 0, "id")
	a := h.owner("GET", path+"/invoices/"+invoice, nil).want(200)
	if a.number("gross") != 2*price+1500 || !strings.Contains(a.Raw, `"reason":"Donation, outside the scope of VAT"`) {
		t.Errorf("the invoice: %s", a.Raw)
	}
	if a := h.owner("GET", event+"/journal", nil).want(200); !strings.Contains(a.Raw, `{"account":"donations","currency":"EUR","debit":0,"credit":1500}`) {
		t.Errorf("journal: %s", a.Raw)
	}

	// The buyer cancels: the donation stays in the order.
	token := h.fresh(identity.OrderLink, ordered, o.text("person", "id"))
	h.send("POST", path+":refund", token, object{"items": []int{3}}).problem(403, "refund_by_staff_only").names("items[0]")
	if a := h.send("POST", path+":cancel", token, nil).want(200); a.text("status") != "confirmed" {
		t.Errorf("cancelled: %s", a.Raw)
	}
	h.settleAll()
	left := h.owner("GET", path, nil).want(200)
	if left.text("items", 2, "status") != "live" || left.text("items", 0, "status") != "released" || left.number("refunded") != 2*price {
		t.Errorf("after the cancellation: %s", left.Raw)
	}
	h.send("POST", path+":cancel", token, nil).problem(403, "refund_by_staff_only")
	if a := h.owner("POST", path+":refund", object{"items": []int{3}}).want(200); a.number("refund") != 1500 {
		t.Errorf("given back: %s", a.Raw)
	}
	h.settleAll()
	notes := h.owner("GET", path+"/invoices", nil).want(200)
	if len(notes.at("items").([]any)) != 3 {
		t.Errorf("documents: %s", notes.Raw)
	}
	given := func(want map[string]string) {
		t.Helper()
		got := map[string]string{}
		rows := (&tenant{testServer: h, event: event}).exported("orders")
		at := slices.Index(rows[0], "donations")
		for _, r := range rows[1:] {
			got[r[2]] = r[at]
		}
		if !maps.Equal(got, want) {
			t.Errorf("donations in the export: %v, want %v", got, want)
		}
	}
	given(map[string]string{"ada": "0.00"})
	order("eve", seat, lineFor(of, 700)).want(201) // nothing is given before it is paid
	// Of a refund that is less, what was bought comes first, and a part of the donation last.
	o = order("cyd", seat, lineFor(of, 1000)).want(201)
	h.owner("POST", "/v1/orders/"+o.text("id")+":mark-paid", object{"reference": "slip"}).want(200)
	h.owner("POST", "/v1/orders/"+o.text("id")+":refund", object{"items": []int{1, 2}, "amount": price + 400}).want(200)
	h.settleAll()
	if a := h.owner("GET", event+"/journal", nil).want(200); !strings.Contains(a.Raw, `{"account":"donations","currency":"EUR","debit":1900,"credit":2500}`) {
		t.Errorf("journal: %s", a.Raw)
	}
	given(map[string]string{"ada": "0.00", "eve": "0.00", "cyd": "6.00"})
	// Whole: the event is cancelled, and a donation goes back with the rest.
	o = order("bob", seat, lineFor(of, 1000)).want(201)
	h.owner("POST", "/v1/orders/"+o.text("id")+":mark-paid", object{"reference": "slip"}).want(200)
	h.owner("POST", event+":cancel", nil).want(200)
	h.settleAll()
	h.sound()
}
