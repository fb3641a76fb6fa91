// Package integrations answers for other programs: webhooks, the feed of changes,
// exports and imports.
package integrations

import (
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Handlers answer for other programs.
type Handlers struct {
	API *httpapi.API
	// Access finds events and counts the calls of the public.
	Access  *access.Control
	BaseURL string
	Exports Exports
	// Elsewhere is the servers of other cells; nil: there are none. Catalogue is the database in
	// which organizers set up webhooks.
	Elsewhere Elsewhere
	Catalogue *store.Store
	IDs       *id.Maker
	// ImportJob makes the job that is stored with an import.
	ImportJob func(name string) (database.Job, error)
	Links     identity.Links
	Log       *slog.Logger
	Now       func() time.Time
	// ReadAudit reads audit rows of events, of those too that are archived.
	ReadAudit messages.ReadAudit
	// Reader completes what is shown with what only the store knows.
	Reader   *wire.Reader
	Store    *store.Store
	Webhooks *webhook.Sender
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.webhookRoutes(), h.exportRoutes(), h.importRoutes())
}
