package ledger

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestListingIsWrittenOnce: a batch that changes nothing in the public list has no
// statement for it, once it is known what is stored.
func TestListingIsWrittenOnce(t *testing.T) {
	t.Parallel()
	pool := &inventory.Pool{ID: "pool", Capacity: 2}
	st := emptyState()
	st.Event.ID = "event"
	st.Pools[pool.ID] = pool
	st.Tiers["tier"] = &inventory.Tier{ID: "tier", Pools: []string{pool.ID}}
	cached := &Cached{State: st}
	steps := func(c *inventory.Changes) int {
		wr := &writer{b: &Batch{Cached: cached}, w: &Write{Changes: c}}
		wr.listed(t.Context())
		return len(wr.steps)
	}
	taken := &inventory.Changes{Pools: []*inventory.Pool{pool}}
	for _, c := range []struct {
		what    string
		taken   int64
		changes *inventory.Changes
		want    int
	}{
		{"the first after the state was loaded", 1, taken, 1},
		{"one that takes nothing", 1, &inventory.Changes{}, 0},
		{"one that says the same", 1, taken, 0},
		{"one that takes the last", 2, taken, 1},
		{"one that says the same", 2, taken, 0},
		{"one that changes a setting", 2, &inventory.Changes{SettingsChanged: true}, 1},
		{"one that frees a unit", 1, taken, 1},
	} {
		pool.Confirmed = c.taken
		if got := steps(c.changes); got != c.want {
			t.Errorf("%s: %d statements, want %d", c.what, got, c.want)
		}
	}
}
