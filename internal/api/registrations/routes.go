package registrations

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) registrationRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.Register, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/registrations", ID: "register", Tag: access.TagRegistrations,
			Problems: access.ChallengeProblems,
			Status:   http.StatusCreated, Lean: true, Summary: "Register",
			Description: "Takes a place for a person and one for each guest, all or none. When it is full, `join_waitlist` puts the party on the waitlist " +
				"instead. At an event of which `approval` is true it is an application, which takes nothing and waits for the organizer's answer. Without a key an address and a name are needed and the rate is limited; the way to cancel later is the link in the " +
				"message. Callers who have not proven the address are answered like newcomers even where its person is registered or waits: then nothing is taken, " +
				"and the person is mailed what they have.",
			Refusals: refusal.Joining(inventory.SoldOut),
			Example:  wire.ExampleRegistration, Answer: wire.ExampleStanding,
		}, h.register),
		access.InEvent(identity.ListGuests, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/registrations", ID: "list-registrations", Tag: access.TagRegistrations,
			Summary:     "List registrations",
			Description: "The guest list: registrations that are confirmed, or with `status=released` those that ended.",
			Query:       []string{"limit", "cursor", "status"},
		}, h.listRegistrations),
		access.InEvent(identity.ListGuests, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/guests", ID: "list-guests", Tag: access.TagRegistrations,
			Summary: "Everybody at an event",
			Description: "Each person with what they have there: registration, orders, place on the waitlist, tickets, and whether they came in. The latest " +
				"first. `q` finds by name, address, `user_id`, guests who come along, and by the id of an order or its beginning: every word must occur; case and accents " +
				"do not matter. `answer` is for those who may read answers: it finds whoever registered, ordered or waits with that answer, of their own or of one who " +
				"comes with them; a place that was given back does not count.",
			Query: []string{"limit", "cursor", "q", "standing", "tier_id", "checked_in", "answer"},
		}, h.listGuests),
		access.On(identity.ListGuests, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/guests/{user_id}", ID: "get-guest", Tag: access.TagRegistrations,
			Summary: "A guest", Description: "All that an event knows of a person: tickets, what is live and what is over.",
		}, h.getGuest),
		access.On(identity.ReadGuest, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/registrations/{user_id}", ID: "get-registration", Tag: access.TagRegistrations,
			Summary: "Where a person stands", Description: "The live registration or place on the waitlist of a person, or the latest that ended.",
		}, h.getRegistration),
		access.On(identity.CancelGuest, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/registrations/{user_id}", ID: "cancel-registration", Tag: access.TagRegistrations,
			Summary: "Cancel a registration",
			Description: "Gives the places back. In the same step they are offered to the waitlist. Who only waits leaves with `DELETE " +
				"/v1/waitlist/{entry_id}`.",
			Refusals: refusal.Closed(inventory.CancellationClosed), Answer: wire.Ended{Status: "released", LedgerSeq: 44},
		}, h.cancelRegistration),
	}
}

func (h *Handlers) waitlistRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.JoinWaitlist, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/waitlist:join", ID: "join-waitlist", Tag: access.TagWaitlist,
			Problems: access.ChallengeProblems,
			Status:   http.StatusCreated, Lean: true, Summary: "Join the waitlist",
			Description: "Takes a place on the waitlist for tickets, or for goods: a person can wait for both, and for each of several goods. When the party fits at once and nobody is before it, it is promoted in the same step. A tier that " +
				"costs something, or goods, and is there for everybody is ordered instead: the answer is a pending order, with the time that a payment has. Callers who have not proven the address are answered like newcomers even where its person is there already.",
			Refusals: refusal.Joining(inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.TooManyUnpaid, inventory.PaymentRequired), Example: wire.ExampleRegistrationPlain, Answer: wire.ExampleWaiting,
		}, h.joinWaitlist),
		access.InEvent(identity.ListWaitlist, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/waitlist", ID: "list-waitlist", Tag: access.TagWaitlist,
			Summary:     "The waitlist",
			Description: "Who waits, in order: priority class as it has aged, then arrival. To those who may read answers with what was answered to the questions of the event.",
			Query:       []string{"limit", "cursor", "tier_id"},
		}, h.listWaitlist),
		access.On(identity.ReadEntry, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}", ID: "get-entry", Tag: access.TagWaitlist,
			Summary:     "Read a place on the waitlist",
			Description: "State, place and open offer. A person sees the place as the event shows it: exactly, as a band, or not.",
		}, h.getEntry),
		access.On(identity.LeaveWaitlist, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/waitlist/{entry_id}", ID: "leave-waitlist", Tag: access.TagWaitlist,
			Summary: "Leave the waitlist", Description: "Ends an entry, and the open offer if there is one. By staff it is a removal, and the person is told. An application is withdrawn by the applicant; staff decline it.",
			Refusals: refusal.Closed(inventory.EntryEnded, inventory.ApplicationsPending), Answer: wire.Ended{Status: "left", LedgerSeq: 45},
		}, leaveWaitlist),
		access.On(identity.ReadEntry, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}/history", ID: "get-entry-history", Tag: access.TagWaitlist,
			Summary:     "Why the place changed",
			Description: "Each change of place and its reason, newest first. Other people appear under names that mean nothing elsewhere.",
			Query:       []string{"limit", "cursor"},
			Answer:      wire.ExampleHistory,
		}, h.entryHistory),
		access.On(identity.ReadOffer, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/offers/{offer_id}", ID: "get-offer", Tag: access.TagWaitlist,
			Summary: "Read an offer", Description: "A place that is kept for a person until `expires_at`.",
		}, h.getOffer),
		access.On(identity.AnswerOffer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/offers/{offer_id}:accept", ID: "accept-offer", Tag: access.TagWaitlist,
			Summary: "Accept an offer", Description: "Confirms the place. Accepting again answers the same. In a tier with pricing chosen the person says with unit_price what they pay for each: with 0, where that may be chosen, the place is confirmed at once. Whoever takes the ticket of somebody who sells it back pays something. What costs something costs what its tier did when it was offered, whatever that costs by now, and is paid until expires_at: payment_url leads there. With add_ons the person takes add-ons with the tickets, which cost what they do now, or gives a donation; with what costs something a place that costs nothing is theirs once that is paid.",
			Refusals: refusal.Closed(inventory.OfferEnded, inventory.RegistrationClosed, inventory.PriceOutOfRange, inventory.PriceFixed,
				inventory.CodeUnknown, inventory.CodeNotValid, inventory.CodeUsedUp, inventory.CodeNotApplicable, inventory.NotFound, inventory.SoldOut,
				inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.SaleNotOpen, inventory.SaleOver, inventory.AddOnWithoutTicket, inventory.LimitPerCard, inventory.InvalidSettings), Answer: wire.ExampleStanding,
			Bodiless: true, Example: map[string]any{},
		}, h.acceptOffer),
		access.On(identity.AnswerOffer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/offers/{offer_id}:decline", ID: "decline-offer", Tag: access.TagWaitlist,
			Summary:     "Decline an offer",
			Description: "Gives the place to the next on the waitlist.",
			Refusals:    refusal.Closed(inventory.OfferEnded),
			Answer:      wire.Ended{Status: "declined", LedgerSeq: 46},
		}, h.declineOffer),
		access.On(identity.ExtendOffer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/offers/{offer_id}:extend", ID: "extend-offer", Tag: access.TagWaitlist,
			Summary:     "Extend an offer",
			Description: "Moves the end of the claim window later: to `until`, or by `by_seconds`. Never past the registration cutoff. The person is told.",
			Refusals:    refusal.Closed(inventory.OfferEnded, inventory.ExtendTooShort, inventory.ExtendPastCutoff),
			Example:     map[string]any{"by_seconds": 7200},
		}, h.extendOffer),
	}
}

func (h *Handlers) seatWaitlistRoutes() []access.Route {
	waiting := refusal.Joining(inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.SeatLeftAlone, inventory.TooManyUnpaid)
	example := map[string]any{"email": "ada@example.org", "name": "Ada Lovelace"}
	return []access.Route{
		access.InEvent(identity.JoinWaitlist, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats/{seat_id}/waitlist", ID: "wait-for-seat", Tag: access.TagSeats,
			Problems: access.ChallengeProblems,
			Status:   http.StatusCreated,
			Summary:  "Wait for a seat",
			Description: "Takes a place on the waitlist for this seat, which is somebody's. A seat that is there for everybody is ordered instead: the answer is a " +
				"pending order, with the time that a payment has.",
			Refusals: waiting, Example: example,
		}, h.waitForSeat),
		access.InEvent(identity.JoinWaitlist, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats:wait", ID: "wait-for-seats", Tag: access.TagSeats,
			Problems: access.ChallengeProblems,
			Status:   http.StatusCreated, Summary: "Wait for any of several seats, sections or tiers",
			Description: "Takes a place on the waitlist for seats. Seats that come free go to the first on the waitlist who waits for them and for whom " +
				"there are enough, in the same step in which they come free. Seats that are there for everybody are ordered instead.",
			Refusals: waiting,
			Example:  map[string]any{"email": "ada@example.org", "name": "Ada Lovelace", "quantity": 2, "sections": []string{"Stalls", "Balcony"}},
		}, h.waitForSeats),
	}
}
