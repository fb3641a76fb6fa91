package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestEventForStrangers: whatever changes of an event, of whoever runs it or of where it is, and whatever the time
// changes, strangers are answered by the server that changed it, by another and by one that has just started with
// what is stored, under one name, and are not sent again what they have.
func TestEventForStrangers(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		h := newTestServerAt(t, db)
		twin := newTestServerAt(t, db)
		x := h.venue(object{"timezone": "Europe/Berlin", "address": "Quay 1"})
		event := h.event(3, h.in(30*24*time.Hour, "Lantern walk"), func(e object) {
			e["currency"], e["log"], e["timezone"] = "EUR", "public", "Europe/Berlin"
			e["tiers"] = []object{
				{"name": "Early", "price": 500, "sale_ends_at": h.now().Add(2 * time.Hour).Format(time.RFC3339)},
				{"name": "Regular", "price": 900, "sale_starts_at": h.now().Add(time.Hour).Format(time.RFC3339)},
			}
			e["registration_cutoff"] = h.now().Add(20 * 24 * time.Hour).Format(time.RFC3339)
			e["venue_rooms"] = object{"venue_id": x.path[len("/v1/venues/"):], "rooms": []string{x.east}}
		})
		var apart time.Duration // how far the clocks were moved
		before := map[string]*answer{}
		same := func(step string) {
			t.Helper()
			fresh := newTestServerAt(t, db)
			fresh.later(apart)
			for _, language := range []string{"en", "fr"} {
				accept := "Accept-Language: " + language
				want := fresh.send("GET", event, "", nil, accept).want(200)
				etag := want.Header.Get("ETag")
				if len(etag) < 10 || etag[0] != '"' {
					t.Fatalf("%s: ETag %s", step, etag)
				}
				was := before[language]
				for name, s := range map[string]*testServer{"it": h, "another": twin} {
					had := "\"none\""
					if was != nil {
						had = was.Header.Get("ETag")
					}
					got := s.send("GET", event, "", nil, accept, "If-None-Match: "+had)
					if language == "en" || was == nil || was.Raw != want.Raw {
						got.want(200)
						if got.Raw != want.Raw || got.Header.Get("ETag") != etag {
							t.Errorf("%s in %s: %s says\n%s\nand what is stored is\n%s", step, language, name, got.Raw, want.Raw)
						}
					} else {
						got.want(304)
					}
					if again := s.send("GET", event, "", nil, accept, "If-None-Match: "+etag).want(304); again.Raw != "" {
						t.Errorf("%s: what they have is sent again: %s", step, again.Raw)
					}
				}
				if was != nil && language == "en" && was.Raw == want.Raw {
					t.Errorf("%s: nothing has changed: %s", step, want.Raw)
				}
				before[language] = want
			}
		}
		same("at first")
		h.owner("PATCH", event, object{"title": "Lantern walk in the rain"}).want(200)
		same("another title")
		if a := twin.send("GET", strings.TrimPrefix(event, "/v1"), "", nil).want(200); !strings.Contains(a.Raw, "Lantern walk in the rain") {
			t.Errorf("the page of another server: %s", a.Raw)
		}
		h.owner("POST", event+"/orders", object{"user_id": "ada", "email": "ada@example.org", "name": "Ada", "items": []object{{"quantity": 2}}}).want(201)
		same("two places are held")
		if a := twin.send("GET", event, "", nil).want(200); a.number("availability", "available") != 1 {
			t.Errorf("what is left on another server: %s", a.Raw)
		}
		h.owner("POST", event+"/blocks", object{"units": 1}).want(201)
		same("it is sold out")
		h.owner("PATCH", event, object{"main_language": "en"}).want(200)
		same("the language of its words")
		h.owner("PUT", event+"/translations/fr", object{"texts": []object{{"field": "title", "text": "Marche aux lanternes"}}}).want(200)
		if a := twin.send("GET", event, "", nil, "Accept-Language: fr").want(200); a.text("title") != "Marche aux lanternes" {
			t.Errorf("in French: %s", a.Raw)
		}
		same("in French too")
		h.owner("PATCH", "/v1/organization", object{"name": "Riverside", "color": "#0f766e"}).want(200)
		same("the organization has another name")
		h.owner("PATCH", x.path, object{"house_rules": "No dogs."}).want(200)
		same("the venue has rules")
		h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
		same("it asks something")
		news := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News."}}).want(201).text("id")
		h.owner("PUT", event+"/consents", object{"purpose_ids": []string{news}}).want(200)
		same("it asks for consent")
		h.owner("PATCH", "/v1/consent-purposes/"+news, object{"ended": true}).want(200)
		same("and no longer")
		series := h.owner("POST", event+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2", "title": "Walks"}).want(201).text("id")
		same("it is a date of a series")
		h.owner("PATCH", "/v1/series/"+series, object{"title": "Walks with lanterns"}).want(200)
		same("the series has another title")
		h.owner("PATCH", event, object{"visibility": "unlisted"}).want(200)
		same("it is in no list")
		for _, to := range []time.Duration{61 * time.Minute, 121 * time.Minute} {
			for _, s := range []*testServer{h, twin} {
				s.later(to - apart)
			}
			apart = to
			h.owner("PATCH", event, object{"description": to.String()}).want(200)
			same(to.String() + " later")
		}
		for _, s := range []*testServer{h, twin} {
			s.later(21*24*time.Hour - apart)
		}
		apart = 21 * 24 * time.Hour
		same("its registration is over")
		h.owner("POST", event+":cancel", nil).want(200)
		same("it is cancelled")
	})
}

// TestEventIsKeptForStrangersOnly: any cache may keep what strangers are answered, and nothing that somebody with
// credentials is; a cache tells them apart.
func TestEventIsKeptForStrangersOnly(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h := newTestServerAt(t, db)
		event := h.event(3, set("online_url", "https://video.example/room"))
		stranger := h.send("GET", event, "", nil).want(200)
		etag := stranger.Header.Get("ETag")
		if got := stranger.Header.Get("Cache-Control"); got != "public, max-age=0, must-revalidate" {
			t.Errorf("strangers: Cache-Control %s", got)
		}
		if strings.Contains(stranger.Raw, "video.example") {
			t.Errorf("strangers read %s", stranger.Raw)
		}
		have := "If-None-Match: " + etag
		known := map[string]*answer{
			"a key":                    h.owner("GET", event, nil, have),
			"somebody who has no role": h.visit(h.signIn("ada@example.org"), "GET", event, nil, have),
		}
		for name, a := range known {
			a.want(200)
			if a.Header.Get("Cache-Control") != "no-store" || a.Header.Get("ETag") != "" {
				t.Errorf("%s: %v", name, a.Header)
			}
		}
		if known["a key"].text("online_url") == "" {
			t.Errorf("staff read %s", known["a key"].Raw)
		}
		for name, a := range map[string]*answer{"a stranger": stranger, "a key": known["a key"], "one that has it": h.send("GET", event, "", nil, have).want(304)} {
			vary := strings.Join(a.Header.Values("Vary"), ", ")
			for _, by := range []string{"Authorization", "Cookie", "Accept-Language"} {
				if !strings.Contains(vary, by) {
					t.Errorf("%s: Vary %s is without %s", name, vary, by)
				}
			}
		}
		// A draft, and what only those who are invited may know of, is found by no stranger, whatever they have.
		h.owner("PATCH", event, object{"visibility": "invite"}).want(200)
		h.send("GET", event, "", nil, have).problem(404, "not_found")
		h.owner("PATCH", event, object{"visibility": "public"}).want(200)
		h.send("GET", event, "", nil).want(200)
		h.send("GET", event+"?in_language=xx", "", nil, have).problem(422, "invalid_request").names("in_language")
	})
}
