package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"
)

// The fields of an event are in three bodies (new, change, answer) and in half a
// dozen lists of the code. The tests here go by the schemas of api/openapi.json:
// a field that is new there has two values, from its schema or from the list here,
// and has to be kept when an event is made, when it is changed alone, and when it is
// changed beside others.

// bodies are the schemas of api/openapi.json.
type bodies map[string]struct{ Properties map[string]property }

type property struct {
	Ref       string `json:"$ref"`
	Type      any    // a word, or a list of words
	Format    string
	Enum      []string
	Minimum   int
	MaxLength int
}

func readBodies(t *testing.T) bodies {
	t.Helper()
	text, err := os.ReadFile("../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Components struct{ Schemas bodies } }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Components.Schemas
}

// compare fails when the values do not cover the fields of a body, or others.
func (b bodies) compare(t *testing.T, body string, values object, besides ...string) {
	t.Helper()
	fields := slices.Sorted(maps.Keys(b[body].Properties))
	given := slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(values)), besides...)))
	if len(fields) == 0 || !slices.Equal(fields, given) {
		t.Errorf("the fields of %s are\n%q, the test has values for\n%q", body, fields, given)
	}
}

// complete gives the fields of a body that have no value yet one that their schema
// allows: texts, numbers and booleans that stand for themselves alone. Of every
// other field a value has to be in valuesOf.
func (b bodies) complete(body string, values object, second bool) {
	for field, p := range b[body].Properties {
		if _, given := values[field]; given {
			continue
		}
		switch {
		case p.Type == "boolean":
			values[field] = !second
		case p.Type == "integer":
			values[field] = p.Minimum + 1
			if second {
				values[field] = p.Minimum + 2
			}
		case p.Type == "string" && p.Format == "" && len(p.Enum) == 0 && p.MaxLength >= len("second"):
			values[field] = "first"
			if second {
				values[field] = "second"
			}
		}
	}
}

// eventValues are two values for each field of an event that can be set: neither
// is what it is without being set. The first is given to a new event, the second
// to a change.
type eventValues struct {
	event, waitlist, orders, tier object
}

func (b bodies) valuesOf(start time.Time, second bool) eventValues {
	pick := func(first, other any) any {
		if second {
			return other
		}
		return first
	}
	at := func(d time.Duration) string { return start.Add(d).Format(time.RFC3339) }
	v := eventValues{
		event: object{
			"starts_at": at(time.Duration(pick(0, 1).(int)) * time.Hour), "ends_at": at(time.Duration(pick(5, 6).(int)) * time.Hour),
			"timezone": pick("Europe/Berlin", "Europe/Lisbon"), "capacity": pick(20, 30), "currency": pick("EUR", "USD"),
			"registration_cutoff": pick(at(-2*time.Hour), at(-3*time.Hour)), "cancellation_cutoff": pick(at(-4*time.Hour), at(-5*time.Hour)),
			"doors_open_at": pick(at(-time.Hour), at(-90*time.Minute)), "reminder_offsets_seconds": pick([]any{7200.0}, []any{3600.0, 60.0}),
			"log": pick("public", "off"), "visibility": pick("unlisted", "public"), "guest_names": pick("optional", "none"), "demand": pick("high", "normal"), "coordinates": pick("53.5436,9.9889", "-33.8568,151.2153"),
			"category": pick("music", "film"), "tags": pick([]any{"Open air", "Free"}, []any{"Late"}),
			"performers": pick([]any{"Nina Okoye"}, []any{"Nina Okoye", "Ana Lima"}), "language": pick("de", "pt"), "main_language": pick("de", "fr"),
			"business_owes_tax_in": pick("IT", "FR"),
			"online_url":           pick("https://meet.example/one", "https://meet.example/two?pwd=x#y"),
		},
		waitlist: object{
			"enabled": pick(false, true), "limit": pick(40, 50), "promotion": pick("confirm", "offer"), "party_policy": pick("strict", "bounded_skip"),
			"position_display": pick("band", "hidden"), "claim_window_seconds": pick(7200, 3600), "wave_size": pick(3, 4),
			"wave_interval_seconds": pick(600, 900), "quiet_hours": pick(object{"from": "22:00", "to": "08:00"}, object{"from": "23:00", "to": "07:00"}),
			"time_critical": pick(true, false), "priority_head_start_seconds": pick(7200, 9000),
		},
		orders: object{
			"first_hold_seconds": pick(120, 180), "hold_seconds": pick(1200, 1800), "seat_hold_seconds": pick(240, 300), "self_refund": pick(true, false), "exchange": pick(false, true),
			"payment_instructions": pick("By transfer.", "In cash."),
		},
		tier: object{
			"name": pick("Balcony", "Floor"), "price": pick(1200, 1500), "currency": "EUR", "tax_rate_bp": pick(700, 1900), "tax_included": true,
			"pricing": "chosen", "price_min": pick(1000, 1100), "price_max": pick(2000, 2500),
			"hidden": pick(true, false), "max_per_order": pick(4, 5), "sale_starts_at": pick(at(-500*time.Hour), at(-400*time.Hour)),
			"sale_ends_at": pick(at(-6*time.Hour), at(-7*time.Hour)),
		},
	}
	b.complete("EventChange", v.event, second)
	b.complete("WaitlistIn", v.waitlist, second)
	b.complete("OrdersIn", v.orders, second)
	b.complete("TierChange", v.tier, second)
	for _, elsewhere := range []string{"waitlist", "orders", "tiers", "approval"} {
		delete(v.event, elsewhere)
	}
	for _, elsewhere := range []string{"id", "pools", "capacity", "kind", "per_ticket", "goes_with", "suggested", "fee", "position"} {
		delete(v.tier, elsewhere)
	}
	return v
}

// sees fails when an answer does not have the values.
func (a *answer) sees(t *testing.T, what string, values object, path ...any) {
	t.Helper()
	for field, want := range values {
		var plain any // as JSON gives it back
		text, err := json.Marshal(want)
		if err == nil {
			err = json.Unmarshal(text, &plain)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := a.at(append(slices.Clone(path), field)...); !same(plain, got) {
			t.Errorf("%s: %s%v.%s is %v, want %v", what, a.what, path, field, got, want)
		}
	}
}

// same compares two values of JSON. Times are the same when they name one moment,
// and a field that is left out is false.
func same(a, b any) bool {
	if a == false && b == nil {
		return true
	}
	x, okX := a.(string)
	y, okY := b.(string)
	if okX && okY {
		s, errX := time.Parse(time.RFC3339, x)
		u, errY := time.Parse(time.RFC3339, y)
		if errX == nil && errY == nil {
			return s.Equal(u)
		}
	}
	return reflect.DeepEqual(a, b)
}

// TestEventFieldsAreKept makes an event with all fields, changes each alone, and
// reads after each.
func TestEventFieldsAreKept(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	start := h.now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Hour)
	schemas := readBodies(t)
	first, second := schemas.valuesOf(start, false), schemas.valuesOf(start, true)

	// venue_rooms need a venue: TestEventTakesItsPlace; a cover needs a picture: TestPictures. With approval nothing has a price: TestApplications.
	schemas.compare(t, "NewEvent", first.event, "waitlist", "orders", "tiers", "pools", "seating", "publish", "venue_rooms", "approval", "cover")
	schemas.compare(t, "EventChange", first.event, "waitlist", "orders", "tiers", "venue_rooms", "approval", "cover")
	schemas.compare(t, "WaitlistIn", first.waitlist)
	schemas.compare(t, "OrdersIn", first.orders)
	// What a unit is stands in TestAddOnsAreOrdered, TestAddOnsAreAdded and TestDonations.
	schemas.compare(t, "NewTier", first.tier, "capacity", "pools", "kind", "per_ticket", "goes_with", "suggested", "fee")
	// Where a tier stands, in TestTiersAreOrdered.
	schemas.compare(t, "TierChange", first.tier, "id", "pools", "capacity", "kind", "per_ticket", "goes_with", "suggested", "fee", "position")

	body := maps.Clone(first.event)
	body["waitlist"], body["orders"], body["tiers"] = first.waitlist, first.orders, []object{first.tier}
	path := "/v1/events/" + h.owner("POST", "/v1/events", body).want(201).text("id")
	read := func(what string, event, waitlist, orders, tier object) {
		t.Helper()
		a := h.owner("GET", path, nil).want(200)
		a.sees(t, what, event)
		a.sees(t, what, waitlist, "waitlist")
		a.sees(t, what, orders, "orders")
		a.sees(t, what, tier, "tiers", 0)
	}
	read("made", first.event, first.waitlist, first.orders, first.tier)
	tier := h.owner("GET", path, nil).text("tiers", 0, "id")

	// Each alone; what it was not about stays.
	now := eventValues{event: maps.Clone(first.event), waitlist: maps.Clone(first.waitlist), orders: maps.Clone(first.orders), tier: maps.Clone(first.tier)}
	each := func(part string, from, to object, change func(field string, value any) object) {
		for _, field := range slices.Sorted(maps.Keys(to)) {
			if same(from[field], to[field]) {
				continue
			}
			what := fmt.Sprintf("%s.%s alone", part, field)
			h.owner("PATCH", path, change(field, to[field])).want(200)
			from[field] = to[field]
			read(what, now.event, now.waitlist, now.orders, now.tier)
		}
	}
	delete(second.event, "currency") // fixed once something has a price
	each("event", now.event, second.event, func(field string, value any) object { return object{field: value} })
	each("waitlist", now.waitlist, second.waitlist, func(field string, value any) object { return object{"waitlist": object{field: value}} })
	each("orders", now.orders, second.orders, func(field string, value any) object { return object{"orders": object{field: value}} })
	each("tier", now.tier, second.tier, func(field string, value any) object {
		return object{"tiers": []object{{"id": tier, field: value}}}
	})

	// A price that nobody chooses has no bounds, and may have its tax on top.
	h.owner("PATCH", path, object{"tiers": []object{{"id": tier, "pricing": "fixed", "tax_included": false}}}).want(200)
	h.owner("GET", path, nil).want(200).sees(t, "a fixed price", object{"pricing": "fixed", "tax_included": false, "price_min": nil, "price_max": nil, "price": 1500}, "tiers", 0)

	// An event without prices may change its currency.
	free := h.event(1)
	h.owner("PATCH", free, object{"currency": "USD"}).want(200)
	h.owner("GET", free, nil).want(200).sees(t, "currency alone", object{"currency": "USD"})
}
