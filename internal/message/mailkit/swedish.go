package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Swedish is that language.
var Swedish = &Language{
	Tag:         language.Swedish,
	Hello:       "Hej {name},",
	HelloNobody: "Hej,",
	Minutes:     locale.Counted{plural.One: "1 minut", plural.Other: "{n} minuter"},
	Hours:       locale.Counted{plural.One: "1 timme", plural.Other: "{n} timmar"},
	Days:        locale.Counted{plural.One: "1 dag", plural.Other: "{n} dagar"},
	Amount:      "Belopp",
	Reference:   "Referens",
	PayBefore:   "Betala senast",
	HowToPay:    "Så betalar du",
	Point:       ",",
	Thousands:   "\u00a0",
	FooterLog:   "När det här skickades hade evenemangets offentliga logg {n} poster och fingeravtrycket {root}.",
	Weekdays:    [7]string{"söndag", "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag"},
	Months: [12]string{"januari", "februari", "mars", "april", "maj", "juni",
		"juli", "augusti", "september", "oktober", "november", "december"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.Months[t.Month()-1][:3])
	},
	Clock:   "15:04",
	Between: "–",
	Footer:  "Du får det här meddelandet eftersom någon har angett adressen.",
	Other:   "Var det inte du? Bortse då från meddelandet, så händer inget.",
}
