package jobs_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestOffersOvertake: in a storm the messages of other batches wait for each
// other, and what has a claim window goes before all of them.
func TestOffersOvertake(t *testing.T) {
	t.Parallel()
	const waiting = 60 // batches, that a storm holds back for seconds
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.ownJobs = true
		out := f.register(0, 1)
		for n := range waiting {
			f.register(n+1, n+2)
		}
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		var over atomic.Bool
		f.start(f.worker(f.smtp(mailtest.Start(t, &mailtest.Server{})), func(c *delivery.Config) {
			c.Busy = func() bool { return !over.Load() }
		}))
		mailtest.WaitFor(t, "the offer", func() bool {
			return f.count("select count(*) from deliveries where kind = 'waitlist_offer' and state = 'sent'") == 1
		})
		if n := f.count("select count(*) from deliveries where kind = 'waitlisted'"); n == waiting {
			t.Error("the offer came after all that was older")
		}
		over.Store(true)
		f.settled()
		if n := f.count("select count(*) from deliveries where state = 'sent'"); n < waiting+2 {
			t.Errorf("%d were sent", n)
		}
	})
}

// TestOffersPassThoseWhoWait: what is taken up and waits for a storm to be over
// keeps no offer from being taken up, however many wait.
func TestOffersPassThoseWhoWait(t *testing.T) {
	t.Parallel()
	const waiting, atLeast = 80, 32
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.ownJobs = true
		out := f.register(0, 1)
		for n := range waiting {
			f.register(n+1, n+2)
		}
		over := make(chan struct{}) // until then nobody who asks whether there is a storm is answered
		f.start(f.worker(f.smtp(mailtest.Start(t, &mailtest.Server{})), func(c *delivery.Config) {
			c.Busy = func() bool { <-over; return false }
		}))
		mailtest.WaitFor(t, "jobs that wait", func() bool {
			return f.count("select count(*) from river_job where kind = 'deliver_messages' and state = 'running'") >= atLeast
		})
		f.write(inventory.Cancel{Who: inventory.Who{Actor: "public"}, OrderID: out[0].OrderID})
		mailtest.WaitFor(t, "the offer", func() bool {
			return f.count("select count(*) from deliveries where kind = 'waitlist_offer' and state = 'sent'") == 1
		})
		if n := f.count("select count(*) from deliveries where kind = 'waitlisted'"); n != 0 {
			t.Errorf("%d were told that they wait, in a storm", n)
		}
		close(over)
		f.settled()
	})
}

// TestStopLeavesWhatWaits: a server that stops makes nobody wait for what it has
// taken up and not begun; the next one does it, and it counts as no failure.
func TestStopLeavesWhatWaits(t *testing.T) {
	t.Parallel()
	const waiting = 80
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.ownJobs = true
		for n := range waiting {
			f.register(n, n+1)
		}
		over := make(chan struct{})
		smtp := mailtest.Start(t, &mailtest.Server{})
		first := f.worker(f.smtp(smtp), func(c *delivery.Config) {
			c.Busy = func() bool { <-over; return false }
		})
		if err := first.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		const running = "select count(*) from river_job where kind = 'deliver_messages' and state = 'running'"
		mailtest.WaitFor(t, "jobs that wait", func() bool { return f.count(running) > 0 })
		stopped := make(chan error)
		go func() { stopped <- first.Jobs.Stop(t.Context()) }()
		<-first.Jobs.Stopping()
		close(over)
		if err := errors.Join(<-stopped, first.dispatcher.Stop(t.Context())); err != nil {
			t.Fatal(err)
		}
		if n := f.count("select count(*) from deliveries"); n != 0 {
			t.Errorf("%d deliveries were made after the stop", n)
		}
		if n := f.count("select count(*) from river_job where kind = 'deliver_messages' and state = 'available' and attempt = 0 and finalized_at is null"); n != waiting {
			t.Errorf("%d of %d jobs are as they were", n, waiting)
		}
		f.start(f.worker(f.smtp(smtp), nil))
		f.settled()
	})
}

// TestStormsGoLast: a reading circle's one message is not behind a festival's
// thousand, although they were there before it.
func TestStormsGoLast(t *testing.T) {
	t.Parallel()
	const batches, each = 20, 51
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		f.ownJobs = true
		for n := range batches {
			f.register(n*each, (n+1)*each)
		}
		f.open(10) // the circle's
		f.register(0, 1)
		f.start(f.worker(f.smtp(mailtest.Start(t, &mailtest.Server{})), nil))
		f.settled()
		const taken = "select count(*) from river_job where kind = 'deliver_messages' and attempted_at is not null and "
		if n := f.count(taken + "priority = 3"); n != batches {
			t.Errorf("%d batches of a storm", n)
		}
		// Of a job that had to be tried again nobody knows when it was taken first.
		if n := f.count(taken + "priority = 3 and attempted_at < (select attempted_at from river_job where kind = 'deliver_messages' and priority = 2 and attempt = 1)"); n != 0 {
			t.Errorf("%d of them were taken before the circle's", n)
		}
	})
}

// TestOneJobForManyBatches: while a job waits, it is for what later batches tell as well; and
// what is told after it was begun is not forgotten.
func TestOneJobForManyBatches(t *testing.T) {
	t.Parallel()
	const batches = 40
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		for n := range batches {
			f.register(n, n+1)
		}
		const jobs = "select count(*) from river_job where kind = 'deliver_messages'"
		if n := f.count(jobs); n != 1 {
			t.Errorf("%d jobs", n)
		}
		f.start(f.worker(f.smtp(mailtest.Start(t, &mailtest.Server{})), nil))
		for n := range batches {
			f.register(batches+n, batches+n+1)
		}
		f.settled()
		if n := f.count("select count(*) from deliveries where state = 'sent'"); n != 2*batches {
			t.Errorf("%d were sent, want %d", n, 2*batches)
		}
		f.register(2*batches, 2*batches+1)
		f.settled()
		if n := f.count(jobs); n < 2 {
			t.Errorf("%d jobs", n)
		}
	})
}
