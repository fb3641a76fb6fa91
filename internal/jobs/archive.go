package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// archiveEvery is how often events are archived whose time has come.
	archiveEvery = time.Hour
	// archiveTimeout ends a round that hangs. What it leaves, the next one does.
	archiveTimeout = 2 * time.Hour
	// archiveTries is the maximum number of attempts at one event that somebody asked for.
	archiveTries = 10
)

// archiveEvents archives what is due, and deletes what is not kept any longer.
type archiveEvents struct{}

// Kind names the job in the database.
func (archiveEvents) Kind() string { return "archive_events" }

// archiveEvent archives one event, or brings it back.
type archiveEvent struct {
	EventID string `json:"event_id"`
	Back    bool   `json:"back"`
}

// Kind names the job in the database.
func (archiveEvent) Kind() string { return "archive_event" }

// Archive returns the job that archives an event, or brings it back.
func Archive(event string, back bool) (database.Job, error) {
	return newJob(archiveEvent{event, back}, exportPriority, archiveTries)
}

type roundArchiver struct {
	river.WorkerDefaults[archiveEvents]
	jobs     *Jobs
	archives *archive.Archiver
}

// Timeout is longer than for other jobs: an event may have many rows.
func (*roundArchiver) Timeout(*river.Job[archiveEvents]) time.Duration { return archiveTimeout }

// Work archives and deletes what is due. After a stop the next round goes on.
func (w *roundArchiver) Work(ctx context.Context, _ *river.Job[archiveEvents]) error {
	ctx, cancel := w.jobs.untilStop(ctx)
	defer cancel()
	return w.archives.Round(ctx)
}

type eventArchiver struct {
	river.WorkerDefaults[archiveEvent]
	jobs     *Jobs
	archives *archive.Archiver
}

// Timeout is longer than for other jobs.
func (*eventArchiver) Timeout(*river.Job[archiveEvent]) time.Duration { return archiveTimeout }

// Work archives the event, or brings it back.
func (w *eventArchiver) Work(ctx context.Context, job *river.Job[archiveEvent]) error {
	ctx, cancel := w.jobs.untilStop(ctx)
	defer cancel()
	event := job.Args.EventID
	if job.Args.Back {
		if err := w.archives.Restore(ctx, event); !errors.Is(err, database.ErrNotFound) {
			return err
		}
		return nil // it is back
	}
	results, err := w.archives.Archive(ctx, event)
	for _, r := range results {
		if len(r.Reasons) > 0 {
			w.jobs.log.InfoContext(ctx, "jobs: an event is not archived", slog.String("event", r.Event), slog.Any("reasons", r.Reasons))
		}
	}
	return err
}

// addArchives adds the workers and the periodic job.
func (j *Jobs) addArchives(conf *river.Config, archives *archive.Archiver) error {
	conf.PeriodicJobs = append(conf.PeriodicJobs, river.NewPeriodicJob(
		river.PeriodicInterval(archiveEvery),
		func() (river.JobArgs, *river.InsertOpts) { return archiveEvents{}, &river.InsertOpts{MaxAttempts: 1} },
		&river.PeriodicJobOpts{RunOnStart: true},
	))
	return errors.Join(
		river.AddWorkerSafely(conf.Workers, &roundArchiver{jobs: j, archives: archives}),
		river.AddWorkerSafely(conf.Workers, &eventArchiver{jobs: j, archives: archives}),
	)
}
