package api

import (
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/identity"
)

const tagMessages = "Messages"

func (s *server) messageRoutes() []route {
	return slices.Concat(s.contactRoutes(), s.wordingRoutes(), s.deliveryRoutes(), s.bulletinRoutes())
}

func (s *server) contactRoutes() []route {
	const contact = "/v1/events/{event_id}/people/{user_id}/contact"
	return []route{
		on(identity.ReadContact, Route{
			Method: http.MethodGet, Path: contact, ID: "get-contact", Tag: tagMessages,
			Summary: "How a person is reached", Description: "What the organization knows of a person's ways to be reached, in all its events.",
		}, s.getContact),
		on(identity.ChangeContact, Route{
			Method: http.MethodPut, Path: contact, ID: "put-contact", Tag: tagMessages,
			Summary: "Say how a person is reached", Description: "Replaces it. SMS goes out only with a phone number and `sms_consent`, push only with `push_consent` and a browser that subscribed. Reminders can be left out; what concerns a person's own place is always told.",
			Example: Contact{Phone: "+4930123456", SMSConsent: true, Zone: "Europe/Berlin", Channels: []string{"mail", "sms"}},
		}, s.putContact),
		on(identity.ChangeContact, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/people/{user_id}/push-subscriptions", ID: "add-push-subscription", Tag: tagMessages,
			Status: http.StatusCreated, Summary: "Subscribe a browser", Description: "What the browser's PushManager returned, subscribed with the key of `GET /v1/push-key`. It is consent to be told by push.",
			Example: examplePush,
		}, s.addPush),
		on(identity.Unauthenticated, Route{
			Method: http.MethodGet, Path: "/v1/push-key", ID: "get-push-key", Tag: tagMessages,
			Summary: "The key of web push", Description: "`applicationServerKey` for a browser's subscription.", Answer: PushKey{Key: "BNcRd…"},
		}, s.pushKey),
		on(identity.ManageMessages, Route{
			Method: http.MethodPost, Path: "/v1/suppressions", ID: "suppress-address", Tag: tagMessages,
			Summary: "Write to an address no more", Description: "Whatever it is of. Addresses that bounce are suppressed by themselves.", Example: Address{"mail", "nobody@example.org"},
		}, s.suppressAddress),
		on(identity.ManageMessages, Route{
			Method: http.MethodPost, Path: "/v1/suppressions:lift", ID: "lift-suppression", Tag: tagMessages,
			Summary: "Write to an address again", Description: "404 when it is not suppressed.", Example: Address{"mail", "nobody@example.org"},
		}, s.liftSuppression),
	}
}

// examplePush is the subscription of RFC 8291's example.
var examplePush = PushSubscription{
	Endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
	P256dh:   "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
	Auth:     "BTBZMqHH6r4Tts7J_aSIgg",
}

func (s *server) wordingRoutes() []route {
	const ofEvent = "/v1/events/{event_id}/wordings"
	words := NewWording{Kind: "waitlist_offer", Locale: "en", Subject: "Your turn at {title}", Body: []string{"{name}, {count|# place is|# places are} yours until {deadline}."}}
	put := "Replaces the words for a kind in a language; what is empty is said in ours, and all empty goes back to ours. Only the placeholders of the kind are allowed: `GET` lists them."
	return []route{
		on(identity.ManageMessages, Route{
			Method: http.MethodGet, Path: "/v1/wordings", ID: "list-wordings", Tag: tagMessages,
			Summary: "An organization's words", Description: "Those for all its events, and which kinds, languages and placeholders there are.",
		}, s.listWordings),
		on(identity.ManageMessages, Route{
			Method: http.MethodPut, Path: "/v1/wordings", ID: "put-wording", Tag: tagMessages,
			Summary: "Change words in all events", Description: put, Example: words,
		}, s.putWording),
		inEvent(identity.ChangeEvent, Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-event-wordings", Tag: tagMessages,
			Summary: "An event's words", Description: "Its own and those of the organization, over which its own go.",
		}, s.listEventWordings),
		inEvent(identity.ChangeEvent, Route{
			Method: http.MethodPut, Path: ofEvent, ID: "put-event-wording", Tag: tagMessages,
			Summary: "Change words in an event", Description: put, Example: words,
		}, s.putEventWording),
		on(identity.ChangeEvent, Route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-wording", Tag: tagMessages,
			Summary: "See a message", Description: "A sample in the words that are given, or else in those that are stored.", Example: words,
		}, s.previewWording),
		on(identity.ChangeEvent, Route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-wording", Tag: tagMessages,
			Summary: "Send a message to oneself", Description: "A sample by mail, to an address of yours.", Example: TestWording{NewWording: words, To: "me@example.org"}, Problems: []Kind{kindNoMail, kindNotSent},
		}, s.testWording),
		on(identity.ManageMessages, Route{
			Method: http.MethodGet, Path: "/v1/brand", ID: "get-brand", Tag: tagMessages,
			Summary: "How messages look", Description: "Name, colour and address of the organization in its messages.",
		}, s.getBrand),
		on(identity.ManageMessages, Route{
			Method: http.MethodPut, Path: "/v1/brand", ID: "put-brand", Tag: tagMessages,
			Summary: "Change how messages look", Description: "White text has to be readable on the colour: a contrast of 4.5 at least.", Example: Brand{Name: "Harbour Concerts", Colour: "#1d4ed8", Address: "Pier 3, 20457 Hamburg"},
		}, s.putBrand),
	}
}

func (s *server) deliveryRoutes() []route {
	return []route{
		inEvent(identity.ListGuests, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/notices", ID: "list-notices", Tag: tagMessages,
			Summary: "Reminders and their progress", Description: "What everybody registered is told at a time, how far it is, and what became of it.",
		}, s.listNotices),
		on(identity.ChangeEvent, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/reminders/test", ID: "test-reminder", Tag: tagMessages,
			Summary: "Send a reminder to oneself", Description: "The reminder of the event as people get it, to an address of yours.", Example: TestReminder{To: "me@example.org"}, Problems: []Kind{kindNoMail, kindNotSent},
		}, s.testReminder),
		on(identity.ManageMessages, Route{
			Method: http.MethodGet, Path: "/v1/dead-letters", ID: "list-dead-letters", Tag: tagMessages,
			Summary: "Messages that did not arrive", Description: "Deliveries that failed or bounced, the latest first, each with the reason.", Query: []string{"limit", "cursor"},
		}, s.listDeadLetters),
		on(identity.ManageMessages, Route{
			Method: http.MethodPost, Path: "/v1/dead-letters:replay", ID: "replay-dead-letter", Tag: tagMessages,
			Summary: "Send it again", Description: "Queues a delivery that failed or bounced. An address that is suppressed stays so: lift it first.",
			Example: DeliveryName{EventID: "evt_3k9q0a7c1v5m", Message: "17", Channel: "mail"},
		}, s.replayDeadLetter),
	}
}

func (s *server) bulletinRoutes() []route {
	const ofEvent, one = "/v1/events/{event_id}/bulletins", "/v1/bulletins/{bulletin_id}"
	example := NewBulletin{Audience: Audience{Standing: "confirmed"}, Locale: "en", Subject: "Doors open at six", Body: []string{"{name}, the side entrance is closed today. Please come through the yard."}}
	return []route{
		on(identity.ManageMessages, Route{
			Method: http.MethodPost, Path: ofEvent, ID: "create-bulletin", Tag: tagMessages,
			Status: http.StatusCreated, Summary: "Write to guests",
			Description: "A message to everybody at an event whom the audience fits, by the channel that suits each of them, within the rates, and not in their quiet hours. Who has opted out of such messages is left out; each has a link to do so. Whoever comes to the event after it began to go out is not written to.",
			Problems:    []Kind{kindNoMail}, Example: example,
		}, s.createBulletin),
		inEvent(identity.ManageMessages, Route{
			Method: http.MethodGet, Path: ofEvent, ID: "list-bulletins", Tag: tagMessages,
			Summary: "What was written to guests", Description: "With how far it is, and what became of it.",
		}, s.listBulletins),
		on(identity.ManageMessages, Route{
			Method: http.MethodPost, Path: ofEvent + ":preview", ID: "preview-bulletin", Tag: tagMessages,
			Summary: "See a message to guests", Description: "As a guest who does not exist would read it, and how many it would go to. Nothing is sent.",
			Problems: []Kind{kindNoMail}, Example: example,
		}, s.previewBulletin),
		on(identity.ManageMessages, Route{
			Method: http.MethodPost, Path: ofEvent + ":test", ID: "test-bulletin", Tag: tagMessages,
			Summary: "Send a message to guests to oneself", Description: "By mail, to an address of yours.",
			Problems: []Kind{kindNoMail, kindNotSent}, Example: TestBulletin{NewBulletin: example, To: "me@example.org"},
		}, s.testBulletin),
		on(identity.ManageMessages, Route{
			Method: http.MethodGet, Path: one, ID: "get-bulletin", Tag: tagMessages,
			Summary: "A message to guests", Description: "With how far it is, and what became of it.",
		}, s.getBulletin),
		on(identity.ManageMessages, Route{
			Method: http.MethodDelete, Path: one, ID: "stop-bulletin", Tag: tagMessages,
			Summary: "Stop a message to guests", Description: "It goes to nobody else. What is on its way is not called back.",
		}, s.stopBulletin),
	}
}
