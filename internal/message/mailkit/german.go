package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// German is that language.
var German = &Language{
	Tag:         language.German,
	Hello:       "Hallo {name},",
	HelloNobody: "Hallo,",
	Minutes:     locale.Counted{plural.One: "1 Minute", plural.Other: "{n} Minuten"},
	Hours:       locale.Counted{plural.One: "1 Stunde", plural.Other: "{n} Stunden"},
	Days:        locale.Counted{plural.One: "1 Tag", plural.Other: "{n} Tage"},
	Amount:      "Betrag",
	Reference:   "Verwendungszweck",
	PayBefore:   "Zahlen bis",
	HowToPay:    "So zahlst du",
	Point:       ",",
	Thousands:   ".",
	FooterLog:   "Beim Versand hatte das öffentliche Protokoll der Veranstaltung {n} Einträge und den Fingerabdruck {root}.",
	Weekdays:    [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
	Months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni",
		"Juli", "August", "September", "Oktober", "November", "Dezember"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s, %d. %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string { return t.Format("2.1.") },
	Clock:     "15:04",
	ClockTail: " Uhr",
	Between:   "–",
	Footer:    "Du bekommst diese Nachricht, weil jemand diese Adresse eingegeben hat.",
	Other:     "Das warst nicht du? Dann ignoriere diese Nachricht; es geschieht nichts.",
}
