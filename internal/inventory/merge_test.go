package inventory_test

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestMergedWithSomethingOlder: a change that was merged with settings which
// another server has replaced meanwhile is refused, and changes nothing.
func TestMergedWithSomethingOlder(t *testing.T) {
	zone := func(name string) *time.Location {
		z, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	now := inventory.Instant(1_900_000_000_000_000)
	st := &inventory.State{
		Pools: map[string]*inventory.Pool{}, Tiers: map[string]*inventory.Tier{}, Lanes: map[inventory.LaneKey]*inventory.Lane{},
	}
	decide := func(c inventory.Command) inventory.Outcome {
		return inventory.Decide(st, inventory.NewWork(), inventory.Batch{Now: now, Commands: []inventory.Command{c}}).Outcomes[0]
	}
	terms := inventory.Event{ID: "evt_0", OrgID: "org_0", StartsAt: now + 1e9, EndsAt: now + 2e9, Zone: zone("Europe/Berlin")}
	decide(inventory.Create{
		Event: terms, Pools: []inventory.Pool{{ID: "p", Capacity: 5}}, Tiers: []inventory.Tier{{ID: "t", Pools: []string{"p"}}}, Publish: true,
	})
	read := st.Event // what two servers read
	change := func(guests int64) inventory.Configure {
		s := read.Settings
		s.MaxGuests = guests
		return inventory.Configure{From: &read, StartsAt: read.StartsAt, EndsAt: read.EndsAt, Zone: read.Zone, Settings: s}
	}
	if o := decide(change(2)); o.Code != inventory.OK {
		t.Fatalf("first: %s", o.Code)
	}
	both := change(3)
	both.From, both.Capacity = nil, &inventory.SetCapacity{Pool: "p", Capacity: -1}
	if o := decide(both); o.Code != inventory.CapacityOutOfRange || st.Event.Settings.MaxGuests != 2 {
		t.Errorf("with a capacity below zero: %q, max guests %d; want it refused as a whole", o.Code, st.Event.Settings.MaxGuests)
	}
	if o := decide(change(7)); o.Code != inventory.SettingsMoved || st.Event.Settings.MaxGuests != 2 {
		t.Errorf("second: %q, max guests %d; want settings_moved and 2", o.Code, st.Event.Settings.MaxGuests)
	}
}
