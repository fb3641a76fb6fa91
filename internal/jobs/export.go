package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// exportTimeout ends an export that hangs.
	exportTimeout = 10 * time.Minute
	// exportTries is the maximum number of attempts of an export.
	exportTries = 6
	// exportPriority lets messages go first.
	exportPriority = 4
	// pruneExportsEvery is how often expired files are deleted.
	pruneExportsEvery = 5 * time.Minute
)

// exportFile makes the file of an export.
type exportFile struct {
	ExportID string `json:"export_id"`
}

// Kind names the job in the database.
func (exportFile) Kind() string { return "export" }

// Export returns the job of an export, to be stored with it.
func Export(id string) (database.Job, error) {
	return newJob(exportFile{id}, exportPriority, exportTries)
}

type exporter struct {
	river.WorkerDefaults[exportFile]
	jobs  *Jobs
	maker *export.Maker
}

// Timeout is longer than for other jobs: a file may be long.
func (*exporter) Timeout(*river.Job[exportFile]) time.Duration { return exportTimeout }

// Work makes the file. After a stop it begins again at the next start.
func (w *exporter) Work(ctx context.Context, job *river.Job[exportFile]) error {
	return w.jobs.long(ctx, job.JobRow, job.Args.ExportID, w.maker.Make, w.maker.GiveUp)
}

// long runs do, which may take long, until it is done or the process is asked to stop.
// When the last attempt has failed, it calls giveUp.
func (j *Jobs) long(ctx context.Context, job *rivertype.JobRow, id string, do, giveUp func(ctx context.Context, id string) error) error {
	ctx, cancel := j.untilStop(ctx)
	defer cancel()
	err := do(ctx, id)
	if err != nil && job.Attempt >= job.MaxAttempts {
		j.log.ErrorContext(ctx, "jobs: failed for good", slog.String("kind", job.Kind), slog.String("id", id), slog.Any("error", err))
		return giveUp(context.WithoutCancel(ctx), id)
	}
	return err
}

// untilStop returns ctx, also cancelled when the process is asked to stop.
func (j *Jobs) untilStop(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-j.stopping:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// exportFiles deletes the files of expired exports.
type exportFiles struct{}

// Kind names the job in the database.
func (exportFiles) Kind() string { return "export_files" }

type exportPruner struct {
	river.WorkerDefaults[exportFiles]
	maker *export.Maker
}

// Work deletes them.
func (w *exportPruner) Work(ctx context.Context, _ *river.Job[exportFiles]) error {
	return w.maker.Prune(ctx)
}
