package page_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// vocabulary is what of schema.org the pages use: testdata/schema.org.json.
type vocabulary struct {
	Types map[string]struct {
		Is         []string
		Properties map[string]string // what a value may be, with spaces between
	}
	Enumerations map[string][]string
}

func readVocabulary(t *testing.T) *vocabulary {
	t.Helper()
	text, err := os.ReadFile("testdata/schema.org.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vocabulary
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return &v
}

// of is what a property of a type may be; nil: the type has no such property.
func (v *vocabulary) of(typ, property string) []string {
	if may := v.Types[typ].Properties[property]; may != "" {
		return strings.Fields(may)
	}
	for _, parent := range v.Types[typ].Is {
		if may := v.of(parent, property); may != nil {
			return may
		}
	}
	return nil
}

// is reports whether a type is another or one of its kinds.
func (v *vocabulary) is(typ, other string) bool {
	return typ == other || slices.ContainsFunc(v.Types[typ].Is, func(parent string) bool { return v.is(parent, other) })
}

// check returns what of a thing the vocabulary does not have, by its path.
func (v *vocabulary) check(at string, thing map[string]any) (wrong []string) {
	typ, _ := thing["@type"].(string)
	if _, known := v.Types[typ]; !known {
		return []string{fmt.Sprintf("%s: there is no type %q in testdata/schema.org.json", at, typ)}
	}
	for name, value := range thing {
		if strings.HasPrefix(name, "@") {
			continue
		}
		may := v.of(typ, name)
		if may == nil {
			wrong = append(wrong, at+": a "+typ+" has no property "+name)
			continue
		}
		list, many := value.([]any)
		if !many {
			list = []any{value}
		}
		for _, one := range list {
			wrong = append(wrong, v.value(at+"."+name, may, one)...)
		}
	}
	return wrong
}

func (v *vocabulary) value(at string, may []string, value any) []string {
	oneOf := func(types ...string) []string {
		if slices.ContainsFunc(may, func(m string) bool { return slices.Contains(types, m) }) {
			return nil
		}
		return []string{fmt.Sprintf("%s: %v is none of %v", at, value, may)}
	}
	switch x := value.(type) {
	case map[string]any:
		typ, _ := x["@type"].(string)
		if !slices.ContainsFunc(may, func(m string) bool { return v.is(typ, m) }) {
			return []string{fmt.Sprintf("%s: a %s is none of %v", at, typ, may)}
		}
		return v.check(at, x)
	case bool:
		return oneOf("Boolean")
	case float64:
		return oneOf("Number", "Integer")
	case string:
		for _, m := range may {
			if members := v.Enumerations[m]; members != nil {
				if !slices.Contains(members, x) {
					return []string{fmt.Sprintf("%s: %q is no %s", at, x, m)}
				}
				return nil
			}
		}
		if _, err := time.Parse(time.RFC3339, x); err != nil && slices.Contains(may, "DateTime") && !slices.Contains(may, "Text") {
			return []string{fmt.Sprintf("%s: %q is no time with its offset", at, x)}
		}
		if slices.Contains(may, "URL") && !slices.Contains(may, "Text") && !strings.HasPrefix(x, "http") {
			return []string{fmt.Sprintf("%s: %q is no whole address", at, x)}
		}
		return oneOf("Text", "URL", "DateTime", "Date", "Number")
	}
	return []string{fmt.Sprintf("%s: %v", at, value)}
}

// eventRules are what Google asks for of an event, from
// https://developers.google.com/search/docs/appearance/structured-data/event, as read in November
// 2026. A path goes into lists; "Type:path" is asked for of things of that type.
var eventRules = struct{ required, recommended []string }{
	required: []string{"name", "startDate", "location", "Place:location.address", "VirtualLocation:location.url"},
	recommended: []string{
		"description", "endDate", "eventAttendanceMode", "eventStatus", "image", "Place:location.name", "offers", "offers.availability", "offers.price",
		"offers.priceCurrency", "offers.url", "offers.validFrom", "organizer", "organizer.name", "organizer.url", "performer", "performer.name",
	},
}

// lacks returns the rules that a thing does not follow.
func lacks(thing map[string]any, rules []string) (missing []string) {
	for _, rule := range rules {
		typ, path, typed := strings.Cut(rule, ":")
		if !typed {
			typ, path = "", rule
		}
		if !follows(thing, strings.Split(path, "."), typ) {
			missing = append(missing, rule)
		}
	}
	return missing
}

func follows(value any, path []string, typ string) bool {
	switch x := value.(type) {
	case []any:
		return len(x) > 0 && !slices.ContainsFunc(x, func(one any) bool { return !follows(one, path, typ) })
	case map[string]any:
		if len(path) == 1 && typ != "" && x["@type"] != typ {
			return true
		}
		return len(path) == 0 || follows(x[path[0]], path[1:], typ)
	}
	return len(path) == 0 && value != nil && value != ""
}

// TestLinkedData checks what pages say to search engines against the vocabulary of schema.org and
// what Google asks for of events.
func TestLinkedData(t *testing.T) {
	vocabulary := readVocabulary(t)
	f := newFixture(t, euros)
	ev, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	at := ev.Event
	set := func(starts inventory.Instant, d events.Details, again bool) {
		t.Helper()
		f.submit(inventory.Configure{Who: staff, StartsAt: starts, EndsAt: starts + inventory.Instant(time.Hour.Microseconds()), Zone: at.Zone, Settings: at.Settings, Reschedule: again}, d.All())
	}
	said := linkedDocuments{}
	checked := func(what string) map[string]any {
		t.Helper()
		d := f.linked("/events/" + f.event)
		said[what] = d
		for _, wrong := range vocabulary.check("Event", d) {
			t.Errorf("%s: %s", what, wrong)
		}
		if missing := lacks(d, eventRules.required); missing != nil {
			t.Errorf("%s lacks what is required: %v", what, missing)
		}
		return d
	}
	is := func(d map[string]any, field, want string) {
		t.Helper()
		if got := strings.TrimPrefix(fmt.Sprint(d[field]), "https://schema.org/"); got != want {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{
		ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250, TaxIncluded: true}, SaleStarts: at.StartsAt - inventory.Instant((24 * time.Hour).Microseconds()),
	}}, nil)
	offers := func(d map[string]any, want string) {
		t.Helper()
		if got := availability(d["offers"]); got != want {
			t.Errorf("what is on offer is %q, want %q: %v", got, want, d["offers"])
		}
	}
	whole := events.Details{
		Title: "Lantern <walk>", Description: "Bring a *lantern*.", Location: "Old harbour", Coordinates: "53.5436,9.9889", Category: "music",
		Tags: []string{"Free"}, Performers: []string{"Nina", "Ana"}, Language: "pt", AgeMin: 16,
	}
	set(at.StartsAt, whole, false)
	d := checked("an event with all that it can say")
	if missing := lacks(d, eventRules.recommended); missing != nil {
		t.Errorf("it lacks what is recommended: %v", missing)
	}
	is(d, "eventStatus", "EventScheduled")
	is(d, "eventAttendanceMode", "OfflineEventAttendanceMode")
	offers(d, "PreOrder") // its sale begins a day before it does
	is(d["offers"].([]any)[0].(map[string]any), "validFrom", (at.StartsAt - inventory.Instant((24 * time.Hour).Microseconds())).Time().In(at.Zone).Format(time.RFC3339))

	mixed := whole
	mixed.OnlineURL = "https://meet.example/walk"
	set(at.StartsAt, mixed, false)
	is(checked("here and online"), "eventAttendanceMode", "MixedEventAttendanceMode")
	online := mixed
	online.Location, online.Coordinates = "", ""
	set(at.StartsAt, online, false)
	is(checked("online"), "eventAttendanceMode", "OnlineEventAttendanceMode")

	nowhere := online
	nowhere.OnlineURL = ""
	set(at.StartsAt, nowhere, false)
	if d = checked("nowhere yet"); d["eventAttendanceMode"] != nil || d["location"].(map[string]any)["name"] != "To be announced" {
		t.Errorf("an event without a place: %v", d["location"])
	}

	// Moved, postponed, and at another date again: when it was to start before is said.
	later := at.StartsAt + inventory.Instant((48 * time.Hour).Microseconds())
	set(later, whole, false)
	d = checked("moved")
	is(d, "eventStatus", "EventRescheduled")
	is(d, "previousStartDate", at.StartsAt.Time().In(at.Zone).Format(time.RFC3339))
	f.submit(inventory.Postpone{Who: staff}, nil)
	d = checked("postponed")
	is(d, "eventStatus", "EventPostponed")
	offers(d, "") // until it has another date, though places are left
	set(later+1, whole, true)
	d = checked("rescheduled")
	is(d, "eventStatus", "EventRescheduled")
	is(d, "previousStartDate", later.Time().In(at.Zone).Format(time.RFC3339))

	// A choice of prices, and what costs nothing.
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{
		ID: f.tier, Name: "General", Price: inventory.Price{Amount: 1250, TaxIncluded: true}, PriceMin: 500, PriceMax: 5000,
	}}, nil)
	offers(checked("a price that buyers choose"), "InStock")
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General"}}, nil)
	if d = checked("free"); d["isAccessibleForFree"] != true {
		t.Errorf("free: %v", d)
	}
	// A sale that has ended is none, one that has begun is; a waiting room opens the sale for all tiers.
	ended, second := inventory.At(f.now().Add(-time.Hour)), inventory.Instant(time.Second.Microseconds())
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", SaleEnds: ended}}, nil)
	d = checked("its sale has ended")
	offers(d, "")
	if _, said := d["offers"]; said || d["isAccessibleForFree"] != true {
		t.Errorf("its sale has ended: %v", d)
	}
	f.submit(inventory.SetTier{Who: staff, Tier: inventory.Tier{ID: f.tier, Name: "General", SaleStarts: ended - second, SaleEnds: at.StartsAt}}, nil)
	offers(checked("its sale has begun"), "InStock")
	f.enter("ada")
	f.enter("grace")
	offers(checked("sold out"), "SoldOut")
	f.submit(inventory.CancelEvent{Who: staff}, nil)
	d = checked("cancelled")
	is(d, "eventStatus", "EventCancelled")
	offers(d, "")
	if page.EventURL("http://holdfast.test", f.event) != d["url"] {
		t.Errorf("its address is %v", d["url"])
	}
	said.golden(t, "event")
}

// availability is what offers say of each, without the address of the vocabulary.
func availability(offers any) string {
	list, many := offers.([]any)
	if !many && offers != nil {
		list = []any{offers}
	}
	var said []string
	for _, one := range list {
		said = append(said, strings.TrimPrefix(fmt.Sprint(one.(map[string]any)["availability"]), "https://schema.org/"))
	}
	return strings.Join(said, " ")
}

// The check finds what is wrong.
func TestLinkedDataCheckFinds(t *testing.T) {
	v := readVocabulary(t)
	for _, wrong := range []string{
		`{"@type":"Evnt"}`, `{"@type":"Event","tittle":"x"}`, `{"@type":"Event","startDate":"tomorrow"}`, `{"@type":"Event","eventStatus":"https://schema.org/Cancelled"}`,
		`{"@type":"Event","location":{"@type":"Offer"}}`, `{"@type":"MusicEvent","offers":[{"@type":"Offer","availability":"yes"}]}`, `{"@type":"Event","isAccessibleForFree":"yes"}`,
	} {
		var d map[string]any
		if err := json.Unmarshal([]byte(wrong), &d); err != nil {
			t.Fatal(err)
		}
		if v.check("Event", d) == nil {
			t.Errorf("nothing is wrong with %s", wrong)
		}
	}
	d := map[string]any{"name": "x", "location": []any{map[string]any{"@type": "Place", "name": "y"}, map[string]any{"@type": "VirtualLocation", "url": "z"}}}
	if got := fmt.Sprint(lacks(d, eventRules.required)); got != "[startDate Place:location.address]" {
		t.Errorf("lacks %s", got)
	}
}
