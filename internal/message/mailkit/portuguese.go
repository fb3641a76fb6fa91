package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Portuguese is that language.
var Portuguese = &Language{
	Tag:         language.Portuguese,
	Hello:       "Olá {name},",
	HelloNobody: "Olá,",
	Minutes:     locale.Counted{plural.One: "{n} minuto", plural.Other: "{n} minutos"},
	Hours:       locale.Counted{plural.One: "{n} hora", plural.Other: "{n} horas"},
	Days:        locale.Counted{plural.One: "{n} dia", plural.Other: "{n} dias"},
	Amount:      "Montante",
	Reference:   "Referência",
	PayBefore:   "Pagar até",
	HowToPay:    "Como pagar",
	Point:       ",",
	Thousands:   ".",
	FooterLog:   "Quando este e-mail foi enviado, o registo público do evento tinha {n} entradas e a impressão digital {root}.",
	Weekdays:    [7]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"},
	Months: [12]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho",
		"julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s, %d de %s de %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string { return t.Format("02/01") },
	Clock:     "15:04",
	Between:   "–",
	Footer:    "Recebe esta mensagem porque alguém introduziu este endereço.",
	Other:     "Não pediu isto? Ignore esta mensagem, e nada acontecerá.",
}
