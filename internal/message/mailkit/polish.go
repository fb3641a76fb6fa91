package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Polish is that language.
var Polish = &Language{
	Tag:         language.Polish,
	Hello:       "Cześć {name},",
	HelloNobody: "Cześć,",
	Minutes:     locale.Counted{plural.One: "1 minutę", plural.Few: "{n} minuty", plural.Many: "{n} minut", plural.Other: "{n} minuty"},
	Hours:       locale.Counted{plural.One: "1 godzinę", plural.Few: "{n} godziny", plural.Many: "{n} godzin", plural.Other: "{n} godziny"},
	Days:        locale.Counted{plural.One: "1 dzień", plural.Few: "{n} dni", plural.Many: "{n} dni", plural.Other: "{n} dnia"},
	Amount:      "Kwota",
	Reference:   "Tytuł przelewu",
	PayBefore:   "Zapłać do",
	HowToPay:    "Jak zapłacić",
	Point:       ",",
	Thousands:   "\u00a0",
	FooterLog:   "W chwili wysłania publiczny dziennik wydarzenia miał tyle wpisów: {n}, i odcisk {root}.",
	Weekdays:    [7]string{"niedziela", "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota"},
	Months: [12]string{"stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca",
		"lipca", "sierpnia", "września", "października", "listopada", "grudnia"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%d %s %d (%s)", t.Day(), d.Months[t.Month()-1], t.Year(), d.Weekdays[t.Weekday()])
	},
	ShortDate: func(_ *Language, t time.Time) string {
		months := [12]string{"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"}
		return fmt.Sprintf("%d %s", t.Day(), months[t.Month()-1])
	},
	Clock:   "15:04",
	Between: "–",
	Footer:  "Dostajesz tę wiadomość, bo ktoś wpisał ten adres.",
	Other:   "To nie Ty? Zignoruj tę wiadomość, a nic się nie stanie.",
}
