package api_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
)

// Pages of any origin read what the public may read, without credentials, and nothing
// else: an answer for who has a key, and every change, says nothing of other origins.
func TestAnyOriginReadsWhatIsPublic(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(3)
	const page = "Origin: https://organizer.example"
	for path, open := range map[string]bool{
		event: true, "/v1/public/events": true, event + "/nowhere": false, "/openapi.json": true, event + "/ticket-keys": true,
		event + "/orders": false, "/v1/me": false, "/v1/organization": false, event + "/registrations": false,
	} {
		got := h.send("GET", path, "", nil, page)
		asked := h.send("OPTIONS", path, "", nil, page, "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: if-none-match")
		for what, a := range map[string]*answer{"GET": got, "OPTIONS": asked} {
			origin := a.Header.Get("Access-Control-Allow-Origin")
			if (origin == "*") != open || origin != "" && origin != "*" || a.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s %s, %d: any origin may: %q, want %t", what, path, a.Status, origin, open)
			}
		}
		if methods := asked.Header.Get("Access-Control-Allow-Methods"); open && methods != "GET, HEAD" || !open && methods != "" {
			t.Errorf("%s: other origins may %q", path, methods)
		}
	}
	if a := h.send("GET", event+"x", "", nil, page).problem(404, "not_found"); a.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Error("a page cannot read that there is no such event")
	}
	if a := h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada"}, page).want(201); a.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("a page of another origin can read the answer to a change")
	}
}

// Each answer is told with the pattern of its route, never with the address.
func TestAnswersAreObserved(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []string
	h := newTestServer(t, func(c *api.Config) {
		c.Observe = func(method, route string, status int, _ time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, method+" "+route+" "+string(rune('0'+status/100)))
		}
	})
	event := h.event(3)
	h.send("GET", event, "", nil).want(200)
	h.send("GET", event+"/orders", "", nil).problem(401, "credentials_required")
	h.send("BREW", "/nowhere/"+event, "", nil)
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"POST /v1/events 2", "GET /v1/events/{event_id} 2", "GET /v1/events/{event_id}/orders 4", "OTHER  4"} {
		if !slices.Contains(told, want) {
			t.Errorf("%q was not told, but %q", want, told)
		}
	}
}
