package sequencer_test

import (
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestEveryCallFails writes the same batch again and again, and fails the first
// call to the database before it was done, then after, then the second call …
// until a batch gets through without meeting the failure. Whatever was answered
// must be true: an error that promises "nothing was changed" changed nothing, and
// a reply is in the database.
func TestEveryCallFails(t *testing.T) {
	for _, when := range []faultsql.When{faultsql.Before, faultsql.After} {
		for _, before := range []string{"nothing", "read ahead", "nobody to look up"} {
			t.Run(fmt.Sprintf("%s/%s", when, before), func(t *testing.T) { everyCallFails(t, when, before) })
		}
	}
}

func everyCallFails(t *testing.T, when faultsql.When, before string) {
	var calls atomic.Int64 // calls seen since it was set
	var fail atomic.Int64  // the call to fail, counted from 1; 0: none
	name := faultsql.Register(&sqlite.Driver{}, func(_ faultsql.Op, w faultsql.When) bool {
		return w == when && calls.Add(1) == fail.Load()
	})
	f := build(t, openStore(t, database.Config{URL: testdb.SQLite(t), SQLiteDriver: name}), 1000)
	reached := false
	for n := int64(1); n < 200; n++ {
		w := f.quietWriter() // with nothing before it, no cached state: the longest way
		req := f.register(int(n))
		req.Key = f.key(fmt.Sprint("k", n), 1)
		next := []sequencer.Request{f.register(int(2000 + n))}
		if before != "nothing" { // what the request names was read by the batch before it
			if results, _ := w.WriteAhead(t.Context(), f.event, []sequencer.Request{f.register(int(1000 + n))},
				func() []sequencer.Request { return []sequencer.Request{req} }); results[0].Err != nil {
				t.Fatal(results[0].Err)
			}
		}
		if before == "nobody to look up" { // which one with a key has: its reply
			req.Key = nil
		}
		calls.Store(0)
		fail.Store(n)
		results, _ := w.WriteAhead(t.Context(), f.event, []sequencer.Request{req}, func() []sequencer.Request { return next })
		met := calls.Load() >= n
		fail.Store(0)
		f.check(n, results[0])
		if later, _ := w.Write(t.Context(), f.event, next); later[0].Err != nil {
			t.Errorf("call %d: the next batch: %v", n, later[0].Err)
		}
		if !met {
			reached = true
			break
		}
	}
	if !reached {
		t.Error("a batch takes more than 200 calls")
	}
	f.verified()
}

// quietWriter does not log the failures that the test asks for.
func (f *fixture) quietWriter() *sequencer.Writer {
	f.t.Helper()
	cfg := f.config()
	cfg.Log = slog.New(slog.DiscardHandler)
	w, err := sequencer.NewWriter(cfg)
	if err != nil {
		f.t.Fatal(err)
	}
	return w
}

// check compares an answer with what the database holds.
func (f *fixture) check(n int64, r sequencer.Result) {
	f.t.Helper()
	v, err := f.store.Registrations.Registration(f.t.Context(), f.event, fmt.Sprintf("u%d", n))
	stored := err == nil && v.Hold != nil
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		f.t.Fatal(err)
	}
	switch {
	case r.Err == nil && (!stored || v.Hold.ID != r.Reply.OrderID || v.Hold.State != inventory.HoldConfirmed):
		f.t.Errorf("call %d: answered %+v, stored %+v", n, r.Reply, v)
	case r.Err != nil && !errors.Is(r.Err, sequencer.ErrUnavailable):
		f.t.Errorf("call %d: %v, want ErrUnavailable", n, r.Err)
	case r.Err != nil && stored:
		f.t.Errorf("call %d: answered %v, yet the change was stored", n, r.Err)
	}
}

// TestSharedEventsAreNotReadAhead: once another server wrote the event, what was
// read ahead would be stale each time, and the batch written in vain.
func TestSharedEventsAreNotReadAhead(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.SQLite(t)}), 1000)
	mine, other := f.quietWriter(), f.quietWriter()
	asked := 0
	write := func(w *sequencer.Writer, n int, next ...sequencer.Request) {
		t.Helper()
		results, _ := w.WriteAhead(t.Context(), f.event, []sequencer.Request{f.register(n)}, func() []sequencer.Request { asked++; return next })
		if results[0].Err != nil {
			t.Fatal(results[0].Err)
		}
	}
	second := f.register(2)
	write(mine, 1, second)
	write(other, 3)
	asked = 0
	if results, _ := mine.WriteAhead(t.Context(), f.event, []sequencer.Request{second}, func() []sequencer.Request { asked++; return nil }); results[0].Err != nil {
		t.Fatal(results[0].Err)
	}
	write(mine, 4)
	if asked != 0 {
		t.Errorf("asked %d times for the next batch of an event that another server writes", asked)
	}
	for n := range 64 {
		write(mine, 10+n)
	}
	if asked == 0 {
		t.Error("reading ahead never began again")
	}
	f.verified()
}
