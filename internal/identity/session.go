package identity

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// How long a session lasts.
const (
	// SessionLife is how long a session lasts that nobody uses.
	SessionLife = 30 * 24 * time.Hour
	// MaxSessionLife is how long it lasts at most, however much it is used.
	MaxSessionLife = 180 * 24 * time.Hour
	// sessionRoll is how often the end of a session in use is moved: rarely, so
	// that looking at pages does not write.
	sessionRoll = time.Hour

	sessionPrefix = "hs_"
	sessionLimit  = 50_000 // sessions remembered
	maxAgent      = 200    // bytes of what a browser calls itself
)

// ErrSessionInvalid: the cookie is not a session's, or of one that has ended.
var ErrSessionInvalid = errors.New("identity: not signed in, or not any more")

// Method says how somebody signed in.
type Method string

// The methods.
const (
	ByLink    Method = "link"
	BySetup   Method = "setup"
	ByPasskey Method = "passkey"
	// ByOIDC: an OpenID Connect provider vouched for them.
	ByOIDC Method = organizations.ByOIDC
	// ByRecovery: whoever runs the installation let them in by the command line.
	ByRecovery Method = organizations.ForRecovery
)

// Passkey reports whether the method is as good as a passkey where an organization asks for one.
func (m Method) Passkey() bool { return m == ByPasskey || m == ByRecovery }

// OIDC reports whether the method is as good as the provider where an organization asks for that.
func (m Method) OIDC() bool { return m == ByOIDC || m == ByRecovery }

// NewSession makes a session and the text of its cookie, of which the hash is stored.
func NewSession(ids *id.Maker, account string, by Method, agent string, now time.Time) (organizations.Session, string) {
	text, hash := newSecret(sessionPrefix)
	at := inventory.At(now)
	return organizations.Session{
		ID: ids.Top(id.Session), AccountID: account, Hash: hash, Method: string(by), Agent: clipAgent(agent),
		CreatedAt: at, SeenAt: at, ExpiresAt: inventory.At(now.Add(SessionLife)),
	}, text
}

// clipAgent is what a browser calls itself, as far as it is kept.
func clipAgent(agent string) string {
	agent = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, agent)
	if len(agent) > maxAgent {
		agent = strings.ToValidUTF8(agent[:maxAgent], "")
	}
	return agent
}

// Sessions finds sessions by their cookie.
type Sessions struct {
	store  *store.Store
	cached *cache.Cache[[32]byte, *organizations.Login] // nil value: no such session
	now    func() time.Time
	secure bool
}

// NewSessions returns Sessions that reads from s. secure says that people reach
// the server by https. A nil now means time.Now.
func NewSessions(s *store.Store, secure bool, now func() time.Time) (*Sessions, error) {
	if s == nil {
		return nil, errors.New("identity: a store is required")
	}
	if now == nil {
		now = time.Now
	}
	m, err := cache.New(cache.Config[[32]byte, *organizations.Login]{
		Fresh: keyFresh, Stale: keyStale, Limit: sessionLimit,
		Load: func(ctx context.Context, hash [32]byte) (*organizations.Login, error) {
			l, err := s.Accounts.LoginByHash(ctx, hash)
			if errors.Is(err, database.ErrNotFound) {
				return nil, nil
			}
			return l, err
		},
	})
	return &Sessions{store: s, cached: m, now: now, secure: secure}, err
}

// CookieName is the name of the cookie. With https it has the prefix by which
// browsers see to it that no other host and no page without encryption set it.
func (s *Sessions) CookieName() string {
	if s.secure {
		return "__Host-holdfast"
	}
	return "holdfast"
}

// Set gives the browser the cookie of a session.
func (s *Sessions) Set(w http.ResponseWriter, text string) {
	http.SetCookie(w, &http.Cookie{
		Name: s.CookieName(), Value: text, Path: "/", MaxAge: int(SessionLife / time.Second),
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

// Clear takes the cookie away.
func (s *Sessions) Clear(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{
		Name: s.CookieName(), Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

// Text is the text of the request's cookie, or "".
func (s *Sessions) Text(r *http.Request) string {
	c, err := r.Cookie(s.CookieName())
	if err != nil {
		return ""
	}
	return c.Value
}

// HashSession is what is stored of a cookie; nil for what cannot be one.
func HashSession(text string) *[32]byte { return hashSecret(sessionPrefix, text) }

// Find returns whose session a cookie is, ErrSessionInvalid, or the store's
// error. The end of a session that is in use is moved now and then, and the
// cookie with it.
func (s *Sessions) Find(ctx context.Context, w http.ResponseWriter, text string) (*organizations.Login, error) {
	hash := HashSession(text)
	if hash == nil {
		return nil, ErrSessionInvalid
	}
	l, err := s.cached.Get(ctx, *hash)
	if err != nil {
		return nil, err
	}
	now := s.now()
	if l == nil || l.Session.ExpiresAt <= inventory.At(now) {
		return nil, ErrSessionInvalid
	}
	if now.Sub(l.Session.SeenAt.Time()) < sessionRoll {
		return l, nil
	}
	ends := now.Add(SessionLife)
	if last := l.Session.CreatedAt.Time().Add(MaxSessionLife); ends.After(last) {
		ends = last
	}
	if err := s.store.Accounts.ProlongSession(ctx, l.Session.ID, inventory.At(now), inventory.At(ends)); err != nil {
		return nil, err
	}
	s.cached.Forget(*hash)
	s.Set(w, text)
	return l, nil
}

// Forget makes the next use of any session of an account read it again: call
// it after ending one.
func (s *Sessions) Forget(account string) {
	s.cached.ForgetIf(func(_ [32]byte, l *organizations.Login) bool { return l == nil || l.Account.ID == account })
}

// Ended makes a session that was replaced count as ended here at once.
func (s *Sessions) Ended(text string) {
	if hash := HashSession(text); hash != nil {
		s.cached.Forget(*hash)
	}
}

// ForgetMembers makes every session read its memberships again.
func (s *Sessions) ForgetMembers() {
	s.cached.ForgetIf(func([32]byte, *organizations.Login) bool { return true })
}

// LoginOf is a stored login as a caller.
func LoginOf(l *organizations.Login) *Login {
	out := &Login{
		SessionID: l.Session.ID, AccountID: l.Account.ID, Address: l.Account.Address, Email: l.Account.Email,
		Passkey: Method(l.Session.Method).Passkey(), OIDC: Method(l.Session.Method).OIDC(),
	}
	for _, m := range l.Memberships {
		of := Membership{ID: m.ID, OrgID: m.OrgID, Role: Role(m.Role), NeedsPasskey: m.StaffPasskeys, NeedsOIDC: m.StaffOIDC, Events: map[string]Role{}}
		for _, r := range m.Events {
			of.Events[r.EventID] = Role(r.Role)
		}
		out.Memberships = append(out.Memberships, of)
	}
	return out
}
