package integrations

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) exportRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ManageExports, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/exports", ID: "create-export", Tag: access.TagExports,
			Status:  http.StatusAccepted,
			Summary: "Make a file",
			Description: "Of the guests, orders, waitlist, applications, invitations, check-ins or audit log. It is made in the background: ask `GET /v1/exports/{export_id}` how far it " +
				"is and where it can be fetched.",
			Example: map[string]any{"kind": "guests", "format": "csv"},
		}, h.createExport),
		access.InEvent(identity.ManageExports, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/exports", ID: "list-exports", Tag: access.TagExports,
			Summary: "List files", Description: "The latest first.",
		}, h.listExports),
		access.On(identity.ManageExports, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/series/{series_id}/exports", ID: "create-series-export", Tag: access.TagExports,
			Status:  http.StatusAccepted,
			Summary: "Make a file of a whole series",
			Description: "Of the guests or orders of all its dates, and of what sells passes for it. Made and fetched as a file of one event is. Dates that are archived " +
				"or in another cell are not in it (`left_out`).",
			Problems: []httpapi.Kind{access.KindArchived},
			Example:  map[string]any{"kind": "guests", "format": "csv"},
		}, h.createSeriesExport),
		access.On(identity.ManageExports, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/series/{series_id}/exports", ID: "list-series-exports", Tag: access.TagExports,
			Summary: "List files of a series", Description: "The latest first.",
		}, h.listSeriesExports),
		access.On(identity.ManageExports, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/exports/{export_id}", ID: "get-export", Tag: access.TagExports,
			Summary: "How far a file is", Description: "Once it is done, with an address that works for 15 minutes.",
		}, h.getExport),
		access.On(identity.ManageExports, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/exports/{export_id}", ID: "cancel-export", Tag: access.TagExports,
			Summary: "Stop making a file", Description: "One that is done stays until it expires.",
		}, h.cancelExport),
	}
}
