// Package oidc asks an OpenID Connect provider who somebody is: Keycloak, Google, Microsoft Entra
// and others, by the authorization code flow with PKCE (OpenID Connect Core 1.0, RFC 6749, RFC 7636,
// RFC 9207).
//
// It owns the settings of the one provider of an installation, what a browser is sent there with,
// and every check of what the provider says. It never decides who may sign in: whom a person of the
// provider is here, package organizations of the store knows, and package accounts of the API calls
// both. It stores nothing, and no text of its errors has a code, a token or a secret in it.
package oidc

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/netguard"
)

// Errors of signing in. What is more is wrapped for the log.
var (
	// ErrUnavailable: the provider does not answer, or not in time, or not as a provider does.
	ErrUnavailable = errors.New("oidc: the provider does not answer")
	// ErrMisconfigured: the provider does not know our client, its secret or its address. Nobody
	// signs in until an operator mends it.
	ErrMisconfigured = errors.New("oidc: the provider refuses this server")
	// ErrCode: the code was used before, is too old, or was given to somebody else.
	ErrCode = errors.New("oidc: the provider does not take the code")
	// ErrAnswer: what the provider says of the person does not pass the checks.
	ErrAnswer = errors.New("oidc: the answer of the provider is not valid")
	// ErrDomain: the address of the person is of no domain that may sign in.
	ErrDomain = errors.New("oidc: an address of another domain")
)

// Bounds.
const (
	// Timeout bounds one call of the provider.
	Timeout = 5 * time.Second
	// signInWithin bounds all calls of one sign-in.
	signInWithin = 12 * time.Second
	// Skew is how far the clocks of the provider and of this server may be apart.
	Skew = time.Minute
	// maxAge is how old an ID token may be: it was made a moment ago.
	maxAge = 10 * time.Minute
	// maxAnswer bounds an answer of the provider, in bytes.
	maxAnswer = 1 << 20
	// discoveryFresh and discoveryStale are the ages of what the provider says of itself from which
	// it is asked again, and from which nobody signs in by it any more.
	discoveryFresh, discoveryStale = time.Hour, 24 * time.Hour
	// failedFor is how long a provider that did not answer is not asked again.
	failedFor = 5 * time.Second

	maxSubject = 255 // as OpenID Connect Core, 2, has it
	maxName    = 60  // characters of what the button says
)

// algorithms are the signatures of ID tokens that are accepted: none that a client secret makes, and
// never "none".
var algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// Config says which provider vouches for people, and as whom it knows this server.
type Config struct {
	// Issuer is the address of the provider, exactly as it calls itself.
	Issuer                 string
	ClientID, ClientSecret string
	// Domains are the domains whose addresses may sign in; empty: any.
	Domains []string
	// Name is what the button says; empty: the host of Issuer.
	Name string
	// Redirect is the address that the provider sends browsers back to, exactly.
	Redirect string
	// Private lets the provider be inside a private network, and without TLS.
	Private bool
	// Now is the clock; nil: time.Now.
	Now func() time.Time
	// Timeout bounds one call of the provider; 0: the constant.
	Timeout time.Duration
}

// Provider is the provider of an installation. It is safe for concurrent use.
type Provider struct {
	cfg    Config
	guard  netguard.Guard
	client *http.Client
	known  *cache.Cache[struct{}, *metadata]
	failed failure
}

// New checks a Config. It does not connect.
func New(c Config) (*Provider, error) {
	guard := netguard.Guard{Private: c.Private}
	switch err := guard.CheckURL(c.Issuer); {
	case c.Issuer == "":
		return nil, errors.New("oidc: the issuer is missing")
	case errors.Is(err, netguard.ErrPrivate):
		return nil, errors.New("oidc: the issuer is inside a private network, which has to be allowed")
	case err != nil:
		return nil, errors.New("oidc: the issuer is not an https address")
	case c.ClientID == "" || strings.ContainsAny(c.ClientID, " \t\r\n"):
		return nil, errors.New("oidc: the client id is missing, or is none")
	case c.ClientSecret == "" || strings.ContainsAny(c.ClientSecret, " \t\r\n"):
		return nil, errors.New("oidc: the client secret is missing, or is none")
	case c.Redirect == "":
		return nil, errors.New("oidc: it is not known where people reach the server")
	}
	if c.Name = strings.TrimSpace(c.Name); c.Name == "" {
		issuer, err := url.Parse(c.Issuer)
		if err != nil {
			return nil, errors.New("oidc: the issuer is not an https address")
		}
		c.Name = issuer.Hostname()
	}
	if utf8.RuneCountInString(c.Name) > maxName || strings.ContainsFunc(c.Name, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, fmt.Errorf("oidc: the name has to be one line of at most %d characters", maxName)
	}
	domains := make([]string, len(c.Domains))
	for i, d := range c.Domains {
		domains[i] = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(d), "@"))
		if !strings.Contains(domains[i], ".") || strings.ContainsAny(domains[i], " @/*:") {
			return nil, fmt.Errorf("oidc: %q is not a domain of addresses", d)
		}
	}
	c.Domains = domains
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Timeout == 0 {
		c.Timeout = Timeout
	}
	client := guard.Client(netguard.Options{Timeout: c.Timeout})
	client.Transport = bounded{client.Transport}
	p := &Provider{cfg: c, guard: guard, client: client}
	var err error
	p.known, err = cache.New(cache.Config[struct{}, *metadata]{Load: p.load, Fresh: discoveryFresh, Stale: discoveryStale, Limit: 1, Now: c.Now})
	return p, err
}

// Name is what the button to sign in says.
func (p *Provider) Name() string { return p.cfg.Name }

// Issuer is how the provider calls itself.
func (p *Provider) Issuer() string { return p.cfg.Issuer }

// admits reports whether an address may sign in, as far as its domain goes.
func (p *Provider) admits(email string) bool {
	if len(p.cfg.Domains) == 0 {
		return true
	}
	at := strings.LastIndexByte(email, '@')
	return at > 0 && slices.Contains(p.cfg.Domains, strings.ToLower(email[at+1:]))
}
