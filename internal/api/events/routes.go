package events

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) eventRoutes() []access.Route {
	return []access.Route{
		access.On(identity.CreateEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events", ID: "create-event", Tag: access.TagEvents,
			Status: http.StatusCreated, Summary: "Create an event",
			Description: "Creates an event as a draft, or published when `publish` is true. Whatever is left out has the default that its field states. " +
				"With an `Idempotency-Key` a repetition answers with the same event.",
			Problems: roomtime.Kinds, Refusals: refusal.Kinds(inventory.InvalidSettings, inventory.CapacityOutOfRange, inventory.AlreadyExists),
			Example: wire.ExampleNewEvent, Answer: wire.ExampleEvent,
		}, h.createEvent),
		access.On(identity.ListEvents, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events", ID: "list-events", Tag: access.TagEvents,
			Summary: "List events", Description: "The organization's events by id; with `q`, those whose title has this text in it, whatever its case and accents.", Query: []string{"limit", "cursor", "q"},
		}, h.listEvents),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}", ID: "get-event", Tag: access.TagEvents, Versioned: true,
			Summary: "Read an event", Description: "The event, its rules, and what is left. The public sees published events; what it is answered has an `ETag`, caches may keep it, and `If-None-Match` asks whether it is so still. Its own words are in the language that `in_language` or, to guests, `Accept-Language` asks for, text by text in the main one where there is no translation.",
			Query: []string{wire.InLanguage}, Answer: wire.ExampleEvent,
		}, h.getEvent),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}", ID: "change-event", Tag: access.TagEvents,
			Summary: "Change an event",
			Description: "What is absent stays as it is. `capacity` is that of the event-wide pool. Raising it offers the new places to the waitlist at " +
				"once. Bookings that follow the event move with its times; where others are in their way, nothing changes, and the refusal lists these. A published event with other `venue_rooms` has these booked in place of those before. " +
				"The times of a postponed event are not changed by this: `:reschedule` gives it another date and publishes it again.",
			Problems: append([]httpapi.Kind{kindSetAside, kindPassPool}, roomtime.Kinds...), Refusals: refusal.Closed(inventory.InvalidSettings, inventory.CapacityOutOfRange, inventory.SettingsMoved, inventory.ApplicationsPending, inventory.EventPostponed),
			Example: map[string]any{"capacity": 120, "waitlist": map[string]any{"position_display": "band"}}, Answer: wire.ExampleEvent,
		}, h.changeEvent),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:publish", ID: "publish-event", Tag: access.TagEvents,
			Summary: "Publish an event", Description: "From then on people can register. The rooms that it takes are booked with it, or it stays a draft, and the refusal lists all that is in the way. What hinders people nevertheless is in `warnings`, as a price that nobody is told how to pay.",
			Problems: roomtime.Kinds, Refusals: refusal.Closed(inventory.AlreadyPublished, inventory.EventPostponed),
			Answer: EventState{EventID: "evt_3k9q0a7c1v5m", Status: "published", LedgerSeq: 2},
		}, h.publishEvent),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:postpone", ID: "postpone-event", Tag: access.TagEvents,
			Summary: "Postpone an event",
			Description: "The event does not take place at its time, and another is not known yet. Nothing new is sold or offered; tickets stay good, what was offered or ordered " +
				"before can be accepted and paid until its deadline, and people can cancel as before, without a cutoff. Who has a ticket is told after half a minute. Its rooms stay booked.",
			Refusals: refusal.Closed(inventory.EventNotPublished),
			Answer:   EventState{EventID: "evt_3k9q0a7c1v5m", Status: "postponed", LedgerSeq: 60},
		}, h.postponeEvent),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:reschedule", ID: "reschedule-event", Tag: access.TagEvents,
			Summary: "Give an event another date",
			Description: "A postponed event is published again, at these times; another one is moved. Its cutoffs and when the doors open move with it, and so do bookings that follow the event. " +
				"Who has a ticket is told after half a minute.",
			Problems: roomtime.Kinds, Refusals: refusal.Closed(inventory.InvalidSettings, inventory.SettingsMoved),
			Example: map[string]any{"starts_at": "2027-12-02T17:00:00+01:00"}, Answer: wire.ExampleEvent,
		}, h.rescheduleEvent),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:cancel", ID: "cancel-event", Tag: access.TagEvents,
			Summary:     "Cancel an event",
			Description: "Ends every registration, entry and offer, tells everybody, and gives back the rooms that were booked at its times. It cannot be undone.",
			Refusals:    refusal.Closed(),
			Answer:      EventState{EventID: "evt_3k9q0a7c1v5m", Status: "cancelled", LedgerSeq: 61},
		}, h.cancelEvent),
		access.InEvent(identity.ReadFigures, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/figures", ID: "read-figures", Tag: access.TagEvents,
			Summary: "What an event adds up to", Description: "Places and takings by tier, who waits, what became of offers, and how all of it went over time.",
		}, h.readFigures),
	}
}

func (h *Handlers) poolRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadPool, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/pools/{pool_id}", ID: "get-pool", Tag: access.TagPools,
			Summary: "Read a pool", Description: "`capacity = available + held + confirmed + blocked`, unless it is overcommitted.",
		}, h.getPool),
		access.InEvent(identity.ChangePool, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}/pools/{pool_id}", ID: "change-pool", Tag: access.TagPools,
			Summary:     "Change a pool",
			Description: "Sets its capacity.",
			Refusals:    refusal.Closed(inventory.CapacityOutOfRange),
			Problems:    []httpapi.Kind{kindSetAside, kindPassPool},
			Example:     PoolChange{Capacity: 60},
		}, h.changePool),
		access.InEvent(identity.ChangeBlocks, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/blocks", ID: "create-block", Tag: access.TagPools,
			Status:      http.StatusCreated,
			Summary:     "Block units or seats",
			Description: "Takes free units, or seats by name, out of circulation until the block is deleted.",
			Refusals:    refusal.Closed(inventory.NotEnoughUnits, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatsRequired),
			Example:     NewBlock{Units: 4},
			Answer:      Block{ID: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", Status: "held", TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Units: 4, LedgerSeq: 47},
		}, createBlock),
		access.InEvent(identity.ReadBlocks, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/blocks", ID: "list-blocks", Tag: access.TagPools,
			Summary: "List blocks", Description: "The blocks that stand, by id.", Query: []string{"limit", "cursor"},
		}, h.listBlocks),
		access.On(identity.ChangeBlocks, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/blocks/{block_id}:unblock", ID: "unblock-seats", Tag: access.TagPools,
			Summary:     "Unblock some seats",
			Description: "Gives some of the seats of a block back; the waitlist comes first. The block goes on with the others and ends with its last.",
			Refusals:    refusal.Closed(), Example: Unblocking{SeatIDs: []string{"sea_3k9q0a7c1v5m0000000000000012"}},
			Answer: Block{ID: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", Status: "held", Units: 1, SeatIDs: []string{"sea_3k9q0a7c1v5m0000000000000011"}, LedgerSeq: 48},
		}, h.unblockSeats),
		access.On(identity.ChangeBlocks, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/blocks/{block_id}", ID: "delete-block", Tag: access.TagPools,
			Summary:     "Unblock units or seats",
			Description: "Gives all that the block has back; the waitlist comes first.",
			Refusals:    refusal.Closed(),
			Problems:    []httpapi.Kind{kindSetAside},
			Answer:      wire.Ended{Status: "released", LedgerSeq: 48},
		}, h.deleteBlock),
	}
}

var stateProblems = []httpapi.Kind{kindPending, kindNoReplay}

func (h *Handlers) auditRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ReadAudit, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/audit", ID: "read-audit", Tag: access.TagAudit,
			Summary: "Read the audit log",
			Description: "With `subject` the story of one order, block, entry, offer, seat or pool, its last 200 rows (that of a seat is told by the orders " +
				"and blocks that had it); without, the whole log in pages. Each row's hash covers the row before it, and the last is signed.",
			Query: []string{"limit", "cursor", "subject"},
		}, h.readAudit),
		access.InEvent(identity.ReadAudit, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/state", ID: "read-state", Tag: access.TagAudit,
			Summary: "An event as it stood",
			Description: "What the event added up to after an audit row, or at a time: worked out from the audit rows up to there, of which there may be 100,000. " +
				"Without `at`, now. What no audit row tells is as it is by now: names, and which tier takes from which pools.",
			Query: []string{"at"}, Problems: stateProblems,
		}, h.readState),
		access.InEvent(identity.ReadAudit, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/state/waitlist", ID: "read-state-waitlist", Tag: access.TagAudit,
			Summary: "The waitlist as it stood",
			Description: "Who waited and who had an offer, as in `/state`. Give `at` the `ledger_seq` of the first page on those that follow: a cursor is good for " +
				"one row alone.",
			Query: []string{"limit", "cursor", "at"}, Problems: stateProblems,
		}, h.readStateWaitlist),
		access.InEvent(identity.ReadAudit, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/state/seats", ID: "read-state-seats", Tag: access.TagAudit,
			Summary:     "The seats as they stood",
			Description: "Which seats were not free and which order or block had them, as in `/state`; in pages as `/state/waitlist`.",
			Query:       []string{"limit", "cursor", "at"}, Problems: stateProblems,
		}, h.readStateSeats),
	}
}
