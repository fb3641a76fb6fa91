package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	lib "modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// testDB is a database with a table of numbers, whose calls can fail.
type testDB struct {
	t       *testing.T
	db      *DB
	commits atomic.Int64
	fails   atomic.Pointer[func(faultsql.Op, faultsql.When) bool]
}

func openTestDB(t *testing.T) *testDB {
	t.Helper()
	h := &testDB{t: t}
	name := faultsql.Register(&lib.Driver{}, func(op faultsql.Op, when faultsql.When) bool {
		if op == faultsql.OpCommit && when == faultsql.Before {
			h.commits.Add(1)
		}
		fails := h.fails.Load()
		return fails != nil && (*fails)(op, when)
	})
	db, err := Open(filepath.Join(t.TempDir(), "test.db"), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	h.db = db
	do(t, db.write, "create table numbers (n int primary key)")
	h.want(0) // and readers have a connection, as in a server
	h.commits.Store(0)
	return h
}

// failing lets calls fail until stop is called.
func (h *testDB) failing(op faultsql.Op, when faultsql.When) (stop func()) {
	fails := func(o faultsql.Op, w faultsql.When) bool { return o == op && w == when }
	h.fails.Store(&fails)
	return func() { h.fails.Store(nil) }
}

const addText = "insert into numbers values (?)"

func adding(n int64) []engine.Step { return []engine.Step{{SQL: addText, Args: []any{n}}} }

func (h *testDB) session() engine.Session {
	h.t.Helper()
	s, err := h.db.Begin(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// add writes a number in a transaction of its own, as far as it can tell.
func (h *testDB) add(ctx context.Context, steps []engine.Step) outcome {
	s := h.session()
	defer s.Rollback()
	if err := s.Run(ctx, steps); err != nil {
		return outcome{err: err}
	}
	unknown, err := s.Commit(nil)
	return outcome{unknown, err}
}

// gathered lets all of lists be written together, and returns what became of each.
func (h *testDB) gathered(lists ...[]engine.Step) []outcome {
	h.t.Helper()
	first := h.session()
	if err := first.Run(h.t.Context(), []engine.Step{{SQL: "select 1", Row: func(engine.Row) error { return nil }}}); err != nil {
		h.t.Fatal(err)
	}
	ended := make([]chan outcome, len(lists))
	for i, steps := range lists {
		ended[i] = make(chan outcome, 1)
		go func() { ended[i] <- h.add(h.t.Context(), steps) }()
		for h.db.turns.Waiting(struct{}{}) <= i { // so that they come in this order
			runtime.Gosched()
		}
	}
	h.commits.Store(0)
	first.Rollback()
	outcomes := make([]outcome, len(lists))
	for i := range lists {
		outcomes[i] = <-ended[i]
	}
	return outcomes
}

func (h *testDB) want(commits int64, numbers ...int64) {
	h.t.Helper()
	if n := h.commits.Load(); n != commits {
		h.t.Errorf("%d commits, want %d", n, commits)
	}
	var have []int64
	rows, err := h.db.read.Query("select n from numbers order by n")
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	for rows.Next() {
		var n int64
		if err := rows.Scan(&n); err != nil {
			h.t.Fatal(err)
		}
		have = append(have, n)
	}
	if err := rows.Err(); err != nil || !slices.Equal(have, numbers) {
		h.t.Errorf("%v are there, want %v (%v)", have, numbers, err)
	}
}

func (h *testDB) written(outcomes []outcome) {
	h.t.Helper()
	for i, o := range outcomes {
		if o.err != nil {
			h.t.Errorf("session %d: %+v", i, o)
		}
	}
}

func TestThoseThatWaitShareACommit(t *testing.T) {
	h := openTestDB(t)
	h.written(h.gathered(adding(1), adding(2), adding(3)))
	h.want(1, 1, 2, 3)
	h.written([]outcome{h.add(t.Context(), adding(4))})
	h.want(2, 1, 2, 3, 4)
}

// TestOneThatFailsIsTakenOut: nothing of it stays, and all of the others.
func TestOneThatFailsIsTakenOut(t *testing.T) {
	twice := func(n int64) []engine.Step { return append(adding(n), adding(n)...) }
	for at := range 3 {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			h := openTestDB(t)
			lists := [][]engine.Step{adding(1), adding(2), adding(3)}
			lists[at] = twice(9)
			outcomes := h.gathered(lists...)
			if o := outcomes[at]; o.unknown || h.db.Classify(o.err) != engine.Conflict {
				t.Errorf("who failed is told %+v", o)
			}
			h.written(slices.Delete(outcomes, at, at+1))
			h.want(1, slices.DeleteFunc([]int64{1, 2, 3}, func(n int64) bool { return n == int64(at)+1 })...)
		})
	}
}

// TestOneThatEndsTheTransaction: SQLite has taken back all of it, so those before are told
// to try again, and those behind have another.
func TestOneThatEndsTheTransaction(t *testing.T) {
	h := openTestDB(t)
	ends := append(adding(9), engine.Step{SQL: "insert or rollback into numbers values (?)", Args: []any{int64(9)}})
	outcomes := h.gathered(adding(1), ends, adding(3))
	if o := outcomes[0]; o.unknown || h.db.Classify(o.err) != engine.Retry {
		t.Errorf("the one before is told %+v", o)
	}
	if o := outcomes[1]; o.unknown || h.db.Classify(o.err) != engine.Conflict {
		t.Errorf("who ended it is told %+v", o)
	}
	h.written(outcomes[2:])
	h.want(1, 3)
}

// TestACommitThatFails leaves it open for all in it, and for nobody else.
func TestACommitThatFails(t *testing.T) {
	for _, when := range []faultsql.When{faultsql.Before, faultsql.After} {
		t.Run(string(when), func(t *testing.T) {
			h := openTestDB(t)
			stop := h.failing(faultsql.OpCommit, when)
			for i, o := range h.gathered(adding(1), adding(2)) {
				if !o.unknown || h.db.Classify(o.err) != engine.Unavailable {
					t.Errorf("session %d is told %+v", i, o)
				}
			}
			stop()
			h.written([]outcome{h.add(t.Context(), adding(3))})
			if when == faultsql.Before {
				h.want(2, 3)
			} else {
				h.want(2, 1, 2, 3)
			}
		})
	}
}

// TestNoTransactionToBegin: nobody is told that anything is open.
func TestNoTransactionToBegin(t *testing.T) {
	h := openTestDB(t)
	var calls atomic.Int64
	fails := func(op faultsql.Op, when faultsql.When) bool {
		return op == faultsql.OpBegin && when == faultsql.Before && calls.Add(1) > 1 // which is of the batch that has the writer meanwhile
	}
	h.fails.Store(&fails)
	for i, o := range h.gathered(adding(1), adding(2)) {
		if o.unknown || h.db.Classify(o.err) != engine.Unavailable {
			t.Errorf("session %d is told %+v", i, o)
		}
	}
	h.fails.Store(nil)
	h.want(0)
}

// TestEveryCallOfTheGroup fails each statement in turn that stands between the sessions:
// whoever is told about a commit is in the database, and nobody else.
func TestEveryCallOfTheGroup(t *testing.T) {
	for _, when := range []faultsql.When{faultsql.Before, faultsql.After} {
		for n := int64(1); ; n++ {
			h := openTestDB(t)
			h.written(h.gathered(adding(101), adding(102), adding(103))) // all statements are prepared
			var calls atomic.Int64
			fails := func(op faultsql.Op, w faultsql.When) bool {
				return op == faultsql.OpExec && w == when && calls.Add(1) == n
			}
			h.fails.Store(&fails)
			outcomes := h.gathered(adding(1), adding(2), adding(3))
			h.fails.Store(nil)
			there := []int64{}
			for i, o := range outcomes {
				if o.unknown {
					t.Errorf("%s call %d: session %d is told %+v", when, n, i, o)
				}
				if o.err == nil {
					there = append(there, int64(i+1))
				}
			}
			h.want(h.commits.Load(), append(there, 101, 102, 103)...)
			if calls.Load() < n {
				break
			}
		}
	}
}

// TestWhoGivesUpWaiting has written nothing, and keeps nobody from going on.
func TestWhoGivesUpWaiting(t *testing.T) {
	h := openTestDB(t)
	first := h.session()
	if err := first.Run(t.Context(), adding(1)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone, other := make(chan outcome), make(chan outcome)
	go func() { gone <- h.add(ctx, adding(2)) }()
	go func() { other <- h.add(t.Context(), adding(3)) }()
	for h.db.turns.Waiting(struct{}{}) < 2 {
		runtime.Gosched()
	}
	cancel()
	if o := <-gone; !errors.Is(o.err, context.Canceled) || o.unknown {
		t.Errorf("who gave up is told %+v", o)
	}
	if _, err := first.Commit(nil); err != nil {
		t.Error(err)
	}
	h.written([]outcome{<-other})
	h.want(2, 1, 3)
}

// TestAnEndedSession does nothing any more.
func TestAnEndedSession(t *testing.T) {
	h := openTestDB(t)
	idle := h.session()
	if unknown, err := idle.Commit(nil); unknown || err != nil {
		t.Errorf("nothing was begun: %v, %v", unknown, err)
	}
	for _, end := range []func(engine.Session){engine.Session.Rollback, func(s engine.Session) { _, _ = s.Commit(nil) }} {
		s := h.session()
		if err := s.Run(t.Context(), adding(1)); err != nil {
			t.Fatal(err)
		}
		end(s)
		s.Rollback()
		if err := s.Run(t.Context(), adding(2)); !errors.Is(err, sql.ErrTxDone) {
			t.Errorf("after its end: %v", err)
		}
	}
	h.want(1, 1)
}
