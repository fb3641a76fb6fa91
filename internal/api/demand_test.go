package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/demand/warm"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// demanded makes an event of that demand whose only tier is sold from a time on.
func (h *testServer) demanded(demand string, opens time.Time, change ...func(object)) string {
	h.t.Helper()
	return h.event(50, append(change, func(e object) {
		e["demand"] = demand
		e["tiers"] = []object{{"name": "General", "sale_starts_at": opens}}
	})...)
}

// TestDemandAroundAnOpening: high demand asks strangers for work and bounds tries from some
// minutes before an opening, and stops that by itself.
func TestDemandAroundAnOpening(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, func(c *api.Config) { c.TrustedProxies = 1 })
		opens := h.now().Add(time.Hour)
		event := h.demanded("high", opens)
		plan := func(on bool, challenge string) {
			t.Helper()
			got := h.send("GET", event+"/onsale", "", nil).want(200)
			if got.at("demand", "on") != on || got.at("demand", "challenge") != challenge || got.at("demand", "demand") != "high" {
				t.Errorf("%s: %s", h.now(), got.Raw)
			}
		}
		register := func(name string, headers ...string) *answer {
			return h.send("POST", event+"/registrations", "", object{"email": name + "@example.org", "name": name}, headers...)
		}
		register("ann").problem(409, "sale_not_open")
		plan(false, "auto")
		h.later(50 * time.Minute)
		plan(true, "always")
		register("ann").problem(403, "challenge_required")
		h.later(10 * time.Minute)
		register("ann").problem(403, "challenge_required")
		register("ann", h.solve(event, "register")).want(201)
		// Anyone who is signed in is asked for nothing, and may try so often.
		visitor := h.signIn("bea@example.org")
		for n := range 10 {
			h.visit(visitor, "POST", event+"/registrations", object{"email": "bea@example.org", "name": "Bea", "tier_id": "none"}).want(422)
			h.visit(visitor, "POST", event+"/waitlist:join", object{"email": fmt.Sprintf("b%d@example.org", n), "name": "Bea"})
		}
		refused := h.visit(visitor, "POST", event+"/registrations", object{"email": "bea@example.org", "name": "Bea"}).problem(429, "rate_limited")
		if refused.at("limit") != "high_account" || refused.Header.Get("Retry-After") == "" {
			t.Errorf("too many tries: %s", refused.Raw)
		}
		// Keys of the organization are not bounded, and neither is another account elsewhere.
		h.send("POST", event+"/registrations", h.keys[identity.BoxOffice], object{"user_id": "staff", "email": "cid@example.org", "name": "Cid"}).want(201)
		h.visit(h.signIn("dan@example.org"), "POST", event+"/registrations", object{"email": "dan@example.org", "name": "Dan"}, "X-Forwarded-For: 198.51.100.7").want(201)

		// The organizer's own word stands.
		h.owner("PATCH", event+"/onsale", object{"challenge": "off"}).want(200)
		plan(true, "off")
		register("eve").want(201)
		h.owner("PATCH", event+"/onsale", object{"challenge": "auto"}).want(200)
		register("fay").problem(403, "challenge_required")
		// In the middle of it demand can become another, and nobody is asked from then on.
		h.owner("PATCH", event, object{"demand": "normal"}).want(200)
		register("fay").want(201)
		if got := h.send("GET", event+"/onsale", "", nil).want(200); got.at("demand") != nil {
			t.Errorf("normal demand: %s", got.Raw)
		}
		h.owner("PATCH", event, object{"demand": "high"}).want(200)
		h.later(25 * time.Minute) // the clock of the server runs on meanwhile
		register("gil").problem(403, "challenge_required")
		h.later(5 * time.Minute)
		register("gil").want(201)
		plan(false, "auto")
		h.owner("PATCH", event, object{"demand": "huge"}).want(422)
	})
}

// TestDemandLimitsOfANetwork: programs of one network that do the work are bounded around an
// opening, and whoever is not asked to has used nothing up.
func TestDemandLimitsOfANetwork(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.TrustedProxies = 1 })
	event := h.demanded("extreme", h.now().Add(time.Hour))
	h.owner("PUT", event+"/onsale", object{"mode": "open"}).want(200)
	h.owner("PATCH", event, object{"unconfirmed_per_network": 0}).want(200)
	h.later(time.Hour)
	try := func(n int, headers ...string) *answer {
		return h.send("POST", event+"/registrations", "", object{"email": fmt.Sprintf("p%d@example.org", n), "name": "P"},
			append(headers, fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", n%200))...)
	}
	for n := range 80 {
		try(n).problem(403, "challenge_required")
	}
	taken, refused := 0, 0
	for n := range 100 {
		switch got := try(n, "Holdfast-Challenge: e30="); got.at("code") { // which is over
		case "rate_limited":
			if refused++; got.at("limit") != "extreme_network" {
				t.Fatalf("another limit: %s", got.Raw)
			}
		case "challenge_expired":
			taken++
		default:
			t.Fatalf("try %d: %s", n, got.Raw)
		}
	}
	if taken < 60 || refused == 0 {
		t.Errorf("%d tries counted and %d refused, want 60 and what the rate lets through meanwhile", taken, refused)
	}
}

// TestExtremeDemandBringsAWaitingRoom: when the event is published, and not before.
func TestExtremeDemandBringsAWaitingRoom(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		opens := h.now().Add(2 * time.Hour).Truncate(time.Second)
		event := h.demanded("extreme", opens, func(e object) { e["publish"] = false })
		room := func(want string) *answer {
			t.Helper()
			got := h.owner("GET", event+"/onsale", nil).want(200)
			if got.at("mode") != want {
				t.Errorf("mode: %s, want %s", got.Raw, want)
			}
			return got
		}
		room("open")
		h.owner("POST", event+":publish", nil).want(200)
		got := room("queue")
		for field, want := range map[string]any{"identity": "account", "max_inside": 500.0, "admission_seconds": 600.0, "phase": "announced", "challenge": "auto",
			"opens_at": opens.Add(-30 * time.Minute).UTC().Format(time.RFC3339), "serves_at": opens.UTC().Format(time.RFC3339)} {
			if got.at(field) != want {
				t.Errorf("%s: %v, want %v", field, got.at(field), want)
			}
		}
		// A sale that is put off takes it along, until people may join.
		tier := h.owner("GET", event, nil).want(200).at("tiers", 0, "id").(string)
		h.owner("PATCH", event, object{"tiers": []object{{"id": tier, "sale_starts_at": opens.Add(time.Hour)}}}).want(200)
		if got := room("queue"); got.at("serves_at") != opens.Add(time.Hour).UTC().Format(time.RFC3339) {
			t.Errorf("the sale was put off: %s", got.Raw)
		}
		h.later(2*time.Hour + 30*time.Minute)
		ann := h.signIn("ann@example.org")
		h.visit(ann, "POST", event+"/waiting-room:join", nil).want(201)
		h.visit(ann, "POST", event+"/registrations", object{"email": "ann@example.org", "name": "Ann"}).problem(403, "waiting_room")
		h.owner("PATCH", event, object{"demand": "normal"}).want(200)
		room("queue")
		h.owner("POST", event+":cancel", nil).want(200)
	})
}

// TestWarming: what people ask for first is asked for shortly before an opening, by each
// server itself, bounded by no limit and counted as nobody's visit.
func TestWarming(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.demanded("extreme", h.now().Add(time.Hour))
	h.demanded("normal", h.now().Add(time.Hour))
	name := event[len("/v1/events/"):]
	var asked []string
	var loaded int
	status := 200
	w, err := warm.New(warm.Config{
		Store: h.store, Now: func() inventory.Instant { return inventory.At(h.now()) }, Log: slog.New(slog.DiscardHandler),
		Ask: func(_ context.Context, path string) int { asked = append(asked, path); return status },
		Load: func(_ context.Context, of string) error {
			if of != name {
				t.Errorf("loads %s", of)
			}
			loaded++
			return nil
		},
	})
	h.must(err)
	step := func(what string, want ...string) {
		t.Helper()
		asked, loaded = nil, 0
		h.must(w.Warm(context.Background()))
		if fmt.Sprint(asked) != fmt.Sprint(want) || loaded != min(1, len(want)) {
			t.Errorf("%s: asked for %v, want %v; loaded %d times", what, asked, want, loaded)
		}
	}
	all := []string{"/events/" + name, event, event + "/waiting-room"}
	step("long before")
	h.later(24 * time.Minute) // the waiting room opens in six minutes
	step("too early")
	h.later(2 * time.Minute)
	step("before the waiting room opens", all...)
	for _, path := range all {
		if got := h.send("GET", path, "", nil, "Accept: text/html, application/json").Status; got != 200 {
			t.Errorf("%s answers %d", path, got)
		}
	}
	status = 503 // which is tried again
	step("while the server is full", all...)
	h.later(4 * time.Minute)
	step("once it has opened")
	h.later(26 * time.Minute)
	step("before the sale", all...)
	h.owner("POST", event+":cancel", nil).want(200)
	step("called off")
}
