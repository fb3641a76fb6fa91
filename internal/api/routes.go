package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Tags group the operations in the documentation.
const (
	tagEvents        = "Events"
	tagRegistrations = "Registrations"
	tagWaitlist      = "Waitlist and offers"
	tagOrders        = "Orders"
	tagTickets       = "Tickets and check-in"
	tagPools         = "Pools and blocks"
	tagAudit         = "Audit and messages"
	tagKeys          = "API keys"
	tagSignIn        = "Signing in"
	tagMembers       = "Organization and members"
	tagOperations    = "Operations"
	tagSeats         = "Venues and seats"
)

// routes is the table of everything that the API answers, beside its
// documentation and the pages for people.
func (s *server) routes() []route {
	var all []route
	all = append(all, s.eventRoutes()...)
	all = append(all, s.registrationRoutes()...)
	all = append(all, s.orderRoutes()...)
	all = append(all, s.codeRoutes()...)
	all = append(all, s.lineRoutes()...)
	all = append(all, s.ticketRoutes()...)
	all = append(all, s.transferRoutes()...)
	all = append(all, s.exchangeRoutes()...)
	all = append(all, s.checkinRoutes()...)
	all = append(all, s.paymentRoutes()...)
	all = append(all, s.poolRoutes()...)
	all = append(all, s.venueRoutes()...)
	all = append(all, s.seatRoutes()...)
	all = append(all, s.seatOrderRoutes()...)
	all = append(all, s.seatWaitlistRoutes()...)
	all = append(all, s.auditRoutes()...)
	all = append(all, s.messageRoutes()...)
	all = append(all, s.keyRoutes()...)
	all = append(all, s.signInRoutes()...)
	all = append(all, s.memberRoutes()...)
	all = append(all, s.publicRoutes()...)
	all = append(all, s.streamRoutes()...)
	all = append(all, s.mineRoutes()...)
	all = append(all, s.passkeyRoutes()...)
	all = append(all, s.webhookRoutes()...)
	all = append(all, s.exportRoutes()...)
	all = append(all, s.importRoutes()...)
	all = append(all, s.privacyRoutes()...)
	return append(all, s.healthRoutes()...)
}

func (s *server) eventRoutes() []route {
	return []route{
		on(identity.CreateEvent, Route{
			Method: http.MethodPost, Path: "/v1/events", ID: "create-event", Tag: tagEvents,
			Status: http.StatusCreated, Summary: "Create an event",
			Description: "Creates an event as a draft, or published when `publish` is true. Whatever is left out has the default that its field states. With an `Idempotency-Key` a repetition answers with the same event.",
			Refusals:    refused(inventory.InvalidSettings, inventory.CapacityOutOfRange, inventory.AlreadyExists),
			Example:     exampleNewEvent, Answer: exampleEvent,
		}, s.createEvent),
		on(identity.ListEvents, Route{
			Method: http.MethodGet, Path: "/v1/events", ID: "list-events", Tag: tagEvents,
			Summary: "List events", Description: "The organization's events by id.", Query: []string{"limit", "cursor"},
		}, s.listEvents),
		inEvent(identity.ReadEvent, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}", ID: "get-event", Tag: tagEvents,
			Summary: "Read an event", Description: "The event, its rules, and what is left. The public sees published events.", Answer: exampleEvent,
		}, s.getEvent),
		inEvent(identity.ChangeEvent, Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}", ID: "change-event", Tag: tagEvents,
			Summary: "Change an event", Description: "What is absent stays as it is. `capacity` is that of the event-wide pool. Raising it offers the new places to the waitlist at once.",
			Refusals: closed(inventory.InvalidSettings, inventory.CapacityOutOfRange, inventory.SettingsMoved),
			Example:  map[string]any{"capacity": 120, "waitlist": map[string]any{"position_display": "band"}}, Answer: exampleEvent,
		}, s.changeEvent),
		on(identity.ChangeEvent, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:publish", ID: "publish-event", Tag: tagEvents,
			Summary: "Publish an event", Description: "From then on people can register.", Refusals: closed(inventory.AlreadyPublished),
			Answer: EventState{"evt_3k9q0a7c1v5m", "published", 2},
		}, s.publishEvent),
		on(identity.ChangeEvent, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}:cancel", ID: "cancel-event", Tag: tagEvents,
			Summary: "Cancel an event", Description: "Ends every registration, entry and offer, and tells everybody. It cannot be undone.", Refusals: closed(),
			Answer: EventState{"evt_3k9q0a7c1v5m", "cancelled", 61},
		}, s.cancelEvent),
		inEvent(identity.ReadFigures, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/figures", ID: "read-figures", Tag: tagEvents,
			Summary: "What an event adds up to", Description: "Places and takings by tier, who waits, what became of offers, and how all of it went over time.",
		}, s.readFigures),
	}
}

func (s *server) registrationRoutes() []route {
	return []route{
		inEvent(identity.Register, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/registrations", ID: "register", Tag: tagRegistrations,
			Status: http.StatusCreated, Lean: true, Summary: "Register",
			Description: "Takes a place for a person and one for each guest, all or none. When it is full, `join_waitlist` puts the party on the waitlist instead. Without a key an address and a name are needed and the rate is limited; the way to cancel later is the link in the message.",
			Refusals:    joining(inventory.SoldOut),
			Example:     exampleRegistration, Answer: exampleStanding,
		}, s.register),
		inEvent(identity.ListGuests, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/registrations", ID: "list-registrations", Tag: tagRegistrations,
			Summary: "List registrations", Description: "The guest list: registrations that are confirmed, or with `status=released` those that ended.", Query: []string{"limit", "cursor", "status"},
		}, s.listRegistrations),
		inEvent(identity.ListGuests, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/guests", ID: "list-guests", Tag: tagRegistrations,
			Summary:     "Everybody at an event",
			Description: "Each person with what they have there: registration, orders, place on the waitlist, tickets, and whether they came in. The latest first. `q` finds by name, address, `user_id`, guests who come along and ids of orders: every word must occur; case and accents do not matter.",
			Query:       []string{"limit", "cursor", "q", "standing", "tier_id", "checked_in"},
		}, s.listGuests),
		on(identity.ListGuests, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/guests/{user_id}", ID: "get-guest", Tag: tagRegistrations,
			Summary: "A guest", Description: "All that an event knows of a person: tickets, what is live and what is over.",
		}, s.getGuest),
		on(identity.ReadGuest, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/registrations/{user_id}", ID: "get-registration", Tag: tagRegistrations,
			Summary: "Where a person stands", Description: "The live registration or place on the waitlist of a person, or the latest that ended.",
		}, s.getRegistration),
		on(identity.CancelGuest, Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/registrations/{user_id}", ID: "cancel-registration", Tag: tagRegistrations,
			Summary: "Cancel a registration", Description: "Gives the places back. In the same step they are offered to the waitlist. Who only waits leaves with `DELETE /v1/waitlist/{entry_id}`.",
			Refusals: closed(inventory.CancellationClosed), Answer: Ended{"released", 44},
		}, s.cancelRegistration),
	}
}

func (s *server) lineRoutes() []route {
	return []route{
		inEvent(identity.JoinWaitlist, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/waitlist:join", ID: "join-waitlist", Tag: tagWaitlist,
			Status: http.StatusCreated, Lean: true, Summary: "Join the waitlist",
			Description: "Takes a place on the waitlist. When the party fits at once and nobody is before it, it is promoted in the same step.",
			Refusals:    joining(), Example: exampleRegistrationPlain, Answer: exampleWaiting,
		}, s.joinWaitlist),
		inEvent(identity.ListWaitlist, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/waitlist", ID: "list-waitlist", Tag: tagWaitlist,
			Summary: "The waitlist", Description: "Who waits, in order: priority class as it has aged, then arrival.", Query: []string{"limit", "cursor", "tier_id"},
		}, s.listWaitlist),
		on(identity.ReadEntry, Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}", ID: "get-entry", Tag: tagWaitlist,
			Summary: "Read a place on the waitlist", Description: "State, place and open offer. A person sees the place as the event shows it: exactly, as a band, or not.",
		}, s.getEntry),
		on(identity.LeaveWaitlist, Route{
			Method: http.MethodDelete, Path: "/v1/waitlist/{entry_id}", ID: "leave-waitlist", Tag: tagWaitlist,
			Summary: "Leave the waitlist", Description: "Ends an entry, and the open offer if there is one. By staff it is a removal, and the person is told.",
			Refusals: closed(inventory.EntryEnded), Answer: Ended{"left", 45},
		}, s.leaveWaitlist),
		on(identity.ReadEntry, Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}/history", ID: "get-entry-history", Tag: tagWaitlist,
			Summary: "Why the place changed", Description: "Each change of place and its reason, newest first. Other people appear under names that mean nothing elsewhere.", Query: []string{"limit", "cursor"},
			Answer: exampleHistory,
		}, s.entryHistory),
		on(identity.ReadOffer, Route{
			Method: http.MethodGet, Path: "/v1/offers/{offer_id}", ID: "get-offer", Tag: tagWaitlist,
			Summary: "Read an offer", Description: "A place that is kept for a person until `expires_at`.",
		}, s.getOffer),
		on(identity.AnswerOffer, Route{
			Method: http.MethodPost, Path: "/v1/offers/{offer_id}:accept", ID: "accept-offer", Tag: tagWaitlist,
			Summary: "Accept an offer", Description: "Confirms the place. Accepting again answers the same.",
			Refusals: closed(inventory.OfferEnded, inventory.RegistrationClosed), Answer: exampleStanding,
		}, s.acceptOffer),
		on(identity.AnswerOffer, Route{
			Method: http.MethodPost, Path: "/v1/offers/{offer_id}:decline", ID: "decline-offer", Tag: tagWaitlist,
			Summary: "Decline an offer", Description: "Gives the place to the next on the waitlist.", Refusals: closed(inventory.OfferEnded), Answer: Ended{"declined", 46},
		}, s.declineOffer),
		on(identity.ExtendOffer, Route{
			Method: http.MethodPost, Path: "/v1/offers/{offer_id}:extend", ID: "extend-offer", Tag: tagWaitlist,
			Summary: "Extend an offer", Description: "Moves the end of the claim window later: to `until`, or by `by_seconds`. Never past the registration cutoff. The person is told.",
			Refusals: closed(inventory.OfferEnded, inventory.ExtendTooShort, inventory.ExtendPastCutoff),
			Example:  map[string]any{"by_seconds": 7200},
		}, s.extendOffer),
	}
}

func (s *server) poolRoutes() []route {
	return []route{
		inEvent(identity.ReadPool, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/pools/{pool_id}", ID: "get-pool", Tag: tagPools,
			Summary: "Read a pool", Description: "`capacity = available + held + confirmed + blocked`, unless it is overcommitted.",
		}, s.getPool),
		inEvent(identity.ChangePool, Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}/pools/{pool_id}", ID: "change-pool", Tag: tagPools,
			Summary: "Change a pool", Description: "Sets its capacity.", Refusals: closed(inventory.CapacityOutOfRange), Example: PoolChange{Capacity: 60},
		}, s.changePool),
		inEvent(identity.ChangeBlocks, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/blocks", ID: "create-block", Tag: tagPools,
			Status: http.StatusCreated, Summary: "Block units or seats", Description: "Takes free units, or seats by name, out of circulation until the block is deleted.",
			Refusals: closed(inventory.NotEnoughUnits, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatsRequired), Example: NewBlock{Units: 4},
			Answer: Block{ID: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", Status: "held", TierID: "tir_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Units: 4, LedgerSeq: 47},
		}, s.createBlock),
		inEvent(identity.ReadBlocks, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/blocks", ID: "list-blocks", Tag: tagPools,
			Summary: "List blocks", Description: "The blocks that stand.",
		}, s.listBlocks),
		on(identity.ChangeBlocks, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/blocks/{block_id}:unblock", ID: "unblock-seats", Tag: tagPools,
			Summary: "Unblock some seats", Description: "Gives some of the seats of a block back; the waitlist comes first. The block goes on with the others and ends with its last.",
			Refusals: closed(), Example: Unblocking{SeatIDs: []string{"sea_3k9q0a7c1v5m0000000000000012"}},
			Answer: Block{ID: "blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", Status: "held", Units: 1, SeatIDs: []string{"sea_3k9q0a7c1v5m0000000000000011"}, LedgerSeq: 48},
		}, s.unblockSeats),
		on(identity.ChangeBlocks, Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/blocks/{block_id}", ID: "delete-block", Tag: tagPools,
			Summary: "Unblock units or seats", Description: "Gives all that the block has back; the waitlist comes first.", Refusals: closed(), Answer: Ended{"released", 48},
		}, s.deleteBlock),
	}
}

func (s *server) auditRoutes() []route {
	return []route{
		inEvent(identity.ReadAudit, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/audit", ID: "read-audit", Tag: tagAudit,
			Summary: "Read the audit log", Description: "With `subject` the story of one order, block, entry, offer, seat or pool, its last 200 rows (that of a seat is told by the orders and blocks that had it); without, the whole log in pages. Each row's hash covers the row before it, and the last is signed.",
			Query: []string{"limit", "cursor", "subject"},
		}, s.readAudit),
	}
}

func (s *server) keyRoutes() []route {
	return []route{
		on(identity.ManageKeys, Route{
			Method: http.MethodPost, Path: "/v1/api-keys", ID: "create-api-key", Tag: tagKeys,
			Status: http.StatusCreated, Summary: "Make an API key", Description: "The key is shown once. A repetition with the same `Idempotency-Key` shows it again.",
			Refusals: refused(inventory.AlreadyExists), Example: map[string]any{"name": "Door, tablet 3", "role": "door"},
		}, s.createKey),
		on(identity.ManageKeys, Route{
			Method: http.MethodGet, Path: "/v1/api-keys", ID: "list-api-keys", Tag: tagKeys,
			Summary: "List API keys", Description: "All keys of the organization, without their secrets.",
		}, s.listKeys),
		on(identity.ManageKeys, Route{
			Method: http.MethodDelete, Path: "/v1/api-keys/{key_id}", ID: "revoke-api-key", Tag: tagKeys,
			Summary: "Revoke an API key", Description: "Ends a key. Every server refuses it within 5 seconds.", Answer: Revoked{"key_3k9q0a7c1v5m", "revoked"},
		}, s.revokeKey),
	}
}

func (s *server) healthRoutes() []route {
	return []route{
		on(identity.Unauthenticated, Route{
			Method: http.MethodGet, Path: "/healthz", ID: "health", Tag: tagOperations,
			Summary: "Is the process alive", Description: "Answers as long as the process serves requests.", Answer: Health{Status: "ok"},
		}, s.health),
		on(identity.Unauthenticated, Route{
			Method: http.MethodGet, Path: "/readyz", ID: "ready", Tag: tagOperations, Problems: []Kind{kindUnavailable},
			Summary: "Can it serve", Description: "Asks the database; 503 when it does not answer or its schema is not current.", Answer: Health{Status: "ok"},
		}, s.ready),
	}
}
