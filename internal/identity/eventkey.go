package identity

import (
	"errors"
	"slices"
)

// ErrEventKey: the key is for one event, and what it was shown for is of the organization.
var ErrEventKey = errors.New("identity: the key is for one event")

// EventKeyError is ErrEventKey with the event that the key is for.
type EventKeyError struct{ EventID string }

func (e *EventKeyError) Error() string { return ErrEventKey.Error() + ": " + e.EventID }

// Is makes it ErrEventKey.
func (*EventKeyError) Is(target error) bool { return target == ErrEventKey }

// ActAsKey makes the caller the holder of a key of an organization: of one for a single event
// where event is not empty.
func (c *Caller) ActAsKey(key, org string, role Role, event string) {
	c.KeyID, c.OrgID, c.Role, c.Single, c.Events = key, org, role, event != "", nil
	if event != "" {
		c.Events = []string{event}
	}
}

// forOneEvent reports whether the caller is the holder of a key for one event.
func (c *Caller) forOneEvent() bool { return c.KeyID != "" && c.Single }

// MayOutside reports whether the caller may take an action that is asked for in no event. It is asked
// before anything is looked up. A key for one event may list events, which is that one then, and
// nothing else; who else may is said by ActFor and May.
func (c *Caller) MayOutside(a Action) error {
	if r := table[a]; c.forOneEvent() && len(r.Roles) > 0 && !r.Lists {
		return c.outOfReach()
	}
	return nil
}

func (c *Caller) outOfReach() error { return &EventKeyError{c.Events[0]} }

// ForEventKeys reports whether a key for one event may take an action: in its event, and where no
// event is named.
func ForEventKeys(a Action) (in, outside bool) {
	r := table[a]
	return !r.Whole, r.Lists
}

// ValidEventRole reports whether s names a role that one can have in a single event.
func ValidEventRole(s string) bool { return slices.Contains(EventRoles, Role(s)) }
