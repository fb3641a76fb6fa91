package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// lasts says how long from now an answer's order or offer stands, to the second.
func (h *testServer) lasts(a *answer, path ...any) time.Duration {
	h.t.Helper()
	until, err := time.Parse(time.RFC3339Nano, a.text(path...))
	h.must(err)
	return until.Sub(h.now())
}

// about reports whether a time that began to run a moment ago was that long.
func about(got, want time.Duration) bool { return got <= want && got > want-time.Minute }

// An order keeps its places for 15 minutes, one that names seats for two, and
// as long as the event says where it says so; one that was offered, for the
// claim window.
func TestOrderDeadlines(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	standing := h.owner("GET", event, nil).want(200).text("tiers", 1, "id")
	for user, c := range map[string]struct {
		body object
		want time.Duration
	}{
		"stands": {buy("stands", standing, 1), 15 * time.Minute},
		"sits":   {take(event, "sits", 1), 2 * time.Minute},
		"both":   {object{"user_id": "both", "items": []object{{"tier_id": standing, "quantity": 1}, {"seat_id": seat(event, 3)}}}, 2 * time.Minute},
	} {
		if got := h.lasts(h.owner("POST", event+"/orders", c.body).want(201), "expires_at"); !about(got, c.want) {
			t.Errorf("%s has %s, want %s", user, got, c.want)
		}
	}
	h.owner("PATCH", event, object{"orders": object{"hold_seconds": 3 * 86400, "seat_hold_seconds": 86400}}).want(200)
	if got := h.lasts(h.owner("POST", event+"/orders", buy("transfers", standing, 1)).want(201), "expires_at"); !about(got, 72*time.Hour) {
		t.Errorf("three days are %s", got)
	}
	if got := h.lasts(h.owner("POST", event+"/orders", take(event, "later", 5)).want(201), "expires_at"); !about(got, 24*time.Hour) {
		t.Errorf("a day is %s", got)
	}
	for field, value := range map[string]int64{"hold_seconds": 9, "seat_hold_seconds": 30*86400 + 1} {
		h.owner("PATCH", event, object{"orders": object{field: value}}).problem(422, "invalid_request").names("orders." + field)
	}

	small := h.event(1, set("currency", "EUR"), set("tiers", []object{{"name": "General", "price": 1000}}), set("waitlist", object{"claim_window_seconds": 2 * 3600}))
	tier := h.owner("GET", small, nil).want(200).text("tiers", 0, "id")
	h.owner("POST", small+"/orders", buy("ada", tier, 1)).want(201)
	entry := h.owner("POST", small+"/waitlist:join", object{"user_id": "bob", "name": "Bob", "tier_id": tier}).want(201).text("entry_id")
	h.later(16 * time.Minute)
	var offer *answer
	h.eventually("bob is offered it", func() bool {
		offer = h.owner("GET", "/v1/waitlist/"+entry, nil).want(200)
		return offer.text("status") == "offered"
	})
	name := offer.text("offer", "id")
	got := h.send("POST", "/v1/offers/"+name+":accept", h.link(identity.OfferLink, name, h.personID(small, "bob")), nil).want(200)
	if got.text("expires_at") != offer.text("offer", "expires_at") || !about(h.lasts(got, "expires_at"), 2*time.Hour) {
		t.Errorf("the claim window is the order's deadline: %s, %s", offer.Raw, got.Raw)
	}
	h.sound()
}

// Each state that an order goes through has a row of the audit log, which says
// from where it came, and why.
func TestStatesOfOrders(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(20)
	place := func(user string, quantity int) string {
		return h.owner("POST", event+"/orders", buy(user, tiers["Regular"], quantity)).want(201).text("id")
	}
	paid := func(user string) string {
		order := place(user, 2)
		h.pay(order, "pay_"+user, 4000)
		return order
	}
	cancel := func(order string) { h.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200) }
	lapsed, cancelled, kept, refunded, partly := place("lapses", 1), place("cancels", 1), paid("keeps"), paid("refunds"), paid("partly")
	cancel(cancelled)
	cancel(refunded)
	h.owner("POST", "/v1/orders/"+partly+":refund", object{"items": []int{2}}).want(200)
	h.later(16 * time.Minute)
	h.eventually("the order lapses", func() bool {
		return h.owner("GET", "/v1/orders/"+lapsed, nil).want(200).text("status") == "expired"
	})
	for order, want := range map[string]string{
		lapsed:    "expired: →held ordered, held→released order_expired",
		cancelled: "cancelled: →held ordered, held→released order_cancelled",
		kept:      "confirmed: →held ordered, held→confirmed paid",
		refunded:  "refunded: →held ordered, held→confirmed paid, confirmed→released order_refunded",
		partly:    "confirmed: →held ordered, held→confirmed paid, confirmed→confirmed items_refunded",
	} {
		rows := h.owner("GET", event+"/audit?subject="+order, nil).want(200)
		var steps []string
		for i := range rows.at("items").([]any) {
			steps = append(steps, rows.text("items", i, "from")+"→"+rows.text("items", i, "to")+" "+rows.text("items", i, "reason"))
		}
		if got := h.owner("GET", "/v1/orders/"+order, nil).want(200).text("status") + ": " + strings.Join(steps, ", "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	// A refund above what was paid, or of what has gone back, changes nothing.
	before := h.owner("GET", event+"/audit?limit=200", nil).want(200).Raw
	h.owner("POST", "/v1/orders/"+partly+":refund", object{"amount": 2001}).problem(422, "refund_exceeds_payment").names("amount")
	if again := h.owner("POST", "/v1/orders/"+partly+":refund", object{"items": []int{2}}).want(200); again.number("refund") != 0 {
		t.Errorf("given back twice: %s", again.Raw)
	}
	if h.owner("GET", event+"/audit?limit=200", nil).want(200).Raw != before {
		t.Error("a refund that was refused changed something")
	}
	h.sound()
}
