package identity

import (
	"errors"
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
)

// Login is somebody who is signed in, with everything that they are.
type Login struct {
	SessionID, AccountID string
	// Address is the proven e-mail address, folded: the people of events that
	// have it are this person.
	Address string
	// Email is the same as it was typed, where mail goes.
	Email string
	// Passkey: signed in with one.
	Passkey     bool
	Memberships []Membership
}

// Membership is a role in an organization.
type Membership struct {
	ID, OrgID string
	Role      Role
	// NeedsPasskey: the organization asks for a passkey.
	NeedsPasskey bool
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
		if !slices.Contains(r.Roles, m.Role) {
			continue
		}
		if !m.NeedsPasskey || l.Passkey {
			return nil
		}
		err = ErrPasskey
	}
	return err
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
	return c.actAs(m, &r)
}

// actAs takes on a membership when its role may do what the rule says.
func (c *Caller) actAs(m *Membership, r *rule) error {
	switch {
	case !slices.Contains(r.Roles, m.Role):
		return ErrForbidden
	case m.NeedsPasskey && !c.Login.Passkey:
		return ErrPasskey
	}
	c.MemberID, c.OrgID, c.Role, c.PersonID = m.ID, m.OrgID, m.Role, ""
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
	c.MemberID, c.OrgID, c.Role, c.PersonID = "", "", "", ""
	denied := ErrHidden
	if m := c.Login.in(res.OrgID); m != nil && res.OrgID != "" {
		if denied = c.actAs(m, &r); denied == nil {
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
