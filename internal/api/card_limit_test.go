package api_test

import (
	"net/http"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestLimitPerCard: an event lets one payment card buy so many tickets. Whoever pays for more gets
// the money back, is told why, and pays with another card; organizers see what was bought by card.
func TestLimitPerCard(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.paidEvent(20)
		h.owner("PATCH", event, object{"orders": object{"limit_per_card": -1}}).problem(422, "invalid_request").names("orders.limit_per_card")
		if got := h.owner("PATCH", event, object{"orders": object{"limit_per_card": 3}}).want(200); got.number("orders", "limit_per_card") != 3 {
			t.Errorf("the event: %s", got.Raw)
		}
		if got := h.send("GET", event, "", nil).want(200); got.number("orders", "limit_per_card") != 3 {
			t.Errorf("buyers are not told: %s", got.Raw)
		}
		many := stranger(9)
		many["items"] = []object{{"quantity": 4}}
		h.send("POST", event+"/orders", "", many).problem(http.StatusConflict, "limit_per_card")

		pay := func(order, card string) {
			h.chooseWith(h.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "testpay"}).want(200).text("payment_url"), "pay", card)
			h.settleAll()
		}
		ada, bob := h.placeOrder(event, "ada", 2), h.placeOrder(event, "bob", 2)
		pay(ada, "4242 4242 4242 4242")
		pay(bob, "4242424242424242")
		got := h.owner("GET", "/v1/orders/"+bob, nil).want(200)
		if got.text("status") != "pending" || got.text("refunds", 0, "reason") != "card_limit" || got.number("refunds", 0, "amount") != 2*11900 {
			t.Errorf("the order beyond the limit: %s", got.Raw)
		}
		if paid := h.owner("GET", "/v1/orders/"+bob+"/payments", nil).want(200); paid.text("items", 0, "refunds", 0, "reason") != "card_limit" || paid.text("items", 0, "refunds", 0, "status") != "done" {
			t.Errorf("its payment: %s", paid.Raw)
		}
		pay(bob, "5555555555554444")
		for _, order := range []string{ada, bob} {
			if got := h.owner("GET", "/v1/orders/"+order, nil).want(200); got.text("status") != "confirmed" {
				t.Errorf("%s", got.Raw)
			}
		}
		by := h.owner("GET", event+"/takers?by=card", nil).want(200)
		if items := by.at("items").([]any); len(items) != 2 || by.number("items", 0, "taken") != 2 || by.number("items", 1, "people") != 1 || by.text("items", 0, "id") == by.text("items", 1, "id") {
			t.Errorf("by card: %s", by.Raw)
		}
		h.sound()
	})
}
