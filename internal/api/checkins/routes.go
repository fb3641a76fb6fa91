package checkins

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) checkinRoutes() []access.Route {
	return []access.Route{
		access.On(identity.CheckIn, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/checkins", ID: "check-in", Tag: access.TagTickets,
			Summary: "Let a ticket in",
			Description: "Decides whether somebody with this ticket may come in now, and records it. Of all who ask for one ticket at once, one is admitted. " +
				"The same `device_id` and `scan_id` again, or the same `Idempotency-Key`, is answered `admit` again.",
			Problems: []httpapi.Kind{httpapi.KindNotFound},
			Example:  map[string]any{"event_id": "evt_3k9q0a7c1v5m", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "gate": "North", "device_id": "tablet-3", "scan_id": "000117"},
		}, h.checkIn),
		access.On(identity.HandInScans, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/checkins:sync", ID: "sync-checkins", Tag: access.TagTickets,
			Summary: "Send scans made offline",
			Description: "Stores what a device decided without a network. Scans may be sent in any order and again; the same set of scans always leads to " +
				"the same state. Of the scans that admitted one ticket the earliest stands, and each other is flagged as a double admission. A phone whose " +
				"pass is over may still send, for a day, what it scanned before; what it scanned afterwards is not stored.",
			Problems: []httpapi.Kind{httpapi.KindNotFound},
			Example: map[string]any{"event_id": "evt_3k9q0a7c1v5m", "device_id": "tablet-3", "scans": []map[string]any{
				{"scan_id": "000118", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02", "at": "2026-05-01T18:02:11Z", "gate": "North", "verdict": "admit"}}},
		}, h.syncCheckins),
		access.InEvent(identity.CheckIn, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-bundle", ID: "get-checkin-bundle", Tag: access.TagTickets, Versioned: true,
			Summary: "What a scanner needs offline",
			Description: "The public key of the event's tokens, the rules of a list, and hashes of the tickets that are good there, that are good " +
				"elsewhere, and that are void, and short codes, in pages. No personal data. Has an `ETag`: ask again with `If-None-Match`.",
			Query: []string{"cursor", "list_id"},
		}, h.checkinBundle),
		access.InEvent(identity.ReadCheckins, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkins", ID: "read-checkins", Tag: access.TagTickets,
			Summary:     "Who is in",
			Description: "How many came in at a list, by gate, and the double admissions in pages, each with the scan that it repeats.",
			Query:       []string{"limit", "cursor", "list_id"},
		}, h.readCheckins),
		access.On(identity.Override, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/checkins:override", ID: "override-check-in", Tag: access.TagTickets,
			Summary: "Let a ticket in against the rules",
			Description: "For supervisors: whoever it is comes in, whatever the list says, and who said so and why is kept. Only a ticket that was issued " +
				"can be let in.",
			Problems: []httpapi.Kind{httpapi.KindNotFound},
			Example:  map[string]any{"event_id": "evt_3k9q0a7c1v5m", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "gate": "North", "reason": "Ticket was scanned by mistake, holder has an ID"},
		}, h.overrideCheckIn),
		access.InEvent(identity.ReadOverrides, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/overrides", ID: "list-overrides", Tag: access.TagTickets,
			Summary: "Who came in against the rules", Description: "By time, naming who said so and why.", Query: []string{"limit", "cursor"},
		}, h.listOverrides),
		access.InEvent(identity.SearchTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/tickets", ID: "search-tickets", Tag: access.TagTickets,
			Summary: "Find a ticket",
			Description: "By words that the names begin with, in any script, with or without accents; by a whole e-mail address; by the id of an order or a " +
				"ticket; by what is on a ticket: its short code, what its QR code says, or the code of the shop that sold it. A code that was replaced finds nothing. Addresses are shown to the box office, not to the door. At a date of a series it finds the tickets of passes that cover it too.",
			Query: []string{"q", "list_id"},
		}, h.searchTickets),
		access.InEvent(identity.ChangeLists, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/checkin-lists", ID: "create-checkin-list", Tag: access.TagTickets,
			Status:  http.StatusCreated,
			Summary: "Make a list of the door",
			Description: "A list has tiers, hours and gates of its own, and lets each ticket in by itself: a day of a festival, a lounge, a stage. " +
				"`re_entry` cannot be changed later.",
			Problems: []httpapi.Kind{kindGateTaken, kindTooManyLists},
			Example:  map[string]any{"name": "Lounge", "gates": []string{"Lounge door"}, "re_entry": "exit", "opens_at": "2027-11-11T16:30:00Z"},
		}, h.createList),
		access.InEvent(identity.ReadCheckins, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-lists", ID: "list-checkin-lists", Tag: access.TagTickets,
			Summary: "The lists of the door", Description: "All of them, at most 50, by id. An event that sells passes has as many more for each date that they cover.",
		}, h.listLists),
		access.On(identity.ChangeLists, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/checkin-lists/{list_id}", ID: "change-checkin-list", Tag: access.TagTickets,
			Summary:     "Change a list of the door",
			Description: "What is absent stays as it is. To close a list, set `closes_at`.",
			Problems:    []httpapi.Kind{kindGateTaken, kindListMoved},
			Example:     map[string]any{"closes_at": "2027-11-11T22:00:00Z"},
		}, h.changeList),
	}
}
