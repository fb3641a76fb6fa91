package captcha_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/captcha/captchatest"
)

const host = "tickets.example"

// company is a stand-in with a clock of its own, and a provider that asks it.
type company struct {
	*captchatest.Server
	*captcha.Provider
	at time.Time
}

func open(t *testing.T, kind captcha.Kind, change func(*captcha.Config)) *company {
	t.Helper()
	c := &company{at: time.Date(2027, 11, 1, 9, 0, 0, 0, time.UTC)}
	c.Server = captchatest.New(kind, func() time.Time { return c.at })
	s := httptest.NewServer(c.Server)
	t.Cleanup(s.Close)
	cfg := captcha.Config{Kind: kind, SiteKey: captchatest.SiteKey, Secret: captchatest.Secret, Host: host, Base: s.URL}
	if change != nil {
		change(&cfg)
	}
	var err error
	if c.Provider, err = captcha.New(cfg); err != nil {
		t.Fatal(err)
	}
	return c
}

// each runs a test for each provider.
func each(t *testing.T, test func(t *testing.T, kind captcha.Kind)) {
	t.Helper()
	for _, kind := range captcha.Kinds {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			test(t, kind)
		})
	}
}

// TestVerify: a token is good once, on our pages, for as long as the provider says.
func TestVerify(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, kind captcha.Kind) {
		c := open(t, kind, nil)
		give := func(at string) string { return c.Give(captchatest.SiteKey, at, "order", "evt_1") }
		fails := func(name, token string, want error) {
			t.Helper()
			if _, err := c.Verify(t.Context(), token, "192.0.2.7"); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
		}
		good := give("Tickets.example")
		got, err := c.Verify(t.Context(), good, "192.0.2.7")
		if err != nil {
			t.Fatal(err)
		}
		if c.Binds() != (kind == captcha.Turnstile) {
			t.Errorf("binds: %v", c.Binds())
		}
		if c.Binds() && (got.Action != "order" || got.Data != "evt_1") {
			t.Errorf("it is for %+v", got)
		}
		form := c.Calls()[0]
		want := url.Values{"secret": {captchatest.Secret}, "response": {good}, "remoteip": {"192.0.2.7"}}
		if kind == captcha.Turnstile {
			if want["idempotency_key"] = form["idempotency_key"]; len(form.Get("idempotency_key")) != 36 {
				t.Errorf("the idempotency key is not a UUID: %q", form.Get("idempotency_key"))
			}
			// An answer that was lost on the way is asked for again.
			if _, err := c.Verify(t.Context(), good, ""); err != nil {
				t.Errorf("asked again: %v", err)
			}
		} else {
			want.Set("sitekey", captchatest.SiteKey)
			fails("asked again", good, captcha.ErrUsed)
		}
		if form.Encode() != want.Encode() {
			t.Errorf("sent %v, want %v", form, want)
		}
		fails("none", "", captcha.ErrInvalid)
		fails("made up", "P1_madeup", captcha.ErrInvalid)
		fails("too long", strings.Repeat("x", 10_000), captcha.ErrInvalid)
		fails("of another site", give("elsewhere.example"), captcha.ErrInvalid)
		fails("without a site", give(""), captcha.ErrInvalid)
		fails("of another site key", c.Give("0xother", host, "order", "evt_1"), captcha.ErrInvalid)
		late := give(host)
		c.at = c.at.Add(c.Life() + time.Second)
		fails("late", late, captcha.ErrExpired)
		if kind == captcha.HCaptcha {
			if _, err := c.Verify(t.Context(), give("not-provided"), ""); err != nil {
				t.Errorf("a site that hCaptcha does not say: %v", err)
			}
		} else {
			fails("a site that is not said", give("not-provided"), captcha.ErrInvalid)
		}
		if err := c.Probe(t.Context()); err != nil {
			t.Errorf("looked at: %v", err)
		}
	})
}

// TestTroubles: a provider that does not say whether a token is good is away, whatever it
// says instead, and the secret goes to nobody else and into no error.
func TestTroubles(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, kind captcha.Kind) {
		for _, trouble := range captchatest.Troubles {
			t.Run(string(trouble), func(t *testing.T) {
				t.Parallel()
				c := open(t, kind, nil)
				c.Behave(trouble)
				ctx := t.Context()
				if trouble == captchatest.Slow {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond) // less than captcha.Timeout, which nobody wants to wait for here
					defer cancel()
				}
				token := c.Give(captchatest.SiteKey, host, "order", "evt_1")
				_, err := c.Verify(ctx, token, "192.0.2.7")
				if !errors.Is(err, captcha.ErrUnavailable) {
					t.Errorf("verified: %v", err)
				}
				if err := c.Probe(ctx); !errors.Is(err, captcha.ErrUnavailable) {
					t.Errorf("looked at: %v", err)
				}
				for _, secret := range []string{captchatest.Secret, token, "192.0.2.7"} {
					if strings.Contains(err.Error(), secret) {
						t.Errorf("the error says %q: %v", secret, err)
					}
				}
				if c.Redirected() {
					t.Error("the secret went elsewhere")
				}
			})
		}
		c := open(t, kind, func(c *captcha.Config) { c.Secret = "0xwrong" })
		if _, err := c.Verify(t.Context(), "P1_any", ""); !errors.Is(err, captcha.ErrMisconfigured) {
			t.Errorf("with a wrong secret: %v", err)
		}
		if err := c.Probe(t.Context()); !errors.Is(err, captcha.ErrMisconfigured) {
			t.Errorf("looked at with a wrong secret: %v", err)
		}
	})
	if _, err := open(t, captcha.HCaptcha, func(c *captcha.Config) { c.SiteKey = "0xwrong" }).Verify(t.Context(), "P1_any", ""); !errors.Is(err, captcha.ErrMisconfigured) {
		t.Errorf("hCaptcha with the site key of somebody else: %v", err)
	}
}

// TestSettings: what cannot work is refused, and a secret for tests is known.
func TestSettings(t *testing.T) {
	t.Parallel()
	good := captcha.Config{Kind: captcha.Turnstile, SiteKey: "s", Secret: "t", Host: host}
	for name, spoil := range map[string]func(*captcha.Config){
		"kind": func(c *captcha.Config) { c.Kind = "other" }, "site key": func(c *captcha.Config) { c.SiteKey = "" }, "secret": func(c *captcha.Config) { c.Secret = "a b" },
		"host": func(c *captcha.Config) { c.Host = "" }, "base": func(c *captcha.Config) { c.Base = "ftp://x" },
	} {
		c := good
		spoil(&c)
		if _, err := captcha.New(c); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
	for kind, secret := range map[captcha.Kind]string{captcha.Turnstile: "1x0000000000000000000000000000000AA", captcha.HCaptcha: "0x0000000000000000000000000000000000000000"} {
		p, err := captcha.New(captcha.Config{Kind: kind, SiteKey: "s", Secret: secret, Host: host})
		if err != nil || !p.ForTests() || p.Binds() {
			t.Errorf("%s: %v, %v, for tests %v", kind, p, err, p.ForTests())
		}
		for directive, list := range p.Sources() {
			for _, s := range list {
				if !strings.HasPrefix(s, "https://") {
					t.Errorf("%s: %s %s", kind, directive, s)
				}
			}
		}
		if !strings.HasPrefix(p.Script(), "https://") {
			t.Errorf("%s: %s", kind, p.Script())
		}
	}
}
