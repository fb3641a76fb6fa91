package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Italian is that language.
var Italian = &Language{
	Tag:         language.Italian,
	Hello:       "Ciao {name},",
	HelloNobody: "Ciao,",
	Minutes:     locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minuti"},
	Hours:       locale.Counted{plural.One: "1 ora", plural.Other: "{n} ore"},
	Days:        locale.Counted{plural.One: "1 giorno", plural.Other: "{n} giorni"},
	Amount:      "Importo",
	Reference:   "Causale",
	PayBefore:   "Da pagare entro",
	HowToPay:    "Come pagare",
	Point:       ",",
	Thousands:   ".",
	FooterLog:   "Al momento dell’invio, il registro pubblico dell’evento aveva {n} voci e l’impronta {root}.",
	Weekdays:    [7]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"},
	Months: [12]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno",
		"luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string { return t.Format("02/01") },
	Clock:     "15:04",
	Between:   "–",
	Footer:    "Ricevi questo messaggio perché qualcuno ha inserito questo indirizzo.",
	Other:     "Non eri tu? Ignora questo messaggio, e non succederà nulla.",
}
