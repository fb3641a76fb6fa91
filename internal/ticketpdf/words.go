package ticketpdf

import (
	"golang.org/x/text/language"
)

// words are what is printed beside the data, in one language.
type words struct {
	tag                                   language.Tag
	ticket, when, where, name, tier, seat string
	ask, squares                          string
	number, order                         string
}

var dictionaries = []*words{
	{
		tag: language.English, ticket: "Ticket", when: "When", where: "Where", name: "Name", tier: "Category", seat: "Seat",
		number: "Ticket number", order: "Order",
		ask:     "Show this code at the door, on paper or on a screen. It lets one person in, once: keep it to yourself.",
		squares: "□ stands for a character that cannot be printed here. The code is complete, and it is what counts at the door.",
	},
	{
		tag: language.German, ticket: "Ticket", when: "Wann", where: "Wo", name: "Name", tier: "Kategorie", seat: "Platz",
		number: "Ticketnummer", order: "Bestellung",
		ask:     "Zeig diesen Code am Einlass, auf Papier oder auf einem Bildschirm. Er lässt eine Person einmal ein: gib ihn nicht weiter.",
		squares: "□ steht für ein Zeichen, das hier nicht gedruckt werden kann. Der Code ist vollständig, und am Einlass zählt der Code.",
	},
}

var matcher = language.NewMatcher([]language.Tag{dictionaries[0].tag, dictionaries[1].tag})

// wordsIn returns the words of the language that serves a tag best; English when
// none does.
func wordsIn(tag language.Tag) *words {
	_, i, _ := matcher.Match(tag)
	return dictionaries[i]
}
