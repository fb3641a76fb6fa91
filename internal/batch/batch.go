// Package batch is group commit: requests that arrive while one commit is under
// way share the next one.
//
// Requests wait in a bounded queue for each key. A goroutine takes all that
// wait, in arrival order, commits them together, and only then answers:
//
//	Submit ─► queue of the key ─► Commit ─► answers
//
// A sync to disk costs the same for one request as for a hundred, so the busier
// a key is, the more requests share a commit; a request that meets nobody is
// committed at once. Keys do not wait for each other. A key without requests
// costs nothing: its queue and goroutine end with its last request.
//
// The package knows neither what a request is nor how it is stored. Package
// sequencer commits the commands of events with it, package admission the scans at
// their entrances, package store bookings of the rooms of a venue. The engines of
// package store commit whole transactions with it, those of different events.
package batch

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Config configures a Group. All but Slots, Patience and Answered is required.
type Config[K comparable, R, A any] struct {
	// Waiting is how many requests of one key may wait for a commit, Together how
	// many share one at most.
	Waiting, Together int
	// Slots bound the commits under way over all keys, and over all groups that have
	// the same; nil: no bound. What waits for a slot is taken once it is there, so that
	// the requests of its commit are as many as can be.
	Slots *Slots
	// Patience is after how long a commit is taken to wait for something that others
	// hold, such as a lock of another server: it no longer has a slot, so
	// that those that need not wait go on. At most as many more are under way. 0: each
	// counts until its end.
	Patience time.Duration
	// Gather lets whatever is ready to run go first, each time before a commit takes its
	// requests: on busy processors those that come at the same time share one then. Nobody waits
	// for that where nothing is ready.
	Gather bool
	// Busy is the error of a request that finds the queue of its key full, Closed
	// of one that comes after Close. Such a request is not committed.
	Busy, Closed error
	// Commit commits requests of a key, in their order, and returns an answer for
	// each. For one key, one Commit follows another; for different keys they
	// overlap. It must return: those who wait cannot give up the commit.
	//
	// With fewer answers, at least one, it leaves the requests behind them to the next
	// Commit, before all others.
	//
	// next returns the requests that wait by now. When Commit calls it, the Commit
	// after this one is of exactly those that its last call returned.
	//
	// again, when not nil, is one more request of the key, whose answer nobody
	// waits for. It is dropped when others wait, since these make a commit anyway.
	Commit func(key K, requests []R, next func() []R) (answers []A, again *R)
	// Answered, when not nil, is told about each commit after its requests were
	// answered.
	Answered func(key K, s Stats)
}

// Slots bound how many commits are under way at the same time.
type Slots struct {
	counted chan struct{} // one token for each commit that counts
	late    chan struct{} // one token for each that took longer than its patience
}

// NewSlots returns slots for n commits, which is at least 1.
func NewSlots(n int) *Slots {
	n = max(n, 1)
	return &Slots{counted: make(chan struct{}, n), late: make(chan struct{}, n)}
}

// Stats describes a commit.
type Stats struct {
	Requests int
	Took     time.Duration
	Waited   time.Duration // of the request that had waited longest
}

// Group commits requests, those of one key in arrival order and together. It is
// safe for concurrent use.
type Group[K comparable, R, A any] struct {
	cfg Config[K, R, A]

	mu     sync.Mutex
	closed bool               // guarded by mu
	queues map[K]*queue[R, A] // guarded by mu; only keys with something to do
	// reserved is how many requests of a key are being prepared, whose place in the queue is
	// kept. Guarded by mu; only keys with any.
	reserved map[K]int
	refused  uint64         // guarded by mu
	idle     sync.WaitGroup // running drains
}

// queue holds the requests that wait for one key. It exists while a goroutine
// drains it.
type queue[R, A any] struct {
	waiting []*pending[R, A] // guarded by Group.mu
	// announced is how many of them the next commit takes, because the one before
	// was told about them; 0: as many as it may. Guarded by Group.mu.
	announced int
}

type pending[R, A any] struct {
	request R
	since   time.Time
	answer  chan A // nil: nobody waits
}

// New returns a group. It has no goroutine while nothing waits.
func New[K comparable, R, A any](cfg Config[K, R, A]) (*Group[K, R, A], error) {
	switch {
	case cfg.Waiting < 1 || cfg.Together < 1 || cfg.Patience < 0:
		return nil, errors.New("batch: Config has a limit below 1")
	case cfg.Busy == nil || cfg.Closed == nil:
		return nil, errors.New("batch: Config.Busy and Config.Closed are required")
	case cfg.Commit == nil:
		return nil, errors.New("batch: Config.Commit is required")
	}
	return &Group[K, R, A]{cfg: cfg, queues: map[K]*queue[R, A]{}}, nil
}

// Submit queues a request and waits until it is committed. Once it is queued, the
// end of ctx does not take it back: Submit then returns the context's error, and
// the request may yet take effect.
func (g *Group[K, R, A]) Submit(ctx context.Context, key K, request R) (A, error) {
	p := newPending[R, A](request)
	if err := g.enqueue(key, p); err != nil {
		var none A
		return none, err
	}
	return p.wait(ctx)
}

// SubmitPrepared is Submit of what prepare returns, which is called once it is certain that the
// queue of the key takes it, and not under a lock: so it may count what a refused request must
// not use up. Its error is returned, and nothing is queued.
func (g *Group[K, R, A]) SubmitPrepared(ctx context.Context, key K, prepare func() (R, error)) (A, error) {
	var none A
	if err := g.reserve(key); err != nil {
		return none, err
	}
	request, err := prepare()
	p := newPending[R, A](request)
	g.mu.Lock()
	if g.reserved[key]--; g.reserved[key] == 0 {
		delete(g.reserved, key)
	}
	switch {
	case err != nil:
	case g.closed:
		err = g.cfg.Closed
	default:
		g.add(key, p)
	}
	g.mu.Unlock()
	if err != nil {
		return none, err
	}
	return p.wait(ctx)
}

// reserve keeps a place in the queue of a key.
func (g *Group[K, R, A]) reserve(key K) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.admits(key, 1); err != nil {
		return err
	}
	if g.reserved == nil {
		g.reserved = map[K]int{}
	}
	g.reserved[key]++
	return nil
}

// admits returns why a key takes no more requests, of which there are so many. It is called with
// mu held.
func (g *Group[K, R, A]) admits(key K, requests int) error {
	if g.closed {
		return g.cfg.Closed
	}
	waiting := g.reserved[key]
	if q := g.queues[key]; q != nil {
		waiting += len(q.waiting)
	}
	if waiting+requests > g.cfg.Waiting {
		g.refused += uint64(requests) //nolint:gosec // a length
		return g.cfg.Busy
	}
	return nil
}

// Queue is Submit for callers that wait for the answer later: it is sent once.
func (g *Group[K, R, A]) Queue(key K, request R) (answer <-chan A, err error) {
	p := newPending[R, A](request)
	return p.answer, g.enqueue(key, p)
}

// SubmitAll queues requests of one key one behind the other, all or none, and
// returns their answers, in order. When ctx ends before the last is there, it
// returns those that are and the context's error.
func (g *Group[K, R, A]) SubmitAll(ctx context.Context, key K, requests []R) ([]A, error) {
	list := make([]*pending[R, A], len(requests))
	for i := range requests {
		list[i] = newPending[R, A](requests[i])
	}
	if err := g.enqueue(key, list...); err != nil {
		return nil, err
	}
	answers := make([]A, 0, len(list))
	for _, p := range list {
		a, err := p.wait(ctx)
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// Wake queues a request whose answer nobody waits for, unless the key has
// requests already or the group is closed.
func (g *Group[K, R, A]) Wake(key K, request R) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed && g.queues[key] == nil {
		g.add(key, &pending[R, A]{request: request, since: time.Now()})
	}
}

// Close refuses new requests, commits and answers those that wait, and returns;
// or returns ctx's error when that takes longer.
func (g *Group[K, R, A]) Close(ctx context.Context) error {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	done := make(chan struct{})
	go func() {
		g.idle.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Busy reports whether any key has requests that are not answered yet.
func (g *Group[K, R, A]) Busy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.queues) > 0
}

// Waiting is how many requests of a key are queued and in no commit yet.
func (g *Group[K, R, A]) Waiting(key K) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if q := g.queues[key]; q != nil {
		return len(q.waiting)
	}
	return 0
}

// Queued is how full the queue of a key is, from 0 to 1.
func (g *Group[K, R, A]) Queued(key K) float64 {
	return float64(g.Waiting(key)) / float64(g.cfg.Waiting)
}

// Depth is how full the fullest queue of all keys is, from 0 to 1, and how many requests are
// queued over all of them and in no commit yet.
func (g *Group[K, R, A]) Depth() (fullest float64, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	most := 0
	for _, q := range g.queues {
		most = max(most, len(q.waiting))
		waiting += len(q.waiting)
	}
	return float64(most) / float64(g.cfg.Waiting), waiting
}

// Refused is how many requests have found the queue of their key full.
func (g *Group[K, R, A]) Refused() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}

func newPending[R, A any](request R) *pending[R, A] {
	return &pending[R, A]{request: request, since: time.Now(), answer: make(chan A, 1)}
}

func (p *pending[R, A]) wait(ctx context.Context) (A, error) {
	select {
	case a := <-p.answer:
		return a, nil
	case <-ctx.Done():
		var none A
		return none, ctx.Err()
	}
}

func (g *Group[K, R, A]) enqueue(key K, list ...*pending[R, A]) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if err := g.admits(key, len(list)); err != nil {
		return err
	}
	g.add(key, list...)
	return nil
}

// add puts requests at the end of a queue, and begins to drain one that was not
// there. It is called with mu held.
func (g *Group[K, R, A]) add(key K, list ...*pending[R, A]) {
	q := g.queues[key]
	if q == nil {
		q = &queue[R, A]{}
		g.queues[key] = q
		g.idle.Add(1)
		go g.drain(key, q)
	}
	q.waiting = append(q.waiting, list...)
}

// drain commits the requests of one key until none waits.
func (g *Group[K, R, A]) drain(key K, q *queue[R, A]) {
	defer g.idle.Done()
	for {
		release := g.cfg.Slots.acquire(g.cfg.Patience)
		if g.cfg.Gather {
			runtime.Gosched()
		}
		list := g.take(key, q)
		if list != nil {
			g.commit(key, q, list)
		}
		release()
		if list == nil {
			return
		}
	}
}

// acquire waits until one more commit may be under way, which loses its slot after a time
// of patience, unless that is 0. release ends it. Nil bounds nothing.
func (s *Slots) acquire(patience time.Duration) (release func()) {
	if s == nil {
		return func() {}
	}
	s.counted <- struct{}{}
	if patience == 0 {
		return func() { <-s.counted }
	}
	var mu sync.Mutex // over held and done
	held, done := s.counted, false
	lost := time.AfterFunc(patience, func() {
		mu.Lock()
		defer mu.Unlock()
		if done {
			return
		}
		select {
		case s.late <- struct{}{}:
			<-held
			held = s.late
		default: // there are enough of them
		}
	})
	return func() {
		lost.Stop()
		mu.Lock()
		defer mu.Unlock()
		<-held
		done = true
	}
}

// take returns the requests of the next commit, in arrival order. When none
// waits, it takes the queue itself away: under the same lock as enqueue, so no
// request can fall between.
func (g *Group[K, R, A]) take(key K, q *queue[R, A]) []*pending[R, A] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(q.waiting) == 0 {
		delete(g.queues, key)
		return nil
	}
	n := min(len(q.waiting), g.cfg.Together)
	if q.announced > 0 {
		n, q.announced = q.announced, 0
	}
	list := q.waiting[:n:n]
	if n == len(q.waiting) {
		q.waiting = nil
	} else {
		q.waiting = q.waiting[n:]
	}
	return list
}

// announce returns the requests of the next commit: those that wait now.
func (g *Group[K, R, A]) announce(q *queue[R, A]) []R {
	g.mu.Lock()
	defer g.mu.Unlock()
	q.announced = min(len(q.waiting), g.cfg.Together)
	return requests(q.waiting[:q.announced])
}

func requests[R, A any](list []*pending[R, A]) []R {
	rs := make([]R, len(list))
	for i, p := range list {
		rs[i] = p.request
	}
	return rs
}

func (g *Group[K, R, A]) commit(key K, q *queue[R, A], list []*pending[R, A]) {
	start := time.Now()
	answers, again := g.cfg.Commit(key, requests(list), func() []R { return g.announce(q) })
	for i := range answers {
		if p := list[i]; p.answer != nil {
			p.answer <- answers[i]
		}
	}
	if left := list[len(answers):]; len(left) > 0 {
		g.leave(q, left)
	}
	if again != nil {
		g.again(q, *again)
	}
	if g.cfg.Answered != nil {
		g.cfg.Answered(key, Stats{Requests: len(answers), Took: time.Since(start), Waited: start.Sub(list[0].since)})
	}
}

// leave puts requests back in front of those that wait.
func (g *Group[K, R, A]) leave(q *queue[R, A], left []*pending[R, A]) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q.waiting, q.announced = slices.Concat(left, q.waiting), 0
}

// again puts a request that nobody waits for into a queue where none waits.
func (g *Group[K, R, A]) again(q *queue[R, A], request R) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed && len(q.waiting) == 0 {
		q.waiting = append(q.waiting, &pending[R, A]{request: request, since: time.Now()})
	}
}
