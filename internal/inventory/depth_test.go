package inventory_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
)

// fixture is the state of one event with helpers for long waitlists.
type fixture struct {
	*inventorytest.MemoryStore
	t    *testing.T
	now  inventory.Instant
	made int
}

func newFixture(t *testing.T, capacity int64, s inventory.Settings) *fixture {
	t.Helper()
	f := &fixture{MemoryStore: inventorytest.NewMemoryStore(), t: t, now: start}
	s.MaxGuests = inventory.MaxGuestsAllowed
	f.do(inventory.Create{
		Event: inventory.Event{ID: "evt_1", StartsAt: start + 30*inventory.Instant(inventory.Day), EndsAt: start + 31*inventory.Instant(inventory.Day), Zone: time.UTC, Settings: s},
		Pools: []inventory.Pool{{ID: "pol_1", Capacity: capacity}}, Tiers: []inventory.Tier{{ID: "tir_1", Pools: []string{"pol_1"}}}, Publish: true,
	})
	return f
}

func (f *fixture) do(cmds ...inventory.Command) []inventory.Outcome {
	f.t.Helper()
	outs, err := f.Do(f.now, cmds...)
	if err != nil {
		f.t.Fatal(err)
	}
	for i, o := range outs {
		if o.Code != inventory.OK {
			f.t.Fatalf("%+v: %+v", cmds[i], o)
		}
	}
	return outs
}

// arrive registers n parties of some units, who wait when there is no room.
func (f *fixture) arrive(n int, units int64) {
	f.t.Helper()
	for n > 0 {
		var cmds []inventory.Command
		for range min(n, 500) {
			f.made++
			cmds = append(cmds, inventory.Register{
				OrderID: fmt.Sprintf("ord_%06d", f.made), JoinWaitlist: true,
				Party: inventory.Party{
					UserID: fmt.Sprintf("u%06d", f.made), Tier: "tir_1", Units: units,
					PersonID: fmt.Sprintf("per_%06d", f.made), EntryID: fmt.Sprintf("wle_%06d", f.made),
				},
			})
		}
		f.do(cmds...)
		n -= len(cmds)
	}
}

func (f *fixture) settle() int {
	f.t.Helper()
	batches := 0
	for ; f.Event.DueAt != 0 && f.Event.DueAt <= f.now; batches++ {
		if batches == 50 {
			f.t.Fatal("never settles")
		}
		f.do(inventory.Tick{})
	}
	f.check()
	return batches
}

func (f *fixture) check() {
	f.t.Helper()
	if err := f.Check(f.now); err != nil {
		f.t.Fatal(err)
	}
}

// TestManyPromotions: when more comes free than one batch may promote, the rest
// is due at once, and the order holds.
func TestManyPromotions(t *testing.T) {
	f := newFixture(t, 1, inventory.Settings{})
	f.arrive(1, 1)
	f.arrive(3000, 1)
	f.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 1801})
	if f.LiveOffers != inventory.MaxPromotions || f.Event.DueAt != f.now {
		t.Fatalf("%d offers, due at %d", f.LiveOffers, f.Event.DueAt)
	}
	f.check()
	if n := f.settle(); n != 3 || f.LiveOffers != 1800 {
		t.Fatalf("%d more batches, %d offers", n, f.LiveOffers)
	}
	for _, e := range f.Entries {
		if (e.State == inventory.EntryOffered) != (e.JoinNo <= 1800) {
			t.Fatalf("entry %d is %s", e.JoinNo, e.State)
		}
	}
	// All of them lapse at once: more than one batch can release.
	f.now += inventory.Instant(6 * inventory.Hour)
	if n := f.settle(); n < 4 || f.LiveOffers != 1200 {
		t.Fatalf("%d batches, %d offers", n, f.LiveOffers)
	}
}

// TestAcceptBeforeTheRestIsReleased: with more due than one batch releases, an
// offer beyond that is still too late.
func TestAcceptBeforeTheRestIsReleased(t *testing.T) {
	f := newFixture(t, 1, inventory.Settings{})
	f.arrive(1, 1)
	f.arrive(900, 1)
	f.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 901})
	f.settle()
	f.now += inventory.Instant(6 * inventory.Hour)
	var last inventory.Offer
	for _, o := range f.Offers {
		if o.ID > last.ID {
			last = o
		}
	}
	outs, err := f.Do(f.now, inventory.Accept{OfferID: last.ID})
	if err != nil || outs[0].Code != inventory.OfferEnded || outs[0].OfferState != inventory.OfferExpired {
		t.Fatalf("%+v %v", outs, err)
	}
	f.settle()
}

// TestPassReach: a small party passes at most PassReach larger ones.
func TestPassReach(t *testing.T) {
	for _, large := range []int{inventory.PassReach, inventory.PassReach + 1} {
		f := newFixture(t, 4, inventory.Settings{})
		f.arrive(4, 1)
		f.arrive(large, 2)
		f.arrive(1, 1)
		f.do(inventory.Cancel{OrderID: "ord_000001"})
		f.settle()
		want := int64(1)
		if large > inventory.PassReach {
			want = 0
		}
		if f.LiveOffers != want {
			t.Errorf("behind %d large parties: %d offers, want %d", large, f.LiveOffers, want)
		}
	}
}

// TestTooLargeWithoutEnd: a line of parties that can never fit is closed batch
// by batch until it comes to one that does.
func TestTooLargeWithoutEnd(t *testing.T) {
	f := newFixture(t, 3, inventory.Settings{})
	f.arrive(1, 3)
	f.arrive(1300, 3)
	f.arrive(1, 2)
	f.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 2})
	f.settle()
	f.do(inventory.Cancel{OrderID: "ord_000001"})
	f.settle()
	if f.LiveOffers != 1 || len(f.Waitlist()) != 0 {
		t.Fatalf("%d offers, %d wait", f.LiveOffers, len(f.Waitlist()))
	}
}

// TestWindowIsDeepEnough: in long random lines, where only the head is loaded,
// nothing that could be given is left after the batch (invariant 8), and nobody
// is served out of order (invariant 6).
func TestWindowIsDeepEnough(t *testing.T) {
	t.Parallel()
	for seed := range 12 {
		r := rand.New(rand.NewPCG(uint64(seed), 4))
		s := inventory.Settings{}
		if seed%3 == 0 {
			s.Waitlist.PartyPolicy = inventory.Strict
		}
		f := newFixture(t, 60, s)
		f.arrive(60, 1)
		for range 400 {
			f.arrive(1, 1+int64(r.IntN(4))*int64(r.IntN(3)))
		}
		for n := 1; n <= 60; {
			var cmds []inventory.Command
			for range 1 + r.IntN(6) {
				if n <= 60 {
					cmds = append(cmds, inventory.Cancel{OrderID: fmt.Sprintf("ord_%06d", n)})
				}
				if e := 61 + r.IntN(400); r.IntN(2) == 0 {
					cmds = append(cmds, inventory.Leave{EntryID: fmt.Sprintf("wle_%06d", e)})
				}
				n++
			}
			if _, err := f.Do(f.now, cmds...); err != nil {
				t.Fatal(err)
			}
			f.settle()
			f.now += inventory.Instant(inventory.Minute)
		}
	}
}

// TestNothingToLoad: while nothing can come free, no batch asks for the waitlist.
func TestNothingToLoad(t *testing.T) {
	f := newFixture(t, 2, inventory.Settings{})
	f.arrive(2, 1)
	f.arrive(5, 2)
	heads := func(cmds ...inventory.Command) map[inventory.LaneKey]int {
		st := f.State()
		b := inventory.Batch{Now: f.now, Commands: cmds}
		return inventory.LookaheadWanted(st, f.Load(st, b), b)
	}
	newcomer := inventory.Party{UserID: "new", Tier: "tir_1", Units: 1}
	for _, c := range []inventory.Command{
		inventory.Tick{}, inventory.Register{Party: newcomer}, inventory.Register{Party: newcomer, JoinWaitlist: true}, inventory.Join{Party: newcomer},
		inventory.Cancel{UserID: "nobody"}, inventory.Accept{OfferID: "off_nobody"}, inventory.Leave{EntryID: "wle_nobody"}, inventory.Unblock{HoldID: "blk_nobody"},
	} {
		if got := heads(c); got != nil {
			t.Errorf("%T wants %v", c, got)
		}
	}
	lane := inventory.LaneKey{Tier: "tir_1"}
	var open inventory.Offer
	f.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 4})
	for _, o := range f.Offers {
		open = o
	}
	for _, c := range []inventory.Command{inventory.Accept{OfferID: open.ID}, inventory.Extend{OfferID: open.ID, By: inventory.Hour}} {
		if got := heads(c); got != nil {
			t.Errorf("%T wants %v", c, got)
		}
	}
	if got := heads(inventory.Decline{OfferID: open.ID}); got[lane] != 4 {
		t.Errorf("a decline wants %v", got)
	}
	f.do(inventory.Accept{OfferID: open.ID})
	if got := heads(inventory.Cancel{UserID: "u000001"}); got[lane] != 4 {
		t.Errorf("a cancellation wants %v", got)
	}
	// One unit is free now and gathers for a party of two: a newcomer of one might pass.
	f.do(inventory.Cancel{UserID: "u000001"})
	if got := heads(inventory.Join{Party: newcomer}); got[lane] != 4 {
		t.Errorf("a newcomer wants %v", got)
	}
}

// TestIdleBatch: a batch that changes nothing writes nothing, however late it is.
func TestIdleBatch(t *testing.T) {
	f := newFixture(t, 1, inventory.Settings{})
	f.arrive(3, 1)
	st := f.State()
	for i, c := range []inventory.Command{inventory.Tick{}, inventory.Register{Party: inventory.Party{UserID: "x", Tier: "tir_1", Units: 1}}, inventory.Cancel{UserID: "nobody"}} {
		b := inventory.Batch{Now: f.now + inventory.Instant(i)*inventory.Instant(inventory.Hour), Commands: []inventory.Command{c}, DeriveID: derive}
		r := inventory.Decide(st, f.Load(st, b), b)
		if !r.Changes.Empty() || len(r.Changes.People) > 0 {
			t.Errorf("%T changes %+v", c, r.Changes)
		}
		if st.Event.Clock != b.Now {
			t.Errorf("the clock stands at %d", st.Event.Clock)
		}
	}
	b := inventory.Batch{Now: f.now, Commands: []inventory.Command{inventory.Tick{}}}
	inventory.Decide(st, f.Load(st, b), b)
	if st.Event.Clock != f.now+2*inventory.Instant(inventory.Hour) {
		t.Error("the clock ran backwards")
	}
}

// TestCheckerSees takes single facts out of a sound store: the checker must
// notice each, or it proves nothing.
func TestCheckerSees(t *testing.T) {
	spoil := map[string]func(f *fixture){
		"a pool counter": func(f *fixture) { p := f.Pools["pol_1"]; p.Held++; f.Pools["pol_1"] = p },
		"a hold's state": func(f *fixture) {
			o := f.Holds["ord_000003"]
			o.State = inventory.HoldReleased
			f.Holds["ord_000003"] = o
		},
		"an entry that waits again": func(f *fixture) {
			e := f.Entries["wle_000004"]
			e.State = inventory.EntryWaiting
			f.Entries["wle_000004"] = e
		},
		"a person's hold":  func(f *fixture) { p := f.People["per_000003"]; p.HoldID = ""; f.People["per_000003"] = p },
		"a person's units": func(f *fixture) { p := f.People["per_000003"]; p.Units++; f.People["per_000003"] = p },
		"a lane's count":   func(f *fixture) { k := inventory.LaneKey{Tier: "tir_1"}; l := f.Lanes[k]; l.Waiting++; f.Lanes[k] = l },
		"a place": func(f *fixture) {
			f.Places[inventorytest.PlaceKey{Lane: inventory.LaneKey{Tier: "tir_1"}, JoinNo: 1}]++
		},
		"a message":               func(f *fixture) { f.Messages = f.Messages[1:] },
		"a message's person":      func(f *fixture) { f.Messages[0].PersonID = "per_x" },
		"a link":                  func(f *fixture) { f.Audit[len(f.Audit)-2].PrevSeq = 0 },
		"a reason":                func(f *fixture) { f.Audit[4].Reason = inventory.ReasonAccepted },
		"a row":                   func(f *fixture) { f.Audit = append(f.Audit[:4:4], f.Audit[5:]...) },
		"units taken twice":       func(f *fixture) { f.Audit[4].Units += 9 },
		"the number of offers":    func(f *fixture) { f.LiveOffers++ },
		"a deadline that is late": func(f *fixture) { f.Event.DueAt = start + 29*inventory.Instant(inventory.Day) },
		"the join number":         func(f *fixture) { f.Event.JoinNo++ },
		"more passes than may be": func(f *fixture) {
			e := f.Entries["wle_000005"]
			e.Passes = inventory.MaxPasses + 1
			f.Entries["wle_000005"] = e
		},
		"an offer without its entry": func(f *fixture) { o := f.offerOf("wle_000004"); o.EntryID = "wle_000005"; f.Offers[o.ID] = o },
		"an offer claimed too late": func(f *fixture) {
			o := f.offerOf("wle_000004")
			o.State, o.EndedAt = inventory.OfferAccepted, o.ExpiresAt
			f.Offers[o.ID] = o
		},
		"the order of the waitlist": func(f *fixture) {
			e := f.Entries["wle_000005"]
			e.Rank = 0
			f.Entries["wle_000005"] = e
		},
		"a placement that begins later": func(f *fixture) {
			e := f.Entries["wle_000005"]
			e.PlacedSeq++
			f.Entries["wle_000005"] = e
		},
		"a move that no row tells of": func(f *fixture) {
			e := f.Entries["wle_000005"]
			f.Past[e.ID] = []inventory.PastPlacement{{EntryID: e.ID, Placement: e.Placement, UntilSeq: e.PlacedSeq + 1}}
			f.Event.JoinNo++
			e.PlacedSeq, e.JoinNo = e.PlacedSeq+1, f.Event.JoinNo
			f.Entries["wle_000005"] = e
		},
		"units left lying": func(f *fixture) {
			p := f.Pools["pol_1"]
			p.Capacity++
			f.Pools["pol_1"] = p
		},
	}
	for name, corrupt := range spoil {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, 3, inventory.Settings{})
			f.arrive(3, 1)
			f.arrive(4, 1)
			f.do(inventory.Cancel{UserID: "u000001"})
			f.check()
			corrupt(f)
			if f.Check(f.now) == nil {
				t.Error("nothing noticed")
			}
		})
	}
}

func (f *fixture) offerOf(entry string) inventory.Offer { return f.Offers[f.Entries[entry].OfferID] }
