package sequencer_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestLostRaceIsTriedAgain: a batch that PostgreSQL ends to break a deadlock is
// written again; nobody is told of it.
func TestLostRaceIsTriedAgain(t *testing.T) {
	url := testdb.Postgres(t)
	ctx := t.Context()
	other, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.Background()) }()
	do := func(text string, args ...any) {
		t.Helper()
		if _, err := other.Exec(ctx, text, args...); err != nil {
			t.Fatal(err)
		}
	}
	// Of two that wait for each other, the one that notices first is ended: ours.
	do(`do $$ begin execute format('alter database %I set deadlock_timeout = ''2s''', current_database()); end $$`)
	do("set deadlock_timeout = '60s'")
	h := build(t, openStore(t, store.Config{URL: url}), 2)
	do("begin")
	do("update pools set capacity = capacity where event_id = $1", h.event)
	answered := make(chan sequencer.Result, 1)
	go func() {
		results, _ := h.quietWriter().Write(ctx, h.event, []sequencer.Request{h.register(1)})
		answered <- results[0]
	}()
	look, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = look.Close(context.Background()) }()
	for waits := 0; waits == 0; {
		if err := look.QueryRow(ctx, "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted").Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	do("select id from events where id = $1 for update", h.event) // until the batch is ended
	do("rollback")
	if r := <-answered; r.Err != nil || r.Reply.Code != inventory.OK {
		t.Errorf("answered %+v", r)
	}
	h.verified()
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
	h := build(t, openStore(t, store.Config{URL: testdb.SQLite(t), SQLiteDriver: name}), 2)
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
	armed := false
	h := build(t, openStore(t, store.Config{URL: testdb.SQLite(t), Around: func(e engine.Engine) engine.Engine { return panicking{e, &armed} }}), 5)
	cfg := h.config()
	cfg.Log = slog.New(slog.DiscardHandler)
	w, err := sequencer.NewWriter(cfg)
	if err != nil {
		t.Fatal(err)
	}
	one, two := h.register(1), h.register(2)
	one.Key = h.key("one", 1)
	armed = true
	results, _ := w.Write(t.Context(), h.event, []sequencer.Request{one, two})
	for _, r := range results {
		if !errors.Is(r.Err, sequencer.ErrUnknown) {
			t.Errorf("answered %+v, and it was written", r)
		}
	}
	if n := h.registered(1, 2); n != 2 {
		t.Errorf("%d are registered", n)
	}
	results, _ = w.Write(t.Context(), h.event, []sequencer.Request{one})
	if r := results[0]; r.Err != nil || !r.Reply.Replayed || r.Reply.Code != inventory.OK {
		t.Errorf("asked again: %+v", r)
	}
	h.verified()
}

// panicking is an engine that panics after a COMMIT, once it is armed.
type panicking struct {
	engine.Engine
	armed *bool
}

func (p panicking) Begin(ctx context.Context) (engine.Session, error) {
	s, err := p.Engine.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return panickingSession{s, p.armed}, nil
}

type panickingSession struct {
	engine.Session
	armed *bool
}

func (s panickingSession) Commit(last []engine.Step) (unknown bool, err error) {
	unknown, err = s.Session.Commit(last)
	if *s.armed {
		*s.armed = false
		panic("after the commit")
	}
	return unknown, err
}

// TestRowsOfAnEventAreAddedDuringABatch: whoever inserts a row that refers to an
// event need not wait for its batch, and so can hold what the batch wants next.
func TestRowsOfAnEventAreAddedDuringABatch(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 2)
		if h.store.Engine() == "sqlite" {
			return // it has one lock, and so one order of locks
		}
		batch, err := h.store.Begin(t.Context(), store.BatchQuery{EventID: h.event, Batch: inventory.Batch{Now: inventory.At(time.Now())}})
		if err != nil {
			t.Fatal(err)
		}
		defer batch.Rollback()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := h.store.Announcements.Add(ctx, store.Announcement{EventID: h.event, ID: "test", Kind: "reminder", State: store.AnnouncementPlanned, DueAt: 1}); err != nil {
			t.Error(err)
		}
	})
}
