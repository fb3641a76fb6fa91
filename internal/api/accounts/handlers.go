// Package accounts answers for the people who act: signing in, passkeys, sessions, the
// organization with its members, and API keys.
package accounts

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Handlers answer for organizations and the people who act for them.
type Handlers struct {
	wire.Base
	// Letter makes the job that mails a one-time link; nil: nothing is mailed.
	Letter func(what accountmail.Kind, thing string, org string) (database.Job, error)
	// Mail is where mail of this installation goes.
	Mail string
	// Merchants has the payment accounts of organizations.
	Merchants *merchant.Accounts
	// OIDC is the OpenID Connect provider that members sign in with; nil: there is none.
	OIDC     *oidc.Provider
	Passkeys *identity.Passkeys
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.keyRoutes(), h.signInRoutes(), h.memberRoutes(), h.passkeyRoutes(), oidcHandlers{h}.routes(), h.paymentAccountRoutes())
}
