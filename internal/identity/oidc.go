package identity

import (
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// OIDCLife is how long a browser may take to come back from an OpenID Connect provider.
const OIDCLife = 10 * time.Minute

const oidcPrefix = "hq_"

// NewOIDCAttempt makes a sign-in with the provider that begins now, and the text of the cookie of
// the browser that has begun it, of which the hash is stored.
func NewOIDCAttempt(ids *id.Maker, now time.Time) (organizations.OIDCAttempt, string) {
	text, hash := newSecret(oidcPrefix)
	return organizations.OIDCAttempt{ID: ids.Top(id.OIDCAttempt), Hash: hash, ExpiresAt: inventory.At(now.Add(OIDCLife))}, text
}

// oidcCookie is the name of the cookie of a browser that has begun to sign in with the provider.
func (s *Sessions) oidcCookie() string { return s.CookieName() + "-oidc" }

// SetOIDC gives the browser the cookie of an attempt. It is Lax: the way back from the provider is a
// link from another site, and a form that another site posts does not have it.
func (s *Sessions) SetOIDC(w http.ResponseWriter, text string) {
	s.putOIDC(w, text, int(OIDCLife/time.Second))
}

// ClearOIDC takes it away.
func (s *Sessions) ClearOIDC(w http.ResponseWriter) { s.putOIDC(w, "", -1) }

func (s *Sessions) putOIDC(w http.ResponseWriter, text string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.oidcCookie(), Value: text, Path: "/", MaxAge: age, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

// OIDC is the text of the cookie of the attempt of a request, and its hash; nil without one.
func (s *Sessions) OIDC(r *http.Request) (text string, hash *[32]byte) {
	c, err := r.Cookie(s.oidcCookie())
	if err != nil {
		return "", nil
	}
	return c.Value, hashSecret(oidcPrefix, c.Value)
}
