// Package resources answers for capacity that other systems own: who waits for it, and what
// these systems say of it.
package resources

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Handlers answer for resources.
type Handlers struct {
	wire.Base
	// Broker: systems may publish what they say, too.
	Broker    bool
	Waitlists *waitlists.Service
	Erasures  *erasure.Keeper
	Settler   *settlement.Settler
	Webhooks  *webhook.Sender
}

// Kinds of problem that only resources have.
var (
	KindWaits = httpapi.Kind{
		Code: "resource_already_waiting", Status: 409, Title: "Waits already", Field: "user_id",
		Help: "This user is on the waitlist of the resource; a person waits once. entry_id of the detail names the place.",
	}
	KindFull       = httpapi.Kind{Code: "resource_waitlist_full", Status: 410, Title: "The waitlist is full", Help: "It takes nobody until somebody leaves it. waitlist_limit of the resource says how many it takes."}
	KindUnits      = httpapi.Kind{Code: "resource_units", Status: 422, Title: "Too many units", Field: "units", Help: "max_units of the resource says how many somebody may wait for."}
	KindEntryEnded = httpapi.Kind{Code: "resource_entry_ended", Status: 409, Title: "The place has ended", Help: "Its status says how. Nothing was changed."}
	KindOfferEnded = httpapi.Kind{Code: "resource_offer_ended", Status: 409, Title: "The offer has ended", Help: "It was answered otherwise, its time is over, or its capacity was withdrawn: its status says which. Nothing was changed."}
	KindOfferBusy  = httpapi.Kind{Code: "resource_offer_accepting", Status: 409, Title: "The offer is being accepted", Help: "The resource's system is asked whether the person can have it, and its answer decides. Read the offer again later."}
	// KindAcceptedByAnother is said to whoever accepts what was offered to several at once, too late.
	KindAcceptedByAnother = httpapi.Kind{Code: "resource_offer_taken", Status: 409, Title: "Somebody else was first", Help: "It was offered to several at once, and somebody else accepted first. The person keeps their place, and nothing is charged."}
	kindNotFailed         = httpapi.Kind{Code: "resource_confirmation_not_failed", Status: 409, Title: "There is nothing to decide", Help: "People decide an offer whose confirmation has failed. This one is still being asked about, or was never; its status says which."}
	kindEventID           = httpapi.Kind{
		Code: "event_id_reused", Status: 409, Title: "The event id was used", Field: "event_id",
		Help: "Something else was said under this event_id, which is taken once. Repeat it with the same body, or use a new one.",
	}
	kindNoRelease = httpapi.Kind{Code: "not_a_release", Status: 422, Title: "Not a release", Field: "release_event_id", Help: "It is the event_id of a withdrawal. Name that with which the capacity was released, which may still be to come."}
	kindReleases  = httpapi.Kind{Code: "too_many_releases", Status: 409, Title: "Too many releases", Help: "There are 2,000 releases with units left. Withdraw those that are gone, or give them a valid_until."}
	kindChanged   = httpapi.Kind{Code: "resource_changed", Status: 409, Title: "Somebody else has changed it", Field: "version", Help: "The resource is not as you read it. Read it again, and send your change with its version. Nothing was changed."}
	kindResources = httpapi.Kind{Code: "too_many_resources", Status: 409, Title: "Too many resources", Help: "An organization can have 10,000 resources."}
	kindKeyTaken  = httpapi.Kind{Code: "resource_key_taken", Status: 409, Title: "The key is taken", Field: "key", Help: "The organization has a resource with this key. Use another, or change that one with PUT."}
	kindSignature = httpapi.Kind{
		Code: SignatureCode, Status: 401, Title: "The signature is wrong",
		Help: "Sign the body with the secret of the resource as Standard Webhooks says: webhook-id, webhook-timestamp, not more than five minutes off, and webhook-signature.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds: []httpapi.Kind{KindWaits, KindFull, KindUnits, KindEntryEnded, KindOfferEnded, KindOfferBusy, KindAcceptedByAnother, kindChanged, kindNotFailed, kindEventID, kindNoRelease, kindReleases, kindResources, kindKeyTaken, kindSignature},
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return slices.Concat(h.resourceRoutes(), h.placeRoutes())
}
