package rehearsal

import (
	"container/heap"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/store"
)

const (
	// stalled is how long nobody has to be called, while there is something left and people
	// wait, for the sale to be given up. Whoever is called is waited for for 20 seconds.
	stalled = 30 * time.Second
	// patience is how often a person makes one request that is not answered.
	patience = 25
	// seen is how old the public document is at most that a person looks at: caches keep it
	// for a second.
	seen = time.Second
)

// crowd are the people, and what each does when.
type crowd struct {
	cfg     *Config
	copied  *copied
	target  string // base URL of the server
	started time.Time
	// arrivals are when people come after that, in order; guarded by mu.
	arrivals []time.Duration
	// attempts is how often a person makes one request that is not answered.
	attempts int

	// stage moves a draw on; nil where nothing is drawn.
	stage *stage

	mu      sync.Mutex
	due     [lanes]timeline   // guarded by mu, as all below but wake
	waiting map[int64]*person // by place; in a ballot by number
	serving int64             // people are called up to this place
	busy    int               // how many are due, or in the hands of a worker
	left    int64             // places that are free, as the public document says
	moved   time.Time
	random  *rand.Rand
	wake    [lanes]chan struct{}

	// What follows is of draws. staged keeps the storm from ending while nobody is due, ended has
	// it end although people wait.
	staged, ended bool
	late          []*person // who come after the seal
	undrawn       []*person // who have joined
	sealed        bool
	order         *draw.Order // nil: it is not drawn
	entrants      int64       // in it
	inRoom        int64       // all who have joined, as the public document says
	slotsBegun    int64       // of the time slots
	// offers are of how many people a ballot was mailed, offersOn after others have let theirs lapse
	// in so many rounds, and unclaimed those that nobody looked at. given were places that nobody
	// had to claim.
	offers, offersOn, round, unclaimed, given int64
}

// Those who join and those who are inside have connections of their own: a person inside
// must not wait here for a connection that somebody wants to join by.
const (
	outside = iota
	within
	lanes
)

// lane is where a person's step is made.
func (p *person) lane() int {
	if p.step == join {
		return outside
	}
	return within
}

// task is what a person does at a time.
type task struct {
	at     time.Time
	person *person
}

// timeline are tasks, the first one on top.
type timeline []task

// Len and the others make it a heap.
func (t timeline) Len() int           { return len(t) }
func (t timeline) Less(i, j int) bool { return t[i].at.Before(t[j].at) }
func (t timeline) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }

// Push appends a task.
func (t *timeline) Push(x any) { *t = append(*t, x.(task)) }

// Pop takes the last one.
func (t *timeline) Pop() any {
	old := *t
	x := old[len(old)-1]
	old[len(old)-1] = task{}
	*t = old[:len(old)-1]
	return x
}

func newCrowd(cfg *Config, c *copied, target string, arrivals []time.Duration, random *rand.Rand) *crowd {
	w := &crowd{cfg: cfg, copied: c, target: target, arrivals: arrivals, waiting: map[int64]*person{}, left: c.capacity, attempts: patience}
	for lane := range w.wake {
		w.wake[lane] = make(chan struct{}, 1)
	}
	w.started = time.Now()
	w.moved, w.random, w.staged = w.started, random, c.draw != nil
	w.arrivals = nil
	for i, at := range arrivals {
		p := newPerson(i, c, random)
		if c.mode == inventory.OnsaleDraw && i > 0 && random.IntN(100) < percentLate {
			w.late = append(w.late, p)
			continue
		}
		p.since = w.started.Add(at)
		w.arrivals = append(w.arrivals, at)
		w.due[p.lane()] = append(w.due[p.lane()], task{p.since, p}) // in order, so it is a heap
	}
	w.busy = len(w.arrivals)
	return w
}

// storm lets everybody come, and returns what was seen when the last is done.
func (w *crowd) storm(ctx context.Context) (*tally, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, w.cfg.Duration, errOver)
	defer cancel()
	all := newTally()
	watcher, err := newWatcher(w)
	if err != nil {
		return nil, err
	}
	var workers []*worker
	for n := range lanes * w.cfg.Connections {
		one, err := newWorker(w, n)
		if err != nil {
			return nil, err
		}
		workers = append(workers, one)
	}
	watching, stop := context.WithCancel(ctx)
	var watchers, running sync.WaitGroup
	if w.copied.room {
		watchers.Go(func() { watcher.run(watching, all) })
	}
	directed := make(chan error, 1)
	if w.stage != nil {
		running.Go(func() { directed <- w.direct(ctx) })
	} else {
		directed <- nil
	}
	for lane := range lanes {
		tasks := make(chan task)
		for _, one := range workers[lane*w.cfg.Connections : (lane+1)*w.cfg.Connections] {
			running.Go(func() { one.run(tasks) })
		}
		running.Go(func() {
			defer close(tasks)
			w.hand(ctx, lane, tasks)
		})
	}
	running.Wait()
	stop()
	watchers.Wait()
	if err := <-directed; err != nil {
		return nil, err
	}
	all.over = errors.Is(context.Cause(ctx), errOver)
	for _, worker := range workers {
		all.add(worker.tally)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	all.took = time.Since(w.started)
	all.drawn, all.offers, all.offersOn, all.slots = w.entrants, w.offers, w.offersOn, w.slotsBegun
	all.habits[absent] += w.unclaimed
	all.bought += w.given
	for _, p := range w.waiting {
		if p.habit != absent || p.place > w.serving || w.copied.mode == inventory.OnsaleBallot {
			all.inVain++
		} else {
			all.habits[absent]++
		}
	}
	all.inVain += int64(len(w.undrawn))
	all.unfinished += int64(len(w.late))
	for _, t := range slices.Concat(w.due[:]...) { // the time was over
		all.unfinished++
		if p := t.person; p.order != "" {
			all.baskets = append(all.baskets, basket{order: p.order, units: p.units, paid: p.paid})
		}
	}
	return all, nil
}

// telling is how often it is told how far a rehearsal is.
const telling = time.Second

// tell tells how far the storm is, until what it returns is called. Where nobody wants to know,
// the server that is measured is not asked.
func (w *crowd) tell(ctx context.Context, st *store.Store) (stop func()) {
	if w.cfg.Progress == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		tick := time.NewTicker(telling)
		defer tick.Stop()
		var sold int64
		for {
			// It is only shown: that the server of the copy is busy is not a reason to stop.
			if v, err := st.Events.Event(ctx, w.copied.event); err == nil && len(v.Pools) > 0 {
				sold = v.Pools[0].Confirmed
			}
			since := time.Since(w.started)
			w.mu.Lock()
			called := w.serving
			w.mu.Unlock()
			w.cfg.Progress(runs.Progress{
				Phase: runs.Selling, Seconds: since.Seconds(), Arrived: w.arrived(since), Called: min(called, int64(w.cfg.People)), Sold: sold, Capacity: w.copied.capacity,
			})
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}

// arrived returns how many have come so long after it began.
func (w *crowd) arrived(since time.Duration) int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, _ := slices.BinarySearch(w.arrivals, since)
	return int64(n)
}

// hand gives the tasks of a lane to its workers when they are due, until nobody has one any
// more.
func (w *crowd) hand(ctx context.Context, lane int, tasks chan<- task) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		next, wait, over := w.next(time.Now(), lane)
		switch {
		case over:
			return
		case next.person != nil:
			select {
			case tasks <- next:
			case <-ctx.Done():
				w.mu.Lock()
				heap.Push(&w.due[lane], next)
				w.mu.Unlock()
				return
			}
			continue
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-w.wake[lane]:
		case <-ctx.Done():
			return
		}
	}
}

// idle is how long is waited when nothing is due.
const idle = 100 * time.Millisecond

// next returns the task of a lane that is due at now, or how long to wait for one; over:
// there will be none.
func (w *crowd) next(now time.Time, lane int) (t task, wait time.Duration, over bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if due := &w.due[lane]; len(*due) > 0 {
		if wait = (*due)[0].at.Sub(now); wait > 0 {
			return task{}, min(wait, idle), false
		}
		return heap.Pop(due).(task), 0, false
	}
	if w.busy > 0 || w.staged {
		return task{}, idle, false
	}
	if w.ended {
		return task{}, 0, true
	}
	coming := 0
	for _, p := range w.waiting {
		if p.habit != absent {
			coming++
			break
		}
	}
	return task{}, idle, coming == 0 || w.left == 0 && now.Sub(w.moved) > 2*seen || now.Sub(w.moved) > stalled
}

// schedule makes a person due. The lock is held.
func (w *crowd) schedule(t time.Time, p *person) {
	heap.Push(&w.due[p.lane()], task{t, p})
	select {
	case w.wake[p.lane()] <- struct{}{}:
	default:
	}
}

// done takes a person out of the hands of a worker: who has gone, waits, or is due again.
func (w *crowd) done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy--
	w.moved = time.Now()
}

// waits has a person wait to be called, who may be already.
func (w *crowd) waits(p *person) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.copied.mode == inventory.OnsaleBallot: // for a mail
		w.waiting[int64(p.no)] = p
	case w.copied.mode == inventory.OnsaleDraw && w.order == nil:
		w.undrawn = append(w.undrawn, p)
	default:
		w.place(p)
	}
}

// place has a person wait at their place. The lock is held.
func (w *crowd) place(p *person) {
	p.place = w.placeOf(p.index)
	if p.habit == hasty && p.place > w.serving { // who does not wait to be called
		p.step, p.since, p.sent = enter, time.Now(), 0
		w.busy++
		w.schedule(p.since, p)
		return
	}
	w.waiting[p.place] = p
	if p.place <= w.serving {
		w.call(p)
	}
}

// told is told what the public document says: up to which place people are called, how much is
// left, and how far a draw is.
func (w *crowd) told(d *document) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d.Available != w.left || d.Serving > w.serving {
		w.moved = time.Now()
	}
	w.left, w.inRoom = d.Available, d.Entrants
	if d.Draw.Entrants != nil {
		w.sealed = true
		if d.Draw.Seed != (draw.HexHash{}) && w.order == nil {
			w.drawn(draw.Hash(d.Draw.Seed), *d.Draw.Entrants)
		}
	}
	from := w.serving
	w.serving = max(w.serving, d.Serving)
	if w.copied.mode == inventory.OnsaleBallot { // nobody is let in
		return
	}
	for place := from + 1; place <= w.serving; place++ {
		if p := w.waiting[place]; p != nil {
			w.call(p)
		}
	}
}

// call has a person come in, once they have seen that they are called. The lock is held.
func (w *crowd) call(p *person) {
	if p.habit == absent {
		return
	}
	delete(w.waiting, p.place)
	after := time.Duration(w.random.Int64N(int64(seen)))
	if p.habit == returns {
		after += time.Second + w.thinks(w.random)*2
	}
	p.step, p.since, p.sent = enter, time.Now().Add(after), 0
	w.busy++
	w.schedule(p.since, p)
}

// thinks is for how long a person thinks: from half as long as on average to half as long
// again.
func (w *crowd) thinks(random *rand.Rand) time.Duration {
	return time.Duration((0.5 + random.Float64()) * float64(w.cfg.Think))
}

// errOver ends a storm.
var errOver = errors.New("rehearsal: the time is over")
