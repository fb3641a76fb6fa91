package store_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestPlacesOf: add-ons and goods are not places, those that were given back neither; where there
// is nothing else, they are what is told about.
func TestPlacesOf(t *testing.T) {
	t.Parallel()
	v := &events.EventView{Tiers: []inventory.Tier{{ID: "entry"}, {ID: "parking", Kind: inventory.AddOnTier}, {ID: "shirt", Kind: inventory.GoodsTier}}}
	order := func(state inventory.HoldState, items ...inventory.Item) *inventory.Hold {
		h := &inventory.Hold{Kind: inventory.KindOrder, State: state, LastSeq: 9, Order: &inventory.Order{Items: items}}
		for _, it := range items {
			if it.Live() || state == inventory.HoldReleased && it.ReleasedSeq == h.LastSeq {
				h.Units++
			}
		}
		return h
	}
	for name, x := range map[string]struct {
		hold *inventory.Hold
		want int64
	}{
		"a registration":       {&inventory.Hold{Kind: inventory.KindRegistration, Units: 3}, 3},
		"a ticket with add-on": {order(inventory.HoldConfirmed, inventory.Item{Tier: "entry"}, inventory.Item{Tier: "parking"}, inventory.Item{Tier: "shirt"}), 1},
		"some given back":      {order(inventory.HoldConfirmed, inventory.Item{Tier: "entry", ReleasedSeq: 7}, inventory.Item{Tier: "entry"}, inventory.Item{Tier: "parking", ReleasedSeq: 7}), 1},
		"all gone":             {order(inventory.HoldReleased, inventory.Item{Tier: "entry", ReleasedSeq: 9}, inventory.Item{Tier: "parking", ReleasedSeq: 9}), 1},
		"goods alone":          {order(inventory.HoldConfirmed, inventory.Item{Tier: "shirt"}, inventory.Item{Tier: "shirt"}), 2},
	} {
		if got := v.PlacesOf(x.hold); got != x.want {
			t.Errorf("%s: %d places, want %d", name, got, x.want)
		}
	}
}
