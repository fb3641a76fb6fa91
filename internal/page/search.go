package page

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// filters are the parameters of the home page, and of the public list, that say which
// events are shown.
var filters = []string{"q", "from", "to", "price_max", "currency", "near", "radius_km", "city", "category", "tag", "language", "age", "when", "available", "sort"}

// maxText is how many characters of a search are understood, as the API says.
const maxText = 100

// search is the form that searches the list, and what it found.
type search struct {
	Text        string
	Max         int
	City        string // id; "": anywhere
	From, Until string // days, as 2026-11-28
	Available   bool
	// Categories, Languages and Ages are what events say of themselves, of which one is
	// chosen each, and Tag is what they are tagged with; "": whatever they are.
	Categories, Languages, Ages []choice
	Tag                         string
	// Prices are what tickets may cost at most, of which one is chosen; Currency is what
	// they are in, "": only what is free can be chosen.
	Prices   []choice
	Currency string
	// Near is a place, "53.54,9.99", and Radii the distances from it; "": anywhere.
	Near  string
	Radii []radius
	// Sorts are the orders of what is found.
	Sorts []choice
	Found string // how many; "": nothing is said
	// NoSuch says that a word that was typed stands in no event, and leads to Instead,
	// what was searched for, at Path; all "": what was typed was searched for.
	NoSuch, Instead, Path string
	// Wrong is what is wrong with the query, by the field of the form that says it.
	Wrong map[string]string
	// None: there is nothing to show but the ways out. Unfiltered is the path of the
	// same search without filters; "": it has none.
	None       bool
	Unfiltered string
}

// choice is one of a list: Value is the API's, "" what it takes without one.
type choice struct {
	Value, Label string
	Chosen       bool
}

// radius is a choice of how far away events are.
type radius struct {
	KM, Label string
	Chosen    bool
}

// sortChoices are the orders that there are: the best first where there are words or a place, by
// distance from a place, by price where something costs something, and what people come to first.
func (w *Words) sortChoices(asked url.Values, currency string) []choice {
	list := []choice{{Label: w.SortDate}}
	if asked.Get("q") != "" {
		list = []choice{{Label: w.SortBest}, {Value: "date", Label: w.SortDate}}
	}
	if asked.Get("near") != "" {
		if asked.Get("q") == "" {
			list = append(list, choice{Value: "relevance", Label: w.SortBest})
		}
		list = append(list, choice{Value: "distance", Label: w.SortNearest})
	}
	if currency != "" {
		list = append(list, choice{Value: "price", Label: w.SortCheapest})
	}
	list = append(list, choice{Value: "trending", Label: w.SortTrending})
	for i := range list {
		list[i].Chosen = list[i].Value == asked.Get("sort")
	}
	return list
}

// radii are the distances that can be chosen, in kilometers; usualRadius is that of the
// API when none is.
var radii = []string{"5", "10", "25", "50", "100"}

const usualRadius = "25"

// radiusChoices are the choices of a distance; that which was asked for is one of them.
func (w *Words) radiusChoices(asked string) []radius {
	list := slices.Clone(radii)
	asked = cmp.Or(asked, usualRadius)
	if _, err := strconv.ParseFloat(asked, 64); err == nil && !slices.Contains(list, asked) {
		list = append(list, asked)
	}
	choices := make([]radius, len(list))
	for i, km := range list {
		choices[i] = radius{KM: km, Label: fill(w.Within, "{n}", km), Chosen: km == asked}
	}
	return choices
}

// homePage lists what is on, or what of it is searched for, as far as that can be shown and
// found without a script.
func (p *Pages) homePage(w http.ResponseWriter, r *http.Request) {
	words := WordsFor(r.Header.Get("Accept-Language"))
	asked := url.Values{}
	for _, name := range filters {
		if value := strings.TrimSpace(r.URL.Query().Get(name)); value != "" {
			asked.Set(name, value)
		}
	}
	sort := asked.Get("sort")
	if most := asked.Get("price_max"); (most == "" || most == "0") && sort != "price" {
		asked.Del("currency") // which the form has always
	}
	if sort == "relevance" && (asked.Get("q") != "" || asked.Get("near") == "") || sort == "distance" && asked.Get("near") == "" || sort == "price" && asked.Get("currency") == "" {
		asked.Del("sort") // of nothing, or as it is anyway
	}
	if asked.Get("when") != "upcoming" {
		asked.Del("when") // the address of the list of all that is on
	}
	// There is one address for each event and each city, and none for each search: search
	// engines are kept from those.
	searched := slices.ContainsFunc(filters, func(name string) bool { return name != "city" && asked.Get(name) != "" })
	v := &view{State: "home.events", Greets: !searched, Public: !searched}
	if !searched {
		shown, err := p.cityPage(w, r, words, asked, v)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		if shown {
			return
		}
	}
	found, upcoming, err := p.list(r, words, "/", "cursor", maps.Clone(asked))
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v.Upcoming, v.Embedded.Events = upcoming, found.Answer
	status := http.StatusOK
	switch {
	case len(found.Wrong) > 0:
		status = http.StatusUnprocessableEntity
		v.Search = words.search(asked, found)
	case len(upcoming.Events) == 0 && !searched && v.InCity != "":
		v.Search = words.search(asked, found)
		v.Search.Found = words.NothingHosted
	case len(upcoming.Events) == 0 && !searched:
		v.State, v.Upcoming = "home.none", nil
	default:
		v.Search = words.search(asked, found)
	}
	p.show(w, r, status, v)
}

// search is the form with what was asked for, and what was found.
func (w *Words) search(asked url.Values, found *Listing) *search {
	text, path := asked.Get("q"), func(of url.Values) string { return "/?" + of.Encode() }
	s := &search{Text: text, Max: maxText, City: asked.Get("city"), From: asked.Get("from"), Until: asked.Get("to"), Available: asked.Get("available") == "true"}
	s.Near, s.Radii = asked.Get("near"), w.radiusChoices(asked.Get("radius_km"))
	s.Tag = asked.Get("tag")
	s.Categories, s.Languages, s.Ages = w.labelChoices(asked)
	s.Prices, s.Currency = w.priceChoices(asked, found.Cards)
	s.Sorts = w.sortChoices(asked, s.Currency)
	switch total := found.Total; {
	case len(found.Wrong) > 0:
		s.Wrong, s.None = w.wrong(asked, found.Wrong), true
		return s
	case len(found.Cards) > 0 || found.Next != "": // what is here says nothing of how many there are
		switch {
		case total == nil:
		case found.MoreThanTotal:
			s.Found = fill(w.MoreFound, "{n}", strconv.Itoa(*total))
		default:
			s.Found = w.Found.In(w.Tag, int64(*total))
		}
		if found.Instead != "" {
			meant := maps.Clone(asked)
			meant.Set("q", found.Instead)
			s.NoSuch, s.Instead, s.Path = fill(w.NoSuch, "{q}", text), found.Instead, path(meant)
		}
		return s
	}
	s.None, s.Found = true, w.NoneFit
	if text != "" {
		s.Found = fill(w.NoneFound, "{q}", text)
		if filtered(asked) {
			s.Unfiltered = path(url.Values{"q": {text}})
			if s.City != "" {
				s.Unfiltered = path(url.Values{"q": {text}, "city": {s.City}})
			}
		}
	}
	return s
}

// filtered reports whether something other than words is looked for: an order leaves out
// nothing.
func filtered(asked url.Values) bool {
	return slices.ContainsFunc(filters, func(name string) bool {
		return name != "q" && name != "sort" && name != "city" && name != "when" && (name != "currency" || asked.Get("sort") != "price") && asked.Get(name) != ""
	})
}

// priceChoices are what can be chosen: free, and round amounts about what the events cost that
// are listed.
func (w *Words) priceChoices(asked url.Values, cards []Card) (list []choice, currency string) {
	chosen := asked.Get("price_max")
	if currency = asked.Get("currency"); !inventory.IsCurrency(currency) {
		currency = ""
	}
	var amounts []int64
	for i := range cards {
		c := &cards[i]
		if currency == "" && c.Priced {
			currency = c.Currency
		}
		if c.Priced && c.Lowest > 0 && c.Currency == currency {
			amounts = append(amounts, roundUp(c.Lowest))
		}
	}
	if n, err := strconv.ParseInt(chosen, 10, 64); err == nil && n > 0 && currency != "" {
		amounts = append(amounts, n)
	}
	slices.Sort(amounts)
	list = []choice{{"", w.AnyPrice, chosen == ""}, {"0", w.Free, chosen == "0"}}
	for _, n := range slices.Compact(amounts) {
		value := strconv.FormatInt(n, 10)
		list = append(list, choice{value, fill(w.UpTo, "{amount}", w.money(n, currency)), chosen == value})
	}
	return list, currency
}

// roundUp is the next of 1, 2 and 5 times a power of ten.
func roundUp(amount int64) int64 {
	for power := int64(1); ; power *= 10 {
		for _, times := range []int64{1, 2, 5} {
			if times*power >= amount {
				return times * power
			}
		}
	}
}

// wrong says what is wrong with the parameters, by the field of the form that says it:
// what has none is said at the text.
func (w *Words) wrong(asked url.Values, list []Wrong) map[string]string {
	says := map[string]string{}
	for _, what := range list {
		switch field := what.Field; {
		case field == "q" && what.Code == "too_long":
			says[field] = fill(w.TooLong, "{n}", strconv.Itoa(maxText))
		case field == "q":
			says[field] = w.BadCharacter
		case field == "to" && what.Code == "out_of_range":
			says[field] = w.UntilEarlier
		case field == "from", field == "to":
			says[field] = w.BadDay
		case field == "price_max", field == "currency":
			says["price_max"] = w.BadPrice
		case says["q"] == "":
			says["q"] = strings.NewReplacer("{name}", field, "{value}", asked.Get(field)).Replace(w.BadFilter)
		}
	}
	return says
}
