package wire

import (
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Me says who the caller is.
type Me struct {
	Kind          string       `json:"kind" enum:"public,key,link,phone,person" doc:"public: nobody in particular. key: an API key. link: the person of a signed link. phone: a phone with a pass for check-in. person: somebody who is signed in."`
	SetupRequired bool         `json:"setup_required" doc:"Nobody is a member of anything yet: this installation waits to be set up."`
	Account       *Account     `json:"account,omitempty" doc:"Of the signed-in account."`
	Session       *Session     `json:"session,omitempty" doc:"Of the signed-in account: this one."`
	Memberships   []Membership `json:"memberships" doc:"Of the signed-in account; of a key its one organization."`
	// MayCreateOrganization says so of the signed-in account, by the policy of the installation.
	MayCreateOrganization bool   `json:"may_create_organization" doc:"Whether the signed-in account can create an organization: where whoever runs the installation lets everybody, while one owns fewer than 10."`
	EventID               string `json:"event_id,omitempty" doc:"Of a link, or of the pass of a phone."`
	OIDCName              string `json:"oidc_name,omitempty" doc:"Of the public and of the signed-in account, where members can sign in with an OpenID Connect provider: what that is called." example:"Keycloak"`
	PersonID              string `json:"person_id,omitempty" doc:"Of a link."`
}

// Account is somebody who proved that mail to an address reaches them.
type Account struct {
	ID     string `json:"id" example:"acc_3k9q0a7c1v5m"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Locale string `json:"locale"`
	// Suggestions: what was booked may suggest events.
	Suggestions bool `json:"suggestions" doc:"Events are suggested by what one booked."`
}

// Membership is a role in an organization.
type Membership struct {
	MemberID        string       `json:"member_id,omitempty" example:"mem_3k9q0a7c1v5m"`
	Organization    Organization `json:"organization"`
	Role            string       `json:"role" enum:"owner,organizer,box_office,door,viewer,events" doc:"events: only the roles in single events that events lists."`
	Events          []EventRole  `json:"events,omitempty" doc:"Single events in which the member has a role, beside that in the organization: there the stronger of the two counts."`
	PasskeyRequired bool         `json:"passkey_required" doc:"The role cannot be used before signing in with a passkey."`
	OIDCRequired    bool         `json:"oidc_required" doc:"The role cannot be used before signing in with the OpenID Connect provider."`
}

// EventRole is a role of a member in a single event.
type EventRole struct {
	EventID string `json:"event_id" maxLength:"64" doc:"An event of the organization." example:"evt_3k9q0a7c1v5m"`
	Role    string `json:"role" enum:"organizer,box_office,door,viewer" doc:"What the member may do there, as far as it is about that event. What concerns the whole organization, as its venues, needs a role in it."`
}

// EventRolesOf are the roles in single events as they are shown.
func EventRolesOf(list []organizations.EventRole) []EventRole {
	out := make([]EventRole, len(list))
	for i, r := range list {
		out[i] = EventRole{r.EventID, r.Role}
	}
	return out
}

// Session is a browser that is signed in.
type Session struct {
	ID        string    `json:"id" example:"ses_3k9q0a7c1v5m"`
	Current   bool      `json:"current" doc:"It is the one that asks."`
	Method    string    `json:"method" enum:"link,setup,passkey,oidc,recovery" doc:"oidc: an OpenID Connect provider vouched for the person. recovery: by a link that whoever runs the installation printed."`
	Agent     string    `json:"agent" doc:"What the browser called itself."`
	CreatedAt time.Time `json:"created_at"`
	SeenAt    time.Time `json:"seen_at" doc:"When it was last used, to within an hour."`
	ExpiresAt time.Time `json:"expires_at" doc:"When it ends unless it is used."`
}

func sessionOf(v *organizations.Session, current string) Session {
	return Session{
		ID: v.ID, Current: v.ID == current, Method: v.Method, Agent: v.Agent,
		CreatedAt: v.CreatedAt.Time(), SeenAt: v.SeenAt.Time(), ExpiresAt: v.ExpiresAt.Time(),
	}
}

// MeOf is who a login is, and what that person may do here.
func (r *Reader) MeOf(l *organizations.Login) *Me {
	session, by := sessionOf(&l.Session, l.Session.ID), identity.Method(l.Session.Method)
	out := &Me{
		Kind: "person", Session: &session, Memberships: []Membership{}, OIDCName: r.OIDCName,
		Account: &Account{ID: l.Account.ID, Email: l.Account.Email, Name: l.Account.Name, Locale: l.Account.Locale, Suggestions: l.Account.SuggestionsOffAt == 0},
	}
	for _, m := range l.Memberships {
		out.Memberships = append(out.Memberships, Membership{
			MemberID: m.ID, Role: m.Role, Events: EventRolesOf(m.Events), PasskeyRequired: m.StaffPasskeys && !by.Passkey(), OIDCRequired: m.StaffOIDC && !by.OIDC(),
			Organization: Organization{ID: m.OrgID, Name: m.OrgName, Color: m.OrgColor},
		})
	}
	out.MayCreateOrganization = r.NewOrganizations.Allow(l.Memberships)
	return out
}

// Self reads the login of the cookie anew.
func (r *Reader) Self(c *access.Call) (*Me, error) {
	login, err := r.Store.Accounts.LoginByHash(c.Context(), *identity.HashSession(r.Access.Logins.Text(c.HTTP)))
	if errors.Is(err, database.ErrNotFound) { // ended a moment ago
		return nil, identity.ErrUnauthenticated
	}
	if err != nil {
		return nil, err
	}
	return r.MeOf(login), nil
}

// Sessions are those of the signed-in account.
func (r *Reader) Sessions(c *access.Call) ([]Session, error) {
	l := c.Caller.Login
	list, err := r.Store.Accounts.Sessions(c.Context(), l.AccountID, inventory.At(r.Now()))
	if err != nil {
		return nil, err
	}
	items := []Session{}
	for i := range list {
		items = append(items, sessionOf(&list[i], l.SessionID))
	}
	return items, nil
}

// Passkey is a passkey without its key.
type Passkey struct {
	ID        string     `json:"id" example:"psk_3k9q0a7c1v5m"`
	Name      string     `json:"name"`
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at,omitempty" doc:"When somebody last signed in with it."`
}

// PasskeyOf converts a stored passkey.
func PasskeyOf(p *organizations.Passkey) Passkey {
	return Passkey{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt.Time(), UsedAt: TimePtr(p.UsedAt)}
}

// OwnPasskeys are those of the signed-in account.
func (r *Reader) OwnPasskeys(c *access.Call) ([]Passkey, error) {
	list, err := r.Store.Accounts.Passkeys(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	items := []Passkey{}
	for i := range list {
		items = append(items, PasskeyOf(&list[i]))
	}
	return items, nil
}

// OIDCLink says who an account is at an OpenID Connect provider.
type OIDCLink struct {
	ID        string     `json:"id" example:"oid_3k9q0a7c1v5m"`
	Provider  string     `json:"provider" doc:"What the provider is called; of one that this installation no longer has, its address." example:"Keycloak"`
	Issuer    string     `json:"issuer" doc:"The address of the provider." example:"https://id.example.org/realms/staff"`
	Subject   string     `json:"subject" doc:"What the provider calls the person, for good."`
	Email     string     `json:"email" doc:"The address that the provider had verified when the link was made. Another one there changes nothing here."`
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at,omitempty" doc:"When somebody last signed in by it."`
}

// OwnOIDCLinks are those of the signed-in account.
func (r *Reader) OwnOIDCLinks(c *access.Call) ([]OIDCLink, error) {
	list, err := r.Store.Accounts.OIDCLinks(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	items := []OIDCLink{}
	for i := range list {
		l := &list[i]
		provider := l.Issuer
		if l.Issuer == r.OIDCIssuer {
			provider = r.OIDCName
		}
		items = append(items, OIDCLink{l.ID, provider, l.Issuer, l.Subject, l.Email, l.CreatedAt.Time(), TimePtr(l.UsedAt)})
	}
	return items, nil
}
