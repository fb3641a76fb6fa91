package accounts

import (
	"errors"
	"net/http"
	"net/netip"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Limits of the mails with links to sign in. An address that has no good link gets
// one beyond them.
const (
	// linksPerNetwork is how many mails for one address one network may ask for in
	// an hour: strangers elsewhere use up nothing of it.
	linksPerNetwork = 6
	// linksPerAddress is how many all networks may ask for.
	linksPerAddress = 30
	linksWithin     = time.Hour
	// linkLeft is how long a link works at least that is mailed again.
	linkLeft = identity.SignInLife / 2
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

// FindRequest is the body that asks for links to what an address has booked.
type FindRequest struct {
	Email string `json:"email" minLength:"3" maxLength:"254" doc:"The address that tickets or a place on the waitlist were taken with." example:"ada@example.org"`
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
func stranger(c *access.Call) error {
	if err := c.OwnPage(); err != nil {
		return err
	}
	return c.AdmitAnyone()
}

// mayMail counts a mail that a stranger asks for.
func (h *Handlers) mayMail(c *access.Call) error {
	return h.Access.MayMail(c.Address)
}

// letter is the job that mails something, nil when nothing is mailed.
func (h *Handlers) letter(what accountmail.Kind, thing, org string) (*database.Job, error) {
	if h.Letter == nil {
		return nil, nil
	}
	j, err := h.Letter(what, thing, org)
	return &j, err
}

func (h *Handlers) sendSignInLink(c *access.Call, in *SignInRequest) (*SentLink, error) {
	if err := stranger(c); err != nil {
		return nil, err
	}
	var check httpapi.Checks
	email := check.Email("email", in.Email)
	if in.EventID != "" {
		switch k, err := h.Access.Event(c.Context(), in.EventID); {
		case errors.Is(err, database.ErrNotFound), err == nil && !k.Published:
			check.Add("event_id", "unknown", "is not a published event")
		case err != nil:
			return nil, err
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.mayMail(c); err != nil {
		return nil, err
	}
	return h.requestMail(c.HTTP, c.Address, accountmail.SignInMail, &organizations.SignInLink{Purpose: organizations.ForSignIn, Email: email, EventID: in.EventID})
}

// findBookings has links to what an address has booked mailed to it, or that it has booked
// nothing. What it has is looked for when the mail is written: until then an address that
// has something is as good as any other, and takes as long.
func (h *Handlers) findBookings(c *access.Call, in *FindRequest) (*SentLink, error) {
	if err := stranger(c); err != nil {
		return nil, err
	}
	return h.Find(c.HTTP, c.Address, in)
}

// Find is findBookings for the sender of a request from an address, of a page of ours.
func (h *Handlers) Find(r *http.Request, from netip.Addr, in *FindRequest) (*SentLink, error) {
	var check httpapi.Checks
	email := check.Email("email", in.Email)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Access.MayMail(from); err != nil {
		return nil, err
	}
	return h.requestMail(r, from, accountmail.FoundMail, &organizations.SignInLink{Purpose: "find", Email: email})
}

// Claim has a link mailed to an address with which it is confirmed for an invitation of an event
// that was handed over, for the sender of a request from an address, of a page of ours.
func (h *Handlers) Claim(r *http.Request, from netip.Addr, email, event string, v *inventory.Invitation) (*SentLink, error) {
	var check httpapi.Checks
	email = check.Email("email", email)
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := h.Access.MayMail(from); err != nil {
		return nil, err
	}
	return h.requestMail(r, from, accountmail.ConfirmAddressMail, &organizations.SignInLink{
		Purpose: organizations.ForClaim, Email: email, EventID: event, InvitationID: v.ID, InvitedAt: v.SentAt,
	})
}

// requestMail stores a link, of which it is given what it is for, and the job that mails it, within
// the limits.
func (h *Handlers) requestMail(r *http.Request, from netip.Addr, what accountmail.Kind, of *organizations.SignInLink) (*SentLink, error) {
	now, link := h.Now(), *of
	link.ID, link.Address, link.Locale = h.IDs.Top(id.SignIn), address.Fold(link.Email), wire.FirstLanguage(r.Header.Get("Accept-Language"))
	link.CreatedAt, link.ExpiresAt = inventory.At(now), inventory.At(now.Add(identity.SignInLife))
	// When enough was sent and the last link is good, nothing is sent, and the answer
	// does not say so: that would tell a stranger that somebody signs in.
	_, err := h.Store.Accounts.RequestSignInLink(r.Context(), &organizations.LinkRequest{
		Link: link, Network: identity.Network(from).String(),
		Since: inventory.At(now.Add(-linksWithin)), Remembered: inventory.At(now.Add(linksWithin)), Fresh: inventory.At(now.Add(linkLeft)),
		PerNetwork: linksPerNetwork, PerAddress: linksPerAddress,
	}, func(link string) (*database.Job, error) { return h.letter(what, link, "") })
	if err != nil {
		return nil, err
	}
	return &SentLink{"accepted", h.mailWay()}, nil
}

// oneTime returns the id of the link that a token is of.
func (h *Handlers) oneTime(p identity.Purpose, token string) (string, error) {
	link, err := h.Links.ParseOneTime(p, token)
	if err == nil {
		return link, nil
	}
	return "", err
}

// gone turns a link that is not there any more into one that was not made here.
func gone(err error) error {
	if errors.Is(err, database.ErrNotFound) {
		return identity.ErrOneTimeInvalid
	}
	return err
}

func (h *Handlers) signIn(c *access.Call, in *OneTimeToken) (*wire.Me, error) {
	if err := stranger(c); err != nil {
		return nil, err
	}
	method := identity.ByLink
	link, err := h.oneTime(identity.ForSignIn, in.Token)
	if err != nil { // or one that the command line has printed
		method = identity.ByRecovery
		link, err = h.oneTime(identity.ForRecovery, in.Token)
	}
	if err != nil {
		c.Refused(organizations.SignInFailed, "link_invalid")
		return nil, err
	}
	session, text := identity.NewSession(h.IDs, "", method, c.HTTP.UserAgent(), h.Now())
	account, err := h.Store.Accounts.SignIn(c.Context(), link, h.IDs.Top(id.Account), session, identity.HashSession(h.Access.Logins.Text(c.HTTP)))
	if errors.Is(err, organizations.ErrEnded) || errors.Is(err, database.ErrNotFound) {
		if noted := h.Store.Organizations.NoteFailedSignIn(c.Context(), link, "link_ended"); noted != nil {
			return nil, noted
		}
	}
	if err != nil {
		return nil, gone(err)
	}
	return h.signedIn(c, account.ID, text)
}

// signedIn sets the cookie of a new session and says who that is.
func (h *Handlers) signedIn(c *access.Call, account, text string) (*wire.Me, error) {
	h.Access.Logins.Forget(account)
	h.Access.Logins.Ended(h.Access.Logins.Text(c.HTTP))
	h.Access.Logins.Set(c.Writer, text)
	login, err := h.Store.Accounts.LoginByHash(c.Context(), *identity.HashSession(text))
	if err != nil {
		return nil, err
	}
	return h.Reader.MeOf(login), nil
}

func (h *Handlers) signOut(c *access.Call, _ *httpapi.None) (*Accepted, error) {
	if err := c.Cookie(); err != nil {
		return nil, err
	}
	if l := c.Caller.Login; l != nil {
		if err := h.Store.Accounts.EndSession(c.Context(), l.AccountID, l.SessionID); err != nil && !errors.Is(err, database.ErrNotFound) {
			return nil, err
		}
		h.Access.Logins.Forget(l.AccountID)
	}
	h.Access.Logins.Clear(c.Writer)
	return &Accepted{"signed_out"}, nil
}

func (h *Handlers) setUp(c *access.Call, in *Setup) (*wire.Me, error) {
	if err := stranger(c); err != nil {
		return nil, err
	}
	var check httpapi.Checks
	email := check.Email("email", in.Email)
	name := check.Line("name", in.Name, 1, httpapi.MaxName)
	now := inventory.At(h.Now())
	org := organizations.Organization{ID: in.OrganizationID}
	switch {
	case (in.Organization == "") == (in.OrganizationID == ""):
		check.Add("organization", "required", "must be given, or else organization_id, and not both")
	case in.Organization != "":
		org = organizations.Organization{ID: h.IDs.Top(id.Organization), Name: check.Line("organization", in.Organization, 1, httpapi.MaxName), CreatedAt: now}
	case !id.Valid(in.OrganizationID, id.Organization):
		check.Add("organization_id", "bad_format", "is not an id of an organization")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	link, err := h.oneTime(identity.ForSetup, in.Token)
	if err != nil {
		return nil, err
	}
	session, text := identity.NewSession(h.IDs, "", identity.BySetup, c.HTTP.UserAgent(), h.Now())
	account := organizations.Account{
		ID: h.IDs.Top(id.Account), Address: address.Fold(email), Email: email, Name: name,
		Locale: wire.FirstLanguage(c.HTTP.Header.Get("Accept-Language")), CreatedAt: now,
	}
	member := organizations.Member{
		ID: h.IDs.Top(id.Member), OrgID: org.ID, Address: account.Address, Email: email, Name: name, Role: string(identity.Owner), CreatedAt: now,
	}
	made, err := h.Store.Organizations.SetUp(c.Context(), link, org, account, member, session)
	if err != nil {
		return nil, gone(err)
	}
	return h.signedIn(c, made.ID, text)
}
