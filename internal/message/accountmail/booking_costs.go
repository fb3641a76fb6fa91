package accountmail

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// BookingCost is what bookings of rooms cost beside the deposit that a mail asks for.
type BookingCost struct {
	Price   string            // of all, with its currency
	Rest    string            // what of it is to be paid beside the deposits; "": nothing
	RestDue inventory.Instant // when the first of that is due
	// Rule is what goes back to whoever cancels, by days before; Ruled: it is the same for all of
	// them, and is said.
	Rule  []booking.GiveBack
	Ruled bool
}

// costWords say what a booking costs and what goes back, as the calendar of its venue does.
type costWords struct {
	price, rest, restDue, rule string
	step                       locale.Counted // {percent}
	later, never, byVenue      string
}

// says are the labelled lines of what bookings cost, and what goes back of it; "": that is not said.
func (c *BookingCost) says(d *mailkit.Language, in *time.Location) (facts []mailkit.Fact, rule string) {
	words := bookingCosts[d]
	facts = []mailkit.Fact{{Label: words.price, Value: mailkit.Clean(c.Price, mailkit.MaxTitle)}}
	if c.Rest != "" {
		facts = append(facts, mailkit.Fact{Label: words.rest, Value: mailkit.Clean(c.Rest, mailkit.MaxTitle)}, mailkit.Fact{Label: words.restDue, Value: d.Moment(c.RestDue, in)})
	}
	if !c.Ruled {
		return facts, ""
	}
	var steps []string
	for _, g := range c.Rule {
		steps = append(steps, strings.ReplaceAll(words.step.In(d.Tag, g.DaysBefore), "{percent}", strconv.FormatInt(g.Percent, 10))+".")
	}
	after := words.later
	if len(steps) == 0 {
		after = words.never
	}
	return facts, words.rule + ": " + strings.Join(append(steps, after, words.byVenue), " ")
}

// bookingCosts are these words in each language.
var bookingCosts = map[*mailkit.Language]*costWords{
	mailkit.English: {
		price: "Price", rest: "Rest", restDue: "Balance due by", rule: "If it is cancelled",
		step:  locale.Counted{plural.One: "{percent}% of what was paid goes back, until {n} day before", plural.Other: "{percent}% of what was paid goes back, until {n} days before"},
		later: "After that, nothing goes back.", never: "What was paid stays with the venue.", byVenue: "If the venue cancels, everything goes back.",
	},
	mailkit.German: {
		price: "Preis", rest: "Rest", restDue: "Rest bis", rule: "Bei einer Stornierung",
		step:  locale.Counted{plural.One: "{percent} % des Gezahlten zurück, bis {n} Tag vorher", plural.Other: "{percent} % des Gezahlten zurück, bis {n} Tage vorher"},
		later: "Danach geht nichts zurück.", never: "Was gezahlt wurde, bleibt beim Haus.", byVenue: "Storniert das Haus, geht alles zurück.",
	},
	mailkit.French: {
		price: "Prix", rest: "Solde", restDue: "Solde avant le", rule: "En cas d’annulation",
		step:  locale.Counted{plural.One: "{percent} % du montant payé sont remboursés jusqu’à {n} jour avant", plural.Other: "{percent} % du montant payé sont remboursés jusqu’à {n} jours avant"},
		later: "Après, rien n’est remboursé.", never: "Ce qui a été payé reste au lieu.", byVenue: "Si le lieu annule, tout est remboursé.",
	},
	mailkit.Spanish: {
		price: "Precio", rest: "Resto", restDue: "Resto antes del", rule: "Si se cancela",
		step:  locale.Counted{plural.One: "Se devuelve el {percent} % de lo pagado hasta {n} día antes", plural.Other: "Se devuelve el {percent} % de lo pagado hasta {n} días antes"},
		later: "Después no se devuelve nada.", never: "Lo pagado se lo queda el recinto.", byVenue: "Si cancela el recinto, se devuelve todo.",
	},
	mailkit.Italian: {
		price: "Prezzo", rest: "Saldo", restDue: "Saldo entro", rule: "In caso di annullamento",
		step:  locale.Counted{plural.One: "Si restituisce il {percent}% di quanto pagato fino a {n} giorno prima", plural.Other: "Si restituisce il {percent}% di quanto pagato fino a {n} giorni prima"},
		later: "Dopo non si restituisce nulla.", never: "Quanto pagato resta alla struttura.", byVenue: "Se annulla la struttura, si restituisce tutto.",
	},
	mailkit.Dutch: {
		price: "Prijs", rest: "Restbedrag", restDue: "Rest uiterlijk", rule: "Bij annulering",
		step:  locale.Counted{plural.One: "{percent}% van het betaalde bedrag terug tot {n} dag van tevoren", plural.Other: "{percent}% van het betaalde bedrag terug tot {n} dagen van tevoren"},
		later: "Daarna gaat er niets terug.", never: "Wat betaald is, blijft bij de locatie.", byVenue: "Annuleert de locatie, dan gaat alles terug.",
	},
	mailkit.Portuguese: {
		price: "Preço", rest: "Restante", restDue: "Restante até", rule: "Em caso de cancelamento",
		step:  locale.Counted{plural.One: "{percent}% do valor pago é devolvido até {n} dia antes", plural.Other: "{percent}% do valor pago é devolvido até {n} dias antes"},
		later: "Depois disso, nada é devolvido.", never: "O que foi pago fica com o espaço.", byVenue: "Se o espaço cancelar, tudo é devolvido.",
	},
	mailkit.Polish: {
		price: "Cena", rest: "Reszta", restDue: "Reszta do", rule: "W razie anulowania",
		step:  locale.Counted{plural.One: "Zwrot {percent}% wpłaty do {n} dnia przed terminem", plural.Few: "Zwrot {percent}% wpłaty do {n} dni przed terminem", plural.Many: "Zwrot {percent}% wpłaty do {n} dni przed terminem", plural.Other: "Zwrot {percent}% wpłaty do {n} dni przed terminem"},
		later: "Później nie ma zwrotu.", never: "Wpłaty pozostają w obiekcie.", byVenue: "Jeśli anuluje obiekt, zwracana jest całość.",
	},
	mailkit.Czech: {
		price: "Cena", rest: "Doplatek", restDue: "Doplatek do", rule: "Při zrušení",
		step:  locale.Counted{plural.One: "{percent} % zaplacené částky zpět do {n} dne předem", plural.Few: "{percent} % zaplacené částky zpět do {n} dnů předem", plural.Many: "{percent} % zaplacené částky zpět do {n} dnů předem", plural.Other: "{percent} % zaplacené částky zpět do {n} dnů předem"},
		later: "Potom se nevrací nic.", never: "Zaplacená částka se nevrací.", byVenue: "Zruší-li rezervaci místo konání, vrací se vše.",
	},
	mailkit.Swedish: {
		price: "Pris", rest: "Resterande", restDue: "Rest senast", rule: "Vid avbokning",
		step:  locale.Counted{plural.One: "{percent} % av det betalda går tillbaka till {n} dag före", plural.Other: "{percent} % av det betalda går tillbaka till {n} dagar före"},
		later: "Därefter går inget tillbaka.", never: "Det som betalats behåller anläggningen.", byVenue: "Om anläggningen avbokar går allt tillbaka.",
	},
	mailkit.Turkish: {
		price: "Fiyat", rest: "Kalan", restDue: "Kalan son tarihi", rule: "İptal edilirse",
		step:  locale.Counted{plural.One: "{n} gün öncesine kadar ödenenin %{percent} kadarı iade edilir", plural.Other: "{n} gün öncesine kadar ödenenin %{percent} kadarı iade edilir"},
		later: "Sonrasında iade yapılmaz.", never: "Ödenen mekânda kalır.", byVenue: "Mekân iptal ederse tamamı iade edilir.",
	},
	mailkit.Arabic: {
		price: "السعر", rest: "الباقي", restDue: "الباقي حتى", rule: "عند الإلغاء",
		step:  locale.Counted{plural.Zero: "يُرد {percent}% من المدفوع حتى {n} يوم قبل الموعد", plural.One: "يُرد {percent}% من المدفوع حتى يوم واحد قبل الموعد", plural.Two: "يُرد {percent}% من المدفوع حتى يومين قبل الموعد", plural.Few: "يُرد {percent}% من المدفوع حتى {n} أيام قبل الموعد", plural.Many: "يُرد {percent}% من المدفوع حتى {n} يومًا قبل الموعد", plural.Other: "يُرد {percent}% من المدفوع حتى {n} يوم قبل الموعد"},
		later: "بعد ذلك لا يُرد شيء.", never: "يبقى المدفوع لدى المكان.", byVenue: "إن ألغى المكان يُرد كل شيء.",
	},
}
