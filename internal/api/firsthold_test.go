package api_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// A stranger's order keeps its places for the first hold of the event, and says until when
// it could be paid. Going on to pay gives it that time, once; whoever does not loses the
// places. An order that staff make has the whole time at once.
func TestFirstHold(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.paidEvent(3)
		if got := h.owner("GET", event, nil).want(200).number("orders", "first_hold_seconds"); got != 300 {
			t.Errorf("the default is %d seconds", got)
		}
		for _, wrong := range []int64{9, 30*86400 + 1} {
			h.owner("PATCH", event, object{"orders": object{"first_hold_seconds": wrong}}).problem(422, "invalid_request").names("orders.first_hold_seconds")
		}
		h.owner("PATCH", event, object{"orders": object{"first_hold_seconds": 120, "hold_seconds": 1200}}).want(200)
		order := func(user string) *answer {
			return h.send("POST", event+"/orders", "", object{
				"email": user + "@example.org", "name": user, "items": []object{{"quantity": 1}},
			}).want(201)
		}
		read := func(a *answer) *answer {
			return h.send("GET", "/v1/orders/"+a.text("id"), a.text("access_token"), nil).want(200)
		}
		begins, idles := order("ada"), order("bob")
		for _, a := range []*answer{begins, idles} {
			if held, whole := h.lasts(a, "expires_at"), h.lasts(a, "pay_until"); !about(held, 2*time.Minute) || !about(whole, 20*time.Minute) {
				t.Errorf("held for %s, to be paid in %s: %s", held, whole, a.Raw)
			}
		}
		until := begins.text("pay_until")
		for range 2 {
			h.send("POST", "/v1/orders/"+begins.text("id")+":checkout", begins.text("access_token"), object{}).want(200)
			if a := read(begins); a.text("expires_at") != until || a.text("pay_until") != "" {
				t.Errorf("its payment has begun, and it had until %s: %s", until, a.Raw)
			}
		}
		rows := h.owner("GET", event+"/audit?subject="+begins.text("id"), nil).want(200)
		if got := len(rows.at("items").([]any)); got != 2 || rows.text("items", 1, "reason") != "payment_begun" {
			t.Errorf("%d rows: %s", got, rows.Raw)
		}

		h.later(3 * time.Minute)
		h.eventually("who did not go on to pay loses the place", func() bool { return read(idles).text("status") == "expired" })
		h.send("POST", "/v1/orders/"+idles.text("id")+":checkout", idles.text("access_token"), object{}).problem(409, "order_not_payable")
		if a := read(begins); a.text("status") != "pending" {
			t.Errorf("its payment has begun: %s", a.Raw)
		}
		made := h.owner("POST", event+"/orders", object{"email": "cyd@example.org", "name": "Cyd", "items": []object{{"quantity": 1}}}).want(201)
		if got := h.lasts(made, "expires_at"); !about(got, 20*time.Minute) || made.text("pay_until") != "" {
			t.Errorf("an order that staff make is held for %s: %s", got, made.Raw)
		}
		h.sound()
	})
}

// Where the organizer has no page to pay on, nothing could prolong a first hold: an order
// has the whole time to pay at once, made as such or in the place of waiting.
func TestFirstHoldNeedsACheckout(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { payBy(t, c, manual.Provider{}) })
	event := h.paidEvent(2)
	ordered := h.send("POST", event+"/orders", "", object{"email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 1}}}).want(201)
	joined := h.send("POST", event+"/waitlist:join", "", object{"email": "ben@example.org", "name": "Ben"}).want(201)
	for _, a := range []*answer{ordered, joined} {
		if got := h.lasts(a, "expires_at"); !about(got, 15*time.Minute) || a.text("status") != "pending" || a.text("pay_until") != "" {
			t.Errorf("held for %s: %s", got, a.Raw)
		}
	}
	h.sound()
}
