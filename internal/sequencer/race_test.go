package sequencer_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestLostRaceIsTriedAgain: a batch that PostgreSQL ends to break a deadlock is
// written again; nobody is told about it.
func TestLostRaceIsTriedAgain(t *testing.T) {
	url := testdb.Postgres(t)
	other, gate := connect(t, url), connect(t, url)
	// The gate keeps the batch between its event, which it has locked, and its pool.
	gate.do("create sequence passed")
	gate.do("create function wait_at_gate() returns trigger language plpgsql as 'begin perform nextval(''passed''), pg_advisory_xact_lock(1); return null; end'")
	gate.do("create trigger gate before update on pools for each statement execute function wait_at_gate()")
	// Of two that wait for each other, the one that looks first is ended: the batch,
	// which begins to wait for its pool when the other waits for the event already.
	gate.do("do $$ begin execute format('alter database %I set deadlock_timeout = 100', current_database()); end $$")
	h := build(t, openStore(t, database.Config{URL: url}), 2)
	other.do("set deadlock_timeout = '10min'")
	other.do("begin")
	other.do("select id from pools where event_id = $1 for update", h.event)
	gate.do("select pg_advisory_lock(1)")
	answered := make(chan sequencer.Result, 1)
	go func() {
		results, _ := h.quietWriter().Write(t.Context(), h.event, []sequencer.Request{h.register(1)})
		answered <- results[0]
	}()
	gate.waitFor(1)
	got := make(chan struct{})
	go func() {
		defer close(got)
		other.do("select id from events where id = $1 for update", h.event) // until the batch is ended
	}()
	gate.waitFor(2)
	gate.do("select pg_advisory_unlock(1)")
	<-got
	other.do("rollback")
	if r := <-answered; r.Err != nil || r.Reply.Code != inventory.OK {
		t.Errorf("answered %+v", r)
	}
	if n := gate.number("select last_value from passed"); n < 2 {
		t.Errorf("the batch came to the gate %d times, want twice at least: before and after the deadlock", n)
	}
	h.verified()
}

// TestOtherEventsDoNotWaitForALock: the row of one event is another server's, which
// does not give it back, and all other events are written meanwhile.
func TestOtherEventsDoNotWaitForALock(t *testing.T) {
	url := testdb.Postgres(t)
	st := openStore(t, database.Config{URL: url})
	locked, h := build(t, st, 5), build(t, st, 5)
	seq, err := sequencer.New(sequencer.Config{WriterConfig: h.config(), Writers: 1, Tick: -1})
	if err != nil {
		t.Fatal(err)
	}
	other := connect(t, url)
	other.do("begin")
	other.do("select id from events where id = $1 for update", locked.event)
	answered := make(chan sequencer.Result, 1)
	go func() {
		r, err := seq.Submit(context.WithoutCancel(t.Context()), locked.register(1))
		answered <- sequencer.Result{Reply: r, Err: err}
	}()
	connect(t, url).waitFor(1)
	if r, err := seq.Submit(t.Context(), h.register(1)); err != nil || r.Code != inventory.OK {
		t.Errorf("another event: %+v, %v", r, err)
	}
	select {
	case r := <-answered:
		t.Errorf("answered %+v under another server's lock", r)
	default:
	}
	other.do("rollback")
	if r := <-answered; r.Err != nil {
		t.Errorf("after the lock: %+v", r)
	}
	if err := seq.Close(t.Context()); err != nil {
		t.Error(err)
	}
	h.verified()
}

// session is a connection to the database beside the store's.
type session struct {
	t    *testing.T
	conn *pgx.Conn
}

func connect(t *testing.T, url string) session {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return session{t, conn}
}

func (s session) do(text string, args ...any) {
	if _, err := s.conn.Exec(s.t.Context(), text, args...); err != nil {
		s.t.Errorf("%s: %v", text, err)
	}
}

func (s session) number(text string) (n int) {
	if err := s.conn.QueryRow(s.t.Context(), text).Scan(&n); err != nil {
		s.t.Errorf("%s: %v", text, err)
	}
	return n
}

// waitFor returns when so many sessions of the database wait for a lock.
func (s session) waitFor(n int) {
	for !s.t.Failed() && s.number("select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'") < n {
		time.Sleep(time.Millisecond)
	}
}

// TestResolvingHasTimeOfItsOwn: the answer to COMMIT came after the batch's time was
// up. What became of it is still found out.
func TestResolvingHasTimeOfItsOwn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	armed := false
	name := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, when faultsql.When) bool {
		if !armed || op != faultsql.OpCommit || when != faultsql.After {
			return false
		}
		armed = false
		cancel()
		return true
	})
	h := build(t, openStore(t, database.Config{URL: testdb.SQLite(t), SQLiteDriver: name}), 2)
	armed = true
	results, _ := h.quietWriter().Write(ctx, h.event, []sequencer.Request{h.register(1)})
	if r := results[0]; r.Err != nil || r.Reply.Code != inventory.OK {
		t.Errorf("answered %+v", r)
	}
	h.verified()
}

// TestPanicAfterTheCommit: what was written is not written again, neither as a
// batch nor one by one; its callers ask again with their keys.
func TestPanicAfterTheCommit(t *testing.T) {
	var commit func(engine.Session, []engine.Step) (bool, error)
	around := func(e engine.Engine) engine.Engine { return committing{e, &commit} }
	h := build(t, openStore(t, database.Config{URL: testdb.SQLite(t), Around: around}), 5)
	cfg := h.config()
	cfg.Log = slog.New(slog.DiscardHandler)
	w, err := sequencer.NewWriter(cfg)
	if err != nil {
		t.Fatal(err)
	}
	one, two := h.register(1), h.register(2)
	one.Key = h.key("one", 1)
	commit = func(s engine.Session, last []engine.Step) (bool, error) {
		_, _ = s.Commit(last)
		panic("after the commit")
	}
	results, _ := w.Write(t.Context(), h.event, []sequencer.Request{one, two})
	for _, r := range results {
		if !errors.Is(r.Err, sequencer.ErrUnknown) {
			t.Errorf("answered %+v, and it was written", r)
		}
	}
	if n := h.registered(1, 2); n < 2 {
		t.Errorf("%d are registered", n)
	}
	results, _ = w.Write(t.Context(), h.event, []sequencer.Request{one})
	if r := results[0]; r.Err != nil || !r.Reply.Replayed || r.Reply.Code != inventory.OK {
		t.Errorf("asked again: %+v", r)
	}
	h.verified()
}

// committing is an engine that leaves the next COMMIT to commit, once that is set.
type committing struct {
	engine.Engine
	commit *func(s engine.Session, last []engine.Step) (unknown bool, err error)
}

func (c committing) Begin(ctx context.Context) (engine.Session, error) {
	s, err := c.Engine.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return committingSession{s, c}, nil
}

type committingSession struct {
	engine.Session
	of committing
}

func (s committingSession) Commit(last []engine.Step) (unknown bool, err error) {
	commit := *s.of.commit
	if commit == nil {
		return s.Session.Commit(last)
	}
	*s.of.commit = nil
	return commit(s.Session, last)
}

// TestTheSameRowsOfAnotherServer: a COMMIT was lost, and meanwhile another server wrote
// the very same rows of the ledger, at the same time of the event. What the batch refused
// beside them, under an idempotency key, must still be stored before it is told.
func TestTheSameRowsOfAnotherServer(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		var commit func(engine.Session, []engine.Step) (bool, error)
		around := func(e engine.Engine) engine.Engine { return committing{e, &commit} }
		f := build(t, openStore(t, database.Config{URL: url, Around: around}), 1)
		now := time.Now().Add(time.Second)
		mine, other := f.quietWriterAt(&now), f.quietWriterAt(&now)
		larger, tooLarge := f.settings(), f.settings()
		larger.Capacity = &inventory.SetCapacity{Who: larger.Who, Pool: f.pool, Capacity: 2}
		tooLarge.Capacity = &inventory.SetCapacity{Who: larger.Who, Pool: f.pool, Capacity: inventory.MaxCapacity + 1}
		same := sequencer.Request{EventID: f.event, Command: larger}
		refused := sequencer.Request{EventID: f.event, Command: tooLarge, Key: f.key("refused", 1)}
		met := false
		commit = func(s engine.Session, _ []engine.Step) (bool, error) {
			met = true
			s.Rollback() // lost: nothing is written, and nobody can tell
			if r, _ := other.Write(t.Context(), f.event, []sequencer.Request{same}); r[0].Err != nil || r[0].Reply.Code != inventory.OK {
				t.Errorf("the other server answered %+v", r[0])
			}
			return true, io.ErrUnexpectedEOF
		}
		results, _ := mine.Write(t.Context(), f.event, []sequencer.Request{same, refused})
		if !met || results[0].Err != nil || results[1].Err != nil || results[1].Reply.Code != inventory.CapacityOutOfRange {
			t.Errorf("met %v, answered %+v", met, results)
		}
		if _, err := f.store.Replies.ReplyTo(t.Context(), refused.Key); err != nil {
			t.Errorf("the refusal was told and not stored: %v", err)
		}
		refused.Key = f.key("refused", 2)
		if again, _ := mine.Write(t.Context(), f.event, []sequencer.Request{refused}); !errors.Is(again[0].Err, sequencer.ErrKeyReused) {
			t.Errorf("the key with another body: %+v", again[0])
		}
		f.verified()
	})
}

// TestRowsOfAnEventAreAddedDuringABatch: whoever inserts a row that refers to an
// event need not wait for its batch, and so can hold what the batch wants next.
func TestRowsOfAnEventAreAddedDuringABatch(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, database.Config{URL: url}), 2)
		if h.store.Engine() == "sqlite" {
			return // it has one lock, and so one order of locks
		}
		batch, err := ledger.Begin(t.Context(), h.store, ledger.BatchQuery{EventID: h.event, Batch: inventory.Batch{Now: inventory.At(time.Now())}})
		if err != nil {
			t.Fatal(err)
		}
		defer batch.Rollback()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := h.store.Announcements.Add(ctx, messages.Announcement{EventID: h.event, ID: "test", Kind: "reminder", State: messages.AnnouncementPlanned, DueAt: 1}); err != nil {
			t.Error(err)
		}
	})
}
