package streams

import (
	"net/http"
	"reflect"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) streamRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/stream", ID: "stream-event", Tag: access.TagEvents,
			Summary: "Follow an event",
			Media:   httpapi.EventStream,
			Query:   []string{"after_seq", "only"},
			Frames:  []reflect.Type{reflect.TypeFor[LiveAvailability](), reflect.TypeFor[wire.SeatChanges]()},
			Description: "Server-sent events. `availability_changed` says how many places are left (`LiveAvailability`), at once and after each change, at " +
				"most four times a second. In an event with a seating plan `seat_status_changed` says which seats are another's now " +
				"(`SeatChanges`), to readers that name a seq to begin at, such as that of the chart they have; `complete: false` means that the " +
				"whole chart is to be read again. With `only` it is one of the two. The id of an event is its ledger_seq: a reader that comes back " +
				"with it as Last-Event-ID, or names it as `after_seq`, is told only what is newer. A comment comes every 15 seconds. The stream ends when the key, session or link it was opened with is good no more. Who does not " +
				"keep up is disconnected.",
			Problems: []httpapi.Kind{access.KindShuttingDown},
		}, h.streamEvent),
		access.On(identity.ReadInbox, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/stream", ID: "stream-me", Tag: access.TagAudit,
			Summary: "Follow what is one's own", Media: httpapi.EventStream,
			Frames: []reflect.Type{reflect.TypeFor[LiveMessage](), reflect.TypeFor[LivePlace](), reflect.TypeFor[LiveExpiry]()},
			Description: "Server-sent events for the person of a signed link, or for who is signed in, over the next 50 events: `waitlist_offer`, " +
				"`booking_confirmed` and `message` tell of new messages (`LiveMessage`), `place_changed` of the place on the waitlist, at once and " +
				"after each change (`LivePlace`), `reservation_expiring` of what ends soon (`LiveExpiry`). Last-Event-ID resumes; without it the " +
				"stream begins now. The stream ends when the session or the link is good no more.",
			Problems: []httpapi.Kind{access.KindShuttingDown},
		}, h.streamMe),
	}
}
