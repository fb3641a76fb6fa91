package sequencer

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Limits of the queues.
const (
	// DefaultQueueLimit is how many commands of one event may wait.
	DefaultQueueLimit = 8192
	// DefaultBatchLimit is how many commands one transaction carries at most.
	// Larger batches commit no cheaper per command and make everybody wait.
	DefaultBatchLimit = 512
	// DefaultWriters is how many batches of different events are written at the same time.
	// Those that are ready together share a transaction, so there are more than there are
	// processors; with more than this many, events would wait for their neighbours longer
	// than a commit takes.
	DefaultWriters = 64
	// DefaultTick is how often the database is asked which events are due.
	DefaultTick = 250 * time.Millisecond
	// dueLimit is how many due events one tick wakes.
	dueLimit = 256
	// batchTimeout bounds one batch, so that a database that hangs cannot hold
	// its callers for ever.
	batchTimeout = 30 * time.Second
	// writerPatience is after how long a batch no longer counts towards the writers:
	// it waits for the lock of another server, which may be frozen, and the batches of
	// other events need not wait with it.
	writerPatience = 100 * time.Millisecond
)

// Config configures a Sequencer.
type Config struct {
	WriterConfig
	QueueLimit int           // default DefaultQueueLimit
	BatchLimit int           // default DefaultBatchLimit
	Tick       time.Duration // default DefaultTick; negative: no ticker
	// Writers bounds the batches that are written at the same time, over all
	// events; default DefaultWriters. As many more may be waiting for the locks of other
	// servers. SQLite has one writer whatever this says: they share its transactions.
	Writers int
	// HandOn, when not nil, lets the server that is the home of an event decide the first of
	// some requests, in their order, and returns what these were answered. None: they are to
	// be written here, and nothing was changed.
	HandOn func(ctx context.Context, event string, reqs []Request) []Result
	// Published, when not nil, is called with an event after a batch of it was
	// committed. It must not wait.
	Published func(event string)
	// Observe, when not nil, is called for each batch after it ended.
	Observe func(BatchStats)
}

// BatchStats describes a batch for the metrics.
type BatchStats struct {
	Commands int
	Took     time.Duration
	Waited   time.Duration // of the command that had waited longest
}

// Sequencer has one ordered queue per event.
type Sequencer struct {
	cfg    Config
	writer *Writer
	group  *batch.Group[string, Request, Result] // by event

	stopTicker context.CancelFunc
	tickerDone chan struct{}
}

// New starts a sequencer. Close ends it.
func New(cfg Config) (*Sequencer, error) {
	w, err := NewWriter(cfg.WriterConfig)
	if err != nil {
		return nil, err
	}
	cfg.WriterConfig = w.cfg
	if cfg.QueueLimit == 0 {
		cfg.QueueLimit = DefaultQueueLimit
	}
	if cfg.BatchLimit == 0 {
		cfg.BatchLimit = DefaultBatchLimit
	}
	if cfg.Tick == 0 {
		cfg.Tick = DefaultTick
	}
	if cfg.Writers == 0 {
		cfg.Writers = DefaultWriters
	}
	s := &Sequencer{cfg: cfg, writer: w, tickerDone: make(chan struct{})}
	s.group, err = batch.New(batch.Config[string, Request, Result]{
		Waiting: cfg.QueueLimit, Together: cfg.BatchLimit, Slots: batch.NewSlots(cfg.Writers), Patience: writerPatience,
		Busy: ErrBusy, Closed: ErrClosed, Commit: s.commit, Answered: s.answered,
	})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stopTicker = cancel
	if cfg.Tick > 0 {
		go s.tick(ctx)
	} else {
		close(s.tickerDone)
	}
	return s, nil
}

// Submit queues a command and waits until it is decided and committed, or
// refused. Once it is queued, the end of ctx does not take it back: Submit then
// returns the context's error, and the command may yet take effect.
func (s *Sequencer) Submit(ctx context.Context, r Request) (Reply, error) {
	result, err := s.group.Submit(ctx, r.EventID, r)
	if err != nil {
		return Reply{}, err
	}
	return result.Reply, result.Err
}

// SubmitAll queues commands of one event one behind the other, all or none, and
// waits for their answers. The end of ctx takes none of them back.
func (s *Sequencer) SubmitAll(ctx context.Context, event string, rs []Request) ([]Result, error) {
	results, err := s.group.SubmitAll(ctx, event, rs)
	if errors.Is(err, ErrBusy) || errors.Is(err, ErrClosed) {
		return nil, err
	}
	return append(results, FailAll(len(rs)-len(results), err)...), nil
}

// SubmitHere is SubmitAll of what another server has handed on, which goes no further.
func (s *Sequencer) SubmitHere(ctx context.Context, event string, rs []Request) ([]Result, error) {
	for i := range rs {
		rs[i].here = true
	}
	return s.SubmitAll(ctx, event, rs)
}

// RetryAfter is what a caller that met ErrBusy, ErrClosed or ErrUnavailable
// should wait.
const RetryAfter = time.Second

// due is a request of our own that lets what is due happen. Nobody waits for its
// answer.
func due(event string) Request {
	return Request{EventID: event, Command: inventory.Tick{}, due: true}
}

// commit writes a batch of an event.
func (s *Sequencer) commit(event string, reqs []Request, next func() []Request) (results []Result, again *Request) {
	ctx, cancel := context.WithTimeout(context.Background(), batchTimeout)
	defer cancel()
	results, more := s.decide(ctx, event, reqs, next)
	for i := range results {
		if err := results[i].Err; reqs[i].due && err != nil && !errors.Is(err, ErrClock) && !errors.Is(err, ErrUnavailable) { // which the log was told about
			s.cfg.Log.Warn("due work failed; the next tick tries again", "event", event, "error", results[i].Err)
		}
	}
	if more { // after a restart the ticker finds the rest: DueAt is stored
		r := due(event)
		again = &r
	}
	return results, again
}

// decide lets the home of an event decide a batch, or decides it here. With fewer results
// than requests, those behind them are left to the next batch.
func (s *Sequencer) decide(ctx context.Context, event string, reqs []Request, next func() []Request) (results []Result, more bool) {
	if s.cfg.HandOn != nil && !slices.ContainsFunc(reqs, func(r Request) bool { return r.here }) {
		if results = s.cfg.HandOn(ctx, event, reqs); len(results) > 0 {
			return results, false // what is due is the home's to do
		}
	}
	return s.writer.WriteAhead(ctx, event, reqs, next)
}

// answered tells those who want to know that the callers of a batch were answered.
func (s *Sequencer) answered(event string, b batch.Stats) {
	if s.cfg.Observe != nil {
		s.cfg.Observe(BatchStats{Commands: b.Requests, Took: b.Took, Waited: b.Waited})
	}
	if s.cfg.Published != nil {
		s.cfg.Published(event)
	}
}

// tick wakes events in which something is due.
func (s *Sequencer) tick(ctx context.Context) {
	defer close(s.tickerDone)
	t := time.NewTicker(s.cfg.Tick)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if s.cfg.CheckClock() != nil { // whose owner tells the log
			continue
		}
		events, err := s.cfg.Store.Events.DueEvents(ctx, inventory.At(s.cfg.Now()), dueLimit)
		if err != nil {
			if ctx.Err() == nil {
				s.cfg.Log.Warn("cannot read which events are due", "error", err)
			}
			continue
		}
		// An event that is being written needs no request: each batch does what is
		// due by its now, and the next tick looks again.
		for _, e := range events {
			s.group.Wake(e, due(e))
		}
	}
}

// Close refuses new commands, writes and answers everything that waits, and
// returns; or returns ctx's error when that takes longer.
func (s *Sequencer) Close(ctx context.Context) error {
	s.stopTicker()
	if err := s.group.Close(ctx); err != nil {
		return err
	}
	select {
	case <-s.tickerDone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Busy reports whether any event has commands that are not answered yet.
func (s *Sequencer) Busy() bool { return s.group.Busy() }

// Waiting is how many commands of an event are queued and in no batch yet.
func (s *Sequencer) Waiting(event string) int { return s.group.Waiting(event) }

// Depth is how full the fullest queue of all events is, from 0 to 1, and how many commands
// are queued over all of them and in no batch yet.
func (s *Sequencer) Depth() (fullest float64, waiting int) { return s.group.Depth() }

// Refused is how many commands were answered with ErrBusy since the start.
func (s *Sequencer) Refused() uint64 { return s.group.Refused() }

// Queued is how full the queue of an event is, from 0 to 1.
func (s *Sequencer) Queued(event string) float64 { return s.group.Queued(event) }
