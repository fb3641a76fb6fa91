package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// Anyone who waits for what anybody can have orders it, with the time that a payment has: six
// hours are for people who came to the head of the waitlist.
func TestWaitingForWhatIsFreeIsAnOrder(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.theatre(func(e object) { e["orders"] = object{"hold_seconds": 900, "seat_hold_seconds": 300} })
		soon := func(a *answer, within time.Duration) {
			t.Helper()
			until, err := time.Parse(time.RFC3339, a.text("expires_at"))
			if left := until.Sub(h.now()); err != nil || a.text("status") != "pending" || left > within || left < within-time.Minute {
				t.Errorf("%s is held for %v: %s", a.text("order_id"), left, a.Raw)
			}
			if strings.Contains(a.Raw, "entry_id") || !strings.Contains(a.text("payment_url"), "/r/hl_") {
				t.Errorf("%s", a.Raw)
			}
		}
		ada := h.send("POST", event+"/seats/"+seat(event, 3)+"/waitlist", "", object{"email": "ada@example.org", "name": "Ada"}).want(201)
		soon(ada, 5*time.Minute)
		if ada.number("total") != 5000 || ada.text("currency") != "EUR" {
			t.Errorf("%s", ada.Raw)
		}
		order := h.send("GET", "/v1/orders/"+ada.text("order_id"), ada.text("access_token"), nil).want(200)
		if order.text("items", 0, "seat_id") != seat(event, 3) || order.text("status") != "pending" {
			t.Errorf("%s", order.Raw)
		}
		soon(h.send("POST", event+"/seats:wait", "", object{"email": "ben@example.org", "name": "Ben", "sections": []string{"Stalls"}, "quantity": 2}).want(201), 5*time.Minute)
		soon(h.owner("POST", event+"/seats/"+seat(event, 1)+"/waitlist", object{"user_id": "cyd"}).want(201), 5*time.Minute)
		standing := h.owner("GET", event, nil).text("tiers", 1, "id")
		soon(h.send("POST", event+"/waitlist:join", "", object{"email": "dan@example.org", "name": "Dan", "tier_id": standing}).want(201), 5*time.Minute)
		// What is somebody's is waited for; what costs nothing is had at once.
		taken := h.send("POST", event+"/seats/"+seat(event, 3)+"/waitlist", "", object{"email": "eve@example.org", "name": "Eve"}).want(201)
		if taken.text("status") != "waitlisted" || strings.Contains(taken.Raw, "payment_url") {
			t.Errorf("%s", taken.Raw)
		}
		back := h.send("POST", event+"/seats/"+seat(event, 7)+"/waitlist", "", object{"email": "fay@example.org", "name": "Fay"}).want(201)
		if back.text("status") != "confirmed" {
			t.Errorf("%s", back.Raw)
		}
		h.sound()
	})
}
