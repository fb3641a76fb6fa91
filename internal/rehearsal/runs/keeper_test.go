package runs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestKeeperCloses: a server that stops stops its rehearsal, waits for it, and says so; it
// starts no other.
func TestKeeperCloses(t *testing.T) {
	t.Parallel()
	st := testdb.Open(t, testdb.SQLite(t))
	event := storetest.OpenEvent(t, st, 5, nil).Event
	began, cleared := make(chan struct{}), false
	cfg := Config{
		Store: st, Now: func() inventory.Instant { return inventory.At(time.Now()) }, Log: slog.New(slog.DiscardHandler), Tick: time.Millisecond,
		Run: func(ctx context.Context, _ *waitingrooms.Rehearsal, progress func(Progress)) (json.RawMessage, error) {
			progress(Progress{Phase: Copying})
			close(began)
			<-ctx.Done()
			cleared = true
			return nil, context.Cause(ctx)
		},
	}
	k, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r := waitingrooms.Rehearsal{ID: id.Named(waitingrooms.RehearsalPrefix, event, "one"), EventID: event, People: 1, Minutes: 1, Curve: "emf", CreatedAt: cfg.Now()}
	if err := k.Start(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	<-began
	other := r
	other.ID = id.Named(waitingrooms.RehearsalPrefix, event, "other")
	if err := k.Start(t.Context(), other); !errors.Is(err, waitingrooms.ErrRehearsing) {
		t.Errorf("another one: %v", err)
	}
	if err := k.Start(t.Context(), r); !errors.Is(err, database.ErrConflict) {
		t.Errorf("the same again: %v", err)
	}
	if err := k.Close(t.Context()); err != nil || !cleared {
		t.Errorf("closed: %v", err)
	}
	if got, err := st.Rehearsals.RehearsalByID(t.Context(), r.ID); err != nil || got.State != waitingrooms.RehearsalStopped || got.Reason != waitingrooms.RehearsalShutdown || got.FinishedAt == 0 {
		t.Errorf("it has %+v, %v", got, err)
	}
	if err := k.Start(t.Context(), other); !errors.Is(err, ErrClosed) {
		t.Errorf("started after the end: %v", err)
	}
	cfg.Run = nil
	if k, err = New(cfg); err != nil || k.On() {
		t.Fatalf("nothing is rehearsed: %v", err)
	}
	if err := k.Start(t.Context(), other); !errors.Is(err, ErrOff) {
		t.Errorf("started where it is off: %v", err)
	}
	if _, err := New(Config{}); err == nil {
		t.Error("a keeper of nothing")
	}
}

// TestKeeperDoesNotWaitForGood: a rehearsal that does not stop is left to the end of the
// process.
func TestKeeperDoesNotWaitForGood(t *testing.T) {
	t.Parallel()
	st := testdb.Open(t, testdb.SQLite(t))
	event := storetest.OpenEvent(t, st, 5, nil).Event
	free := make(chan struct{})
	k, err := New(Config{
		Store: st, Now: func() inventory.Instant { return inventory.At(time.Now()) }, Log: slog.New(slog.DiscardHandler),
		Run: func(context.Context, *waitingrooms.Rehearsal, func(Progress)) (json.RawMessage, error) {
			<-free
			return json.RawMessage("{}"), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Start(t.Context(), waitingrooms.Rehearsal{ID: id.Named(waitingrooms.RehearsalPrefix, event, "one"), EventID: event, People: 1, Minutes: 1, Curve: "emf", CreatedAt: inventory.At(time.Now())}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("closed: %v", err)
	}
	close(free)
	if err := k.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
