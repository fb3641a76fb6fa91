package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// putHolds stores held holds that expire at the given times, by hand.
func putHolds(h *Fixture, expiries ...inventory.Instant) []string {
	h.T.Helper()
	b := h.Begin()
	st := b.Cached.State
	c := &inventory.Changes{EventChanged: true}
	var ids []string
	for i, at := range expiries {
		p := &inventory.Person{ID: h.In(id.Person), UserID: fmt.Sprintf("held%d", i), Units: 1}
		hold := &inventory.Hold{ID: h.In(id.Order), Kind: inventory.KindRegistration, State: inventory.HoldHeld, PersonID: p.ID,
			Tier: h.Tier, Units: 1, Guests: "[]", ExpiresAt: at, CreatedAt: h.Now, UpdatedAt: h.Now, Reason: inventory.ReasonOffered}
		p.HoldID = hold.ID
		c.People = append(c.People, inventory.PersonChange{Person: p, New: true})
		c.Holds = append(c.Holds, inventory.HoldChange{Hold: hold, New: true})
		ids = append(ids, hold.ID)
	}
	st.Pools[h.Pool].Held += int64(len(expiries))
	c.Pools = []*inventory.Pool{st.Pools[h.Pool]}
	st.Event.DueAt = slices.Min(expiries)
	if err := h.commit(b, c); err != nil {
		h.T.Fatal(err)
	}
	h.Cached = b.Cached
	return ids
}

func testDue(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 10, nil)
	ids := putHolds(h, Epoch+30, Epoch+10, Epoch+20, Epoch+40)
	look := func(now inventory.Instant) *inventory.Work {
		h.Now = now
		b := h.Begin()
		b.Rollback()
		return b.Work
	}
	if w := look(Epoch + 9); len(w.Due) != 0 || len(w.Holds) != 0 || w.NextExpiry != 0 {
		t.Errorf("before anything is due: %v, next %d", w.Due, w.NextExpiry)
	}
	w := look(Epoch + 20)
	if want := []string{ids[1], ids[2]}; !slices.Equal(w.Due, want) || w.DueMore || w.NextExpiry != Epoch+30 {
		t.Errorf("due %v, more %t, next %d; want %v, false, %d", w.Due, w.DueMore, w.NextExpiry, want, Epoch+30)
	}
	for _, id := range w.Due {
		if w.Holds[id] == nil || w.PeopleByID[w.Holds[id].PersonID] == nil {
			t.Errorf("hold %s or its person was not loaded", id)
		}
	}
	if w := look(Epoch + 40); len(w.Due) != 4 || w.NextExpiry != 0 {
		t.Errorf("at the last: %v, next %d", w.Due, w.NextExpiry)
	}
	// The clock of the event goes before the clock of this server.
	b := h.Begin()
	b.Cached.State.Event.Clock = Epoch + 20
	if err := h.commit(b, &inventory.Changes{EventChanged: true}); err != nil {
		t.Fatal(err)
	}
	h.Cached = nil
	if w := look(Epoch); len(w.Due) != 2 {
		t.Errorf("with a clock that is behind the event's: %v", w.Due)
	}

	h = OpenEvent(t, s, 1000, nil)
	many := make([]inventory.Instant, inventory.MaxSweep+1)
	for i := range many {
		many[i] = Epoch + 10
	}
	putHolds(h, many...)
	if w := look(Epoch + 10); len(w.Due) != inventory.MaxSweep || !w.DueMore {
		t.Errorf("%d due, more %t", len(w.Due), w.DueMore)
	}
}

func testHeads(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 2, nil)
	staff := inventory.Who{Actor: "key_a", Staff: true}
	h.Must(h.Register("a", 1), h.Register("b", 1), h.Register("c", 1), h.Register("d", 1))
	vip := h.Party("v", 1)
	vip.Class = 2
	h.Must(inventory.Join{Who: staff, Party: vip}, h.Register("e", 1))
	h.CheckReload()

	b := h.Begin(inventory.Cancel{Who: staff, UserID: "a"})
	b.Rollback()
	var names []string
	for _, class := range []int{0, 2} {
		for _, e := range b.Work.Lookahead[inventory.LaneKey{Tier: h.Tier, Class: class}] {
			if b.Work.Entries[e.ID] != e {
				t.Errorf("entry %s is two in memory", e.ID)
			}
			p := b.Work.PeopleByID[e.PersonID]
			if p == nil {
				t.Fatalf("the person of entry %s was not loaded", e.ID)
			}
			names = append(names, p.UserID)
		}
	}
	if len(names) < 2 || names[0] != "c" || names[len(names)-1] != "v" {
		t.Errorf("heads of the waitlist: %v", names)
	}
	// A named entry that is also a head is one row.
	entry := b.Work.Lookahead[inventory.LaneKey{Tier: h.Tier}][0]
	b = h.Begin(inventory.Leave{Who: staff, EntryID: entry.ID}, inventory.Cancel{Who: staff, UserID: "a"})
	b.Rollback()
	if heads := b.Work.Lookahead[entry.Lane()]; len(heads) == 0 || heads[0] != b.Work.Entries[entry.ID] {
		t.Error("an entry that is named and a head is two in memory")
	}
	outcomes := h.Must(inventory.Cancel{Who: staff, UserID: "a"})
	if h.Cached.State.LiveOffers != 1 {
		t.Errorf("%d offers after a place came free: %+v", h.Cached.State.LiveOffers, outcomes)
	}
	h.CheckReload()
	h.CheckCounts()
}

func testSweep(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 2, nil)
	staff := inventory.Who{Actor: "key_a", Staff: true}
	h.Must(inventory.Block{Who: staff, HoldID: h.In(id.Block), Tier: h.Tier, Units: 1})
	h.Must(h.Register("a", 1), h.Register("b", 1), h.Register("c", 1))
	h.Must(inventory.CancelEvent{Who: staff})
	h.CheckReload()
	b := h.Begin(inventory.Tick{})
	b.Rollback()
	if w := b.Work; len(w.SweepHolds) != 1 || len(w.SweepEntries) != 2 || len(w.People) != 3 {
		t.Errorf("to close a cancelled event: holds %v, entries %v, %d people; want 1, 2, 3", w.SweepHolds, w.SweepEntries, len(w.People))
	}
	h.Must(inventory.Tick{})
	h.CheckReload()
	h.CheckCounts()
	if n := h.Count("select count(*) from waitlist_entries where event_id = $1 and state = 'waiting'", h.Event); n != 0 {
		t.Errorf("%d wait for a cancelled event", n)
	}

	h = OpenEvent(t, s, 1, func(s *inventory.Settings) { s.RegistrationCutoff = Epoch + inventory.Instant(inventory.Day) })
	h.Must(h.Register("a", 1), h.Register("b", 1), h.Register("c", 1))
	h.Now += inventory.Instant(inventory.Day)
	b = h.Begin(inventory.Tick{})
	b.Rollback()
	if w := b.Work; len(w.SweepHolds) != 0 || len(w.SweepEntries) != 2 {
		t.Errorf("to close a line: holds %v, entries %v; want none, 2", w.SweepHolds, w.SweepEntries)
	}
	h.Must(inventory.Tick{})
	h.CheckReload()
	h.CheckCounts()
}

func testLinked(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 1, nil)
	h.Must(h.Register("a", 1), h.Register("b", 1))
	h.Must(inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "a"})
	b := h.Begin(inventory.Cancel{UserID: "b"})
	b.Rollback()
	p := b.Work.People["b"]
	if p == nil || p.HoldID == "" || p.EntryID == "" {
		t.Fatalf("b has no offer: %+v", p)
	}
	hold, entry := b.Work.Holds[p.HoldID], b.Work.Entries[p.EntryID]
	if hold == nil || entry == nil || b.Work.Offers[hold.OfferID] == nil || hold.OfferID != entry.OfferID {
		t.Errorf("what the person leads to: hold %+v, entry %+v, %d offers", hold, entry, len(b.Work.Offers))
	}
	outcomes := h.Must(inventory.Accept{Who: inventory.Who{Actor: p.ID}, OfferID: hold.OfferID})
	if outcomes[0].Status != "confirmed" {
		t.Errorf("accepted: %+v", outcomes[0])
	}
	h.CheckReload()
}

func testDueEvents(t *testing.T, open Open) {
	s := open(t)
	var want []string
	for _, at := range []inventory.Instant{Epoch + 30, Epoch + 10, Epoch + 20} {
		h := OpenEvent(t, s, 10, nil)
		putHolds(h, at)
		want = append(want, h.Event)
	}
	want[0], want[1], want[2] = want[1], want[2], want[0]
	for _, c := range []struct {
		now   inventory.Instant
		limit int
		n     int
	}{{Epoch + 9, 10, 0}, {Epoch + 20, 10, 2}, {Epoch + 100, 2, 2}, {Epoch + 100, 10, 3}} {
		got, err := s.Events.DueEvents(t.Context(), c.now, c.limit)
		if err != nil || !slices.Equal(got, want[:c.n]) {
			t.Errorf("due at %d, at most %d: %v, %v; want %v", c.now-Epoch, c.limit, got, err, want[:c.n])
		}
	}
}
