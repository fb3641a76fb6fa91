package sequencer

import (
	"context"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Limits of the queues.
const (
	// DefaultQueueLimit is how many commands of one event may wait.
	DefaultQueueLimit = 8192
	// DefaultBatchLimit is how many commands one transaction carries at most.
	// Larger batches commit no cheaper per command and make everybody wait.
	DefaultBatchLimit = 512
	// DefaultTick is how often the database is asked which events are due.
	DefaultTick = 250 * time.Millisecond
	// dueLimit is how many due events one tick wakes.
	dueLimit = 256
	// batchTimeout bounds one batch, so that a database that hangs cannot hold
	// its callers for ever.
	batchTimeout = 30 * time.Second
)

// Config configures a Sequencer.
type Config struct {
	WriterConfig
	QueueLimit int           // default DefaultQueueLimit
	BatchLimit int           // default DefaultBatchLimit
	Tick       time.Duration // default DefaultTick; negative: no ticker
	// Writers bounds the batches that are written at the same time, over all
	// events; default 8. SQLite has one writer whatever this says.
	Writers int
	// Published, when not nil, is told of an event after a batch of it was
	// committed. It must not wait.
	Published func(event string)
	// Observe, when not nil, is told of each batch after it ended.
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
	slots  chan struct{} // one token per batch being written

	mu     sync.Mutex
	closed bool              // guarded by mu
	queues map[string]*queue // guarded by mu; only events with something to do
	idle   sync.WaitGroup    // running drains

	stopTicker context.CancelFunc
	tickerDone chan struct{}
}

// queue holds what waits for one event. It exists while a goroutine drains it.
type queue struct {
	waiting []*pending // guarded by Sequencer.mu
	// ahead is how many of them the next batch takes, because what they name
	// was read ahead; 0: as many as it may. Guarded by Sequencer.mu.
	ahead int
}

type pending struct {
	req   Request
	since time.Time
	done  chan Result // nil for a Tick of our own
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
		cfg.Writers = 8
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Sequencer{
		cfg: cfg, writer: w, slots: make(chan struct{}, cfg.Writers),
		queues: map[string]*queue{}, stopTicker: cancel, tickerDone: make(chan struct{}),
	}
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
	p := waiting(r)
	if err := s.enqueue(r.EventID, p); err != nil {
		return Reply{}, err
	}
	return p.answer(ctx)
}

// SubmitAll queues commands of one event one behind the other, all or none, and
// waits for their answers. The end of ctx takes none of them back.
func (s *Sequencer) SubmitAll(ctx context.Context, event string, rs []Request) ([]Result, error) {
	list := make([]*pending, len(rs))
	for i := range rs {
		list[i] = waiting(rs[i])
	}
	if err := s.enqueue(event, list...); err != nil {
		return nil, err
	}
	results := make([]Result, len(list))
	for i, p := range list {
		results[i].Reply, results[i].Err = p.answer(ctx)
	}
	return results, nil
}

// waiting is a request that somebody waits for.
func waiting(r Request) *pending {
	return &pending{req: r, since: time.Now(), done: make(chan Result, 1)}
}

func (p *pending) answer(ctx context.Context) (Reply, error) {
	select {
	case res := <-p.done:
		return res.Reply, res.Err
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
}

// RetryAfter is what a caller that met ErrBusy, ErrClosed or ErrUnavailable
// should wait.
func (s *Sequencer) RetryAfter() time.Duration { return time.Second }

func (s *Sequencer) enqueue(event string, list ...*pending) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	q := s.queues[event]
	if q == nil {
		q = &queue{}
		s.queues[event] = q
		s.idle.Add(1)
		go s.drain(event, q)
	}
	if len(q.waiting)+len(list) > s.cfg.QueueLimit {
		return ErrBusy
	}
	q.waiting = append(q.waiting, list...)
	return nil
}

// wake queues a Tick for an event that has something due. An event that is
// being written needs none: each batch does what is due by its now, and the
// next tick looks again.
func (s *Sequencer) wake(event string) {
	s.mu.Lock()
	busy := s.queues[event] != nil
	s.mu.Unlock()
	if !busy {
		// ErrBusy and ErrClosed need no handling here, for the same reason.
		_ = s.enqueue(event, ticket(event))
	}
}

// ticket is a Tick of our own, which nobody waits for.
func ticket(event string) *pending {
	return &pending{req: Request{EventID: event, Command: inventory.Tick{}}, since: time.Now()}
}

// drain writes batches of one event until nothing waits.
func (s *Sequencer) drain(event string, q *queue) {
	defer s.idle.Done()
	for {
		s.slots <- struct{}{}
		batch := s.next(event, q)
		if batch == nil {
			<-s.slots
			return
		}
		s.write(event, q, batch)
		<-s.slots
	}
}

// next takes what waits, in arrival order. When nothing does, it takes the
// queue itself away: under the same lock as enqueue, so no command can fall
// between.
func (s *Sequencer) next(event string, q *queue) []*pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(q.waiting) == 0 {
		delete(s.queues, event)
		return nil
	}
	n := min(len(q.waiting), s.cfg.BatchLimit)
	if q.ahead > 0 {
		n, q.ahead = q.ahead, 0
	}
	batch := q.waiting[:n:n]
	if n == len(q.waiting) {
		q.waiting = nil
	} else {
		q.waiting = q.waiting[n:]
	}
	return batch
}

// peek returns what the next batch will have: what waits now.
func (s *Sequencer) peek(q *queue) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.ahead = min(len(q.waiting), s.cfg.BatchLimit)
	return requests(q.waiting[:q.ahead])
}

func requests(batch []*pending) []Request {
	reqs := make([]Request, len(batch))
	for i, p := range batch {
		reqs[i] = p.req
	}
	return reqs
}

func (s *Sequencer) write(event string, q *queue, batch []*pending) {
	ctx, cancel := context.WithTimeout(context.Background(), batchTimeout)
	defer cancel()
	start := time.Now()
	results, more := s.writer.WriteAhead(ctx, event, requests(batch), func() []Request { return s.peek(q) })
	if s.cfg.Published != nil {
		defer s.cfg.Published(event) // after the callers are answered
	}
	for i, p := range batch {
		if p.done != nil {
			p.done <- results[i]
		} else if results[i].Err != nil {
			s.cfg.Log.Warn("due work not done; the next tick tries again", "event", event, "error", results[i].Err)
		}
	}
	if more {
		s.again(q, event)
	}
	if s.cfg.Observe != nil {
		s.cfg.Observe(BatchStats{Commands: len(batch), Took: time.Since(start), Waited: start.Sub(batch[0].since)})
	}
}

// again puts a Tick behind what waits, for work that is left over and due now.
func (s *Sequencer) again(q *queue, event string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(q.waiting) > 0 {
		return // what waits makes a batch; after a restart the ticker finds the rest: DueAt is stored
	}
	q.waiting = append(q.waiting, ticket(event))
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
		events, err := s.cfg.Store.DueEvents(ctx, inventory.At(s.cfg.Now()), dueLimit)
		if err != nil {
			if ctx.Err() == nil {
				s.cfg.Log.Warn("cannot ask what is due", "error", err)
			}
			continue
		}
		for _, e := range events {
			s.wake(e)
		}
	}
}

// Close refuses new commands, writes and answers everything that waits, and
// returns; or returns ctx's error when that takes longer.
func (s *Sequencer) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stopTicker()
	done := make(chan struct{})
	go func() {
		<-s.tickerDone
		s.idle.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Busy says whether any event has commands that are not answered yet.
func (s *Sequencer) Busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.queues) > 0
}

// Waiting is how many commands of an event are queued and in no batch yet.
func (s *Sequencer) Waiting(event string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.queues[event]; q != nil {
		return len(q.waiting)
	}
	return 0
}
