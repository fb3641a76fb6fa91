package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/store"
)

const (
	// importTimeout ends an import that hangs.
	importTimeout = 10 * time.Minute
	// importTries is how often an import is taken up again, where it was left,
	// before it counts as failed.
	importTries = 20
)

// guestImport registers the people of an import.
type guestImport struct {
	ImportID string `json:"import_id"`
}

// Kind names the job in the database.
func (guestImport) Kind() string { return "import" }

// Import makes the job of an import, to be stored with it.
func Import(name string) (store.Job, error) {
	return newJob(guestImport{name}, exportPriority, importTries)
}

type guestImporter struct {
	river.WorkerDefaults[guestImport]
	jobs     *Jobs
	importer *guestlist.Importer
}

// Timeout is longer than that of other jobs: a list may be long.
func (w *guestImporter) Timeout(*river.Job[guestImport]) time.Duration { return importTimeout }

// Work registers what is left. What a stop cuts off goes on at the next start.
func (w *guestImporter) Work(ctx context.Context, job *river.Job[guestImport]) error {
	return w.jobs.long(ctx, job.JobRow, job.Args.ImportID, w.importer.Run, w.importer.GiveUp)
}
