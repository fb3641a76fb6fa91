package page_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// The page of a series says its dates in the first HTML, to people and to machines.
func TestSeriesPage(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	host := page.Host{ID: "org_3k9q0a7c1v5m", Name: "Test & Co"}
	date := func(id string, days int, change func(*page.Card)) page.Card {
		starts := f.now().AddDate(0, 0, days)
		c := page.Card{
			ID: id, Title: "Jazz <live>", Location: "Pier 2", Zone: time.UTC, StartsAt: starts, EndsAt: starts.Add(2 * time.Hour), Host: host, Open: true, Standing: inventory.IsOnSale, Free: 3,
			Priced: true, Lowest: 1250, Highest: 1250, Currency: "EUR",
		}
		change(&c)
		return c
	}
	series := &page.SeriesListing{
		Answer: "as the API says", ID: "ser_3k9q0a7c1v5m", Title: "Jazz <live>", Description: "**Every** week.", Host: host,
		Cards: []page.Card{
			date("evt_1", -7, func(*page.Card) {}), date("evt_2", 1, func(*page.Card) {}),
			date("evt_3", 8, func(c *page.Card) {
				c.Status, c.Standing, c.Title = string(inventory.Cancelled), inventory.IsCancelled, "Jazz special"
			}), date("evt_4", 15, func(c *page.Card) { c.Free, c.WaitlistOpen = 0, true }),
		},
	}
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Series = func(_ context.Context, id, _ string) (*page.SeriesListing, error) {
			switch id {
			case series.ID:
				return series, nil
			case "ser_broken":
				return nil, errors.New("the database is gone")
			}
			return nil, database.ErrNotFound
		}
	})
	path := "/series/" + series.ID
	body := f.has(path, 200, `<h1 dir="auto">Jazz &lt;live&gt;</h1>`, `<a href="/hosts/`+host.ID+`">Hosted by Test &amp; Co</a>`, "Every week.", "<h2>Dates</h2>", "<h2>Past dates</h2>",
		`<a href="/events/evt_2" dir="auto">`, "Pier 2", "€12.50 · 3 tickets left", "Jazz special", "This event is cancelled", "Sold out · waitlist open",
		`<link rel="canonical" href="http://holdfast.test`+path+`">`, `"@type":"EventSeries"`, `"subEvent":[{`, `"url":"http://holdfast.test/events/evt_4"`,
		"https://schema.org/EventCancelled", "https://schema.org/SoldOut", "https://schema.org/InStock", `"series":"as the API says"`)
	if ld, _, _ := strings.Cut(body, "</script>"); strings.Contains(ld, "events/evt_1") {
		t.Error("machines are told about a date that is over")
	}
	if strings.Count(body, "Hosted by") != 1 {
		t.Error("each date says who hosts it")
	}
	f.has("/series/ser_nobody", 404, "Page not found")
	f.has("/series/ser_broken", 500)
	series.Cards = series.Cards[:1]
	f.has(path, 200, "No upcoming events right now.", "<h2>Past dates</h2>")
}
