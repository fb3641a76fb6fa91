package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits of the background work.
const (
	// runFor is how long a job works before it makes room for others; it goes on
	// where it was.
	runFor = 15 * time.Second
	// jobTimeout ends a job that hangs.
	jobTimeout = 70 * time.Second
	// rescueAfter is when a job counts as lost whose worker nobody knows. A worker
	// that died is noticed within seconds (see package delivery).
	rescueAfter = 90 * time.Second
	// maxAttempts bounds a job that fails again and again: about as long as
	// delivery.GiveUpAfter.
	maxAttempts = 5000
	// keepDone is how long finished jobs can be looked at; keepLost those given up.
	keepDone = time.Hour
	keepLost = 30 * 24 * time.Hour
	// housekeepingEvery is how often old rows are pruned.
	housekeepingEvery = time.Hour
	// KeepReplies is how long a repeated request finds its stored reply.
	KeepReplies = 30 * 24 * time.Hour
	// pruneLimit bounds the rows of one delete, so that it never holds the
	// database for long.
	pruneLimit = 1000
)

// Submit gives a command to the sequencer and waits for its answer. Its error is
// one of the sequencer's; a refusal is none.
type Submit func(ctx context.Context, event string, cmd inventory.Command) error

// Config says what the background work needs.
type Config struct {
	Store *store.Store
	// Dispatcher routes messages, and Submit gives commands to the sequencer.
	Dispatcher *delivery.Dispatcher
	Submit     Submit
	// Worker names this process in the table of workers: the Dispatcher's name.
	Worker string
	Log    *slog.Logger     // nil: nothing is logged
	Now    func() time.Time // nil: time.Now
	// Sender, Links and From send letters, which are to addresses and not to
	// people: sign-in, invitations.
	Sender mail.Sender
	Links  message.Links
	From   mail.Address
	// Exports makes files of an event's rows; nil: nobody does.
	Exports *export.Maker
	// Erasures keeps the list of who was erased; nil: nobody does.
	Erasures *erasure.Keeper
	// Imports registers the people of guest lists; nil: nobody does.
	Imports *guestlist.Importer
	// OneTime makes the addresses in letters. Without it no letters are written.
	OneTime OneTimeLinks
	// Settler moves money. Nil: jobs of money wait.
	Settler *settlement.Settler
	// Backoff is how long a job waits after its nth failure; nil: attempt²
	// seconds, at most a minute, and up to a tenth more or less.
	Backoff func(attempt int) time.Duration
}

// Jobs is the background work of one process.
type Jobs struct {
	store      *store.Store
	dispatcher *delivery.Dispatcher
	sender     mail.Sender
	renderer   *message.Renderer
	from       mail.Address
	log        *slog.Logger
	now        func() time.Time
	client     *river.Client[*sql.Tx]

	stopOnce sync.Once
	stopping chan struct{} // closed by Stop: workers end after the step they are at
}

// New checks the configuration and builds the client. The schema must be current.
func New(c Config) (*Jobs, error) {
	if c.Store == nil || c.Dispatcher == nil || c.Submit == nil {
		return nil, errors.New("jobs: Config.Store, Dispatcher and Submit are required")
	}
	j := &Jobs{store: c.Store, dispatcher: c.Dispatcher, sender: c.Sender, from: c.From, log: c.Log, now: c.Now, stopping: make(chan struct{})}
	if j.now == nil {
		j.now = time.Now
	}
	if j.log == nil {
		j.log = slog.New(slog.DiscardHandler)
	}
	conf := &river.Config{Logger: j.riverLog(), MaxAttempts: maxAttempts}
	if err := j.work(c, conf); err != nil {
		return nil, err
	}
	driver, err := driverFor(c.Store)
	if err != nil {
		return nil, err
	}
	if j.client, err = river.NewClient(driver, conf); err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return j, nil
}

// work fills in what a client that works its jobs needs.
func (j *Jobs) work(c Config, conf *river.Config) (err error) {
	if c.OneTime != nil {
		if _, err := mail.CheckAddress(c.From.Addr); err != nil {
			return fmt.Errorf("jobs: the address that mail is sent from: %w", err)
		}
		if j.renderer, err = message.New(c.Links); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	workers := river.NewWorkers()
	if err := errors.Join(
		river.AddWorkerSafely(workers, &deliverer{jobs: j}),
		river.AddWorkerSafely(workers, &extender{submit: c.Submit}),
		river.AddWorkerSafely(workers, &housekeeper{jobs: j}),
		river.AddWorkerSafely(workers, &addressWriter{jobs: j}),
	); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if c.OneTime != nil {
		if err := river.AddWorkerSafely(workers, &letterWriter{jobs: j, oneTime: c.OneTime}); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	if c.Imports != nil {
		if err := river.AddWorkerSafely(workers, &guestImporter{jobs: j, importer: c.Imports}); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	periodic := []*river.PeriodicJob{river.NewPeriodicJob(
		river.PeriodicInterval(housekeepingEvery),
		func() (river.JobArgs, *river.InsertOpts) { return housekeeping{}, nil },
		&river.PeriodicJobOpts{RunOnStart: true},
	), river.NewPeriodicJob(
		river.PeriodicInterval(addressBookEvery),
		func() (river.JobArgs, *river.InsertOpts) { return addressBook{}, nil },
		nil,
	)}
	if c.Exports != nil {
		if err := errors.Join(
			river.AddWorkerSafely(workers, &exporter{jobs: j, maker: c.Exports}),
			river.AddWorkerSafely(workers, &exportPruner{maker: c.Exports}),
		); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
		periodic = append(periodic, river.NewPeriodicJob(
			river.PeriodicInterval(pruneExportsEvery),
			func() (river.JobArgs, *river.InsertOpts) { return exportFiles{}, nil },
			&river.PeriodicJobOpts{RunOnStart: true},
		))
	}
	pace := paceFor(c.Store.Engine())
	conf.ID = c.Worker
	conf.Workers = workers
	conf.Queues = map[string]river.QueueConfig{
		river.QueueDefault: pace.queue(pace.workers),
		messagesQueue:      pace.queue(messagesAtOnce),
	}
	conf.PollOnly = true
	conf.JobTimeout = jobTimeout
	conf.RescueStuckJobsAfter = rescueAfter
	conf.CompletedJobRetentionPeriod = keepDone
	conf.CancelledJobRetentionPeriod = keepLost
	conf.DiscardedJobRetentionPeriod = keepLost
	conf.RetryPolicy = backoff{after: c.Backoff}
	conf.PeriodicJobs = periodic
	if c.Erasures != nil {
		if err := addErasures(conf, c.Erasures); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	if c.Settler != nil {
		return addMoney(conf, c.Settler)
	}
	return nil
}

// pace is how eagerly an engine is asked for jobs. On SQLite each question is a
// write that waits in the same line as the sequencer's batches.
type pace struct {
	workers        int
	cooldown, poll time.Duration
}

// queue is a queue at this pace of which so many jobs are taken up at once.
func (p pace) queue(workers int) river.QueueConfig {
	return river.QueueConfig{MaxWorkers: workers, FetchCooldown: p.cooldown, FetchPollInterval: p.poll}
}

func paceFor(engine string) pace {
	if engine == "sqlite" {
		return pace{workers: 4, cooldown: 100 * time.Millisecond, poll: 250 * time.Millisecond}
	}
	return pace{workers: 8, cooldown: 50 * time.Millisecond, poll: 100 * time.Millisecond}
}

// silent keeps River from NOTIFY. Everybody here polls, and PostgreSQL takes a
// lock for all databases of the server to commit a transaction that notifies:
// that would be the hot path's.
type silent struct{ *riverdatabasesql.Driver }

// SupportsListenNotify says no.
func (silent) SupportsListenNotify() bool { return false }

func driverFor(st *store.Store) (riverdriver.Driver[*sql.Tx], error) {
	switch engine := st.Engine(); engine {
	case "sqlite":
		return riversqlite.New(st.JobsDB()), nil
	case "postgres":
		return silent{riverdatabasesql.New(st.JobsDB())}, nil
	default:
		return nil, fmt.Errorf("jobs: no driver for the engine %q", engine)
	}
}

// Start begins to work jobs, until Stop.
func (j *Jobs) Start(ctx context.Context) error {
	if err := j.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("jobs: start: %w", err)
	}
	return nil
}

// Stop lets each worker finish what it is at, and returns when all is quiet. When
// ctx ends first, what still runs is cancelled.
func (j *Jobs) Stop(ctx context.Context) error {
	j.stopOnce.Do(func() { close(j.stopping) })
	err := j.client.Stop(ctx)
	if err == nil {
		return nil
	}
	hard, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if hardErr := j.client.StopAndCancel(hard); hardErr != nil {
		return fmt.Errorf("jobs: stop: %w", errors.Join(err, hardErr))
	}
	return nil
}

// Outbox makes the job that delivers the messages of one batch, of which there is
// at least one. It fits store.Write.Outbox. One with an offer, whose window runs,
// goes before all that a storm has left, and a storm's own batches go last.
func Outbox(event string, messages []inventory.Message) (store.Job, error) {
	args := deliverMessages{EventID: event, FromSeq: messages[0].Seq, ToSeq: messages[len(messages)-1].Seq}
	if slices.ContainsFunc(messages, func(m inventory.Message) bool { return delivery.Claimable(m.Kind) }) {
		args.Urgent = true
		return newJob(args, river.PriorityDefault, maxAttempts)
	}
	priority := int64(batchPriority)
	if len(messages) > stormBatch {
		priority = stormPriority
	}
	job, err := newJob(args, priority, maxAttempts)
	job.Queue = messagesQueue
	return job, err
}

// newJob is a job to be stored with the rows that it is about.
func newJob(args river.JobArgs, priority, attempts int64) (store.Job, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return store.Job{}, fmt.Errorf("jobs: %s: %w", args.Kind(), err)
	}
	return store.Job{Kind: args.Kind(), Args: text, Queue: river.QueueDefault, Priority: priority, MaxAttempts: attempts}, nil
}

func (j *Jobs) instant() inventory.Instant { return inventory.At(j.now()) }
