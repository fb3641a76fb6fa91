package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestGoodsAreWaitedFor: whoever comes when goods are gone waits for so many of them, is offered
// what comes free in the order of the waitlist, orders it, and picks it up. What somebody has
// beside that makes no difference.
func TestGoodsAreWaitedFor(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tier := h.extrasSale()
	got := h.owner("GET", event, nil).want(200)
	for i, waits := range []bool{true, true, false, true} {
		got.sees(t, "whether it can be waited for", object{"waitlist": waits}, "tiers", i)
	}
	shirt, join := tier["Shirt"], event+"/waitlist:join"
	wants := func(user string, more ...any) object {
		o := object{"user_id": user, "email": user + "@example.org", "name": user, "tier_id": shirt}
		for i := 0; i < len(more); i += 2 {
			o[more[i].(string)] = more[i+1]
		}
		return o
	}

	// While there is one, it is ordered.
	first := h.owner("POST", join, wants("ada")).want(201)
	if first.text("status") != "pending" || first.number("total") != 2500 {
		t.Errorf("goods that are there are ordered: %s", first.Raw)
	}
	h.pay(first.text("order_id"), "pay_ada", 2500)

	pool := event + "/pools/" + got.text("tiers", 3, "pools", 0)
	h.owner("PATCH", pool, object{"capacity": 2}).want(200)
	h.owner("POST", event+"/orders", lines("eve", shirt)).want(201)
	h.owner("POST", join, wants("bob", "quantity", 3)).problem(422, "party_exceeds_capacity").names("quantity")
	h.owner("POST", join, wants("bob", "guests", []object{{"name": "Bo"}})).problem(422, "invalid_request").names("guests")
	h.owner("POST", join, object{"user_id": "bob", "name": "Bob", "tier_id": tier["Regular"], "quantity": 2}).problem(422, "invalid_request").names("quantity")
	h.owner("POST", join, wants("bob", "tier_id", tier["Dinner"])).problem(409, "ordered_only")
	h.owner("POST", event+"/registrations", wants("bob")).problem(409, "ordered_only")
	bob := h.owner("POST", join, wants("bob")).want(201)
	bob.sees(t, "a place on the waitlist", object{"status": "waitlisted", "position": 1, "units": 1})
	h.owner("POST", join, wants("bob")).problem(409, "already_waiting")
	cyd := h.owner("POST", join, wants("cyd", "quantity", 2)).want(201)
	h.owner("POST", event+"/orders", lines("cyd", tier["Regular"])).want(201) // who waits for goods buys a ticket

	// They stand in the waitlist of the goods, and not in that for tickets.
	if n := h.owner("GET", event, nil).want(200); n.number("availability", "waiting") != 0 || n.number("tiers", 3, "waiting") != 2 {
		t.Errorf("who waits: %s", n.Raw)
	}
	list := h.owner("GET", event+"/waitlist?tier_id="+shirt, nil).want(200)
	list.sees(t, "the first", object{"id": bob.text("entry_id"), "tier_id": shirt, "units": 1, "position": 1}, "items", 0)
	list.sees(t, "the second", object{"id": cyd.text("entry_id"), "units": 2, "position": 2}, "items", 1)
	guest := h.owner("GET", event+"/guests/cyd", nil).want(200)
	guest.sees(t, "what cyd waits for", object{"id": cyd.text("entry_id"), "tier_id": shirt}, "goods_entries", 0)
	guest.sees(t, "cyd has a ticket to pay", object{"standing": "pending", "entry": nil})

	// Ada gives hers back: bob is offered it, though cyd pays for a ticket already.
	h.owner("POST", "/v1/orders/"+first.text("order_id")+":refund", object{"items": []int{1}}).want(200)
	entry := h.owner("GET", "/v1/waitlist/"+bob.text("entry_id"), nil).want(200)
	entry.sees(t, "bob's turn", object{"status": "offered"})
	h.owner("POST", event+"/orders", lines("fay", shirt)).problem(409, "sold_out")
	offer := entry.text("offer", "id")
	link := h.link(identity.OfferLink, offer, h.personID(event, "bob"))
	claimed := h.send("POST", "/v1/offers/"+offer+":accept", link, nil).want(200)
	claimed.sees(t, "an order to pay", object{"status": "pending", "total": 2500, "currency": "EUR"})
	order := claimed.text("order_id")
	h.pay(order, "pay_bob", 2500)
	bought := h.owner("GET", "/v1/orders/"+order, nil).want(200)
	bought.sees(t, "bob's order", object{"status": "confirmed", "units": 1})
	bought.sees(t, "what is in it", object{"tier_id": shirt, "extra": true}, "items", 0)
	if n := h.owner("GET", "/v1/waitlist/"+bob.text("entry_id")+"/history", nil).want(200); !strings.Contains(n.Raw, "accepted") {
		t.Errorf("bob's story: %s", n.Raw)
	}

	// It is picked up where it is handed over.
	token := h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200).text("items", 0, "token")
	counter := h.owner("POST", event+"/checkin-lists", object{"name": "Counter", "tier_ids": []string{shirt}}).want(201).text("id")
	scan := object{"event_id": strings.TrimPrefix(event, "/v1/events/"), "token": token, "list_id": counter}
	if in := h.owner("POST", "/v1/checkins", scan).want(200); in.text("verdict") != "admit" {
		t.Errorf("handed over: %s", in.Raw)
	}

	// More of them: cyd is offered both at once, and leaves them to the next.
	h.owner("PATCH", pool, object{"capacity": 4}).want(200)
	entry = h.owner("GET", "/v1/waitlist/"+cyd.text("entry_id"), nil).want(200)
	entry.sees(t, "cyd's turn", object{"status": "offered", "units": 2})
	dan := h.owner("POST", join, wants("dan", "quantity", 2)).want(201)
	h.owner("POST", "/v1/offers/"+entry.text("offer", "id")+":decline", nil).want(200)
	h.owner("GET", "/v1/waitlist/"+dan.text("entry_id"), nil).want(200).sees(t, "dan's turn", object{"status": "offered"})
	h.owner("DELETE", "/v1/waitlist/"+dan.text("entry_id"), nil).want(200)
}

// TestWaitlistOfGoodsCanBeOff: an event without a waitlist has none for its goods either.
func TestWaitlistOfGoodsCanBeOff(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(5, func(e object) {
		e["currency"], e["waitlist"] = "EUR", object{"enabled": false}
		e["tiers"] = []object{{"name": "Regular", "price": 2000}, {"name": "Shirt", "price": 2500, "kind": "goods", "capacity": 0}}
	})
	got := h.owner("GET", event, nil).want(200)
	got.sees(t, "no waitlist", object{"waitlist": false}, "tiers", 1)
	h.owner("POST", event+"/waitlist:join", object{"user_id": "bob", "name": "Bob", "tier_id": got.text("tiers", 1, "id")}).problem(422, "party_exceeds_capacity")
	h.owner("PATCH", event+"/pools/"+got.text("tiers", 1, "pools", 0), object{"capacity": 1}).want(200)
	h.owner("POST", event+"/orders", lines("ada", got.text("tiers", 1, "id"))).want(201)
	h.owner("POST", event+"/waitlist:join", object{"user_id": "bob", "name": "Bob", "tier_id": got.text("tiers", 1, "id")}).problem(409, "waitlist_disabled")
}
