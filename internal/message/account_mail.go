package message

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
)

// AccountMailKind is a kind of mail about an account. Such a mail goes to an address and
// is in no inbox.
type AccountMailKind string

// The kinds of mails about accounts.
const (
	SignInMail     AccountMailKind = "sign_in"
	InvitationMail AccountMailKind = "invitation"
	// EndpointDisabledMail tells an owner that a webhook endpoint was disabled.
	EndpointDisabledMail AccountMailKind = "endpoint_disabled"
	// ConfirmAddressMail has a link to sign in, for an event that requires a confirmed
	// address.
	ConfirmAddressMail AccountMailKind = "confirm_address"
	// FreshLinkMail has a link with which a person can do everything in an event.
	FreshLinkMail AccountMailKind = "fresh_link"
	// RegisteredAlreadyMail, WaitingAlreadyMail and LimitReachedMail have the same link, for
	// somebody with whose address a place was asked for that the person has already, or
	// may have no more of.
	RegisteredAlreadyMail AccountMailKind = "registered_already"
	WaitingAlreadyMail    AccountMailKind = "waiting_already"
	LimitReachedMail      AccountMailKind = "limit_reached"
	// RefundAtProviderMail tells an owner that a refund was made in the payment
	// provider's dashboard, and that the tickets stand.
	RefundAtProviderMail AccountMailKind = "refund_at_provider"
	// ProviderDeniesMail tells an owner that a payment provider does not accept the key
	// that is configured, or does not allow something with it.
	ProviderDeniesMail AccountMailKind = "provider_denies"
)

// AccountMailKinds are all kinds of mails about accounts.
var AccountMailKinds = []AccountMailKind{EndpointDisabledMail, RefundAtProviderMail, ProviderDeniesMail, SignInMail, InvitationMail, ConfirmAddressMail, FreshLinkMail, RegisteredAlreadyMail, WaitingAlreadyMail, LimitReachedMail}

// AccountMail is the content of a mail about an account.
type AccountMail struct {
	Kind   AccountMailKind
	Locale string
	URL    string
	// Name is the organization of an invitation, the event of a confirmation or a refund,
	// the host of an endpoint, or a payment provider.
	Name string
	// Amount is that of a refund, with its currency.
	Amount string
	// Role is the role of an invitation.
	Role string
	// Minutes is how long the link works.
	Minutes int64
}

// accountMailWords are the mails about accounts in one language. {name}, {role} and {life} are filled in.
type accountMailWords struct {
	wordings      map[AccountMailKind]wording
	roles         map[string]string
	footer, other string
	owners        string // the footer of mails to owners
}

var accountMails = map[string]accountMailWords{
	"en": {
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Your link to sign in",
				heading: "Sign in",
				body:    []string{"This link signs you in. It works once, and for {life}."},
				action:  "Sign in",
				after:   []string{"Nobody who works for us will ever ask you for this link."},
			},
			InvitationMail: {
				subject: "You are invited to {name}",
				heading: "Welcome to {name}",
				body:    []string{"You can now help to run the events of {name}, as {role}.", "Sign in with this e-mail address. There is no password: you receive a link each time."},
				action:  "Sign in",
			},
			ConfirmAddressMail: {
				subject: "Confirm your address: {name}",
				heading: "{name}: one more step",
				body:    []string{"To take part in {name}, confirm that this address is yours. This link does that and takes you back to the event. It works once, and for {life}.", "You have no place yet: you get it when you finish there."},
				action:  "Confirm and go on",
			},
			FreshLinkMail: {
				subject: "Your new link: {name}",
				heading: "Your new link for {name}",
				body:    []string{"With this link you can do everything with your tickets for {name}: transfer them, sell them back or get your money back. It works for {life}."},
				action:  "Open",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			RegisteredAlreadyMail: {
				subject: "You're registered already: {name}",
				heading: "You're registered for {name} already",
				body:    []string{"Somebody has just registered for {name} with this address. You have your place, so nothing was changed: what was entered now, guests too, counts for nothing.", "This link leads to your registration. It works for {life}."},
				action:  "Open my registration",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			WaitingAlreadyMail: {
				subject: "You're on the waitlist already: {name}",
				heading: "You're on the waitlist for {name} already",
				body:    []string{"Somebody has just asked for a place at {name} with this address. You keep your place on the waitlist; nothing was changed.", "This link shows your position. It works for {life}."},
				action:  "See my position",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			LimitReachedMail: {
				subject: "You can't have more tickets: {name}",
				heading: "You have all the tickets you can for {name}",
				body:    []string{"Somebody has just asked for more places at {name} with this address. With what you have that would be more than one person may have, so nothing was added.", "This link leads to what you have. It works for {life}."},
				action:  "Open",
				after:   []string{"Please don't forward it. Nobody who works for us will ever ask you for this link."},
			},
			EndpointDisabledMail: {
				subject: "Webhooks to {name} have stopped",
				heading: "Webhooks have stopped",
				body:    []string{"{name} has not taken our webhooks for a long time, so we send none there any more.", "Nothing is lost: what has happened since waits, and is sent in order as soon as the endpoint is enabled again."},
				action:  "Look at the endpoint",
			},
			RefundAtProviderMail: {
				subject: "{name}: a refund of {amount} outside Holdfast",
				heading: "A refund of {amount} was made elsewhere",
				body: []string{"{amount} of an order for {name} were refunded in the dashboard of the payment provider. The tickets of that order are still valid, and its sale is still in the books.",
					"Should the tickets be cancelled? Then refund them on the page of the order. What was paid back already is not paid again."},
				action: "Look at the order",
			},
			ProviderDeniesMail: {
				subject: "{name} denies access: payments or refunds have stopped",
				heading: "{name} denies access",
				body: []string{"{name} does not accept the key that is set here, or does not allow what was asked for with it. Until that is changed, orders cannot be paid with {name}, or refunds are not made.",
					"Please ask whoever runs this server to check the key. The server’s log says what {name} has answered. Refunds that are due wait, and are made when the key is right."},
				action: "Look at the events",
			},
		},
		roles:  map[string]string{"owner": "owner", "organizer": "organizer", "box_office": "box office", "door": "door", "viewer": "viewer"},
		footer: "You receive this message because somebody entered this address.",
		other:  "That was not you? Then ignore this message, and nothing will happen.",
		owners: "You receive this message as an owner of an organization here.",
	},
	"de": {
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Dein Link zur Anmeldung",
				heading: "Anmelden",
				body:    []string{"Mit diesem Link meldest du dich an. Er gilt einmal und {life} lang."},
				action:  "Anmelden",
				after:   []string{"Niemand von uns wird dich je nach diesem Link fragen."},
			},
			InvitationMail: {
				subject: "Einladung: {name}",
				heading: "Willkommen bei {name}",
				body:    []string{"Du kannst jetzt die Veranstaltungen von {name} mit betreuen. Deine Rolle: {role}.", "Melde dich mit dieser E-Mail-Adresse an. Ein Passwort gibt es nicht: Du bekommst jedes Mal einen Link."},
				action:  "Anmelden",
			},
			ConfirmAddressMail: {
				subject: "Adresse bestätigen: {name}",
				heading: "{name}: noch ein Schritt",
				body:    []string{"Um an {name} teilzunehmen, bestätige, dass diese Adresse dir gehört. Dieser Link tut das und bringt dich zurück zur Veranstaltung. Er gilt einmal und {life} lang.", "Einen Platz hast du noch nicht: Den bekommst du, wenn du dort abschließt."},
				action:  "Bestätigen und weiter",
			},
			FreshLinkMail: {
				subject: "Dein neuer Link: {name}",
				heading: "Dein neuer Link für {name}",
				body:    []string{"Mit diesem Link kannst du alles mit deinen Tickets für {name} machen: weitergeben, zurückverkaufen oder erstatten lassen. Er gilt {life} lang."},
				action:  "Öffnen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			RegisteredAlreadyMail: {
				subject: "Du bist schon angemeldet: {name}",
				heading: "Du bist für {name} schon angemeldet",
				body:    []string{"Gerade hat sich jemand mit dieser Adresse für {name} angemeldet. Du hast deinen Platz, deshalb hat sich nichts geändert: Was jetzt eingegeben wurde, auch Begleitung, zählt nicht.", "Dieser Link führt zu deiner Anmeldung. Er gilt {life} lang."},
				action:  "Meine Anmeldung öffnen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			WaitingAlreadyMail: {
				subject: "Du stehst schon auf der Warteliste: {name}",
				heading: "Du stehst für {name} schon auf der Warteliste",
				body:    []string{"Gerade hat jemand mit dieser Adresse nach einem Platz bei {name} gefragt. Du behältst deinen Platz auf der Warteliste; es hat sich nichts geändert.", "Dieser Link zeigt deine Position. Er gilt {life} lang."},
				action:  "Meine Position ansehen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			LimitReachedMail: {
				subject: "Mehr Tickets gehen nicht: {name}",
				heading: "Mehr Tickets für {name} kannst du nicht haben",
				body:    []string{"Gerade hat jemand mit dieser Adresse nach weiteren Plätzen bei {name} gefragt. Mit dem, was du hast, wären es mehr, als eine Person haben darf. Deshalb kam nichts dazu.", "Dieser Link führt zu dem, was du hast. Er gilt {life} lang."},
				action:  "Öffnen",
				after:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
			},
			EndpointDisabledMail: {
				subject: "Keine Webhooks mehr an {name}",
				heading: "Webhooks angehalten",
				body:    []string{"{name} hat unsere Webhooks lange nicht angenommen. Wir senden deshalb keine mehr dorthin.", "Nichts ist verloren: Was seitdem geschehen ist, wartet und wird der Reihe nach gesendet, sobald der Endpunkt wieder eingeschaltet ist."},
				action:  "Zum Endpunkt",
			},
			RefundAtProviderMail: {
				subject: "{name}: Erstattung über {amount} außerhalb von Holdfast",
				heading: "Eine Erstattung über {amount} wurde anderswo gemacht",
				body: []string{"{amount} einer Bestellung für {name} wurden im Dashboard des Zahlungsanbieters erstattet. Die Tickets dieser Bestellung gelten weiter, und der Verkauf steht weiter in den Büchern.",
					"Sollen die Tickets ungültig werden? Dann erstatte sie auf der Seite der Bestellung. Was schon zurückgezahlt ist, wird nicht noch einmal gezahlt."},
				action: "Zur Bestellung",
			},
			ProviderDeniesMail: {
				subject: "{name} verweigert den Zugang: Zahlungen oder Erstattungen stehen still",
				heading: "{name} verweigert den Zugang",
				body: []string{"{name} nimmt den Schlüssel nicht an, der hier eingestellt ist, oder erlaubt damit nicht, was verlangt wurde. Bis das geändert ist, können Bestellungen nicht mit {name} bezahlt werden, oder Erstattungen werden nicht ausgeführt.",
					"Bitte lass den Schlüssel prüfen: von denen, die diesen Server betreiben. Im Protokoll des Servers steht, was {name} geantwortet hat. Fällige Erstattungen warten und werden ausgeführt, sobald der Schlüssel stimmt."},
				action: "Zu den Veranstaltungen",
			},
		},
		roles:  map[string]string{"owner": "Inhaberin oder Inhaber", "organizer": "Organisation", "box_office": "Kasse", "door": "Einlass", "viewer": "Einsicht"},
		footer: "Du bekommst diese Nachricht, weil jemand diese Adresse eingegeben hat.",
		other:  "Das warst nicht du? Dann ignoriere diese Nachricht; es geschieht nichts.",
		owners: "Du bekommst diese Nachricht, weil dir hier eine Organisation gehört.",
	},
}

// lives are the texts for how long a link works, in each language.
var lives = map[string]struct{ minutes, hours counted }{
	"en": {counted{plural.One: "1 minute", plural.Other: "{n} minutes"}, counted{plural.One: "1 hour", plural.Other: "{n} hours"}},
	"de": {counted{plural.One: "1 Minute", plural.Other: "{n} Minuten"}, counted{plural.One: "1 Stunde", plural.Other: "{n} Stunden"}},
}

// RenderAccountMail renders a mail about an account.
func (r *Renderer) RenderAccountMail(in AccountMail) (Rendered, error) {
	d := dictionaryFor(in.Locale)
	tag := d.tag.String()
	words := accountMails[tag]
	w, ok := words.wordings[in.Kind]
	if !ok {
		return Rendered{}, fmt.Errorf("message: no words for a letter %q", in.Kind)
	}
	life := d.count(lives[tag].minutes, in.Minutes)
	if in.Minutes >= 60 && in.Minutes%60 == 0 {
		life = d.count(lives[tag].hours, in.Minutes/60)
	}
	fill := strings.NewReplacer("{name}", clean(in.Name, maxTitle), "{role}", words.roles[in.Role], "{life}", life, "{amount}", clean(in.Amount, maxTitle)).Replace
	c := content{wording: w, fill: fill}
	l := layoutData{
		Lang: tag, Title: fill(w.heading), Greeting: d.helloNobody, Heading: fill(w.heading),
		Body: c.fillAll(w.body), Action: w.action, URL: in.URL, After: c.fillAll(w.after),
		Footer: words.footer, FooterMore: words.other, Colour: defaultColour,
	}
	if in.Kind == EndpointDisabledMail || in.Kind == RefundAtProviderMail || in.Kind == ProviderDeniesMail {
		l.Footer, l.FooterMore = words.owners, ""
	}
	var html, text bytes.Buffer
	if err := r.html.ExecuteTemplate(&html, "layout.html", l); err != nil {
		return Rendered{}, fmt.Errorf("message: html of a letter %s: %w", in.Kind, err)
	}
	if err := r.text.ExecuteTemplate(&text, "layout.txt", l); err != nil {
		return Rendered{}, fmt.Errorf("message: text of a letter %s: %w", in.Kind, err)
	}
	return Rendered{Locale: tag, Subject: plain(fill(w.subject)), HTML: html.String(), Text: text.String()}, nil
}
