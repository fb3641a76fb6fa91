package page

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	textmessage "golang.org/x/text/message"
	"golang.org/x/text/number"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// Listing is a page of the public list of events.
type Listing struct {
	// Answer is what the API answers, for the app to begin with.
	Answer any
	Cards  []Card
	Next   string // cursor of the next page; "" on the last
	// Of a search. Total is how many events were found, or, with MoreThanTotal, fewer than
	// that; nil: they were not counted.
	Total         *int
	MoreThanTotal bool
	// Instead is what was searched for, because a word that was typed stands in no event;
	// "": what was typed.
	Instead string
	// Wrong is what of the query is not understood. Nothing is listed then.
	Wrong []Wrong
}

// Wrong is a parameter that the list does not understand, as the API says it.
type Wrong struct{ Field, Code string }

// Card is an event among others.
type Card struct {
	ID, Title, Location string
	TitleLanguage       string // "": nobody said
	Performers          []string
	Zone                *time.Location
	StartsAt, EndsAt    time.Time
	Host                Host
	// Open: registration has not closed.
	Open bool
	// Standing is where it stands for its readers.
	Standing inventory.Standing
	Status   string // as the API says it
	Online   bool   // it takes place online, too where it has a location
	Free     int64  // tickets that the public can have
	// WaitlistOpen: who finds nothing free can join the waitlist.
	WaitlistOpen bool
	// Lowest and Highest are the prices of the cheapest and the dearest ticket as a buyer
	// pays them, in minor units of Currency; 0: free. Priced is false when none is shown.
	Lowest, Highest int64
	Currency        string
	Priced          bool
	// KM is how far away it is in kilometers; nil: nobody asked.
	KM *float64
	// Series of which it is a date, and how many others that has; "": it is none, or the list has
	// each by itself.
	Series    string
	MoreDates int
	// Words of a search stand in the place, the name of the host or that of a performer, and
	// none in the title.
	InPlace, InHost, InPerformers bool
}

// Host is who runs events, as everybody may see it.
type Host struct{ ID, Name string }

// Events reads a page of the public list, as a query of the API asks for it. The error is
// ErrCursor when the query's cursor is not of that list.
type Events func(r *http.Request, query url.Values) (*Listing, error)

// ErrCursor says that a cursor is not of the list that was asked for.
var ErrCursor = errors.New("page: no cursor of this list")

// ErrBusy says that a list cannot be read for a moment.
var ErrBusy = errors.New("page: the list cannot be read now")

// HostURL is the public address of the events of an organization below origin.
func HostURL(origin, organization string) string { return origin + "/hosts/" + organization }

// shelf is a list of events on a page.
type shelf struct {
	Events         []listed
	More, MoreText string // path of its next page, "": there is none; the words of the link
}

// listed is an event in a list.
type listed struct {
	Path, Title      string
	Lang             string // of the title, where it is another than that of the page
	Datetime, When   string
	With             string // performers; "": it names none
	Where, Away      string // the place, and how far away it is; "": nobody asked
	HostPath, By     string
	SeriesPath, More string // the page of its series, and how many other dates that has; "": none
	Note             string // what it costs and what is left; past events have none
	// Where words of a search stand, when none does in the title.
	InPlace, InHost, InPerformers bool
}

// maxNamed is how many performers stand in a list of events.
const maxNamed = 3

// card is an event in the words of a reader.
func (w *Words) card(c *Card, past bool) listed {
	l := listed{
		Path: EventURL("", c.ID), Title: c.Title, Lang: w.unlike(c.TitleLanguage), Datetime: c.StartsAt.Format(time.RFC3339), When: w.Moment(c.StartsAt, c.Zone), Where: c.Location,
		HostPath: HostURL("", c.Host.ID), By: fill(w.Organizer, "{name}", c.Host.Name),
		InPlace: c.InPlace, InHost: c.InHost, InPerformers: c.InPerformers,
	}
	if len(c.Performers) > 0 {
		l.With = fill(w.With, "{names}", strings.Join(c.Performers[:min(len(c.Performers), maxNamed)], locale.Comma(w.Tag)))
	}
	if c.Online && l.Where == "" {
		l.Where = w.Online
	}
	if c.MoreDates > 0 {
		l.SeriesPath, l.More = SeriesURL("", c.Series), w.MoreDates.In(w.Tag, int64(c.MoreDates))
	}
	if c.KM != nil {
		l.Away = fill(w.Away, "{n}", w.number(*c.KM))
	}
	if past {
		return l
	}
	left := w.left(c.Free, 0)
	if c.Status == string(inventory.Postponed) {
		l.When, l.Note = w.OpenDate, w.Headings["postponed"]
		return l
	}
	switch {
	case c.Status == string(inventory.Cancelled):
		l.Note = w.Headings["cancelled"]
		return l
	case !c.Open:
		left = w.Closed
	case c.Free == 0 && c.WaitlistOpen:
		left += " · " + w.WaitlistOpen
	}
	if l.Note = left; c.Priced {
		l.Note = w.prices(c.Lowest, c.Highest, c.Currency) + " · " + left
	}
	return l
}

// number writes a number with one decimal at most.
func (w *Words) number(v float64) string {
	return textmessage.NewPrinter(w.Tag).Sprint(number.Decimal(v, number.MaxFractionDigits(1)))
}

// money writes an amount in minor units as mails do.
func (w *Words) money(amount int64, currency string) string {
	return mailkit.Money(w.Tag.String(), amount, currency)
}

// prices says what tickets cost: "Free", "€12.00", "from €12.00", "Free – €12.00".
func (w *Words) prices(lowest, highest int64, currency string) string {
	amount := func(minor int64) string {
		if minor == 0 {
			return w.Free
		}
		return w.money(minor, currency)
	}
	switch lowest {
	case highest:
		return amount(lowest)
	case 0:
		return amount(0) + " – " + amount(highest)
	}
	return fill(w.FromPrice, "{amount}", amount(lowest))
}
