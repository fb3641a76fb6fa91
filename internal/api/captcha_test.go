package api_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/captcha/captchatest"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// company is who verifies strangers of a test server.
type company struct {
	*captchatest.Server
	service *captcha.Service
	kind    captcha.Kind
}

// asks makes a company ask the strangers of a server; secret "" is the right one.
func (co *company) asks(t *testing.T, secret string, open []challenge.Purpose) func(*api.Config) {
	return func(c *api.Config) {
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		co.Server = captchatest.New(co.kind, c.Now)
		server := httptest.NewServer(co.Server)
		t.Cleanup(server.Close)
		if secret == "" {
			secret = captchatest.Secret
		}
		p, err := captcha.New(captcha.Config{Kind: co.kind, SiteKey: captchatest.SiteKey, Secret: secret, Host: "holdfast.test", Base: server.URL})
		must(err)
		co.service, err = captcha.NewService(captcha.ServiceConfig{Provider: p, Now: c.Now, Log: c.Log})
		must(err)
		c.Challenges, err = challenge.NewGate(challenge.Config{
			Store: c.Store, Key: c.Links.Derive("challenge"), Now: func() inventory.Instant { return inventory.At(c.Now()) }, Queued: func(string) float64 { return 0 },
			Captcha: &challenge.Captcha{Provider: p, Service: co.service, Open: open},
		})
		must(err)
		t.Cleanup(func() { must(c.Challenges.Close(context.Background())) })
	}
}

// token is what the widget gives to somebody who answers it for a purpose of an event.
func (co *company) token(event, purpose string) string {
	return "Holdfast-Challenge: " + co.Give(captchatest.SiteKey, "holdfast.test", purpose, strings.TrimPrefix(event, "/v1/events/"))
}

// asksAlways makes an event one that asks every stranger.
func (h *testServer) asksAlways() string {
	h.t.Helper()
	event := h.event(10)
	h.owner("PUT", event+"/onsale", object{"mode": "open", "challenge": "always"}).want(200)
	return event
}

func (h *testServer) registers(event, name string, headers ...string) *answer {
	return h.send("POST", event+"/registrations", "", object{"email": name + "@example.org", "name": name}, headers...)
}

// TestCaptcha: where a company asks strangers, its widget is asked for instead of work, a
// token is good once, for its event and purpose, and for whoever repeats the request.
func TestCaptcha(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		for _, kind := range captcha.Kinds {
			t.Run(string(kind), func(t *testing.T) {
				co := &company{kind: kind}
				h := newTestServerAt(t, url, co.asks(t, "", challenge.OpenByDefault))
				event, other := h.asksAlways(), h.asksAlways()
				h.registers(event, "ann").problem(403, "challenge_required")
				asked := h.send("GET", event+"/challenges/register", "", nil).want(200)
				if asked.text("kind") != string(kind) || asked.text("site_key") != captchatest.SiteKey || !strings.HasSuffix(asked.text("script"), "/api.js") {
					t.Errorf("asked: %s", asked.Raw)
				}
				if strings.Contains(asked.Raw, captchatest.Secret) || strings.Contains(asked.Raw, "parameters") {
					t.Errorf("asked: %s", asked.Raw)
				}
				if kind == captcha.Turnstile && (asked.text("action") != "register" || "/v1/events/"+asked.text("cdata") != event) {
					t.Errorf("not bound: %s", asked.Raw)
				}
				good := co.token(event, "register")
				h.registers(event, "ann", good, "Idempotency-Key: "+string(kind)).want(201)
				h.registers(event, "ann", good, "Idempotency-Key: "+string(kind)).want(201)
				h.registers(event, "bea", good).problem(409, "challenge_used")
				if got := co.Calls()[0].Get("remoteip"); got != "203.0.113.7" {
					t.Errorf("the company was told the address %q", got)
				}
				h.registers(event, "bea", "Holdfast-Challenge: made-up").problem(422, "invalid_challenge").names("Holdfast-Challenge")
				h.registers(event, "bea", "Holdfast-Challenge: "+co.Give(captchatest.SiteKey, "elsewhere.test", "register", strings.TrimPrefix(event, "/v1/events/"))).problem(422, "invalid_challenge")
				if kind == captcha.Turnstile {
					h.registers(event, "bea", co.token(event, "order")).problem(422, "invalid_challenge")
					h.registers(event, "bea", co.token(other, "register")).problem(422, "invalid_challenge")
				}
				// The own proof of work is none here, however well it is solved.
				c := challenge.New(h.links.Derive("challenge"), challenge.WorkScope{Event: strings.TrimPrefix(event, "/v1/events/"), Purpose: challenge.Join}, challenge.Effort{Cost: 1, Prefix: "0"}, inventory.At(h.now()))
				a, err := challenge.Solve(c)
				h.must(err)
				room := h.event(10)
				h.queue(room, 5, "none")
				h.owner("PATCH", room+"/onsale", object{"challenge": "always"}).want(200)
				h.later(time.Hour)
				h.send("POST", room+"/waiting-room:join", "", nil, "Holdfast-Challenge: "+a.Text()).problem(422, "invalid_challenge")
				late := co.token(event, "register")
				h.later(5*time.Minute + time.Second)
				h.registers(event, "bea", late).problem(410, "challenge_expired")
				h.registers(event, "bea", co.token(event, "register")).want(201)
				h.send("POST", room+"/waiting-room:join", "", nil, co.token(room, "join")).want(201)
				// Whoever is known is not asked.
				h.visit(h.signIn(string(kind)+"@example.org"), "POST", event+"/registrations", object{"email": string(kind) + "@example.org", "name": "Dan"}).want(201)
				for _, secret := range []string{captchatest.Secret, "P1_"} {
					if strings.Contains(h.logged.String(), secret) {
						t.Errorf("the log says %q", secret)
					}
				}
			})
		}
	})
}

// TestCaptchaAway: while the company is away, strangers do our own work for what is open, and
// are told to come again for the rest; when it is back, its widget is asked for again.
func TestCaptchaAway(t *testing.T) {
	t.Parallel()
	for _, trouble := range []captchatest.Trouble{captchatest.Broken, captchatest.Garbage, captchatest.Limited, captchatest.Inner} {
		co := &company{kind: captcha.Turnstile}
		h := newTestServer(t, co.asks(t, "", challenge.OpenByDefault))
		event, room := h.asksAlways(), h.event(10)
		h.queue(room, 5, "none")
		h.owner("PATCH", room+"/onsale", object{"challenge": "always"}).want(200)
		h.later(time.Hour)
		join := func(headers ...string) *answer {
			return h.send("POST", room+"/waiting-room:join", "", nil, headers...)
		}
		early := co.token(event, "register")
		co.Behave(trouble)
		h.registers(event, "ann", early).problem(403, "challenge_required") // there is another challenge now
		if got := h.send("GET", event+"/challenges/register", "", nil).want(200); got.text("kind") != "proof_of_work" {
			t.Errorf("%s: asked %s", trouble, got.Raw)
		}
		work := h.solve(event, "register")
		h.registers(event, "ann", work).want(201)
		h.registers(event, "bea", work).problem(409, "challenge_used")
		for _, got := range []*answer{
			join(co.token(room, "join")).problem(503, "captcha_unavailable"),
			h.send("GET", room+"/challenges/join", "", nil).problem(503, "captcha_unavailable"),
		} {
			if got.Header.Get("Retry-After") != "10" {
				t.Errorf("%s: come again after %q", trouble, got.Header.Get("Retry-After"))
			}
		}
		join().problem(403, "challenge_required")
		work = h.solve(event, "register")
		co.Behave(captchatest.None)
		co.service.Look(t.Context())
		h.registers(event, "bea", work).want(201) // it was given out meanwhile
		h.registers(event, "cid", early).want(201)
		join(co.token(room, "join")).want(201)
		if got := h.send("GET", event+"/challenges/register", "", nil).want(200); got.text("kind") != "turnstile" {
			t.Errorf("%s is over: asked %s", trouble, got.Raw)
		}
	}
}

// TestCaptchaNotLoaded: whoever says that the widget cannot be loaded is asked for work only if
// the company is away for the server too.
func TestCaptchaNotLoaded(t *testing.T) {
	t.Parallel()
	co := &company{kind: captcha.HCaptcha}
	h := newTestServer(t, co.asks(t, "", []challenge.Purpose{challenge.Register, challenge.Join}))
	event := h.asksAlways()
	ask := func(purpose string) string {
		return h.send("GET", event+"/challenges/"+purpose+"?widget=failed", "", nil).want(200).text("kind")
	}
	if got := ask("register"); got != "hcaptcha" {
		t.Errorf("it is there: asked %s", got)
	}
	co.Behave(captchatest.Broken)
	if got := ask("register"); got != "hcaptcha" {
		t.Errorf("it was looked at a moment ago: asked %s", got)
	}
	h.later(captcha.Rest)
	if ask("register") != "proof_of_work" || ask("join") != "proof_of_work" {
		t.Error("it is away, and its widget is asked for")
	}
	h.send("GET", event+"/challenges/order?widget=failed", "", nil).problem(503, "captcha_unavailable")
	h.send("GET", event+"/challenges/register?widget=no", "", nil).problem(422, "invalid_request").names("widget")
}

// TestCaptchaWithAWrongSecret: a secret that the company does not know lets nobody in without
// anything, and is not an error of whoever comes.
func TestCaptchaWithAWrongSecret(t *testing.T) {
	t.Parallel()
	co := &company{kind: captcha.Turnstile}
	h := newTestServer(t, co.asks(t, "0xwrong", nil), func(c *api.Config) { c.Log = slog.New(slog.DiscardHandler) })
	event := h.asksAlways()
	h.registers(event, "ann", co.token(event, "register")).problem(503, "captcha_unavailable")
	if !co.service.Down() {
		t.Error("it is taken to be there")
	}
}
