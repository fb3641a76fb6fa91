package verify_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestSeatCorruptionsAreCaught damages an event with seats past every guard, on
// both engines; each must be found, and as what it is.
func TestSeatCorruptionsAreCaught(t *testing.T) {
	t.Parallel()
	const sold = "where state = 'live' and hold_id in (select id from holds where kind = 'order' and state = 'confirmed')"
	corruptions := []struct {
		name      string
		invariant int
		says      string
		sql       []string
	}{
		{"two orders have a seat", 3, "has, too", []string{"drop index hold_items_live_seat",
			"update hold_items set seat_id = (select min(i.seat_id) from hold_items i where i.state = 'live' and i.seat_id <> '') " + sold}},
		{"the ledger gives a seat twice", 3, "takes the seat", []string{"drop index hold_items_live_seat",
			"update hold_items set seat_id = (select min(i.seat_id) from hold_items i where i.state = 'live' and i.seat_id <> '') " + sold}},
		{"two orders exchange their seats", 4, "deadline, seats, prices or pass are not those", []string{"drop index hold_items_live_seat",
			"with s as (select min(seat_id) as a, max(seat_id) as b from hold_items " + sold + ") update hold_items " +
				"set seat_id = case when seat_id = s.a then s.b else s.a end from s where state = 'live' and seat_id in (s.a, s.b)"}},
		{"a pending order has another seat", 4, "deadline, seats, prices or pass are not those", []string{
			"update hold_items set seat_id = substr(seat_id, 1, length(seat_id) - 1) || 'h' where state = 'live' and hold_id in (select id from holds where kind = 'order' and state = 'held' and offer_id = '' order by id desc limit 1)"}},
		{"an item of a tier with seats has none", 3, "and has none", []string{"update hold_items set seat_id = '' " + sold}},
		{"a seat is given back past the ledger", 4, "and by the audit rows that of", []string{"update hold_items set state = 'released', released_seq = 3 " + sold}},
		{"a seat is blocked past the ledger", 4, "the row says", []string{"update holds set state = 'held', reason = 'blocked' where kind = 'block' and state = 'released'"}},
		{"a seat is not of the plan", 14, "which is not in the plan", []string{"update hold_items set seat_id = seat_id || '9' " + sold}},
		{"the plan is lost", 14, "the event has no seats", []string{"delete from event_seating"}},
		{"the plan cannot be read", 14, "cannot be read", []string{"update event_seating set document = '{'"}},
		{"somebody waits for what no plan has", 14, "which is not in the plan", []string{`update waitlist_entries set wish = '{"sections":["Moon"]}' where state = 'waiting'`}},
		{"somebody waits for a seat that is free", 8, "on they are free", []string{
			"update waitlist_entries set wish = (select '{\"tiers\":[\"' || t.id || '\"]}' from tiers t where t.event_id = waitlist_entries.event_id) where state = 'waiting'"}},
		{"a seat that was given back is blocked still", 4, "was released by audit row 0", []string{
			"update hold_items set state = 'live', released_seq = 0 where no = 5 and released_seq = (select a.seq from audit a where a.reason = 'seats_unblocked')"}},
		{"a row tells of fewer seats given back", 4, "and its items are 3", []string{"update audit set units = 2 where reason = 'seats_unblocked'"}},
		{"somebody was given what nobody waited for", 6, "for which it does not wait", []string{
			"update waitlist_entries set wish = (select w.wish from waitlist_entries w where w.event_id = waitlist_entries.event_id and w.state = 'waiting' order by w.id limit 1) where state = 'offered'"}},
		{"the public took a seat for which somebody waits", 6, "to the public, for which", []string{
			"update waitlist_entries set wish = '{\"seats\":[\"' || (select i.seat_id from hold_items i join holds h on h.event_id = i.event_id and h.id = i.hold_id " +
				"where h.kind = 'order' and h.state = 'held' and h.offer_id = '' order by h.last_seq desc limit 1) || '\"]}' where state = 'waiting'"}},
		{"somebody is given fewer seats than wished", 6, "and is given", []string{
			"update waitlist_entries set units = units + 1 where state = 'offered'", "update audit set units = units + 1 where reason = 'offered' and state_to = 'offered'"}},
		{"who stands on a seat is said to have it", 3, "is said to stand on another's seat: false", []string{"drop index hold_items_live_seat",
			"update hold_items set state = 'live' where state = 'standing'"}},
		{"a seat has who stands on it and its holder", 3, "has, too", []string{"drop index hold_items_live_seat",
			"update hold_items set state = 'live' where state = 'standing'"}},
		{"who has a seat is said to stand on it", 3, "is said to stand on another's seat: true", []string{"update hold_items set state = 'standing' " + sold}},
		{"nobody is said to stand on a seat", 3, "is said to stand on another's seat: true", []string{
			"update exchanges set state = 'open', taker_id = '', taker_unit = 0 where state = 'matched'"}},
		{"who stands on a seat is of another", 3, "and is not of its seat", []string{
			"update hold_items set seat_id = (select min(i.seat_id) from hold_items i where i.state = 'live' and i.seat_id <> '') where state = 'standing'"}},
		{"an exchange is of another seat", 3, "the exchange is of the seat", []string{"update exchanges set seat_id = ''"}},
		{"somebody waits for a seat that its holder would give", 8, "on they are free", []string{
			"update waitlist_entries set wish = (select '{\"seats\":[\"' || min(x.seat_id) || '\"]}' from exchanges x where x.state = 'open') where state = 'waiting'"}},
		{"a ticket that was moved has its old seat", 4, "and by the audit rows it has", []string{"update hold_items set seat_id = first_seat_id where first_seat_id <> ''"}},
		{"a ticket was moved from another seat", 4, "which it does not have", []string{"update hold_items set first_seat_id = '' where first_seat_id <> ''"}},
		{"a ticket had a seat that is not of the plan", 14, "which is not in the plan", []string{"update hold_items set first_seat_id = first_seat_id || '9' where first_seat_id <> ''"}},
		{"a ticket was moved to a seat that somebody has", 3, "takes the seat", []string{
			"update audit set related = substr(related, 1, length(related) - 32) || (select min(seat_id) from hold_items where state = 'live' and seat_id <> '') where reason = 'reseated'"}},
		{"a ticket was moved to no seat", 3, "which is not a seat of its tier", []string{"update audit set related = related || '9' where reason = 'reseated'"}},
		{"a row moves nothing", 4, "which is not a ticket of the order and two seats", []string{"update audit set related = '1' where reason = 'reseated'"}},
		{"a ticket was moved to a seat for which somebody waits", 6, "for which", []string{
			"update waitlist_entries set wish = (select '{\"seats\":[\"' || i.seat_id || '\"]}' from hold_items i where i.first_seat_id <> '') where state = 'waiting'"}},
	}
	tables := []string{"holds", "hold_items", "waitlist_entries", "event_seating", "exchanges", "audit"}
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 5)
		p, seats := f.openRows(3, 6, 1000, line(inventory.PromoteOffer, inventory.BoundedSkip))
		ann := p.must(p.seats("ann", seats[0], seats[1]))[0]
		p.do(p.payment(ann.OrderID))
		p.must(p.seats("ben", seats[2], seats[3]))
		shut := f.ids.In("blk_", p.id)
		p.must(inventory.Block{Who: staff, HoldID: shut, Seats: seats[6:11]}, inventory.Unblock{Who: staff, HoldID: shut, Seats: seats[8:11]})
		gone := f.ids.In("blk_", p.id)
		p.must(inventory.Block{Who: staff, HoldID: gone, Seats: seats[8:9]}, inventory.Unblock{Who: staff, HoldID: gone})
		dan := p.must(p.seats("dan", seats[12]))[0]
		p.do(p.payment(dan.OrderID))
		p.waitFor(1, inventory.SeatWish{Seats: seats[12:13]})
		p.waitFor(1, inventory.SeatWish{Seats: seats[0:1]})
		p.must(inventory.CancelOrder{Who: staff, OrderID: dan.OrderID}) // offered to the person who waits for it
		p.must(p.seats("eve", seats[17]))
		kim := p.must(p.seats("kim", seats[4]))[0]
		p.do(p.payment(kim.OrderID))
		p.must(inventory.Reseat{Who: staff, TicketID: id.TicketOf(kim.OrderID, 1), OrderID: kim.OrderID, Unit: 1, Seat: seats[5]})
		gil := p.must(p.seats("gil", seats[14], seats[15]))[0]
		p.do(p.payment(gil.OrderID))
		p.exchange(gil.OrderID, 1)
		p.exchange(gil.OrderID, 2)
		p.waitFor(1, inventory.SeatWish{Seats: seats[14:15]}) // stands on it
		wantClean(t, f.store)
		raw := func(text string) int64 {
			t.Helper()
			r, err := f.raw.ExecContext(t.Context(), text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			n, err := r.RowsAffected()
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		for _, table := range tables {
			raw(fmt.Sprintf("create table saved_%s as select * from %s", table, table))
		}
		if found, _ := replayed(t, url); len(found) > 0 {
			t.Errorf("replayed: %s", found)
		}
		raw("update hold_items set seat_id = first_seat_id where first_seat_id <> ''")
		if found, _ := replayed(t, url); !slices.ContainsFunc(found, func(what string) bool { return strings.Contains(what, "item 1: the seat is") }) {
			t.Errorf("a replay does not miss that a ticket was moved: %s", found)
		}
		raw("update hold_items set seat_id = (select substr(a.related, length(a.related) - 31) from audit a where a.reason = 'reseated') where first_seat_id <> ''")
		for _, c := range corruptions {
			for _, text := range c.sql {
				if n := raw(text); n == 0 && !strings.HasPrefix(text, "drop ") {
					t.Errorf("%s: %s changed nothing", c.name, text)
				}
			}
			report := run(t, f.store, verify.Options{PrintLimit: 1000})
			if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return v.Invariant == c.invariant && strings.Contains(v.What, c.says) }) {
				t.Errorf("%s: no violation of invariant %d says %q: %+v", c.name, c.invariant, c.says, report.Violations)
			}
			for _, table := range tables {
				raw("delete from " + table)
				raw(fmt.Sprintf("insert into %s select * from saved_%s", table, table))
			}
			raw("create unique index if not exists hold_items_live_seat on hold_items (event_id, seat_id) where state = 'live' and seat_id <> ''")
		}
		wantClean(t, f.store)
	})
}

// TestSeatsAreHeldBackFromWhoWaits: whoever plans a release for another time takes its seats from
// everybody for longer, and whoever waits for them is not passed by the public. What is taken out
// of the plan goes to those who wait.
func TestSeatsAreHeldBackFromWhoWaits(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 7)
		p, seats := f.openRows(1, 4, 0, line(inventory.PromoteOffer, inventory.BoundedSkip))
		plan := func(days int, seats ...string) {
			t.Helper()
			at := inventory.At(f.now) + inventory.Instant(days)*inventory.Instant(inventory.Day)
			p.must(inventory.PlanReleases{Who: staff, Releases: []inventory.Release{{HoldID: f.ids.In(id.Block, p.id), At: at, Seats: seats}}})
		}
		offers := func(want int) {
			t.Helper()
			wantClean(t, f.store)
			if got := f.column("select id from offers where event_id = $1", p.id); len(got) != want {
				t.Errorf("%d offers, want %d", len(got), want)
			}
		}
		plan(1, seats[0], seats[1])
		p.waitFor(1, inventory.SeatWish{Seats: seats[:2]})
		plan(2, seats[0], seats[1])
		offers(0)
		plan(3, seats[0])
		offers(1)
	})
}

// rush is a sequencer with nothing in front of it.
func (f *fixture) rush() *sequencer.Sequencer {
	f.t.Helper()
	seq, err := sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{
		Store: f.store, SigningKey: signingKey, Now: func() time.Time { return f.now }, Log: slog.New(slog.DiscardHandler),
	}, Tick: -1})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() {
		if err := seq.Close(context.WithoutCancel(f.t.Context())); err != nil {
			f.t.Error(err)
		}
	})
	return seq
}

// ask submits a command until the event is not too busy for it.
func ask(t testing.TB, seq *sequencer.Sequencer, event string, c inventory.Command) inventory.Outcome {
	for {
		r, err := seq.Submit(t.Context(), sequencer.Request{EventID: event, Command: c})
		if errors.Is(err, sequencer.ErrBusy) {
			continue
		}
		if err != nil {
			t.Error(err)
		}
		return r.Outcome
	}
}

// TestSeatRace lets as many buyers as HOLDFAST_SEAT_BUYERS says (make prove: 20,000)
// race for half as many named seats, one to four side by side each: those that they
// see, then others, and in the end whatever is left.
func TestSeatRace(t *testing.T) {
	t.Parallel()
	const perRow = 25
	seatBuyers := seed.Count(t, "HOLDFAST_SEAT_BUYERS", 2000)
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 6)
		settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
		settings.NoSingleSeats = true
		p, seats := f.openRows(seatBuyers/2/perRow, perRow, 0, settings)
		seq := f.rush()
		var asked, got, none, taken atomic.Int64
		began := time.Now()
		work := make(chan int)
		var wg sync.WaitGroup
		for range 256 {
			wg.Go(func() {
				for n := range work {
					r := rand.New(rand.NewPCG(uint64(n), 1))
					size := 1 + r.IntN(4)
					for try := 0; ; try++ {
						c := p.seats(fmt.Sprint("buyer", n))
						if try < 3 {
							from := r.IntN(len(seats)/perRow)*perRow + r.IntN(perRow-size+1)
							c = p.seats(fmt.Sprint("buyer", n), seats[from:from+size]...)
						} else {
							c.Lines = []inventory.OrderLine{{Tier: p.priced, Quantity: int64(size), Best: &inventory.Chosen{}}}
						}
						asked.Add(1)
						switch o := ask(t, seq, p.id, c); o.Code {
						case inventory.OK:
							got.Add(1)
							taken.Add(int64(size))
						case inventory.SeatTaken, inventory.SeatLeftAlone:
							continue
						case inventory.SoldOut, inventory.NotTogether:
							none.Add(1)
						default:
							t.Errorf("%+v", o)
						}
						break
					}
				}
			})
		}
		for n := range seatBuyers {
			work <- n
		}
		close(work)
		wg.Wait()
		took := time.Since(began)
		t.Logf("%d buyers asked %d times for %d seats in %s (%.0f/s): %d got %d, for %d there was nothing",
			seatBuyers, asked.Load(), len(seats), took.Round(time.Millisecond), float64(asked.Load())/took.Seconds(), got.Load(), taken.Load(), none.Load())
		if n := f.column("select cast(count(*) as text) from hold_items where event_id = $1 and state = 'live'", p.id); n[0] != fmt.Sprint(taken.Load()) {
			t.Errorf("%s seats are taken, buyers were told about %d", n[0], taken.Load())
		}
		if twice := f.column("select seat_id from hold_items where event_id = $1 and state = 'live' group by seat_id having count(*) > 1", p.id); len(twice) > 0 {
			t.Errorf("sold twice: %v", twice)
		}
		if left := len(seats) - int(taken.Load()); left > len(seats)/100 {
			t.Errorf("%d of %d seats are left, though %d buyers went without", left, len(seats), none.Load())
		}
		for _, orphan := range f.orphans(p.id, seats, perRow) {
			t.Error(orphan)
		}
		if report := run(t, f.store, verify.Options{WithoutJobs: true}); !report.Clean() {
			t.Errorf("%+v", report.Violations)
		}
	})
}

// orphans takes the seats of an event again in the order of its ledger, and
// returns what left a single seat alone, between taken ones or at the end of its
// row, although as many seats of the same stretch could have been taken without
// that. It is for events in which nothing was given back.
func (f *fixture) orphans(event string, seats []string, perRow int) (found []string) {
	place := map[string]int{}
	for i, id := range seats {
		place[id] = i
	}
	taken := make([]bool, len(seats))
	free := func(n int) bool { return !taken[n] }
	orders := f.column(`select i.hold_id || ' ' || i.seat_id from hold_items i join audit a on a.event_id = i.event_id and a.subject = i.hold_id
		where i.event_id = $1 and a.state_from = '' order by a.seq, i.no`, event)
	for len(orders) > 0 {
		id, _, _ := strings.Cut(orders[0], " ")
		var mine []int
		for len(orders) > 0 && strings.HasPrefix(orders[0], id+" ") {
			mine, orders = append(mine, place[strings.TrimPrefix(orders[0], id+" ")]), orders[1:]
		}
		// The stretch of free seats around the first: buyers sit side by side.
		first, last := mine[0], mine[0]
		for first%perRow > 0 && free(first-1) {
			first--
		}
		for last%perRow < perRow-1 && free(last+1) {
			last++
		}
		for _, n := range mine {
			taken[n] = true
		}
		for n := first; n <= last; n++ {
			alone := free(n) && (n == first || !free(n-1)) && (n == last || !free(n+1))
			if alone && last-first != len(mine) {
				found = append(found, fmt.Sprintf("%s took %v of the seats %d to %d, and %d is left alone", id, mine, first, last, n))
			}
		}
	}
	return found
}

// TestOrphansAreSeen: what looks for seats left alone finds one that staff, whom
// the rule does not bind, left.
func TestOrphansAreSeen(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 8)
		settings := line(inventory.PromoteOffer, inventory.BoundedSkip)
		settings.NoSingleSeats = true
		p, seats := f.openRows(2, 6, 0, settings)
		p.must(p.seats("ann", seats[0], seats[1]))
		c := p.seats("ben", seats[3], seats[4])
		if o := p.do(c)[0]; o.Code != inventory.SeatLeftAlone {
			t.Fatalf("%+v", o)
		}
		if found := f.orphans(p.id, seats, 6); len(found) > 0 {
			t.Errorf("%v", found)
		}
		c.Who = staff
		p.must(c)
		if found := f.orphans(p.id, seats, 6); len(found) == 0 {
			t.Error("nobody noticed")
		}
	})
}

// TestNobodyIsRefusedWhileSeatsFit: 160 people ask for the best two of 8,000
// seats in the same moment. What each is given is chosen in the decision, so
// none is told about seats that somebody else took meanwhile.
func TestNobodyIsRefusedWhileSeatsFit(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 7)
		p, _ := f.openRows(200, 40, 1000, line(inventory.PromoteOffer, inventory.BoundedSkip))
		seq := f.rush()
		start := make(chan struct{})
		var wg sync.WaitGroup
		var refused atomic.Int64
		for n := range 160 {
			c := p.seats(fmt.Sprint("pair", n))
			c.Lines = []inventory.OrderLine{{Tier: p.priced, Quantity: 2, Best: &inventory.Chosen{}}}
			wg.Go(func() {
				<-start
				if o := ask(t, seq, p.id, c); o.Code != inventory.OK {
					refused.Add(1)
				}
			})
		}
		close(start)
		wg.Wait()
		if refused.Load() != 0 {
			t.Errorf("%d were refused", refused.Load())
		}
		if n := f.column("select cast(count(distinct seat_id) as text) from hold_items where event_id = $1 and state = 'live'", p.id); n[0] != "320" {
			t.Errorf("%s seats are taken", n[0])
		}
		if report := run(t, f.store, verify.Options{WithoutJobs: true}); !report.Clean() {
			t.Errorf("%+v", report.Violations)
		}
	})
}
