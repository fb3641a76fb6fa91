package mailkit

import (
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

// Language is what all mails say in one language, and how it writes dates, times and amounts.
type Language struct {
	Tag language.Tag

	Hello, HelloNobody   string // with {name}, and for a person without a name
	Minutes, Hours, Days locale.Counted

	Amount, Reference, PayBefore string // labels of what is to be paid
	HowToPay                     string // heading of the payment instructions
	Point, Thousands             string // in amounts
	EuroFirst                    bool   // the sign of the euro stands before an amount
	FooterLog                    string // {n} entries of the public log, with {root}
	// Footer tells somebody whose address was entered why the mail came, and Other what to do if it was
	// somebody else who entered it.
	Footer, Other string

	Weekdays  [7]string  // from Sunday
	Months    [12]string // from January
	Date      func(d *Language, t time.Time) string
	ShortDate func(d *Language, t time.Time) string // without weekday and year
	Clock     string                                // of a time of day, a Go layout
	ClockTail string                                // after a time of day: " Uhr"
	Between   string                                // between two times of day
}

// Languages are in the order of locale.Tags.
var Languages = []*Language{English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Swedish, Turkish, Arabic}

// For returns the language that matches a locale best; English if the locale is empty, unknown or
// malformed.
func For(name string) *Language { return Languages[locale.Of(name)] }

// Count returns a number of something.
func (l *Language) Count(c locale.Counted, n int64) string { return c.In(l.Tag, n) }

// Length returns a duration in the largest unit that is exact, rounded down to minutes:
// "6 hours", "90 minutes", "2 days".
func (l *Language) Length(m inventory.Micros) string {
	switch {
	case m >= 2*inventory.Day && m%inventory.Day == 0:
		return l.Count(l.Days, int64(m/inventory.Day))
	case m >= inventory.Hour && m%inventory.Hour == 0:
		return l.Count(l.Hours, int64(m/inventory.Hour))
	default:
		return l.Count(l.Minutes, int64(m/inventory.Minute))
	}
}

// Length is a duration in the largest unit that is exact, in a language: "6 hours".
func Length(locale string, m inventory.Micros) string { return For(locale).Length(m) }
