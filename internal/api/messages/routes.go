package messages

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) messageRoutes() []access.Route {
	return slices.Concat(h.contactRoutes(), h.mineRoutes(), h.guestRoutes(), h.wordingRoutes(), h.deliveryRoutes(), h.announcementRoutes(), h.feedbackRoutes())
}

func (h *Handlers) contactRoutes() []access.Route {
	const contact = "/v1/events/{event_id}/people/{user_id}/contact"
	const subscriptions = "/v1/events/{event_id}/people/{user_id}/push-subscriptions"
	return []access.Route{
		access.On(identity.ReadContact, httpapi.Route{
			Method: http.MethodGet, Path: contact, ID: "get-contact", Tag: access.TagMessages,
			Summary:     "Get a person's contact preferences",
			Description: "How the organization can reach a person, in all its events.",
		}, h.getContact),
		access.On(identity.ChangeContact, httpapi.Route{
			Method: http.MethodPut, Path: contact, ID: "put-contact", Tag: access.TagMessages,
			Summary: "Set a person's contact preferences",
			Description: "Replaces them. SMS needs a phone number and `sms_consent`, push needs `push_consent` and a subscribed browser. " +
				"A person may opt out of reminders and announcements, not of messages about their own tickets.",
			Example: wire.Contact{Phone: "+4930123456", SMSConsent: true, Zone: "Europe/Berlin", Channels: []string{"mail", "sms"}},
		}, h.putContact),
		access.On(identity.ChangeContact, httpapi.Route{
			Method: http.MethodPost, Path: subscriptions, ID: "add-push-subscription", Tag: access.TagMessages, Status: http.StatusCreated,
			Summary:     "Subscribe a browser",
			Description: "What the browser's PushManager returned for the key of `GET /v1/push-key`. Counts as consent to push messages.",
			Example:     examplePush,
		}, h.addPush),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/push-key", ID: "get-push-key", Tag: access.TagMessages,
			Summary:     "Get the web push key",
			Description: "The `applicationServerKey` of a browser's subscription.",
			Answer:      PushKey{Key: "BNcRd…"},
		}, h.pushKey),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/suppressions", ID: "suppress-address", Tag: access.TagMessages,
			Summary:     "Suppress an address",
			Description: "Nothing is sent to it any more. Addresses that bounce are suppressed automatically.",
			Example:     Address{"mail", "nobody@example.org"},
		}, h.suppressAddress),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/suppressions:lift", ID: "lift-suppression", Tag: access.TagMessages,
			Summary:     "Lift a suppression",
			Description: "404 if the address is not suppressed.",
			Example:     Address{"mail", "nobody@example.org"},
			Problems:    []httpapi.Kind{httpapi.KindNotFound},
		}, h.liftSuppression),
	}
}

// examplePush is the subscription of RFC 8291's example.
var examplePush = PushSubscription{
	Endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
	P256dh:   "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
	Auth:     "BTBZMqHH6r4Tts7J_aSIgg",
}

func (h *Handlers) wordingRoutes() []access.Route {
	const ofEvent = "/v1/events/{event_id}/wordings"
	words := NewWording{
		Kind: "waitlist_offer", Locale: "en", Subject: "Your turn at {title}",
		Body: []string{"{name}, {count|# place is|# places are} yours until {deadline}."},
	}
	const put = "Replaces the text of a kind of message in a language. Empty fields use the default text; if all are empty, the text is reset. " +
		"Only the placeholders of the kind are allowed: `GET` lists them."
	return []access.Route{
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/wordings", ID: "list-wordings", Tag: access.TagMessages,
			Summary:     "List an organization's texts",
			Description: "Its texts for all its events, and the kinds, languages and placeholders that there are.",
		}, h.listWordings),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/wordings", ID: "put-wording", Tag: access.TagMessages,
			Summary: "Set a text for all events", Description: put, Example: words,
		}, h.putWording),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-event-wordings", Tag: access.TagMessages,
			Summary:     "List an event's texts",
			Description: "Its own texts and those of the organization, which its own replace.",
		}, h.listEventWordings),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: ofEvent, ID: "put-event-wording", Tag: access.TagMessages,
			Summary: "Set a text for an event", Description: put, Example: words,
		}, h.putEventWording),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-wording", Tag: access.TagMessages,
			Summary:     "Preview a message",
			Description: "A sample with the given text, or else with the stored one.",
			Example:     words,
		}, h.previewWording),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-wording", Tag: access.TagMessages,
			Summary:     "Send a test message",
			Description: "A sample by mail, to an address of yours.",
			Example:     TestWording{NewWording: words, To: "me@example.org"},
			Problems:    []httpapi.Kind{kindNoMail, kindNotSent},
		}, h.testWording),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/brand", ID: "get-brand", Tag: access.TagMessages,
			Summary:     "Get the brand",
			Description: "Name, colour and address of the organization in its messages.",
		}, h.getBrand),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/brand", ID: "put-brand", Tag: access.TagMessages,
			Summary:     "Set the brand",
			Description: "White text has to be readable on the colour: a contrast of at least 4.5.",
			Example:     Brand{Name: "Harbour Concerts", Colour: "#1d4ed8", Address: "Pier 3, 20457 Hamburg", ReplyTo: "hello@harbour.example"},
		}, h.putBrand),
	}
}

func (h *Handlers) deliveryRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ListGuests, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/automatic-announcements", ID: "list-automatic-announcements",
			Tag:         access.TagMessages,
			Summary:     "List automatic announcements",
			Description: "Reminders, announced changes and the question how it was, with their progress and deliveries.",
		}, h.listAutomatic),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/reminders/test", ID: "test-reminder", Tag: access.TagMessages,
			Summary:     "Send a test reminder",
			Description: "The event's reminder as guests receive it, to an address of yours.",
			Example:     TestReminder{To: "me@example.org"},
			Problems:    []httpapi.Kind{kindNoMail, kindNotSent},
		}, h.testReminder),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/dead-letters", ID: "list-dead-letters", Tag: access.TagMessages,
			Summary:     "List undelivered messages",
			Description: "Deliveries that failed or bounced, the latest first, with the reason.",
			Query:       []string{"limit", "cursor"},
		}, h.listDeadLetters),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/dead-letters:replay", ID: "replay-dead-letter", Tag: access.TagMessages,
			Summary:     "Send an undelivered message again",
			Description: "Queues a delivery that failed or bounced. A suppressed address stays suppressed: lift the suppression first.",
			Problems:    []httpapi.Kind{httpapi.KindNotFound, kindNotDead},
			Example:     DeliveryName{EventID: "evt_3k9q0a7c1v5m", Message: "17", Channel: "mail"},
		}, h.replayDeadLetter),
	}
}

func (h *Handlers) announcementRoutes() []access.Route {
	const ofEvent, one = "/v1/events/{event_id}/announcements", "/v1/announcements/{announcement_id}"
	example := NewAnnouncement{
		Audience: Audience{Standing: "confirmed"}, Locale: "en", Subject: "Doors open at six",
		Body: []string{"{name}, the side entrance is closed today. Please come through the yard."},
	}
	return []access.Route{
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent, ID: "create-announcement", Tag: access.TagMessages, Status: http.StatusCreated,
			Summary: "Send an announcement to guests",
			Description: "It goes to everybody in the audience, by the channel that each prefers, within the rates and outside of their quiet hours. " +
				"People who have opted out of announcements do not receive it; each mail has a link to opt out. " +
				"People who register after it began to go out do not receive it either.",
			Problems: []httpapi.Kind{kindNoMail}, Example: example,
		}, h.createAnnouncement),
		access.InEvent(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-announcements", Tag: access.TagMessages,
			Summary:     "List announcements",
			Description: "What was written to guests, with progress and deliveries.",
		}, h.listAnnouncements),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-announcement", Tag: access.TagMessages,
			Summary:     "Preview an announcement",
			Description: "As a fictitious guest would read it, and how many people would receive it. Nothing is sent.",
			Problems:    []httpapi.Kind{kindNoMail}, Example: example,
		}, h.previewAnnouncement),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-announcement", Tag: access.TagMessages,
			Summary:     "Send a test of an announcement",
			Description: "By mail, to an address of yours.",
			Problems:    []httpapi.Kind{kindNoMail, kindNotSent},
			Example:     TestAnnouncement{NewAnnouncement: example, To: "me@example.org"},
		}, h.testAnnouncement),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: one, ID: "get-announcement", Tag: access.TagMessages,
			Summary:     "Get an announcement",
			Description: "With progress and deliveries.",
		}, h.getAnnouncement),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodDelete, Path: one, ID: "stop-announcement", Tag: access.TagMessages,
			Summary:     "Stop an announcement",
			Description: "It goes to nobody else. Deliveries that were made already are not recalled.",
		}, h.stopAnnouncement),
	}
}
