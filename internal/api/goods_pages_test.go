package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// Pages without a script call an order of goods alone what it is, in every language: nothing
// of it is a ticket. With a ticket beside them it is one of tickets, as it was.
func TestPagesOfGoodsAlone(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(10, func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{{"name": "Entry", "price": 1500}, {"name": "Shirt", "price": 2500, "kind": "goods", "capacity": 2}}
	})
	entry, shirt := h.tierOf(event, "Entry"), h.tierOf(event, "Shirt")
	buys := func(who string, items ...object) (order, page string) {
		t.Helper()
		order = h.owner("POST", event+"/orders", object{"user_id": who, "email": who + "@example.org", "items": items}).want(201).text("id")
		return order, "/r/" + h.link(identity.OrderLink, order, h.personID(event, who))
	}
	shows := func(page, language string, texts ...string) string {
		t.Helper()
		a := h.send("GET", page, "", nil, "Accept-Language: "+language).want(200)
		for _, text := range texts {
			if !strings.Contains(a.Raw, text) {
				t.Errorf("%s lacks %q: %s", page, text, a.Raw)
			}
		}
		return a.Raw
	}
	order, page := buys("ada", object{"tier_id": shirt, "quantity": 2})
	for _, text := range []string{"tickets", "Tickets"} {
		if raw, _, _ := strings.Cut(shows(page, "en", "<h1>Your order is reserved</h1>", "once you’ve paid", "2 × Shirt"), "<footer>"); strings.Contains(raw[strings.Index(raw, "<h1>"):], text) {
			t.Errorf("goods are called %s: %s", text, raw)
		}
	}
	shows(page, "de", "<h1>Deine Bestellung ist reserviert</h1>")
	h.pay(order, "pay_ada", 5000)
	shows(page, "en", "<h1>Your order is confirmed</h1>", "Show this where you pick it up.", ">Your order</h2>", "Each code is good for one item, once.")
	shows(page, "ar", "<h1>تم تأكيد طلبك</h1>")

	// So does the inbox.
	h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 1)+":reissue", object{"version": 0}).want(200)
	about := func(who, kind string, goods any) {
		t.Helper()
		box := h.visit(h.signIn(who+"@example.org"), "GET", "/v1/me/inbox", nil).want(200)
		for i := range box.at("items").([]any) {
			if box.text("items", i, "kind") == kind {
				if box.at("items", i).(object)["goods"] != goods {
					t.Errorf("%s of %s: %s", kind, who, box.Raw)
				}
				return
			}
		}
		t.Errorf("%s was not told %s: %s", who, kind, box.Raw)
	}
	about("ada", "order_confirmed", true)
	about("ada", "ticket_reissued", true)

	// Who waits for one, is offered one, and lets it pass.
	wait := h.owner("POST", event+"/waitlist:join", object{"user_id": "bo", "email": "bo@example.org", "tier_id": shirt, "quantity": 1}).want(201).text("entry_id")
	bo := h.personID(event, "bo")
	place := "/e/" + h.link(identity.EntryLink, wait, bo)
	shows(place, "en", "What becomes available is offered in this order.")
	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}}).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+wait, nil).want(200).text("offer", "id")
	shows("/o/"+h.link(identity.OfferLink, offer, bo), "en", "<h1>Reserved for you: 1 × Shirt</h1>", ">Order 1 × Shirt</button>")
	shows(place, "en", "<h1>Reserved for you: 1 × Shirt</h1>")
	about("bo", "waitlist_offer", true)
	h.owner("POST", "/v1/offers/"+offer+":decline", nil).want(200)
	shows(place, "en", "<h1>You declined</h1>", "It went to the next person.")

	both, tickets := buys("cy", object{"tier_id": entry, "quantity": 1}, object{"tier_id": shirt, "quantity": 1})
	shows(tickets, "en", "<h1>Your tickets are reserved</h1>")
	h.pay(both, "pay_cy", 4000)
	shows(tickets, "en", "<h1>You’re going</h1>", ">Your tickets</h2>")

	dee, late := buys("dee", object{"tier_id": entry, "quantity": 1})
	h.owner("POST", "/v1/orders/"+dee+":cancel", nil).want(200)
	shows(late, "en", "Its tickets were returned.")
	h.owner("POST", "/v1/orders/"+order+":refund", object{}).want(200)
	_, unpaid := buys("eve", object{"tier_id": shirt, "quantity": 1})
	h.later(50 * time.Minute) // while the link is good
	shows(unpaid, "en", "you’ll get what you ordered")
	h.sound()
}
