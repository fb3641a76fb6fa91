package inventory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

func derive(prefix string, seq int64) string { return fmt.Sprintf("%s%d", prefix, seq) }

// newEvent returns the state of a published event with one pool and one tier.
func newEvent(t testing.TB, capacity int64, s inventory.Settings) *inventory.State {
	t.Helper()
	st := &inventory.State{}
	r := inventory.Decide(st, inventory.NewWork(), inventory.Batch{Now: 1000 * inventory.Instant(inventory.Day), DeriveID: derive, Commands: []inventory.Command{inventory.Create{
		Event: inventory.Event{ID: "evt_1", StartsAt: 2000 * inventory.Instant(inventory.Day), EndsAt: 2001 * inventory.Instant(inventory.Day), Zone: time.UTC, Settings: s},
		Pools: []inventory.Pool{{ID: "pol_1", Capacity: capacity}}, Tiers: []inventory.Tier{{ID: "tir_1", Pools: []string{"pol_1"}}}, Publish: true,
	}}})
	if r.Outcomes[0].Code != inventory.OK {
		t.Fatalf("create: %+v", r.Outcomes[0])
	}
	return st
}

func registers(from, n int, line bool) []inventory.Command {
	cmds := make([]inventory.Command, n)
	for i := range cmds {
		k := from + i
		cmds[i] = inventory.Register{
			Who:          inventory.Who{Actor: "key_1"},
			Party:        inventory.Party{UserID: fmt.Sprintf("u%d", k), Tier: "tir_1", Units: 1, PersonID: fmt.Sprintf("per_%d", k), EntryID: fmt.Sprintf("wle_%d", k)},
			OrderID:      fmt.Sprintf("ord_r%d", k),
			JoinWaitlist: line,
		}
	}
	return cmds
}

// TestFlash is the flood that the heart is made for: three times as many people
// as places, in batches.
func TestFlash(t *testing.T) {
	const people, capacity, batch = 60_000, 20_000, 500
	st := newEvent(t, capacity, inventory.Settings{})
	now := 1000*inventory.Instant(inventory.Day) + inventory.Instant(inventory.Hour)
	var confirmed, waiting int64
	for i := 0; i < people; i += batch {
		b := inventory.Batch{Now: now + inventory.Instant(i), DeriveID: derive, Commands: registers(i, batch, true)}
		w := inventory.NewWork()
		if heads := inventory.LookaheadWanted(st, w, b); heads != nil {
			t.Fatalf("at %d: wants heads %v although nothing comes free", i, heads)
		}
		r := inventory.Decide(st, w, b)
		for j, o := range r.Outcomes {
			switch {
			case o.Code != inventory.OK:
				t.Fatalf("%d: refused: %+v", i+j, o)
			case o.Status == "confirmed":
				confirmed++
			case o.Status == "waitlisted":
				waiting++
				if o.Place != waiting {
					t.Fatalf("%d: place %d, want %d", i+j, o.Place, waiting)
				}
			}
		}
		for _, e := range r.Changes.Entries {
			if want := waiting - int64(len(r.Changes.Entries)); e.JoinNo <= want {
				t.Fatalf("line number %d given twice", e.JoinNo)
			}
		}
	}
	if confirmed != capacity || waiting != people-capacity || st.Event.JoinNo != people-capacity || st.Waiting() != people-capacity {
		t.Fatalf("confirmed %d, waiting %d, last line number %d", confirmed, waiting, st.Event.JoinNo)
	}
	if p := st.Pools["pol_1"]; p.Confirmed != capacity || p.Free() != 0 {
		t.Fatalf("pool %+v", p)
	}
}

func benchmarkRegisters(b *testing.B, capacity int64) {
	const n = 500
	st := newEvent(b, capacity, inventory.Settings{})
	b.ReportAllocs()
	now := 1000 * inventory.Instant(inventory.Day)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		if st.Pools["pol_1"].Available() < n && capacity > 0 {
			st = newEvent(b, capacity, inventory.Settings{})
		}
		cmds := registers(i*n, n, true)
		b.StartTimer()
		inventory.Decide(st, inventory.NewWork(), inventory.Batch{Now: now, DeriveID: derive, Commands: cmds})
	}
}

// BenchmarkRegister500 decides one batch of 500 registrations, all confirmed.
func BenchmarkRegister500(b *testing.B) { benchmarkRegisters(b, inventory.MaxCapacity) }

// BenchmarkWaitlist500 decides one batch of 500 registrations, all put on the waitlist.
func BenchmarkWaitlist500(b *testing.B) {
	const n = 500
	st := newEvent(b, 1, inventory.Settings{})
	now := 1000 * inventory.Instant(inventory.Day)
	inventory.Decide(st, inventory.NewWork(), inventory.Batch{Now: now, DeriveID: derive, Commands: registers(0, 1, true)})
	b.ReportAllocs()
	for i := 1; b.Loop(); i++ {
		b.StopTimer()
		cmds := registers(i*n, n, true)
		b.StartTimer()
		inventory.Decide(st, inventory.NewWork(), inventory.Batch{Now: now, DeriveID: derive, Commands: cmds})
	}
}
