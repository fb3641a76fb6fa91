package api_test

import (
	"testing"
	"time"
)

// TestStatesOverTime: readers are told where an event stands: before its sale, during it, between it
// and the end, and after it, on its page as in the list.
func TestStatesOverTime(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	at := func(hours int) string {
		return h.now().Add(time.Duration(hours) * time.Hour).UTC().Format(time.RFC3339)
	}
	event := h.event(5, h.in(240*time.Hour, "Concert"), func(e object) {
		e["currency"], e["tiers"] = "EUR", []object{{"name": "Entry", "price": 1500, "sale_starts_at": at(24), "sale_ends_at": at(48)}}
	})
	is := func(state string) {
		t.Helper()
		if a := h.send("GET", event, "", nil).want(200); a.text("state") != state {
			t.Errorf("the event is %s, want %s", a.text("state"), state)
		}
		if state == "completed" {
			return // it is in no list of what comes
		}
		if a := h.send("GET", "/v1/public/events?q=Concert", "", nil).want(200); a.text("items", 0, "state") != state {
			t.Errorf("in the list it is %s, want %s", a.text("items", 0, "state"), state)
		}
	}
	is("announced")
	h.later(25 * time.Hour)
	is("on_sale")
	h.later(24 * time.Hour)
	is("closed")
	h.later(400 * time.Hour)
	is("completed")
}
