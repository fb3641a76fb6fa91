package inventory_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestMovedToTheFront: whoever is moved to the front is served first, the place before is
// kept, and whoever came in between was not ahead of it at the time.
func TestMovedToTheFront(t *testing.T) {
	f := newFixture(t, 1, inventory.Settings{})
	f.arrive(1, 1)
	f.arrive(3, 1)
	last := f.Entries["wle_000004"]
	f.do(inventory.Move{EntryID: last.ID, Class: inventory.MaxClass, By: inventory.Day})
	f.check()
	e := f.Entries[last.ID]
	if line := f.Waitlist(); line[0].ID != e.ID || e.JoinNo != 4 || e.PlacedSeq != f.Event.Seq {
		t.Fatalf("it stands at %+v, the waitlist is %+v", e.Placement, line)
	}
	stays := e.Stays(f.Past[e.ID])
	if len(stays) != 2 || stays[0].Placement != last.Placement || stays[0].UntilSeq != e.PlacedSeq || stays[1].UntilSeq != 0 {
		t.Errorf("it has stood at %+v, and joined at %+v", stays, last.Placement)
	}
	if before := stays[0]; !before.During(e.PlacedSeq-1) || before.During(e.PlacedSeq) || before.During(last.PlacedSeq-1) {
		t.Errorf("%+v covers other moments than it should", before)
	}
	f.do(inventory.Cancel{UserID: "u000001"})
	f.check()
	if state := f.Entries[e.ID].State; state != inventory.EntryOffered {
		t.Errorf("it is %s", state)
	}
}

// TestMoves moves entries about at random, several times in a batch too, to other lanes
// and to the end of their own. The checker judges who was served by where everybody
// stood at the time, and that the changes leave nothing out.
func TestMoves(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 17))
			f := newFixture(t, 4, inventory.Settings{})
			f.arrive(4, 1)
			moves := 0
			for range 120 {
				f.now += inventory.Instant(inventory.Minute)
				var cmds []inventory.Command
				for _, e := range f.Waitlist() {
					for r.IntN(8) == 0 {
						moves++
						cmds = append(cmds, inventory.Move{EntryID: e.ID, Class: r.IntN(3), By: inventory.Micros(r.IntN(100)) * inventory.Minute})
					}
				}
				if _, err := f.Do(f.now, cmds...); err != nil { // some are served before it is their turn to be moved
					t.Fatal(err)
				}
				switch n := r.IntN(6); {
				case n < 4:
					f.arrive(1, 1+int64(r.IntN(2)))
				case n < 5:
					_, err := f.Do(f.now, inventory.Cancel{UserID: fmt.Sprintf("u%06d", 1+r.IntN(f.made))})
					if err != nil {
						t.Fatal(err)
					}
				default:
					f.do(inventory.SetCapacity{Pool: "pol_1", Capacity: f.Pools["pol_1"].Capacity + int64(r.IntN(3))})
				}
				f.check()
			}
			if moves < 20 {
				t.Errorf("only %d moves", moves)
			}
		})
	}
}
