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
		access.On(identity.CreateEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/imports:read", ID: "read-sale", Tag: access.TagRegistrations, Body: MaxSaleBody,
			Status: http.StatusOK, Summary: "Read the files of another ticket shop",
			Description: "Says what they have, and which event could be created for it with `POST /v1/events`. Nothing is changed.",
			Example:     SaleToRead{SaleFiles: exampleSale, Currency: "EUR"},
		}, h.readSale),
		access.InEvent(identity.ManageImports, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/sale-imports", ID: "import-sale", Tag: access.TagRegistrations, Body: MaxSaleBody,
			Status: http.StatusAccepted, Also: []int{http.StatusOK}, Summary: "Bring in what another ticket shop has sold",
			Description: "Orders come in at what was paid for them there, as paid already; no mail is sent, and refunds of them are made by hand. Orders that are " +
				"not paid yet can be paid here. Then come those who wait, in the order in which they were to be served. The event may be a draft: nobody on the " +
				"waitlist is offered anything before it is published. The codes of tickets are kept as hashes and open the door. Files with a fault, and more than " +
				"the event has room for, are refused as a whole. Each order is known by its code: the same file again changes nothing, and a newer one brings in " +
				"what is new. The work is done in the background: ask `GET /v1/imports/{import_id}` how far it is. With `dry_run` nothing is changed, and the answer is 200.",
			Example: NewSaleImport{SaleFiles: exampleSale, DryRun: true},
		}, h.importSale),
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
			Summary: "Stop an import", Description: "Anyone who was registered stays registered. One that is done stays done.",
		}, h.cancelImport),
	}
}

var exampleSale = SaleFiles{From: "pretix", File: `{"event": {"name": "Festival", "slug": "fest27", "organizer": {"slug": "nordlicht"}, "items": [], "questions": [], "orders": [], "quotas": [], "subevents": []}}`}
