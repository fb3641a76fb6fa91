package integrations

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) importRoutes() []access.Route {
	const ofEvent = "/v1/events/{event_id}/imports"
	return []access.Route{
		access.InEvent(identity.ManageImports, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent, ID: "create-import", Tag: access.TagRegistrations, Body: MaxListBody,
			Status: http.StatusAccepted, Also: []int{http.StatusOK}, Summary: "Bring a guest list in",
			Description: "Registers the people of a CSV file, line by line in its order; every limit of the event holds. A file with a fault is refused as " +
				"a whole, and each fault is named by line and column. The work is done in the background: ask `GET /v1/imports/{import_id}` how " +
				"far it is and which lines were refused. With `dry_run` nothing is changed, and the answer is 200.",
			Example: NewImport{CSV: "email,name,guests\nada@example.org,Ada Lovelace,Charles Babbage; Mary Somerville\n", DryRun: true},
		}, h.createImport),
		access.InEvent(identity.ManageImports, httpapi.Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-imports", Tag: access.TagRegistrations,
			Summary: "List imports", Description: "The latest first.",
		}, h.listImports),
		access.On(identity.ManageImports, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/imports/{import_id}", ID: "get-import", Tag: access.TagRegistrations,
			Summary: "How far an import is", Description: "And what became of its lines.",
		}, h.getImport),
		access.On(identity.ManageImports, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/imports/{import_id}", ID: "cancel-import", Tag: access.TagRegistrations,
			Summary: "Stop an import", Description: "Who was registered stays registered. One that is done stays done.",
		}, h.cancelImport),
	}
}
