// Package wire has the bodies of requests and answers that several resources
// share, and turns what the store knows into them.
package wire

import (
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/tracking"
	"github.com/holdfast-events/holdfast/internal/waitroom/returns"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Reader completes what is shown with what only the store knows.
type Reader struct {
	// Access finds events and counts the calls of the public.
	Access *access.Control
	Charts *seatchart.Charts
	IDs    *id.Maker
	Links  identity.Links
	// NewOrganizations says who creates organizations.
	NewOrganizations identity.NewOrganizations
	Now              func() time.Time
	// OIDCName and OIDCIssuer are what the OpenID Connect provider of members is called, and its
	// address; empty: there is none.
	OIDCName, OIDCIssuer string
	// Returns says about how long people wait; nil: nobody does.
	Returns   *returns.Estimator
	Sequencer *sequencer.Sequencer
	Store     *store.Store
	Tickets   *ticket.Keys
	// Tracking finds the links that organizers give out.
	Tracking *tracking.Links
	Wallets  wallet.Wallets
	// booking is held by whoever brings the address book up to date.
	booking sync.Mutex
}
