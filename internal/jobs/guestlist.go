package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

const (
	// importTimeout ends an import that hangs.
	importTimeout = 10 * time.Minute
	// importTries is the maximum number of attempts of an import; each continues where
	// the last one ended.
	importTries = 20
)

// guestImport registers the people of an import.
type guestImport struct {
	ImportID string `json:"import_id"`
}

// Kind names the job in the database.
func (guestImport) Kind() string { return "import" }

// Import returns the job of an import, to be stored with it.
func Import(name string) (database.Job, error) {
	return newJob(guestImport{name}, exportPriority, importTries)
}

type guestImporter struct {
	river.WorkerDefaults[guestImport]
	jobs     *Jobs
	importer *guestlist.Importer
}

// Timeout is longer than for other jobs: a list may be long.
func (*guestImporter) Timeout(*river.Job[guestImport]) time.Duration { return importTimeout }

// Work registers the remaining people. After a stop it continues at the next start.
func (w *guestImporter) Work(ctx context.Context, job *river.Job[guestImport]) error {
	return w.jobs.long(ctx, job.JobRow, job.Args.ImportID, w.importer.Run, w.importer.GiveUp)
}
