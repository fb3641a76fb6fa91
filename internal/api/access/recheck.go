package access

import (
	"context"
	"errors"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Recheck finds out anew who sent a request, for an answer that goes on long after its
// caller was let in. The zero Recheck refuses nobody.
type Recheck struct {
	call  *Call  // with what shows who sent the request, and no more of it
	event string // that is read; "": what is the caller's own
}

// Recheck returns the Recheck of the request. Anyone who showed no credentials has none to lose:
// such readers are many, and are asked nothing. It keeps nothing of the request but the
// credentials, and so may be kept for hours.
func (c *Call) Recheck(event string) Recheck {
	if c.Caller.Public() {
		return Recheck{}
	}
	return Recheck{&Call{Request: c.Kept(), Caller: c.Caller, Action: c.Action, control: c.control}, event}
}

// Refuses reports whether the caller may have no more of the answer: the key was revoked,
// the session ended, the membership was taken away, the link was signed out, or it cannot
// be found out. It moves the end of no session: a page that is only open is not in use.
func (r Recheck) Refuses(ctx context.Context) bool {
	return r.call != nil && r.ask(ctx) != nil
}

func (r Recheck) ask(ctx context.Context) error {
	now := Call{Request: r.call.Request, Action: r.call.Action, control: r.call.control}
	now.HTTP = now.HTTP.WithContext(ctx)
	if r.call.Caller.Login != nil {
		if err := now.sameSession(); err != nil {
			return err
		}
	} else if err := now.Credentials(); err != nil {
		return err
	}
	if r.event == "" {
		return now.Caller.May(now.Action)
	}
	k, err := now.control.Event(ctx, r.event)
	if err != nil {
		return err
	}
	res, err := now.control.ResourceFor(ctx, k, &now.Caller)
	if err != nil {
		return err
	}
	return now.Caller.Authorize(now.Action, res)
}

// sameSession reads the session of the request's cookie from the database.
func (c *Call) sameSession() error {
	hash := identity.HashSession(c.control.Logins.Text(c.HTTP))
	if hash == nil {
		return identity.ErrSessionInvalid
	}
	login, err := c.control.Callers.Accounts.LoginByHash(c.Context(), *hash)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return identity.ErrSessionInvalid
	case err != nil:
		return err
	case login.Session.ExpiresAt.Time().Compare(c.control.Now()) <= 0:
		return identity.ErrSessionInvalid
	}
	c.Caller.Login = identity.LoginOf(login)
	return nil
}
