package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// English is that language.
var English = &Language{
	Tag:         language.English,
	Hello:       "Hello {name},",
	HelloNobody: "Hello,",
	Minutes:     locale.Counted{plural.One: "1 minute", plural.Other: "{n} minutes"},
	Hours:       locale.Counted{plural.One: "1 hour", plural.Other: "{n} hours"},
	Days:        locale.Counted{plural.One: "1 day", plural.Other: "{n} days"},
	Amount:      "Amount",
	Reference:   "Reference",
	PayBefore:   "Pay by",
	HowToPay:    "How to pay",
	Point:       ".",
	Thousands:   ",",
	EuroFirst:   true,
	FooterLog:   "When this was sent, the event’s public log had {n} entries and the fingerprint {root}.",
	Weekdays:    [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	Months: [12]string{"January", "February", "March", "April", "May", "June",
		"July", "August", "September", "October", "November", "December"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s, %d %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.Months[t.Month()-1][:3])
	},
	Clock:   "15:04",
	Between: "–",
	Footer:  "You receive this message because somebody entered this address.",
	Other:   "That was not you? Then ignore this message, and nothing will happen.",
}
