package identity

import "errors"

// Errors of Authorize and May.
var (
	ErrUnauthenticated = errors.New("identity: credentials are required")
	ErrForbidden       = errors.New("identity: this caller may not do that")
	// ErrHidden: the thing belongs to somebody else. It is answered like a
	// thing that does not exist, so that ids cannot be probed.
	ErrHidden = errors.New("identity: not visible to this caller")
	// ErrReach: the person may, but not with this link: it takes a fresh one.
	ErrReach = errors.New("identity: the link does not reach that")
)

// RoleError is ErrForbidden with what the caller may not do, from which follows whose
// role it takes.
type RoleError struct {
	Action Action
	Caller *Caller
}

func (e *RoleError) Error() string { return ErrForbidden.Error() + ": " + string(e.Action) }

// Is makes it ErrForbidden.
func (*RoleError) Is(target error) bool { return target == ErrForbidden }

// named says of a refusal what it refuses.
func (c *Caller) named(a Action, err error) error {
	if errors.Is(err, ErrForbidden) {
		return &RoleError{Action: a, Caller: c}
	}
	return err
}
