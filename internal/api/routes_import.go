package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

func importRoutes() []route {
	const ofEvent = "/v1/events/{event_id}/imports"
	return []route{
		on(route{
			Method: http.MethodPost, Path: ofEvent, ID: "create-import", Tag: tagRegistrations, Action: identity.ManageImports, Body: MaxListBody,
			Status: http.StatusAccepted, Summary: "Bring a guest list in",
			Description: "Registers the people of a CSV file, line by line in its order; every limit of the event holds. A file with a fault is refused as a whole, and each fault is named by line and column. The work is done in the background: ask `GET /v1/imports/{import_id}` how far it is and which lines were refused. With `dry_run` nothing is changed, and the answer is 200.",
			Example:     NewImport{CSV: "email,name,guests\nada@example.org,Ada Lovelace,Charles Babbage; Mary Somerville\n", DryRun: true},
		}, (*server).createImport),
		on(route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-imports", Tag: tagRegistrations, Action: identity.ManageImports,
			Summary: "List imports", Description: "The latest first.",
		}, (*server).listImports),
		on(route{
			Method: http.MethodGet, Path: "/v1/imports/{import_id}", ID: "get-import", Tag: tagRegistrations, Action: identity.ManageImports,
			Summary: "How far an import is", Description: "And what became of its lines.",
		}, (*server).getImport),
		on(route{
			Method: http.MethodDelete, Path: "/v1/imports/{import_id}", ID: "cancel-import", Tag: tagRegistrations, Action: identity.ManageImports,
			Summary: "Stop an import", Description: "Who was registered stays registered. One that is done stays done.",
		}, (*server).cancelImport),
	}
}
