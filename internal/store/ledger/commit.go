package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Commit writes and commits: in two round trips, the second of which reads what
// the next batch names, or in one when nobody had to be looked up. On
// ErrCommitUnknown the batch may have been written; on every other error it was
// not. The Batch is over either way.
//
// After success, and when it is unknown, Cached is as of the batch: its version
// and head are those that were written.
func (b *Batch) Commit(ctx context.Context, w Write) error {
	defer b.session.Rollback()
	wr, err := b.statements(ctx, &w)
	if err != nil {
		return fmt.Errorf("store: write batch: %w", b.s.Classify(err))
	}
	b.Cached.known = b.Cached.known.add(&w)
	if s, ok := b.session.(engine.AtOnce); ok && b.mode.atOnce() && wr.fence >= 0 && !wr.asked {
		return b.commitAtOnce(ctx, s, wr)
	}
	if err := wr.run(ctx); err != nil {
		return fmt.Errorf("store: write batch: %w", b.s.Classify(err))
	}
	next := b.readAhead(w.Next)
	unknown, err := b.session.Commit(next.steps)
	switch {
	case unknown:
		return b.errCommit(err)
	case err != nil:
		return fmt.Errorf("store: commit: %w", b.s.Classify(err))
	}
	b.Cached.ahead = next.ahead
	return nil
}

// commitAtOnce leaves it to the database to compare what a writer compares
// between writing and committing.
func (b *Batch) commitAtOnce(ctx context.Context, s engine.AtOnce, wr *writer) error {
	unknown, err := s.CommitAll(ctx, b.query.EventID, wr.steps)
	var missed *engine.Missed
	switch {
	case unknown:
		return b.errCommit(err)
	case errors.As(err, &missed) && missed.Step == wr.fence:
		return database.ErrStale
	case errors.As(err, &missed) && slices.Contains(wr.claims, missed.Step):
		return audience.ErrUploadTaken
	case err != nil:
		return fmt.Errorf("store: write and commit batch: %w", b.s.Classify(err))
	}
	return nil
}

// statements makes the statements of a batch.
func (b *Batch) statements(ctx context.Context, w *Write) (*writer, error) {
	c := w.Changes
	wr := &writer{b: b, w: w, fence: -1}
	if c.Created || !c.Empty() || c.SettingsChanged || w.Details != nil {
		if n, m := len(c.Audit), len(w.Hashes); n != m {
			return nil, fmt.Errorf("store: %d audit rows with %d hashes", n, m)
		}
		if !c.Created && (c.SettingsChanged || w.Details != nil) {
			wr.planAnnouncements()
			wr.moved()
		}
		wr.fence = len(wr.steps)
		if err := wr.writeEvent(ctx); err != nil {
			return nil, err
		}
		if c.Created {
			wr.planAnnouncements() // whose rows refer to the event's
		}
		if calledOff(c) {
			wr.planCancellation()
		}
		if becomes(c, inventory.ReasonPostponed) {
			wr.planPostponed()
		}
		wr.writeChanges()
		wr.listed(ctx)
	} else if err := b.Check(ctx); err != nil { // no fence will do it
		return nil, err
	}
	if err := errors.Join(wr.err, wr.writeReplies()); err != nil {
		return nil, err
	}
	return wr, wr.writeJob()
}

// moved notes when an event was to start that is known to people and starts at another time
// from now on. It runs before the row of the event has that time.
func (wr *writer) moved() {
	if e := &wr.b.Cached.State.Event; wr.w.Changes.SettingsChanged {
		wr.steps = append(wr.steps, engine.Step{
			SQL: "update events set moved_from = starts_at where id = $1 and starts_at <> $2 and status <> 'draft'", Args: []any{e.ID, int64(e.StartsAt)},
		})
	}
}

// calledOff reports whether an event that was published was called off.
func calledOff(c *inventory.Changes) bool {
	return slices.ContainsFunc(c.Audit, func(r inventory.AuditRow) bool {
		return r.Reason == inventory.ReasonEventCancelled && (r.From == string(inventory.Published) || r.From == string(inventory.Postponed))
	})
}

// run does the statements and compares what they changed.
func (wr *writer) run(ctx context.Context) error {
	err := wr.b.session.Run(ctx, wr.steps)
	// First the fence: what a stale writer also ran into does not matter.
	switch {
	case wr.fence >= 0 && wr.touched == 0 && (err == nil || errors.Is(wr.b.s.Classify(err), database.ErrConflict)):
		return database.ErrStale
	case err != nil:
		return err
	case wr.claimed != int64(len(wr.claims)):
		return audience.ErrUploadTaken
	case wr.updated != wr.toUpdate:
		return fmt.Errorf("store: %d rows to change, %d were there", wr.toUpdate, wr.updated)
	}
	return nil
}

func (wr *writer) writeJob() error {
	if m := wr.w.Changes.Messages; len(m) > 0 && wr.w.Outbox != nil {
		job, err := wr.w.Outbox(wr.b.query.EventID, m)
		if err == nil && job.Covers > 0 {
			wr.addMessages(job, m[len(m)-1].Seq)
		} else if err := wr.addJob(job, err); err != nil {
			return err
		}
	}
	if asked := wr.w.Changes.AskedAgain; len(asked) > 0 && wr.w.TellAgain != nil {
		if err := wr.addJob(wr.w.TellAgain(wr.b.query.EventID, asked)); err != nil {
			return err
		}
	}
	if r := wr.w.Changes.Refunds; len(r) > 0 && wr.w.PayRefunds != nil {
		return wr.addJob(wr.w.PayRefunds(wr.b.query.EventID, r[0].Seq, r[len(r)-1].Seq))
	}
	return nil
}

// waitingJob is a job of messages that may still wait in the queue.
type waitingJob struct {
	database.Job
	id int64
}

// covers reports whether the job, as long as it waits, stands for another one of messages
// up to a seq.
func (j *waitingJob) covers(other *database.Job, last int64) bool {
	return j != nil && last <= j.Covers && j.Kind == other.Kind && j.Queue == other.Queue && j.Priority == other.Priority
}

// addMessages inserts the job of messages up to a seq, unless there is one that covers
// them: whoever begins it finds theirs too.
func (wr *writer) addMessages(job database.Job, last int64) {
	c := wr.b.Cached
	step := engine.Step{SQL: database.JobIDText, Args: []any{job.Kind, job.Args, job.Queue, job.Priority, job.MaxAttempts}, Row: func(r engine.Row) error {
		next := &waitingJob{Job: job}
		c.waiting = next
		return r.Scan(&next.id)
	}}
	if c.waiting.covers(&job, last) {
		step.SQL, step.Args = wr.b.s.Guards().JobUnlessWaiting, append(step.Args, c.waiting.id, c.waiting.Args)
	}
	wr.steps = append(wr.steps, step)
}

// addJob inserts a job, unless making it failed.
func (wr *writer) addJob(j database.Job, err error) error {
	if err != nil {
		return err
	}
	wr.steps = append(wr.steps, engine.Step{SQL: database.JobText, Args: []any{j.Kind, j.Args, j.Queue, j.Priority, j.MaxAttempts}})
	return nil
}

// writeEvent writes the event's row first: its update is the fence, and rows of
// a new event refer to it.
func (wr *writer) writeEvent(ctx context.Context) error {
	b, w, st := wr.b, wr.w, wr.b.Cached.State
	e := &st.Event
	e.Version = b.version + 1
	record := events.EventRecord{Event: *e, Timezone: e.Zone.String(), LiveOffers: st.LiveOffers, Applications: st.Applications, CreatedAt: w.Now, UpdatedAt: w.Now, HeadSig: w.HeadSig}
	if n := len(w.Hashes); n > 0 {
		b.Cached.Head = w.Hashes[n-1]
		record.HeadHash = b.Cached.Head
	}
	details := w.Details.Apply(&record.Details)
	row, err := events.EventTable.Assign(&record, func(group int, column string) bool {
		switch group {
		case events.ChangedHead:
			return len(w.Hashes) > 0
		case events.ChangedSettings:
			return w.Changes.SettingsChanged || w.Changes.Created
		case events.ChangedDetails:
			return details[column] || w.Changes.Created
		}
		return group > 0 || w.Changes.Created
	})
	if err != nil {
		return err
	}
	if w.Changes.Created {
		if w.Details == nil {
			return fmt.Errorf("store: event %s is created without details", e.ID)
		}
		wr.steps = append(wr.steps, row.Insert("events", &wr.touched))
		if err := wr.recordCreation(ctx); err != nil {
			return err
		}
		if err := wr.writeTranslations(w.Details); err != nil {
			return err
		}
		return wr.writeSeating(w.Details.Seating)
	}
	wr.steps = append(wr.steps, row.Update("events", &wr.touched, !b.s.Guards().Unfenced,
		table.Assigned("id", b.query.EventID), table.Assigned("version", b.version), table.Assigned("head_hash", b.head[:])))
	return wr.writeTranslations(w.Details)
}

// writeReplies stores what the commands with a key were answered.
func (wr *writer) writeReplies() error {
	for scope, replies := range byScope(wr.w.Replies, func(r *database.Reply) *database.Key { return &r.Key }) {
		cols, err := table.Values(events.ReplyTable, events.ReplyTable.Insert, len(replies), func(i int) *database.Reply { return &replies[i] },
			numbers("created_at", len(replies), func(int) int64 { return int64(wr.w.Now) }))
		if err != nil {
			return err
		}
		wr.steps = wr.b.session.Bulk(wr.steps, &engine.Bulk{Spec: events.ReplyTable.Insert.Spec, EventID: scope, Rows: len(replies), Columns: cols})
	}
	return nil
}
