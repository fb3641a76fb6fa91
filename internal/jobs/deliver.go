package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/store"
)

// deliverMessages delivers the queued messages of one batch.
type deliverMessages struct {
	EventID string `json:"event_id"`
	FromSeq int64  `json:"from_seq"`
	ToSeq   int64  `json:"to_seq"`
}

// Kind names the job in the database.
func (deliverMessages) Kind() string { return "deliver_messages" }

type deliverer struct {
	river.WorkerDefaults[deliverMessages]
	jobs *Jobs
}

// errAgain asks River for the next try of a job that has left messages queued.
var errAgain = errors.New("messages are still queued")

// progress is where a try of a job made room for others. It is kept with the
// job, so that the next run of the same try neither asks a slow server about the
// same messages again nor starves the later ones of the range.
type progress struct {
	Attempt int   `json:"attempt"`
	Next    int64 `json:"next"`
	Left    int   `json:"left"` // messages before Next that stay queued for the next try
}

func progressOf(job *river.Job[deliverMessages]) progress {
	var at progress
	if err := json.Unmarshal(job.Output(), &at); err != nil || at.Attempt != job.Attempt {
		at = progress{Attempt: job.Attempt, Next: job.Args.FromSeq} // none yet, or of an earlier try
	}
	return at
}

// Work delivers page after page. Each page is recorded before the next is read,
// so whatever ends the job, the next try begins where it was.
func (w *deliverer) Work(ctx context.Context, job *river.Job[deliverMessages]) error {
	j, args := w.jobs, job.Args
	ev, err := j.store.Event(ctx, args.EventID)
	if err != nil {
		return fmt.Errorf("read the event: %w", err)
	}
	until := time.Now().Add(runFor)
	at := progressOf(job)
	for at.Next <= args.ToSeq {
		j.yield(ctx)
		if j.stopped() || !time.Now().Before(until) {
			return j.pause(ctx, at)
		}
		page, err := j.store.QueuedMessages(ctx, args.EventID, at.Next, args.ToSeq, j.pageSize())
		if err != nil {
			return fmt.Errorf("read queued messages: %w", err)
		}
		if len(page) == 0 {
			break
		}
		p := &delivery{jobs: j, event: ev, until: until, last: job.Attempt >= job.MaxAttempts}
		at.Next = p.deliver(ctx, page)
		if err := j.record(ctx, args.EventID, p.done); err != nil {
			return err
		}
		at.Left += p.queued
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%w: %w", errAgain, err)
		}
		if p.down != nil && p.queued > 0 {
			return fmt.Errorf("%w: %w", errAgain, p.down)
		}
	}
	if at.Left > 0 {
		return fmt.Errorf("%w: %d in %d..%d", errAgain, at.Left, args.FromSeq, args.ToSeq)
	}
	return nil
}

// pause lets the same try of the job go on later: after the next start, or when
// other jobs had their turn.
func (j *Jobs) pause(ctx context.Context, at progress) error {
	if err := river.RecordOutput(ctx, at); err != nil {
		return fmt.Errorf("note the progress: %w", err)
	}
	if j.stopped() {
		return river.JobSnooze(0)
	}
	return river.JobSnooze(time.Second)
}

func (j *Jobs) pageSize() int {
	switch j.sender.(type) {
	case mail.Batcher, mail.Nowhere:
		return bulkPageSize
	}
	return PageSize
}

// record stores what became of a page. It outlives the end of ctx: a mail that
// was handed over must not be forgotten because the process is told to stop.
func (j *Jobs) record(ctx context.Context, event string, done []store.Delivery) error {
	if len(done) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := j.store.RecordDeliveries(ctx, event, j.instant(), done); err != nil {
		return fmt.Errorf("record deliveries: %w", err)
	}
	return nil
}
