package jobs

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/campaign"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Limits of the background work.
const (
	// runFor is how long a job runs before it lets others run; it continues later.
	runFor = 15 * time.Second
	// jobTimeout ends a job that hangs.
	jobTimeout = 70 * time.Second
	// rescueAfter is when a job of an unknown worker counts as lost. A worker that died
	// is noticed within seconds (see package delivery).
	rescueAfter = 90 * time.Second
	// maxAttempts is the maximum number of attempts: they last about as long as
	// delivery.GiveUpAfter.
	maxAttempts = 5000
	// keepDone is how long finished jobs are kept; keepLost how long failed ones are.
	keepDone = time.Hour
	keepLost = 30 * 24 * time.Hour
	// housekeepingEvery is how often old rows are pruned.
	housekeepingEvery = time.Hour
	// KeepReplies is how long a repeated request finds its stored reply.
	KeepReplies = 30 * 24 * time.Hour
	// pruneLimit is the maximum number of rows of one delete, so that it never locks the
	// database for long.
	pruneLimit = 1000
)

// Submit passes a command to the sequencer and waits for its outcome. A refusal is no
// error.
type Submit func(ctx context.Context, event string, cmd inventory.Command) error

// Config configures the background work.
type Config struct {
	Store *store.Store
	// Dispatcher routes messages, and Submit passes commands to the sequencer.
	Dispatcher *delivery.Dispatcher
	Submit     Submit
	// Worker is the name of this process in the table of workers, the same as the
	// Dispatcher's.
	Worker string
	Log    *slog.Logger     // nil: nothing is logged
	Now    func() time.Time // nil: time.Now
	// CheckClock says why the system clock cannot be relied on: then no job runs. nil: it can.
	CheckClock func() error
	// Sender, Links and From are for mails about accounts: sign-in, invitations.
	Sender mail.Sender
	Links  message.Links
	From   mail.Address
	// Exports makes export files; nil: export jobs are not run.
	Exports *export.Maker
	// Archives takes finished events out of the tables; nil: it is not done.
	Archives *archive.Archiver
	// Erasures keeps the list of erasures; nil: it is not kept.
	Erasures *erasure.Keeper
	// Imports imports guest lists; nil: import jobs are not run.
	Imports *guestlist.Importer
	// Withdraw makes the links with which people withdraw their consent; nil: campaigns are not
	// sent. CampaignMails is how many mails of them an organization sends within a day; 0:
	// campaign.DailyLimit.
	Withdraw      WithdrawLinks
	CampaignMails int64
	// OneTime makes the links of mails about accounts; nil: such mails are not sent.
	OneTime OneTimeLinks
	// Settler settles payments; nil: payment jobs are not run.
	Settler *settlement.Settler
	// CloseAccounts deletes the keys of payment accounts that are over, and returns of how
	// many; nil: there are none.
	CloseAccounts func(context.Context) (int, error)
	// PrunePictures deletes pictures that nothing names any more; nil: there are none.
	PrunePictures func(context.Context) error
	// PruneUploads deletes files that were sent and no answer names; nil: there are none.
	PruneUploads func(context.Context) error
	// EraseUploads deletes files of answers that are gone, soon; nil: there are none.
	EraseUploads func(context.Context) error
	// Post tells other systems what became of capacity of theirs; nil: they are not told.
	Post Post
	// Ask asks other systems whether somebody can have what they accept; nil: they are not
	// asked, and offers stay as they are.
	Ask Ask
	// ResourceWatch is called with each decision about capacity of other systems; nil: nobody is.
	ResourceWatch waitlists.Watch
	// Calendars fetches calendars of others, whose busy times keep rooms; nil: they are not
	// fetched, and what they said stays.
	Calendars Calendars
	// Passes looks after passes of series; nil: nobody does.
	Passes Passes
	// Backoff is how long a job waits after its nth failure; nil: attempt² seconds, at
	// most a minute, plus or minus up to a tenth.
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

	checkClock func() error
	watch      sync.WaitGroup // of the goroutine that follows the clock

	stopOnce sync.Once
	stopping chan struct{} // closed by Stop: workers end after their current step
	working  atomic.Int64  // jobs that run
}

// New checks the configuration and builds the client. The schema must be current.
func New(c Config) (*Jobs, error) {
	if c.Store == nil || c.Dispatcher == nil || c.Submit == nil {
		return nil, errors.New("jobs: Config.Store, Dispatcher and Submit are required")
	}
	j := &Jobs{store: c.Store, dispatcher: c.Dispatcher, sender: c.Sender, from: c.From, log: c.Log, now: c.Now, checkClock: c.CheckClock, stopping: make(chan struct{})}
	if j.now == nil {
		j.now = time.Now
	}
	if j.checkClock == nil {
		j.checkClock = func() error { return nil }
	}
	if j.log == nil {
		j.log = slog.New(slog.DiscardHandler)
	}
	conf := &river.Config{Logger: j.riverLog(), MaxAttempts: maxAttempts, Middleware: []rivertype.Middleware{river.WorkerMiddlewareFunc(j.count)}}
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

// work adds the workers, queues and periodic jobs to the configuration.
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
		river.AddWorkerSafely(workers, &housekeeper{jobs: j, closeAccounts: c.CloseAccounts, prunePictures: c.PrunePictures, pruneUploads: c.PruneUploads}),
		river.AddWorkerSafely(workers, &bookingLapser{jobs: j}),
		river.AddWorkerSafely(workers, &bookingTeller{jobs: j}),
		river.AddWorkerSafely(workers, &addressWriter{jobs: j}),
		river.AddWorkerSafely(workers, &headTaker{jobs: j}),
		river.AddWorkerSafely(workers, &guestIndexer{jobs: j}),
		river.AddWorkerSafely(workers, &refundTeller{jobs: j}),
		river.AddWorkerSafely(workers, &undeliveredTeller{jobs: j}),
		river.AddWorkerSafely(workers, &decisionTeller{jobs: j}),
	); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if c.OneTime != nil {
		draws := &drawMailer{jobs: j, links: c.Links, oneTime: c.OneTime}
		if err := errors.Join(
			river.AddWorkerSafely(workers, &mailSender{jobs: j, oneTime: c.OneTime}),
			river.AddWorkerSafely(workers, &againTeller{jobs: j}),
			river.AddWorkerSafely(workers, &receiptMailer{jobs: j, oneTime: c.OneTime}),
			river.AddWorkerSafely(workers, draws),
			river.AddWorkerSafely(workers, &strikeMailer{draws: draws}),
		); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	campaigns := c.OneTime != nil && c.Withdraw != nil
	if campaigns {
		if err := river.AddWorkerSafely(workers, &campaignMailer{jobs: j, links: c.Links, withdraw: c.Withdraw, daily: cmp.Or(c.CampaignMails, campaign.DailyLimit)}); err != nil {
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
	), river.NewPeriodicJob(
		river.PeriodicInterval(takeHeadsEvery),
		func() (river.JobArgs, *river.InsertOpts) { return takeHeads{}, &river.InsertOpts{MaxAttempts: 1} },
		nil,
	), river.NewPeriodicJob(
		river.PeriodicInterval(guestIndexEvery),
		func() (river.JobArgs, *river.InsertOpts) { return guestIndex{}, nil },
		nil,
	), lapseBookingsNow()}
	if c.OneTime != nil {
		periodic = append(append(periodic, mailDrawsNow(), tellDecisionsNow()), tellUndeliveredNow()...)
	}
	if campaigns {
		periodic = append(periodic, mailCampaignsNow())
	}
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
		confirmQueue:       pace.queue(asksAtOnce),
	}
	conf.PollOnly = true
	conf.JobTimeout = jobTimeout
	conf.RescueStuckJobsAfter = rescueAfter
	conf.CompletedJobRetentionPeriod = keepDone
	conf.CancelledJobRetentionPeriod = keepLost
	conf.DiscardedJobRetentionPeriod = keepLost
	conf.RetryPolicy = backoff{after: c.Backoff}
	conf.PeriodicJobs = periodic
	if err := j.addResources(conf, c.Post, c.Ask, c.ResourceWatch); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if err := addPasses(conf, c.Passes); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if err := j.addCalendars(conf, c.Calendars); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if c.Archives != nil {
		if err := j.addArchives(conf, c.Archives); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	if c.Erasures != nil {
		if err := addErasures(conf, c.Erasures, c.EraseUploads); err != nil {
			return fmt.Errorf("jobs: %w", err)
		}
	}
	if c.Settler != nil {
		return addMoney(conf, c.Settler)
	}
	return nil
}

// pace is how often an engine is polled for jobs. On SQLite each poll is a write that
// queues with the sequencer's batches.
type pace struct {
	workers        int
	cooldown, poll time.Duration
}

// queue configures a queue at this pace with that many workers.
func (p pace) queue(workers int) river.QueueConfig {
	return river.QueueConfig{MaxWorkers: workers, FetchCooldown: p.cooldown, FetchPollInterval: p.poll}
}

func paceFor(engine string) pace {
	if engine == "sqlite" {
		return pace{workers: 4, cooldown: 100 * time.Millisecond, poll: 250 * time.Millisecond}
	}
	return pace{workers: 8, cooldown: 50 * time.Millisecond, poll: 100 * time.Millisecond}
}

// silent keeps River from using NOTIFY. All workers poll, and PostgreSQL takes a lock
// over all databases of the server to commit a transaction that notifies, which would
// slow down the sequencer's batches.
type silent struct{ *riverdatabasesql.Driver }

// SupportsListenNotify returns false.
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

// Outbox returns the job that delivers the messages of one batch; there is at least one.
// It is used as ledger.Write.Outbox. It is for some more messages than there are, those of
// the next batches, which need none while it waits. A job with an offer, whose claim window
// is running, goes before everything that a rush has left and is for its batch alone; the
// batches of a rush go last.
func Outbox(event string, messages []inventory.Message) (database.Job, error) {
	first, last := messages[0].Seq, messages[len(messages)-1].Seq
	args := deliverMessages{EventID: event, FromSeq: first, ToSeq: last}
	if slices.ContainsFunc(messages, func(m inventory.Message) bool { return delivery.Claimable(m.Kind) }) {
		args.Urgent = true
		return newJob(args, river.PriorityDefault, maxAttempts)
	}
	priority, span := int64(batchPriority), int64(batchSpan)
	if len(messages) > stormBatch {
		priority, span = stormPriority, stormSpan
	}
	args.ToSeq = max(last, first+span-1)
	job, err := newJob(args, priority, maxAttempts)
	job.Queue, job.Covers = messagesQueue, args.ToSeq
	return job, err
}

// newJob returns a job to be stored with the rows that it is about.
func newJob(args river.JobArgs, priority, attempts int64) (database.Job, error) {
	text, err := json.Marshal(args)
	if err != nil {
		return database.Job{}, fmt.Errorf("jobs: %s: %w", args.Kind(), err)
	}
	return database.Job{Kind: args.Kind(), Args: text, Queue: river.QueueDefault, Priority: priority, MaxAttempts: attempts}, nil
}

func (j *Jobs) instant() inventory.Instant { return inventory.At(j.now()) }
