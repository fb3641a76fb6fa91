package api_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestListsShowWhatIsStored: whatever changes of an event, its organization or its series, and whatever the
// time changes, lists of the server that changed it, of another server and of one that has just started say
// the same at once.
func TestListsShowWhatIsStored(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		h := newTestServerAt(t, db)
		twin := newTestServerAt(t, db)
		event := h.event(3, h.in(30*24*time.Hour, "Lantern walk"), set("location", "Old harbour"), func(e object) {
			e["currency"], e["tiers"] = "EUR", []object{
				{"name": "Early", "price": 500, "sale_ends_at": h.now().Add(2 * time.Hour).Format(time.RFC3339)},
				{"name": "Regular", "price": 900, "sale_starts_at": h.now().Add(time.Hour).Format(time.RFC3339)},
			}
			e["registration_cutoff"] = h.now().Add(20 * 24 * time.Hour).Format(time.RFC3339)
		})
		other := h.event(5, h.in(40*24*time.Hour, "Choir"))
		var apart time.Duration // how far the clocks were moved
		var before string
		same := func(step string) {
			t.Helper()
			fresh := newTestServerAt(t, db)
			fresh.later(apart)
			for _, language := range []string{"en", "fr"} {
				for _, path := range []string{"/v1/public/events", "/v1/public/events?when=past", "/v1/public/events?near=53.5,10&radius_km=100", "/v1/public/events?dates=all&limit=1"} {
					want := fresh.send("GET", path, "", nil, "Accept-Language: "+language).want(200).Raw
					for name, s := range map[string]*testServer{"it": h, "another": twin} {
						if got := s.send("GET", path, "", nil, "Accept-Language: "+language).want(200).Raw; got != want {
							t.Errorf("%s: %s in %s: %s says\n%s\nand what is stored is\n%s", step, path, language, name, got, want)
						}
					}
					if path == "/v1/public/events" && language == "en" {
						if want == before {
							t.Errorf("%s: nothing has changed: %s", step, want)
						}
						before = want
					}
				}
			}
		}
		same("at first")
		h.owner("PATCH", event, object{"title": "Lantern walk in the rain"}).want(200)
		same("another title")
		h.owner("PATCH", other, object{"coordinates": "53.55,9.99"}).want(200)
		if a := twin.send("GET", "/v1/public/events?near=53.5,10&radius_km=100", "", nil).want(200); a.text("items", 0, "title") != "Choir" || a.number("items", 0, "distance_km") == 0 {
			t.Errorf("nearby: %s", a.Raw)
		}
		h.owner("POST", event+"/orders", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 2}}}).want(201)
		same("two places are held")
		h.owner("POST", event+"/blocks", object{"units": 1}).want(201)
		same("it is sold out")
		h.owner("PATCH", event, object{"main_language": "en"}).want(200)
		h.owner("PUT", event+"/translations/fr", object{"texts": []object{{"field": "title", "text": "Marche aux lanternes"}}}).want(200)
		if a := twin.send("GET", "/v1/public/events", "", nil, "Accept-Language: fr").want(200); a.text("items", 0, "title") != "Marche aux lanternes" || a.text("items", 0, "title_language") != "fr" {
			t.Errorf("in French: %s", a.Raw)
		}
		same("in French too")
		h.owner("PATCH", "/v1/organization", object{"name": "Riverside", "color": "#0f766e"}).want(200)
		same("the organization has another name")
		series := h.owner("POST", other+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2", "title": "Choir on Fridays"}).want(201).text("id")
		same("it is a date of a series")
		h.owner("PATCH", "/v1/series/"+series, object{"title": "Choirs on Fridays"}).want(200)
		same("the series has another title")
		h.owner("PATCH", event, object{"visibility": "unlisted"}).want(200)
		same("it is in no list")
		h.owner("PATCH", event, object{"visibility": "public"}).want(200)
		// What the time changes.
		for _, to := range []time.Duration{61 * time.Minute, 121 * time.Minute, 21 * 24 * time.Hour, 31 * 24 * time.Hour} {
			for _, s := range []*testServer{h, twin} {
				s.later(to - apart)
			}
			apart = to
			same(to.String() + " later")
		}
		for _, s := range []*testServer{h, twin} { // a clock that was put right
			s.later(-apart)
		}
		apart = 0
		h.owner("POST", other+":cancel", nil).want(200)
		same("a date is cancelled")
	})
}
