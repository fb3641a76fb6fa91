package access

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Recheck finds out anew who sent the request, for an answer that goes on long after
// its caller was let in, and returns why that caller may have no more of it: the key
// was revoked, the session ended, the membership was taken away, the link was signed
// out. event is the one that is read, "" for what is the caller's own. It moves the end
// of no session: a page that is only open is not in use.
//
// Who showed no credentials has none to lose. Such readers are many, and are asked
// nothing.
func (c *Call) Recheck(event string) error {
	if c.Caller.Public() {
		return nil
	}
	now := Call{Request: c.Request, Action: c.Action, control: c.control}
	if c.Caller.Login != nil {
		if err := now.sameSession(); err != nil {
			return err
		}
	} else if err := now.Credentials(); err != nil {
		return err
	}
	if event == "" {
		return now.Caller.May(c.Action)
	}
	k, err := c.control.Event(c.Context(), event)
	if err != nil {
		return err
	}
	return now.Caller.Authorize(c.Action, k.Resource())
}

// sameSession reads the session of the request's cookie from the database.
func (c *Call) sameSession() error {
	hash := identity.HashSession(c.control.Logins.Text(c.HTTP))
	if hash == nil {
		return identity.ErrSessionInvalid
	}
	login, err := c.control.Store.Accounts.LoginByHash(c.Context(), *hash)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return identity.ErrSessionInvalid
	case err != nil:
		return err
	case login.Session.ExpiresAt.Time().Compare(c.control.Now()) <= 0:
		return identity.ErrSessionInvalid
	}
	c.Caller.Login = identity.LoginOf(login)
	return nil
}
