package sequencer_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestManyEventsOnTwoServers: the batches of many events share transactions, on two servers
// that write all of them. Each event has its people in the order of its ledger, as many as
// it has places, and nobody is told anything else.
func TestManyEventsOnTwoServers(t *testing.T) {
	const events, people, places = 12, 16, 10
	engines(t, func(t *testing.T, url string) {
		var halls []*fixture
		for range events {
			halls = append(halls, build(t, openStore(t, database.Config{URL: url}), places))
		}
		servers := []*sequencer.Sequencer{halls[0].start(nil), halls[1].start(nil)}
		confirmed := make([]atomic.Int64, events)
		var wg sync.WaitGroup
		for n := range people {
			for i, f := range halls {
				wg.Go(func() {
					r, err := servers[(n+i)%len(servers)].Submit(t.Context(), f.register(n))
					if err != nil || r.Code != inventory.OK {
						t.Errorf("event %d, person %d: %v %s", i, n, err, r.Code)
					}
					if r.Status == "confirmed" {
						confirmed[i].Add(1)
					}
				})
			}
		}
		wg.Wait()
		for i := range confirmed {
			if n := confirmed[i].Load(); n != places {
				t.Errorf("event %d: %d have a place, of %d", i, n, places)
			}
		}
		halls[0].verified()
	})
}

// TestABatchThatFailsInAGroup: one event cannot be decided, and one is written behind the
// server's back so that its batch is stale; the others do not notice.
func TestABatchThatFailsInAGroup(t *testing.T) {
	const events = 10
	engines(t, func(t *testing.T, url string) {
		var halls []*fixture
		for range events {
			halls = append(halls, build(t, openStore(t, database.Config{URL: url}), 100))
		}
		s := halls[0].start(func(c *sequencer.Config) { c.Log = slog.New(slog.DiscardHandler) })
		all := func(n int, bad func(i int, r *sequencer.Request)) {
			var wg sync.WaitGroup
			for i, f := range halls {
				r := f.register(n)
				bad(i, &r)
				wg.Go(func() {
					reply, err := s.Submit(t.Context(), r)
					switch {
					case r.Till != nil:
						if !errors.Is(err, sequencer.ErrInternal) {
							t.Errorf("who cannot be written is told %v", err)
						}
					case err != nil || reply.Status != "confirmed":
						t.Errorf("event %d: %+v, %v", i, reply, err)
					}
				})
			}
			wg.Wait()
		}
		nothing := func(int, *sequencer.Request) {}
		all(1, nothing)
		for n := range 5 {
			other := halls[3].writer()
			if results, _ := other.Write(t.Context(), halls[3].event, []sequencer.Request{halls[3].register(100 + n)}); results[0].Err != nil {
				t.Fatal(results[0].Err)
			}
			all(2+n, func(i int, r *sequencer.Request) {
				if i == 5 {
					r.Till = &payments.TillSale{TillID: "til_nowhere"} // there is no such till: a foreign key refuses it
				}
			})
		}
		all(50, nothing)
		halls[0].verified()
	})
}

// TestEveryCallFailsInAGroup is TestEveryCallFails for many events at once: whatever their
// callers were told is true, of each.
func TestEveryCallFailsInAGroup(t *testing.T) {
	const events = 4
	for _, when := range []faultsql.When{faultsql.Before, faultsql.After} {
		t.Run(string(when), func(t *testing.T) {
			var calls, fail atomic.Int64
			name := faultsql.Register(&sqlite.Driver{}, func(_ faultsql.Op, w faultsql.When) bool {
				return w == when && calls.Add(1) == fail.Load()
			})
			st := openStore(t, database.Config{URL: testdb.SQLite(t), SQLiteDriver: name})
			var halls []*fixture
			for range events {
				halls = append(halls, build(t, st, 1000))
			}
			s := halls[0].start(func(c *sequencer.Config) { c.Log, c.Tick = slog.New(slog.DiscardHandler), -1 })
			for n := int64(1); ; n++ {
				release := halls[0].hold() // until all of them wait
				calls.Store(0)
				results := make([]chan sequencer.Result, events)
				for i, f := range halls {
					results[i] = make(chan sequencer.Result, 1)
					go func() {
						r, err := s.Submit(context.Background(), f.register(int(n)))
						results[i] <- sequencer.Result{Reply: r, Err: err}
					}()
				}
				fail.Store(n)
				release()
				told := make([]sequencer.Result, events)
				for i := range told {
					told[i] = <-results[i]
				}
				met := calls.Load() >= n
				fail.Store(0)
				for i, f := range halls {
					f.check(n, told[i])
				}
				if !met {
					break
				}
			}
			halls[0].verified()
		})
	}
}

// TestCloseAmongMany: what was queued before the close is written, of all events.
func TestCloseAmongMany(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		var halls []*fixture
		for range 8 {
			halls = append(halls, build(t, openStore(t, database.Config{URL: url}), 100))
		}
		s := halls[0].start(nil)
		release := halls[0].hold()
		told := make(chan error, 8*5)
		for n := range 5 {
			for _, f := range halls {
				go func() {
					ctx, cancel := context.WithCancel(context.Background())
					if n == 4 {
						cancel() // whose caller has gone
					}
					_, err := s.Submit(ctx, f.register(n))
					cancel()
					told <- err
				}()
			}
		}
		for range 8 { // those who have gone
			if err := <-told; !errors.Is(err, context.Canceled) && err != nil {
				t.Error(err)
			}
		}
		closed := make(chan error)
		go func() { closed <- s.Close(context.Background()) }()
		release()
		for range 8 * 4 {
			if err := <-told; err != nil && !errors.Is(err, sequencer.ErrClosed) && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		if err := <-closed; err != nil {
			t.Error(err)
		}
		halls[0].verified()
	})
}

// TestAStoredReplyIsCommitted: whoever asks again, for another event, may be told what a batch in
// the same transaction was answered. It is told after the commit, and not if that fails.
func TestAStoredReplyIsCommitted(t *testing.T) {
	const rounds = 50
	var failing atomic.Bool
	name := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, w faultsql.When) bool {
		return op == faultsql.OpCommit && w == faultsql.Before && failing.Load()
	})
	st := openStore(t, database.Config{URL: testdb.SQLite(t), SQLiteDriver: name})
	halls := []*fixture{build(t, st, 1000), build(t, st, 1000)}
	holds := build(t, st, 1)
	s := holds.start(func(c *sequencer.Config) { c.Log, c.Tick = slog.New(slog.DiscardHandler), -1 })
	for n := range rounds {
		release := holds.hold() // until both wait
		failing.Store(true)
		told := make(chan error, len(halls))
		var begun sync.WaitGroup
		for _, f := range halls {
			r := f.register(n)
			r.Key = &database.Key{Scope: "org", Caller: "test", Key: fmt.Sprint(n)}
			begun.Add(1)
			go func() {
				begun.Done()
				_, err := s.Submit(context.Background(), r)
				told <- err
			}()
		}
		begun.Wait()
		for range 100 {
			runtime.Gosched()
		}
		release()
		for range halls {
			if err := <-told; !errors.Is(err, sequencer.ErrUnavailable) {
				t.Errorf("round %d: %v, and nothing was committed", n, err)
			}
		}
		failing.Store(false)
	}
	holds.verified()
}
