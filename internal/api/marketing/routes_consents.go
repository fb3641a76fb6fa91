package marketing

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const (
	purposesPath = "/v1/consent-purposes"
	purposePath  = purposesPath + "/{purpose_id}"
	ownConsents  = "/v1/events/{event_id}/people/{user_id}/consents"
)

func (h *Handlers) consentRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ManageConsents, httpapi.Route{
			Method: http.MethodPost, Path: purposesPath, ID: "create-consent-purpose", Tag: access.TagMarketing,
			Status: http.StatusCreated, Summary: "Create a purpose of consent",
			Description: "Something that guests may agree to: marketing by the organization, or that a sponsor, who is named, gets name and address. " +
				"Events ask for it once they are told to (set-event-consents).",
			Problems: []httpapi.Kind{kindTooManyPurposes},
			Example: NewPurpose{Kind: string(consent.Marketing), PurposeText: PurposeText{Default: "en", Words: map[string]string{
				"en": "Tell me by email about new concerts.", "de": "Schreibt mir, wenn es neue Konzerte gibt.",
			}}},
		}, h.createPurpose),
		access.On(identity.ReadConsents, httpapi.Route{
			Method: http.MethodGet, Path: purposesPath, ID: "list-consent-purposes", Tag: access.TagMarketing,
			Summary: "List purposes of consent", Description: "The oldest first, those that ended too, each with how often it was agreed to.",
		}, h.listPurposes),
		access.On(identity.ReadConsents, httpapi.Route{
			Method: http.MethodGet, Path: purposePath, ID: "get-consent-purpose", Tag: access.TagMarketing,
			Summary: "Read a purpose of consent", Description: "With all versions of its words.", Problems: []httpapi.Kind{httpapi.KindNotFound},
		}, h.getPurpose),
		access.On(identity.ManageConsents, httpapi.Route{
			Method: http.MethodPatch, Path: purposePath, ID: "change-consent-purpose", Tag: access.TagMarketing,
			Summary: "Change the words of a purpose, or end it",
			Description: "Other words make another version. Anyone who agreed to the earlier words has agreed to those. A purpose that ended is asked for no more, " +
				"at no event, and cannot be changed; what was agreed to it stands until it is withdrawn.",
			Problems: []httpapi.Kind{httpapi.KindNotFound, kindPurposeEnded, kindTooManyVersions}, Example: map[string]any{"ended": true},
		}, h.changePurpose),
		access.On(identity.ReadConsents, httpapi.Route{
			Method: http.MethodGet, Path: purposePath + "/consents.csv", ID: "get-consents-csv", Tag: access.TagMarketing,
			Summary: "Who has agreed to a purpose, as CSV",
			Description: "Everybody whose consent stands now, as a table (RFC 4180, UTF-8): one row for each person of the organization, with the latest of their " +
				"consents. `address_confirmed` says whether the person had shown that they read mail at the address. Anyone who has withdrawn is not in it. " +
				"That somebody took the file is in the security log.",
			Media: httpapi.MediaCSV, Problems: []httpapi.Kind{httpapi.KindNotFound},
		}, h.consentsCSV),
		access.InEvent(identity.ReadEvent, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/consents", ID: "get-event-consents", Tag: access.TagMarketing,
			Summary:     "What an event asks people to agree to",
			Description: "For marketing and sponsors. A form shows each with a box of its own, which is not ticked and need not be.",
		}, h.getAsked),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/events/{event_id}/consents", ID: "set-event-consents", Tag: access.TagMarketing,
			Summary: "Say what an event asks people to agree to", Description: "Takes the place of what it asked before. Without any it asks for nothing, as a new event does.",
			Example: AskedIn{PurposeIDs: []string{"cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s"}},
		}, h.setAsked),
		access.On(identity.ReadOwnConsents, httpapi.Route{
			Method: http.MethodGet, Path: ownConsents, ID: "get-consents", Tag: access.TagMarketing,
			Summary:     "What a person has agreed to",
			Description: "For marketing and sponsors, at all events of the organization: what stands, and all that was given and withdrawn. With the link of any mail that can be unsubscribed from, a fresh link, or signed in.",
		}, h.getConsents),
		access.On(identity.WithdrawConsents, httpapi.Route{
			Method: http.MethodPost, Path: ownConsents + ":withdraw", ID: "withdraw-consent", Tag: access.TagMarketing,
			Summary: "Withdraw a consent",
			Description: "Of one purpose, for all events of the organization, at once. Staff do it when the person asked them to, and say how they did. " +
				"When nothing stands, nothing is changed.",
			Example: Withdrawal{PurposeID: "cpu_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Reason: "Asked us to by telephone."},
		}, h.withdraw),
	}
}
