package api_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
)

// Pages of any origin read what the public may read, without credentials, and nothing
// else: an answer for a caller with a key, and every change, says nothing of other origins.
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

// Pages of a website that an organization names take part for people in its events, and
// in nobody else's; no other page does, and nothing else is open to them.
func TestWebsitesTakePart(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	const website, other = "https://riverside.example", "https://other.example"
	ask := func(path, origin, method string) http.Header {
		return h.send("OPTIONS", path, "", nil, "Origin: "+origin, "Access-Control-Request-Method: "+method,
			"Access-Control-Request-Headers: content-type, idempotency-key").want(204).Header
	}
	register := func(origin, email string) http.Header {
		return h.send("POST", event+"/registrations", "", object{"email": email, "name": "Ada"}, "Origin: "+origin).want(201).Header
	}
	if got := ask(event+"/registrations", website, "POST").Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("before it is named: %q", got)
	}
	for field, body := range map[string]object{
		"websites[1]": {"websites": []any{website, "https://riverside.example/shop"}},
		"websites[0]": {"websites": []any{"*"}},
	} {
		if a := h.owner("PATCH", "/v1/organization", body).problem(422, "invalid_request"); a.at("errors", 0, "field") != field {
			t.Errorf("%v: %v", body, a.at("errors", 0, "field"))
		}
	}
	if a := h.owner("GET", "/v1/organization", nil).want(200); len(a.at("websites").([]any)) != 0 {
		t.Errorf("a refused change named %v", a.at("websites"))
	}
	changed := h.owner("PATCH", "/v1/organization", object{"websites": []any{website + ":443/", website}}).want(200)
	if named := changed.at("websites").([]any); len(named) != 1 || named[0] != website {
		t.Fatalf("named %v", named)
	}
	for _, path := range []string{event + "/registrations", event + "/waitlist:join", event + "/orders"} {
		asked := ask(path, website, "POST")
		if asked.Get("Access-Control-Allow-Origin") != website || asked.Get("Access-Control-Allow-Methods") != "POST" ||
			asked.Get("Vary") != "Origin" || asked.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %v", path, asked)
		}
		if headers := asked.Get("Access-Control-Allow-Headers"); strings.Contains(headers, "Authorization") || !strings.Contains(headers, "Idempotency-Key") {
			t.Errorf("%s: headers %q", path, headers)
		}
	}
	for path, method := range map[string]string{
		event + "/registrations": "GET", event + "/announcements": "POST", event: "PATCH", event + ":cancel": "POST",
		event + "x/registrations": "POST", "/v1/organization": "PATCH", "/v1/me": "PATCH",
	} {
		if got := ask(path, website, method).Get("Access-Control-Allow-Origin"); got == website {
			t.Errorf("%s %s is open to websites", method, path)
		}
	}
	for origin, may := range map[string]bool{website: true, other: false, "http://riverside.example": false, "null": false} {
		want := ""
		if may {
			want = origin
		}
		if got := register(origin, "ada@"+strconv.Itoa(len(origin))+".example").Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("%s reads an answer as %q", origin, got)
		}
		if got := ask(event+"/registrations", origin, "POST").Get("Access-Control-Allow-Origin"); got != want {
			t.Errorf("%s may as %q", origin, got)
		}
	}
	refused := h.send("POST", event+"/registrations", "", object{"email": "no address"}, "Origin: "+website).problem(422, "invalid_request")
	if refused.Header.Get("Access-Control-Allow-Origin") != website {
		t.Error("a website cannot read what is wrong")
	}
	// The browser of a member sends its cookie only if the page asks for that; then it is refused.
	if a := h.visit(h.signIn("ada@example.org"), "POST", event+"/registrations", object{"email": "ada@example.org", "name": "Ada"}, "Origin: "+website, "Sec-Fetch-Site: cross-site"); a.Status != 403 {
		t.Errorf("with a cookie: %d", a.Status)
	}
	h.owner("PATCH", "/v1/organization", object{"websites": []any{}}).want(200)
	if got := ask(event+"/registrations", website, "POST").Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("after it was taken away: %q", got)
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
