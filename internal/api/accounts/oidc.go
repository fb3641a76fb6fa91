package accounts

import (
	"cmp"
	"errors"
	"log/slog"
	"slices"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// OIDCBegun answers whoever begins to sign in with the provider.
type OIDCBegun struct {
	URL string `json:"url" doc:"Where the browser goes: at the provider. It comes back to /sign-in/oidc." example:"https://id.example.org/auth?client_id=holdfast&response_type=code"`
}

// OIDCAnswer is the body that finishes a sign-in: what the provider has sent the browser back with.
type OIDCAnswer struct {
	State  string `json:"state" minLength:"1" maxLength:"512" doc:"As it came back."`
	Code   string `json:"code,omitempty" maxLength:"4096" doc:"What the provider gave. This or error."`
	Issuer string `json:"iss,omitempty" maxLength:"512" doc:"Who answers, where the provider says so (RFC 9207)."`
	Error  string `json:"error,omitempty" maxLength:"100" doc:"What the provider says instead of a code, as access_denied."`
}

// OIDCLinkList are the links of an account with the provider.
type OIDCLinkList struct {
	Items []wire.OIDCLink `json:"items"`
}

// oidcHandlers answer whoever signs in with the OpenID Connect provider.
type oidcHandlers struct{ *Handlers }

// withOIDC is the first step of signing in with the provider.
func (h oidcHandlers) withOIDC(c *access.Call) error {
	if err := stranger(c); err != nil {
		return err
	}
	if h.OIDC == nil {
		return kindOIDCOff.Problem()
	}
	return nil
}

// beginOIDC binds a sign-in to the browser that begins it: of what that is told at the provider
// nothing is of use to another.
func (h oidcHandlers) beginOIDC(c *access.Call, _ *httpapi.None) (*OIDCBegun, error) {
	if err := h.withOIDC(c); err != nil {
		return nil, err
	}
	attempt, text := identity.NewOIDCAttempt(h.IDs, h.Now())
	of := oidc.AttemptOf(text)
	to, err := h.OIDC.Begin(c.Context(), &of)
	if err != nil {
		return nil, h.oidcFailed(c, err)
	}
	if err := h.Store.Accounts.BeginOIDC(c.Context(), attempt); err != nil {
		return nil, err
	}
	h.Access.Logins.SetOIDC(c.Writer, text)
	return &OIDCBegun{to}, nil
}

func (h oidcHandlers) signInByOIDC(c *access.Call, in *OIDCAnswer) (*wire.Me, error) {
	if err := h.withOIDC(c); err != nil {
		return nil, err
	}
	attempt, err := h.takeOIDC(c, in.State)
	if err != nil {
		return nil, err
	}
	if err := h.oidcAnswered(c, in); err != nil {
		return nil, err
	}
	person, err := h.OIDC.Finish(c.Context(), attempt, oidc.Answer{Code: in.Code, Issuer: in.Issuer})
	if err != nil {
		return nil, h.oidcFailed(c, err)
	}
	return h.letInByOIDC(c, person)
}

// takeOIDC uses the attempt of the browser up, which is the one with the state that came back.
func (h oidcHandlers) takeOIDC(c *access.Call, state string) (*oidc.Attempt, error) {
	text, hash := h.Access.Logins.OIDC(c.HTTP)
	attempt := oidc.AttemptOf(text)
	if hash == nil || !attempt.Begins(state) {
		c.Refused(organizations.SignInFailed, "oidc_state")
		return nil, kindOIDCState.Problem()
	}
	h.Access.Logins.ClearOIDC(c.Writer)
	err := h.Store.Accounts.TakeOIDC(c.Context(), *hash, inventory.At(h.Now()))
	if errors.Is(err, organizations.ErrEnded) {
		c.Refused(organizations.SignInFailed, "oidc_ended")
		return nil, kindOIDCEnded.Problem()
	}
	return &attempt, err
}

// notNow are the errors by which a provider says that it is its own fault (RFC 6749, 4.1.2.1), and
// refusals those by which the person, or the provider for that person, says no (OpenID Connect
// Core, 3.1.2.6). All others mean that this server is not set up there as it should be.
var (
	notNow   = []string{"server_error", "temporarily_unavailable"}
	refusals = []string{"access_denied", "login_required", "interaction_required", "consent_required", "account_selection_required"}
)

// oidcAnswered is nil when the provider gave a code.
func (h oidcHandlers) oidcAnswered(c *access.Call, in *OIDCAnswer) error {
	switch {
	case slices.Contains(refusals, in.Error):
		c.Refused(organizations.SignInFailed, "oidc_denied")
		return kindOIDCDenied.Problem()
	case slices.Contains(notNow, in.Error):
		return h.oidcFailed(c, oidc.ErrUnavailable)
	case in.Error != "":
		return h.oidcFailed(c, oidc.ErrMisconfigured)
	case in.Code == "":
		var check httpapi.Checks
		check.Add("code", "required", "must be given, or else error")
		return check.Err()
	}
	return nil
}

// oidcFailed writes of what the provider said a line for the operator, who alone can mend most of it.
func (h oidcHandlers) oidcFailed(c *access.Call, err error) error {
	level := slog.LevelInfo
	if errors.Is(err, oidc.ErrMisconfigured) || errors.Is(err, oidc.ErrUnavailable) || errors.Is(err, oidc.ErrAnswer) {
		level = slog.LevelWarn
	}
	h.Log.Log(c.Context(), level, "accounts: sign-in with the OpenID Connect provider failed", slog.Any("error", err))
	c.Refused(organizations.SignInFailed, "oidc_failed")
	return err
}

// letInByOIDC opens a session for somebody for whom the provider vouches.
func (h oidcHandlers) letInByOIDC(c *access.Call, who *oidc.Person) (*wire.Me, error) {
	p := organizations.OIDCPerson{Issuer: who.Issuer, Subject: who.Subject, Locale: wire.FirstLanguage(c.HTTP.Header.Get("Accept-Language"))}
	if who.Verified {
		var check httpapi.Checks
		if email := check.Email("email", who.Email); check.Err() == nil {
			p.Email, p.Address = email, address.Fold(email)
		}
	}
	session, text := identity.NewSession(h.IDs, "", identity.ByOIDC, c.HTTP.UserAgent(), h.Now())
	open := func() (*organizations.Account, error) {
		return h.Store.Accounts.SignInByOIDC(c.Context(), p, h.IDs.Top(id.OIDCLink), h.IDs.Top(id.Account), session, identity.HashSession(h.Access.Logins.Text(c.HTTP)))
	}
	account, err := open()
	if errors.Is(err, database.ErrConflict) { // the same person came twice at once, and is linked now
		account, err = open()
	}
	switch {
	case errors.Is(err, organizations.ErrLinkedOtherwise):
		return nil, cmp.Or(h.Store.Organizations.NoteFailedOIDC(c.Context(), p.Address, "oidc_linked_otherwise"), err)
	case errors.Is(err, organizations.ErrNotMember), errors.Is(err, organizations.ErrUnverified):
		c.Refused(organizations.SignInFailed, "oidc_not_member")
		return nil, err
	case err != nil:
		return nil, err
	}
	return h.signedIn(c, account.ID, text)
}

func (h oidcHandlers) listOIDCLinks(c *access.Call, _ *httpapi.None) (*OIDCLinkList, error) {
	items, err := h.Reader.OwnOIDCLinks(c)
	return &OIDCLinkList{Items: items}, err
}

// removeOIDCLink takes a link away. Where an organization asks for the provider, mail alone must not
// be enough to make room for another person of the provider.
func (h oidcHandlers) removeOIDCLink(c *access.Call, _ *httpapi.None) (*Accepted, error) {
	link, l := c.Param("oidc_link_id"), c.Caller.Login
	if !id.Valid(link, id.OIDCLink) {
		return nil, database.ErrNotFound
	}
	if !l.OIDC && slices.ContainsFunc(l.Memberships, func(m identity.Membership) bool { return m.NeedsOIDC }) {
		return nil, identity.ErrOIDC
	}
	if err := h.Store.Accounts.RemoveOIDCLink(c.Context(), l.AccountID, link); err != nil {
		return nil, err
	}
	h.Access.Logins.Forget(l.AccountID)
	return &Accepted{"removed"}, nil
}
