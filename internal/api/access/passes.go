package access

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// phone accepts a token as that of a phone with a pass for check-in. One whose pass is over
// is let in where it may still hand in what it scanned before.
func (c *Call) phone(token string) error {
	pass, org, err := c.control.Passes.Authenticate(c.Context(), token)
	if errors.Is(err, database.ErrUnavailable) {
		return err
	}
	if _, late := identity.ForPhones(c.Action); err != nil && (pass == nil || !pass.Late || !late) {
		c.Refused(organizations.PassRefused, c.API.Problems.Of(err).Code)
		if full := c.control.Admit(c.Address); full != nil {
			return full
		}
		return err
	}
	if err := c.control.take(identity.CallsOf(pass.ID)); err != nil {
		return err
	}
	c.Caller.Pass, c.Caller.OrgID = pass, org
	return nil
}
