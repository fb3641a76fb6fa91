package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Spanish is that language.
var Spanish = &Language{
	Tag:         language.Spanish,
	Hello:       "Hola, {name}:",
	HelloNobody: "Hola:",
	Minutes:     locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minutos"},
	Hours:       locale.Counted{plural.One: "1 hora", plural.Other: "{n} horas"},
	Days:        locale.Counted{plural.One: "1 día", plural.Other: "{n} días"},
	Amount:      "Importe",
	Reference:   "Referencia",
	PayBefore:   "Pagar antes de",
	HowToPay:    "Cómo pagar",
	Point:       ",",
	Thousands:   ".",
	FooterLog:   "Cuando se envió este correo, el registro público del evento tenía {n} anotaciones y la huella {root}.",
	Weekdays:    [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
	Months: [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio",
		"julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s, %d de %s de %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(_ *Language, t time.Time) string { return t.Format("02/01") },
	Clock:     "15:04",
	Between:   "–",
	Footer:    "Recibes este mensaje porque alguien introdujo esta dirección.",
	Other:     "¿No has sido tú? Ignora este mensaje y no pasará nada.",
}
