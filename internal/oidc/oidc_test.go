package oidc_test

import (
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/oidc/oidctest"
)

const redirect = "https://tickets.example/sign-in/oidc"

var ada = oidctest.Person{Subject: "s-ada", Email: "Ada@Example.org", Verified: true}

// world is a provider, and this server as its client.
type world struct {
	t     *testing.T
	other *oidctest.Provider
	own   *oidc.Provider
	ahead time.Duration // of the clock of this server
}

func (w *world) now() time.Time { return time.Now().Add(w.ahead) }

func newWorld(t *testing.T, change ...func(*oidc.Config)) *world {
	t.Helper()
	w := &world{t: t}
	var stop func()
	w.other, stop = oidctest.Start(redirect, time.Now)
	t.Cleanup(stop)
	w.other.As(ada)
	cfg := oidc.Config{Issuer: w.other.URL, ClientID: oidctest.ClientID, ClientSecret: oidctest.Secret, Redirect: redirect, Private: true, Now: w.now}
	for _, c := range change {
		c(&cfg)
	}
	var err error
	if w.own, err = oidc.New(cfg); err != nil {
		t.Fatal(err)
	}
	return w
}

// visit begins a sign-in, and returns it with what the browser brings back.
func (w *world) visit(secret string) (oidc.Attempt, url.Values) {
	w.t.Helper()
	a := oidc.AttemptOf(secret)
	to, err := w.own.Begin(w.t.Context(), &a)
	if err != nil {
		w.t.Fatal(err)
	}
	back, err := w.other.Visit(to)
	if err != nil {
		w.t.Fatalf("%s: %v", to, err)
	}
	if !a.Begins(back.Get("state")) {
		w.t.Errorf("another state: %s", back)
	}
	return a, back
}

func (w *world) finish(a *oidc.Attempt, back url.Values) (*oidc.Person, error) {
	return w.own.Finish(w.t.Context(), a, oidc.Answer{Code: back.Get("code"), Issuer: back.Get("iss")})
}

// signIn goes all the way.
func (w *world) signIn() (*oidc.Person, error) {
	w.t.Helper()
	a, back := w.visit("secret " + w.t.Name())
	return w.finish(&a, back)
}

// wants fails the test unless somebody is refused with an error that tells nothing secret.
func (w *world) wants(err, want error, codes ...string) {
	w.t.Helper()
	if !errors.Is(err, want) {
		w.t.Errorf("got %v, want %v", err, want)
		return
	}
	for _, secret := range append(codes, oidctest.Secret, "secret "+w.t.Name()) {
		if secret != "" && strings.Contains(err.Error(), secret) {
			w.t.Errorf("a secret in %v", err)
		}
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who, err := w.signIn()
	if err != nil || *who != (oidc.Person{Issuer: w.other.URL, Subject: "s-ada", Email: "Ada@Example.org", Verified: true}) {
		t.Fatalf("%+v: %v", who, err)
	}
	// The provider has new keys, which are asked for once.
	before := w.other.Asked("/keys")
	w.other.Rotate()
	if _, err := w.signIn(); err != nil || w.other.Asked("/keys") != before+1 {
		t.Errorf("after a rotation: %v, and asked %d times", err, w.other.Asked("/keys")-before)
	}
	// What it says of itself is asked for once.
	if n := w.other.Asked("/.well-known/openid-configuration"); n != 1 {
		t.Errorf("discovered %d times", n)
	}
	// The address is in userinfo alone.
	w.other.Bare(true)
	if who, err := w.signIn(); err != nil || who.Email != "Ada@Example.org" || !who.Verified {
		t.Errorf("userinfo: %+v: %v", who, err)
	}
	if w.other.Asked("/userinfo") != 1 {
		t.Errorf("userinfo was asked %d times", w.other.Asked("/userinfo"))
	}
	// A provider that wants the secret in the body.
	body := newWorld(t)
	body.other.Take("client_secret_post")
	if _, err := body.signIn(); err != nil {
		t.Errorf("by the body: %v", err)
	}
}

// TestVerified: whether an address was proven, however that is spelled, and what is not proof.
func TestVerified(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		says any
		want bool
	}{{true, true}, {"true", true}, {1, true}, {false, false}, {"false", false}, {nil, false}, {"yes", false}, {map[string]any{}, false}} {
		w.other.As(oidctest.Person{Subject: "s", Email: "a@example.org", Verified: c.says})
		if who, err := w.signIn(); err != nil || who.Verified != c.want {
			t.Errorf("%v: %+v, %v", c.says, who, err)
		}
	}
	w.other.As(oidctest.Person{Subject: "s", Verified: true})
	if who, err := w.signIn(); err != nil || who.Verified {
		t.Errorf("without an address: %+v, %v", who, err)
	}
	// Microsoft's word is not taken of anybody else.
	w.other.As(oidctest.Person{Subject: "s", Email: "a@example.org"})
	w.other.Change(func(t *oidctest.Token) { t.Claims["xms_edov"] = true })
	if who, err := w.signIn(); err != nil || who.Verified {
		t.Errorf("xms_edov of somebody: %+v, %v", who, err)
	}
}

// TestWrongTokens: each check of an ID token finds what only it can find.
func TestWrongTokens(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*oidctest.Token){
		"another issuer":             func(t *oidctest.Token) { t.Claims["iss"] = "https://other.example" },
		"another audience":           func(t *oidctest.Token) { t.Claims["aud"] = "other" },
		"of several, without azp":    func(t *oidctest.Token) { t.Claims["aud"] = []string{oidctest.ClientID, "other"} },
		"made for another party":     func(t *oidctest.Token) { t.Claims["azp"] = "other" },
		"another nonce":              func(t *oidctest.Token) { t.Claims["nonce"] = "another" },
		"no nonce":                   func(t *oidctest.Token) { delete(t.Claims, "nonce") },
		"expired":                    func(t *oidctest.Token) { t.Claims["exp"] = time.Now().Add(-oidc.Skew - 5*time.Second).Unix() },
		"without an end":             func(t *oidctest.Token) { delete(t.Claims, "exp") },
		"made in the future":         func(t *oidctest.Token) { t.Claims["iat"] = time.Now().Add(oidc.Skew + 30*time.Second).Unix() },
		"made long ago":              func(t *oidctest.Token) { t.Claims["iat"] = time.Now().Add(-time.Hour).Unix() },
		"without when it was made":   func(t *oidctest.Token) { delete(t.Claims, "iat") },
		"not valid yet":              func(t *oidctest.Token) { t.Claims["nbf"] = time.Now().Add(time.Hour).Unix() },
		"of nobody":                  func(t *oidctest.Token) { delete(t.Claims, "sub") },
		"of a name that is too long": func(t *oidctest.Token) { t.Claims["sub"] = strings.Repeat("x", 256) },
		"not signed":                 func(t *oidctest.Token) { t.Alg = "none" },
		"signed with the secret":     func(t *oidctest.Token) { t.Alg = "HS256" },
		"signed by somebody":         func(t *oidctest.Token) { t.Forged = true },
		"with another access token":  func(t *oidctest.Token) { t.Claims["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" },
		"claims of other kinds":      func(t *oidctest.Token) { t.Claims["email"] = 7 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.other.Change(change)
			_, err := w.signIn()
			w.wants(err, oidc.ErrAnswer)
			w.other.Change(nil)
			if _, err := w.signIn(); err != nil {
				t.Errorf("and then a good one: %v", err)
			}
		})
	}
	w := newWorld(t)
	w.other.Change(func(t *oidctest.Token) {
		t.Claims["aud"], t.Claims["azp"] = []string{"other", oidctest.ClientID}, oidctest.ClientID
		t.Claims["exp"] = time.Now().Add(-oidc.Skew / 2).Unix()
		t.Claims["iat"] = time.Now().Add(oidc.Skew / 2).Unix()
	})
	if _, err := w.signIn(); err != nil {
		t.Errorf("clocks that are apart a little, and of several the right party: %v", err)
	}
}

// TestCodes: a code is good once, in the browser that it was given to, and soon.
func TestCodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, back := w.visit("secret one")
	if _, err := w.finish(&a, back); err != nil {
		t.Fatal(err)
	}
	_, err := w.finish(&a, back)
	w.wants(err, oidc.ErrCode, back.Get("code"))
	a, back = w.visit("secret two")
	other := oidc.AttemptOf("secret three")
	_, err = w.finish(&other, back) // injected into another browser: PKCE
	w.wants(err, oidc.ErrCode, back.Get("code"))
	_, err = w.finish(&a, url.Values{"code": {"made up"}, "iss": {w.other.URL}})
	w.wants(err, oidc.ErrCode)
	a, back = w.visit("secret four")
	back.Set("iss", "https://other.example") // of a provider that mixes things up
	_, err = w.finish(&a, back)
	w.wants(err, oidc.ErrAnswer)
	back.Del("iss") // which this one always says
	_, err = w.finish(&a, back)
	w.wants(err, oidc.ErrAnswer)
	w.other.Bare(true)
	a, back = w.visit("secret five")
	w.other.As(oidctest.Person{Subject: "somebody else", Email: "else@example.org", Verified: true})
	_, err = w.finish(&a, back)
	w.wants(err, oidc.ErrAnswer)
}

func TestDomains(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *oidc.Config) { c.Domains = []string{"@Example.org", "example.net"} })
	for email, want := range map[string]error{
		"ada@example.org": nil, "ada@EXAMPLE.NET": nil, "ada@example.com": oidc.ErrDomain, "ada@sub.example.org": oidc.ErrDomain,
		"ada@evil.com@example.com": oidc.ErrDomain, "example.org": oidc.ErrDomain, "@example.org": oidc.ErrDomain, "": oidc.ErrDomain,
	} {
		w.other.As(oidctest.Person{Subject: "s", Email: email, Verified: true})
		if _, err := w.signIn(); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", email, err, want)
		}
	}
}

// TestTroubles: a provider that is down, slow or mad is told from one that refuses us, keeps nobody
// waiting, and lets people in again once it is well.
func TestTroubles(t *testing.T) {
	t.Parallel()
	for _, trouble := range []oidctest.Trouble{oidctest.Down, oidctest.Garbage} {
		w := newWorld(t)
		w.other.Behave(trouble)
		a := oidc.AttemptOf("s")
		for range 3 { // not asked each time
			_, err := w.own.Begin(t.Context(), &a)
			w.wants(err, oidc.ErrUnavailable)
		}
		if n := w.other.Asked("/.well-known/openid-configuration"); n != 1 {
			t.Errorf("%s: asked %d times", trouble, n)
		}
		if err := w.own.Check(t.Context()); !errors.Is(err, oidc.ErrUnavailable) {
			t.Errorf("%s: %v", trouble, err)
		}
		w.other.Behave(oidctest.None)
		w.ahead = 6 * time.Second
		if _, err := w.own.Begin(t.Context(), &a); err != nil {
			t.Errorf("after %s: %v", trouble, err)
		}
	}
	for trouble, want := range map[oidctest.Trouble]error{oidctest.Down: oidc.ErrUnavailable, oidctest.NoKeys: oidc.ErrUnavailable, oidctest.Garbage: oidc.ErrAnswer} {
		w := newWorld(t)
		a, back := w.visit("s")
		w.other.Behave(trouble)
		_, err := w.finish(&a, back)
		w.wants(err, want, back.Get("code"))
	}
	w := newWorld(t, func(c *oidc.Config) { c.ClientSecret = "another" })
	_, err := w.signIn()
	w.wants(err, oidc.ErrMisconfigured, "another")
	if err := w.own.Check(t.Context()); err != nil {
		t.Errorf("a sound provider: %v", err)
	}
}

// TestSlow: who waits for a provider that says nothing waits for a bounded time, and together.
func TestSlow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *oidc.Config) { c.Timeout = 300 * time.Millisecond })
	a, back := w.visit("s")
	w.other.Behave(oidctest.Slow)
	began := time.Now()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			_, err := w.finish(&a, back)
			w.wants(err, oidc.ErrUnavailable, back.Get("code"))
		})
	}
	all.Wait()
	if took := time.Since(began); took > oidc.Timeout {
		t.Errorf("waited %s", took)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	good := oidc.Config{Issuer: "https://id.example", ClientID: "c", ClientSecret: "s", Redirect: redirect}
	for name, change := range map[string]func(*oidc.Config){
		"no issuer":           func(c *oidc.Config) { c.Issuer = "" },
		"without TLS":         func(c *oidc.Config) { c.Issuer = "http://id.example" },
		"inside":              func(c *oidc.Config) { c.Issuer = "https://10.0.0.7/realms/x" },
		"a name of here":      func(c *oidc.Config) { c.Issuer = "https://keycloak" },
		"no client":           func(c *oidc.Config) { c.ClientID = "" },
		"no secret":           func(c *oidc.Config) { c.ClientSecret = "" },
		"a secret of two":     func(c *oidc.Config) { c.ClientSecret = "a b" },
		"no address":          func(c *oidc.Config) { c.Redirect = "" },
		"no domain":           func(c *oidc.Config) { c.Domains = []string{"example"} },
		"an address":          func(c *oidc.Config) { c.Domains = []string{"ada@example.org"} },
		"a name of two lines": func(c *oidc.Config) { c.Name = "a\nb" },
		"a long name":         func(c *oidc.Config) { c.Name = strings.Repeat("x", 61) },
	} {
		c := good
		change(&c)
		if _, err := oidc.New(c); err == nil || strings.Contains(err.Error(), "a b") {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err := oidc.New(good)
	if err != nil || p.Name() != "id.example" || p.Issuer() != "https://id.example" {
		t.Errorf("%+v: %v", p, err)
	}
	good.Issuer, good.Private = "http://10.0.0.7/realms/x", true
	if _, err := oidc.New(good); err != nil {
		t.Errorf("inside, where that is allowed: %v", err)
	}
}

// TestAttempts: the parts of an attempt tell nothing of each other, and of no other attempt.
func TestAttempts(t *testing.T) {
	t.Parallel()
	a, b := oidc.AttemptOf("one"), oidc.AttemptOf("two")
	seen := map[string]bool{}
	for _, part := range []string{a.State, a.Nonce, a.Verifier, b.State, b.Nonce, b.Verifier} {
		if len(part) != 43 || seen[part] {
			t.Errorf("%q", part)
		}
		seen[part] = true
	}
	if a != oidc.AttemptOf("one") || !a.Begins(a.State) || a.Begins(b.State) || a.Begins("") {
		t.Error("not the same attempt again")
	}
}
