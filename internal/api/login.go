package api

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// organizationHeader names the organization that a member of several acts for.
const organizationHeader = "Holdfast-Organization"

// Rates at which strangers may make the server send mail, per second.
const (
	mailAddressRate, mailAddressBurst = 1.0 / 20, 10
	mailNetworkRate, mailNetworkBurst = 0.5, 60
)

// accounts builds what people sign in with.
func (s *server) accounts(base *url.URL) (err error) {
	rate := s.cfg.MailRate
	if rate == (identity.RateConfig{}) {
		rate = identity.RateConfig{
			AddressRate: mailAddressRate, AddressBurst: mailAddressBurst, NetworkRate: mailNetworkRate, NetworkBurst: mailNetworkBurst,
		}
	}
	s.mails = identity.NewRate(rate)
	s.guard = http.NewCrossOriginProtection()
	if err := s.guard.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
		return err
	}
	if s.passkeys, err = identity.NewPasskeys(base, s.store, s.ids, s.now); err != nil {
		return err
	}
	s.logins, err = identity.NewSessions(s.store, s.secure, s.now)
	return err
}

// cookie accepts the cookie of a session. One that is no session's, or of one
// that has ended, is taken away and counts as none: the public pages must open
// for who was signed in long ago.
func (c *call) cookie() error {
	text := c.s.logins.Text(c.r)
	if text == "" {
		return nil
	}
	login, err := c.s.logins.Find(c.r.Context(), c.w, text)
	if errors.Is(err, identity.ErrSessionInvalid) {
		c.s.logins.Clear(c.w)
		return nil
	}
	if err != nil {
		return err
	}
	if err := c.ownPage(); err != nil {
		return err
	}
	c.caller.Login = identity.LoginOf(login)
	return nil
}

// ownPage refuses a change that a page of somebody else's makes with the cookie
// that the browser adds to it. Reading is safe: no other page can see the answer.
func (c *call) ownPage() error {
	if c.s.guard.Check(c.r) != nil {
		return problem(codeForeignPage, kinds[codeForeignPage].Help)
	}
	return nil
}

// loginActs settles what can be settled before anything is looked up: for which
// organization a member acts where no event says so.
func (c *call) loginActs() error {
	roles, link, public := identity.Callers(c.route.Action)
	if public && c.route.Method != http.MethodGet {
		// Signing in costs a mail, and is no way around the rate of the public.
		if err := c.s.admit(c.address); err != nil {
			return err
		}
	}
	if len(roles) == 0 || link || public || c.route.inEvent() {
		return nil
	}
	org := strings.TrimSpace(c.r.Header.Get(organizationHeader))
	return c.caller.ActFor(c.route.Action, org)
}
