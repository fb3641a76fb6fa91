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
	return slices.Concat(h.contactRoutes(), h.wordingRoutes(), h.deliveryRoutes(), h.bulletinRoutes())
}

func (h *Handlers) contactRoutes() []access.Route {
	const contact = "/v1/events/{event_id}/people/{user_id}/contact"
	return []access.Route{
		access.On(identity.ReadContact, httpapi.Route{
			Method: http.MethodGet, Path: contact, ID: "get-contact", Tag: access.TagMessages,
			Summary: "How a person is reached", Description: "What the organization knows of a person's ways to be reached, in all its events.",
		}, h.getContact),
		access.On(identity.ChangeContact, httpapi.Route{
			Method: http.MethodPut, Path: contact, ID: "put-contact", Tag: access.TagMessages,
			Summary: "Say how a person is reached", Description: "Replaces it. SMS goes out only with a phone number and `sms_consent`, push only with `push_consent` and a browser that subscribed. Reminders can be left out; what concerns a person's own place is always told.",
			Example: wire.Contact{Phone: "+4930123456", SMSConsent: true, Zone: "Europe/Berlin", Channels: []string{"mail", "sms"}},
		}, h.putContact),
		access.On(identity.ChangeContact, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/people/{user_id}/push-subscriptions", ID: "add-push-subscription", Tag: access.TagMessages,
			Status: http.StatusCreated, Summary: "Subscribe a browser", Description: "What the browser's PushManager returned, subscribed with the key of `GET /v1/push-key`. It is consent to be told by push.",
			Example: examplePush,
		}, h.addPush),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/push-key", ID: "get-push-key", Tag: access.TagMessages,
			Summary: "The key of web push", Description: "`applicationServerKey` for a browser's subscription.", Answer: PushKey{Key: "BNcRd…"},
		}, h.pushKey),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/suppressions", ID: "suppress-address", Tag: access.TagMessages,
			Summary: "Write to an address no more", Description: "Whatever it is of. Addresses that bounce are suppressed by themselves.", Example: Address{"mail", "nobody@example.org"},
		}, h.suppressAddress),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/suppressions:lift", ID: "lift-suppression", Tag: access.TagMessages,
			Summary: "Write to an address again", Description: "404 when it is not suppressed.", Example: Address{"mail", "nobody@example.org"},
			Problems: []httpapi.Kind{httpapi.KindNotFound},
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
	words := NewWording{Kind: "waitlist_offer", Locale: "en", Subject: "Your turn at {title}", Body: []string{"{name}, {count|# place is|# places are} yours until {deadline}."}}
	put := "Replaces the words for a kind in a language; what is empty is said in ours, and all empty goes back to ours. Only the placeholders of the kind are allowed: `GET` lists them."
	return []access.Route{
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/wordings", ID: "list-wordings", Tag: access.TagMessages,
			Summary: "An organization's words", Description: "Those for all its events, and which kinds, languages and placeholders there are.",
		}, h.listWordings),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/wordings", ID: "put-wording", Tag: access.TagMessages,
			Summary: "Change words in all events", Description: put, Example: words,
		}, h.putWording),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-event-wordings", Tag: access.TagMessages,
			Summary: "An event's words", Description: "Its own and those of the organization, over which its own go.",
		}, h.listEventWordings),
		access.InEvent(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPut, Path: ofEvent, ID: "put-event-wording", Tag: access.TagMessages,
			Summary: "Change words in an event", Description: put, Example: words,
		}, h.putEventWording),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-wording", Tag: access.TagMessages,
			Summary: "See a message", Description: "A sample in the words that are given, or else in those that are stored.", Example: words,
		}, h.previewWording),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-wording", Tag: access.TagMessages,
			Summary: "Send a message to oneself", Description: "A sample by mail, to an address of yours.", Example: TestWording{NewWording: words, To: "me@example.org"}, Problems: []httpapi.Kind{kindNoMail, kindNotSent},
		}, h.testWording),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/brand", ID: "get-brand", Tag: access.TagMessages,
			Summary: "How messages look", Description: "Name, colour and address of the organization in its messages.",
		}, h.getBrand),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPut, Path: "/v1/brand", ID: "put-brand", Tag: access.TagMessages,
			Summary: "Change how messages look", Description: "White text has to be readable on the colour: a contrast of 4.5 at least.", Example: Brand{Name: "Harbour Concerts", Colour: "#1d4ed8", Address: "Pier 3, 20457 Hamburg"},
		}, h.putBrand),
	}
}

func (h *Handlers) deliveryRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ListGuests, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/notices", ID: "list-notices", Tag: access.TagMessages,
			Summary: "Reminders and their progress", Description: "What everybody registered is told at a time, how far it is, and what became of it.",
		}, h.listNotices),
		access.On(identity.ChangeEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/reminders/test", ID: "test-reminder", Tag: access.TagMessages,
			Summary: "Send a reminder to oneself", Description: "The reminder of the event as people get it, to an address of yours.", Example: TestReminder{To: "me@example.org"}, Problems: []httpapi.Kind{kindNoMail, kindNotSent},
		}, h.testReminder),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/dead-letters", ID: "list-dead-letters", Tag: access.TagMessages,
			Summary: "Messages that did not arrive", Description: "Deliveries that failed or bounced, the latest first, each with the reason.", Query: []string{"limit", "cursor"},
		}, h.listDeadLetters),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/dead-letters:replay", ID: "replay-dead-letter", Tag: access.TagMessages,
			Summary: "Send it again", Description: "Queues a delivery that failed or bounced. An address that is suppressed stays so: lift it first.",
			Problems: []httpapi.Kind{httpapi.KindNotFound, kindNotDead},
			Example:  DeliveryName{EventID: "evt_3k9q0a7c1v5m", Message: "17", Channel: "mail"},
		}, h.replayDeadLetter),
	}
}

func (h *Handlers) bulletinRoutes() []access.Route {
	const ofEvent, one = "/v1/events/{event_id}/bulletins", "/v1/bulletins/{bulletin_id}"
	example := NewBulletin{Audience: Audience{Standing: "confirmed"}, Locale: "en", Subject: "Doors open at six", Body: []string{"{name}, the side entrance is closed today. Please come through the yard."}}
	return []access.Route{
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent, ID: "create-bulletin", Tag: access.TagMessages,
			Status: http.StatusCreated, Summary: "Write to guests",
			Description: "A message to everybody at an event whom the audience fits, by the channel that suits each of them, within the rates, and not in their quiet hours. Who has opted out of such messages is left out; each has a link to do so. Whoever comes to the event after it began to go out is not written to.",
			Problems:    []httpapi.Kind{kindNoMail}, Example: example,
		}, h.createBulletin),
		access.InEvent(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-bulletins", Tag: access.TagMessages,
			Summary: "What was written to guests", Description: "With how far it is, and what became of it.",
		}, h.listBulletins),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-bulletin", Tag: access.TagMessages,
			Summary: "See a message to guests", Description: "As a guest who does not exist would read it, and how many it would go to. Nothing is sent.",
			Problems: []httpapi.Kind{kindNoMail}, Example: example,
		}, h.previewBulletin),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-bulletin", Tag: access.TagMessages,
			Summary: "Send a message to guests to oneself", Description: "By mail, to an address of yours.",
			Problems: []httpapi.Kind{kindNoMail, kindNotSent}, Example: TestBulletin{NewBulletin: example, To: "me@example.org"},
		}, h.testBulletin),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodGet, Path: one, ID: "get-bulletin", Tag: access.TagMessages,
			Summary: "A message to guests", Description: "With how far it is, and what became of it.",
		}, h.getBulletin),
		access.On(identity.ManageMessages, httpapi.Route{
			Method: http.MethodDelete, Path: one, ID: "stop-bulletin", Tag: access.TagMessages,
			Summary: "Stop a message to guests", Description: "It goes to nobody else. What is on its way is not called back.",
		}, h.stopBulletin),
	}
}
