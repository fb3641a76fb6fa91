package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Dutch is that language.
var Dutch = &Language{
	Tag:         language.Dutch,
	Hello:       "Hallo {name},",
	HelloNobody: "Hallo,",
	Minutes:     locale.Counted{plural.One: "1 minuut", plural.Other: "{n} minuten"},
	Hours:       locale.Counted{plural.One: "1 uur", plural.Other: "{n} uur"},
	Days:        locale.Counted{plural.One: "1 dag", plural.Other: "{n} dagen"},
	Amount:      "Bedrag",
	Reference:   "Kenmerk",
	PayBefore:   "Betalen vóór",
	HowToPay:    "Zo betaal je",
	Point:       ",",
	Thousands:   ".",
	EuroFirst:   true,
	FooterLog:   "Toen dit werd verstuurd, had het openbare logboek van het evenement {n} vermeldingen en de vingerafdruk {root}.",
	Weekdays:    [7]string{"zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"},
	Months: [12]string{"januari", "februari", "maart", "april", "mei", "juni",
		"juli", "augustus", "september", "oktober", "november", "december"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string {
		months := [12]string{"jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"}
		return fmt.Sprintf("%d %s", t.Day(), months[t.Month()-1])
	},
	Clock:   "15:04",
	Between: "–",
	Footer:  "Je krijgt dit bericht omdat iemand dit adres heeft ingevuld.",
	Other:   "Was jij dit niet? Negeer dit bericht dan, er gebeurt niets.",
}
