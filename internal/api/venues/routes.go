package venues

import (
	"net/http"
	"reflect"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// encoded is a row whose answer was encoded before; T is what it holds.
func encoded[T any](rt access.Route) access.Route {
	rt.Out = reflect.TypeFor[T]()
	return rt
}

func (h *Handlers) seatRoutes() []access.Route {
	return []access.Route{
		encoded[seatchart.SeatStatus](access.InEvent(identity.ReadSeats, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/seats", ID: "get-seats", Tag: access.TagSeats, Versioned: true,
			Summary: "Where the seats stand",
			Description: "A letter for each seat, in the order of the plan that `GET …/seats/layout` answers. It is encoded once for all readers, " +
				"compressed with gzip for clients that accept it, has an ETag, and may be a fifth of a second old: what counts is what an order is " +
				"answered. With `at_least` it is not older than that change.",
			Query: []string{"at_least", "access_code"}, Refusals: refusal.Kinds(inventory.CodeNotValid, inventory.CodeUsedUp),
		}, h.getSeats)),
		encoded[seatchart.SeatLayout](access.InEvent(identity.ReadSeats, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/seats/layout", ID: "get-seat-layout", Tag: access.TagSeats, Versioned: true,
			Summary: "Where the seats are", Description: "Sections, rows, numbers and positions of the seats, as the event copied them. They never change; which tiers are " +
				"hidden may.",
			Query: []string{"access_code"}, Refusals: refusal.Kinds(inventory.CodeNotValid, inventory.CodeUsedUp),
		}, h.getSeatLayout)),
		access.InEvent(identity.ReadSeats, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/seats/changes", ID: "get-seat-changes", Tag: access.TagSeats,
			Summary:     "Which seats changed",
			Description: "The seats that changed after `since`, each as it stands now. The stream of the event tells the same.",
			Query:       []string{"since", "access_code"}, Refusals: refusal.Kinds(inventory.CodeNotValid, inventory.CodeUsedUp),
		}, h.getSeatChanges),
	}
}
