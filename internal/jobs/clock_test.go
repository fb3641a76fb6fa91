package jobs_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestNoJobsWhileTheClockIsOff: a server whose clock is off leads no queue and runs no job, at the
// start as later, and does both as soon as the clocks agree.
func TestNoJobsWhileTheClockIsOff(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 100)
		var off atomic.Bool
		f.checkClock = func() error {
			if off.Load() {
				return errors.New("an hour ahead")
			}
			return nil
		}
		leads := func() bool { return f.count("select count(*) from river_leader") == 1 }
		done := func() int {
			return f.count("select count(*) from river_job where kind = 'housekeeping' and state = 'completed'")
		}
		off.Store(true)
		f.start(f.worker(mail.NewLocal(f.store), nil))
		look := time.NewTicker(100 * time.Millisecond)
		defer look.Stop()
		for range 20 {
			<-look.C
			if leads() || f.count("select count(*) from river_job where kind = 'housekeeping'") > 0 {
				t.Fatal("a server whose clock is off leads the queue")
			}
		}
		off.Store(false)
		mailtest.WaitFor(t, "a job once the clocks agree", func() bool { return done() > 0 })
		off.Store(true)
		mailtest.WaitFor(t, "the server to leave the queue", func() bool { return !leads() })
		before := done()
		off.Store(false)
		mailtest.WaitFor(t, "a job once the clocks agree again", func() bool { return done() > before })
	})
}
