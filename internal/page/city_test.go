package page_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
)

// The home page of a city says what is on there without a script, and leads to other cities
// and to the list of all events.
func TestCityPage(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	card := func(id, title string) page.Card {
		return page.Card{ID: id, Title: title, Location: "Pier 2", Zone: time.UTC, StartsAt: f.starts.UTC(), Open: true, WaitlistOpen: true}
	}
	munich := page.ListedCity{ID: "munich", Events: 12}
	var failure error
	var listed url.Values
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Home = func(_ context.Context, city, language string) (*page.HomeListing, error) {
			munich.Name = map[string]string{"en": "Munich", "de": "München", "ar": "ميونخ"}[language]
			weekend := page.HomeSection{Kind: "weekend", Cards: []page.Card{card("evt_1", "Market & music")}}
			soon := page.HomeSection{Kind: "soon", Cards: []page.Card{card("evt_2", "In spring")}}
			l := &page.HomeListing{Answer: "home of " + city, Cities: []page.ListedCity{munich, {ID: "hamburg", Name: "Hamburg", Events: 1}}}
			switch {
			case failure != nil:
				return nil, failure
			case city == "Atlantis":
				return nil, page.ErrCity
			case city == "hamburg":
				l.City, l.Sections = &l.Cities[1], []page.HomeSection{soon}
			case city != "":
				top := page.HomeSection{Kind: "top", Cards: []page.Card{card("evt_4", "Everybody goes")}}
				l.City, l.Sections = &l.Cities[0], []page.HomeSection{top, weekend, soon, {Kind: "nearby", Cards: []page.Card{card("evt_5", "By the lake")}}}
			default:
				l.Sections = []page.HomeSection{weekend, soon}
			}
			return l, nil
		}
		c.Events = func(_ *http.Request, query url.Values) (*page.Listing, error) {
			listed = query
			if query.Get("city") == "Atlantis" {
				return &page.Listing{Wrong: []page.Wrong{{Field: "city", Code: "not_allowed"}}}, nil
			}
			return &page.Listing{Answer: "list", Cards: []page.Card{card("evt_3", "In the list")}, Next: "two"}, nil
		}
	})
	body := f.has("/?city=M%C3%BCnchen", 200, "<h1>Events in Munich</h1>", "<h2>Popular in Munich</h2>", "Everybody goes", "<h2>This weekend</h2>", "Market &amp; music", "<h2>Coming up</h2>", "In spring", "<h2>Popular near Munich</h2>", "By the lake", "Sold out · waitlist open",
		`<nav class="cities" aria-label="Cities"><a href="/">Everywhere</a> <a href="/?city=munich" aria-current="page">Munich <span class="count">12</span></a>`,
		`<a href="/?city=munich&amp;when=upcoming">All events in Munich</a>`, `<input type="hidden" name="city" value="munich">`,
		`<link rel="canonical" href="http://holdfast.test/?city=munich">`, "<title>Events in Munich", `{"home":"home of München"}<`)
	if strings.Contains(body, "In the list") || listed != nil {
		t.Error("the list is read too")
	}
	w := f.send("GET", "/?city=munich", "Accept-Language: de")
	if got := w.Body.String(); !strings.Contains(got, "<h1>Veranstaltungen in München</h1>") || w.Header().Get("X-Robots-Tag") != "" {
		t.Errorf("in German: %v %s", w.Header(), got)
	}
	if got := f.send("GET", "/?city=munich", "Accept-Language: ar").Body.String(); !strings.Contains(got, "ميونخ <span class=\"count\">12</span>") || strings.Contains(got, "Munich") {
		t.Errorf("in Arabic: %s", got)
	}
	f.has("/", 200, "<h1>Great events, fair waitlists.</h1>", `<a href="/" aria-current="page">Everywhere</a>`, "<h2>This weekend</h2>", `<a href="/?when=upcoming">All upcoming events</a>`)
	// The list of all, in a city or not, is the list of the API; so is a search.
	f.has("/?city=munich&when=upcoming", 200, "In the list", `href="/?city=munich&amp;cursor=two&amp;when=upcoming"`)
	if listed.Get("city") != "munich" || listed.Get("when") != "upcoming" {
		t.Errorf("the list is asked for %v", listed)
	}
	f.has("/?city=munich&q=jazz", 200, "In the list", `<input type="hidden" name="city" value="munich">`)
	f.has("/?when=past", 200, "<h2>This weekend</h2>")
	// One section is the list, which has further pages.
	f.has("/?city=hamburg", 200, "<h1>Events in Hamburg</h1>", "In the list", `href="/?city=hamburg&amp;cursor=two"`)
	f.has("/?city=munich&cursor=two", 200, "In the list")
	// Without the index, and of no city, the list answers.
	f.has("/?city=Atlantis", 422, "The filter “city” can’t be “Atlantis”.")
	failure = page.ErrBusy
	f.has("/?city=munich", 200, "In the list")
	failure = errors.New("broken")
	f.has("/?city=munich", 500)
}
