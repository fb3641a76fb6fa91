package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var english = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Your link to sign in",
			Heading: "Sign in",
			Body:    []string{"This link signs you in. It works once, and for {life}."},
			Action:  "Sign in",
			After:   []string{"Nobody who works for us will ever ask you for this link."},
		},
		InvitationMail: {
			Subject: "You are invited to {name}",
			Heading: "Welcome to {name}",
			Body:    []string{"You can now help to run the events of {name}, as {role}.", "Sign in with this e-mail address. There is no password: you receive a link each time."},
			Action:  "Sign in",
		},
		ConfirmAddressMail: {
			Subject: "Confirm your address: {name}",
			Heading: "{name}: one more step",
			Body:    []string{"To take part in {name}, confirm that this address is yours. This link does that and takes you back to the event. It works once, and for {life}.", "You have no place yet: you get it when you finish there."},
			Action:  "Confirm and go on",
		},
		FreshLinkMail: {
			Subject: "Your new link: {name}",
			Heading: "Your new link for {name}",
			Body:    []string{"With this link you can do everything with your tickets for {name}: transfer them, sell them back or get your money back. It works for {life}."},
			Action:  "Open",
			After:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
		},
		FoundMail: {
			Subject: "Your tickets",
			Heading: "Your tickets",
			Body:    []string{"Here’s what’s booked with this address: what’s coming up, and what was on in the last few weeks. Each link works for {life}."},
			Action:  "Sign in to see everything",
			After:   []string{"Please don’t forward this email. Nobody who works for us will ever ask you for these links."},
		},
		NothingFoundMail: {
			Subject: "No tickets with this address",
			Heading: "No tickets with this address",
			Body:    []string{"Nothing that’s coming up is booked with this address. Maybe you used another one: look for our first email about your tickets."},
			Action:  "Search with another address",
		},
		RegisteredAlreadyMail: {
			Subject: "You're registered already: {name}",
			Heading: "You're registered for {name} already",
			Body:    []string{"Somebody has just registered for {name} with this address. You have your place, so nothing was changed: what was entered now, guests too, counts for nothing.", "This link leads to your registration. It works for {life}."},
			Action:  "Open my registration",
			After:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
		},
		WaitingAlreadyMail: {
			Subject: "You're on the waitlist already: {name}",
			Heading: "You're on the waitlist for {name} already",
			Body:    []string{"Somebody has just asked for a place at {name} with this address. You keep your place on the waitlist; nothing was changed.", "This link shows your position. It works for {life}."},
			Action:  "See my position",
			After:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
		},
		LimitReachedMail: {
			Subject: "You can't have more tickets: {name}",
			Heading: "You have all the tickets you can for {name}",
			Body:    []string{"Somebody has just asked for more places at {name} with this address. With what you have that would be more than one person may have, so nothing was added.", "This link leads to what you have. It works for {life}."},
			Action:  "Open",
			After:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
		},
		EndpointDisabledMail: {
			Subject: "Webhooks to {name} have stopped",
			Heading: "Webhooks have stopped",
			Body:    []string{"{name} has not taken our webhooks for a long time, so we send none there any more.", "Nothing is lost: what has happened since waits, and is sent in order as soon as the endpoint is enabled again."},
			Action:  "Look at the endpoint",
		},
		RefundAtProviderMail: {
			Subject: "{name}: a refund of {amount} outside Holdfast",
			Heading: "A refund of {amount} was made elsewhere",
			Body: []string{"{amount} of an order for {name} were refunded in the dashboard of the payment provider. The tickets of that order are still valid, and its sale is still in the books.",
				"Should the tickets be cancelled? Then refund them on the page of the order. What was paid back already is not paid again."},
			Action: "Look at the order",
		},
		ProviderDeniesMail: {
			Subject: "{name} denies access: payments or refunds have stopped",
			Heading: "{name} denies access",
			Body: []string{"{name} does not accept the key that is set here, or does not allow what was asked for with it. Until that is changed, orders cannot be paid with {name}, or refunds are not made.",
				"Please ask whoever runs this server to check the key. The server’s log says what {name} has answered. Refunds that are due wait, and are made when the key is right."},
			Action: "Look at the events",
		},
	},
	minutes: locale.Counted{plural.One: "1 minute", plural.Other: "{n} minutes"},
	hours:   locale.Counted{plural.One: "1 hour", plural.Other: "{n} hours"},
	roles:   map[string]string{"owner": "owner", "organizer": "organizer", "box_office": "box office", "door": "door", "viewer": "viewer", "events": "a member for single events"},
	owners:  "You receive this message as an owner of an organization here.",
}
