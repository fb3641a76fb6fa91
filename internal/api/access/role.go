package access

import (
	"errors"
	"strings"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// roleNames are the roles as people read them.
var roleNames = map[identity.Role]string{
	identity.Owner: "Owner", identity.Organizer: "Organizer", identity.BoxOffice: "Box office", identity.Door: "Door", identity.Viewer: "Viewer",
}

// explained says of a refusal by role which role is needed and whom to ask for it.
// Owners are not named: guests and keys do not learn who they are.
func explained(err error) error {
	var of *identity.EventKeyError
	if errors.As(err, &of) {
		return kindEventKey.With("This key is for the event " + of.EventID + " alone, and this call is about the whole organization. Ask an owner of the organization for a key for all of its events.")
	}
	var e *identity.RoleError
	if !errors.As(err, &e) {
		return err
	}
	roles, _, _ := identity.Callers(e.Action)
	if len(roles) == 0 {
		return kindForbidden.With(noRole(e))
	}
	least := roles[len(roles)-1]
	need := "This takes the role " + roleNames[least]
	if len(roles) > 1 {
		more := make([]string, 0, len(roles)-1)
		for _, r := range roles[:len(roles)-1] {
			more = append(more, roleNames[r])
		}
		need += " (or " + strings.Join(more, ", ") + ")"
	}
	p := kindForbidden.With(need + whomToAsk(e.Caller, least))
	p.Role = string(least)
	return p
}

// whomToAsk says who can help the caller to a role: owners give roles and keys.
func whomToAsk(c *identity.Caller, least identity.Role) string {
	name := roleNames[least]
	switch {
	case c.KeyID != "":
		if c.Single && !identity.ValidEventRole(string(least)) {
			return "; this key has " + roleNames[c.Role] + " in the event " + c.Events[0] + ". Ask an owner of the organization for a key for all of its events with the role " + name + "."
		}
		return "; this key has " + roleNames[c.Role] + ". Ask an owner of the organization for a key with the role " + name + "."
	case c.Pass != nil:
		return ", and the pass of a phone has none: it is for checking in. Ask the organizer of the event to do it."
	case c.Link != nil:
		return ", and a guest’s link has none. Ask the organizer of the event to do it, or sign in as a member of the organization."
	}
	return " in the organization. Ask an owner of the organization to give it to you."
}

// noRole is about what is somebody's own: no role reaches it.
func noRole(e *identity.RoleError) string {
	if identity.SignedIn(e.Action) {
		return "No role may do this: it is for signed-in people, about what is theirs. Sign in with your own address."
	}
	return "No role may do this: only the person whom it is about can. Ask that person."
}
