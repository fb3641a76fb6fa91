package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// testDB is a database with a row for each of some events, all of which have the same lane.
type testDB struct {
	t    *testing.T
	url  string
	db   *DB
	keys []string
}

func openTestDB(t *testing.T) *testDB {
	t.Helper()
	h := &testDB{t: t, url: pgserver.ForTest(t)}
	var err error
	if h.db, err = Open(t.Context(), h.url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.db.Close(); err != nil {
			t.Error(err)
		}
	})
	h.exec("create table events (id text primary key, n bigint not null check (n < 1000))")
	for n := 0; len(h.keys) < 5; n++ {
		if key := fmt.Sprintf("evt_%03d", n); laneOf(key) == 0 {
			h.keys = append(h.keys, key)
			h.exec("insert into events values ($1, 0)", key)
		}
	}
	return h
}

func (h *testDB) exec(text string, args ...any) {
	h.t.Helper()
	if _, err := h.db.write.ExecContext(h.t.Context(), text, args...); err != nil {
		h.t.Fatal(err)
	}
}

// raise adds to the number of an event, whose row must be there.
func raise(key string, by int64) []engine.Step {
	return []engine.Step{
		{SQL: "select $1::text", Args: []any{key}, Row: func(r engine.Row) error { var t string; return r.Scan(&t) }},
		{SQL: "update events set n = n + $2 where id = $1", Args: []any{key, by}, Must: 1},
	}
}

func (h *testDB) commit(ctx context.Context, key string, steps []engine.Step) outcome {
	s, err := h.db.Begin(ctx)
	if err != nil {
		return outcome{err: err}
	}
	unknown, err := s.(engine.AtOnce).CommitAll(ctx, key, steps)
	return outcome{unknown, err}
}

// holding locks the row of an event in a transaction of its own.
func (h *testDB) holding(key string) (release func()) {
	h.t.Helper()
	conn, err := pgx.Connect(h.t.Context(), h.url)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := conn.Exec(h.t.Context(), "begin; select from events where id = '"+key+"' for update"); err != nil {
		h.t.Fatal(err)
	}
	return func() {
		if err := conn.Close(context.Background()); err != nil {
			h.t.Error(err)
		}
	}
}

// occupied keeps the lane busy with a transaction about the first event.
func (h *testDB) occupied() (release func()) {
	h.t.Helper()
	first, reads, may := make(chan outcome), make(chan struct{}), make(chan struct{})
	steps := append(raise(h.keys[0], 1), engine.Step{SQL: "select 1", Row: func(engine.Row) error { close(reads); <-may; return nil }})
	go func() { first <- h.commit(h.t.Context(), h.keys[0], steps) }()
	<-reads
	return func() {
		close(may)
		if out := <-first; out.err != nil {
			h.t.Fatal(out.err)
		}
	}
}

// gathered lets whole transactions about the events behind the first be committed together.
// within, when not nil, is called while they are on their way.
func (h *testDB) gathered(within func(), lists ...[]engine.Step) []outcome {
	h.t.Helper()
	release := h.occupied()
	ended := make([]chan outcome, len(lists))
	for i := range lists {
		ended[i] = make(chan outcome, 1)
		go func() { ended[i] <- h.commit(h.t.Context(), h.keys[1+i], lists[i]) }()
	}
	for h.db.lanes.Waiting(0) < len(lists) {
		runtime.Gosched()
	}
	release()
	if within != nil {
		within()
	}
	outcomes := make([]outcome, len(lists))
	for i := range ended {
		outcomes[i] = <-ended[i]
	}
	return outcomes
}

// want compares the numbers of the events, and in how many transactions those were written
// that are not 0.
func (h *testDB) want(transactions int, numbers ...int64) {
	h.t.Helper()
	var have []int64
	written := map[string]bool{}
	rows, err := h.db.read.QueryContext(h.t.Context(), "select n, cast(xmin as text) from events order by id offset 1")
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	for rows.Next() {
		var n int64
		var by string
		if err := rows.Scan(&n, &by); err != nil {
			h.t.Fatal(err)
		}
		if have = append(have, n); n != 0 {
			written[by] = true
		}
	}
	if err := rows.Err(); err != nil || !slices.Equal(have, numbers) || len(written) != transactions {
		h.t.Errorf("%v in %d transactions, want %v in %d (%v)", have, len(written), numbers, transactions, err)
	}
}

func (h *testDB) written(outcomes ...outcome) {
	h.t.Helper()
	for i, o := range outcomes {
		if o.err != nil || o.unknown {
			h.t.Errorf("transaction %d: %+v", i, o)
		}
	}
}

func TestThoseThatWaitShareATransaction(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	h.written(h.gathered(nil, raise(k[1], 1), raise(k[2], 2), raise(k[3], 3), raise(k[4], 4))...)
	h.want(1, 1, 2, 3, 4)
}

// TestThoseThatFailAreTakenOut: nothing of them stays, and all of the others, and each is
// told which of its own statements it was.
func TestThoseThatFailAreTakenOut(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	missed, refused := append(raise(k[1], 1), raise("evt_nobody", 1)...), append(raise(k[3], 3), raise(k[3], 1000)...)
	outcomes := h.gathered(nil, missed, raise(k[2], 2), refused, raise(k[4], 4))
	h.written(outcomes[1], outcomes[3])
	var miss *engine.Missed
	if o := outcomes[0]; o.unknown || !errors.As(o.err, &miss) || miss.Step != 3 {
		t.Errorf("who missed a row is told %+v, of step %+v", o, miss)
	}
	if o := outcomes[2]; o.unknown || h.db.Classify(o.err) != engine.Constraint {
		t.Errorf("who was refused is told %+v", o)
	}
	h.want(1, 0, 2, 0, 4)
}

// TestWhoWaitsForALockKeepsNobodyWaiting: the others are committed without it, and it is
// once it has the lock.
func TestWhoWaitsForALockKeepsNobodyWaiting(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	release := h.holding(k[1])
	others := func() {
		for n := int64(0); n < 2; {
			if err := h.db.read.QueryRowContext(t.Context(), "select count(*) from events where n > 1").Scan(&n); err != nil {
				t.Fatal(err)
			}
		}
		h.want(1, 0, 2, 3, 0)
		release()
	}
	h.written(h.gathered(others, raise(k[1], 1), raise(k[2], 2), raise(k[3], 3))...)
	h.want(2, 1, 2, 3, 0)
}

// TestALaneIsNotHeldUp: one that is alone in its lane and waits for a lock keeps nobody from
// coming behind it.
func TestALaneIsNotHeldUp(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	release := h.holding(k[1])
	waits := make(chan outcome)
	go func() { waits <- h.commit(t.Context(), k[1], raise(k[1], 1)) }()
	for len(h.db.single) == 0 {
		runtime.Gosched()
	}
	h.written(h.commit(t.Context(), k[2], raise(k[2], 2)))
	h.want(1, 0, 2, 0, 0)
	release()
	h.written(<-waits)
	h.want(2, 1, 2, 0, 0)
}

// TestAMistakeOfNobodyKnowsWhom: a statement that cannot be prepared is sent by nobody, and
// each goes alone.
func TestAMistakeOfNobodyKnowsWhom(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	outcomes := h.gathered(nil, raise(k[1], 1), []engine.Step{{SQL: "update nowhere set n = 1"}}, raise(k[3], 3))
	h.written(outcomes[0], outcomes[2])
	if o := outcomes[1]; o.unknown || o.err == nil {
		t.Errorf("whose mistake it is is told %+v", o)
	}
	h.want(2, 1, 0, 3, 0)
}

// TestAConnectionThatEnds leaves it open for all in it.
func TestAConnectionThatEnds(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	ends := append(raise(k[2], 2), engine.Step{SQL: "select pg_terminate_backend(pg_backend_pid())"})
	for i, o := range h.gathered(nil, raise(k[1], 1), ends, raise(k[3], 3)) {
		if !o.unknown || h.db.Classify(o.err) != engine.Unavailable {
			t.Errorf("transaction %d is told %+v", i, o)
		}
	}
	h.want(0, 0, 0, 0, 0)
	h.written(h.commit(t.Context(), k[1], raise(k[1], 1)))
	h.want(1, 1, 0, 0, 0)
}

// TestWhoGivesUpWaiting has written nothing.
func TestWhoGivesUpWaiting(t *testing.T) {
	h := openTestDB(t)
	k := h.keys
	release, gone := h.occupied(), make(chan outcome)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { gone <- h.commit(ctx, k[1], raise(k[1], 1)) }()
	for h.db.lanes.Waiting(0) == 0 {
		runtime.Gosched()
	}
	cancel()
	if o := <-gone; o.unknown || !errors.Is(o.err, context.Canceled) {
		t.Errorf("who gave up is told %+v", o)
	}
	release()
	h.written(h.commit(t.Context(), k[2], raise(k[2], 2)))
	h.want(1, 0, 2, 0, 0)
}

// TestPlacesAreKept: whoever has a connection of its own leaves some for what is committed
// together.
func TestPlacesAreKept(t *testing.T) {
	h := openTestDB(t)
	open := make([]engine.Session, cap(h.db.single))
	for i := range open {
		open[i], _ = h.db.Begin(t.Context())
		if err := open[i].Run(t.Context(), []engine.Step{{SQL: "select 1"}}); err != nil {
			t.Fatal(err)
		}
	}
	h.written(h.commit(t.Context(), h.keys[1], raise(h.keys[1], 1)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	late, _ := h.db.Begin(ctx)
	if err := late.Run(ctx, []engine.Step{{SQL: "select 1"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("one more than there are places: %v", err)
	}
	late.Rollback()
	for _, s := range open {
		s.Rollback()
	}
	if n := len(h.db.single); n != 0 {
		t.Errorf("%d places are taken by nobody", n)
	}
	h.want(1, 1, 0, 0, 0)
}

// TestMoreThanAFewFail: those that are left go alone, before all who fail have failed in turn.
func TestMoreThanAFewFail(t *testing.T) {
	h := openTestDB(t)
	for n := 0; len(h.keys) < 4+togetherTries; n++ {
		if key := fmt.Sprintf("evt_x%03d", n); laneOf(key) == 0 {
			h.keys = append(h.keys, key)
			h.exec("insert into events values ($1, 0)", key)
		}
	}
	var lists [][]engine.Step
	want := make([]int64, len(h.keys)-1)
	for i, key := range h.keys[1:] {
		by := int64(1000) // which is refused
		if i >= togetherTries {
			by, want[i] = 1, 1
		}
		lists = append(lists, raise(key, by))
	}
	outcomes := h.gathered(nil, lists...)
	h.written(outcomes[togetherTries:]...)
	for _, o := range outcomes[:togetherTries] {
		if o.unknown || h.db.Classify(o.err) != engine.Constraint {
			t.Errorf("who was refused is told %+v", o)
		}
	}
	h.want(len(outcomes)-togetherTries, want...)
}
