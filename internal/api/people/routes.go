package people

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) mineRoutes() []access.Route {
	mine := func(what, id, summary string, handle func(httpapi.Route) access.Route) access.Route {
		return handle(httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/" + what, ID: id, Tag: access.TagSignIn, Summary: summary,
			Description: "Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on " +
				"with the same calls as with a signed link.",
			Query: []string{"limit", "cursor"},
		})
	}
	return []access.Route{
		mine("overview", "list-my-things", "Everything I have", func(r httpapi.Route) access.Route {
			r.Description = "Registrations, orders, tickets from other people, and places on the waitlist with their open offers, over all events of all " +
				"organizations: in the order in which somebody looks for them."
			return access.On(identity.ManageSelf, r, h.myThings)
		}),
		mine("registrations", "list-my-registrations", "Where I am registered", func(r httpapi.Route) access.Route { return access.On(identity.ManageSelf, r, h.myRegistrations) }),
		mine("orders", "list-my-orders", "My orders", func(r httpapi.Route) access.Route { return access.On(identity.ManageSelf, r, h.myOrders) }),
		mine("tickets", "list-my-tickets", "My tickets", func(r httpapi.Route) access.Route { return access.On(identity.ManageSelf, r, h.myTickets) }),
		mine("entries", "list-my-entries", "My places on the waitlist", func(r httpapi.Route) access.Route { return access.On(identity.ManageSelf, r, h.myEntries) }),
		access.On(identity.ReadInbox, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/inbox", ID: "read-inbox", Tag: access.TagAudit,
			Summary:     "Read one's messages",
			Description: "What the person of a signed link was told about the event, or the signed-in account about all events.",
			Query:       []string{"limit", "cursor"},
		}, h.readInbox),
	}
}
