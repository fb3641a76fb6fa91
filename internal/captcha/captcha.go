// Package captcha asks another company whether somebody is a person: Cloudflare's
// Turnstile or hCaptcha, whose widget the pages show instead of Holdfast's own proof of work.
//
// It is off unless an operator names a provider: then the addresses and browsers of
// guests are known to that company. A Provider verifies one token with the company's
// siteverify; a Service adds what happens while that does not answer. Package challenge
// decides whom to ask, and sees to it that each token is good once.
package captcha

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Kind is a provider.
type Kind string

// The providers.
const (
	Turnstile Kind = "turnstile"
	HCaptcha  Kind = "hcaptcha"
)

// Kinds are all providers.
var Kinds = []Kind{Turnstile, HCaptcha}

// Errors of tokens. None of them, and no text of another error, has a token, a secret or
// an address in it.
var (
	// ErrInvalid is a token that the provider did not make, or not for this site, address or
	// use.
	ErrInvalid = errors.New("captcha: not an answer to the widget of this page")
	ErrExpired = errors.New("captcha: the answer is too old")
	ErrUsed    = errors.New("captcha: the provider has seen the answer before")
	// ErrUnavailable means that the provider does not say whether a token is good.
	ErrUnavailable = errors.New("captcha: the provider does not answer")
	// ErrMisconfigured means that the provider does not know our keys. Nobody is verified
	// until an operator mends it.
	ErrMisconfigured = errors.New("captcha: the provider refuses the keys of this server")
)

// Answer is what a provider says of a good token.
type Answer struct {
	// Host is where the widget was shown; empty: the provider does not say.
	Host string
	// Action and Data are what the widget was rendered for, which the provider vouches
	// for. Not every provider does: see Provider.Binds.
	Action, Data string
}

// Verifier asks a provider about a token.
type Verifier interface {
	// Verify uses a token up and returns what it is for: ErrInvalid, ErrExpired, ErrUsed,
	// ErrUnavailable or ErrMisconfigured. remoteIP is who sends it; empty: not told.
	Verify(ctx context.Context, token, remoteIP string) (Answer, error)
}

// Timeout bounds a call: whoever waits for it is a person in front of a form.
const Timeout = 3 * time.Second

// maxCalls bounds the calls that are under way at once. Whoever comes beside them is told to
// come again.
const maxCalls = 512

// maxAnswer bounds an answer of a provider, in bytes.
const maxAnswer = 64 << 10

// traits are what differs between the providers.
type traits struct {
	verify   string // the address of siteverify
	script   string // of the widget
	maxToken int    // in bytes
	// life is how long a token is good after the widget was answered.
	life time.Duration
	// binds reports whether a token vouches for action and data.
	binds bool
	// repeats reports whether a call with the same idempotency_key is answered again alike.
	repeats bool
	// hosts are what pages have to load from, per directive of their policy.
	scripts, frames, styles, connects []string
	// tests are secrets that the provider publishes for tests: whoever knows them passes.
	tests []string
}

// https://developers.cloudflare.com/turnstile/get-started/server-side-validation/,
// …/turnstile/reference/content-security-policy/, …/turnstile/troubleshooting/testing/ and
// https://docs.hcaptcha.com/, as read in 2026.
var kinds = map[Kind]traits{
	Turnstile: {
		verify: "https://challenges.cloudflare.com/turnstile/v0/siteverify", script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
		maxToken: 2048, life: 300 * time.Second, binds: true, repeats: true,
		scripts: []string{"https://challenges.cloudflare.com"}, frames: []string{"https://challenges.cloudflare.com"},
		tests: []string{"1x0000000000000000000000000000000AA", "2x0000000000000000000000000000000AA", "3x0000000000000000000000000000000AA"},
	},
	HCaptcha: {
		verify: "https://api.hcaptcha.com/siteverify", script: "https://js.hcaptcha.com/1/api.js",
		maxToken: 8192, life: 120 * time.Second,
		scripts: hcaptchaHosts, frames: hcaptchaHosts, styles: hcaptchaHosts, connects: hcaptchaHosts,
		tests: []string{"0x0000000000000000000000000000000000000000"},
	},
}

var hcaptchaHosts = []string{"https://hcaptcha.com", "https://*.hcaptcha.com"}

// Config says which provider verifies, and with which keys.
type Config struct {
	Kind    Kind
	SiteKey string
	Secret  string
	// Host is where pages show the widget. A token of any other is refused.
	Host string
	// Base is where a stand-in answers at /siteverify and has its script at /api.js, for
	// tests; empty: the provider's own addresses.
	Base string
	// Client makes the calls; nil: one of its own, which follows no redirect.
	Client *http.Client
}

// Provider is one of the providers. It is safe for concurrent use.
type Provider struct {
	Config
	traits traits
}

// New checks a Config. It does not connect.
func New(c Config) (*Provider, error) {
	t, ok := kinds[c.Kind]
	switch {
	case !ok:
		return nil, fmt.Errorf("captcha: %q is not a provider: turnstile or hcaptcha", c.Kind)
	case c.SiteKey == "" || strings.ContainsAny(c.SiteKey, " \t\r\n"):
		return nil, errors.New("captcha: the site key is missing, or is none")
	case c.Secret == "" || strings.ContainsAny(c.Secret, " \t\r\n"):
		return nil, errors.New("captcha: the secret is missing, or is none")
	case c.Host == "":
		return nil, errors.New("captcha: it is not known by which name people reach the server")
	}
	if c.Base != "" {
		u, err := url.Parse(c.Base)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return nil, errors.New("captcha: the address of the stand-in is not an http or https address")
		}
		origin := u.Scheme + "://" + u.Host
		base := strings.TrimRight(c.Base, "/")
		t.verify, t.script = base+"/siteverify", base+"/api.js"
		t.scripts, t.frames = []string{origin}, []string{origin}
		if t.connects != nil {
			t.styles, t.connects = []string{origin}, []string{origin}
		}
	}
	if c.Client == nil {
		way := http.DefaultTransport.(*http.Transport).Clone()
		way.MaxIdleConnsPerHost = maxCalls
		// The body of the request has the secret: it goes nowhere else.
		c.Client = &http.Client{Transport: way, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	return &Provider{Config: c, traits: t}, nil
}

// ForTests reports whether the secret is one that the provider publishes: it lets in
// everybody, or nobody.
func (p *Provider) ForTests() bool { return slices.Contains(p.traits.tests, p.Secret) }

// Binds reports whether a token says for which action and data the widget was answered.
// Secrets for tests say something else.
func (p *Provider) Binds() bool { return p.traits.binds && !p.ForTests() }

// Life is how long a token is good.
func (p *Provider) Life() time.Duration { return p.traits.life }

// Script is the address of the script that shows the widget.
func (p *Provider) Script() string { return p.traits.script }

// Sources are the addresses that a page with the widget loads from, by directive of its
// content security policy.
func (p *Provider) Sources() map[string][]string {
	return map[string][]string{
		"script-src": p.traits.scripts, "frame-src": p.traits.frames, "style-src": p.traits.styles, "connect-src": p.traits.connects,
	}
}

// verdict is an answer of siteverify.
type verdict struct {
	Success *bool    `json:"success"`
	Codes   []string `json:"error-codes"`
	Host    string   `json:"hostname"`
	Action  string   `json:"action"`
	Data    string   `json:"cdata"`
}

// notProvided is what hCaptcha says instead of the host while it has much to do.
const notProvided = "not-provided"

// Verify implements Verifier.
func (p *Provider) Verify(ctx context.Context, token, remoteIP string) (Answer, error) {
	if token == "" || len(token) > p.traits.maxToken {
		return Answer{}, fmt.Errorf("%w: it is empty or too long", ErrInvalid)
	}
	form := url.Values{"secret": {p.Secret}, "response": {token}}
	if remoteIP != "" {
		form.Set("remoteip", remoteIP)
	}
	if p.traits.repeats {
		// Whoever repeats a request whose answer was lost is answered alike.
		form.Set("idempotency_key", keyOf(token))
	}
	if p.Kind == HCaptcha {
		form.Set("sitekey", p.SiteKey)
	}
	v, err := p.ask(ctx, form)
	switch {
	case err != nil:
		return Answer{}, err
	case !*v.Success:
		return Answer{}, v.err()
	case !p.ForTests() && !p.here(v.Host):
		return Answer{}, fmt.Errorf("%w: it was given on another site", ErrInvalid)
	}
	return Answer{Host: v.Host, Action: v.Action, Data: v.Data}, nil
}

// here reports whether a widget was answered on a page of ours. Only hCaptcha may not say
// where.
func (p *Provider) here(host string) bool {
	return strings.EqualFold(host, p.Host) || p.Kind == HCaptcha && host == notProvided
}

// Probe asks whether the provider answers and knows the secret, without a token of
// anybody: nil, ErrUnavailable or ErrMisconfigured.
func (p *Provider) Probe(ctx context.Context) error {
	form := url.Values{"secret": {p.Secret}, "response": {"holdfast-probe"}}
	if p.Kind == HCaptcha {
		form.Set("sitekey", p.SiteKey)
	}
	v, err := p.ask(ctx, form)
	if err != nil || *v.Success {
		return err
	}
	if err := v.err(); errors.Is(err, ErrUnavailable) || errors.Is(err, ErrMisconfigured) {
		return err
	}
	return nil
}

// ask sends a form to siteverify. The verdict has a Success.
func (p *Provider) ask(ctx context.Context, form url.Values) (*verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.traits.verify, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	res, err := p.Client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, fmt.Errorf("%w: the answer broke off: %w", ErrUnavailable, err)
	}
	v := new(verdict)
	if res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests || json.Unmarshal(body, v) != nil || v.Success == nil {
		return nil, fmt.Errorf("%w: it says %d, and nothing that can be read", ErrUnavailable, res.StatusCode)
	}
	return v, nil
}

// err is the error that the codes of a refusal mean.
func (v *verdict) err() error {
	has := func(codes ...string) bool {
		return slices.ContainsFunc(v.Codes, func(c string) bool { return slices.Contains(codes, c) })
	}
	switch {
	case has("missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch"):
		return ErrMisconfigured
	case has("internal-error"):
		return ErrUnavailable
	case has("expired-input-response", "timeout-or-duplicate"):
		return ErrExpired
	case has("already-seen-response", "invalid-or-already-seen-response"):
		return ErrUsed
	}
	return ErrInvalid
}

// keyOf is the UUID of a token, by which a call about it is known when it comes again.
func keyOf(token string) string {
	sum := sha256.Sum256([]byte("holdfast/captcha/v1\n" + token))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // version 8, variant of RFC 9562
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
