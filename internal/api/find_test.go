package api_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestFindBookings: whoever asks for links to what an address has booked is answered the same
// whether it has anything; a job is stored for each, within the limits of the network and of
// the address; and what is stored signs nobody in.
func TestFindBookings(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h := newTestServerAt(t, db, func(c *api.Config) {
			c.Limits = limits(map[limit.Kind]limit.Rate{limit.MailNetwork: {PerSecond: 0.5, Burst: 20}})
		})
		h.register(h.event(1), "ada")
		find := func(email string, headers ...string) *answer {
			t.Helper()
			return h.send("POST", "/v1/links:find", "", object{"email": email}, headers...)
		}
		known, unknown := find(" Ada@Example.org").want(202), find("nobody@example.org").want(202)
		if known.Raw != unknown.Raw || known.text("status") != "accepted" || known.text("mail") == "" {
			t.Errorf("known: %s, unknown: %s", known.Raw, unknown.Raw)
		}
		var names [2][]string
		for i, a := range []*answer{known, unknown} {
			for name := range a.Header {
				names[i] = append(names[i], name)
			}
			slices.Sort(names[i])
		}
		if !slices.Equal(names[0], names[1]) {
			t.Errorf("headers %q and %q", names[0], names[1])
		}
		sent := func() (n int) {
			for _, l := range h.letters {
				if l.what == accountmail.FoundMail {
					n++
				}
			}
			return n
		}
		if sent() != 2 {
			t.Fatalf("letters: %+v", h.letters)
		}
		// A network may ask so often for an address, and the answer does not say when it may not.
		for range 7 {
			if a := find("ada@example.org").want(202); a.Raw != known.Raw {
				t.Errorf("over the limit: %s", a.Raw)
			}
		}
		if n := sent(); n != 1+6 {
			t.Errorf("%d letters, want six of ada and one of nobody", n)
		}
		// One network is bounded for all addresses together.
		refused := 0
		for i := range 60 {
			if a := find(fmt.Sprintf("ada%d@example.org", i)); a.Status != 202 {
				a.problem(429, "rate_limited")
				refused++
			}
		}
		if refused == 0 || refused == 60 {
			t.Errorf("%d of 60 addresses were refused", refused)
		}
		h.later(2 * time.Hour)
		find("ada").problem(422, "invalid_request").names("email")
		find("").problem(422, "invalid_request").names("email")
		find("ada@example.org", "Origin: https://evil.example", "Sec-Fetch-Site: cross-site").problem(403, "cross_origin")
		// The page's form, which needs no script, asks the same way.
		form := func(email string) *httptest.ResponseRecorder {
			req := httptest.NewRequest("POST", "/find", strings.NewReader(url.Values{"email": {email}}.Encode()))
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res := httptest.NewRecorder()
			h.handler.ServeHTTP(res, req)
			return res
		}
		h.later(2 * time.Hour)
		before := sent()
		for email, status := range map[string]int{"ada@example.org": 200, "nobody@example.org": 200, "ada": 422} {
			if res := form(email); res.Code != status || status == 200 && !strings.Contains(res.Body.String(), "So no link is on its way to "+email) {
				t.Errorf("the form for %s: %d %s", email, res.Code, res.Body)
			}
		}
		if n := sent() - before; n != 2 {
			t.Errorf("the form sent %d letters", n)
		}
		refused = 0
		for i := range 60 {
			if form(fmt.Sprintf("bob%d@example.org", i)).Code == 429 {
				refused++
			}
		}
		if refused == 0 || refused == 60 {
			t.Errorf("of 60 addresses the form refused %d", refused)
		}
		h.later(2 * time.Hour)

		// The row of the mail is none to sign in with.
		find("ada@example.org").want(202)
		h.send("POST", "/v1/auth/sessions", "", object{"token": h.token(accountmail.FoundMail, "sign in")}).problem(401, "one_time_link_invalid")
		h.sound()
	})
}
