package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/oidc"
)

// OIDCPath is the path of the page that the OpenID Connect provider sends browsers back to.
const OIDCPath = "/sign-in/oidc"

// OIDC says which OpenID Connect provider members may sign in with; the zero value: none.
type OIDC struct {
	Issuer, ClientID string
	// Secret is the secret of the client, or else SecretFile a file that has it.
	Secret, SecretFile string
	// Domains are the domains whose addresses may sign in; empty: any.
	Domains []string
	// Name is what the button says; empty: the host of Issuer.
	Name string
	// Private lets the provider be inside a private network, and without TLS.
	Private bool
}

// On reports whether there is a provider.
func (c *OIDC) On() bool { return c.Issuer != "" }

// check refuses what is given by half.
func (c *OIDC) check() error {
	switch {
	case !c.On() && (c.ClientID != "" || c.Secret != "" || c.SecretFile != "" || len(c.Domains) > 0 || c.Name != ""):
		return errors.New("server: the settings of an OpenID Connect provider need --oidc-issuer, which says who that is")
	case !c.On():
		return nil
	case c.ClientID == "":
		return errors.New("server: --oidc-issuer needs the name that the provider has for this server (--oidc-client-id)")
	case c.Secret == "" && c.SecretFile == "":
		return errors.New("server: --oidc-issuer needs the secret of the client (--oidc-client-secret-file)")
	case c.Secret != "" && c.SecretFile != "":
		return errors.New("server: the secret of the client is given twice: --oidc-client-secret and --oidc-client-secret-file")
	}
	_, err := c.Provider("https://localhost", nil)
	return err
}

// Provider reads the secret and checks the settings; nil: there is none. It does not connect. base is
// where people reach the server; a nil now means time.Now.
func (c *OIDC) Provider(base string, now func() time.Time) (*oidc.Provider, error) {
	if !c.On() {
		return nil, nil
	}
	secret := c.Secret
	if c.SecretFile != "" {
		text, err := os.ReadFile(c.SecretFile)
		if err != nil {
			return nil, fmt.Errorf("server: --oidc-client-secret-file: %w", err)
		}
		secret = strings.TrimSpace(string(text))
	}
	p, err := oidc.New(oidc.Config{
		Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: secret, Domains: c.Domains, Name: c.Name, Private: c.Private,
		Redirect: strings.TrimRight(base, "/") + OIDCPath, Now: now,
	})
	if err != nil {
		return nil, fmt.Errorf("server: --oidc: %w", err)
	}
	return p, nil
}

// openOIDC makes the provider; nil: there is none.
func openOIDC(ctx context.Context, g *ground) (*oidc.Provider, error) {
	p, err := g.cfg.OIDC.Provider(g.baseURL, g.now)
	if p != nil || err != nil {
		return p, err
	}
	asked, err := g.store.Organizations.RequireOIDC(ctx)
	if err == nil && asked {
		g.log.WarnContext(ctx, "server: an organization wants its members to sign in with an OpenID Connect provider, and there is none: nobody acts for it; --oidc-issuer names one, and holdfast recover lets an owner in")
	}
	return nil, err
}
