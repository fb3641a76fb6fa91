package doctor

import (
	"errors"
	"os"
	"runtime"

	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/server"
)

// oidc looks at the provider that members sign in with, where there is one.
func (e *examination) oidc() {
	const subject = "oidc"
	c := &e.Server.OIDC
	if !c.On() && c.ClientID == "" && c.Secret == "" && c.SecretFile == "" {
		return // members sign in by mail or with a passkey
	}
	base := e.Server.Address()
	if base == "" {
		base = "http://localhost"
	}
	if !c.On() {
		e.fault(subject, "name the provider with --oidc-issuer, or leave its settings out", "there are settings of an OpenID Connect provider, and it is not said who that is: the server does not start")
		return
	}
	p, err := c.Provider(base, e.Now)
	if err != nil {
		e.fault(subject, "check --oidc-issuer, --oidc-client-id, --oidc-client-secret-file, --oidc-domains and --oidc-name", "%s", short(err))
		return
	}
	if info, err := os.Stat(c.SecretFile); c.SecretFile != "" && err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		e.warn(subject, "chmod 600 "+c.SecretFile, "others on this machine may read the file with the secret of the client")
	}
	if len(c.Domains) == 0 {
		e.warn(subject, "--oidc-domains, if everybody may have an account at the provider", "whoever has a verified address at %s is believed to be its member", p.Name())
	}
	switch err := p.Check(e.ctx); {
	case errors.Is(err, oidc.ErrUnavailable):
		e.fault(subject, "let this machine reach the provider, and give --oidc-issuer exactly as it calls itself", "%s does not answer as a provider: %s", p.Name(), short(err))
	case err != nil:
		e.fault(subject, "set the provider up for it", "%s: %s", p.Name(), short(err))
	default:
		e.ok(subject, "%s answers; it has to know the address %s", p.Name(), base+server.OIDCPath)
	}
}
