package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

const tagExports = "Exports"

func (s *server) exportRoutes() []route {
	return []route{
		inEvent(identity.ManageExports, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/exports", ID: "create-export", Tag: tagExports,
			Status: http.StatusAccepted, Summary: "Make a file", Description: "Of the guests, orders, line, check-ins or audit log. It is made in the background: ask `GET /v1/exports/{export_id}` how far it is and where it can be fetched.",
			Example: map[string]any{"kind": "guests", "format": "csv"},
		}, s.createExport),
		inEvent(identity.ManageExports, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/exports", ID: "list-exports", Tag: tagExports,
			Summary: "List files", Description: "The latest first.",
		}, s.listExports),
		on(identity.ManageExports, Route{
			Method: http.MethodGet, Path: "/v1/exports/{export_id}", ID: "get-export", Tag: tagExports,
			Summary: "How far a file is", Description: "Once it is done, with an address that works for 15 minutes.",
		}, s.getExport),
		on(identity.ManageExports, Route{
			Method: http.MethodDelete, Path: "/v1/exports/{export_id}", ID: "cancel-export", Tag: tagExports,
			Summary: "Stop making a file", Description: "One that is done stays until it expires.",
		}, s.cancelExport),
	}
}
