package api

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/identity"
)

const tagMessages = "Messages"

func messageRoutes() []route {
	return slices.Concat(contactRoutes(), wordingRoutes(), deliveryRoutes(), bulletinRoutes())
}

func contactRoutes() []route {
	const contact = "/v1/events/{event_id}/people/{user_id}/contact"
	return []route{
		on(route{
			Method: http.MethodGet, Path: contact, ID: "get-contact", Tag: tagMessages, Action: identity.ReadContact,
			Summary: "How a person is reached", Description: "What the organization knows of a person's ways to be reached, in all its events.",
		}, (*server).getContact),
		on(route{
			Method: http.MethodPut, Path: contact, ID: "put-contact", Tag: tagMessages, Action: identity.ChangeContact,
			Summary: "Say how a person is reached", Description: "Replaces it. SMS goes out only with a phone number and `sms_consent`, push only with `push_consent` and a browser that subscribed. Reminders can be left out; what concerns a person's own place is always told.",
			Example: Contact{Phone: "+4930123456", SMSConsent: true, Zone: "Europe/Berlin", Channels: []string{"mail", "sms"}},
		}, (*server).putContact),
		on(route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/people/{user_id}/push-subscriptions", ID: "add-push-subscription", Tag: tagMessages, Action: identity.ChangeContact,
			Status: http.StatusCreated, Summary: "Subscribe a browser", Description: "What the browser's PushManager returned, subscribed with the key of `GET /v1/push-key`. It is consent to be told by push.",
			Example: examplePush,
		}, (*server).addPush),
		on(route{
			Method: http.MethodGet, Path: "/v1/push-key", ID: "get-push-key", Tag: tagMessages,
			Summary: "The key of web push", Description: "`applicationServerKey` for a browser's subscription.", Answer: PushKey{Key: "BNcRd…"},
		}, (*server).pushKey),
		on(route{
			Method: http.MethodPost, Path: "/v1/suppressions", ID: "suppress-address", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Write to an address no more", Description: "Whatever it is of. Addresses that bounce are suppressed by themselves.", Example: Address{"mail", "nobody@example.org"},
		}, (*server).suppressAddress),
		on(route{
			Method: http.MethodPost, Path: "/v1/suppressions:lift", ID: "lift-suppression", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Write to an address again", Description: "404 when it is not suppressed.", Example: Address{"mail", "nobody@example.org"},
		}, (*server).liftSuppression),
	}
}

// examplePush is the subscription of RFC 8291's example.
var examplePush = PushSubscription{
	Endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
	P256dh:   "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
	Auth:     "BTBZMqHH6r4Tts7J_aSIgg",
}

func wordingRoutes() []route {
	const ofEvent = "/v1/events/{event_id}/wordings"
	words := NewWording{Kind: "waitlist_offer", Locale: "en", Subject: "Your turn at {title}", Body: []string{"{name}, {count|# place is|# places are} yours until {deadline}."}}
	put := "Replaces the words for a kind in a language; what is empty is said in ours, and all empty goes back to ours. Only the placeholders of the kind are allowed: `GET` lists them."
	return []route{
		on(route{
			Method: http.MethodGet, Path: "/v1/wordings", ID: "list-wordings", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "An organization's words", Description: "Those for all its events, and which kinds, languages and placeholders there are.",
		}, (*server).listWordings),
		on(route{
			Method: http.MethodPut, Path: "/v1/wordings", ID: "put-wording", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Change words in all events", Description: put, Example: words,
		}, (*server).putWording),
		on(route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-event-wordings", Tag: tagMessages, Action: identity.ChangeEvent,
			Summary: "An event's words", Description: "Its own and those of the organization, over which its own go.",
		}, (*server).listEventWordings),
		on(route{
			Method: http.MethodPut, Path: ofEvent, ID: "put-event-wording", Tag: tagMessages, Action: identity.ChangeEvent,
			Summary: "Change words in an event", Description: put, Example: words,
		}, (*server).putEventWording),
		on(route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-wording", Tag: tagMessages, Action: identity.ChangeEvent,
			Summary: "See a message", Description: "A sample in the words that are given, or else in those that are stored.", Example: words,
		}, (*server).previewWording),
		on(route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-wording", Tag: tagMessages, Action: identity.ChangeEvent,
			Summary: "Send a message to oneself", Description: "A sample by mail, to an address of yours.", Example: TestWording{NewWording: words, To: "me@example.org"}, Problems: []string{codeNoMail, codeNotSent},
		}, (*server).testWording),
		on(route{
			Method: http.MethodGet, Path: "/v1/brand", ID: "get-brand", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "How messages look", Description: "Name, colour and address of the organization in its messages.",
		}, (*server).getBrand),
		on(route{
			Method: http.MethodPut, Path: "/v1/brand", ID: "put-brand", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Change how messages look", Description: "White text has to be readable on the colour: a contrast of 4.5 at least.", Example: Brand{Name: "Harbour Concerts", Colour: "#1d4ed8", Address: "Pier 3, 20457 Hamburg"},
		}, (*server).putBrand),
	}
}

func deliveryRoutes() []route {
	return []route{
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/notices", ID: "list-notices", Tag: tagMessages, Action: identity.ListGuests,
			Summary: "Reminders and their progress", Description: "What everybody registered is told at a time, how far it is, and what became of it.",
		}, (*server).listNotices),
		on(route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/reminders/test", ID: "test-reminder", Tag: tagMessages, Action: identity.ChangeEvent,
			Summary: "Send a reminder to oneself", Description: "The reminder of the event as people get it, to an address of yours.", Example: TestReminder{To: "me@example.org"}, Problems: []string{codeNoMail, codeNotSent},
		}, (*server).testReminder),
		on(route{
			Method: http.MethodGet, Path: "/v1/dead-letters", ID: "list-dead-letters", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Messages that did not arrive", Description: "Deliveries that failed or bounced, the latest first, each with the reason.", Query: []string{"limit", "cursor"},
		}, (*server).listDeadLetters),
		on(route{
			Method: http.MethodPost, Path: "/v1/dead-letters:replay", ID: "replay-dead-letter", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Send it again", Description: "Queues a delivery that failed or bounced. An address that is suppressed stays so: lift it first.",
			Example: DeliveryName{EventID: "evt_3k9q0a7c1v5m", Message: "17", Channel: "mail"},
		}, (*server).replayDeadLetter),
	}
}

func bulletinRoutes() []route {
	const ofEvent, one = "/v1/events/{event_id}/bulletins", "/v1/bulletins/{bulletin_id}"
	example := NewBulletin{Audience: Audience{Standing: "confirmed"}, Locale: "en", Subject: "Doors open at six", Body: []string{"{name}, the side entrance is closed today. Please come through the yard."}}
	return []route{
		on(route{
			Method: http.MethodPost, Path: ofEvent, ID: "create-bulletin", Tag: tagMessages, Action: identity.ManageMessages,
			Status: http.StatusCreated, Summary: "Write to guests",
			Description: "A message to everybody at an event whom the audience fits, by the channel that suits each of them, within the rates, and not in their quiet hours. Who has opted out of such messages is left out; each has a link to do so. Whoever comes to the event after it began to go out is not written to.",
			Problems:    []string{codeNoMail}, Example: example,
		}, (*server).createBulletin),
		on(route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-bulletins", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "What was written to guests", Description: "With how far it is, and what became of it.",
		}, (*server).listBulletins),
		on(route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-bulletin", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "See a message to guests", Description: "As a guest who does not exist would read it, and how many it would go to. Nothing is sent.",
			Problems: []string{codeNoMail}, Example: example,
		}, (*server).previewBulletin),
		on(route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-bulletin", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Send a message to guests to oneself", Description: "By mail, to an address of yours.",
			Problems: []string{codeNoMail, codeNotSent}, Example: TestBulletin{NewBulletin: example, To: "me@example.org"},
		}, (*server).testBulletin),
		on(route{
			Method: http.MethodGet, Path: one, ID: "get-bulletin", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "A message to guests", Description: "With how far it is, and what became of it.",
		}, (*server).getBulletin),
		on(route{
			Method: http.MethodDelete, Path: one, ID: "stop-bulletin", Tag: tagMessages, Action: identity.ManageMessages,
			Summary: "Stop a message to guests", Description: "It goes to nobody else. What is on its way is not called back.",
		}, (*server).stopBulletin),
	}
}
