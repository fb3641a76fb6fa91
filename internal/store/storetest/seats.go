package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
)

// SeatingOf is a plan that has a layout. Its tiers are called as their ids.
func SeatingOf(t testing.TB, l *seatmap.Layout) *events.Seating {
	t.Helper()
	p := seating.PlanOf(l)
	if faults := p.Check(); len(faults) > 0 {
		t.Fatal(faults)
	}
	text, err := json.Marshal(p.Document())
	if err != nil {
		t.Fatal(err)
	}
	tiers := map[string]string{}
	for _, tier := range l.Tiers {
		tiers[tier] = tier
	}
	return &events.Seating{PlanID: "pla_test", Version: 3, Document: string(text), Tiers: tiers}
}

// testSeatsMirror plays random commands in a hall with seats on the store and on
// rows in memory, as testMirror does without.
func testSeatsMirror(t *testing.T, open Open) {
	s := open(t)
	for seed := range 4 {
		r := rand.New(rand.NewPCG(uint64(seed), 10))
		h := NewFixture(t, s)
		w := inventorytest.NewMemoryStore()
		w.DeriveID = func(prefix string, seq int64) string { return id.Seq(prefix, h.Event, seq) }
		g := &inventorytest.Generator{
			Stream: inventorytest.Seeded(uint64(seed)<<8 | 10), ID: func(prefix string) string { return h.In(prefix) }, Ticket: ticketOf, SeatPrefix: id.SeatPrefix(h.Event), Calm: true,
		}
		create := g.CreateSeated(h.Event, h.Org, h.Now)
		h.Seating = SeatingOf(t, create.Seats)
		cmds := []inventory.Command{create}
		other := h.Beside(open(t))
		for range 60 {
			want, err := w.Do(h.Now, cmds...)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got, err := h.Do(t.Context(), cmds...)
			if err != nil {
				t.Fatalf("seed %d: %v\n%+v", seed, err, cmds)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("seed %d: %T%+v: stored %+v, in memory %+v", seed, cmds[i], cmds[i], got[i], want[i])
				}
			}
			if r.IntN(4) == 0 {
				h.Cached = nil
			}
			if r.IntN(3) == 0 {
				other.catchUp()
			}
			h.Now += max(0, inventory.Instant(g.Step()))
			known := w.Known()
			cmds = cmds[:0]
			for range 1 + r.IntN(5) {
				cmds = append(cmds, g.Command(known))
			}
		}
		// One that is always written, so that the clock is too.
		cmds = []inventory.Command{inventory.SetCapacity{Who: staff, Pool: create.Pools[0].ID, Capacity: 1000 + int64(seed)}}
		if _, err := w.Do(h.Now, cmds...); err != nil {
			t.Fatal(err)
		}
		h.Must(cmds...)
		compareOrders(t, h, w)
		compareSeats(t, h, w)
	}
}

// catchUp is what a server does when another one wrote the event: its cached state
// becomes the current one.
func (h *Fixture) catchUp() {
	h.T.Helper()
	b, err := ledger.Begin(h.T.Context(), h.S, ledger.BatchQuery{EventID: h.Event, Cached: h.Cached, Batch: h.batch(), Shared: true})
	if err != nil {
		h.T.Fatal(err)
	}
	b.Rollback()
	h.Cached = b.Cached
	h.CheckReload()
}

// testSeatsFollowed: a server that another one was quicker than reads the seats that
// have changed since, and no others.
func testSeatsFollowed(t *testing.T, open Open) {
	h := RowHall(t, open(t), 6, nil)
	other := h.Beside(open(t))
	first := h.Must(h.Seat("ann", 0, 1))[0].OrderID
	h.Must(inventory.CancelItems{Who: staff, OrderID: first, Items: []int{1}}, h.Seat("eve", 0))
	before := other.Begin()
	before.Rollback()
	other.Cached = before.Cached
	// The first order gives up what is left of it: of the seat that it gave up before
	// its item still speaks, and another order has it.
	bob := h.Must(h.Seat("bob", 2), inventory.CancelOrder{Who: staff, OrderID: first}, h.Seat("cid", 1))[0]
	// What no audit row says is seen only by reading every seat.
	layout := seatmap.Layout{Prefix: id.SeatPrefix(h.Event)}
	execRaw(t, h.S, "update hold_items set seat_id = $1 where event_id = $2 and hold_id = $3", layout.ID(5), h.Event, bob.OrderID)
	execRaw(t, h.S, "update audit set subject = 'ord_nobody' where event_id = $1 and seq = $2", h.Event, bob.Seq)
	behind := other.Cached
	for _, decided := range []bool{false, true} {
		other.Cached = behind
		if decided { // without asking first, and so in vain
			if _, err := other.Do(t.Context(), other.Seat("dan", 3)); !errors.Is(err, database.ErrStale) {
				t.Fatalf("decided with a stale state: %v", err)
			}
		}
		b, err := ledger.Begin(t.Context(), other.S, ledger.BatchQuery{EventID: h.Event, Cached: other.Cached, Batch: h.batch(), Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		b.Rollback()
		want := []seatmap.State{seatmap.Sold, seatmap.Sold, seatmap.Free, seatmap.Free, seatmap.Free, seatmap.Free}
		if d := diff(want, b.Cached.State.Seats.States()); d != "" {
			t.Errorf("decided: %v, seats (-want +have):\n%s", decided, d)
		}
	}
}

// testReseats: two tickets change their seats in one batch, over a free one, which somebody
// else has at the end of it; and a server that was not asked sees it without reading every seat.
func testReseats(t *testing.T, open Open) {
	h := RowHall(t, open(t), 6, nil)
	other := h.Beside(open(t))
	outs := h.Must(h.Seat("ann", 0, 1), h.Seat("bob", 2))
	ann, bob := outs[0].OrderID, outs[1].OrderID
	before := other.Begin()
	before.Rollback()
	other.Cached = before.Cached
	seq, layout := h.Cached.State.Event.Seq, seatmap.Layout{Prefix: id.SeatPrefix(h.Event)}
	move := func(order string, unit int64, seat int32) inventory.Reseat {
		return inventory.Reseat{Who: staff, TicketID: id.TicketOf(order, unit), OrderID: order, Unit: unit, Seat: layout.ID(seat)}
	}
	late := h.Seat("eve", 5)
	h.Must(move(ann, 1, 3), move(bob, 1, 0), move(ann, 1, 2), h.Seat("cid", 3), late, move(late.OrderID, 1, 4))
	want := []seatmap.State{seatmap.Sold, seatmap.Sold, seatmap.Sold, seatmap.Sold, seatmap.Sold, seatmap.Free}
	h.CheckReload()
	other.catchUp()
	if d := diff(want, other.Cached.State.Seats.States()); d != "" {
		t.Errorf("followed: seats (-want +have):\n%s", d)
	}
	since, err := h.S.Events.SeatsSince(t.Context(), h.Event, h.Cached.State.Seats.Layout, seq)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range since.Seats {
		if s.To != want[s.Seat] {
			t.Errorf("since then seat %d has become %v, want %v", s.Seat, s.To, want[s.Seat])
		}
	}
	if len(since.Seats) != 6 {
		t.Errorf("since then %d seats have changed, want 6: %v", len(since.Seats), since.Seats)
	}
	for order, seats := range map[string][2]string{ann: {layout.ID(2), layout.ID(0)}, bob: {layout.ID(0), layout.ID(2)}, late.OrderID: {layout.ID(4), layout.ID(5)}} {
		o, err := h.S.Orders.OrderItems(t.Context(), order)
		if err != nil {
			t.Fatal(err)
		}
		if it := o.Order.Items[0]; it.Seat != seats[0] || it.FirstSeat != seats[1] {
			t.Errorf("%s has the seat %q, and had %q, want %v", order, it.Seat, it.FirstSeat, seats)
		}
	}
	h.Must(inventory.CancelOrder{Who: staff, OrderID: ann})
	h.CheckReload()
}

// testReseatRace: two servers move two tickets to one seat at once, and sell it meanwhile.
func testReseatRace(t *testing.T, open Open) {
	h := RowHall(t, open(t), 3, nil)
	fixtures := []*Fixture{h, h.Beside(open(t))}
	outs := h.Must(h.Seat("ann", 0), h.Seat("bob", 1))
	layout := seatmap.Layout{Prefix: id.SeatPrefix(h.Event)}
	var won, lost atomic.Int64
	var wg sync.WaitGroup
	for server := range fixtures {
		order := outs[server].OrderID
		c := inventory.Reseat{Who: staff, TicketID: id.TicketOf(order, 1), OrderID: order, Unit: 1, Seat: layout.ID(2)}
		wg.Go(func() {
			switch outs, err := fixtures[server].Try(c); {
			case err != nil:
				t.Error(err)
			case outs[0].Code == inventory.OK:
				won.Add(1)
			case outs[0].Code == inventory.SeatTaken:
				lost.Add(1)
			default:
				t.Errorf("%+v", outs[0])
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 || lost.Load() != 1 {
		t.Errorf("%d won, %d lost", won.Load(), lost.Load())
	}
	if n := h.Count("select count(distinct seat_id) from hold_items where event_id = $1 and state = 'live'", h.Event); n != 2 {
		t.Errorf("%d seats are taken", n)
	}
	if n := h.Count("select count(*) from hold_items where event_id = $1 and first_seat_id <> ''", h.Event); n != 1 {
		t.Errorf("%d tickets were moved", n)
	}
}

// compareSeats compares where the seats stand, who waits for them, and the blocks.
func compareSeats(t *testing.T, h *Fixture, w *inventorytest.MemoryStore) {
	t.Helper()
	h.CheckReload() // the cached state, seats and wishes among it, with what is stored
	want, have := w.State(), h.Cached.State
	if d := diff(want.Seats.States(), have.Seats.States()); d != "" {
		t.Fatalf("seats (-in memory +stored):\n%s", d)
	}
	if d := diff(want.SeatWaitlist, have.SeatWaitlist); d != "" {
		t.Fatalf("the waitlist for seats (-in memory +stored):\n%s", d)
	}
	blocks, err := h.S.Registrations.Blocks(t.Context(), h.Event, "", 1000)
	if err != nil {
		t.Fatal(err)
	}
	for i := range blocks {
		hold := w.Holds[blocks[i].ID]
		if d := diff(&hold, &blocks[i]); d != "" {
			t.Fatalf("block (-in memory +stored):\n%s", d)
		}
	}
	if seating, err := h.S.Events.Seating(t.Context(), h.Event); err != nil || diff(h.Seating, seating) != "" {
		t.Fatalf("seating: %v\n%s", err, diff(h.Seating, seating))
	}
}

// RowHall makes an event with one row of free seats.
func RowHall(t testing.TB, s *store.Store, seats int, change func(*inventory.Settings)) *Fixture {
	t.Helper()
	h := NewFixture(t, s)
	list := make([]seatmap.Seat, seats)
	layout := seatmap.NewLayout(id.SeatPrefix(h.Event), []string{"Stalls"}, []string{h.Tier}, list)
	h.Seating = SeatingOf(t, layout)
	c := h.CreateCommand(int64(seats), change)
	c.Seats = layout
	h.Must(c)
	return h
}

// Seat is the wish of a new person for seats by their places in the plan, from 0.
func (h *Fixture) Seat(user string, seats ...int32) inventory.Reserve {
	c := inventory.Reserve{
		Who: inventory.Who{Actor: "public"}, OrderID: h.In(id.Order), PersonID: h.In(id.Person), UserID: user, Guests: "[]",
		Profile: inventory.Profile{Email: user + "@example.com", Name: user},
	}
	layout := seatmap.Layout{Prefix: id.SeatPrefix(h.Event)}
	for _, s := range seats {
		c.Lines = append(c.Lines, inventory.OrderLine{Seat: layout.ID(s)})
	}
	return c
}

// testSeatRace: two servers give one pair of seats to many who ask at once.
func testSeatRace(t *testing.T, open Open) {
	h := RowHall(t, open(t), 4, nil)
	fixtures := []*Fixture{h, h.Beside(open(t))}
	commands := make([][]inventory.Reserve, 2)
	for server := range commands {
		for n := range 10 {
			commands[server] = append(commands[server], h.Seat(fmt.Sprintf("u%d-%d", server, n), 1, 2))
		}
	}
	var won, lost atomic.Int64
	var wg sync.WaitGroup
	for server := range fixtures {
		wg.Go(func() {
			for _, c := range commands[server] {
				outs, err := fixtures[server].Try(c)
				switch {
				case err != nil:
					t.Error(err)
				case outs[0].Code == inventory.OK:
					won.Add(1)
				case outs[0].Code == inventory.SeatTaken:
					lost.Add(1)
				default:
					t.Errorf("%+v", outs[0])
				}
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 || lost.Load() != 19 {
		t.Errorf("%d won, %d lost", won.Load(), lost.Load())
	}
	if n := h.Count("select count(*) from hold_items where event_id = $1 and state = 'live'", h.Event); n != 2 {
		t.Errorf("%d seats are taken", n)
	}
}
