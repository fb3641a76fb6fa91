package storetest

import (
	"reflect"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// configure is a command that changes the settings of the event.
func (h *Fixture) configure(change func(*inventory.Settings)) inventory.Configure {
	e := &h.Cached.State.Event
	set := e.Settings
	change(&set)
	return inventory.Configure{Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: set}
}

// testListed: the mark of an event moves when the public list begins to say something
// else of it, and with no other registration.
func testListed(t *testing.T, open Open) {
	s := open(t)
	ctx := t.Context()
	h := NewFixture(t, s)
	create := h.CreateCommand(2, priced)
	create.Publish = false
	h.Must(create)
	if list := must[[]events.Listed](t)(s.Events.ListedAfter(ctx, 0, "", 10)); len(list) != 0 {
		t.Errorf("a draft is listed: %+v", list)
	}
	step := func(what string, moved, available bool, cmds ...inventory.Command) {
		t.Helper()
		h.Now += inventory.Instant(inventory.Hour)
		h.Must(cmds...)
		list := must[[]events.Listed](t)(s.Events.ListedAfter(ctx, 0, "", 10))
		marks := must[[]events.ListedMark](t)(s.Events.ListedSince(ctx, 0, "", 10))
		if len(list) != 1 || len(marks) != 1 {
			t.Fatalf("%s: %+v, %+v", what, list, marks)
		}
		l := list[0]
		if l.EventID != h.Event || l.Title != "An evening" || l.Description != "of music" || l.Location != "Town hall" || l.Coordinates != "53.5436,9.9889" || l.OrgName != "Town hall" || l.OrgID != h.Org {
			t.Errorf("%s: %+v", what, l)
		}
		if want := (events.Labels{Category: "music", Language: "en", Tags: []string{"Chamber music", "Free"}, Performers: []string{"Nina Okoye"}, AgeMin: 12}); !reflect.DeepEqual(l.Labels, want) {
			t.Errorf("%s: %+v, want %+v", what, l.Labels, want)
		}
		if got := l.ListedAt == h.Now; got != moved || l.Available != available || marks[0] != (events.ListedMark{ID: h.Event, At: l.ListedAt}) {
			t.Errorf("%s: moved %t, available %t, mark %+v; want %t, %t", what, got, l.Available, marks[0], moved, available)
		}
		by := must[[]events.Listed](t)(s.Events.ListedByID(ctx, []string{h.Event, "evt_none"}))
		if len(by) != 1 || !reflect.DeepEqual(by[0], l) {
			t.Errorf("%s: by id %+v", what, by)
		}
		if behind := must[[]events.Listed](t)(s.Events.ListedAfter(ctx, l.ListedAt, l.EventID, 10)); len(behind) != 0 {
			t.Errorf("%s: behind itself %+v", what, behind)
		}
	}
	h.Must(h.configure(func(set *inventory.Settings) { set.Visibility = inventory.Unlisted }))
	step("published, unlisted", true, true, inventory.Publish{Who: create.Who})
	if l := must[[]events.Listed](t)(s.Events.ListedByID(ctx, []string{h.Event}))[0]; l.PublishedAt != 0 || l.Brief.Listed() {
		t.Errorf("not listed yet: %+v", l)
	}
	step("listed", true, true, h.configure(func(set *inventory.Settings) { set.Visibility = inventory.VisiblePublic }))
	published := h.Now
	first := h.Register("a", 1)
	step("a registration", false, true, first)
	step("the last place", true, false, h.Register("b", 1))
	step("a free place again", true, true, inventory.Cancel{Who: create.Who, OrderID: first.OrderID})
	if list := must[[]events.Listed](t)(s.Events.ListedOf(ctx, h.Org, "", 10)); len(list) != 1 {
		t.Errorf("of the organization: %+v", list)
	}
	// What the cheapest ticket costs is told, now and later, and not what the others do.
	costs := func(want ...inventory.PriceSince) {
		t.Helper()
		l := must[[]events.Listed](t)(s.Events.ListedByID(ctx, []string{h.Event}))[0]
		if l.Currency != "EUR" || !slices.Equal(l.Prices, want) {
			t.Errorf("prices %v in %q, want %v", l.Prices, l.Currency, want)
		}
	}
	costs(inventory.PriceSince{})
	tier := *h.Cached.State.Tiers[h.Tier]
	tier.Price = inventory.Price{Amount: 1000, TaxRate: 1900}
	step("a price", true, true, inventory.SetTier{Who: create.Who, Tier: tier})
	costs(inventory.PriceSince{Lowest: 1190})
	dear := inventory.Tier{ID: h.In(id.Tier), Name: "Front", Pools: []string{h.Pool}, Price: inventory.Price{Amount: 5000, TaxIncluded: true}}
	step("a dearer tier", false, true, inventory.SetTier{Who: create.Who, Tier: dear})
	tier.SaleEnds = h.Now + inventory.Instant(9*inventory.Hour)
	step("an end of its sale", true, true, inventory.SetTier{Who: create.Who, Tier: tier})
	costs(inventory.PriceSince{Lowest: 1190}, inventory.PriceSince{Since: tier.SaleEnds, Lowest: 5000})
	step("unlisted", true, true, h.configure(func(set *inventory.Settings) { set.Visibility = inventory.Unlisted }))
	if l := must[[]events.Listed](t)(s.Events.ListedByID(ctx, []string{h.Event}))[0]; !l.Unlisted || l.Brief.Listed() {
		t.Errorf("listed: %+v", l)
	}
	for of, want := range map[events.PublicList]int{{}: 0, {Org: h.Org}: 0, {Org: h.Org, Unlisted: true}: 1} {
		if got := must[[]events.Brief](t)(s.Events.PublicEvents(ctx, of, h.Now, 0, "", 10)); len(got) != want {
			t.Errorf("%+v lists %+v, want %d", of, got, want)
		}
	}
	step("listed again", true, true, h.configure(func(set *inventory.Settings) { set.Visibility = inventory.VisiblePublic }))
	if got := must[[]events.Brief](t)(s.Events.PublicEvents(ctx, events.PublicList{}, h.Now, 0, "", 10)); len(got) != 1 || !got[0].Listed() {
		t.Errorf("listed again: %+v", got)
	}
	inDemand := func(what string, now inventory.Instant, after string, want ...string) {
		t.Helper()
		if got := must[[]string](t)(s.Events.InDemand(ctx, now, after, 10)); !slices.Equal(got, want) {
			t.Errorf("in demand, %s: %v, want %v", what, got, want)
		}
	}
	inDemand("normal", h.Now, "")
	step("more demand", true, true, h.configure(func(set *inventory.Settings) { set.Demand = inventory.DemandHigh }))
	inDemand("high", h.Now, "", h.Event)
	inDemand("after it", h.Now, h.Event)
	inDemand("over", h.Cached.State.Event.EndsAt, "")
	step("less demand", true, true, h.configure(func(set *inventory.Settings) { set.Demand = inventory.DemandNormal }))
	inDemand("normal again", h.Now, "")
	h.Must(h.configure(func(set *inventory.Settings) { set.Demand = inventory.DemandHigh }))
	step("called off", true, true, inventory.CancelEvent{Who: create.Who})
	if l := must[[]events.Listed](t)(s.Events.ListedByID(ctx, []string{h.Event}))[0]; l.PublishedAt != published {
		t.Errorf("published at %d, want %d", l.PublishedAt, published)
	}
	inDemand("called off", h.Now, "")
	if list := must[[]events.Listed](t)(s.Events.ListedOf(ctx, h.Org, "", 10)); len(list) != 0 {
		t.Errorf("of the organization, called off: %+v", list)
	}

	before := must[[]events.ListedMark](t)(s.Events.ChangedSince(ctx, 0, "", 10))
	if err := s.Organizations.ChangeProfile(ctx, organizations.Profile{ID: h.Org, Name: "Village hall"}); err != nil {
		t.Fatal(err)
	}
	after := must[[]events.ListedMark](t)(s.Events.ChangedSince(ctx, 0, "", 10))
	if len(before) != 0 || len(after) != 1 || after[0].ID != h.Org {
		t.Errorf("renamed: %+v, then %+v", before, after)
	}
	if none := must[[]events.ListedMark](t)(s.Events.ChangedSince(ctx, after[0].At+1, "", 10)); len(none) != 0 {
		t.Errorf("since then: %+v", none)
	}
	if none := must[[]events.ListedMark](t)(s.Events.ChangedSince(ctx, after[0].At, h.Org, 10)); len(none) != 0 {
		t.Errorf("behind itself: %+v", none)
	}
}
