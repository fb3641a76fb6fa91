package page_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/venue"
)

var shell = fstest.MapFS{
	"shell.html": {Data: []byte(`<!doctype html><html lang="en"><head><!--head--></head><body><!--body--><div id="app"></div></body></html>`)},
	"icon.svg":   {Data: []byte("<svg/>")},
}

// in returns the text between two others, unescaped as JSON would be.
func in(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, from)
	got, _, ended := strings.Cut(rest, to)
	if !found || !ended {
		t.Fatalf("no %s…%s in %s", from, to, text)
	}
	return got
}

// has gets a page and returns it, if it has these texts.
func (f *fixture) has(path string, status int, texts ...string) string {
	f.t.Helper()
	w := f.send("GET", path)
	body := w.Body.String()
	if w.Code != status {
		f.t.Fatalf("%s: %d, want %d:\n%s", path, w.Code, status, body)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			f.t.Errorf("%s: no %q in\n%s", path, text, body)
		}
	}
	return body
}

// The page of an event can be found, shared, and read without a script.
func TestEventPage(t *testing.T) {
	f := newFixture(t)
	body := f.has("/events/"+f.event, 200,
		"<title>Lantern &lt;walk&gt; &amp; talk</title>", `<meta property="og:title" content="Lantern &lt;walk&gt; &amp; talk">`,
		`<link rel="canonical" href="http://holdfast.test/events/`+f.event+`">`, "Old harbour", "1 ticket left", "Hosted by Test")
	var ld struct {
		Type     string `json:"@type"`
		Name     string
		Start    string `json:"startDate"`
		Location struct{ Name string }
		Offers   []struct{ Availability string }
	}
	if err := json.Unmarshal([]byte(in(t, body, `<script type="application/ld+json">`, "</script>")), &ld); err != nil {
		t.Fatal(err)
	}
	if ld.Type != "Event" || ld.Name != "Lantern <walk> & talk" || !strings.HasSuffix(ld.Start, "17:00:00+01:00") ||
		ld.Location.Name != "Old harbour" || ld.Offers[0].Availability != "https://schema.org/InStock" {
		t.Errorf("linked data: %+v", ld)
	}

	f.enter("ada")
	f.enter("grace")
	f.has("/events/"+f.event, 200, "Sold out · 1 on the waitlist", "https://schema.org/SoldOut")
	if w := f.send("GET", "/events/"+f.event, "Accept-Language: de"); !strings.Contains(w.Body.String(), "Ausgebucht · 1 auf der Warteliste") || w.Header().Get("X-Robots-Tag") != "" {
		t.Errorf("in German: %v %s", w.Header(), w.Body)
	}
	f.submit(inventory.CancelEvent{Who: staff}, nil)
	f.has("/events/"+f.event, 200, "This event is cancelled", "https://schema.org/EventCancelled")
}

// The page of an unlisted event is there for people who have its address, and for no search engine;
// so is that of its log.
func TestUnlistedEventPage(t *testing.T) {
	f := newFixture(t)
	e, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	settings := e.Event.Settings
	for _, unlisted := range []bool{false, true, false} {
		if settings.Visibility = inventory.VisiblePublic; unlisted {
			settings.Visibility = inventory.Unlisted
		}
		f.submit(inventory.Configure{Who: staff, StartsAt: e.Event.StartsAt, EndsAt: e.Event.EndsAt, Zone: e.Event.Zone, Settings: settings}, nil)
		w := f.send("GET", "/events/"+f.event)
		if got := strings.Contains(w.Header().Get("X-Robots-Tag"), "noindex"); w.Code != 200 || got != unlisted {
			t.Errorf("unlisted %t: %d %v", unlisted, w.Code, w.Header())
		}
	}
}

// What an event says of itself leads to others like it, and search engines read it.
func TestEventPageLabels(t *testing.T) {
	f := newFixture(t)
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	f.submit(inventory.Configure{Who: staff, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: ev.Event.Settings}, events.Details{
		Title: "Lantern <walk>", Category: "music", Tags: []string{"Open <air>", "Free"}, Performers: []string{"Nina & Co", "Ana"}, Language: "pt", AgeMin: 16,
	}.All())
	body := f.has("/events/"+f.event, 200, "<dt>With</dt><dd dir=\"auto\">Nina &amp; Co, Ana</dd>", `<a href="/?category=music">Music</a>`, "Portuguese", "From 16",
		`<a href="/?tag=Open&#43;%3Cair%3E" dir="auto">Open &lt;air&gt;</a>`)
	var ld struct {
		Keywords, InLanguage, TypicalAgeRange string
		Type                                  string `json:"@type"`
		Performer                             []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(in(t, body, `<script type="application/ld+json">`, "</script>")), &ld); err != nil {
		t.Fatal(err)
	}
	if ld.Type != "MusicEvent" || ld.Keywords != "Open <air>, Free" || ld.InLanguage != "pt" || ld.TypicalAgeRange != "16-" || len(ld.Performer) != 2 || ld.Performer[0].Name != "Nina & Co" {
		t.Errorf("linked data: %+v", ld)
	}
	if w := f.send("GET", "/events/"+f.event, "Accept-Language: de"); !strings.Contains(w.Body.String(), "Portugiesisch") || !strings.Contains(w.Body.String(), ">Musik<") {
		t.Errorf("in German: %s", w.Body)
	}
}

// What a venue has is on the page and in its linked data, in the reader's language, the venue's
// first; so are the rooms and the house rules. An event without rooms says nothing of it.
func TestPlaceOfAnEvent(t *testing.T) {
	f := newFixture(t)
	without := f.has("/events/"+f.event, 200)
	if strings.Contains(without, "At the venue") || strings.Contains(without, "amenityFeature") {
		t.Errorf("an event without rooms: %s", without)
	}
	venues := f.store.Venues
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	v := storevenues.Venue{OrgID: ev.Event.OrgID, ID: "ven_a", Name: "Old harbour", Facilities: []string{"step_free", "Piano <1902>"}, HouseRules: "No dogs.\nShoes & socks."}
	f.must(venues.CreateVenue(t.Context(), v))
	f.must(venues.CreateRoom(t.Context(), storevenues.Room{OrgID: v.OrgID, ID: "roo_a", VenueID: v.ID, Name: "Great <hall>", Facilities: []string{"hearing_loop", "step_free"}}))
	f.must(venues.CreateRoom(t.Context(), storevenues.Room{OrgID: v.OrgID, ID: "roo_b", VenueID: v.ID, Name: "Attic", Facilities: []string{"kitchen"}}))
	f.submit(inventory.Configure{Who: staff, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: ev.Event.Settings},
		&events.DetailsChange{VenueRooms: &events.EventRooms{VenueID: v.ID, Rooms: []string{"roo_a"}}})
	body := f.has("/events/"+f.event, 200, "<dt>Rooms</dt><dd dir=\"auto\">Great &lt;hall&gt;</dd>",
		"<dt>At the venue</dt><dd dir=\"auto\">Step-free access, Hearing loop, Piano &lt;1902&gt;</dd>",
		"<dt>House rules</dt><dd dir=\"auto\" class=\"lines\">No dogs.\nShoes &amp; socks.</dd>")
	if strings.Contains(body, "Kitchen") || strings.Contains(body, "Attic") {
		t.Error("a room that the event does not take is on its page")
	}
	if want := `{"@type":"LocationFeatureSpecification","name":"Hearing loop","value":true}`; !strings.Contains(body, want) {
		t.Errorf("the linked data lacks %s: %s", want, body)
	}
	_, err = venues.DeleteVenue(t.Context(), v.OrgID, v.ID)
	f.must(err)
	f.has("/events/"+f.event, 200)
}

// What venues have has a name in every language, and so has nothing else.
func TestFacilitiesHaveNames(t *testing.T) {
	for _, tag := range locale.Tags {
		w := page.WordsFor(tag.String())
		for _, name := range venue.Facilities {
			if w.Facilities[name] == "" {
				t.Errorf("%s: %s has no name", tag, name)
			}
		}
		if len(w.Facilities) != len(venue.Facilities) {
			t.Errorf("%s: %d names of %d facilities", tag, len(w.Facilities), len(venue.Facilities))
		}
	}
}

// Every category that there is has a name in every language.
func TestCategoriesHaveNames(t *testing.T) {
	for _, accept := range []string{"en", "de"} {
		w := page.WordsFor(accept)
		for _, c := range discovery.Categories() {
			if w.Categories[c] == "" {
				t.Errorf("%s: %s has no name", accept, c)
			}
		}
		if len(w.Categories) != len(discovery.Categories()) {
			t.Errorf("%s: %d names of %d categories", accept, len(w.Categories), len(discovery.Categories()))
		}
	}
}

func TestEventPageHidesDrafts(t *testing.T) {
	f := newFixture(t, func(c *inventory.Create) { c.Publish = false })
	for _, event := range []string{f.event, "evt_nothing", "x"} {
		if body := f.has("/events/"+event, 404, "Event not found"); strings.Contains(body, "Lantern") {
			t.Errorf("%s shows a draft: %s", event, body)
		}
	}
}

// On a server for trying things out, every page lets the app say where the mail is.
func TestAppKnowsOfTheMailbox(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.serve(func(c *page.Config) { c.Site, c.Mailbox = app, true })
	first, person := f.enter("ada")
	for _, path := range []string{"/", "/events/" + f.event, pathOf(f.links.OrderURL(first.OrderID, person, f.now()))} {
		if data := in(t, f.has(path, 200), `id="embedded">`, "</script>"); !strings.Contains(data, `"mailbox":true`) {
			t.Errorf("%s: embedded %s", path, data)
		}
	}
}

// Within the app, a page carries what the app begins with, and the page itself
// for those without a script.
func TestWithinTheApp(t *testing.T) {
	app, err := site.New(shell, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Event = func(e *events.EventView, _ *organizations.Profile, _ *storevenues.EventPlace) any {
			return map[string]string{"title": e.Details.Title}
		}
	})
	body := f.has("/events/"+f.event, 200, `<div id="boot"><header>`, "<main>", "1 ticket left", `<div id="app">`)
	if got, want := in(t, body, `id="embedded">`, "</script>"), `{"event":{"title":"Lantern \u003cwalk\u003e \u0026 talk"}}`; got != want {
		t.Errorf("embedded %s, want %s", got, want)
	}

	first, person := f.enter("ada")
	path := pathOf(f.links.OrderURL(first.OrderID, person, f.now()))
	w := f.send("GET", path)
	token := strings.TrimPrefix(path, "/r/")
	data := in(t, w.Body.String(), `id="embedded">`, "</script>")
	if want := `{"link":{"kind":"order","id":"` + first.OrderID + `","event_id":"` + f.event + `"}}`; data != want {
		t.Errorf("embedded %s, want %s", data, want)
	}
	if strings.Contains(data, token) || w.Header().Get("X-Robots-Tag") == "" || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("not private: %v %s", w.Header(), data)
	}
	f.has("/r/hl_nonsense", 404, `{"problem":{"code":"invalid_link","status":404}}`, "This link doesn’t work")
	if body := f.has("/me/inbox", 200, `<div id="app">`); strings.Contains(body, `id="embedded"`) {
		t.Errorf("nothing was to be embedded: %s", body)
	}
	f.has("/icon.svg", 200, "<svg/>")
	f.has("/_app/immutable/gone.js", 404)

	for _, c := range []struct {
		path, accept string
		answered     bool
	}{{"/nowhere", "text/html", true}, {"/nowhere", "application/json", false}, {"/v1/nowhere", "text/html", false}} {
		r := httptest.NewRequest("GET", c.path, nil)
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		if got := f.pages.Missing(w, r); got != c.answered || got && w.Code != 404 {
			t.Errorf("%s as %s: %t, %d", c.path, c.accept, got, w.Code)
		}
	}
}

// TestOnlineEvent: the page of an event says that it takes place online, and not where; whoever has
// a ticket reads that on theirs, and whoever had one does not. Search engines read of a virtual
// place, which is the event's own page.
func TestOnlineEvent(t *testing.T) {
	f := newFixture(t)
	const address = "https://meet.example/walk?a=1&b=2"
	order, person := f.enter("ada")
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	online := func(location string) {
		t.Helper()
		f.submit(inventory.Configure{Who: staff, StartsAt: ev.Event.StartsAt, EndsAt: ev.Event.EndsAt, Zone: ev.Event.Zone, Settings: ev.Event.Settings},
			events.Details{Title: "Walk", Location: location, OnlineURL: address}.All())
	}
	type virtual struct {
		Type string `json:"@type"`
		URL  string
	}
	linked := func(into any) {
		t.Helper()
		body := f.has("/events/"+f.event, 200, "<dt>Online</dt>", "The link comes with your ticket.")
		if strings.Contains(body, "meet.example") {
			t.Errorf("the page says where it is online: %s", body)
		}
		if err := json.Unmarshal([]byte(in(t, body, `<script type="application/ld+json">`, "</script>")), into); err != nil {
			t.Fatal(err)
		}
	}
	online("")
	var only struct {
		EventAttendanceMode string
		Location            virtual
	}
	linked(&only)
	if own := page.EventURL("http://holdfast.test", f.event); only.EventAttendanceMode != "https://schema.org/OnlineEventAttendanceMode" || only.Location != (virtual{"VirtualLocation", own}) {
		t.Errorf("online alone: %+v", only)
	}
	online("Old harbour")
	var mixed struct {
		EventAttendanceMode string
		Location            []virtual
	}
	linked(&mixed)
	if mixed.EventAttendanceMode != "https://schema.org/MixedEventAttendanceMode" || len(mixed.Location) != 2 || mixed.Location[0].Type != "Place" || mixed.Location[1].Type != "VirtualLocation" {
		t.Errorf("online, too: %+v", mixed)
	}

	path := pathOf(f.links.OrderURL(order.OrderID, person, f.now()))
	f.shows(path, 200, "You’re going", `<a href="https://meet.example/walk?a=1&amp;b=2" rel="noopener noreferrer">`)
	f.submit(inventory.Cancel{Who: staff, OrderID: order.OrderID}, nil)
	if body := f.shows(path, 200, "This registration has ended"); strings.Contains(body, "meet.example") {
		t.Errorf("who cancelled is told: %s", body)
	}
}
