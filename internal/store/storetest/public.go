package storetest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// testPublicEvents: what is published and not over, by start, from anywhere on.
func testPublicEvents(t *testing.T, open Open) {
	s := open(t)
	a, b := OpenEvent(t, s, 1, nil), OpenEvent(t, s, 1, nil)
	v := must[*events.EventView](t)(s.Events.Event(t.Context(), a.Event))
	b.Must(inventory.CancelEvent{})
	list := func(now, start inventory.Instant, after string) []string {
		t.Helper()
		var ids []string
		for _, e := range must[[]events.Brief](t)(s.Events.PublicEvents(t.Context(), events.PublicList{}, now, start, after, 10)) {
			ids = append(ids, e.EventID)
			if e.OrgName == "" || e.StartsAt != v.Event.StartsAt {
				t.Errorf("brief: %+v", e)
			}
		}
		return ids
	}
	if got := list(v.Event.StartsAt, 0, ""); !slices.Equal(got, []string{a.Event}) {
		t.Errorf("list %v", got)
	}
	if got := list(v.Event.EndsAt, 0, ""); len(got) != 0 {
		t.Errorf("when it is over: %v", got)
	}
	if got := list(v.Event.StartsAt, v.Event.StartsAt, a.Event); len(got) != 0 {
		t.Errorf("after itself: %v", got)
	}
	if got := list(v.Event.StartsAt, v.Event.StartsAt, ""); len(got) != 1 {
		t.Errorf("at its start: %v", got)
	}
	briefs := must[map[string]*events.Brief](t)(s.Events.Briefs(t.Context(), []string{a.Event, b.Event, "evt_none"}))
	if len(briefs) != 2 || briefs[b.Event].Status != inventory.Cancelled {
		t.Errorf("briefs: %+v", briefs)
	}
	views := must[map[string]*events.EventView](t)(s.Events.EventsByID(t.Context(), []string{a.Event, "evt_none"}))
	if len(views) != 1 {
		t.Errorf("views: %d", len(views))
	}
	same(t, views[a.Event], v)
}

// testHostedEvents: what an organization has published, from anywhere on: what is to
// come by start, and what is over, the latest first.
func testHostedEvents(t *testing.T, open Open) {
	s := open(t)
	first, other := NewFixture(t, s), OpenEvent(t, s, 1, nil)
	at := func(h *Fixture, day inventory.Micros) *Fixture {
		create := h.CreateCommand(1, nil)
		create.Event.OrgID = first.Org
		create.Event.StartsAt = Epoch + inventory.Instant(day*inventory.Day)
		create.Event.EndsAt = create.Event.StartsAt + inventory.Instant(inventory.Day)
		h.Must(create)
		return h
	}
	at(first, 10)
	second, third, twin := at(NewFixture(t, s), 12), at(NewFixture(t, s), 14), at(NewFixture(t, s), 14)
	at(NewFixture(t, s), 16).Must(inventory.CancelEvent{})
	list := func(past bool, day inventory.Micros, after *Fixture, limit int) []string {
		t.Helper()
		var start inventory.Instant
		id := ""
		if after != nil {
			start, id = must[*events.EventView](t)(s.Events.Event(t.Context(), after.Event)).Event.StartsAt, after.Event
		}
		var ids []string
		for _, e := range must[[]events.Brief](t)(s.Events.PublicEvents(t.Context(), events.PublicList{Org: first.Org, Past: past}, Epoch+inventory.Instant(day*inventory.Day), start, id, limit)) {
			ids = append(ids, e.EventID)
			if e.OrgID != first.Org || e.OrgName != "Town hall" {
				t.Errorf("brief: %+v", e)
			}
		}
		return ids
	}
	low, high := third, twin
	if low.Event > high.Event {
		low, high = high, low
	}
	for _, c := range []struct {
		name  string
		past  bool
		day   inventory.Micros
		after *Fixture
		limit int
		want  []*Fixture
	}{
		{"before all", false, 1, nil, 10, []*Fixture{first, second, low, high}},
		{"a page", false, 1, nil, 2, []*Fixture{first, second}},
		{"the next page", false, 1, second, 10, []*Fixture{low, high}},
		{"between two with one start", false, 1, low, 10, []*Fixture{high}},
		{"the first is over as it ends", false, 11, nil, 10, []*Fixture{second, low, high}},
		{"nothing is over yet", true, 10, nil, 10, nil},
		{"over", true, 11, nil, 10, []*Fixture{first}},
		{"all over", true, 20, nil, 10, []*Fixture{high, low, second, first}},
		{"the latest", true, 20, nil, 1, []*Fixture{high}},
		{"before one with the same start", true, 20, high, 10, []*Fixture{low, second, first}},
		{"before the first", true, 20, first, 10, nil},
	} {
		var want []string
		for _, h := range c.want {
			want = append(want, h.Event)
		}
		if got := list(c.past, c.day, c.after, c.limit); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
	// One that goes on for two years is in a list of its organization all along.
	long := NewFixture(t, s)
	create := long.CreateCommand(1, nil)
	create.Event.OrgID = first.Org
	create.Event.StartsAt = Epoch + inventory.Instant(18*inventory.Day)
	create.Event.EndsAt = create.Event.StartsAt + inventory.Instant(730*inventory.Day)
	long.Must(create)
	for day, past := range map[inventory.Micros]bool{18 + 400: false, 18 + 729: false, 18 + 730: true} {
		if got := list(past, day, nil, 1); !slices.Equal(got, []string{long.Event}) {
			t.Errorf("an event of two years on day %d, past %t: %v", day, past, got)
		}
		if slices.Contains(list(!past, day, nil, 10), long.Event) {
			t.Errorf("an event of two years on day %d: listed with past %t too", day, !past)
		}
	}
	if got := must[[]events.Brief](t)(s.Events.PublicEvents(t.Context(), events.PublicList{Org: other.Org}, Epoch, 0, "", 10)); len(got) != 1 || got[0].EventID != other.Event {
		t.Errorf("of another organization: %+v", got)
	}
	if got := must[[]events.Brief](t)(s.Events.PublicEvents(t.Context(), events.PublicList{Past: true}, other.Now+inventory.Instant(40*inventory.Day), 0, "", 10)); len(got) != 5 || got[0].EventID != other.Event {
		t.Errorf("past events of all: %+v", got)
	}
}

// testEventsBetween: only what takes place between two times, at least in part, whatever
// they are and wherever a page begins.
func testEventsBetween(t *testing.T, open Open) {
	s := open(t)
	half := func(n int) inventory.Instant { return Epoch + inventory.Instant(n)*inventory.Instant(inventory.Day/2) }
	first := NewFixture(t, s)
	var all []*events.EventView // by start and id
	for i, span := range [][2]int{{20, 22}, {20, 30}, {23, 24}, {24, 26}, {24, 26}, {27, 28}} {
		fixture := first
		if i > 0 {
			fixture = NewFixture(t, s)
		}
		create := fixture.CreateCommand(1, nil)
		create.Event.OrgID, create.Event.StartsAt, create.Event.EndsAt = first.Org, half(span[0]), half(span[1])
		fixture.Must(create)
		all = append(all, must[*events.EventView](t)(s.Events.Event(t.Context(), fixture.Event)))
	}
	slices.SortFunc(all, func(a, b *events.EventView) int {
		return cmp.Or(cmp.Compare(a.Event.StartsAt, b.Event.StartsAt), cmp.Compare(a.Event.ID, b.Event.ID))
	})
	now := half(24)
	for _, past := range []bool{false, true} {
		order := slices.Clone(all)
		if past {
			slices.Reverse(order)
		}
		for from := 18; from < 32; from++ {
			for until := from + 1; until < 33; until++ {
				of := events.PublicList{Past: past, From: half(from), Until: half(until)}
				if from == 18 {
					of.From = 0
				}
				if until == 32 {
					of.Until = 0
				}
				if until%2 == 0 {
					of.Org = first.Org
				}
				for after := -1; after < len(order); after++ {
					var start inventory.Instant
					var id string
					if after >= 0 {
						start, id = order[after].Event.StartsAt, order[after].Event.ID
					}
					var want, got []string
					for _, v := range order[after+1:] {
						e := &v.Event
						if over := e.EndsAt <= now; over == past && (of.From == 0 || e.EndsAt > of.From) && (of.Until == 0 || e.StartsAt < of.Until) {
							want = append(want, e.ID)
						}
					}
					for _, b := range must[[]events.Brief](t)(s.Events.PublicEvents(t.Context(), of, now, start, id, 10)) {
						got = append(got, b.EventID)
					}
					if !slices.Equal(got, want) {
						t.Fatalf("past %t, from %d until %d half days, after number %d: %v, want %v", past, from, until, after, got, want)
					}
				}
			}
		}
	}
}
