package storetest

import (
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// mailed writes commands with messages, whose job is for span seqs of the event. next, when
// not nil, is called between writing and committing, where the batch does both in turn.
func (h *Fixture) mailed(priority, span int64, next func(), cmds ...inventory.Command) {
	h.T.Helper()
	b := h.Begin(cmds...)
	result := inventory.Decide(b.Cached.State, b.Work, h.batch(cmds...))
	w := h.write(&result.Changes, b.Cached.Head)
	w.Outbox = func(event string, list []inventory.Message) (database.Job, error) {
		first := list[0].Seq
		args := fmt.Sprintf(`{"event_id":%q,"from_seq":%d,"to_seq":%d}`, event, first, first+span-1)
		return database.Job{Kind: snapshot.DeliverKind, Args: []byte(args), Queue: "messages", Priority: priority, MaxAttempts: 3, Covers: first + span - 1}, nil
	}
	if next != nil {
		w.Next = func() ([]inventory.Command, []database.Key) { next(); return nil, nil }
	}
	if err := b.Commit(h.T.Context(), w); err != nil {
		h.T.Fatal(err)
	}
	h.Cached = b.Cached
}

// wantJobs compares how many jobs are in a state, or with ” in any.
func (h *Fixture) wantJobs(state string, want int64) {
	h.T.Helper()
	if n := h.Count("select count(*) from river_job where $1 in ('', cast(state as text))", state); n != want {
		h.T.Errorf("%d jobs %s, want %d", n, state, want)
	}
}

func (h *Fixture) change(text string, args ...any) {
	h.T.Helper()
	if _, err := h.S.JobsDB().ExecContext(h.T.Context(), text, args...); err != nil {
		h.T.Fatal(err)
	}
}

// testWaitingJob: while a job of messages waits, batches that it covers insert none.
func testWaitingJob(t *testing.T, open Open) {
	const span = 100
	for name, then := range map[string]struct {
		before func(h *Fixture)
		jobs   int64 // after another batch
	}{
		"it waits":              {func(*Fixture) {}, 1},
		"it was begun":          {func(h *Fixture) { h.change("update river_job set state = 'running'") }, 2},
		"it failed":             {func(h *Fixture) { h.change("update river_job set state = 'retryable'") }, 2},
		"it is another one":     {func(h *Fixture) { h.change(`update river_job set args = '{"event_id":"evt_other"}'`) }, 2},
		"it is gone":            {func(h *Fixture) { h.change("delete from river_job") }, 1},
		"nobody remembers it":   {func(h *Fixture) { h.Cached = nil }, 2},
		"others wrote no mails": {func(h *Fixture) { h.Must(h.Register("cy", 1)) }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := OpenEvent(t, open(t), 10, nil)
			h.mailed(2, span, nil, h.Register("ann", 1))
			h.wantJobs("", 1)
			then.before(h)
			h.mailed(2, span, nil, h.Register("bob", 1))
			h.wantJobs("", then.jobs)
			h.mailed(2, span, nil, h.Register("dan", 1))
			h.wantJobs("", then.jobs)
		})
	}
	t.Run("it does not reach as far", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		h.mailed(2, 1, nil, h.Register("ann", 1))
		h.mailed(2, 1, nil, h.Register("bob", 1))
		h.wantJobs("", 2)
	})
	t.Run("it has another priority", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		h.mailed(3, span, nil, h.Register("ann", 1))
		h.mailed(2, span, nil, h.Register("bob", 1))
		h.wantJobs("", 2)
	})
	h := OpenEvent(t, open(t), 10, nil)
	if h.S.OneWriter() {
		return // nobody takes a job up while a batch is open
	}
	testJobIsTaken(h, span)
}

// testJobIsTaken: what the queue takes up while a batch relies on it would miss the messages of
// that batch.
func testJobIsTaken(h *Fixture, span int64) {
	take := func() {
		h.change("update river_job set state = 'running' where id in (select id from river_job where state = 'available' for update skip locked)")
	}
	h.mailed(2, span, nil, h.Register("ann", 1))
	asked := false
	h.mailed(2, span, func() { // ann is looked up, so that there is a moment between
		asked = true
		take()
		h.wantJobs("available", 1)
	}, h.Register("bob", 1), h.Register("ann", 1))
	if !asked {
		h.T.Error("the batch was committed as it was written")
	}
	h.wantJobs("available", 1)

	// One that the queue is just taking is not relied on, nor waited for.
	tx, err := h.S.JobsDB().BeginTx(h.T.Context(), nil)
	if err != nil {
		h.T.Fatal(err)
	}
	if _, err := tx.ExecContext(h.T.Context(), "update river_job set state = 'running'"); err != nil {
		h.T.Fatal(err)
	}
	h.mailed(2, span, nil, h.Register("cy", 1))
	if err := tx.Commit(); err != nil {
		h.T.Fatal(err)
	}
	h.wantJobs("available", 1)
	h.wantJobs("running", 1)
	take()
	h.wantJobs("available", 0)
}
