package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// chosenSale is an event with a tier whose buyers choose from 5 to 50 euros, and one at a fixed
// price.
func (h *testServer) chosenSale(capacity int, change ...func(object)) (event, chosen, fixed string) {
	h.t.Helper()
	event = h.event(capacity, append([]func(object){func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{
			{"name": "Solidarity", "price": 1500, "pricing": "chosen", "price_min": 500, "price_max": 5000, "tax_rate_bp": 700},
			{"name": "Regular", "price": 2000},
		}
	}}, change...)...)
	got := h.owner("GET", event, nil).want(200)
	return event, got.text("tiers", 0, "id"), got.text("tiers", 1, "id")
}

// choose is the body of an order for a price of the buyer's choice.
func choose(user, tier string, price any) object {
	o := buy(user, tier, 1)
	o["items"].([]object)[0]["unit_price"] = price
	return o
}

// TestChosenPrice: buyers say what they pay, within the bounds; the bounds are part of the tier,
// and what was chosen is what a refund gives back.
func TestChosenPrice(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, chosen, fixed := h.chosenSale(20)
	got := h.owner("GET", event, nil).want(200)
	if got.text("tiers", 0, "pricing") != "chosen" || got.number("tiers", 0, "price_min") != 500 || got.number("tiers", 0, "price_max") != 5000 ||
		got.text("tiers", 1, "pricing") != "fixed" || strings.Contains(got.Raw[strings.Index(got.Raw, "Regular"):], "price_min") {
		t.Errorf("tiers: %s", got.Raw)
	}
	order := h.owner("POST", event+"/orders", choose("ada", chosen, 750)).want(201)
	if order.number("total") != 750 || order.number("items", 0, "price") != 750 || order.number("items", 0, "tax") != 49 {
		t.Errorf("order: %s", order.Raw)
	}
	for name, c := range map[string]struct {
		body object
		code string
	}{
		"nothing chosen":      {buy("u", chosen, 1), "price_out_of_range"},
		"too little":          {choose("u", chosen, 499), "price_out_of_range"},
		"too much":            {choose("u", chosen, 5001), "price_out_of_range"},
		"where it is fixed":   {choose("u", fixed, 2000), "price_fixed"},
		"fixed, and less":     {choose("u", fixed, 0), "price_fixed"},
		"less than nothing":   {choose("u", chosen, -1), "invalid_request"},
		"no number":           {choose("u", chosen, "5"), "invalid_request"},
		"more than any bound": {choose("u", chosen, 10_000_000_001), "invalid_request"},
	} {
		if a := h.owner("POST", event+"/orders", c.body).problem(422, c.code); !strings.Contains(a.Raw, "items[0].unit_price") {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
	h.owner("POST", event+"/registrations", object{"user_id": "bob", "email": "bob@example.org", "name": "Bob", "tier_id": chosen}).problem(409, "payment_required")
	h.pay(order.text("id"), "pay_ada", 750)
	refund := h.owner("POST", "/v1/orders/"+order.text("id")+":refund", object{}).want(200)
	if refund.number("refund") != 750 {
		t.Errorf("refund: %s", refund.Raw)
	}

	change := func(tier object) *answer {
		tier["id"] = chosen
		return h.owner("PATCH", event, object{"tiers": []object{tier}})
	}
	for field, tier := range map[string]object{
		"tiers[0].price_min":    {"price_min": 6000},
		"tiers[0].price_max":    {"pricing": "fixed", "price_max": 900},
		"tiers[0].price":        {"price": 400},
		"tiers[0].tax_included": {"tax_included": false},
		"tiers[0].pricing":      {"pricing": "any"},
	} {
		change(tier).problem(422, "invalid_request").names(field)
	}
	change(object{"price_min": 0}).want(200)
	free := h.owner("POST", event+"/orders", choose("cid", chosen, 0)).want(201)
	if free.text("status") != "confirmed" || free.number("total") != 0 {
		t.Errorf("chosen to be free: %s", free.Raw)
	}
	fixedNow := change(object{"pricing": "fixed"}).want(200)
	if fixedNow.text("tiers", 0, "pricing") != "fixed" {
		t.Errorf("fixed: %s", fixedNow.Raw)
	}
	h.owner("POST", event+"/orders", buy("dan", chosen, 1)).want(201)
	change(object{"pricing": "chosen"}).problem(422, "invalid_request").names("tiers[0].price_max")
	h.sound()
}

// TestChosenPriceOfOffer: whoever waited chooses when accepting.
func TestChosenPriceOfOffer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, chosen, _ := h.chosenSale(1)
	first := h.owner("POST", event+"/orders", choose("ada", chosen, 500)).want(201)
	waits := h.owner("POST", event+"/waitlist:join", object{"user_id": "bob", "email": "bob@example.org", "name": "Bob", "tier_id": chosen}).want(201)
	h.owner("POST", "/v1/orders/"+first.text("id")+":cancel", nil).want(200)
	offer := "/v1/offers/" + h.owner("GET", "/v1/waitlist/"+waits.text("entry_id"), nil).want(200).text("offer", "id")
	h.owner("POST", offer+":accept", nil).problem(422, "price_out_of_range").names("unit_price")
	h.owner("POST", offer+":accept", object{"unit_price": 100}).problem(422, "price_out_of_range").names("unit_price")
	taken := h.owner("POST", offer+":accept", object{"unit_price": 2500}).want(200)
	if taken.text("status") != "pending" || taken.number("total") != 2500 {
		t.Errorf("accepted: %s", taken.Raw)
	}
	if order := h.owner("GET", "/v1/orders/"+taken.text("order_id"), nil).want(200); order.number("total") != 2500 || order.number("items", 0, "gross") != 2500 {
		t.Errorf("the order: %s", order.Raw)
	}
	if again := h.owner("POST", offer+":accept", object{"unit_price": 600}).want(200); again.number("total") != 2500 {
		t.Errorf("accepted again: %s", again.Raw)
	}
	if paid := h.pay(taken.text("order_id"), "pay_bob", 2500); paid.Status != "confirmed" {
		t.Errorf("paid: %+v", paid)
	}
	h.sound()
}

// TestChosenPriceAtTill: the seller types what the buyer gives; what is given away has no price.
func TestChosenPriceAtTill(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, chosen, _ := h.chosenSale(10, evening(h))
	till := h.openTill(event, 0)
	sell := func(how string, item object) *answer {
		return h.as(identity.Owner, "POST", till+"/sales", object{"items": []object{item}, "payment": how})
	}
	if sold := sell("cash", object{"tier_id": chosen, "quantity": 2, "unit_price": 600}).want(201); sold.number("order", "paid") != 1200 {
		t.Errorf("sold: %s", sold.Raw)
	}
	sell("cash", object{"tier_id": chosen, "quantity": 1}).problem(422, "price_out_of_range")
	if given := sell("complimentary", object{"tier_id": chosen, "quantity": 1}).want(201); given.number("order", "total") != 0 {
		t.Errorf("given away: %s", given.Raw)
	}
	sell("complimentary", object{"tier_id": chosen, "quantity": 1, "unit_price": 600}).problem(422, "price_fixed")
	h.sound()
}
