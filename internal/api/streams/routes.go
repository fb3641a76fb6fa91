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
				"with it as Last-Event-ID, or names it as `after_seq`, is told only what is newer. A comment comes every 15 seconds. The stream ends when the key, session or link it was opened with is no longer good. Anyone who does not " +
				"keep up is disconnected.",
			Problems: []httpapi.Kind{access.KindShuttingDown},
		}, h.streamEvent),
		access.On(identity.FollowOwn, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/me/stream", ID: "stream-me", Tag: access.TagAudit,
			Summary: "Follow what is one's own", Media: httpapi.EventStream,
			Query: []string{"ref"},
			Frames: []reflect.Type{
				reflect.TypeFor[LiveOrder](), reflect.TypeFor[LiveOffer](), reflect.TypeFor[LivePlace](), reflect.TypeFor[LiveExpiry](),
				reflect.TypeFor[LiveBooking](), reflect.TypeFor[LiveMessage](),
			},
			Description: "Server-sent events for the person of a signed link, or for the signed-in account, over the next 50 events that they take part in when it begins. " +
				"With `ref` it is of one order, place on the waitlist or offer; so it is with every link that is not fresh, which reaches what it leads to: " +
				"the order, or the place with its offers and the order that came of it.\n\n" +
				"| event | data | when |\n|---|---|---|\n" +
				"| `order_changed` | `LiveOrder` | at once, and after each change of an order, its payment or its refunds |\n" +
				"| `waitlist_offer` | `LiveOffer` | at once while an offer is open, when one is made, and when its deadline moves |\n" +
				"| `place_changed` | `LivePlace` | at once, and after each change of the place on the waitlist |\n" +
				"| `reservation_expiring` | `LiveExpiry` | once before an offer or an order that is not paid lapses: 5 minutes before, or when a quarter of its time is left |\n" +
				"| `booking_confirmed` | `LiveBooking` | when an order is confirmed: paid for, free, or claimed |\n" +
				"| `message` | `LiveMessage` | when the person was told anything else; of all of the person's only |\n\n" +
				"What comes at once is how things stand, and comes again whenever the stream is opened: a reader that comes back has missed no state. " +
				"With Last-Event-ID it is told what was confirmed and said since, too. `seconds_left` is by the server's clock, whatever that of the reader shows. " +
				"A comment comes every 15 seconds. Anyone who does not take what is sent within 10 seconds is disconnected; nothing is kept for them. " +
				"The stream ends when the session or the link is no longer good.",
			Problems: []httpapi.Kind{access.KindShuttingDown, httpapi.KindNotFound},
		}, h.streamMe),
	}
}
