package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Everybody may read what an organization has on and had, each list to its end, and who
// it is as soon as it has published an event.
func TestOrganizer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	get := func(path string) *answer { return h.send("GET", path, "", nil) }
	title := func(a *answer, i int) string { return a.text("items", i, "title") }
	hosted := "/v1/public/events?organizer=" + h.org

	get("/v1/public/organizers/"+h.org).problem(404, "not_found")
	h.event(2, h.in(24*time.Hour, "Draft"), func(e object) { e["publish"] = false })
	cancelled := h.event(2, h.in(24*time.Hour, "Cancelled"))
	h.owner("POST", cancelled+":cancel", nil).want(200)
	get("/v1/public/organizers/"+h.org).problem(404, "not_found")
	get("/v1/public/organizers/nobody").problem(404, "not_found")

	for i, name := range []string{"First", "Second", "Third"} {
		h.event(2, h.in(-time.Duration(9-i)*24*time.Hour, name))
	}
	if a := get("/v1/public/organizers/" + h.org).want(200); a.text("id") != h.org || a.text("name") != "Test" || strings.Contains(a.Raw, "@") {
		t.Errorf("with past events: %s", a.Raw)
	}
	h.event(2, h.in(-time.Hour, "Under way"))
	h.event(2, h.in(72*time.Hour, "Later"))
	h.event(2, h.in(48*time.Hour, "Soon"))
	other := h.rival(h.organization("Rival"))
	other.event(2, h.in(36*time.Hour, "Theirs"))
	other.event(2, h.in(-36*time.Hour, "Theirs, over"))

	hour := func(hours int) string {
		return h.now().Add(time.Duration(hours) * time.Hour).UTC().Format(time.RFC3339)
	}
	for path, want := range map[string][]string{
		hosted + "&from=" + hour(24):                     {"Soon", "Later"},
		hosted + "&to=" + hour(24):                       {"Under way"},
		hosted + "&from=" + hour(24) + "&to=" + hour(71): {"Soon"},
		hosted + "&when=past&to=" + hour(-169):           {"Second", "First"},
		hosted + "&when=past&from=" + hour(-167):         {"Third"},
		hosted:                                           {"Under way", "Soon", "Later"},
		hosted + "&when=upcoming":                        {"Under way", "Soon", "Later"},
		hosted + "&when=past":                            {"Third", "Second", "First"},
		hosted + "&when=past&q=second":                   {"Second"},
		"/v1/public/events?when=past":                    {"Theirs, over", "Third", "Second", "First"},
		hosted + "&q=soon":                               {"Soon"},
		"/v1/public/events?organizer=" + other.org:       {"Theirs"},
	} {
		for _, limit := range []int{1, 2, 3, 50} {
			if got := h.pages(get, path, limit, title); !slices.Equal(got, want) {
				t.Errorf("%s, %d to a page: %q, want %q", path, limit, got, want)
			}
		}
	}

	// A cursor belongs to its list.
	next := get(hosted + "&limit=1").want(200).text("next_cursor")
	for _, list := range []string{"/v1/public/events?", hosted + "&when=past", hosted + "&q=soon", "/v1/public/events?when=past", "/v1/public/events?organizer=" + other.org} {
		get(list+"&cursor="+next).problem(422, "invalid_request").names("cursor")
	}
	get(hosted+"&to="+hour(216)+"&cursor="+next).problem(422, "invalid_request").names("cursor")
	get(hosted+"&until="+hour(24)).problem(422, "invalid_request").names("until") // what it was called before
	get(hosted+"&from=tomorrow").problem(422, "invalid_request").names("from")
	get(hosted+"&from="+hour(48)+"&to="+hour(48)).problem(422, "invalid_request").names("to")
	get(hosted+"&when=never").problem(422, "invalid_request").names("when")
	get("/v1/public/events?organizer=evt_3k9q0a7c1v5m").problem(422, "invalid_request").names("organizer")
}

// The public list says what a ticket costs: of what can be bought, else of everything
// that is not hidden.
func TestPriceRange(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(20, h.in(240*time.Hour, "Concert"))
	prices := func(q string) any {
		return h.send("GET", "/v1/public/events?q="+q, "", nil).want(200).at("items").([]any)[0].(object)["price_range"]
	}
	want := func(when, q string, lowest, highest float64) {
		t.Helper()
		if got, ok := prices(q).(object); !ok || got["lowest"] != lowest || got["highest"] != highest || got["currency"] != "EUR" {
			t.Errorf("%s: %v", when, got)
		}
	}
	want("all can be bought", "Concert", 1500, 5350)
	h.owner("POST", event+"/orders", buy("ada", tiers["Front"], 2)).want(201)
	want("the front is sold out", "Concert", 1500, 2000)
	h.later(49 * time.Hour)
	h.owner("POST", event+"/orders", buy("bob", tiers["Front"], 2)).want(201) // ada's hold has expired
	want("early birds are over", "Concert", 2000, 2000)
	h.owner("POST", event+"/orders", buy("eve", tiers["Regular"], 18)).want(201)
	want("all is sold out", "Concert", 1500, 5350)

	h.event(5, h.in(240*time.Hour, "Picnic"))
	if got, ok := prices("Picnic").(object); !ok || got["lowest"] != 0.0 || got["highest"] != 0.0 || got["currency"] != nil {
		t.Errorf("free: %v", got)
	}
	h.event(5, h.in(240*time.Hour, "Gala"), func(e object) {
		e["currency"] = "EUR"
		e["tiers"] = []object{{"name": "Free", "price": 0}, {"name": "Patron", "price": 9000}, {"name": "Crew", "price": 99000, "hidden": true}}
	})
	want("free and not", "Gala", 0, 9000)
	h.event(5, h.in(240*time.Hour, "Secret"), func(e object) {
		e["currency"], e["tiers"] = "EUR", []object{{"name": "Crew", "price": 99000, "hidden": true}}
	})
	if got := prices("Secret"); got != nil {
		t.Errorf("only hidden tiers: %v", got)
	}
}
