package page_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// linkedDocuments is what pages say to search engines, by what they are pages of. The files of
// testdata/linked have it, for programs of other people that read it in the tests of the web app
// (web/src/lib/event/linked.test.ts).
type linkedDocuments map[string]map[string]any

// What differs from run to run, and what stands for it.
var runDependent = []struct {
	what  *regexp.Regexp
	stead string
}{
	{regexp.MustCompile(`"20\d\d-\d\d-\d\dT[0-9:]{8}(Z|[+-][0-9:]{5})"`), `"2027-11-11T17:00:00+01:00"`},
	{regexp.MustCompile(`\b(evt|org|ser|ven)_[0-9a-z]+`), "${1}_example"},
	{regexp.MustCompile(`-[0-9a-f]{16}\.jpg`), "-0123456789abcdef.jpg"},
}

// sameEachRun returns a text with what stands for what differs from run to run.
func sameEachRun(text []byte) []byte {
	for _, r := range runDependent {
		text = r.what.ReplaceAll(text, []byte(r.stead))
	}
	return text
}

// golden compares the documents with a file, or writes it.
func (d linkedDocuments) golden(t *testing.T, name string) {
	t.Helper()
	golden(t, name, d)
}

func golden(t *testing.T, name string, d any) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(d); err != nil {
		t.Fatal(err)
	}
	got := sameEachRun(b.Bytes())
	path := filepath.Join("testdata", "linked", name+".json")
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make it with go test ./internal/page -update)", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// linked is what a page says to search engines.
func (f *fixture) linked(path string) map[string]any {
	f.t.Helper()
	var d map[string]any
	f.must(json.Unmarshal([]byte(in(f.t, f.has(path, 200), `<script type="application/ld+json">`, "</script>")), &d))
	return d
}

var linkedElement = regexp.MustCompile(`(?s)<script type="application/ld\+json">.*?</script>`)

// languages returns, for each language of readers, what reads a page in it and returns all that
// the page has for machines, as it stands there.
func (f *fixture) languages() iter.Seq2[string, func(path string) string] {
	return func(yield func(string, func(string) string) bool) {
		for _, tag := range locale.Tags {
			read := func(path string) string {
				f.t.Helper()
				w := f.send("GET", path, "Accept-Language: "+tag.String())
				found := linkedElement.FindAll(w.Body.Bytes(), -1)
				if w.Code != 200 || found == nil {
					f.t.Fatalf("%s in %s: %d, with nothing for machines:\n%s", path, tag, w.Code, w.Body)
				}
				return string(sameEachRun(bytes.Join(found, []byte("\n"))))
			}
			if !yield(tag.String(), read) {
				return
			}
		}
	}
}

// TestLinkedDataInLanguages keeps what the page of an event has for machines, in each language of
// readers, for the validator in the tests of the web app: an event with two kinds of tickets, of
// which one is sold out, with a picture and performers; without a place yet; and when it is past.
func TestLinkedDataInLanguages(t *testing.T) {
	f := newFixture(t, euros, func(c *inventory.Create) {
		balcony := inventory.Pool{ID: c.Pools[0].ID + "b", Name: "Balcony", Capacity: 5}
		c.Pools = append(c.Pools, balcony)
		c.Tiers = append(c.Tiers, inventory.Tier{ID: c.Tiers[0].ID + "b", Name: "Balcony", Pools: []string{balcony.ID}, Price: inventory.Price{Amount: 2500, TaxIncluded: true}})
	})
	f.enter("ada") // the last place of a kind, before it costs something
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250, TaxIncluded: true}}}, nil)
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	at := ev.Event
	pages := map[string]string{}
	said := func(what string, starts inventory.Instant, d events.Details) {
		t.Helper()
		f.submit(inventory.Configure{Who: staff, StartsAt: starts, EndsAt: starts + inventory.Instant(time.Hour.Microseconds()), Zone: at.Zone, Settings: at.Settings}, d.All())
		for tag, read := range f.languages() {
			pages[what+" in "+tag] = read("/events/" + f.event)
		}
	}
	// What would end the element is a text in it.
	whole := events.Details{
		Title: "Lantern </script><!-- walk", Description: "Bring a lantern.", Location: "Old harbour, Hamburg", Coordinates: "53.5436,9.9889", Category: "music",
		Performers: []string{"Nina"}, CoverPicture: "0123456789abcdef", Cover: events.Cover{Width: 1600, Height: 900},
	}
	said("two kinds of tickets, one sold out", at.StartsAt, whole)
	said("nowhere yet", at.StartsAt, events.Details{Title: "Lantern walk"})
	f.later(at.StartsAt.Time().Sub(f.now()) + 48*time.Hour)
	for tag, read := range f.languages() {
		pages["past in "+tag] = read("/events/" + f.event)
	}
	soldOut, left := `"https://schema.org/SoldOut"`, `"https://schema.org/InStock"`
	if text := pages["two kinds of tickets, one sold out in en"]; strings.Count(text, soldOut) != 1 || strings.Count(text, left) != 1 || strings.Count(text, "</script>") != 1 {
		t.Errorf("one kind is sold out and one is not: %s", text)
	}
	if text := pages["past in en"]; strings.Contains(text, `"offers"`) {
		t.Errorf("what is past sells nothing: %s", text)
	}
	if pages["nowhere yet in en"] == pages["nowhere yet in ar"] {
		t.Error("where nothing is known of the place all languages say the same")
	}
	golden(t, "pages_event", pages)
}

// TestLinkedDataOfOtherPages checks what is said of a date of a series in rooms of a venue, with
// goods beside its tickets, and what the pages of the series and the venue say, against the
// vocabulary of schema.org.
func TestLinkedDataOfOtherPages(t *testing.T) {
	vocabulary := readVocabulary(t)
	f := newFixture(t, euros, func(c *inventory.Create) {
		goods := inventory.Pool{ID: c.Pools[0].ID + "g", Name: "Lanterns", Capacity: 5} // goods, which are no way in
		c.Pools = append(c.Pools, goods)
		c.Tiers = append(c.Tiers, inventory.Tier{
			ID: c.Tiers[0].ID + "g", Name: "Lantern", Kind: inventory.GoodsTier, Pools: []string{goods.ID}, Price: inventory.Price{Amount: 700, TaxIncluded: true},
		})
	})
	said := linkedDocuments{}
	checked := func(what, path, typ string) map[string]any {
		t.Helper()
		d := f.linked(path)
		for _, wrong := range vocabulary.check(typ, d) {
			t.Errorf("%s: %s", what, wrong)
		}
		if d["@type"] != typ {
			t.Errorf("%s is of type %v", what, d["@type"])
		}
		said[what] = d
		return d
	}
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	at := ev.Event

	// A venue with a room that the event takes.
	venue, hall := f.ids.Top(id.Venue), f.ids.Top(id.Room)
	f.must(f.store.Venues.CreateVenue(t.Context(), venues.Venue{
		OrgID: at.OrgID, ID: venue, Name: "Old <mill>", Address: "Am Bach 1\n20457 Hamburg", Timezone: "Europe/Berlin", CreatedAt: inventory.At(f.now()), Coordinates: "53.5,9.9", Capacity: 300,
		Facilities: []string{"step_free", "Grand piano"}, Published: true, Hours: booking.Hours{Weekly: []booking.Opening{{Weekday: time.Monday, Span: booking.Span{Opens: 9 * 60, Closes: 18 * 60}}}},
	}))
	f.must(f.store.Venues.CreateRoom(t.Context(), venues.Room{OrgID: at.OrgID, ID: hall, VenueID: venue, Name: "Great hall", CreatedAt: inventory.At(f.now()), Facilities: []string{"hearing_loop"}}))
	details := events.Details{Title: "Lantern <walk>", Location: "Old <mill>, Hamburg", Coordinates: "53.5,9.9"}.All()
	details.VenueRooms = &events.EventRooms{VenueID: venue, Rooms: []string{hall}}
	f.submit(inventory.Configure{Who: staff, StartsAt: at.StartsAt, EndsAt: at.EndsAt, Zone: at.Zone, Settings: at.Settings}, details)

	// A series of which it is a date.
	series := events.EventSeries{OrgID: at.OrgID, ID: f.ids.Top(id.Series), Title: "Lantern walks", CreatedAt: inventory.At(f.now())}
	f.must(f.store.Series.CreateSeries(t.Context(), series, []events.SeriesDate{{OrgID: at.OrgID, SeriesID: series.ID, Position: 1, EventID: f.event, SourceID: f.event, StartsAt: at.StartsAt, Made: true, Plan: 1}}))

	// Two kinds of tickets, of which one is sold no more and has no offer.
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{
		ID: f.ids.In(id.Tier, f.event), Name: "Early", Pools: ev.Tiers[0].Pools, Price: inventory.Price{Amount: 900, TaxIncluded: true}, SaleEnds: inventory.At(f.now()) - 1,
	}}, nil)
	d := checked("a date of a series in a venue", "/events/"+f.event, "Event")
	if over, ok := d["superEvent"].(map[string]any); !ok || over["name"] != "Lantern walks" {
		t.Errorf("its series is %v", d["superEvent"])
	}
	if offers, ok := d["offers"].([]any); !ok || len(offers) != 1 || availability(d["offers"]) != "InStock" {
		t.Errorf("it offers %v", d["offers"])
	}

	// Each category is a type of its own, or none.
	for _, category := range discovery.Categories() {
		f.submit(inventory.Configure{Who: staff, StartsAt: at.StartsAt, EndsAt: at.EndsAt, Zone: at.Zone, Settings: at.Settings}, &events.DetailsChange{Category: &category})
		d := f.linked("/events/" + f.event)
		few := map[string]any{}
		for _, name := range []string{"@context", "@type", "name", "startDate", "location"} {
			few[name] = d[name]
		}
		for _, wrong := range vocabulary.check("Event", few) {
			t.Errorf("%s: %s", category, wrong)
		}
		said["an event of the category "+category] = few
	}

	app, err := site.New(shell, nil)
	f.must(err)
	date := func(id string, days int, change func(*page.Card)) page.Card {
		starts := f.now().AddDate(0, 0, days)
		c := page.Card{ID: id, Title: "Lantern walks", Location: "Pier 2", Zone: time.UTC, StartsAt: starts, EndsAt: starts.Add(2 * time.Hour), Open: true, Standing: inventory.IsOnSale, Free: 3}
		change(&c)
		return c
	}
	listing := &page.SeriesListing{
		ID: series.ID, Title: series.Title, Description: "**Every** week.", Host: page.Host{ID: at.OrgID, Name: "Test & Co"},
		Cards: []page.Card{
			date("evt_1", 1, func(*page.Card) {}), date("evt_2", 8, func(c *page.Card) { c.Status, c.Standing = string(inventory.Cancelled), inventory.IsCancelled }), date("evt_3", 15, func(c *page.Card) { c.Free, c.Standing = 0, inventory.IsSoldOut }),
			date("evt_4", 22, func(c *page.Card) { c.Status, c.Standing = string(inventory.Postponed), inventory.IsPostponed }), date("evt_5", 29, func(c *page.Card) { c.Online = true }),
			date("evt_6", 36, func(c *page.Card) { c.Online, c.Location = true, "" }), date("evt_7", 43, func(c *page.Card) { c.Standing = inventory.IsAnnounced }),
			date("evt_8", 50, func(c *page.Card) { c.Standing = inventory.IsClosed }), date("evt_9", 57, func(c *page.Card) { c.Location = "" }),
			date("evt_10", 64, func(c *page.Card) { c.Priced, c.Currency, c.Lowest, c.Highest = true, "EUR", 900, 2500 }),
			date("evt_11", 71, func(c *page.Card) {
				c.Priced, c.Currency, c.Lowest, c.Highest, c.Performers = true, "EUR", 900, 900, []string{"Nina"}
			}),
			date("evt_12", 78, func(c *page.Card) { c.Priced = true }),
		},
	}
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Series = func(context.Context, string, string) (*page.SeriesListing, error) { return listing, nil }
	})
	pages := map[string]string{}
	d = checked("a series", "/series/"+series.ID, "EventSeries")
	dates, ok := d["subEvent"].([]any)
	if !ok || len(dates) != len(listing.Cards) {
		t.Fatalf("its dates are %v", d["subEvent"])
	}
	// Of a date that is cancelled, postponed or closed there is nothing to buy, however much is left.
	for i, want := range []string{"InStock", "", "SoldOut", "", "InStock", "InStock", "PreOrder", "", "InStock", "InStock", "InStock", "InStock"} {
		if got := availability(dates[i].(map[string]any)["offers"]); got != want {
			t.Errorf("date %d is %q, want %q", i+1, got, want)
		}
	}
	for i, date := range dates {
		if missing := lacks(date.(map[string]any), slices.Concat(eventRules.required, []string{"organizer.name", "organizer.url"})); missing != nil {
			t.Errorf("date %d lacks %v", i+1, missing)
		}
	}
	for i, want := range map[int]string{0: "<nil> <nil> <nil> <nil>", 9: "<nil> 9.00 25.00 EUR", 10: "9.00 <nil> <nil> EUR", 11: "0 <nil> <nil> <nil>"} {
		o := dates[i].(map[string]any)["offers"].(map[string]any)
		if got := fmt.Sprint([]any{o["price"], o["lowPrice"], o["highPrice"], o["priceCurrency"]}); got != "["+want+"]" {
			t.Errorf("date %d costs %q, want %q", i+1, got, want)
		}
	}
	listing.Cards = listing.Cards[8:9] // of which nothing is known of the place
	for tag, read := range f.languages() {
		pages["a series in "+tag], pages["a venue in "+tag] = read("/series/"+series.ID), read("/venues/"+venue)
	}
	golden(t, "pages_others", pages)
	listing.Cards = nil
	checked("a series without dates to come", "/series/"+series.ID, "EventSeries")
	d = checked("a venue", "/venues/"+venue, "Place")
	if d["amenityFeature"] == nil || d["maximumAttendeeCapacity"] != 300.0 {
		t.Errorf("the venue says %v", d)
	}
	said.golden(t, "others")
}
