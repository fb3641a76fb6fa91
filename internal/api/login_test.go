package api_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

func instantOf(t time.Time) inventory.Instant { return inventory.At(t) }

func TestSignIn(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	token := h.signInToken("Ada@Example.org")
	a := h.send("POST", "/v1/auth/sessions", "", object{"token": token}, "User-Agent: Firefox").want(201)
	if a.text("kind") != "person" || a.text("account", "email") != "Ada@Example.org" || a.text("session", "agent") != "Firefox" {
		t.Errorf("signed in: %s", a.Raw)
	}
	set := a.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"} {
		if !strings.Contains(set, want) {
			t.Errorf("cookie without %s: %s", want, set)
		}
	}
	c := a.cookie()
	if me := h.visit(c, "GET", "/v1/me", nil).want(200); me.text("account", "email") != "Ada@Example.org" || me.at("session", "current") != true {
		t.Errorf("me: %s", me.Raw)
	}
	// A link works once, and for ten minutes.
	h.send("POST", "/v1/auth/sessions", "", object{"token": token}).problem(410, "one_time_link_ended").names("token")
	late := h.signInToken("ada@example.org")
	h.later(identity.SignInLife)
	h.send("POST", "/v1/auth/sessions", "", object{"token": late}).problem(410, "one_time_link_ended")
	// The same person, however the address is written.
	again := h.send("POST", "/v1/auth/sessions", "", object{"token": h.signInToken("ADA@example.ORG")}).want(201)
	if again.text("account", "id") != a.text("account", "id") {
		t.Errorf("another account: %s", again.Raw)
	}
	for _, bad := range []string{"ho_", "nonsense", token + "x", "hl_" + token[3:], h.links.OneTime(identity.ForSetup, h.letters[0].thing), h.links.OneTime(identity.ForSignIn, h.ids.Top(id.SignIn))} {
		h.send("POST", "/v1/auth/sessions", "", object{"token": bad}).problem(401, "one_time_link_invalid")
	}
	h.send("POST", "/v1/auth/links", "", object{"email": "no address"}).problem(422, "invalid_request").names("email")
	h.visit(c, "DELETE", "/v1/auth/session", nil).want(200)
	h.visit(c, "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")
	if me := h.visit(c, "GET", "/v1/me", nil).want(200); me.text("kind") != "public" || !strings.Contains(me.Header.Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("after signing out: %s %s", me.Raw, me.Header.Get("Set-Cookie"))
	}
	if strings.Contains(h.logged.String(), token) || strings.Contains(h.logged.String(), "@") {
		t.Error("the log holds a token or an address")
	}
}

// A scanner that fetches the address of the link uses nothing up: the token is
// not even part of what it sends.
func TestScannerUsesNothing(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	token := h.signInToken("ada@example.org")
	url := h.links.OneTimeURL(identity.ForSignIn, h.letters[0].thing)
	path, fragment, _ := strings.Cut(strings.TrimPrefix(url, "http://holdfast.test"), "#")
	if fragment != token || strings.Contains(path, token) {
		t.Fatalf("link %s", url)
	}
	h.send("GET", path, "", nil)
	h.send("GET", "/v1/auth/sessions", "", nil).problem(405, "method_not_allowed")
	h.send("POST", "/v1/auth/sessions", "", object{"token": token}).want(201)
}

// Two who use one link at once: one is signed in.
func TestLinkRace(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	token := h.signInToken("ada@example.org")
	link, err := h.links.ParseOneTime(identity.ForSignIn, token)
	h.must(err)
	const n = 8
	won := make(chan bool, n)
	for range n {
		go func() {
			session, _ := identity.NewSession(h.ids, "", identity.ByLink, "", h.now())
			_, err := h.store.Accounts.SignIn(context.Background(), link, h.ids.Top(id.Account), session, nil)
			won <- err == nil
		}()
	}
	winners := 0
	for range n {
		if <-won {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d signed in with one link", winners)
	}
}

// A cookie from before is nobody's after signing in: what somebody else planted
// in a browser never becomes a session, and a session that was there ends.
func TestSessionFixation(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	planted := "holdfast=hs_" + strings.Repeat("A", 43)
	a := h.send("POST", "/v1/auth/sessions", "", object{"token": h.signInToken("ada@example.org")}, "Cookie: "+planted).want(201)
	if string(a.cookie()) == planted {
		t.Fatal("the planted cookie is a session")
	}
	h.visit(cookie(planted), "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")
	eve := h.signIn("eve@example.org")
	b := h.send("POST", "/v1/auth/sessions", "", object{"token": h.signInToken("ada@example.org")}, "Cookie: "+string(eve)).want(201)
	h.eventually("the session before is over", func() bool { return h.visit(eve, "GET", "/v1/me/sessions", nil).Status == 401 })
	if list := h.visit(b.cookie(), "GET", "/v1/me/sessions", nil).want(200); len(list.at("items").([]any)) != 2 {
		t.Errorf("sessions: %s", list.Raw)
	}
}

// Pages of somebody else's change nothing with the cookie, and sign nobody in.
func TestCrossOrigin(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	c := h.member(h.org, identity.Owner, "ada@example.org")
	event := h.event(5)
	for name, header := range map[string]string{"cross-site": "Sec-Fetch-Site: cross-site", "same-site": "Sec-Fetch-Site: same-site", "origin": "Origin: https://evil.example", "null": "Origin: null"} {
		for _, rt := range api.Routes() {
			if rt.Method == "GET" || rt.Action == identity.Unauthenticated && !strings.HasPrefix(rt.Path, "/v1/auth") && rt.Path != "/v1/setup" {
				continue
			}
			body := rt.Example
			a := h.send(rt.Method, strings.ReplaceAll(rt.Path, "{event_id}", strings.TrimPrefix(event, "/v1/events/")), "", body, "Cookie: "+string(c), header)
			if a.Status != 403 || a.text("code") != "cross_origin" {
				t.Errorf("%s: %s: %d %s", name, rt.ID, a.Status, a.Raw)
			}
		}
		h.send("GET", "/v1/events", "", nil, "Cookie: "+string(c), header).want(200)
		// A key is not a cookie: no browser adds it by itself.
		h.send("PATCH", event, h.keys[identity.Owner], object{"max_guests": 2}, header).want(200)
	}
	h.send("PATCH", event, "", object{"max_guests": 1}, "Cookie: "+string(c), "Origin: http://holdfast.test").want(200)
	h.send("PATCH", event, "", object{"max_guests": 0}, "Cookie: "+string(c)).want(200) // no browser at all
}

func TestSessionLife(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	c := h.signIn("ada@example.org")
	h.later(20 * 24 * time.Hour)
	a := h.visit(c, "GET", "/v1/me/sessions", nil).want(200)
	if !strings.Contains(a.Header.Get("Set-Cookie"), "Max-Age=2592000") {
		t.Errorf("the cookie was not prolonged: %q", a.Header.Get("Set-Cookie"))
	}
	if again := h.visit(c, "GET", "/v1/me/sessions", nil).want(200); again.Header.Get("Set-Cookie") != "" {
		t.Error("prolonged twice within an hour")
	}
	h.later(20 * 24 * time.Hour) // 40 days after signing in, 20 after the last use
	h.visit(c, "GET", "/v1/me/sessions", nil).want(200)
	h.later(30*24*time.Hour + time.Second)
	h.visit(c, "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")

	// However much it is used, it ends.
	c = h.signIn("ada@example.org")
	for range 6 {
		h.later(29 * 24 * time.Hour)
		h.visit(c, "GET", "/v1/me/sessions", nil).want(200)
	}
	h.later(7 * 24 * time.Hour) // 181 days
	h.visit(c, "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")
}

func TestOwnSessions(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	here, there := h.signIn("ada@example.org"), h.signIn("ada@example.org")
	stranger := h.signIn("eve@example.org")
	list := h.visit(here, "GET", "/v1/me/sessions", nil).want(200)
	var other string
	for i := range 2 {
		if list.at("items", i, "current") == false {
			other = list.text("items", i, "id")
		}
	}
	h.visit(stranger, "DELETE", "/v1/me/sessions/"+other, nil).problem(404, "not_found")
	h.visit(here, "DELETE", "/v1/me/sessions/"+other, nil).want(200)
	h.visit(there, "GET", "/v1/me/sessions", nil).problem(401, "credentials_required")
	h.visit(here, "DELETE", "/v1/me/sessions/"+other, nil).problem(404, "not_found")
	if me := h.visit(here, "PATCH", "/v1/me", object{"name": "Ada", "locale": "de-at"}).want(200); me.text("account", "name") != "Ada" || me.text("account", "locale") != "de-AT" {
		t.Errorf("changed: %s", me.Raw)
	}
	h.visit(here, "PATCH", "/v1/me", object{"locale": "!"}).problem(422, "invalid_request").names("locale")
}

func TestLinkRate(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.MailAddress: {PerSecond: 0.001, Burst: 8}})
	})
	for range 8 {
		h.send("POST", "/v1/auth/links", "", object{"email": "ada@example.org"}).want(202)
	}
	h.send("POST", "/v1/auth/links", "", object{"email": "bob@example.org"}).problem(429, "rate_limited")
	links := 0
	for _, l := range h.letters {
		if _, err := h.store.Accounts.SignInLink(context.Background(), l.thing); err == nil {
			links++
		}
	}
	if links != 6 { // answered eight times alike, sent six
		t.Errorf("%d links for one address", links)
	}
}

// A stranger who asks for links to somebody's address keeps nobody from signing in:
// neither the owner elsewhere, nor the owner in the same network once the links that
// were mailed have ended.
func TestStrangerUsesUpNoLinks(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		c.TrustedProxies = 1
	})
	ask := func(from string) int {
		t.Helper()
		before := len(h.letters)
		h.send("POST", "/v1/auth/links", "", object{"email": "ada@example.org"}, "X-Forwarded-For: "+from).want(202)
		return len(h.letters) - before
	}
	mails := 0
	for range 10 {
		mails += ask("198.51.100.1")
	}
	if mails != 6 || h.letters[0] != h.letters[5] {
		t.Errorf("%d mails of one network, want 6 with one link: %v", mails, h.letters)
	}
	if ask("192.0.2.1") != 1 {
		t.Fatal("the owner got no mail")
	}
	if h.letters[6] != h.letters[0] {
		t.Error("the owner got another link while the first is good")
	}
	h.later(identity.SignInLife/2 + time.Second)
	if ask("198.51.100.2") != 1 {
		t.Error("the owner, in the stranger's network, got no mail when the links have ended")
	}
	h.send("POST", "/v1/auth/sessions", "", object{"token": h.token(accountmail.SignInMail, identity.ForSignIn)}).want(201)
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	setup := func(life time.Duration) string {
		link := organizations.SignInLink{ID: h.ids.Top(id.SignIn), Purpose: "setup", CreatedAt: instantOf(h.now()), ExpiresAt: instantOf(h.now().Add(life))}
		err := h.store.Accounts.CreateSignInLink(context.Background(), link, nil)
		h.must(err)
		return h.links.OneTime(identity.ForSetup, link.ID)
	}
	if me := h.send("GET", "/v1/me", "", nil).want(200); me.at("setup_required") != true || me.text("kind") != "public" {
		t.Errorf("before: %s", me.Raw)
	}
	body := object{"token": setup(time.Hour), "organization": "Riverside", "email": "Ada@example.org", "name": "Ada"}
	h.send("POST", "/v1/setup", "", object{"token": "ho_x", "organization": "R", "email": "a@b.c", "name": "A"}).problem(401, "one_time_link_invalid")
	h.send("POST", "/v1/setup", "", object{"token": h.signInToken("eve@example.org"), "organization": "R", "email": "a@b.c", "name": "A"}).problem(401, "one_time_link_invalid")
	h.send("POST", "/v1/setup", "", object{"token": setup(0), "organization": "R", "email": "a@b.c", "name": "A"}).problem(410, "one_time_link_ended")
	h.send("POST", "/v1/setup", "", object{"token": "ho_x", "email": "a@b.c", "name": "A"}).problem(422, "invalid_request").names("organization")
	second := setup(time.Hour)
	a := h.send("POST", "/v1/setup", "", body).want(201)
	if a.text("memberships", 0, "role") != "owner" || a.text("memberships", 0, "organization", "name") != "Riverside" {
		t.Errorf("set up: %s", a.Raw)
	}
	c := a.cookie()
	h.send("POST", "/v1/setup", "", body).problem(410, "one_time_link_ended")
	body["token"] = second
	h.send("POST", "/v1/setup", "", body).problem(409, "already_set_up")
	h.visit(c, "POST", "/v1/events", h.newEvent(5)).want(201)
	if me := h.send("GET", "/v1/me", "", nil).want(200); me.at("setup_required") != false {
		t.Errorf("after: %s", me.Raw)
	}
}

func TestSetUpTakesOver(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	link := organizations.SignInLink{ID: h.ids.Top(id.SignIn), Purpose: "setup", CreatedAt: 1, ExpiresAt: instantOf(h.now().Add(time.Hour))}
	err := h.store.Accounts.CreateSignInLink(context.Background(), link, nil)
	h.must(err)
	body := object{"token": h.links.OneTime(identity.ForSetup, link.ID), "organization_id": h.ids.Top(id.Organization), "email": "ada@example.org", "name": "Ada"}
	h.send("POST", "/v1/setup", "", body).problem(401, "one_time_link_invalid") // there is no such organization
	body["organization_id"] = h.org
	a := h.send("POST", "/v1/setup", "", body).want(201)
	if a.text("memberships", 0, "organization", "id") != h.org {
		t.Errorf("took over: %s", a.Raw)
	}
}

func TestCookieOverHTTPS(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.BaseURL = "https://holdfast.test" })
	a := h.send("POST", "/v1/auth/sessions", "", object{"token": h.signInToken("ada@example.org")}).want(201)
	for _, c := range (&http.Response{Header: a.Header}).Cookies() {
		if c.Name != "__Host-holdfast" || !c.Secure || c.Domain != "" || c.Path != "/" {
			t.Errorf("cookie: %+v", c)
		}
	}
}
