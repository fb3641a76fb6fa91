// Package integrations answers for other programs: webhooks, the feed of changes,
// exports and imports.
package integrations

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Handlers answer for other programs.
type Handlers struct {
	wire.Base
	API     *httpapi.API
	BaseURL string
	Exports Exports
	// Elsewhere is the servers of other cells; nil: there are none. Catalogue is the database in
	// which organizers set up webhooks.
	Elsewhere Elsewhere
	Catalogue *store.Store
	// ImportJob makes the job that is stored with an import.
	ImportJob func(name string) (database.Job, error)
	// ReadAudit reads audit rows of events, of those too that are archived.
	ReadAudit messages.ReadAudit
	Webhooks  *webhook.Sender
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.webhookRoutes(), h.exportRoutes(), h.importRoutes())
}
