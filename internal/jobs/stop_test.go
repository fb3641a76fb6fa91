package jobs_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestStopWithoutJobs: a queue that hangs while no job runs does not use up the time
// that a stop may take, nor is that a failure of the stop.
func TestStopWithoutJobs(t *testing.T) {
	t.Parallel()
	var hang atomic.Bool
	held, release := make(chan struct{}, 1), make(chan struct{})
	driver := faultsql.Register(&sqlite.Driver{}, func(_ faultsql.Op, when faultsql.When) bool {
		if when == faultsql.Before && hang.Load() {
			select {
			case held <- struct{}{}:
			default:
			}
			<-release
		}
		return false
	})
	f := newFixture(t, database.Config{URL: testdb.SQLite(t), SQLiteDriver: driver}, 100)
	j := f.worker(mail.NewLocal(f.store), nil).Jobs
	if err := j.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	mailtest.WaitFor(t, "the first job to be done", func() bool {
		return f.count("select count(*) from river_job where kind = 'housekeeping' and state = 'completed'") == 1
	})
	hang.Store(true)
	<-held
	defer close(release)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := j.Stop(ctx); err != nil {
		t.Errorf("the stop failed: %v", err)
	}
}
