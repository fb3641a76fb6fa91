package ticketpdf

import (
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// words are what is printed beside the data, in one language.
type words struct {
	tag                                   language.Tag
	ticket, when, where, name, tier, seat string
	ask, squares                          string
	log                                   string // {n} entries of the public log, with {root}
	number, order, code                   string
}

// dictionaries are in the order of locale.Tags.
var dictionaries = []*words{english, german, french, spanish, italian, dutch, portuguese, polish, czech, swedish, turkish, arabic}

var (
	english = &words{
		tag: language.English, ticket: "Ticket", when: "When", where: "Where", name: "Name", tier: "Ticket", seat: "Seat",
		number: "Ticket number", order: "Order", code: "QR code of the ticket",
		ask:     "Show this code at the door, on paper or on a screen. It admits one person, once. Don’t share it.",
		squares: "□ stands for a character that can’t be printed here. The code is complete, and that’s what counts at the door.",
		log:     "When this was printed, the event’s public log had {n} entries and the fingerprint {root}.",
	}
	german = &words{
		tag: language.German, ticket: "Ticket", when: "Wann", where: "Wo", name: "Name", tier: "Ticket", seat: "Platz",
		number: "Ticketnummer", order: "Bestellung", code: "QR-Code des Tickets",
		ask:     "Zeig diesen Code am Einlass, auf Papier oder auf einem Bildschirm. Er lässt eine Person einmal hinein. Gib ihn nicht weiter.",
		squares: "□ steht für ein Zeichen, das hier nicht gedruckt werden kann. Der Code ist vollständig, und am Einlass zählt der Code.",
		log:     "Beim Drucken hatte das öffentliche Protokoll der Veranstaltung {n} Einträge und den Fingerabdruck {root}.",
	}
)

// wordsIn returns the words of a language; English where there are none.
func wordsIn(tag language.Tag) *words {
	served := locale.Tags[locale.Of(tag.String())]
	for _, w := range dictionaries {
		if w.tag == served {
			return w
		}
	}
	return dictionaries[0]
}
