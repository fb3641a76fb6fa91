package webhook

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

const (
	// GiveUpAfter is how long one change is retried, and how long an endpoint may accept
	// nothing before it is disabled.
	GiveUpAfter = 72 * time.Hour
	// firstWait is the wait after the first failure. It doubles each time, up to
	// lastWait, plus up to a tenth, so that retries are spread.
	firstWait = 5 * time.Second
	lastWait  = time.Hour
	// lookEvery is how often the ledgers are checked.
	lookEvery = time.Second
	// lease is how long a process owns an endpoint. It is longer than turn and the
	// slowest answer together.
	lease = time.Minute
	// turn is how long an endpoint is served before it must be leased again.
	turn = 20 * time.Second
	// runners is how many events of an endpoint are served at once.
	runners = 4
	// workers is how many runs use the database at once. A run that awaits an answer is
	// not one of them.
	workers = 8
	// dueLimit is the maximum number of events of one round.
	dueLimit = 64
	// record is after how many changes the position is stored, and so how many may be
	// sent twice when the process dies.
	record = 20
	// page is how many audit rows are read at once.
	page = 200
	// KeepDelivered is how long the record of a delivered change is kept.
	KeepDelivered = 7 * 24 * time.Hour
)

// Config configures a Pump. All fields but Owner, Marks, Tell and Observe are required.
type Config struct {
	Store *store.Store
	// Owner is the database in which endpoints are disabled: in a cell the catalogue's, which it
	// follows. Nil: Store.
	Owner  *store.Store
	Sender *Sender
	// ReadAudit reads audit rows of events, of those too that are archived.
	ReadAudit messages.ReadAudit
	Process   string // a name that no other process has
	Now       func() time.Time
	Log       *slog.Logger
	// Marks is told which events have changed. Nil: they are found by looking at all
	// events, which takes up to sweepEvery.
	Marks *Marks
	// Tell returns the jobs that tell an organization that its endpoint was disabled;
	// they are stored with that. Nil: nobody is told.
	Tell func(context.Context, *messages.WebhookEndpoint) ([]database.Job, error)
	// Observe, if not nil, is called with the result of each attempt (delivered,
	// retrying, failed), and how long the receiver took.
	Observe func(state string, took time.Duration)
}

// Pump sends changes to webhook endpoints.
type Pump struct {
	cfg  Config
	work chan struct{} // as many as workers, held while the database is used

	// orgs are whose the events are that were marked. Only mark uses it, which is not
	// called by two at once.
	orgs map[string]string

	mu      sync.Mutex
	served  map[string]bool    // endpoints that are being served (guarded by mu)
	cursors map[string]*cursor // by endpoint, and all in them (guarded by mu)
}

// NewPump checks the configuration.
func NewPump(cfg Config) (*Pump, error) {
	if cfg.Store == nil || cfg.Sender == nil || cfg.ReadAudit == nil || cfg.Process == "" || cfg.Now == nil || cfg.Log == nil {
		return nil, errors.New("webhook: Config is not complete")
	}
	if cfg.Owner == nil {
		cfg.Owner = cfg.Store
	}
	if cfg.Marks == nil {
		cfg.Marks = &Marks{}
	}
	return &Pump{cfg: cfg, work: make(chan struct{}, workers), orgs: map[string]string{}, served: map[string]bool{}, cursors: map[string]*cursor{}}, nil
}

// Run sends changes until ctx ends, and then releases its leases. It starts on every
// endpoint that is not being served, and does not wait for those that are: a round that
// ended with its slowest endpoint would delay all others.
func (p *Pump) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	defer p.release(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	again := make(chan struct{}, 1)
	for {
		err := p.start(ctx, &running, false, func(more bool, err error) {
			p.complain(ctx, err)
			if more && err == nil {
				select {
				case again <- struct{}{}:
				default: // it is going to look anyhow
				}
			}
		})
		p.complain(ctx, err)
		select {
		case <-ctx.Done():
			return
		case <-again:
		case <-tick.C:
		}
	}
}

func (p *Pump) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease/4)
	defer cancel()
	if err := p.cfg.Store.Webhooks.ReleaseWebhooks(ctx, p.cfg.Process); err != nil {
		p.cfg.Log.ErrorContext(ctx, "webhook: cannot release the lease of an endpoint", slog.Any("error", err))
	}
}

func (p *Pump) complain(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		p.cfg.Log.ErrorContext(ctx, "webhook: a round of deliveries failed", slog.Any("error", err))
	}
}

// Round serves every enabled endpoint once, with all events that have something for it. more
// reports whether another round would find more at once.
func (p *Pump) Round(ctx context.Context) (more bool, err error) { return p.round(ctx, true) }

func (p *Pump) round(ctx context.Context, toTheEnd bool) (more bool, err error) {
	var (
		mu      sync.Mutex
		running sync.WaitGroup
		all     error
	)
	err = p.start(ctx, &running, toTheEnd, func(again bool, bad error) {
		mu.Lock()
		defer mu.Unlock()
		more, all = more || again, errors.Join(all, bad)
	})
	running.Wait()
	return more, errors.Join(err, all)
}

// start serves every enabled endpoint that is not being served, each by a goroutine of its
// own, and calls done with what serve returned. toTheEnd has it look at all events.
func (p *Pump) start(ctx context.Context, running *sync.WaitGroup, toTheEnd bool, done func(more bool, err error)) error {
	list, err := p.cfg.Store.Webhooks.WebhooksOf(ctx, "")
	if err != nil {
		return err
	}
	if err := p.mark(ctx, list, toTheEnd); err != nil {
		return err
	}
	for i := range list {
		e := &list[i]
		if !p.enter(e.ID) {
			continue
		}
		running.Go(func() {
			more, err := p.serve(ctx, e, toTheEnd)
			p.leave(e.ID)
			done(more, err)
		})
	}
	return nil
}

// enter marks an endpoint as being served, and reports whether it was not.
func (p *Pump) enter(endpoint string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.served[endpoint] {
		return false
	}
	p.served[endpoint] = true
	return true
}

func (p *Pump) leave(endpoint string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.served, endpoint)
}

// working does what uses the database, for at most workers at once. Receivers are awaited
// outside of it, so that even many slow ones take no worker from the others.
func (p *Pump) working(do func() error) error {
	p.work <- struct{}{}
	defer func() { <-p.work }()
	return do()
}

// dues are what is due to an endpoint.
type dues struct {
	work   []messages.WebhookWork
	events []string // of the work, and others that were marked
	more   bool     // are marked
}

// take leases an endpoint and returns what is due to it; nothing, when another process
// has it.
func (p *Pump) take(ctx context.Context, e *messages.WebhookEndpoint, toTheEnd bool) (d dues, err error) {
	now := inventory.At(p.cfg.Now())
	if err := p.sweep(ctx, e, now, toTheEnd); err != nil {
		return d, err
	}
	again, err := p.cfg.Store.Webhooks.WebhookRetries(ctx, e.ID, now, dueLimit)
	if err != nil {
		return d, err
	}
	p.mind(e.ID, again)
	if d.events, d.more = p.marked(e.ID); len(d.events) == 0 {
		return d, nil
	}
	if d.work, err = p.lease(ctx, e, d.events, now); err != nil || d.work == nil {
		p.mind(e.ID, d.events)
		return dues{}, err
	}
	return d, nil
}

// lease leases an endpoint and returns what of the events is due to it; nil, when another
// process has it.
func (p *Pump) lease(ctx context.Context, e *messages.WebhookEndpoint, events []string, now inventory.Instant) ([]messages.WebhookWork, error) {
	due, err := p.cfg.Store.Webhooks.WebhookDue(ctx, e.ID, e.OrgID, events, now)
	if err != nil {
		return nil, err
	}
	if len(due) == 0 {
		return []messages.WebhookWork{}, nil
	}
	ours, err := p.cfg.Store.Webhooks.LeaseWebhook(ctx, e.ID, p.cfg.Process, now, now+inventory.Instant(lease.Microseconds()))
	if err != nil || !ours {
		return nil, err
	}
	// Read again: another process may have served the endpoint before the lease.
	due, err = p.cfg.Store.Webhooks.WebhookDue(ctx, e.ID, e.OrgID, events, now)
	return slices.Concat([]messages.WebhookWork{}, due), err
}

// serve sends the changes that are due to one endpoint.
func (p *Pump) serve(ctx context.Context, e *messages.WebhookEndpoint, toTheEnd bool) (more bool, err error) {
	var d dues
	err = p.working(func() (err error) {
		d, err = p.take(ctx, e, toTheEnd)
		return err
	})
	if err != nil || len(d.work) == 0 {
		return d.more, err
	}
	if more, err = p.send(ctx, e, d.work); more || err != nil {
		p.mind(e.ID, d.events)
	}
	return more || d.more, errors.Join(err, p.working(func() error { return p.finish(ctx, e) }))
}

// finish judges an endpoint that was served, and gives the lease back: what another
// process was told about is for that to send, at once.
func (p *Pump) finish(ctx context.Context, e *messages.WebhookEndpoint) error {
	return errors.Join(p.judge(ctx, e), p.cfg.Store.Webhooks.ReleaseWebhook(ctx, e.ID, p.cfg.Process))
}

// send sends changes of several events at once, until all are sent or the turn is over.
func (p *Pump) send(ctx context.Context, e *messages.WebhookEndpoint, due []messages.WebhookWork) (more bool, err error) {
	ends := time.Now().Add(turn)
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		slot = make(chan struct{}, runners)
	)
	for _, w := range due {
		slot <- struct{}{}
		if time.Now().After(ends) || ctx.Err() != nil {
			more = true
			break
		}
		wg.Go(func() {
			defer func() { <-slot }()
			r := &run{pump: p, endpoint: e, work: w, ends: ends}
			again, bad := r.all(ctx)
			if errors.Is(bad, errDeleted) {
				return // there is nobody to send to, or another cell does, and nothing to record
			}
			mu.Lock()
			defer mu.Unlock()
			more, err = more || again, errors.Join(err, bad)
		})
	}
	wg.Wait()
	return more, err
}

// judge disables an endpoint that has accepted nothing for GiveUpAfter.
func (p *Pump) judge(ctx context.Context, e *messages.WebhookEndpoint) error {
	now, err := p.cfg.Store.Webhooks.Webhook(ctx, e.OrgID, e.ID)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if now.FailingSince == 0 || p.cfg.Now().Sub(now.FailingSince.Time()) < GiveUpAfter {
		return nil
	}
	return p.disable(ctx, now, "accepted nothing for three days")
}

func (p *Pump) disable(ctx context.Context, e *messages.WebhookEndpoint, reason string) error {
	var tell []database.Job
	if p.cfg.Tell != nil {
		var err error
		if tell, err = p.cfg.Tell(ctx, e); err != nil {
			return err
		}
	}
	done, err := p.cfg.Owner.Webhooks.DisableWebhook(ctx, e.ID, reason, tell)
	if err != nil || !done {
		return err
	}
	p.cfg.Log.WarnContext(ctx, "webhook: endpoint disabled", slog.String("endpoint", e.ID), slog.String("reason", reason))
	return nil
}

// run sends the changes of one event to one endpoint, one after the other.
type run struct {
	pump     *Pump
	endpoint *messages.WebhookEndpoint
	work     messages.WebhookWork
	ends     time.Time

	progress messages.WebhookProgress
	gone     bool // the receiver answered that it is gone
}

// all sends changes until all are delivered, one is not, or the turn is over.
func (r *run) all(ctx context.Context) (more bool, err error) {
	r.begin()
	for r.progress.Seq < r.work.Last {
		var lines []storeevents.ChainedRow
		err = r.pump.working(func() (err error) {
			lines, err = r.pump.cfg.ReadAudit(ctx, r.work.EventID, r.progress.Seq, page)
			return err
		})
		if err != nil {
			return false, err
		}
		for i := range lines {
			on, err := r.one(ctx, &lines[i])
			if err != nil {
				return false, errors.Join(err, r.record(ctx))
			}
			if !on {
				return false, r.end(ctx)
			}
			if time.Now().After(r.ends) {
				return true, r.record(ctx)
			}
		}
		if len(lines) == 0 {
			return false, errors.New("webhook: the ledger is shorter than its event says")
		}
	}
	return false, r.record(ctx)
}

func (r *run) begin() {
	w := &r.work
	r.progress = messages.WebhookProgress{
		EndpointID: r.endpoint.ID, EventID: w.EventID, Before: w.Seq, Seq: w.Seq, Attempts: w.Attempts, FailingSince: w.FailingSince,
	}
}

// one sends a change, if the endpoint wants it. on reports whether the next one may
// follow.
func (r *run) one(ctx context.Context, line *storeevents.ChainedRow) (on bool, err error) {
	c := changefeed.Of(r.work.EventID, &line.AuditRow)
	if changefeed.Matches(r.endpoint.Types, c.Type) {
		began := time.Now()
		answer, err := r.pump.cfg.Sender.Send(ctx, r.endpoint, c)
		if err != nil || ctx.Err() != nil {
			return false, errors.Join(err, ctx.Err())
		}
		state := r.note(c, answer)
		if r.pump.cfg.Observe != nil {
			r.pump.cfg.Observe(state, time.Since(began))
		}
		if state == retrying {
			return false, nil
		}
	}
	p := &r.progress
	p.Seq, p.Attempts, p.FailingSince = line.Seq, 0, 0
	if p.Seq-p.Before >= page || len(p.Deliveries) >= record {
		return true, r.record(ctx)
	}
	return true, nil
}

// retrying is the state of a change that is retried later.
const retrying = "retrying"

// note adds the result of a change to the progress, and returns its state.
func (r *run) note(c changefeed.Change, a Answer) string {
	p, now := &r.progress, inventory.At(r.pump.cfg.Now())
	first := p.FailingSince
	if first == 0 {
		first = now
	}
	d := messages.WebhookDelivery{
		EventID: c.EventID, Seq: c.LedgerSeq, Type: c.Type, State: "delivered", Attempts: p.Attempts + 1,
		Status: int64(a.Status), Error: a.Error, FirstAt: first, LastAt: now,
	}
	switch {
	case a.Taken():
		p.SucceededAt = now
	case now-first >= inventory.Instant(GiveUpAfter.Microseconds()) && r.takesOthers(first):
		d.State, p.FailedAt = "failed", now
	default:
		d.State, p.FailedAt = retrying, now
		p.Attempts, p.FailingSince = p.Attempts+1, first
		p.NextAt = now + inventory.Instant(max(waitAfter(p.Attempts), a.Wait).Microseconds())
		r.gone = a.Status == http.StatusGone
	}
	p.Deliveries = append(p.Deliveries, d)
	return d.State
}

// takesOthers reports whether the endpoint has accepted anything since a time. If not, the
// endpoint fails and not the change: then it is disabled, and the change is sent when it
// is enabled again.
func (r *run) takesOthers(since inventory.Instant) bool {
	return r.endpoint.FailingSince == 0 || r.endpoint.FailingSince > since
}

// waitAfter returns the wait after the nth failure.
func waitAfter(n int64) time.Duration {
	wait := lastWait
	if n < 20 {
		wait = min(lastWait, firstWait<<(n-1))
	}
	return wait + rand.N(wait/10) //nolint:gosec // no secret: it spreads attempts
}

// errDeleted says that the endpoint was deleted while it was served, or that the event has left for
// another cell, from which is sent what is not recorded here.
var errDeleted = errors.New("webhook: the endpoint was deleted, or the event has left")

// record stores the progress so far and goes on from there.
func (r *run) record(ctx context.Context) error {
	p := &r.progress
	if p.Seq == p.Before && len(p.Deliveries) == 0 {
		return nil
	}
	// What was sent has to be recorded even while stopping.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease/4)
	defer cancel()
	err := r.pump.working(func() error { return r.pump.cfg.Store.Webhooks.RecordWebhook(ctx, p) })
	p.Before, p.Deliveries, p.SucceededAt, p.FailedAt = p.Seq, nil, 0, 0
	if errors.Is(err, database.ErrNotFound) || errors.Is(err, storeevents.ErrElsewhere) {
		return errDeleted
	}
	return err
}

// end stores the progress before a change is retried, and disables an endpoint that is
// gone.
func (r *run) end(ctx context.Context) error {
	err := r.record(ctx)
	if err == nil && r.gone {
		err = r.pump.disable(ctx, r.endpoint, "the receiver answered that it is gone for good (410)")
	}
	return err
}

// Prune deletes old records of delivered changes.
func (p *Pump) Prune(ctx context.Context) error {
	before := inventory.At(p.cfg.Now().Add(-KeepDelivered))
	for {
		n, err := p.cfg.Store.Webhooks.PruneWebhookDeliveries(ctx, before, 1000)
		if err != nil || n < 1000 {
			return err
		}
	}
}
