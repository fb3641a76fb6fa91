package api_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// behindProxy names where a call comes from, as the one trusted proxy would.
func behindProxy(c *api.Config) { c.TrustedProxies = 1 }

func from(address string) string { return "X-Forwarded-For: " + address }

func stranger(n int) object {
	return object{"email": fmt.Sprintf("s%d@example.org", n), "name": "S"}
}

// One network that orders all it can, many calls at once and on two servers, has as much
// as the event lets one network have. Others, signed-in people and the box office go on.
func TestOneNetworkCannotHoldAnEvent(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, behindProxy)
		twin := newTestServerAt(t, url, behindProxy)
		event, tiers := h.sale(1000, func(e object) { e["orders"] = object{"unpaid_per_network": 20} })
		order := func(h *testServer, n, quantity int, address string) *answer {
			body := stranger(n)
			body["items"] = []object{{"tier_id": tiers["Regular"], "quantity": quantity}}
			return h.send("POST", event+"/orders", "", body, from(address))
		}
		var wait sync.WaitGroup
		for n := range 24 {
			wait.Go(func() { order([]*testServer{h, twin}[n%2], n, 5, "192.0.2.7") })
		}
		wait.Wait()
		if held := h.owner("GET", event, nil).number("availability", "held"); held != 20 {
			t.Fatalf("one network holds %d places", held)
		}
		order(h, 100, 1, "192.0.2.7").problem(http.StatusForbidden, "address_not_confirmed").names("email")
		order(twin, 101, 1, "192.0.2.8").want(201)
		// All addresses of an IPv6 /64 are one household.
		order(h, 102, 20, "2001:db8::1").want(201)
		order(h, 103, 1, "2001:db8::ffff:1").problem(http.StatusForbidden, "address_not_confirmed")
		// Four times as much is all that a /48 has.
		for n := range 3 {
			order(h, 110+n, 20, fmt.Sprintf("2001:db8:0:%d::1", n+1)).want(201)
		}
		order(h, 120, 1, "2001:db8:0:9::1").problem(http.StatusForbidden, "address_not_confirmed")
		ann := h.signIn("ann@example.org")
		body := object{"email": "ann@example.org", "name": "Ann", "items": []object{{"tier_id": tiers["Regular"], "quantity": 2}}}
		h.visit(ann, "POST", event+"/orders", body, from("192.0.2.7")).want(201)
		h.owner("POST", event+"/orders", object{"user_id": "box", "items": []object{{"tier_id": tiers["Regular"], "quantity": 100}}}, from("192.0.2.7")).want(201)
		h.sound()
	})
}

// Nor can one network fill a free event, or its waitlist, with people who do not exist.
func TestOneNetworkCannotFillAFreeEvent(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, behindProxy)
		event := h.event(30, func(e object) { e["max_guests"], e["unconfirmed_per_network"] = 9, 20 })
		register := func(n int, address string) *answer {
			body := stranger(n)
			body["join_waitlist"] = true
			body["guests"] = []object{{"name": "A"}, {"name": "B"}, {"name": "C"}, {"name": "D"}}
			return h.send("POST", event+"/registrations", "", body, from(address))
		}
		for n := range 4 {
			register(n, "192.0.2.7").want(201)
		}
		for n := range 5 {
			register(10+n, "192.0.2.7").problem(http.StatusForbidden, "address_not_confirmed")
			h.send("POST", event+"/waitlist:join", "", stranger(20+n), from("192.0.2.7")).problem(http.StatusForbidden, "address_not_confirmed")
		}
		if register(30, "198.51.100.1").want(201).text("status") != "confirmed" {
			t.Error("an honest caller waits")
		}
		bob := h.signIn("bob@example.org")
		h.visit(bob, "POST", event+"/registrations", object{"email": "bob@example.org", "name": "Bob"}, from("192.0.2.7")).want(201)
		h.register(event, "key")
		h.sound()
	})
}

// Where there is a limit per person, no stranger orders with somebody's address.
func TestStrangersUseUpNobodysLimit(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, behindProxy)
	event, tiers := h.sale(1000, func(e object) { e["limit_per_person"] = 4 })
	body := object{"email": "ann@example.org", "name": "Mallory", "items": []object{{"tier_id": tiers["Regular"], "quantity": 4}}}
	h.send("POST", event+"/orders", "", body, from("192.0.2.7")).problem(http.StatusForbidden, "address_not_confirmed").names("email")
	ann := h.signIn("ann@example.org")
	h.visit(ann, "POST", event+"/orders", body, from("198.51.100.1")).want(201)
	h.visit(ann, "POST", event+"/orders", body, from("198.51.100.1")).problem(http.StatusConflict, "limit_per_person")
}

// 40 people behind the one address of their company order and register as they do today.
func TestAWholeCompanyBehindOneAddress(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, behindProxy)
	event, tiers := h.sale(1000)
	free := h.event(1000)
	for n := range 40 {
		body := stranger(n)
		h.send("POST", free+"/registrations", "", body, from("192.0.2.7")).want(201)
		body["items"] = []object{{"tier_id": tiers["Regular"], "quantity": 3}}
		h.send("POST", event+"/orders", "", body, from("192.0.2.7")).want(201)
	}
}
