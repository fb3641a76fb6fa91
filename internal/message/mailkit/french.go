package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// French is that language.
var French = &Language{
	Tag:         language.French,
	Hello:       "Bonjour {name},",
	HelloNobody: "Bonjour,",
	Minutes:     locale.Counted{plural.One: "{n} minute", plural.Other: "{n} minutes"},
	Hours:       locale.Counted{plural.One: "{n} heure", plural.Other: "{n} heures"},
	Days:        locale.Counted{plural.One: "{n} jour", plural.Other: "{n} jours"},
	Amount:      "Montant",
	Reference:   "Référence",
	PayBefore:   "À payer avant",
	HowToPay:    "Comment payer",
	Point:       ",",
	Thousands:   "\u202f",
	FooterLog:   "Lors de l’envoi, le journal public de l’événement comptait {n} entrées et avait l’empreinte {root}.",
	Weekdays:    [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
	Months: [12]string{"janvier", "février", "mars", "avril", "mai", "juin",
		"juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string { return t.Format("02/01") },
	Clock:     "15:04",
	Between:   "–",
	Footer:    "Vous recevez ce message parce que quelqu’un a saisi cette adresse.",
	Other:     "Ce n’était pas vous ? Ignorez ce message, et il ne se passera rien.",
}
