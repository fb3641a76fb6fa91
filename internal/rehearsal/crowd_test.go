package rehearsal

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestAddresses: each person, and each cache, is in a network of its own.
func TestAddresses(t *testing.T) {
	t.Parallel()
	seen := make(map[netip.Prefix]bool, MaxPeople+caches)
	for no := range MaxPeople + caches {
		p := person{no: no}
		at, err := netip.ParseAddr(p.address())
		if err != nil {
			t.Fatal(err)
		}
		network, err := at.Prefix(48)
		if err != nil || seen[network] {
			t.Fatalf("%d is at %s, as somebody else: %v", no, at, err)
		}
		seen[network] = true
	}
}

// shop answers one person who buys, by what the path ends in, and counts.
type shop map[string][]string // answers in turn, "STATUS BODY"; the last one for good

func (s shop) visit(t *testing.T, c *copied) *tally {
	t.Helper()
	turns := map[string]*atomic.Int64{}
	for end := range s {
		turns[end] = &atomic.Int64{}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for end, answers := range s {
			if !strings.HasSuffix(r.URL.Path, end) {
				continue
			}
			n := min(int(turns[end].Add(1)), len(answers))
			status, body, _ := strings.Cut(answers[n-1], " ")
			var code int
			if _, err := fmt.Sscan(status, &code); err != nil {
				panic(http.ErrAbortHandler) // the connection breaks
			}
			w.WriteHeader(code)
			w.Write([]byte(body))
			return
		}
		w.WriteHeader(http.StatusNotFound)
	}))
	defer server.Close()
	cfg := Config{Connections: 2, Duration: 30 * time.Second}
	w := newCrowd(&cfg, c, server.URL, []time.Duration{0}, rand.New(rand.NewPCG(1, 1)))
	w.attempts = 3
	for lane := range w.due {
		for _, task := range w.due[lane] {
			task.person.habit, task.person.units, task.person.tier = buys, 1, 0
		}
	}
	out, err := w.storm(t.Context())
	must(t, err)
	return out
}

const (
	taken = `201 {"id":"ord_1","status":"pending","access_token":"t"}`
	page  = `200 {"payment_url":"http://x.invalid/testpay/tpc_1"}`
)

// TestAnswers: whatever a person is answered, they know what to do, and it is counted.
func TestAnswers(t *testing.T) {
	t.Parallel()
	two := []inventory.Tier{{ID: "tir_1"}, {ID: "tir_2"}}
	basketOf := func(paid bool) []basket { return []basket{{order: "ord_1", units: 1, paid: paid}} }
	for what, c := range map[string]struct {
		shop shop
		want func(*tally) bool
	}{
		"busy at first, and settled late": {
			shop{"/orders": {`503 {"code":"busy"}`, `429 {"code":"rate_limited"}`, taken}, ":checkout": {page}, "/pay": {"303 "}, "/ord_1": {`200 {"status":"pending"}`, `200 {"status":"confirmed"}`}},
			func(t *tally) bool {
				return t.bought == 1 && t.units == 1 && t.refusals["busy"] == 1 && t.refusals["rate_limited"] == 1 && t.purchase.Count() == 1
			},
		},
		"no server": {shop{"/orders": {"broken"}}, func(t *tally) bool { return t.unanswered == 1 && t.broken == 3 && t.bought == 0 }},
		"a server that fails": {
			shop{"/orders": {`500 {"code":"internal"}`}},
			func(t *tally) bool { return t.failed == 3 && t.unanswered == 1 && t.refusals["internal"] == 3 },
		},
		"sold out": {
			shop{"/orders": {`409 {"code":"sold_out"}`}},
			func(t *tally) bool { return t.soldOut == 1 && t.refusals["sold_out"] == 2 && len(t.baskets) == 0 },
		},
		"the other tier": {
			shop{"/orders": {`409 {"code":"sold_out"}`, `201 {"id":"ord_1","status":"confirmed"}`}},
			func(t *tally) bool { return t.bought == 1 && len(t.baskets) == 1 && t.baskets[0].paid },
		},
		"refused": {shop{"/orders": {`422 no problem`}}, func(t *tally) bool { return t.refusals["other"] == 1 && t.soldOut == 0 }},
		"no JSON": {shop{"/orders": {`201 <html>`}}, func(t *tally) bool { return t.failed == 1 }},
		"no page to pay on": {
			shop{"/orders": {taken}, ":checkout": {`200 {}`}},
			func(t *tally) bool { return t.failed == 1 && fmt.Sprint(t.baskets) == fmt.Sprint(basketOf(false)) },
		},
		"a provider that is down": {
			shop{"/orders": {taken}, ":checkout": {`409 {"code":"order_not_payable"}`}},
			func(t *tally) bool {
				return t.refusals["order_not_payable"] == 1 && fmt.Sprint(t.baskets) == fmt.Sprint(basketOf(false))
			},
		},
		"over before it was paid": {
			shop{"/orders": {taken}, ":checkout": {page}, "/pay": {"303 "}, "/ord_1": {`200 {"status":"expired"}`}},
			func(t *tally) bool { return t.bought == 0 && fmt.Sprint(t.baskets) == fmt.Sprint(basketOf(true)) },
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			got := c.shop.visit(t, &copied{event: "evt_1", currency: "EUR", tiers: two, capacity: 9})
			if !c.want(got) {
				t.Errorf("%+v", got.describe())
			}
		})
	}
}

// TestRoomWithoutAnswers: a document that cannot be read is counted, and nobody waits for it
// for ever.
func TestRoomWithoutAnswers(t *testing.T) {
	t.Parallel()
	tiers := []inventory.Tier{{ID: "tir_1"}}
	got := shop{":join": {`409 {"code":"waiting_room_not_open"}`}, "/waiting-room": {`404 {"code":"no_waiting_room"}`, "broken", "200 <html>"}}.
		visit(t, &copied{event: "evt_1", room: true, tiers: tiers, capacity: 9})
	if got.joined != 0 || got.refusals["waiting_room_not_open"] != 1 || got.refusals["no_waiting_room"] != 1 {
		t.Errorf("%+v", got.describe())
	}
}

// describe is what a test says of a tally.
func (t *tally) describe() map[string]any {
	return map[string]any{
		"bought": t.bought, "units": t.units, "sold out": t.soldOut, "unanswered": t.unanswered, "broken": t.broken, "failed": t.failed,
		"refusals": t.refusals, "baskets": t.baskets,
	}
}
