package api

import (
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// linksPerAddress is how many links to sign in one address is sent in an hour.
const (
	linksPerAddress = 6
	linksWithin     = time.Hour
)

// Accepted answers what needs no more words.
type Accepted struct {
	Status string `json:"status" example:"accepted"`
}

// SentLink answers who asked for a link to sign in: the same for every address.
type SentLink struct {
	Status string `json:"status" example:"accepted"`
	Mail   string `json:"mail" enum:"server,mailbox,none" doc:"Where mail of this installation goes. server: to a mail server. mailbox: it is kept and shown at /mailbox, for trying things out. none: nowhere, so no link comes." example:"server"`
}

// SignInRequest is the body that asks for a link.
type SignInRequest struct {
	Email   string `json:"email" minLength:"3" maxLength:"254" doc:"Where the link goes." example:"ada@example.org"`
	EventID string `json:"event_id,omitempty" maxLength:"64" doc:"A published event that asks for a confirmed address: the mail says so, and its link leads back there."`
}

// OneTimeToken is the body that uses a one-time link.
type OneTimeToken struct {
	Token string `json:"token" minLength:"1" maxLength:"128" doc:"What stands behind the # of the link." example:"ho_3k9q0a7c1v5mAQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6y"`
}

// Setup is the body that sets an installation up.
type Setup struct {
	Token          string `json:"token" minLength:"1" maxLength:"128" doc:"What stands behind the # of the link that the server printed."`
	Organization   string `json:"organization,omitempty" maxLength:"200" doc:"The name of a new organization. This or organization_id."`
	OrganizationID string `json:"organization_id,omitempty" maxLength:"64" doc:"An organization that exists and has no members. This or organization."`
	Email          string `json:"email" minLength:"3" maxLength:"254" doc:"The address of the first owner."`
	Name           string `json:"name" minLength:"1" maxLength:"200" doc:"What the first owner is called."`
}

// stranger is the first step of calls that need no credentials: their rate, and
// that no page of somebody else's makes the browser send them. Otherwise such a
// page could sign a visitor in as somebody else.
func (s *server) stranger(c *Call) error {
	c.Address = identity.ClientAddress(c.HTTP, s.access.TrustedProxies)
	if err := c.ownPage(); err != nil {
		return err
	}
	return s.access.admit(c.Address)
}

// mayMail counts a mail that a stranger asks for.
func (s *server) mayMail(c *Call) error {
	if wait, ok := s.mails.Take(c.Address, s.now()); !ok {
		p := kindRateLimited.Problem()
		p.RetryAfter = wait
		return p
	}
	return nil
}

// letter is the job that mails something, nil when nothing is mailed.
func (s *server) letter(what message.LetterKind, thing, org string) (*store.Job, error) {
	if s.cfg.Letter == nil {
		return nil, nil
	}
	j, err := s.cfg.Letter(what, thing, org)
	return &j, err
}

func (s *server) sendSignInLink(c *Call, in *SignInRequest) (*SentLink, error) {
	if err := s.stranger(c); err != nil {
		return nil, err
	}
	var check checks
	email := check.email("email", in.Email)
	if in.EventID != "" {
		switch k, err := s.access.card(c.Context(), in.EventID); {
		case errors.Is(err, store.ErrNotFound), err == nil && !k.Published:
			check.add("event_id", "unknown", "is no published event")
		case err != nil:
			return nil, err
		}
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	if err := s.mayMail(c); err != nil {
		return nil, err
	}
	now := s.now()
	link := store.SignInLink{
		ID: s.ids.Top(id.SignIn), Purpose: "sign_in", Address: identity.FoldAddress(email), Email: email, EventID: in.EventID,
		Locale:    firstLanguage(c.HTTP.Header.Get("Accept-Language")),
		CreatedAt: inventory.At(now), ExpiresAt: inventory.At(now.Add(identity.SignInLife)),
	}
	job, err := s.letter(message.LetterSignIn, link.ID, "")
	if err != nil {
		return nil, err
	}
	// When the address has had its share, nothing is sent, and the answer does
	// not say so: that would tell a stranger that somebody signs in.
	_, err = s.store.Accounts.CreateSignInLink(c.Context(), link, job, inventory.At(now.Add(-linksWithin)), linksPerAddress)
	if err != nil {
		return nil, err
	}
	return &SentLink{"accepted", s.mailWay()}, nil
}

// oneTime returns the id of the link that a token is of.
func (s *server) oneTime(p identity.Purpose, token string) (string, error) {
	link, err := s.links.ParseOneTime(p, token)
	if err == nil {
		return link, nil
	}
	return "", err
}

// gone turns a link that is not there any more into one that was not made here.
func gone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return identity.ErrOneTimeInvalid
	}
	return err
}

func (s *server) signIn(c *Call, in *OneTimeToken) (*Me, error) {
	if err := s.stranger(c); err != nil {
		return nil, err
	}
	link, err := s.oneTime(identity.ForSignIn, in.Token)
	if err != nil {
		return nil, err
	}
	session, text := identity.NewSession(s.ids, "", identity.ByLink, c.HTTP.UserAgent(), s.now())
	account, err := s.store.Accounts.SignIn(c.Context(), link, s.ids.Top(id.Account), session, s.access.Logins.Hash(s.access.Logins.Text(c.HTTP)))
	if err != nil {
		return nil, gone(err)
	}
	return s.signedIn(c, account.ID, text)
}

// signedIn sets the cookie of a new session and says who that is.
func (s *server) signedIn(c *Call, account, text string) (*Me, error) {
	s.access.Logins.Forget(account)
	s.access.Logins.Ended(s.access.Logins.Text(c.HTTP))
	s.access.Logins.Set(c.Writer, text)
	login, err := s.store.Accounts.LoginByHash(c.Context(), *s.access.Logins.Hash(text))
	if err != nil {
		return nil, err
	}
	return meOf(login), nil
}

func (s *server) signOut(c *Call, _ *None) (*Accepted, error) {
	if err := c.cookie(); err != nil {
		return nil, err
	}
	if l := c.Caller.Login; l != nil {
		if err := s.store.Accounts.EndSession(c.Context(), l.AccountID, l.SessionID); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		s.access.Logins.Forget(l.AccountID)
	}
	s.access.Logins.Clear(c.Writer)
	return &Accepted{"signed_out"}, nil
}

func (s *server) setUp(c *Call, in *Setup) (*Me, error) {
	if err := s.stranger(c); err != nil {
		return nil, err
	}
	var check checks
	email := check.email("email", in.Email)
	name := check.line("name", in.Name, 1, MaxName)
	now := inventory.At(s.now())
	org := store.Organization{ID: in.OrganizationID}
	switch {
	case (in.Organization == "") == (in.OrganizationID == ""):
		check.add("organization", "required", "must be given, or else organization_id, and not both")
	case in.Organization != "":
		org = store.Organization{ID: s.ids.Top(id.Organization), Name: check.line("organization", in.Organization, 1, MaxName), CreatedAt: now}
	case !id.Valid(in.OrganizationID, id.Organization):
		check.add("organization_id", "bad_format", "is no id of an organization")
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	link, err := s.oneTime(identity.ForSetup, in.Token)
	if err != nil {
		return nil, err
	}
	session, text := identity.NewSession(s.ids, "", identity.BySetup, c.HTTP.UserAgent(), s.now())
	account := store.Account{
		ID: s.ids.Top(id.Account), Address: identity.FoldAddress(email), Email: email, Name: name,
		Locale: firstLanguage(c.HTTP.Header.Get("Accept-Language")), CreatedAt: now,
	}
	member := store.Member{
		ID: s.ids.Top(id.Member), OrgID: org.ID, Address: account.Address, Email: email, Name: name, Role: string(identity.Owner), CreatedAt: now,
	}
	made, err := s.store.Organizations.SetUp(c.Context(), link, org, account, member, session)
	if err != nil {
		return nil, gone(err)
	}
	return s.signedIn(c, made.ID, text)
}
