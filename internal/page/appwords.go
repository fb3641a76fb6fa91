package page

import (
	"net/http"
	"strconv"
	"time"
)

// languageCookie holds the language that a reader chose in the app.
const languageCookie = "language"

// wordsOf returns the words in the language that the reader chose, else in the one that
// the browser asks for.
func wordsOf(r *http.Request) *Words {
	if c, err := r.Cookie(languageCookie); err == nil {
		for _, w := range languages {
			if w.Tag.String() == c.Value {
				return w
			}
		}
	}
	return WordsFor(r.Header.Get("Accept-Language"))
}

// varies are the headers that the language of a page depends on.
const varies = "Accept-Language, Cookie"

// Say returns what the app says by that key, filled with pairs of a placeholder and its
// value. The texts are the app's own, word for word, so that nothing changes under the
// reader when it takes over.
func (w *Words) Say(key string, pairs ...string) string { return fill(w.App[key], pairs...) }

// ShortMoment says a moment in few letters, in the zone that it has: "Thu 11 Nov, 18:00".
func (w *Words) ShortMoment(at time.Time) string {
	return fill(w.ShortDate, "{weekday}", w.ShortWeekdays[at.Weekday()], "{day}", strconv.Itoa(at.Day()), "{month}", w.ShortMonths[at.Month()-1]) + ", " + at.Format("15:04")
}

var englishApp = map[string]string{
	"nav.home": "Holdfast, home", "foot.fair": "Fair waitlists, explained.", "foot.api": "API",
	"home.title": "Great events, fair waitlists.",
	"home.text":  "Register in a moment. If it’s sold out, join a waitlist that always shows you where you are, and why.",
	"home.on":    "Upcoming events", "home.none.title": "No upcoming events", "home.none.text": "New events will appear here.", "home.more": "Show more",
	"home.how.1": "Register in seconds", "home.how.1.text": "Your name, your email, who’s coming with you. No account, no app, no password.",
	"home.how.2": "A fair waitlist", "home.how.2.text": "First come, first served. Returned tickets go to the waitlist, never past it.",
	"home.how.3": "Every move explained", "home.how.3.text": "Whenever your position changes, you can see why.",
	"host.past": "Past events", "host.about": "Host", "host.none": "No upcoming events right now.",
	"price.free": "Free", "price.from": "from {amount}", "card.waitlist": "Sold out · waitlist open",
	"event.soldOut": "Sold out", "event.closed": "Registration closed", "event.by": "Hosted by {name}", "event.when": "When", "event.where": "Where", "event.about": "About this event", "event.open": "Open",
	"join.title": "Register", "join.titleWaitlist": "Join the waitlist", "standing.toEvent": "View event",
	"buy.title": "Get tickets", "seats.title": "Choose your seats",
	"seats.text": "See the seating plan, pick the seats you like, or let us find the best available.", "page.back": "Back to the event",
	"signIn.title": "Sign in", "signIn.text": "We’ll email you a link. No password needed.", "signIn.email": "Your email address", "signIn.send": "Send me a link",
	"state.missing.title": "Page not found", "state.missing.text": "The link may be incomplete, or this page no longer exists.",
}

var germanApp = map[string]string{
	"nav.home": "Holdfast, Startseite", "foot.fair": "Faire Wartelisten, erklärt.", "foot.api": "API",
	"home.title": "Tolle Veranstaltungen, faire Wartelisten.",
	"home.text":  "In einem Moment angemeldet. Ist alles ausgebucht, wartest du auf einer Liste, die dir immer zeigt, wo du stehst und warum.",
	"home.on":    "Kommende Veranstaltungen", "home.none.title": "Keine kommenden Veranstaltungen", "home.none.text": "Neue Veranstaltungen erscheinen hier.", "home.more": "Mehr zeigen",
	"home.how.1": "Anmelden in Sekunden", "home.how.1.text": "Dein Name, deine E-Mail, wer mitkommt. Kein Konto, keine App, kein Passwort.",
	"home.how.2": "Eine faire Warteliste", "home.how.2.text": "Wer zuerst kommt, ist zuerst dran. Was frei wird, geht an die Warteliste und nie an ihr vorbei.",
	"home.how.3": "Jede Änderung erklärt", "home.how.3.text": "Ändert sich deine Position, siehst du immer, warum.",
	"host.past": "Vergangene Veranstaltungen", "host.about": "Veranstalter", "host.none": "Zurzeit keine kommenden Veranstaltungen.",
	"price.free": "Kostenlos", "price.from": "ab {amount}", "card.waitlist": "Ausgebucht · Warteliste offen",
	"event.soldOut": "Ausgebucht", "event.closed": "Anmeldung geschlossen", "event.by": "Von {name}", "event.when": "Wann", "event.where": "Wo", "event.about": "Über die Veranstaltung", "event.open": "Offen",
	"join.title": "Anmelden", "join.titleWaitlist": "Auf die Warteliste", "standing.toEvent": "Zur Veranstaltung",
	"buy.title": "Tickets bestellen", "seats.title": "Such dir deine Plätze aus",
	"seats.text": "Sieh dir den Saalplan an und wähle deine Plätze, oder lass uns die besten finden.", "page.back": "Zurück zur Veranstaltung",
	"signIn.title": "Anmelden", "signIn.text": "Wir schicken dir einen Link. Du brauchst kein Passwort.", "signIn.email": "Deine E-Mail-Adresse", "signIn.send": "Link schicken",
	"state.missing.title": "Seite nicht gefunden", "state.missing.text": "Vielleicht ist der Link unvollständig, oder die Seite gibt es nicht mehr.",
}
