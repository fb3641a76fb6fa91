package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// newTrendingServer returns a server that searches, and what knows what people come to there.
func newTrendingServer(t *testing.T, db string) (h *testServer, trends *discovery.Trends) {
	t.Helper()
	var x *discovery.Index
	now, quiet := func() time.Time { return h.now() }, slog.New(slog.DiscardHandler)
	h = newTestServerAt(t, db, func(c *api.Config) {
		var err error
		if x, err = discovery.New(discovery.Config{Source: discovery.Published(c.Store, now), Log: quiet, Every: 5 * time.Millisecond}); err != nil {
			t.Fatal(err)
		}
		trends = discovery.NewTrends(c.Store, now, quiet)
		c.Search, c.Trends = x, trends
	})
	h.must(x.Start(t.Context()))
	t.Cleanup(func() { h.must(x.Stop(context.Background())) })
	return h, trends
}

// TestTrending: what people come to comes first, in its city and everywhere, page by page,
// and is the same after a start.
func TestTrending(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, trends := newTrendingServer(t, db)

		var events []string
		publish := func(title, address string, capacity int) string {
			events = append(events, h.event(capacity, h.in(time.Duration(30+len(events))*24*time.Hour, title), set("location", address), set("timezone", "Europe/Berlin")))
			return events[len(events)-1]
		}
		for i := range 6 {
			publish(fmt.Sprintf("Quiet %d", i), "Berlin", 10)
		}
		hot := publish("Hot", "Berlin", 10)
		full := publish("Full", "Berlin", 1)
		seen := publish("Seen", "Berlin", 10)
		far := publish("Far away", "Hamburg", 10)
		for _, who := range []string{"ada", "ben", "cleo"} {
			h.register(hot, who)
			h.register(far, who)
		}
		h.register(far, "dan")
		h.register(full, "ada") // 10
		h.register(full, "ben") // on the waitlist: 5
		h.shows("GET", strings.TrimPrefix(seen, "/v1"), 200)
		h.shows("GET", strings.TrimPrefix(seen, "/v1"), 200) // of the same network
		h.finds("q=far", "Far away")                         // the index has all
		h.must(trends.Turn(t.Context()))
		heats := func(of *discovery.Trends, city string) (list []string) {
			for _, r := range of.Top(city) {
				list = append(list, fmt.Sprintf("%s %.0f", h.send("GET", "/v1/events/"+r.Event, "", nil).want(200).text("title"), r.Heat.At(inventoryNow(h))))
			}
			return list
		}
		if got, want := heats(trends, "berlin"), []string{"Hot 30", "Full 15", "Seen 1"}; !slices.Equal(got, want) {
			t.Errorf("Berlin has %q, want %q", got, want)
		}
		if got, want := heats(trends, ""), []string{"Far away 40", "Hot 30", "Full 15", "Seen 1"}; !slices.Equal(got, want) {
			t.Errorf("everywhere %q, want %q", got, want)
		}
		a := h.homeOf("city=berlin", "top: Hot, Full, Seen", "new: Quiet 5, Quiet 4, Quiet 3, Quiet 2", "soon: Quiet 0, Quiet 1")
		if a.number("sections", 0, "items", 1, "waiting") != 1 {
			t.Errorf("who waits: %s", a.Raw)
		}

		// The list: first those, then the others by date, also when it changes between pages.
		h.listedAs("city=berlin&sort=trending", "Hot", "Full", "Seen", "Quiet 0", "Quiet 1", "Quiet 2", "Quiet 3", "Quiet 4", "Quiet 5")
		h.listedAs("city=berlin&sort=trending&q=quiet", "Quiet 0", "Quiet 1", "Quiet 2", "Quiet 3", "Quiet 4", "Quiet 5")
		h.listedAs("sort=trending&limit=2", "Far away", "Hot")
		first := h.send("GET", "/v1/public/events?city=berlin&sort=trending&limit=1", "", nil).want(200)
		for _, who := range []string{"eve", "fay", "gus", "hal"} {
			h.register(events[0], who)
		}
		h.later(11 * time.Minute)
		h.must(trends.Turn(t.Context()))
		got := []string{first.text("items", 0, "title")}
		for cursor := first.text("next_cursor"); cursor != ""; {
			a := h.send("GET", "/v1/public/events?city=berlin&sort=trending&limit=1&cursor="+cursor, "", nil).want(200)
			for i := range a.at("items").([]any) {
				got = append(got, a.text("items", i, "title"))
			}
			cursor = a.text("next_cursor")
		}
		if want := []string{"Hot", "Full", "Seen", "Quiet 0", "Quiet 1", "Quiet 2", "Quiet 3", "Quiet 4", "Quiet 5"}; !slices.Equal(got, want) {
			t.Errorf("page by page %q, want %q", got, want)
		}
		// After a start all but the views are there; what is cancelled is off.
		h.owner("POST", hot+":cancel", nil).want(200)
		h.homeOf("", "trending: Quiet 0, Far away, Full", "new: Seen, Quiet 5, Quiet 4, Quiet 3", "soon: Quiet 1, Quiet 2")
		again := discovery.NewTrends(h.store, h.now, slog.New(slog.DiscardHandler))
		h.must(again.Turn(t.Context()))
		if got, want := heats(again, "berlin"), []string{"Quiet 0 40", "Full 15"}; !slices.Equal(got, want) {
			t.Errorf("after a start Berlin has %q, want %q", got, want)
		}
	})
}

// TestTrendingNear: what people come to near a place comes first there, however much more they come to elsewhere, the
// home page of a city says what is popular around it, and of what fits as well a search has first what they come to.
func TestTrendingNear(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, trends := newTrendingServer(t, db)
		events := 0
		publish := func(title, coordinates string, come int) string {
			events++
			event := h.event(50, h.in(time.Duration(30+events)*24*time.Hour, title), set("coordinates", coordinates), set("location", ""), set("timezone", "Europe/Berlin"))
			for i := range come {
				h.register(event, fmt.Sprintf("guest%d", i))
			}
			return event
		}
		const hamburg, lueneburg, berlin = "53.55,10.0", "53.246,10.411", "52.52,13.405"
		choir := publish("Harbour choir", hamburg, 0)
		publish("Harbour choir at night", hamburg, 0)
		publish("Harbour run", hamburg, 4)
		publish("Salt fair", lueneburg, 3)
		publish("Salt choir", lueneburg, 7)
		publish("Salt run", lueneburg, 1)
		for i := range 3 {
			publish(fmt.Sprintf("Capital %d", i), berlin, 8+i)
		}
		h.finds("q=capital+2", "Capital 2")
		h.must(trends.Turn(t.Context()))
		near := "near=53.55,10.0&radius_km="
		h.listedAs("sort=trending&"+near+"60", "Salt choir", "Harbour run", "Salt fair", "Salt run", "Harbour choir", "Harbour choir at night")
		h.listedAs("sort=trending&"+near+"20", "Harbour run", "Harbour choir", "Harbour choir at night")
		h.listedAs("sort=trending&"+near+"500&limit=3", "Capital 2", "Capital 1", "Capital 0")
		h.listedAs("sort=trending&city=hamburg", "Harbour run", "Harbour choir", "Harbour choir at night")
		h.homeOf("city=hamburg", "soon: Harbour choir, Harbour choir at night, Harbour run", "nearby: Salt choir, Salt fair, Salt run")
		h.homeOf("city=berlin", "soon: Capital 0, Capital 1, Capital 2")

		// As the words stand, and then what people come to.
		h.listedAs("q=harbour&sort=date", "Harbour choir", "Harbour choir at night", "Harbour run")
		h.listedAs("q=harbour", "Harbour run", "Harbour choir", "Harbour choir at night")
		h.listedAs("q=harbour+choir", "Harbour choir", "Harbour choir at night")
		h.listedAs("q=choir&"+near+"60", "Salt choir", "Harbour choir", "Harbour choir at night")
		h.listedAs("sort=relevance&"+near+"60", "Harbour run", "Salt choir", "Harbour choir", "Harbour choir at night", "Salt fair", "Salt run")
		var got []string
		for cursor := ""; ; {
			a := h.send("GET", "/v1/public/events?q=harbour&limit=1&cursor="+cursor, "", nil).want(200)
			got = append(got, a.text("items", 0, "title"))
			if cursor = a.text("next_cursor"); cursor == "" {
				break
			}
			// Meanwhile more come to another.
			for i := range 9 {
				h.register(choir, fmt.Sprintf("late%d-%d", len(got), i))
			}
			h.later(11 * time.Minute)
			h.must(trends.Turn(t.Context()))
		}
		if want := []string{"Harbour run", "Harbour choir", "Harbour choir at night"}; !slices.Equal(got, want) {
			t.Errorf("page by page %q, want %q", got, want)
		}
	})
}

// listedAs asks once for the public list.
func (h *testServer) listedAs(query string, want ...string) {
	h.t.Helper()
	if _, got := h.listed(query); !slices.Equal(got, want) {
		h.t.Errorf("%s lists %q, want %q", query, got, want)
	}
}

func inventoryNow(h *testServer) inventory.Instant { return inventory.At(h.now()) }
