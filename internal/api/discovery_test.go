package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/sample"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// searched is a server with an index, and what starts that.
func searched(t testing.TB, db string, change ...func(*api.Config)) (h *testServer, start func()) {
	var x *discovery.Index
	h = newTestServerAt(t, db, append(change, func(c *api.Config) {
		var err error
		x, err = discovery.New(discovery.Config{
			Source: discovery.Published(c.Store, func() time.Time { return h.now() }), Log: slog.New(slog.DiscardHandler), Every: 5 * time.Millisecond,
		})
		if err != nil {
			t.Fatal(err)
		}
		c.Search = x
	})...)
	return h, func() {
		if err := x.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := x.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
}

// listed are the titles that the public list has for a query.
func (h *testServer) listed(query string) (a *answer, titles []string) {
	h.t.Helper()
	a = h.send("GET", "/v1/public/events?"+query, "", nil).want(200)
	for i := range a.at("items").([]any) {
		titles = append(titles, a.text("items", i, "title"))
	}
	return a, titles
}

// finds asks until the answer is what is wanted, and the index's, for as long as a change
// may take.
func (h *testServer) finds(query string, want ...string) *answer {
	h.t.Helper()
	end := time.Now().Add(5 * time.Second)
	for {
		a, got := h.listed(query)
		if slices.Equal(got, want) && strings.Contains(a.Raw, `"total"`) {
			return a
		}
		if time.Now().After(end) {
			h.t.Fatalf("%s finds %q, want %q: %s", query, got, want, a.Raw)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// without asks once, and the answer is what is wanted, and not the index's.
func (h *testServer) without(query string, want ...string) *answer {
	h.t.Helper()
	a, got := h.listed(query)
	if !slices.Equal(got, want) || strings.Contains(a.Raw, `"total"`) {
		h.t.Errorf("without the index %s finds %q, want %q: %s", query, got, want, a.Raw)
	}
	return a
}

// TestNearby: what is nearby is found with and without the index, across the date line too.
func TestNearby(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		// Two kilometers from each other, on both sides of the date line, and one that is nowhere.
		h.event(5, h.in(10*24*time.Hour, "Fiji, yesterday"), set("coordinates", "-16.8000, 179.9900"))
		h.event(5, h.in(20*24*time.Hour, "Fiji, today"), set("coordinates", "-16.8,-179.99"))
		h.event(5, h.in(30*24*time.Hour, "Somewhere today"))
		asked := func(finds func(query string, want ...string) *answer) {
			t.Helper()
			finds("near=-16.8,179.99&radius_km=1", "Fiji, yesterday")
			a := finds("near=-16.8,179.99&radius_km=2.5", "Fiji, yesterday", "Fiji, today")
			if a.number("items", 0, "distance_km") != 0 || !strings.Contains(a.Raw, `"distance_km":2.1`) {
				t.Errorf("distances: %s", a.Raw)
			}
			finds("near=-16.8,179.99&q=today", "Fiji, today")
			finds("near=53.5,10")
		}
		asked(h.without)
		start()
		asked(h.finds)
	})
}

// TestLabels: events are found by what they say of themselves, with and without the index.
func TestLabels(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		h.event(5, h.in(1*24*time.Hour, "An evening"), func(e object) {
			e["category"], e["tags"], e["performers"], e["language"], e["age_min"] = "music", []string{"Open  Air"}, []string{"Nina Okoye"}, "deu", 16
		})
		morning := h.event(5, h.in(2*24*time.Hour, "A morning"), set("category", "family"), set("age_min", 6))
		h.event(5, h.in(3*24*time.Hour, "Anything"))
		asked := func(finds func(query string, want ...string) *answer) {
			t.Helper()
			a := finds("category=music", "An evening")
			a.sees(t, "found", object{"category": "music", "tags": []any{"Open Air"}, "performers": []any{"Nina Okoye"}, "language": "de", "age_min": 16.0}, "items", 0)
			finds("tag=open+air", "An evening")
			finds("tag=open")
			finds("language=de", "An evening")
			finds("language=deu", "An evening")
			finds("age=15", "A morning", "Anything")
			finds("age=15&category=music")
			finds("age=16&category=music&q=okoye", "An evening")
			finds("age=0", "Anything")
			finds("q=open+air", "An evening")
			finds("sort=price&currency=EUR&category=family", "A morning")
			finds("sort=trending&category=family", "A morning")
		}
		asked(h.without)
		start()
		asked(h.finds)
		if a := h.finds("q=okoye", "An evening"); !strings.Contains(a.Raw, `"matched":["performer"]`) {
			t.Errorf("where it matched: %s", a.Raw)
		}
		h.owner("PATCH", morning, object{"category": "film", "tags": []string{"Late"}}).want(200)
		h.finds("category=family")
		h.finds("tag=late&category=film", "A morning")
		first := h.send("GET", "/v1/public/events?sort=date&limit=1", "", nil).want(200).text("next_cursor")
		for query, field := range map[string]string{
			"category=knitting": "category", "category=none": "category", "language=xx": "language", "age=old": "age", "age=-1": "age", "age=151": "age",
			"tag=" + strings.Repeat("x", 31): "tag", "sort=date&limit=1&category=music&cursor=" + url.QueryEscape(first): "cursor",
		} {
			h.send("GET", "/v1/public/events?"+query, "", nil).problem(422, "invalid_request").names(field)
		}
	})
}

// TestSampleEvents: the API takes sample events as they are, and the index finds them.
func TestSampleEvents(t *testing.T) {
	t.Parallel()
	h, start := searched(t, testdb.SQLite(t))
	first := h.now().Truncate(24*time.Hour).AddDate(0, 0, 1)
	for i := range 40 {
		e := sample.Of(2, i)
		h.send("POST", "/v1/events", h.keys[identity.Organizer], e.Body(first)).want(201)
	}
	start()
	e := sample.Of(2, 7)
	near := fmt.Sprintf("near=%.5f,%.5f&radius_km=1", e.Latitude, e.Longitude)
	h.finds(near+"&q="+url.QueryEscape(e.Title), e.Title)
}

// TestSorted: the nearest or the cheapest come first, page by page, with the index and without.
func TestSorted(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		priced := func(currency string, price int) func(object) {
			return func(e object) {
				e["currency"], e["tiers"] = currency, []object{{"name": "Entry", "price": price}}
			}
		}
		h.event(5, h.in(1*24*time.Hour, "Dear and far"), priced("EUR", 4000), set("coordinates", "53.70,9.99"))
		h.event(5, h.in(2*24*time.Hour, "In yen"), priced("JPY", 100), set("coordinates", "53.60,9.99"))
		h.event(5, h.in(3*24*time.Hour, "Cheap and near"), priced("EUR", 900), set("coordinates", "53.56,9.99"))
		h.event(5, h.in(4*24*time.Hour, "Free here"), set("coordinates", "53.55,9.99"))
		h.event(5, h.in(5*24*time.Hour, "Early bird"), set("coordinates", "53.56,9.99"), func(e object) {
			e["currency"], e["tiers"] = "EUR", []object{
				{"name": "Early", "price": 500, "sale_ends_at": h.now().Add(2 * time.Hour).Format(time.RFC3339)}, {"name": "Regular", "price": 5000},
			}
		})
		h.event(5, h.in(6*24*time.Hour, "Free somewhere"))
		orders := map[string][]string{
			"sort=distance&near=53.55,9.99":               {"Free here", "Cheap and near", "Early bird", "In yen", "Dear and far"},
			"sort=distance&near=53.70,9.99&radius_km=100": {"Dear and far", "In yen", "Cheap and near", "Early bird", "Free here"},
			"sort=distance&near=53.55,9.99&q=free":        {"Free here"},
			"sort=price&currency=EUR":                     {"Free here", "Free somewhere", "Early bird", "Cheap and near", "Dear and far", "In yen"},
			"sort=price&currency=JPY":                     {"Free here", "Free somewhere", "In yen", "Dear and far", "Cheap and near", "Early bird"},
			"sort=price&currency=EUR&price_max=900":       {"Free here", "Free somewhere", "Early bird", "Cheap and near"},
			"sort=price&currency=EUR&near=53.55,9.99":     {"Free here", "Early bird", "Cheap and near", "Dear and far", "In yen"},
		}
		get := func(path string) *answer { return h.send("GET", path, "", nil) }
		title := func(a *answer, i int) string { return a.text("items", i, "title") }
		asked := func(finds func(query string, want ...string) *answer) {
			t.Helper()
			for query, want := range orders {
				finds(query, want...)
				for _, limit := range []int{1, 2, 4} {
					if got := h.pages(get, "/v1/public/events?"+query, limit, title); !slices.Equal(got, want) {
						t.Errorf("%s by pages of %d: %q, want %q", query, limit, got, want)
					}
				}
			}
		}
		asked(h.without)
		var cursors []string
		for range 2 {
			// Prices are those of the first page, on the last as well: nothing is lost when they change.
			cursors = append(cursors, get("/v1/public/events?sort=price&currency=EUR&limit=3").want(200).text("next_cursor"))
			if len(cursors) == 1 {
				start()
				asked(h.finds)
			}
		}
		h.later(3 * time.Hour)
		h.finds("sort=price&currency=EUR", "Free here", "Free somewhere", "Cheap and near", "Dear and far", "Early bird", "In yen")
		for _, cursor := range cursors {
			if _, got := h.listed("sort=price&currency=EUR&limit=3&cursor=" + cursor); !slices.Equal(got, []string{"Cheap and near", "Dear and far", "In yen"}) {
				t.Errorf("the page behind an early bird: %q", got)
			}
		}
		get("/v1/public/events?sort=price&currency=JPY&limit=3&cursor="+cursors[0]).problem(422, "invalid_request").names("cursor")
		get("/v1/public/events?sort=distance").problem(422, "invalid_request").names("near")
		get("/v1/public/events?sort=price").problem(422, "invalid_request").names("currency")
		get("/v1/public/events?sort=price&price_max=0").problem(422, "invalid_request").names("currency")
		get("/v1/public/events?sort=date&currency=EUR").problem(422, "invalid_request").names("price_max")
	})
}

// TestDiscovery: the public list finds by the index what is published, on each engine, and
// shows what the database says.
func TestDiscovery(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		market := h.event(1, h.in(10*24*time.Hour, "Weihnachtsmarkt"))
		h.event(2, h.in(20*24*time.Hour, "Flohmarkt am Fluss"))
		day := h.now().UTC().AddDate(0, 0, 3)
		today, tomorrow := day.Format(time.DateOnly), day.AddDate(0, 0, 1).Format(time.DateOnly)
		begins := time.Date(day.Year(), day.Month(), day.Day()+1, 4, 0, 0, 0, time.UTC)
		for zone, title := range map[string]string{"America/Los_Angeles": "Evening in California", "Pacific/Kiritimati": "Morning in Kiritimati"} {
			h.event(5, func(e object) {
				e["timezone"], e["starts_at"], e["ends_at"], e["title"] = zone, begins.Format(time.RFC3339), begins.Add(2*time.Hour).Format(time.RFC3339), title
			})
		}
		// Before the index is there, the list is read.
		h.without("from="+tomorrow+"&to="+tomorrow, "Morning in Kiritimati")
		h.without("q=flohm", "Flohmarkt am Fluss")
		start()
		finds := h.finds
		a := finds("q=weihnacht+markt", "Weihnachtsmarkt")
		if a.number("total") != 1 || a.text("items", 0, "matched", 0) != "title" {
			t.Errorf("found: %s", a.Raw)
		}
		finds("q=markt", "Weihnachtsmarkt", "Flohmarkt am Fluss")
		if a := finds("q="+url.QueryEscape("flohmrakt"), "Flohmarkt am Fluss"); a.text("did_you_mean") != "flohmarkt" {
			t.Errorf("mistyped: %s", a.Raw)
		}
		// Days are those of the place: both begin at one moment, an evening and a morning.
		finds("from="+today+"&to="+today+"&sort=date", "Evening in California")
		finds("from="+tomorrow+"&to="+tomorrow, "Morning in Kiritimati")
		finds("q=morning&from="+today+"&to="+tomorrow, "Morning in Kiritimati")
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
		for _, bad := range []string{"available=yes", "sort=cheapest", "from=28.11.2026", "until=2026-11-31", "until=2026-11-01&from=2026-11-02",
			"near=Hamburg", "near=91,0", "radius_km=0", "radius_km=501", "radius_km=NaN", "radius_km=far"} {
			name, _, _ := strings.Cut(bad, "=")
			h.send("GET", "/v1/public/events?"+bad, "", nil).problem(422, "invalid_request").names(name)
		}
	})
}

// TestPriceFilter: the public list has what its cheapest ticket costs no more than asked for,
// as a buyer pays it at that time, with the index and without.
func TestPriceFilter(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		h.event(10, h.in(5*24*time.Hour, "Free walk"))
		concert, tiers := h.sale(10, h.in(10*24*time.Hour, "Concert"))
		h.event(10, h.in(11*24*time.Hour, "Secret supper"), func(e object) {
			e["currency"], e["tiers"] = "EUR", []object{{"name": "Friends", "price": 500, "hidden": true}, {"name": "Table", "price": 4000}}
		})
		h.event(10, h.in(12*24*time.Hour, "Tokyo talk"), func(e object) {
			e["currency"], e["tiers"] = "JPY", []object{{"name": "Entry", "price": 1400}}
		})
		h.event(10, h.in(13*24*time.Hour, "Class with tax"), func(e object) {
			e["currency"], e["tiers"] = "EUR", []object{{"name": "Entry", "price": 1400, "tax_rate_bp": 1900, "tax_included": false}}
		})
		// 14.00, 5 % of it, and 1.00 for the order: what an order of one ticket comes to.
		h.event(10, h.in(14*24*time.Hour, "Fado"), func(e object) {
			e["currency"], e["tiers"] = "EUR", []object{{"name": "Entry", "price": 1400}, bookingFee(func(o object) { o["fee"] = object{"per_order": 100, "rate_bp": 500} })}
		})
		asked := func(check func(query string, want ...string) *answer) {
			t.Helper()
			check("price_max=1569&currency=EUR", "Free walk", "Concert")
			if a := check("price_max=1570&currency=EUR", "Free walk", "Concert", "Fado"); a.number("items", 2, "price_range", "lowest") != 1570 {
				t.Errorf("what it costs with its fees: %s", a.Raw)
			}
			check("price_max=0", "Free walk")
			check("price_max=1499&currency=EUR", "Free walk")
			check("price_max=1500&currency=EUR", "Free walk", "Concert")
			check("price_max=1500&currency=JPY", "Free walk", "Tokyo talk")
			check("price_max=1666&currency=EUR", "Free walk", "Concert", "Class with tax", "Fado")
			check("price_max=4000&currency=EUR", "Free walk", "Concert", "Secret supper", "Class with tax", "Fado")
			check("price_max=4000&currency=EUR&q=supper", "Secret supper")
		}
		asked(h.without)
		start()
		asked(h.finds)
		first := h.finds("price_max=1666&currency=EUR&limit=1", "Free walk")
		h.finds("price_max=1666&currency=EUR&limit=1&cursor="+first.text("next_cursor"), "Concert")
		h.send("GET", "/v1/public/events?price_max=1667&currency=EUR&limit=1&cursor="+first.text("next_cursor"), "", nil).problem(422, "invalid_request").names("cursor")

		// Early birds are over, and nothing was changed.
		h.later(49 * time.Hour)
		h.finds("price_max=1500&currency=EUR", "Free walk")
		h.finds("price_max=1600&currency=EUR&sort=price", "Free walk", "Fado")
		if a := h.finds("price_max=2000&currency=EUR", "Free walk", "Concert", "Class with tax", "Fado"); a.number("items", 1, "price_range", "lowest") != 2000 {
			t.Errorf("what it costs: %s", a.Raw)
		}
		// Another price, and a tier that is sold out.
		h.owner("PATCH", concert, object{"tiers": []object{{"id": tiers["Regular"], "price": 900}}}).want(200)
		h.finds("price_max=1000&currency=EUR", "Free walk", "Concert")
		h.owner("PATCH", concert, object{"tiers": []object{{"id": tiers["Regular"], "price": 6000}}}).want(200)
		h.finds("price_max=5350&currency=EUR&q=concert", "Concert")
		h.owner("POST", concert+"/orders", buy("ada", tiers["Front"], 2)).want(201)
		h.finds("price_max=5350&currency=EUR&q=concert")
		h.finds("price_max=6000&currency=EUR&q=concert", "Concert")

		for query, field := range map[string]string{
			"price_max=20": "currency", "price_max=-1&currency=EUR": "price_max", "price_max=ten&currency=EUR": "price_max", "price_max=20&currency=euro": "currency",
			"currency=EUR": "price_max", "price_max=9000000000000&currency=EUR": "price_max",
		} {
			h.send("GET", "/v1/public/events?"+query, "", nil).problem(422, "invalid_request").names(field)
		}
	})
}
