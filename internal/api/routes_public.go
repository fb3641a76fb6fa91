package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
)

func publicRoutes() []route {
	mine := func(what, id, summary string, handle func(route) route) route {
		return handle(route{
			Method: http.MethodGet, Path: "/v1/me/" + what, ID: id, Tag: tagSignIn, Action: identity.ManageSelf, Summary: summary,
			Description: "Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on with the same calls as with a signed link.",
			Query:       []string{"limit", "cursor"},
		})
	}
	return []route{
		on(route{
			Method: http.MethodGet, Path: "/v1/public/events", ID: "list-public-events", Tag: tagEvents,
			Summary: "What is on", Description: "Published events of all organizations that are not over, by start. `q` searches title, place and organization: every word must stand in one of them; case and accents do not matter.",
			Query: []string{"limit", "cursor", "q"}, Problems: []string{codeRateLimited, codeUnavailable},
		}, (*server).listPublicEvents),
		mine("registrations", "list-my-registrations", "Where I am registered", func(r route) route { return on(r, (*server).myRegistrations) }),
		mine("orders", "list-my-orders", "My orders", func(r route) route { return on(r, (*server).myOrders) }),
		mine("tickets", "list-my-tickets", "My tickets", func(r route) route { return on(r, (*server).myTickets) }),
		mine("entries", "list-my-entries", "My places in line", func(r route) route { return on(r, (*server).myEntries) }),
	}
}
