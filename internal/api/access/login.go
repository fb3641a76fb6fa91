package access

import (
	"errors"
	"net/http"
	"strings"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// organizationHeader names the organization that a member of several acts for.
const organizationHeader = "Holdfast-Organization"

// Cookie accepts the cookie of a session. One that is not a session's, or of one
// that has ended, is taken away and counts as none: the public pages must open
// for people who were signed in long ago.
func (c *Call) Cookie() error {
	text := c.control.Logins.Text(c.HTTP)
	if text == "" {
		return nil
	}
	login, err := c.control.Logins.Find(c.Context(), c.Writer, text)
	if errors.Is(err, identity.ErrSessionInvalid) {
		c.control.Logins.Clear(c.Writer)
		return nil
	}
	if err != nil {
		return err
	}
	if err := c.OwnPage(); err != nil {
		return err
	}
	c.Caller.Login = identity.LoginOf(login)
	if c.Context().Value(unlimited{}) != nil {
		return nil
	}
	checks := identity.CallsOfLogin(c.Caller.Login)
	return c.control.take(checks[:]...)
}

// OwnPage refuses a change that a page of somebody else's makes with the cookie
// that the browser adds to it. Reading is safe: no other page can see the answer.
func (c *Call) OwnPage() error {
	if c.control.guard.Check(c.HTTP) != nil {
		return KindForeignPage.Problem()
	}
	return nil
}

// loginActs settles what can be settled before anything is looked up: for which
// organization a member acts where no event says so.
func (c *Call) loginActs() error {
	roles, links, public := identity.Callers(c.Action)
	if public && c.Route.Method != http.MethodGet {
		// Signing in costs a mail, and is not a way around the rate of the public.
		if err := c.control.Admit(c.Address); err != nil {
			return err
		}
	}
	if len(roles) == 0 || len(links) > 0 || public || namesEvent(c.Route) {
		return nil
	}
	org := strings.TrimSpace(c.HTTP.Header.Get(organizationHeader))
	err := c.Caller.ActFor(c.Action, org)
	if errors.Is(err, identity.ErrForbidden) && foundInEvent(c.Route) {
		// A role in the event is enough, which the handler asks for once it knows which that is.
		return c.Caller.May(c.Action)
	}
	return err
}

// inEvent reports whether a route is about an event, which the path names, or the handler finds.
func inEvent(rt *httpapi.Route) bool { return namesEvent(rt) || foundInEvent(rt) }

// foundInEvent reports whether the handler of a route that names no event finds it by what the
// path or the body names, and asks then whether the caller may there.
func foundInEvent(rt *httpapi.Route) bool {
	switch rt.Path {
	case "/v1/checkins", "/v1/checkins:sync", "/v1/checkins:override":
		return true
	}
	for _, name := range rt.PathParams() {
		switch name {
		case "import_id", "export_id", "refund_id", "rehearsal_id", "list_id":
			return true
		}
	}
	return false
}
