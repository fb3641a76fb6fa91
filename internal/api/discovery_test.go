package api_test

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestDiscovery: the public list finds by the index what is published, on each engine, and
// shows what the database says.
func TestDiscovery(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		var x *discovery.Index
		var h *testServer
		h = newTestServerAt(t, db, func(c *api.Config) {
			var err error
			x, err = discovery.New(discovery.Config{
				Source: discovery.Published(c.Store, func() time.Time { return h.now() }), Log: slog.New(slog.DiscardHandler), Every: 5 * time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			c.Search = x
		})
		market := h.event(1, h.in(10*24*time.Hour, "Weihnachtsmarkt"))
		h.event(2, h.in(20*24*time.Hour, "Flohmarkt am Fluss"))
		day := h.now().UTC().AddDate(0, 0, 3)
		today, tomorrow := day.Format(time.DateOnly), day.AddDate(0, 0, 1).Format(time.DateOnly)
		start := time.Date(day.Year(), day.Month(), day.Day()+1, 4, 0, 0, 0, time.UTC)
		for zone, title := range map[string]string{"America/Los_Angeles": "Evening in California", "Pacific/Kiritimati": "Morning in Kiritimati"} {
			h.event(5, func(e object) {
				e["timezone"], e["starts_at"], e["ends_at"], e["title"] = zone, start.Format(time.RFC3339), start.Add(2*time.Hour).Format(time.RFC3339), title
			})
		}
		if a := h.send("GET", "/v1/public/events?from="+tomorrow+"&until="+tomorrow, "", nil).want(200); len(a.at("items").([]any)) != 1 || a.text("items", 0, "title") != "Morning in Kiritimati" {
			t.Errorf("a day without the index: %s", a.Raw)
		}
		// Before the index is there, the list is read.
		if a := h.send("GET", "/v1/public/events?q=flohm", "", nil).want(200); len(a.at("items").([]any)) != 1 || strings.Contains(a.Raw, `"total"`) {
			t.Errorf("without the index: %s", a.Raw)
		}
		if err := x.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := x.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		// finds asks until the answer is what is wanted, for as long as a change may take.
		finds := func(query string, want ...string) *answer {
			t.Helper()
			var got []string
			var a *answer
			end := time.Now().Add(5 * time.Second)
			for {
				a, got = h.send("GET", "/v1/public/events?"+query, "", nil).want(200), nil
				for i := range a.at("items").([]any) {
					got = append(got, a.text("items", i, "title"))
				}
				if strings.Join(got, ", ") == strings.Join(want, ", ") && strings.Contains(a.Raw, `"total"`) {
					return a
				}
				if time.Now().After(end) {
					t.Fatalf("%s finds %q, want %q: %s", query, got, want, a.Raw)
				}
				time.Sleep(5 * time.Millisecond)
			}
		}
		a := finds("q=weihnacht+markt", "Weihnachtsmarkt")
		if a.number("total") != 1 || a.text("items", 0, "matched", 0) != "title" {
			t.Errorf("found: %s", a.Raw)
		}
		finds("q=markt", "Weihnachtsmarkt", "Flohmarkt am Fluss")
		if a := finds("q="+url.QueryEscape("flohmrakt"), "Flohmarkt am Fluss"); a.text("did_you_mean") != "flohmarkt" {
			t.Errorf("mistyped: %s", a.Raw)
		}
		// Days are those of the place: both begin at one moment, an evening and a morning.
		finds("from="+today+"&until="+today+"&sort=date", "Evening in California")
		finds("from="+tomorrow+"&until="+tomorrow, "Morning in Kiritimati")
		finds("q=morning&from="+today+"&until="+tomorrow, "Morning in Kiritimati")
		finds("q=evening&from=" + tomorrow)
		// A page goes on where the one before ended.
		first := finds("q=markt&limit=1", "Weihnachtsmarkt")
		finds("q=markt&limit=1&cursor="+first.text("next_cursor"), "Flohmarkt am Fluss")
		h.send("GET", "/v1/public/events?q=floh&limit=1&cursor="+first.text("next_cursor"), "", nil).problem(422, "invalid_request")

		// The last place goes, and the organization is renamed.
		h.register(market, "ada")
		finds("available=true&q=markt", "Flohmarkt am Fluss")
		finds("q=markt&sort=date", "Weihnachtsmarkt", "Flohmarkt am Fluss")
		h.owner("PATCH", "/v1/organization", object{"name": "Kulturverein Nordlicht"}).want(200)
		finds("q=nordlicht+markt", "Weihnachtsmarkt", "Flohmarkt am Fluss")

		// What was called off is gone at once, whatever the index says.
		h.owner("POST", market+":cancel", nil).want(200)
		if a := h.send("GET", "/v1/public/events?q=markt", "", nil).want(200); len(a.at("items").([]any)) != 1 {
			t.Errorf("called off: %s", a.Raw)
		}
		for _, bad := range []string{"available=yes", "sort=price", "from=28.11.2026", "until=2026-11-31", "until=2026-11-01&from=2026-11-02"} {
			name, _, _ := strings.Cut(bad, "=")
			h.send("GET", "/v1/public/events?"+bad, "", nil).problem(422, "invalid_request").names(name)
		}
	})
}
