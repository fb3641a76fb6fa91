package api

import (
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Me says who the caller is.
type Me struct {
	Kind          string       `json:"kind" enum:"public,key,link,person" doc:"public: nobody in particular. key: an API key. link: the person of a signed link. person: somebody who is signed in."`
	SetupRequired bool         `json:"setup_required" doc:"Nobody is a member of anything yet: this installation waits to be set up."`
	Account       *Account     `json:"account,omitempty" doc:"Of who is signed in."`
	Session       *Session     `json:"session,omitempty" doc:"Of who is signed in: this one."`
	Memberships   []Membership `json:"memberships" doc:"Of who is signed in; of a key its one organization."`
	EventID       string       `json:"event_id,omitempty" doc:"Of a link."`
	PersonID      string       `json:"person_id,omitempty" doc:"Of a link."`
}

// Account is somebody who proved that mail to an address reaches them.
type Account struct {
	ID     string `json:"id" example:"acc_3k9q0a7c1v5m"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	Locale string `json:"locale"`
}

// Membership is a role in an organization.
type Membership struct {
	MemberID        string       `json:"member_id,omitempty" example:"mem_3k9q0a7c1v5m"`
	Organization    Organization `json:"organization"`
	Role            string       `json:"role" enum:"owner,organizer,box_office,door,viewer"`
	PasskeyRequired bool         `json:"passkey_required" doc:"The role cannot be used before signing in with a passkey."`
}

// Session is a browser that is signed in.
type Session struct {
	ID        string    `json:"id" example:"ses_3k9q0a7c1v5m"`
	Current   bool      `json:"current" doc:"It is the one that asks."`
	Method    string    `json:"method" enum:"link,setup,passkey"`
	Agent     string    `json:"agent" doc:"What the browser called itself."`
	CreatedAt time.Time `json:"created_at"`
	SeenAt    time.Time `json:"seen_at" doc:"When it was last used, to within an hour."`
	ExpiresAt time.Time `json:"expires_at" doc:"When it ends unless it is used."`
}

// SessionList are the sessions of an account.
type SessionList struct {
	Items []Session `json:"items"`
}

// MeChange is the body that changes the account. What is absent stays.
type MeChange struct {
	Name   *string `json:"name,omitempty" maxLength:"200" doc:"Plain text."`
	Locale *string `json:"locale,omitempty" maxLength:"35" doc:"The language, as in BCP 47."`
}

func sessionOf(v *store.Session, current string) Session {
	return Session{
		ID: v.ID, Current: v.ID == current, Method: v.Method, Agent: v.Agent,
		CreatedAt: v.CreatedAt.Time(), SeenAt: v.SeenAt.Time(), ExpiresAt: v.ExpiresAt.Time(),
	}
}

// meOf is who a login is.
func meOf(l *store.Login) *Me {
	session := sessionOf(&l.Session, l.Session.ID)
	out := &Me{
		Kind: "person", Session: &session, Memberships: []Membership{},
		Account: &Account{ID: l.Account.ID, Email: l.Account.Email, Name: l.Account.Name, Locale: l.Account.Locale},
	}
	for _, m := range l.Memberships {
		out.Memberships = append(out.Memberships, Membership{
			MemberID: m.ID, Role: m.Role, PasskeyRequired: m.StaffPasskeys && l.Session.Method != string(identity.ByPasskey),
			Organization: Organization{ID: m.OrgID, Name: m.OrgName, Color: m.OrgColor, PasskeyRequired: m.StaffPasskeys},
		})
	}
	return out
}

func (s *server) getMe(c *Call, _ *None) (*Me, error) {
	if err := c.credentials(); err != nil {
		return nil, err
	}
	switch {
	case c.Caller.Login != nil:
		return s.self(c)
	case c.Caller.KeyID != "":
		org, err := s.store.Organizations.Profile(c.Context(), c.Caller.OrgID)
		if err != nil {
			return nil, err
		}
		return &Me{Kind: "key", Memberships: []Membership{{Organization: organizationOf(org), Role: string(c.Caller.Role)}}}, nil
	case c.Caller.Link != nil:
		return &Me{Kind: "link", Memberships: []Membership{}, EventID: c.Caller.Link.Event(), PersonID: c.Caller.Link.Person}, nil
	}
	if err := s.access.admit(c.Address); err != nil {
		return nil, err
	}
	taken, err := s.store.Organizations.AnyMember(c.Context())
	if err != nil {
		return nil, err
	}
	return &Me{Kind: "public", SetupRequired: !taken, Memberships: []Membership{}}, nil
}

// self reads the login of the cookie anew.
func (s *server) self(c *Call) (*Me, error) {
	login, err := s.store.Accounts.LoginByHash(c.Context(), *s.access.Logins.Hash(s.access.Logins.Text(c.HTTP)))
	if errors.Is(err, store.ErrNotFound) { // ended a moment ago
		return nil, identity.ErrUnauthenticated
	}
	if err != nil {
		return nil, err
	}
	return meOf(login), nil
}

func (s *server) changeMe(c *Call, in *MeChange) (*Me, error) {
	account, err := s.store.Accounts.Account(c.Context(), c.Caller.Login.AccountID)
	if err != nil {
		return nil, err
	}
	var check checks
	if in.Name != nil {
		account.Name = check.line("name", *in.Name, 0, MaxName)
	}
	if in.Locale != nil {
		account.Locale = check.locale("locale", *in.Locale)
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	if err := s.store.Accounts.ChangeAccount(c.Context(), account.ID, account.Name, account.Locale); err != nil {
		return nil, err
	}
	s.access.Logins.Forget(account.ID)
	return s.self(c)
}

func (s *server) listSessions(c *Call, _ *None) (*SessionList, error) {
	items, err := s.sessions(c)
	return &SessionList{Items: items}, err
}

// sessions are those of who is signed in.
func (s *server) sessions(c *Call) ([]Session, error) {
	l := c.Caller.Login
	list, err := s.store.Accounts.Sessions(c.Context(), l.AccountID, inventory.At(s.now()))
	if err != nil {
		return nil, err
	}
	items := []Session{}
	for i := range list {
		items = append(items, sessionOf(&list[i], l.SessionID))
	}
	return items, nil
}

func (s *server) endSession(c *Call, _ *None) (*Accepted, error) {
	session := c.Param("session_id")
	if !id.Valid(session, id.Session) {
		return nil, store.ErrNotFound
	}
	if err := s.store.Accounts.EndSession(c.Context(), c.Caller.Login.AccountID, session); err != nil {
		return nil, err
	}
	s.access.Logins.Forget(c.Caller.Login.AccountID)
	if session == c.Caller.Login.SessionID {
		s.access.Logins.Clear(c.Writer)
	}
	return &Accepted{"ended"}, nil
}
