package resources

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const actJoin = identity.JoinResource

var (
	exampleReleased = map[string]any{"event_id": "cancel-8812", "units": 4, "attributes": map[string]any{"area": "terrace"}}
	exampleWithdraw = map[string]any{"event_id": "walk-in-17", "release_event_id": "cancel-8812", "units": 2}
)

func (h *Handlers) resourceRoutes() []access.Route {
	signalKinds := []httpapi.Kind{kindEventID, kindNoRelease, kindReleases}
	return []access.Route{
		access.On(identity.ChangeResources, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/resources/{resource_key}", ID: "put-resource", Tag: access.TagResources, Also: []int{http.StatusCreated},
			Summary: "Create or change a resource",
			Description: "Capacity that your own system owns, such as the tables of a restaurant: that says what came free, and the waitlist is kept here. " +
				"The key is your own name for it. 201: it was made, and the answer has its secret. Offers that are open keep their time when the rules change.",
			Problems: []httpapi.Kind{kindResources, kindChanged},
			Example:  map[string]any{"name": "Table at the Old Harbour", "timezone": "Europe/Berlin", "window_seconds": 900},
		}, h.putResource),
		access.On(identity.ChangeResources, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resources", ID: "create-resource", Tag: access.TagResources, Status: http.StatusCreated,
			Summary: "Create a resource", Description: "As `put-resource`, and never changes one that is there. The answer has its secret.",
			Problems: []httpapi.Kind{kindKeyTaken, kindResources},
			Example:  map[string]any{"key": "harbour-tables", "name": "Table at the Old Harbour", "timezone": "Europe/Berlin", "window_seconds": 900},
		}, h.createResource),
		access.On(identity.ReadResources, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resources", ID: "list-resources", Tag: access.TagResources,
			Summary: "List resources", Description: "The organization's resources, by key.", Query: []string{"limit", "cursor"},
		}, h.listResources),
		access.On(identity.ReadResources, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resources/{resource_key}", ID: "get-resource", Tag: access.TagResources,
			Summary: "Read a resource", Description: "Its rules, and the figures of its waitlist.",
		}, h.getResource),
		access.On(identity.ReadResources, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resources/{resource_key}/figures", ID: "get-resource-figures", Tag: access.TagResources,
			Summary: "Read what became of offers", Description: "Of those that ended within the last 28 days: accepted, declined, lapsed with and without having been opened, why accepted ones were not given, and how long released units took to be accepted.",
		}, h.figures),
		access.On(identity.ChangeResources, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resources/{resource_key}:rotate-secret", ID: "rotate-resource-secret", Tag: access.TagResources, Unkeyed: true,
			Summary: "Rotate the secret of a resource", Description: "The answer has the new one. The one before is good for a day more.",
		}, h.rotateSecret),
		access.On(identity.SignalCapacity, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resources/{resource_key}:capacity-released", ID: "release-resource-capacity", Tag: access.TagResources, Unkeyed: true,
			Summary: "Say that capacity came free",
			Description: "The units are offered at once, in the order of the waitlist, to each who fits: enough units of this release, and every attribute that they ask for. " +
				"What nobody has is offered to whoever joins. `event_id` is taken once, whatever is repeated or comes in another order.",
			Problems: signalKinds, Example: exampleReleased,
		}, h.released),
		access.On(identity.SignalCapacity, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resources/{resource_key}:capacity-withdrawn", ID: "withdraw-resource-capacity", Tag: access.TagResources, Unkeyed: true,
			Summary: "Take capacity back",
			Description: "Units of a release that your system has given otherwise. It may come before its release. Open offers that cannot be kept end; " +
				"their people keep their places and are told. What was accepted stays accepted: the answer says how much was taken back.",
			Problems: signalKinds, Example: exampleWithdraw,
		}, h.withdrawn),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-signals/{resource_id}", ID: SignalRoute, Tag: access.TagResources, Unkeyed: true,
			Summary: "Receive what a system says that signs it",
			Description: "The same as the two calls with a key, for a system that has none: the body is signed with the secret of the resource as Standard Webhooks says " +
				"(`webhook-id`, `webhook-timestamp`, `webhook-signature`). Where the resource has a `signal_subject`, the same body can be published there with the same headers.",
			Problems: append([]httpapi.Kind{kindSignature, httpapi.KindRateLimited}, signalKinds...),
			Example:  map[string]any{"type": "capacity_released", "event_id": "cancel-8812", "units": 4},
		}, h.hear),
	}
}

func (h *Handlers) placeRoutes() []access.Route {
	return []access.Route{
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resources/{resource_key}/waitlist:join", ID: "join-resource-waitlist", Tag: access.TagResources,
			Status: http.StatusCreated, Summary: "Join the waitlist of a resource",
			Description: "Puts somebody on it, and mails them a link to their place. What is free and fits is offered at once.",
			Problems:    []httpapi.Kind{KindWaits, KindFull, KindUnits},
			Example:     map[string]any{"user_id": "u_1815", "email": "ada@example.org", "name": "Ada Lovelace", "units": 2, "attributes": map[string]any{"area": "terrace"}},
		}, h.join),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resources/{resource_key}/waitlist", ID: "list-resource-waitlist", Tag: access.TagResources,
			Summary: "List who waits for a resource", Description: "Who waits, has an open offer or is accepting one, in the order of the waitlist. With `everybody=true` those who have left it too, by when they joined.",
			Query: []string{"limit", "cursor", "everybody"},
		}, h.listPlaces),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resources/{resource_key}/offers", ID: "list-resource-offers", Tag: access.TagResources,
			Summary: "List the offers of a resource", Description: "The newest first, each with what your system was asked about it.", Query: []string{"limit", "cursor", "accepting"},
		}, h.listOffers),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resource-entries/{resource_entry_id}", ID: "get-resource-entry", Tag: access.TagResources,
			Summary: "Read a place on the waitlist of a resource", Description: "With its position, an estimate, its offers, and what happened to it.",
		}, h.getPlace),
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-entries/{resource_entry_id}:leave", ID: "leave-resource-waitlist", Tag: access.TagResources, Unkeyed: true,
			Summary: "Leave the waitlist of a resource", Description: "An open offer ends with it, and its units go on. Doing so again for the same reason changes nothing.",
			Problems: []httpapi.Kind{KindEntryEnded, KindOfferBusy}, Example: map[string]any{"reason": "left"},
		}, h.leave),
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-entries/{resource_entry_id}:checkout", ID: "checkout-resource-entry", Tag: access.TagResources, Unkeyed: true,
			Summary:     "Create a page to pay for a place",
			Description: "Where the fee of a place that is `pending_payment` is paid. Asking again answers with the same page. The place is in the queue when the provider has told that the payment is in, and not when its person comes back from there.",
			Problems:    append(paying.Page(), paying.NotPayable, paying.OrderPaid), Example: ResourceCheckoutIn{Provider: "testpay"},
		}, h.checkout),
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-entries/{resource_entry_id}:mark-paid", ID: "mark-resource-entry-paid", Tag: access.TagResources, Unkeyed: true,
			Summary:     "Record that the fee of a place was paid by hand",
			Description: "By bank transfer or in cash, with a reference to find it by. The place is in the queue from then on. One that has ended in the same moment gets nothing, and a refund by hand is due.",
			Problems:    []httpapi.Kind{paying.NoProvider, paying.NotPayable, paying.OrderPaid, paying.AmountMismatch}, Example: paying.ManualPayment{Reference: "Receipt 2027-0142"},
		}, h.markFeePaid),
		access.On(identity.ReadResourcePlaces, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/resource-entries/{resource_entry_id}/payments", ID: "list-resource-entry-payments", Tag: access.TagResources,
			Summary: "List what was paid for a place", Description: "With what goes back of it. One payment gives the place; every other one goes back, all of it.",
		}, h.entryPayments),
		access.On(identity.ResolveResourceOffer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-entries/{resource_entry_id}/refunds/{refund_id}:retry", ID: "retry-resource-refund", Tag: access.TagResources, Unkeyed: true,
			Summary: "Try a refund of a place again", Description: "One that has failed at the provider.", Problems: []httpapi.Kind{paying.NotFailed, paying.NothingLeft},
		}, h.refunds().Retry),
		access.On(identity.ResolveResourceOffer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-entries/{resource_entry_id}/refunds/{refund_id}:mark-refunded", ID: "mark-resource-refunded", Tag: access.TagResources, Unkeyed: true,
			Summary: "Record that a refund of a place was made by hand", Description: "One that no provider makes.", Problems: []httpapi.Kind{paying.NotManual},
			Example: paying.ManualRefund{Reference: "Transfer of 3 May"},
		}, h.refunds().Mark),
		access.On(identity.ErasePerson, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-entries/{resource_entry_id}:erase", ID: "erase-resource-entry", Tag: access.TagResources, Unkeyed: true,
			Summary:     "Erase the person of a place",
			Description: "Who it is, and what they asked for, is deleted; that there was a place, and what became of it, stays. A place that is live ends. It is erased again when a backup is restored.",
			Answer:      ResourceEntryErased{"rwe_3k9q0a7c1v5m06f2w8d4xk1n7p9s", "erased"},
		}, h.erase),
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-offers/{resource_offer_id}:accept", ID: "accept-resource-offer", Tag: access.TagResources, Unkeyed: true,
			Also: []int{http.StatusAccepted}, Bodiless: true,
			Summary: "Accept an offer of a resource",
			Description: "For its person. Without a `confirm_url` it is theirs. With one your system is asked first, and until it has answered the answer is 202, and the offer `accepting`: " +
				"it does not lapse, and nobody else is offered its units. Accepting it again changes nothing. Of those who are offered the same units the first gets them.",
			Problems: []httpapi.Kind{KindOfferEnded, KindAcceptedByAnother}, Example: map[string]any{"payment_method_id": "pm_1NirD82eZvKYlo2CIvbtLWuY"},
		}, h.accept),
		access.On(identity.JoinResource, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-offers/{resource_offer_id}:decline", ID: "decline-resource-offer", Tag: access.TagResources, Unkeyed: true,
			Summary: "Decline an offer of a resource", Description: "For its person, whose place ends. The units go on to the next who fits. Declining it again changes nothing.", Problems: []httpapi.Kind{KindOfferEnded, KindOfferBusy},
		}, h.decline),
		access.On(identity.ResolveResourceOffer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/resource-offers/{resource_offer_id}:resolve", ID: "resolve-resource-offer", Tag: access.TagResources, Unkeyed: true,
			Also: []int{http.StatusAccepted}, Summary: "Decide about an offer that was not confirmed",
			Description: "For an offer whose `confirmation` has failed: your system was asked for an hour, or answered what nobody expects. Look there under the offer's id first, " +
				"because it may have given it to the person. The person is told what you decide, and `notify_url` too. Deciding the same again changes nothing.",
			Problems: []httpapi.Kind{KindOfferEnded, kindNotFailed}, Example: map[string]any{"as": "returned"},
		}, h.resolve),
	}
}
