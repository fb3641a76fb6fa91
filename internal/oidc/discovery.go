package oidc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// metadata is what a provider says of itself (OpenID Connect Discovery 1.0).
type metadata struct {
	provider *gooidc.Provider
	keys     gooidc.KeySet
	client   oauth2.Config
	says     said
}

// said is what of it the library does not read.
type said struct {
	Keys    string   `json:"jwks_uri"`
	Methods []string `json:"token_endpoint_auth_methods_supported"`
	PKCE    []string `json:"code_challenge_methods_supported"`
	Signs   []string `json:"id_token_signing_alg_values_supported"`
	// Names: each answer says of whom it is (RFC 9207).
	Names bool `json:"authorization_response_iss_parameter_supported"`
}

// failure is when a provider did not answer, and why.
type failure struct {
	mu    sync.Mutex
	until time.Time // guarded by mu
	err   error     // guarded by mu
}

func (f *failure) recent(now time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Before(f.until) {
		return f.err
	}
	return nil
}

func (f *failure) note(until time.Time, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until, f.err = until, err
}

// load asks the provider about itself. A crowd that comes while it is away must not make everybody
// wait: for a moment it is not asked again.
func (p *Provider) load(ctx context.Context, _ struct{}) (*metadata, error) {
	if err := p.failed.recent(p.cfg.Now()); err != nil {
		return nil, err
	}
	m, err := p.discover(ctx)
	if err != nil && ctx.Err() == nil {
		p.failed.note(p.cfg.Now().Add(failedFor), err)
	}
	return m, err
}

func (p *Provider) discover(ctx context.Context) (*metadata, error) {
	ctx = gooidc.ClientContext(ctx, p.client)
	provider, err := gooidc.NewProvider(ctx, p.cfg.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, clip(err))
	}
	m := &metadata{provider: provider}
	if err := provider.Claims(&m.says); err != nil {
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, clip(err))
	}
	at := provider.Endpoint()
	for _, u := range []string{at.AuthURL, at.TokenURL, m.says.Keys} {
		if err := p.guard.CheckURL(u); err != nil {
			return nil, fmt.Errorf("%w: an address that it names: %w", ErrUnavailable, err)
		}
	}
	// Trying both ways, as the library would, spends the code on the wrong one.
	at.AuthStyle = oauth2.AuthStyleInHeader
	if len(m.says.Methods) > 0 && !slices.Contains(m.says.Methods, "client_secret_basic") && slices.Contains(m.says.Methods, "client_secret_post") {
		at.AuthStyle = oauth2.AuthStyleInParams
	}
	// The keys are asked for long after this call.
	m.keys = gooidc.NewRemoteKeySet(context.WithoutCancel(ctx), m.says.Keys)
	m.client = oauth2.Config{
		ClientID: p.cfg.ClientID, ClientSecret: p.cfg.ClientSecret, Endpoint: at, RedirectURL: p.cfg.Redirect,
		Scopes: []string{gooidc.ScopeOpenID, "email"},
	}
	return m, nil
}

// clip is the beginning of an error, which may hold a whole page of whoever answered.
func clip(err error) string {
	const most = 300
	text := err.Error()
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// Check asks the provider about itself, and returns what of that would keep people from signing in:
// ErrUnavailable, or an error that says what it cannot do.
func (p *Provider) Check(ctx context.Context) error {
	m, err := p.discover(ctx)
	if err != nil {
		return err
	}
	if len(m.says.Signs) > 0 && !slices.ContainsFunc(m.says.Signs, func(a string) bool { return slices.Contains(algorithms, a) }) {
		return fmt.Errorf("oidc: it signs with %v, of which none is accepted", m.says.Signs)
	}
	if len(m.says.PKCE) > 0 && !slices.Contains(m.says.PKCE, "S256") {
		return errors.New("oidc: it does not know PKCE with S256")
	}
	return nil
}

// bounded reads a bounded part of each answer.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := b.next.RoundTrip(r)
	if err == nil {
		res.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(res.Body, maxAnswer), res.Body}
	}
	return res, err
}
