package page

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Listing is a page of the public list of events.
type Listing struct {
	// Answer is what the API answers, for the app to begin with.
	Answer any
	Cards  []Card
	Next   string // cursor of the next page; "" on the last
}

// Card is an event among others.
type Card struct {
	ID, Title, Location string
	Zone                *time.Location
	StartsAt            time.Time
	Host                Host
	// Open: registration has not closed. WaitlistOpen: one can wait.
	Open, WaitlistOpen bool
	Free               int64 // tickets that the public can have
	// Lowest and Highest are prices of one ticket as it is paid, in minor units; 0: free.
	Lowest, Highest int64
	Currency        string
}

// Host is who runs events, as everybody may see it.
type Host struct{ ID, Name, Color string }

// Events reads pages of the public list, as a query of the API asks for them: ErrCursor
// when its cursor is none of that list.
type Events func(r *http.Request, query url.Values) (*Listing, error)

// HostURL is the public address of the events of an organization below origin.
func HostURL(origin, organization string) string { return origin + "/hosts/" + organization }

// few is how many tickets are few enough to say how many (web/src/lib/event/event.ts).
const few = 30

// listed is an event in a list of the pages.
type listed struct {
	Path, HostPath, Title, Where, By string
	Datetime, When, Month, Day       string
	Ground                           int
	Wide                             bool // it has the row to itself
	Price                            string
	Note, Tone                       string // how it stands; "" says nothing
}

// card is an event in the words of a reader; past ones have no price.
func (w *Words) card(c *Card, past bool) listed {
	at := c.StartsAt.In(c.Zone)
	l := listed{
		Path: EventURL("", c.ID), HostPath: HostURL("", c.Host.ID), Title: c.Title, Where: c.Location, By: w.Say("event.by", "{name}", c.Host.Name),
		Datetime: at.Format(time.RFC3339), When: w.ShortMoment(at), Month: strings.TrimSuffix(w.ShortMonths[at.Month()-1], "."), Day: strconv.Itoa(at.Day()),
		Ground: ground(c.ID),
	}
	if past {
		return l
	}
	l.Price = w.PriceRange(c.Lowest, c.Highest, c.Currency)
	switch {
	case !c.Open:
		l.Note, l.Tone = w.Say("event.closed"), "bg-sunken text-soft"
	case c.Free == 0 && c.WaitlistOpen:
		l.Note, l.Tone = w.Say("card.waitlist"), "bg-sun-wash text-sun"
	case c.Free == 0:
		l.Note, l.Tone = w.Say("event.soldOut"), "bg-sunken text-soft"
	case c.Free <= few:
		l.Note, l.Tone = w.left(c.Free, 0), "bg-sun-wash text-sun"
	}
	return l
}

// PriceRange says what tickets cost: "Free", "€12.00", "from €12.00".
func (w *Words) PriceRange(lowest, highest int64, currency string) string {
	switch {
	case highest == 0:
		return w.Say("price.free")
	case lowest == highest:
		return w.Price(lowest, currency)
	case lowest == 0:
		return fill(w.Say("price.from"), "{amount}", w.Say("price.free"))
	}
	return fill(w.Say("price.from"), "{amount}", w.Price(lowest, currency))
}

// symbols are those that readers of both languages know by themselves.
var symbols = map[string]string{"EUR": "€", "GBP": "£", "USD": "$", "JPY": "¥"}

// Price writes an amount in minor units as the reader does: "€1,250.00", "1.250,00 €".
func (w *Words) Price(minor int64, currency string) string {
	if minor == 0 {
		return w.Say("price.free")
	}
	number, _, _ := strings.Cut(inventory.Money(minor, currency), " ")
	whole, rest, hasRest := strings.Cut(number, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + w.Thousands + whole[i:]
	}
	if hasRest {
		whole += w.Decimal + rest
	}
	symbol, known := symbols[currency]
	if !known {
		symbol = currency
	}
	switch {
	case w.AmountFirst:
		return whole + "\u00a0" + symbol
	case known:
		return symbol + whole
	}
	return symbol + "\u00a0" + whole
}

// How are the three things that the home page says of us: title and text.
func (w *Words) How() [][2]string {
	var out [][2]string
	for _, key := range []string{"home.how.1", "home.how.2", "home.how.3"} {
		out = append(out, [2]string{w.Say(key), w.Say(key + ".text")})
	}
	return out
}
