package access

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/archives"
)

// KindArchived refuses what an archived event does not have at hand, and all changes of it.
var KindArchived = httpapi.Kind{
	Code: "event_archived", Status: http.StatusConflict, Title: "The event is archived",
	Help: "It is over, and most of what it had is in a file. Tickets, orders, invoices and the public log are read as before. Nothing was changed: " +
		"an organizer can bring the event back with POST /v1/events/{event_id}:restore.",
}

// KindElsewhere refuses what is asked of an event while it is on its way to another cell (0184).
var KindElsewhere = httpapi.Kind{
	Code: "event_moving", Status: http.StatusServiceUnavailable, Title: "The event is being moved",
	Help: "It is on its way to another database, which takes seconds. Nothing was changed: send the same request again after Retry-After.",
}

// KindEventsElsewhere refuses what an organization with events in other cells cannot have (0188).
var KindEventsElsewhere = httpapi.Kind{
	Code: "events_elsewhere", Status: http.StatusConflict, Title: "Events live in other cells",
	Help: "Events of the organization live in other databases of this installation, which do not know invoices, bank accounts and payment accounts of organizations yet, and where no dates and passes of series are made. " +
		"Whoever runs the installation can move them back: holdfast cell move.",
}

// inFile are the paths that answer from rows that leave the tables when an event is archived.
var inFile = []string{
	"/v1/events/{event_id}/announcements", "/v1/announcements/{announcement_id}", "/v1/events/{event_id}/applications", "/v1/events/{event_id}/audit",
	"/v1/events/{event_id}/automatic-announcements", "/v1/events/{event_id}/ballot", "/v1/events/{event_id}/blocks", "/v1/events/{event_id}/figures",
	"/v1/events/{event_id}/guests/{user_id}", "/v1/events/{event_id}/invitations", "/v1/events/{event_id}/invitations/{invitation_id}", "/v1/events/{event_id}/invitation-links",
	"/v1/events/{event_id}/log/proof", "/v1/events/{event_id}/overrides", "/v1/events/{event_id}/people/{user_id}/data",
	"/v1/events/{event_id}/state", "/v1/events/{event_id}/state/seats", "/v1/events/{event_id}/state/waitlist", "/v1/events/{event_id}/takers",
	"/v1/events/{event_id}/waitlist", "/v1/orders/{order_id}/proof", "/v1/tickets/{ticket_id}/proof", "/v1/waitlist/{entry_id}/history", "/v1/waitlist/{entry_id}/proof",
}

// InFile are the paths that an archived event does not answer, for tests.
func InFile() []string { return slices.Clone(inFile) }

// archived refuses what cannot be done with an archived event. Whoever is erased from one is
// erased from its file.
func (c *Call) archived(k *EventSummary) error {
	if k.Elsewhere {
		return archives.ErrElsewhere
	}
	if !k.Archived || c.Action == identity.ManageArchives || c.Action == identity.ErasePerson {
		return nil
	}
	if c.Route.Method == http.MethodGet && !slices.Contains(inFile, c.Route.Path) {
		return nil
	}
	return KindArchived.Problem()
}
