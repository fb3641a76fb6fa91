package page

import (
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// SeriesListing is a series with its dates.
type SeriesListing struct {
	// Answer is what the API answers, for the app to begin with.
	Answer                 any
	ID, Title, Description string
	Host                   Host
	Cards                  []Card // by start
	Unlisted               bool   // no search engine shall have it
	Passes                 []SeriesPass
}

// SeriesPass is a pass for dates of a series.
type SeriesPass struct {
	EventID, Title string
	// Price and Saves are in minor units of Currency; 0: it is free, or no cheaper.
	Price, Saves int64
	Currency     string
	Dates        []PassDate
}

// PassDate is when a date takes place that a pass covers.
type PassDate struct {
	StartsAt time.Time
	Zone     *time.Location
}

// passes are lines about passes.
func (w *Words) passes(list []SeriesPass) (shown []passLine) {
	for i := range list {
		p := &list[i]
		l := passLine{Path: EventURL("", p.EventID), Title: p.Title, Note: w.Free}
		if p.Price > 0 {
			l.Note = w.money(p.Price, p.Currency)
		}
		if p.Saves > 0 {
			l.Note += " · " + fill(w.PassSaves, "{amount}", w.money(p.Saves, p.Currency))
		}
		for _, d := range p.Dates {
			l.Dates = append(l.Dates, w.Moment(d.StartsAt, d.Zone))
		}
		shown = append(shown, l)
	}
	return shown
}

// passLine is what a page says of a pass.
type passLine struct {
	Path, Title, Note string
	Dates             []string
}

// SeriesURL is the public address of a series below origin.
func SeriesURL(origin, series string) string { return origin + "/series/" + series }

// linkedDates bounds the dates that machines are told about; people see all.
const linkedDates = 100

// seriesPage lists the dates of a series.
func (p *Pages) seriesPage(w http.ResponseWriter, r *http.Request) {
	if p.cfg.Series == nil {
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	}
	s, err := p.cfg.Series(r.Context(), r.PathValue("series_id"), WordsFor(r.Header.Get("Accept-Language")).Tag.String())
	switch {
	case errors.Is(err, database.ErrNotFound):
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	case err != nil:
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	v := &view{Public: !s.Unlisted, Title: s.Title, Series: &seriesView{By: fill(words.Organizer, "{name}", s.Host.Name), Passes: words.passes(s.Passes)}, HostPath: HostURL("", s.Host.ID), Embedded: embedded{Series: s.Answer}}
	v.subscribe(SeriesCalendarURL(p.cfg.Origin, s.ID), "")
	v.Upcoming, v.Past = new(shelf), new(shelf)
	var coming []*Card
	for i := range s.Cards {
		c := &s.Cards[i]
		shelf := v.Upcoming
		over := c.Status != string(inventory.Postponed) && !c.EndsAt.After(p.cfg.Now())
		if over {
			shelf = v.Past
		} else {
			coming = append(coming, c)
		}
		l := words.card(c, over)
		if c.Title == s.Title { // every line would begin with it
			l.Title = l.When
			l.When = ""
		}
		l.By = "" // stands above
		shelf.Events = append(shelf.Events, l)
	}
	v.Paragraphs = paragraphs(s.Description)
	summaryText := words.NothingHosted
	if len(coming) > 0 {
		summaryText = words.Moment(coming[0].StartsAt, coming[0].Zone)
	}
	if text := summary(s.Description); text != "" {
		summaryText += " · " + text
	}
	if v.Head, err = head(headOf{Title: s.Title, Summary: summaryText, URL: SeriesURL(p.cfg.Origin, s.ID), Organizer: s.Host.Name, Locale: words.Tag.String(), Calendar: SeriesCalendarURL(p.cfg.Origin, s.ID), Feed: FeedURL(p.cfg.Origin, s.Host.ID)}); err != nil {
		p.fail(w, r, err)
		return
	}
	ld, err := json.Marshal(p.linkedSeries(s, coming, words)) // escapes what could end the element
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v.Head += template.HTML(`<script type="application/ld+json">` + string(ld) + "</script>\n")
	p.show(w, r, http.StatusOK, v)
}

// seriesView is what the page of a series has beside its lists.
type seriesView struct {
	By     string
	Passes []passLine
}

// linkedSeries says a series in the words of schema.org, with the dates to come.
func (p *Pages) linkedSeries(s *SeriesListing, coming []*Card, w *Words) map[string]any {
	organizer := map[string]any{"@type": "Organization", "name": s.Host.Name, "url": HostURL(p.cfg.Origin, s.Host.ID)}
	d := map[string]any{
		"@context": "https://schema.org", "@type": "EventSeries", "name": s.Title, "url": SeriesURL(p.cfg.Origin, s.ID), "organizer": organizer,
	}
	if s.Description != "" {
		d["description"] = summary(s.Description)
	}
	dates := []map[string]any{}
	for _, c := range coming[:min(len(coming), linkedDates)] {
		date := p.linkedDate(c, w)
		date["organizer"] = organizer
		dates = append(dates, date)
	}
	if len(coming) > 0 {
		d["startDate"], d["endDate"] = dates[0]["startDate"], dates[len(dates)-1]["endDate"]
		d["subEvent"] = dates
	}
	return d
}

// linkedDate says a date of a series in the words of schema.org. Search engines read each as an
// event of its own.
func (p *Pages) linkedDate(c *Card, w *Words) map[string]any {
	url := EventURL(p.cfg.Origin, c.ID)
	d := linkedEvent(c.Title, url, c.StartsAt.In(c.Zone), c.EndsAt.In(c.Zone), inventory.EventStatus(c.Status))
	switch c.Standing {
	case inventory.IsAnnounced, inventory.IsOnSale, inventory.IsSoldOut:
		offer := linkedOffer(url, c.Standing == inventory.IsAnnounced, c.Free > 0)
		linkedPrices(offer, c)
		d["offers"] = offer
	case inventory.IsDraft, inventory.IsClosed, inventory.IsCompleted, inventory.IsPostponed, inventory.IsCancelled: // nobody can have any
	}
	linkedPerformers(d, c.Performers)
	if c.Location != "" {
		d["eventAttendanceMode"], d["location"] = offline, linkedPlace(c.Location)
	}
	switch {
	case c.Online:
		linkedOnline(d, url)
	case d["location"] == nil: // as on the page of the date
		d["location"] = linkedPlace(w.WhereOpen)
	}
	return d
}

// linkedPrices adds to an offer what the tickets of a date cost that everybody sees: one price, or
// from which to which.
func linkedPrices(offer map[string]any, c *Card) {
	if !c.Priced {
		return
	}
	price := func(amount int64) string {
		if c.Currency == "" {
			return "0"
		}
		return decimal(amount, c.Currency)
	}
	if c.Currency != "" {
		offer["priceCurrency"] = c.Currency
	}
	if c.Lowest == c.Highest {
		offer["price"] = price(c.Lowest)
		return
	}
	offer["@type"], offer["lowPrice"], offer["highPrice"] = "AggregateOffer", price(c.Lowest), price(c.Highest)
}

// paragraphs are those of a text without its markup.
func paragraphs(text string) (list []string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(plain.Replace(part)); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// inSeries leads from the page of a date to its series; nil: it is of none.
func (w *Words) inSeries(s *events.InSeries) *seriesLink {
	if s == nil {
		return nil
	}
	return &seriesLink{Path: SeriesURL("", s.ID), Text: fill(w.InSeries, "{title}", s.Title)}
}

// seriesLink is a link to the page of a series.
type seriesLink struct{ Path, Text string }
