package identity

import (
	"errors"
	"maps"
	"slices"
)

// Errors of callers who are signed in.
var (
	// ErrWhichOrganization: the caller is a member of several, and did not say
	// for which this request is.
	ErrWhichOrganization = errors.New("identity: which organization?")
	// ErrPasskey: the organization wants its members to sign in with a passkey,
	// and this caller signed in otherwise.
	ErrPasskey = errors.New("identity: a passkey is required")
	// ErrOIDC: the organization wants its members to sign in with the OpenID Connect provider, and
	// this caller signed in otherwise.
	ErrOIDC = errors.New("identity: signing in with the provider is required")
)

// Login is somebody who is signed in, with everything that they are.
type Login struct {
	SessionID, AccountID string
	// Address is the proven e-mail address, folded: the people of events that
	// have it are this person.
	Address string
	// Email is the same as it was typed, where mail goes.
	Email string
	// Passkey: signed in with one. OIDC: the provider vouched for them.
	Passkey, OIDC bool
	Memberships   []Membership
}

// Membership is a role in an organization.
type Membership struct {
	ID, OrgID string
	Role      Role
	// NeedsPasskey: the organization asks for a passkey.
	NeedsPasskey bool
	// NeedsOIDC: it asks for the OpenID Connect provider.
	NeedsOIDC bool
	// Events are roles in single events, by event, beside Role.
	Events map[string]Role
}

// as returns the role of a membership for an action: in an event the stronger of that in the
// organization and that in the event, which single says it is; without an event that in the
// organization. ok: it may take the action.
func (m *Membership) as(r *rule, event string) (role Role, single, ok bool) {
	role = m.Role
	if of := m.Events[event]; event != "" && !r.Whole && stronger(of, role) {
		role, single = of, true
	}
	some := event == "" && r.Some && role == EventsOnly
	return role, single || some, some || slices.Contains(r.Roles, role)
}

// in returns the membership in an organization, or nil.
func (l *Login) in(org string) *Membership {
	for i := range l.Memberships {
		if l.Memberships[i].OrgID == org {
			return &l.Memberships[i]
		}
	}
	return nil
}

// may reports whether there is anything at all on which the action is possible.
func (l *Login) may(r *rule) error {
	if r.Self || r.Public || len(r.Link) > 0 {
		return nil
	}
	err := ErrForbidden
	for i := range l.Memberships {
		m := &l.Memberships[i]
		_, _, may := m.as(r, "")
		for event := range m.Events {
			_, _, in := m.as(r, event)
			may = may || in
		}
		if !may {
			continue
		}
		if err = l.suffices(m); err == nil {
			return nil
		}
	}
	return err
}

// suffices is nil when the login is what the organization of a membership asks of its members.
func (l *Login) suffices(m *Membership) error {
	switch {
	case m.NeedsOIDC && !l.OIDC:
		return ErrOIDC
	case m.NeedsPasskey && !l.Passkey:
		return ErrPasskey
	}
	return nil
}

// ActFor makes somebody who is signed in act for one organization, for what is
// in no event: the one that is named, or the only one. It is called before
// anything is looked up, and changes nothing for other callers.
func (c *Caller) ActFor(a Action, org string) error { return c.named(a, c.actFor(a, org)) }

func (c *Caller) actFor(a Action, org string) error {
	r := table[a]
	if c.Login == nil || len(r.Roles) == 0 {
		return nil
	}
	var m *Membership
	switch {
	case org != "":
		if m = c.Login.in(org); m == nil {
			return ErrHidden
		}
	case len(c.Login.Memberships) == 1:
		m = &c.Login.Memberships[0]
	case len(c.Login.Memberships) > 1:
		return ErrWhichOrganization
	default:
		return ErrForbidden
	}
	return c.actAs(m, &r, "")
}

// actAs takes on a membership when its role may do what the rule says: in an event, or where
// that is empty for the organization.
func (c *Caller) actAs(m *Membership, r *rule, event string) error {
	role, single, ok := m.as(r, event)
	if !ok {
		return ErrForbidden
	}
	if err := c.Login.suffices(m); err != nil {
		return err
	}
	c.MemberID, c.OrgID, c.Role, c.PersonID, c.Single, c.Events = m.ID, m.OrgID, role, "", single, nil
	if role == EventsOnly {
		c.Events = slices.Sorted(maps.Keys(m.Events))
	}
	return nil
}

// authorizeLogin decides for somebody who is signed in. Of the ways to be
// allowed the first counts: as a member of the organization, as the person that
// the thing belongs to, as the public.
func (c *Caller) authorizeLogin(a Action, res Resource) error {
	r, known := table[a]
	if !known {
		return ErrForbidden
	}
	c.MemberID, c.OrgID, c.Role, c.PersonID, c.Single, c.Events = "", "", "", "", false, nil
	denied := ErrHidden
	m := c.Login.in(res.OrgID)
	if m != nil && m.Role == EventsOnly && res.EventID != "" && m.Events[res.EventID] == "" {
		m = nil // of other events of the organization they know no more than anybody
	}
	if m != nil && res.OrgID != "" {
		if denied = c.actAs(m, &r, res.EventID); denied == nil {
			return nil
		}
	}
	switch {
	case len(r.Link) > 0 && !r.Event && res.PersonID != "" && res.Address != "" && res.Address == c.Login.Address:
		c.PersonID = res.PersonID
		return nil
	case r.Public && res.Published, r.Event && res.Published:
		return nil
	}
	return denied
}
