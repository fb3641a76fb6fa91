package checkins

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) passRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ManagePasses, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/checkin-passes", ID: "create-checkin-pass", Tag: access.TagTickets,
			Status: http.StatusCreated, Summary: "Let a phone check people in",
			Description: "Makes a pass for one phone, without an account, for some hours. The answer has, this once, the link that the phone opens and its QR code. " +
				"The phone that opens it first has the pass from then on: it reads the lists of the door, checks tickets, finds them by name, and hands in what it " +
				"scanned without a network, at this event, this list and this gate, and can do nothing else. The secret stands behind the # of the link.",
			Problems: []httpapi.Kind{kindTooManyPasses},
			Example:  map[string]any{"name": "Gate A, Mia", "gate": "North"},
		}, h.createPass),
		access.InEvent(identity.ManagePasses, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-passes", ID: "list-checkin-passes", Tag: access.TagTickets,
			Summary: "Phones that check people in", Description: "All passes of the event, at most 1,000, by id: the oldest first.",
		}, h.listPasses),
		access.On(identity.ManagePasses, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/checkin-passes/{pass_id}", ID: "change-checkin-pass", Tag: access.TagTickets,
			Summary: "Rename a phone, or change its hours",
			Description: "What is absent stays as it is. The name can always be changed; the hours, until the pass is over; `valid_from`, until a phone has it. " +
				"For another list or gate make a new pass.",
			Problems: []httpapi.Kind{kindPassOver},
			Example:  map[string]any{"name": "Gate B, Mia"},
		}, h.changePass),
		access.On(identity.ManagePasses, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/checkin-passes/{pass_id}:end", ID: "end-checkin-pass", Tag: access.TagTickets,
			Summary: "Sign a phone out",
			Description: "The next call of the phone is refused; every server knows within 4 seconds. A phone without a network goes on until it meets the server. What it " +
				"scanned before it was signed out is taken for a day, unless `late_scans` is `refuse`: for a phone that was lost. That can also be said later, and is not taken back.",
			Example: map[string]any{"late_scans": "take"},
		}, h.endPass),
		access.On(identity.ManagePasses, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/checkin-passes/{pass_id}:renew", ID: "renew-checkin-pass", Tag: access.TagTickets,
			Status: http.StatusCreated, Summary: "Make a new code",
			Description: "Ends the pass and makes another with the same name, list, gate and hours, in one step: for another phone, or when the code was lost. " +
				"The answer has the new link this once. A pass whose hours are past is made anew with POST /v1/events/{event_id}/checkin-passes.",
			Problems: []httpapi.Kind{kindTooManyPasses, kindPassOver},
		}, h.renewPass),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/checkin-passes:redeem", ID: "redeem-checkin-pass", Tag: access.TagTickets,
			Status: http.StatusCreated, Summary: "Take a pass with its code",
			Description: "For the phone that opens the link of a pass. The code works once; the answer has the phone's own token, which it sends as " +
				"`Authorization: Bearer` from then on. The same request with its `Idempotency-Key` is answered with the same token again; any other is refused, and the organizer sees that the code was tried.",
			Problems: []httpapi.Kind{
				kindCodeInvalid, kindCodeUsed, kindCodeOver, kindCodeEarly, access.KindForeignPage, httpapi.KindRateLimited, httpapi.KindUnavailable, httpapi.KindTooLarge, access.KindBusy,
			},
			Example: RedeemedCode{Code: exampleCode},
		}, h.redeemPass),
		access.On(identity.ReadOwnPass, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/checkin-pass", ID: "get-own-checkin-pass", Tag: access.TagTickets,
			Summary: "What this phone may do", Description: "For a phone with a pass: at which event, list and gate it checks people in, and until when.",
		}, h.ownPass),
	}
}

const exampleCode = "hq_MDEyMzQ1Njc4OWFiY2RlZg"
