package page_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// The first HTML of every public page says what matters, to whoever has no script and
// to search engines.
func TestFirstHTML(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	host := page.Host{ID: "org_3k9q0a7c1v5m", Name: "Test & Co"}
	card := page.Card{
		ID: f.event, Title: "Lantern <walk> & talk", Location: "Pier 2", Zone: time.UTC, StartsAt: f.starts.UTC(), Host: host, Open: true, Free: 1,
		Priced: true, Lowest: 1250, Highest: 4800, Currency: "EUR",
	}
	on, total, more, instead := []page.Card{card}, 12, false, "lantern walk"
	var wrong []page.Wrong
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Events = func(_ *http.Request, query url.Values) (*page.Listing, error) {
			switch {
			case query.Has("near"):
				c, km := card, 1002.5
				c.KM = &km
				return &page.Listing{Answer: "near", Cards: []page.Card{c}}, nil
			case query.Get("cursor") == "broken":
				return nil, page.ErrCursor
			case query.Get("cursor") != "":
				return &page.Listing{Answer: "second page", Cards: []page.Card{{ID: "evt_2", Title: "On page two", Zone: time.UTC, Host: host, Open: true}}}, nil
			case query.Get("q") != "":
				l := &page.Listing{Answer: "found " + query.Get("q"), Total: &total, MoreThanTotal: more, Instead: instead, Wrong: wrong}
				for _, c := range on {
					c.InPlace, c.InHost, l.Next = true, true, "next/one"
					l.Cards = append(l.Cards, c)
				}
				return l, nil
			case query.Get("when") == "past":
				return &page.Listing{Answer: "past", Cards: []page.Card{{ID: "evt_3", Title: "Long ago", Zone: time.UTC, Host: host, Priced: true}}, Next: "older"}, nil
			}
			return &page.Listing{Answer: "upcoming " + query.Get("organizer"), Cards: on, Next: "next/one"}, nil
		}
		c.Host = func(_ context.Context, id string) (*page.Host, any, error) {
			if id != host.ID {
				return nil, nil, database.ErrNotFound
			}
			return &host, "who", nil
		}
	})
	lists := []string{
		`<div id="boot"><header>`, "<main>", "Upcoming events", `<a href="/events/` + f.event + `" dir="auto">Lantern &lt;walk&gt; &amp; talk</a>`, ", 11 November",
		`<a class="host" href="/hosts/` + host.ID + `" dir="auto">Hosted by Test &amp; Co</a>`, "from €12.50 · 1 ticket left", "Show more",
	}
	home := f.has("/", 200, append(lists, "<h1>Great events, fair waitlists.</h1>", "<h2>Upcoming events</h2>", `href="/?cursor=next%2Fone"`, `id="embedded">{"events":"upcoming "}<`)...)
	if w := f.send("GET", "/"); w.Header().Get("X-Robots-Tag") != "" {
		t.Errorf("the home page is kept from search engines: %v", w.Header())
	}
	if strings.Contains(home, "To register, please") || strings.Contains(home, "Long ago") {
		t.Error("the home page speaks of one event, or of past ones")
	}
	f.has("/?cursor=next%2Fone", 200, "On page two")
	if w := f.send("GET", "/?cursor=broken"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/" {
		t.Errorf("a cursor of nothing: %d %v", w.Code, w.Header())
	}

	hosted := f.has("/hosts/"+host.ID, 200, append(lists,
		`<h1 dir="auto">Test &amp; Co</h1>`, "Past events", "Long ago", `href="/hosts/`+host.ID+`?past=older"`, `<link rel="canonical" href="http://holdfast.test/hosts/`+host.ID+`">`,
		`{"events":"upcoming `+host.ID+`","past":"past","host":"who"}<`)...)
	if strings.Contains(hosted, "Sold out") || strings.Contains(hosted, "Free") {
		t.Error("past events are sold")
	}
	f.has("/hosts/org_nobody", 404, "Page not found")
	f.has("/", 200, `<form class="search" role="search" action="/">`, `name="q" value="" maxlength="100"`, `name="available" value="true"> Tickets available`)
	// What tickets may cost: round amounts about what they cost that are listed.
	f.has("/", 200, `<select id="most-price" name="price_max"><option value="" selected>Any price</option><option value="0">Free</option><option value="2000">Up to €20.00</option></select><input type="hidden" name="currency" value="EUR">`)
	f.has("/?q=x&price_max=1500&currency=EUR", 200, `<option value="1500" selected>Up to €15.00</option><option value="2000">Up to €20.00</option>`)
	f.has("/?q=x&price_max=0&currency=EUR", 200, `<option value="0" selected>Free</option>`, `href="/?cursor=next%2Fone&amp;price_max=0&amp;q=x"`)
	f.has("/?near=53.54,9.99", 200, `<input type="hidden" name="near" value="53.54,9.99">`, `<select id="radius" name="radius_km">`, `<option value="25" selected>Within 25 km</option>`, "Pier 2 · 1,002.5 km away")
	f.has("/?near=53.54,9.99&radius_km=7.5", 200, `<option value="7.5" selected>Within 7.5 km</option></select>`)
	// Orders: what there is of words, a place and prices.
	f.has("/", 200, `<select id="sort" name="sort"><option value="" selected>Date</option><option value="price">Lowest price first</option><option value="trending">Most popular first</option></select>`)
	f.has("/?sort=trending", 200, `<option value="trending" selected>Most popular first</option>`)
	f.has("/?q=x&sort=price&currency=EUR", 200, `<option value="">Best match</option><option value="date">Date</option><option value="price" selected>Lowest price first</option><option value="trending">`,
		`href="/?currency=EUR&amp;cursor=next%2Fone&amp;q=x&amp;sort=price"`)
	f.has("/?near=53.54,9.99&sort=distance", 200, `<option value="distance" selected>Nearest first</option>`)
	f.has("/?near=53.54,9.99&sort=relevance", 200, `<option value="relevance" selected>Best match</option>`)
	if of := f.has("/?q=x&sort=relevance&near=53.54,9.99", 200, `<option value="" selected>Best match</option>`); strings.Contains(of, "relevance") {
		t.Errorf("with words the best come first anyway: %s", of)
	}
	if of := f.has("/?q=x&sort=distance", 200, `href="/?cursor=next%2Fone&amp;q=x"`); strings.Contains(of, "Nearest first") {
		t.Error("what is nearest to nowhere can be chosen")
	}
	if strings.Contains(home, "Distance") {
		t.Error("a distance from nowhere can be chosen")
	}
	// A search has its text, how many were found, where, and what was meant.
	searched := f.has("/?q=+lantrn+%3Cwalk%3E&available=true&from=2026-11-28", 200, `name="from" value="2026-11-28"`, `name="to" value=""`, `name="q" value="lantrn &lt;walk&gt;"`, `value="true" checked> Tickets available`, "12 events found",
		`href="/?available=true&amp;cursor=next%2Fone&amp;from=2026-11-28&amp;q=lantrn&#43;%3Cwalk%3E"`,
		`No results for “lantrn &lt;walk&gt;”. Showing results for <a href="/?available=true&amp;from=2026-11-28&amp;q=lantern&#43;walk">lantern walk</a>`,
		"<mark>Pier 2</mark>", "<mark>Hosted by Test &amp; Co</mark>", `{"events":"found lantrn \u003cwalk\u003e"}`)
	if w := f.send("GET", "/?q=lantern"); w.Header().Get("X-Robots-Tag") == "" {
		t.Error("each search is a page for search engines")
	}
	if strings.Contains(searched, "lantrn <walk>") {
		t.Error("what was typed is HTML")
	}
	total = 1
	f.has("/?q=x", 200, "1 event found")
	total, more = 1000, true
	f.has("/?q=x", 200, "More than 1000 events found")
	// A cursor of another list leads to the first page of the same search.
	if w := f.send("GET", "/?q=lantern&available=true&cursor=broken"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/?available=true&q=lantern" {
		t.Errorf("a cursor of another list: %d to %q", w.Code, w.Header().Get("Location"))
	}
	// Of what is gone the list says whether one can wait for it, as the app's does.
	on = []page.Card{{ID: "evt_4", Title: "Gone", Zone: time.UTC, Host: host, Open: true, WaitlistOpen: true}, {ID: "evt_5", Title: "For good", Zone: time.UTC, Host: host, Open: true}}
	f.has("/", 200, `<p class="price">Sold out · waitlist open</p>`, `<p class="price">Sold out</p>`)
	on, instead, total, more = nil, "", 0, false
	f.has("/?q=nobody&available=true", 200, "No results for “nobody”.", `value="nobody"`, `<a href="/?q=nobody">Search without filters</a>`, `<a href="/">Show all events</a>`)
	for _, c := range []struct {
		path, says string
		wrong      page.Wrong
	}{
		{"/?q=" + strings.Repeat("x", 101), "Enter 100 characters or fewer.", page.Wrong{Field: "q", Code: "too_long"}},
		{"/?q=a%00b", "This contains a character that can’t be searched for.", page.Wrong{Field: "q", Code: "forbidden_character"}},
		{"/?q=lantern&available=maybe", "The filter “available” can’t be “maybe”.", page.Wrong{Field: "available", Code: "not_allowed"}},
	} {
		wrong = []page.Wrong{c.wrong}
		f.has(c.path, 422, `aria-invalid="true" aria-describedby="wrong-q"`, `<p id="wrong-q" class="wrong" role="alert">`+c.says, `<a href="/">Show all events</a>`)
	}
	// Each day has what is wrong with it beside it.
	for _, c := range []struct{ path, field, code, says string }{
		{"/?q=x&from=28.11.2026", "from", "bad_format", "Choose a date."},
		{"/?q=x&to=2026-11-31", "to", "bad_format", "Choose a date."},
		{"/?q=x&price_max=20&currency=euro", "price_max", "not_allowed", "Choose a price."},
		{"/?q=x&from=2026-11-28&to=2026-11-27", "to", "out_of_range", "Choose a date that isn’t before the first one."},
	} {
		wrong = []page.Wrong{{Field: c.field, Code: c.code}}
		f.has(c.path, 422, `aria-invalid="true" aria-describedby="wrong-`+c.field+`">`, `<span id="wrong-`+c.field+`" class="wrong" role="alert">`+c.says, `<a href="/">Show all events</a>`)
	}
	f.has("/?q=lantern&available=maybe", 422, `name="q" value="lantern"`)
	wrong = nil
	f.has("/", 200, "No upcoming events")
	f.has("/hosts/"+host.ID, 200, "No upcoming events right now.", "Long ago")

	f.has("/events/"+f.event, 200, `<a href="/hosts/org_`)
	f.has("/events/"+f.event+"/seats", 200, `<div id="boot"><header>`, "<main>", "Lantern &lt;walk&gt;", "1 ticket left", "please turn on JavaScript")
	f.has("/events/evt_nothing/seats", 404, "Event not found")
	f.has("/sign-in", 200, `<div id="boot"><header>`, "<h1>Sign in</h1>", "We’ll email you a link", `<noscript><p class="note">To sign in, please turn on JavaScript`)
	f.has("/manage", 200, `<noscript><div id="boot">`, "This page needs JavaScript")
	if w := f.send("GET", "/manage"); w.Header().Get("X-Robots-Tag") == "" {
		t.Error("pages of members are for search engines")
	}
}
