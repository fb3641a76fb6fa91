package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Czech is that language.
var Czech = &Language{
	Tag:         language.Czech,
	Hello:       "Dobrý den, {name},",
	HelloNobody: "Dobrý den,",
	Minutes:     locale.Counted{plural.One: "1 minutu", plural.Few: "{n} minuty", plural.Many: "{n} minuty", plural.Other: "{n} minut"},
	Hours:       locale.Counted{plural.One: "1 hodinu", plural.Few: "{n} hodiny", plural.Many: "{n} hodiny", plural.Other: "{n} hodin"},
	Days:        locale.Counted{plural.One: "1 den", plural.Few: "{n} dny", plural.Many: "{n} dne", plural.Other: "{n} dnů"},
	Amount:      "Částka",
	Reference:   "Poznámka k platbě",
	PayBefore:   "Zaplatit do",
	HowToPay:    "Jak zaplatit",
	Point:       ",",
	Thousands:   "\u00a0",
	FooterLog:   "Při odeslání měl veřejný protokol akce tento počet záznamů: {n}, a otisk {root}.",
	Weekdays:    [7]string{"neděle", "pondělí", "úterý", "středa", "čtvrtek", "pátek", "sobota"},
	Months: [12]string{"ledna", "února", "března", "dubna", "května", "června",
		"července", "srpna", "září", "října", "listopadu", "prosince"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s %d. %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string { return t.Format("2. 1.") },
	Clock:     "15:04",
	Between:   "–",
	Footer:    "Tuto zprávu dostáváte, protože někdo zadal tuto adresu.",
	Other:     "Nejste to vy? Zprávu ignorujte a nic se nestane.",
}
