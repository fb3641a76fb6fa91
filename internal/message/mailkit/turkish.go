package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Turkish is that language.
var Turkish = &Language{
	Tag:         language.Turkish,
	Hello:       "Merhaba {name},",
	HelloNobody: "Merhaba,",
	Minutes:     locale.Counted{plural.One: "1 dakika", plural.Other: "{n} dakika"},
	Hours:       locale.Counted{plural.One: "1 saat", plural.Other: "{n} saat"},
	Days:        locale.Counted{plural.One: "1 gün", plural.Other: "{n} gün"},
	Amount:      "Tutar",
	Reference:   "Açıklama",
	PayBefore:   "Son ödeme",
	HowToPay:    "Nasıl ödenir",
	Point:       ",",
	Thousands:   ".",
	EuroFirst:   true,
	FooterLog:   "Bu gönderildiğinde etkinliğin herkese açık günlüğünde {n} kayıt vardı ve parmak izi {root} idi.",
	Weekdays:    [7]string{"Pazar", "Pazartesi", "Salı", "Çarşamba", "Perşembe", "Cuma", "Cumartesi"},
	Months: [12]string{"Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
		"Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%d %s %d %s", t.Day(), d.Months[t.Month()-1], t.Year(), d.Weekdays[t.Weekday()])
	},
	ShortDate: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.Months[t.Month()-1])
	},
	Clock:   "15:04",
	Between: "–",
	Footer:  "Bu mesajı, biri bu adresi girdiği için alıyorsunuz.",
	Other:   "Siz değil miydiniz? Mesajı yok sayın, hiçbir şey olmaz.",
}
