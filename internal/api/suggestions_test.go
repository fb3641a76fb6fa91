package api_test

import (
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestSuggestions: whoever is signed in is suggested what has something in common with what they
// booked, and why; nothing of what they know, cancelled, or of people who only wait; in a city
// what is there; and nothing once they turned it off.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		labels := func(category string, performers ...string) func(object) {
			return func(e object) { e["category"], e["performers"] = category, append([]string{}, performers...) }
		}
		in := func(days int, title string) func(object) { return h.in(time.Duration(days)*24*time.Hour, title) }
		seen := h.event(5, in(3, "Seen"), labels("music", "Nina Okoye"))
		full := h.event(1, in(4, "Full"), labels("film", "Ana Lima"))
		h.event(5, in(9, "With Nina"), labels("dance", "NINA okoye"), set("location", "Pier 2, Hamburg"), set("timezone", "Europe/Berlin"))
		h.event(5, in(5, "Music"), labels("music"))
		off := h.event(5, in(6, "Called off"), labels("music", "Nina Okoye"))
		h.event(5, in(7, "Film"), labels("film", "Ana Lima"))
		h.register(seen, "ada")
		h.register(full, "bob")
		h.register(full, "ada") // waits
		ada, eve := h.signIn("ada@example.org"), h.signIn("eve@example.org")
		h.visit(ada, "GET", "/v1/me/suggestions", nil).problem(503, "unavailable")
		start()
		h.finds("q=nina", "With Nina", "Seen", "Called off")
		h.owner("POST", off+":cancel", nil).want(200)
		asked := func(c cookie, query string) (a *answer, titles []string) {
			t.Helper()
			a = h.visit(c, "GET", "/v1/me/suggestions"+query, nil).want(200)
			for i := range a.at("items").([]any) {
				titles = append(titles, a.text("items", i, "event", "title"))
			}
			return a, titles
		}
		a, got := asked(ada, "")
		for end := time.Now().Add(5 * time.Second); len(got) == 0 && time.Now().Before(end); {
			a, got = asked(ada, "") // the address book waits while places are taken
		}
		// All are of the organizer of what she booked; nothing of the film that she waits for.
		if want := []string{"With Nina", "Music", "Film"}; !slices.Equal(got, want) {
			t.Fatalf("suggested %q, want %q: %s", got, want, a.Raw)
		}
		a.sees(t, "of a performer", object{"kind": "performer", "name": "Nina Okoye", "event": map[string]any{"id": seen[len("/v1/events/"):], "title": "Seen"}}, "items", 0, "reason")
		a.sees(t, "of an organizer", object{"kind": "organizer"}, "items", 1, "reason")
		if a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("a cache may keep it: %v", a.Header)
		}
		if _, got := asked(ada, "?city=hamburg"); !slices.Equal(got, []string{"With Nina"}) {
			t.Errorf("in Hamburg %q", got)
		}
		h.visit(ada, "GET", "/v1/me/suggestions?city=nowhere", nil).problem(422, "invalid_request").names("city")
		if a, got := asked(eve, ""); len(got) != 0 {
			t.Errorf("to somebody else: %s", a.Raw)
		}

		h.visit(ada, "PATCH", "/v1/me", object{"suggestions": false}).want(200)
		if a, got := asked(ada, ""); len(got) != 0 || a.at("enabled") != false {
			t.Errorf("turned off: %s", a.Raw)
		}
		if me := h.visit(ada, "GET", "/v1/me", nil).want(200); me.at("account", "suggestions") != false {
			t.Errorf("me: %s", me.Raw)
		}
		h.visit(ada, "PATCH", "/v1/me", object{"name": "Ada"}).want(200) // stays off
		if a, _ := asked(ada, ""); a.at("enabled") != false {
			t.Errorf("on again: %s", a.Raw)
		}
		h.visit(ada, "PATCH", "/v1/me", object{"suggestions": true}).want(200)
		if _, got := asked(ada, ""); len(got) != 3 {
			t.Errorf("turned on: %q", got)
		}
		// What somebody erased is forgotten with them, the switch too.
		h.visit(ada, "PATCH", "/v1/me", object{"suggestions": false}).want(200)
		h.visit(ada, "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200)
		ada = h.signIn("ada@example.org")
		if a, got := asked(ada, ""); len(got) != 0 || a.at("enabled") != true {
			t.Errorf("after erasure: %s", a.Raw)
		}
		h.sound()
	})
}
