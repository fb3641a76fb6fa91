package storetest

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// testOrigins: where things came from goes with the person whose they are, also what a
// stranger asked for somebody else's address, and with the event, a while after its end.
func testOrigins(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 10, func(s *inventory.Settings) { s.Orders.Currency = "EUR" })
	from := func(network string) inventory.Who {
		return inventory.Who{Actor: "public", Origins: []inventory.Origin{{Key: network, Share: 1}, {Key: "address of " + network, Bound: inventory.BoundPerson}}}
	}
	register := func(user, network string) {
		r := h.Register(user, 1)
		r.Who = from(network)
		h.Must(r)
	}
	register("ann", "a")
	register("bob", "b")
	register("ann", "c") // somebody asks for Ann's address, and is told about what does not exist
	h.Sell(1000)
	order := h.Reserve("ann", 2)
	order.Who = from("d")
	h.Must(order)
	left := func(want int64) {
		t.Helper()
		if n := h.Count("select count(*) from origins where event_id = $1", h.Event); n != want {
			t.Errorf("%d origins, want %d", n, want)
		}
	}
	left(8)
	h.Must(inventory.Erase{Who: staff, UserID: "ann"})
	left(2)
	prune := func(at inventory.Instant, limit int, want int64) {
		t.Helper()
		if n, err := h.S.Events.PruneOrigins(t.Context(), at, limit); err != nil || n != want {
			t.Errorf("pruned %d, %v, want %d", n, err, want)
		}
	}
	ends := h.Cached.State.Event.EndsAt
	prune(ends, 10, 0)
	left(2)
	prune(ends+inventory.Instant(time.Hour/time.Microsecond), 1, 1)
	prune(ends+inventory.Instant(time.Hour/time.Microsecond), 10, 1)
	left(0)
	prune(ends+inventory.Instant(time.Hour/time.Microsecond), 10, 0)
}
