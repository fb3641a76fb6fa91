package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/store/database"
)

// mailStrikes mails those who were struck out of the draw of an event that they are. It has no address:
// that is in the table of those who wait for the result.
type mailStrikes struct {
	EventID string `json:"event_id"`
}

// Kind names the job in the database.
func (mailStrikes) Kind() string { return "mail_strikes" }

// MailStrikes returns the job that tells those of an event who were struck out. It is used as
// draws.Config.Tell.
func MailStrikes(event string) (database.Job, error) {
	job, err := newJob(mailStrikes{EventID: event}, batchPriority, maxAttempts)
	job.Queue = messagesQueue
	return job, err
}

type strikeMailer struct {
	river.WorkerDefaults[mailStrikes]
	draws *drawMailer
}

// Work mails one after the other, for runFor. What was sent is noted before the next, so an attempt can
// end anywhere.
func (w *strikeMailer) Work(ctx context.Context, job *river.Job[mailStrikes]) error {
	until := time.Now().Add(runFor)
	event, err := w.draws.jobs.store.Events.Event(ctx, job.Args.EventID)
	if err == nil {
		err = w.draws.struck(ctx, event, until)
	}
	switch {
	case err != nil:
		return fmt.Errorf("mail who was struck out of a draw: %w", err)
	case w.draws.over(ctx, until):
		return river.JobSnooze(0)
	}
	return nil
}
