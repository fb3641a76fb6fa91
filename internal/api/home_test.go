package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// homeOf asks for a home page until it is what is wanted: the kind of each section and the
// titles in it.
func (h *testServer) homeOf(query string, want ...string) *answer {
	h.t.Helper()
	end := time.Now().Add(5 * time.Second)
	for {
		a := h.send("GET", "/v1/public/home?"+query, "", nil)
		if a.Status == 200 {
			if got := sectionsOf(a); slices.Equal(got, want) {
				return a
			}
		}
		if time.Now().After(end) {
			h.t.Fatalf("home of %q: %s, want %q", query, a.Raw, want)
		}
		h.later(6 * time.Second) // what is remembered is read again
		time.Sleep(5 * time.Millisecond)
	}
}

func sectionsOf(a *answer) (got []string) {
	for i := range a.at("sections").([]any) {
		titles := []string{}
		for j := range a.at("sections", i, "items").([]any) {
			titles = append(titles, a.text("sections", i, "items", j, "title"))
		}
		got = append(got, a.text("sections", i, "kind")+": "+strings.Join(titles, ", "))
	}
	return got
}

// TestHome: a city lists what counts for it, wherever that is written, and each event once.
func TestHome(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		h.send("GET", "/v1/public/home", "", nil).problem(503, "unavailable")
		start()
		place := func(location, coordinates string) func(object) {
			return func(e object) {
				e["location"], e["coordinates"], e["timezone"] = location, coordinates, "Europe/Berlin"
			}
		}
		day := 24 * time.Hour
		h.event(5, h.in(40*day, "In the old town"), place("Marienplatz 1, 80331 München", ""))
		h.event(5, h.in(41*day, "By the river"), place("Isar", "48.1278,11.5792"))
		h.event(5, h.in(42*day, "At the airport"), place("Terminal 2", "48.3538,11.7861")) // 29 km away: too far
		h.event(5, h.in(43*day, "On a mountain"), place("", ""))
		h.event(5, h.in(44*day, "In Hamburg"), place("München", "53.55,10.0"))
		h.homeOf("", "soon: In the old town, By the river, At the airport, On a mountain, In Hamburg")
		h.homeOf("city=munich", "soon: In the old town, By the river")
		for _, spelling := range []string{"M%C3%BCnchen", "MUENCHEN", "Munich", "Monachium", "Mnichov", "Monaco+di+Baviera", "M%C3%BCnih", url.QueryEscape("ميونخ"), url.QueryEscape("ミュンヘン"), url.QueryEscape("Мюнхен")} {
			if got := sectionsOf(h.send("GET", "/v1/public/home?city="+spelling, "", nil).want(200)); !slices.Equal(got, []string{"soon: In the old town, By the river"}) {
				t.Errorf("%s: %q", spelling, got)
			}
		}
		// A search for a city lists what is on there, unless its name stands in an event.
		for _, q := range []string{"Monachium", "ミュンヘン"} {
			if a := h.finds("q="+url.QueryEscape(q), "In the old town", "By the river"); a.text("city", "id") != "munich" || a.text("city", "names", "pl") != "Monachium" || a.text("city", "names", "cs") != "Mnichov" {
				t.Errorf("%s: %s", q, a.Raw)
			}
		}
		h.finds("q=Vienne")
		a := h.homeOf("city=Hamburg", "soon: In Hamburg")
		if a.text("city", "id") != "hamburg" || a.number("city", "events") != 1 || a.number("city", "radius_km") != 25 {
			t.Errorf("the city: %s", a.Raw)
		}
		if a.text("cities", 0, "id") != "munich" || a.number("cities", 0, "events") != 2 || a.text("cities", 0, "names", "de") != "München" || a.text("cities", 1, "id") != "hamburg" || len(a.at("cities").([]any)) != 2 {
			t.Errorf("the cities: %s", a.Raw)
		}
		h.homeOf("city=vienna")
		h.send("GET", "/v1/public/home?city=Nirgendheim", "", nil).problem(422, "invalid_request").names("city")
		h.send("GET", "/v1/public/home?city="+strings.Repeat("x", 81), "", nil).problem(422, "invalid_request").names("city")

		// Any cache may keep it, and whoever has it is not sent it again.
		if a.Header.Get("Cache-Control") != "public, max-age=30, stale-while-revalidate=300" || a.Header.Get("Vary") != "" && strings.Contains(a.Header.Get("Vary"), "Cookie") {
			t.Errorf("headers: %v", a.Header)
		}
		h.send("GET", "/v1/public/home?city=hamburg", "", nil, "If-None-Match: "+a.Header.Get("ETag")).want(304)

		// The list and the search have the city too, and may be kept, and not shown without asking.
		h.finds("city=munich", "In the old town", "By the river")
		found := h.send("GET", "/v1/public/events?near=48.14,11.58&radius_km=20", "", nil).want(200)
		if found.Header.Get("Cache-Control") != "public, max-age=0, must-revalidate" {
			t.Errorf("headers: %v", found.Header)
		}
		h.send("GET", "/v1/public/events?near=48.14,11.58&radius_km=20", "", nil, "If-None-Match: "+found.Header.Get("ETag")).want(304)
		h.send("GET", "/v1/public/events?q=river", "", nil, "If-None-Match: "+found.Header.Get("ETag")).want(200)
		h.finds("city=M%C3%BCnchen&q=river", "By the river")
		h.finds("city=vienna")
		h.send("GET", "/v1/public/events?city=Nirgendheim", "", nil).problem(422, "invalid_request").names("city")
	})
}

// TestCityWithoutIndex: the list has the cities while the index is made ready.
func TestCityWithoutIndex(t *testing.T) {
	t.Parallel()
	h, _ := searched(t, testdb.SQLite(t))
	h.event(5, h.in(24*time.Hour, "Here"), set("location", "Reeperbahn, Hamburg"), set("timezone", "Europe/Berlin"))
	h.event(5, h.in(48*time.Hour, "There"), set("coordinates", "48.137,11.575"))
	h.event(5, h.in(72*time.Hour, "Nowhere"))
	h.without("city=hamburg", "Here")
	h.without("city=munich", "There")
}

// TestHomeSections: the weekend is that of each event's own calendar, an event is in one
// section, and what is cancelled or over is in none.
func TestHomeSections(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		start()
		// Thursday noon.
		for h.now().Weekday() != time.Thursday || h.now().Hour() != 12 {
			h.later(time.Hour)
		}
		on := func(days, hours int, title, zone string) string {
			return h.event(5, h.in(time.Duration(days)*24*time.Hour+time.Duration(hours)*time.Hour, title), set("timezone", zone))
		}
		on(0, 3, "Thursday", "UTC")
		on(1, 0, "Friday", "UTC")
		sat := on(2, 0, "Saturday", "UTC")
		on(3, 0, "Sunday", "UTC")
		on(3, 20, "Monday at eight", "UTC")
		on(3, 17, "Sunday evening in Honolulu", "Pacific/Honolulu") // Monday in Greenwich
		for i := range 4 {
			on(20+i, 0, fmt.Sprintf("Later %d", i), "UTC")
		}
		want := []string{
			"weekend: Friday, Saturday, Sunday, Sunday evening in Honolulu",
			"new: Later 3, Later 2, Later 1, Later 0",
			"soon: Thursday, Monday at eight",
		}
		a := h.homeOf("", want...)
		if a.text("sections", 0, "until") != h.now().AddDate(0, 0, 3).Format(time.DateOnly) {
			t.Errorf("the weekend: %s", a.Raw)
		}
		h.owner("POST", sat+":cancel", nil).want(200)
		h.homeOf("", "weekend: Friday, Sunday, Sunday evening in Honolulu", want[1], want[2])
		h.later(15 * 24 * time.Hour)
		h.homeOf("", "soon: Later 0, Later 1, Later 2, Later 3")
	})
}
