package api

import (
	"net/http"
	"reflect"

	"github.com/holdfast-events/holdfast/internal/identity"
)

func (s *server) streamRoutes() []route {
	return []route{
		inEvent(identity.ReadEvent, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/stream", ID: "stream-event", Tag: tagEvents,
			Summary: "Follow an event", Media: "text/event-stream", Query: []string{"after_seq", "only"}, Frames: []reflect.Type{reflect.TypeFor[LiveAvailability](), reflect.TypeFor[SeatChanges]()},
			Description: "Server-sent events. `availability_changed` says how many places are left (`LiveAvailability`), at once and after each change, at most four times a second. In an event with a seating plan `seat_status_changed` says which seats are another's now (`SeatChanges`), to readers that name a seq to begin at, such as that of the chart they have; `complete: false` means that the whole chart is to be read again. With `only` it is one of the two. The id of an event is its ledger_seq: a reader that comes back with it as Last-Event-ID, or names it as `after_seq`, is told only what is newer. A comment comes every 15 seconds. Who does not keep up is disconnected.",
		}, s.streamEvent),
		on(identity.ReadInbox, Route{
			Method: http.MethodGet, Path: "/v1/me/stream", ID: "stream-me", Tag: tagAudit,
			Summary: "Follow what is one's own", Media: "text/event-stream",
			Frames:      []reflect.Type{reflect.TypeFor[LiveMessage](), reflect.TypeFor[LivePlace](), reflect.TypeFor[LiveExpiry]()},
			Description: "Server-sent events for the person of a signed link, or for who is signed in, over the next 50 events: `waitlist_offer`, `booking_confirmed` and `message` tell of new messages (`LiveMessage`), `place_changed` of the place on the waitlist, at once and after each change (`LivePlace`), `reservation_expiring` of what ends soon (`LiveExpiry`). Last-Event-ID resumes; without it the stream begins now.",
		}, s.streamMe),
	}
}

func (s *server) publicRoutes() []route {
	return []route{
		on(identity.Unauthenticated, Route{
			Method: http.MethodGet, Path: "/v1/public/events", ID: "list-public-events", Tag: tagEvents,
			Summary: "What is on", Description: "Published events of all organizations that are not over, by start. `q` searches title, place and organization: every word must stand in one of them; case and accents do not matter.",
			Query: []string{"limit", "cursor", "q"}, Problems: []Kind{kindRateLimited, kindUnavailable},
		}, s.listPublicEvents),
	}
}

func (s *server) mineRoutes() []route {
	mine := func(what, id, summary string, handle func(Route) route) route {
		return handle(Route{
			Method: http.MethodGet, Path: "/v1/me/" + what, ID: id, Tag: tagSignIn, Summary: summary,
			Description: "Over all events of all organizations: what belongs to people with the address that one is signed in with. Each can be acted on with the same calls as with a signed link.",
			Query:       []string{"limit", "cursor"},
		})
	}
	return []route{
		mine("registrations", "list-my-registrations", "Where I am registered", func(r Route) route { return on(identity.ManageSelf, r, s.myRegistrations) }),
		mine("orders", "list-my-orders", "My orders", func(r Route) route { return on(identity.ManageSelf, r, s.myOrders) }),
		mine("tickets", "list-my-tickets", "My tickets", func(r Route) route { return on(identity.ManageSelf, r, s.myTickets) }),
		mine("entries", "list-my-entries", "My places on the waitlist", func(r Route) route { return on(identity.ManageSelf, r, s.myEntries) }),
		on(identity.ReadInbox, Route{
			Method: http.MethodGet, Path: "/v1/me/inbox", ID: "read-inbox", Tag: tagAudit,
			Summary: "Read one's messages", Description: "What the person of a signed link was told about the event, or who is signed in about all events.", Query: []string{"limit", "cursor"},
		}, s.readInbox),
	}
}
