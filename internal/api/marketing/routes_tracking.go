package marketing

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const (
	linksPath = "/v1/events/{event_id}/tracking-links"
	linkPath  = linksPath + "/{tracking_link_id}"
)

func (h *Handlers) trackingRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ManageTracking, httpapi.Route{
			Method: http.MethodPost, Path: linksPath, ID: "create-tracking-link", Tag: access.TagMarketing,
			Status: http.StatusCreated, Summary: "Create a tracking link",
			Description: "An address of the event's page that is given to somebody or put somewhere. What is registered, ordered and waited for by it is " +
				"counted, and names it as its source. It can bring a promo or access code along, which the page applies: the usage limit of that " +
				"code is then the quota of the link.",
			Problems: []httpapi.Kind{kindCodeTaken, kindTooManyLinks},
			Example:  NewTrackingLink{Name: "Newsletter in May", Code: "newsletter"},
		}, h.createLink),
		access.InEvent(identity.ReadTracking, httpapi.Route{
			Method: http.MethodGet, Path: linksPath, ID: "list-tracking-links", Tag: access.TagMarketing,
			Summary: "List tracking links", Description: "The latest first, each with what came through it.", Query: []string{"limit", "cursor"},
		}, h.listLinks),
		access.InEvent(identity.ReadTracking, httpapi.Route{
			Method: http.MethodGet, Path: linksPath + ".csv", ID: "get-tracking-links-csv", Tag: access.TagMarketing,
			Summary: "Tracking links as CSV", Description: "All of them with what came through each, as a table (RFC 4180, UTF-8), with amounts as decimals.",
			Media: httpapi.MediaCSV,
		}, h.linksCSV),
		access.InEvent(identity.ReadTracking, httpapi.Route{
			Method: http.MethodGet, Path: linkPath, ID: "get-tracking-link", Tag: access.TagMarketing,
			Summary: "Read a tracking link", Description: "With what came through it.",
		}, h.getLink),
		access.InEvent(identity.ManageTracking, httpapi.Route{
			Method: http.MethodPatch, Path: linkPath, ID: "change-tracking-link", Tag: access.TagMarketing,
			Summary: "Change a tracking link",
			Description: "Its name, the code that it brings along, and its end. Once it has ended it leads to the event as before, and counts nothing: " +
				"so a link is taken back. Its own code stays, because it was given out.",
			Example: map[string]any{"name": "Newsletter in June"},
		}, h.changeLink),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/via/{via}", ID: "get-via", Tag: access.TagMarketing,
			Summary:     "What a tracking link brings along",
			Description: "For the page that somebody came to by the link with this code: the promo or access code that it applies. 404 when the event has no such link, or it has ended.",
		}, h.getVia),
	}
}
