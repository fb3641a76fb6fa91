package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// solve gets a challenge for an event and a purpose, and returns the header with its answer.
func (h *testServer) solve(event, purpose string) string {
	h.t.Helper()
	c := new(challenge.Challenge)
	h.must(json.Unmarshal([]byte(h.send("GET", event+"/challenges/"+purpose, "", nil).want(200).Raw), c))
	a, err := challenge.Solve(c)
	h.must(err)
	return "Holdfast-Challenge: " + a.Text()
}

// fill says how full the queues of the server are.
func (h *testServer) fill(to float64) { h.fullness.Store(math.Float64bits(to)) }

// TestChallengeWhileBusy: with auto nobody joins a waiting room anonymously while the server
// is busy, without work.
func TestChallengeWhileBusy(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(10)
		h.queue(event, 5, "none")
		h.later(time.Hour)
		join := func(headers ...string) *answer {
			return h.send("POST", event+"/waiting-room:join", "", nil, headers...)
		}
		join().want(201)
		h.fill(0.1)
		refused := join().problem(403, "challenge_required")
		if refused.at("errors", 0, "field") != "Holdfast-Challenge" {
			t.Errorf("refused: %s", refused.Raw)
		}
		// A key of the organization, and a signed-in person, is known.
		h.send("POST", event+"/waiting-room:join", h.keys[identity.BoxOffice], nil).want(201)
		h.visit(h.signIn("ann@example.org"), "POST", event+"/waiting-room:join", nil).want(201)
		// Registrations are not asked here: the pass says enough.
		h.takes(event, "ben", "").problem(403, "waiting_room")

		answer := h.solve(event, "join")
		first := join(answer, "Idempotency-Key: one").want(201)
		if again := join(answer, "Idempotency-Key: one").want(201); again.text("receipt") != first.text("receipt") {
			t.Error("who repeats the request has another place")
		}
		join(answer, "Idempotency-Key: two").problem(409, "challenge_used")
		join(answer).problem(409, "challenge_used")

		for name, wrong := range map[string]struct {
			header string
			status int
			code   string
		}{
			"another purpose": {h.solve(event, "order"), 422, "invalid_challenge"},
			"another event":   {h.solve(h.event(3), "join"), 422, "invalid_challenge"},
			"no answer":       {"Holdfast-Challenge: e30=", 410, "challenge_expired"},
			"no base64":       {"Holdfast-Challenge: !", 422, "invalid_challenge"},
			"unsolved":        {unsolved(t, h.solve(event, "join")), 422, "challenge_unsolved"},
		} {
			if got := join(wrong.header).problem(wrong.status, wrong.code); got.at("errors", 0, "field") != "Holdfast-Challenge" {
				t.Errorf("%s: %s", name, got.Raw)
			}
		}
		late := h.solve(event, "join")
		h.later(5 * time.Minute)
		join(late).problem(410, "challenge_expired")
		h.fill(0)
		h.later(time.Minute)
		if got := join().want(201).number("index"); got != 4 {
			t.Errorf("index %d after four who joined: the refused changed nothing", got)
		}

		h.owner("PATCH", event+"/onsale", object{"challenge": "off"}).want(200)
		h.fill(1)
		join().want(201)
		h.send("GET", event+"/challenges/dance", "", nil).problem(404, "not_found")
	})
}

// unsolved returns the header of an answer with another counter.
func unsolved(t *testing.T, header string) string {
	t.Helper()
	a, err := challenge.Parse(strings.TrimPrefix(header, "Holdfast-Challenge: "))
	if err != nil {
		t.Fatal(err)
	}
	a.Solution.Counter++
	return "Holdfast-Challenge: " + a.Text()
}

// TestChallengeAlways: with always whoever is not known is asked for whatever takes a place
// or waits for one, also without a waiting room, and not after coming in from one.
func TestChallengeAlways(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	h.owner("PUT", event+"/onsale", object{"mode": "open", "challenge": "always"}).want(200)
	if got := h.send("GET", event+"/onsale", "", nil).want(200); got.at("mode") != "open" || got.at("challenge") != "always" {
		t.Errorf("the terms: %s", got.Raw)
	}
	stranger := func(name string) object { return object{"email": name + "@example.org", "name": name} }
	for _, way := range []struct{ path, purpose string }{
		{"/registrations", "register"}, {"/waitlist:join", "waitlist"},
	} {
		h.send("POST", event+way.path, "", stranger("ann")).problem(403, "challenge_required")
		answer := h.solve(event, way.purpose)
		h.send("POST", event+way.path, "", object{"email": "?"}, answer).want(422) // which uses nothing up
		h.send("POST", event+way.path, "", stranger(way.purpose), answer, "Idempotency-Key: "+way.purpose).want(201)
		h.send("POST", event+way.path, "", stranger(way.purpose), answer, "Idempotency-Key: "+way.purpose).want(201)
		h.send("POST", event+way.path, "", stranger("bea"), answer).problem(409, "challenge_used")
	}
	h.send("POST", event+"/orders", "", orderOfOne()).problem(403, "challenge_required")
	if got := h.send("POST", event+"/orders", "", orderOfOne(), h.solve(event, "order")); got.Status == 403 {
		t.Errorf("with the answer: %s", got.Raw)
	}
	h.send("POST", event+"/registrations", h.keys[identity.BoxOffice], stranger("dan")).problem(409, "sold_out")
	h.visit(h.signIn("eve@example.org"), "POST", event+"/registrations", stranger("eve")).problem(409, "sold_out")

	room := h.event(10)
	h.queue(room, 5, "none")
	h.owner("PATCH", room+"/onsale", object{"challenge": "always"}).want(200)
	h.later(time.Hour)
	h.send("POST", room+"/waiting-room:join", "", nil).problem(403, "challenge_required")
	receipt := h.send("POST", room+"/waiting-room:join", "", nil, h.solve(room, "join")).want(201).text("receipt")
	h.later(time.Hour)
	h.called(room, 1)
	pass := h.send("POST", room+"/waiting-room:enter", "", object{"receipt": receipt}).want(201).text("pass")
	h.takes(room, "ann", "").problem(403, "challenge_required")
	ann := func(key string) *answer {
		return h.send("POST", room+"/registrations", "", stranger("ann"), "Holdfast-Pass: "+pass, "Idempotency-Key: "+key)
	}
	ann("once").want(201)
	// A pass that was used is none any more, but for the request that used it.
	ann("once").want(201)
	ann("twice").problem(403, "challenge_required")
	h.takes(room, "bea", pass).problem(403, "challenge_required")
	// So is one that was given up.
	receipt = h.send("POST", room+"/waiting-room:join", "", nil, h.solve(room, "join")).want(201).text("receipt")
	h.called(room, 2)
	pass = h.send("POST", room+"/waiting-room:enter", "", object{"receipt": receipt}).want(201).text("pass")
	h.send("POST", room+"/waiting-room:leave", "", object{"receipt": receipt}).want(200)
	h.takes(room, "cid", pass).problem(403, "challenge_required")
	h.takes(room, "cid", "no pass").problem(403, "challenge_required")
	h.sound()
}

// orderOfOne is the body of an order for one unit of the only tier.
func orderOfOne() object {
	return object{"email": "cid@example.org", "name": "Cid", "items": []object{{"quantity": 1}}}
}

// TestCrowdFromOneNetwork: programs with many addresses in one network, each of which is
// asked for work and does it, get at most what the limits say of networks.
func TestCrowdFromOneNetwork(t *testing.T) {
	t.Parallel()
	people := seed.Count(t, "HOLDFAST_ONE_NETWORK", 60)
	const most = 10 // of one host; a network has four times as many
	h := newTestServer(t, func(c *api.Config) {
		c.TrustedProxies = 1
	})
	event := h.event(people)
	h.owner("PATCH", event, object{"unconfirmed_per_network": most}).want(200)
	h.owner("PUT", event+"/onsale", object{"mode": "open", "challenge": "always"}).want(200)
	var taken, refused, other atomic.Int64
	var wg sync.WaitGroup
	next := make(chan int)
	scope := challenge.WorkScope{Event: strings.TrimPrefix(event, "/v1/events/"), Purpose: challenge.Register}
	for range 8 {
		wg.Go(func() {
			for n := range next {
				// The work of a challenge is tried elsewhere: here it is the least there is.
				c := challenge.New(h.links.Derive("challenge"), scope, challenge.Effort{Cost: 1, Prefix: "0"}, inventory.At(h.now()))
				a, err := challenge.Solve(c)
				if err != nil {
					t.Error(err)
					return
				}
				got := h.send("POST", event+"/registrations", "", object{"email": fmt.Sprintf("bot%d@example.org", n), "name": "Bot"},
					"Holdfast-Challenge: "+a.Text(), fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", n%256))
				switch {
				case got.Status == http.StatusCreated:
					taken.Add(1)
				case got.Status == http.StatusForbidden && got.at("code") == "address_not_confirmed":
					refused.Add(1)
				default:
					other.Add(1)
					t.Errorf("bot %d: %s", n, got.Raw)
				}
			}
		})
	}
	for n := range people {
		next <- n
	}
	close(next)
	wg.Wait()
	if got := taken.Load(); got > 4*most || got < min(4*most, int64(people)) || got+refused.Load() != int64(people) {
		t.Errorf("of %d, %d got a place and %d were refused; a network has %d", people, got, refused.Load(), 4*most)
	}
	// Anyone who comes from elsewhere finds the places that they did not get.
	h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada"}, h.solve(event, "register"), "X-Forwarded-For: 198.51.100.7").want(201)
}

// TestCrowdJoinsFromOneNetwork: of programs that do the work and join a waiting room which
// asks nobody who they are, one network gets in what its rate lets through.
func TestCrowdJoinsFromOneNetwork(t *testing.T) {
	t.Parallel()
	people := seed.Count(t, "HOLDFAST_ONE_NETWORK", 60)
	const burst, perSecond = 20, 5.0
	h := newTestServer(t, func(c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Network: {PerSecond: perSecond, Burst: burst}})
		c.TrustedProxies = 1
	})
	event := h.event(10)
	h.queue(event, 5, "none")
	h.owner("PATCH", event+"/onsale", object{"challenge": "always"}).want(200)
	h.later(time.Hour)
	scope := challenge.WorkScope{Event: strings.TrimPrefix(event, "/v1/events/"), Purpose: challenge.Join}
	began, joined := h.now(), 0
	for n := range people {
		c := challenge.New(h.links.Derive("challenge"), scope, challenge.Effort{Cost: 1, Prefix: "0"}, inventory.At(h.now()))
		a, err := challenge.Solve(c)
		h.must(err)
		got := h.send("POST", event+"/waiting-room:join", "", nil, "Holdfast-Challenge: "+a.Text(), fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", n%256))
		if got.Status == http.StatusCreated {
			joined++
			continue
		}
		if got.problem(429, "rate_limited"); got.Header.Get("Retry-After") == "" {
			t.Errorf("program %d is not told when to come again: %s", n, got.Raw)
		}
	}
	most := burst + int(perSecond*h.now().Sub(began).Seconds()) + 1
	if joined > most || joined < min(burst, people) {
		t.Errorf("%d of %d have joined, and the rate lets %d through", joined, people, most)
	}
}
