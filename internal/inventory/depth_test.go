package inventory_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
)

// house is a world of one event with helpers for long waitlists.
type house struct {
	*inventorytest.World
	t    *testing.T
	now  inventory.Instant
	made int
}

func newHouse(t *testing.T, capacity int64, s inventory.Settings) *house {
	t.Helper()
	h := &house{World: inventorytest.NewWorld(), t: t, now: start}
	s.MaxGuests = inventory.MaxGuestsAllowed
	h.do(inventory.Create{
		Event: inventory.Event{ID: "evt_1", StartsAt: start + 30*inventory.Instant(inventory.Day), EndsAt: start + 31*inventory.Instant(inventory.Day), Zone: time.UTC, Settings: s},
		Pools: []inventory.Pool{{ID: "pol_1", Capacity: capacity}}, Tiers: []inventory.Tier{{ID: "tir_1", Pools: []string{"pol_1"}}}, Publish: true,
	})
	return h
}

func (h *house) do(cmds ...inventory.Command) []inventory.Outcome {
	h.t.Helper()
	outs, err := h.Do(h.now, cmds...)
	if err != nil {
		h.t.Fatal(err)
	}
	for i, o := range outs {
		if o.Code != inventory.OK {
			h.t.Fatalf("%+v: %+v", cmds[i], o)
		}
	}
	return outs
}

// arrive registers n parties of some units, who wait when there is no room.
func (h *house) arrive(n int, units int64) {
	h.t.Helper()
	for n > 0 {
		var cmds []inventory.Command
		for range min(n, 500) {
			h.made++
			cmds = append(cmds, inventory.Register{
				OrderID: fmt.Sprintf("ord_%06d", h.made), JoinWaitlist: true,
				Party: inventory.Party{
					UserID: fmt.Sprintf("u%06d", h.made), Tier: "tir_1", Units: units,
					PersonID: fmt.Sprintf("per_%06d", h.made), EntryID: fmt.Sprintf("wle_%06d", h.made),
				},
			})
		}
		h.do(cmds...)
		n -= len(cmds)
	}
}

func (h *house) settle() int {
	h.t.Helper()
	batches := 0
	for ; h.Event.DueAt != 0 && h.Event.DueAt <= h.now; batches++ {
		if batches == 50 {
			h.t.Fatal("never settles")
		}
		h.do(inventory.Tick{})
	}
	h.check()
	return batches
}

func (h *house) check() {
	h.t.Helper()
	if err := h.Check(h.now); err != nil {
		h.t.Fatal(err)
	}
}

// TestManyPromotions: when more comes free than one batch may promote, the rest
// is due at once, and the order holds.
func TestManyPromotions(t *testing.T) {
	h := newHouse(t, 1, inventory.Settings{})
	h.arrive(1, 1)
	h.arrive(3000, 1)
	h.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 1801})
	if h.LiveOffers != inventory.MaxPromotions || h.Event.DueAt != h.now {
		t.Fatalf("%d offers, due at %d", h.LiveOffers, h.Event.DueAt)
	}
	h.check()
	if n := h.settle(); n != 3 || h.LiveOffers != 1800 {
		t.Fatalf("%d more batches, %d offers", n, h.LiveOffers)
	}
	for _, e := range h.Entries {
		if (e.State == inventory.EntryOffered) != (e.JoinNo <= 1800) {
			t.Fatalf("entry %d is %s", e.JoinNo, e.State)
		}
	}
	// All of them lapse at once: more than one batch can release.
	h.now += inventory.Instant(6 * inventory.Hour)
	if n := h.settle(); n < 4 || h.LiveOffers != 1200 {
		t.Fatalf("%d batches, %d offers", n, h.LiveOffers)
	}
}

// TestAcceptBeforeTheRestIsReleased: with more due than one batch releases, an
// offer beyond that is still too late.
func TestAcceptBeforeTheRestIsReleased(t *testing.T) {
	h := newHouse(t, 1, inventory.Settings{})
	h.arrive(1, 1)
	h.arrive(900, 1)
	h.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 901})
	h.settle()
	h.now += inventory.Instant(6 * inventory.Hour)
	var last inventory.Offer
	for _, o := range h.Offers {
		if o.ID > last.ID {
			last = o
		}
	}
	outs, err := h.Do(h.now, inventory.Accept{OfferID: last.ID})
	if err != nil || outs[0].Code != inventory.OfferEnded || outs[0].OfferState != inventory.OfferExpired {
		t.Fatalf("%+v %v", outs, err)
	}
	h.settle()
}

// TestPassReach: a small party passes at most PassReach larger ones.
func TestPassReach(t *testing.T) {
	for _, large := range []int{inventory.PassReach, inventory.PassReach + 1} {
		h := newHouse(t, 4, inventory.Settings{})
		h.arrive(4, 1)
		h.arrive(large, 2)
		h.arrive(1, 1)
		h.do(inventory.Cancel{OrderID: "ord_000001"})
		h.settle()
		want := int64(1)
		if large > inventory.PassReach {
			want = 0
		}
		if h.LiveOffers != want {
			t.Errorf("behind %d large parties: %d offers, want %d", large, h.LiveOffers, want)
		}
	}
}

// TestTooLargeWithoutEnd: a line of parties that can never fit is closed batch
// by batch until it comes to one that does.
func TestTooLargeWithoutEnd(t *testing.T) {
	h := newHouse(t, 3, inventory.Settings{})
	h.arrive(1, 3)
	h.arrive(1300, 3)
	h.arrive(1, 2)
	h.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 2})
	h.settle()
	h.do(inventory.Cancel{OrderID: "ord_000001"})
	h.settle()
	if h.LiveOffers != 1 || len(h.Waitlist()) != 0 {
		t.Fatalf("%d offers, %d wait", h.LiveOffers, len(h.Waitlist()))
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
		h := newHouse(t, 60, s)
		h.arrive(60, 1)
		for range 400 {
			h.arrive(1, 1+int64(r.IntN(4))*int64(r.IntN(3)))
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
			if _, err := h.Do(h.now, cmds...); err != nil {
				t.Fatal(err)
			}
			h.settle()
			h.now += inventory.Instant(inventory.Minute)
		}
	}
}

// TestNothingToLoad: while nothing can come free, no batch asks for the waitlist.
func TestNothingToLoad(t *testing.T) {
	h := newHouse(t, 2, inventory.Settings{})
	h.arrive(2, 1)
	h.arrive(5, 2)
	heads := func(cmds ...inventory.Command) map[inventory.LaneKey]int {
		st := h.State()
		b := inventory.Batch{Now: h.now, Commands: cmds}
		return inventory.LookaheadWanted(st, h.Load(st, b), b)
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
	h.do(inventory.SetCapacity{Pool: "pol_1", Capacity: 4})
	for _, o := range h.Offers {
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
	h.do(inventory.Accept{OfferID: open.ID})
	if got := heads(inventory.Cancel{UserID: "u000001"}); got[lane] != 4 {
		t.Errorf("a cancellation wants %v", got)
	}
	// One unit is free now and gathers for a party of two: a newcomer of one might pass.
	h.do(inventory.Cancel{UserID: "u000001"})
	if got := heads(inventory.Join{Party: newcomer}); got[lane] != 4 {
		t.Errorf("a newcomer wants %v", got)
	}
}

// TestIdleBatch: a batch that changes nothing writes nothing, however late it is.
func TestIdleBatch(t *testing.T) {
	h := newHouse(t, 1, inventory.Settings{})
	h.arrive(3, 1)
	st := h.State()
	for i, c := range []inventory.Command{inventory.Tick{}, inventory.Register{Party: inventory.Party{UserID: "x", Tier: "tir_1", Units: 1}}, inventory.Cancel{UserID: "nobody"}} {
		b := inventory.Batch{Now: h.now + inventory.Instant(i)*inventory.Instant(inventory.Hour), Commands: []inventory.Command{c}, DeriveID: derive}
		r := inventory.Decide(st, h.Load(st, b), b)
		if !r.Changes.Empty() || len(r.Changes.People) > 0 {
			t.Errorf("%T changes %+v", c, r.Changes)
		}
		if st.Event.Clock != b.Now {
			t.Errorf("the clock stands at %d", st.Event.Clock)
		}
	}
	b := inventory.Batch{Now: h.now, Commands: []inventory.Command{inventory.Tick{}}}
	inventory.Decide(st, h.Load(st, b), b)
	if st.Event.Clock != h.now+2*inventory.Instant(inventory.Hour) {
		t.Error("the clock ran backwards")
	}
}

// TestCheckerSees takes single facts out of a sound world: the checker must
// notice each, or it proves nothing.
func TestCheckerSees(t *testing.T) {
	spoil := map[string]func(h *house){
		"a pool counter": func(h *house) { p := h.Pools["pol_1"]; p.Held++; h.Pools["pol_1"] = p },
		"a hold's state": func(h *house) {
			o := h.Holds["ord_000003"]
			o.State = inventory.HoldReleased
			h.Holds["ord_000003"] = o
		},
		"an entry that waits again": func(h *house) {
			e := h.Entries["wle_000004"]
			e.State = inventory.EntryWaiting
			h.Entries["wle_000004"] = e
		},
		"a person's hold":         func(h *house) { p := h.People["per_000003"]; p.HoldID = ""; h.People["per_000003"] = p },
		"a person's units":        func(h *house) { p := h.People["per_000003"]; p.Units++; h.People["per_000003"] = p },
		"a lane's count":          func(h *house) { k := inventory.LaneKey{Tier: "tir_1"}; l := h.Lanes[k]; l.Waiting++; h.Lanes[k] = l },
		"a place":                 func(h *house) { h.Places[inventorytest.PlaceKey{Lane: inventory.LaneKey{Tier: "tir_1"}, JoinNo: 1}]++ },
		"a message":               func(h *house) { h.Messages = h.Messages[1:] },
		"a message's person":      func(h *house) { h.Messages[0].PersonID = "per_x" },
		"a link":                  func(h *house) { h.Audit[len(h.Audit)-2].PrevSeq = 0 },
		"a reason":                func(h *house) { h.Audit[4].Reason = inventory.ReasonAccepted },
		"a row":                   func(h *house) { h.Audit = append(h.Audit[:4:4], h.Audit[5:]...) },
		"units taken twice":       func(h *house) { h.Audit[4].Units += 9 },
		"the number of offers":    func(h *house) { h.LiveOffers++ },
		"a deadline that is late": func(h *house) { h.Event.DueAt = start + 29*inventory.Instant(inventory.Day) },
		"the line number":         func(h *house) { h.Event.JoinNo++ },
		"more passes than may be": func(h *house) {
			e := h.Entries["wle_000005"]
			e.Passes = inventory.MaxPasses + 1
			h.Entries["wle_000005"] = e
		},
		"an offer without its entry": func(h *house) { o := h.offerOf("wle_000004"); o.EntryID = "wle_000005"; h.Offers[o.ID] = o },
		"an offer claimed too late": func(h *house) {
			o := h.offerOf("wle_000004")
			o.State, o.EndedAt = inventory.OfferAccepted, o.ExpiresAt
			h.Offers[o.ID] = o
		},
		"the order of the line": func(h *house) {
			e := h.Entries["wle_000005"]
			e.Rank = 0
			h.Entries["wle_000005"] = e
		},
		"a placement that begins later": func(h *house) {
			e := h.Entries["wle_000005"]
			e.PlacedSeq++
			h.Entries["wle_000005"] = e
		},
		"a move that no row tells of": func(h *house) {
			e := h.Entries["wle_000005"]
			h.Past[e.ID] = []inventory.PastPlacement{{EntryID: e.ID, Placement: e.Placement, UntilSeq: e.PlacedSeq + 1}}
			h.Event.JoinNo++
			e.PlacedSeq, e.JoinNo = e.PlacedSeq+1, h.Event.JoinNo
			h.Entries["wle_000005"] = e
		},
		"units left lying": func(h *house) {
			p := h.Pools["pol_1"]
			p.Capacity++
			h.Pools["pol_1"] = p
		},
	}
	for name, f := range spoil {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, 3, inventory.Settings{})
			h.arrive(3, 1)
			h.arrive(4, 1)
			h.do(inventory.Cancel{UserID: "u000001"})
			h.check()
			f(h)
			if h.Check(h.now) == nil {
				t.Error("nothing noticed")
			}
		})
	}
}

func (h *house) offerOf(entry string) inventory.Offer { return h.Offers[h.Entries[entry].OfferID] }
