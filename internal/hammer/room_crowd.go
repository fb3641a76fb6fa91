package hammer

import (
	"container/heap"
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/waitroom"
)

const (
	// looks is how often the public document is read at each target, for everybody, as
	// caches do; notices is within which time a guest sees that their own place is called.
	looks, notices = 200 * time.Millisecond, 500 * time.Millisecond
	// networksOfCaches are those that the document is read from.
	networksOfCaches = 8
	// finishes is how long those inside have to finish when the time is over.
	finishes = 10 * time.Second
	// soldOutFor is how long nothing may move before a run ends in which nothing is left.
	soldOutFor = 3 * time.Second
	// stalledFor is how long nothing may move at all: passes that somebody forgot last for a
	// minute.
	stalledFor = 90 * time.Second
	idle       = 50 * time.Millisecond
)

// crowd is what the connections of the scenarios Room and Draw share: who waits, and who does what
// when.
type crowd struct {
	run    *run
	event  string
	guests atomic.Int64 // who have been made

	mu       sync.Mutex
	joined   int64            // guarded by mu, as all below
	waiting  map[int64]*guest // by place
	undrawn  []*guest         // who wait for their places to be drawn
	places   waitroom.Places
	drawn    bool
	serving  int64
	left     int64
	inside   int64 // the most that a document said
	limit    int64 // of the document
	entrants int64
	due      guestHeap
	busy     int  // guests in the hands of a connection
	arriving bool // people still join
	moved    time.Time
	notDrawn string // why the value of the ceremony was not taken; "": it was, or there is none

	entered, bought, turned int64
	wake                    chan struct{}
}

func newCrowd(r *run) *crowd {
	return &crowd{run: r, event: r.cfg.Events[0], waiting: map[int64]*guest{}, left: -1, arriving: true, moved: time.Now(), wake: make(chan struct{}, 1)}
}

// watchers is how many connections read the public document.
func (r *run) watchers() int {
	if r.crowd == nil {
		return 0
	}
	return len(r.addresses)
}

// guestHeap are guests who do something at a time, the first one on top.
type guestHeap []*guest

// Len and the others make it a heap.
func (h guestHeap) Len() int           { return len(h) }
func (h guestHeap) Less(i, j int) bool { return h[i].since.Before(h[j].since) }
func (h guestHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push appends a guest.
func (h *guestHeap) Push(x any) { *h = append(*h, x.(*guest)) }

// Pop takes the last one.
func (h *guestHeap) Pop() any {
	old := *h
	g := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	return g
}

// drive runs all connections to the end: half of them bring people, half act for those who
// were called, so that nobody who is inside waits for a connection that somebody joins by.
func (c *crowd) drive(ctx context.Context, workers []*worker) {
	watchers := workers[len(workers)-c.run.watchers():]
	var arriving, within, watching sync.WaitGroup
	seeing, stop := context.WithCancel(ctx)
	defer stop()
	for n, w := range watchers {
		watching.Go(func() { w.see(seeing, n) })
	}
	if c.run.cfg.Scenario == Draw {
		watching.Go(func() { c.enterBeacon(seeing) })
	}
	tasks := make(chan *guest)
	for n, w := range workers[:len(workers)-len(watchers)] {
		if n%2 == 0 {
			arriving.Go(func() { w.loop(ctx) })
			continue
		}
		within.Go(func() {
			defer w.client.close()
			for g := range tasks {
				w.visit(ctx, g)
				c.done()
			}
		})
	}
	within.Go(func() {
		defer close(tasks)
		c.hand(ctx, tasks)
	})
	arriving.Wait()
	c.mu.Lock()
	c.arriving = false
	c.mu.Unlock()
	within.Wait()
	stop()
	watching.Wait()
}

// see reads the public document until ctx ends, from the networks of several caches.
func (w *worker) see(ctx context.Context, n int) {
	defer w.client.close()
	tick := time.NewTicker(looks)
	defer tick.Stop()
	for look := 0; ctx.Err() == nil; look++ {
		cache := &guest{no: 1<<27 + int64(networksOfCaches*n+look%networksOfCaches)}
		w.exchange(ctx, &request{op: OpWatch, event: w.run.crowd.event, guest: cache}, time.Now())
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// visit makes the step of a guest.
func (w *worker) visit(ctx context.Context, g *guest) {
	q := request{op: g.step, event: w.run.crowd.event, user: g.user, guest: g}
	if g.step == OpPay { // at the desk, by staff
		q.subject, q.guest, q.payer = g.order, nil, g
	}
	if !g.step.repeats() {
		q.key = string(g.step) + "-" + g.user
	}
	w.exchange(ctx, &q, g.since)
}

// hand gives guests who are due to connections, until nobody is any more.
func (c *crowd) hand(ctx context.Context, tasks chan<- *guest) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		g, wait, over := c.next(time.Now())
		switch {
		case over:
			return
		case g != nil:
			select {
			case tasks <- g:
			case <-ctx.Done():
				return
			}
			continue
		}
		timer.Reset(wait)
		select {
		case <-timer.C:
		case <-c.wake:
		case <-ctx.Done():
			return
		}
	}
}

// next returns a guest who is due, or how long to wait for one; over: the run is.
func (c *crowd) next(now time.Time) (g *guest, wait time.Duration, over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	late := !now.Before(c.run.until)
	for len(c.due) > 0 {
		if late && c.due[0].step == OpEnter { // nobody comes in any more
			heap.Pop(&c.due)
			continue
		}
		if wait = c.due[0].since.Sub(now); wait > 0 {
			return nil, min(wait, idle), now.Sub(c.run.until) > finishes
		}
		c.busy++
		return heap.Pop(&c.due).(*guest), 0, false
	}
	switch {
	case now.Sub(c.run.until) > finishes:
		over = true
	case c.busy > 0 || c.arriving:
	case late:
		over = true
	case c.left == 0:
		over = now.Sub(c.moved) > soldOutFor
	default:
		over = !c.coming() || c.drawn && now.Sub(c.moved) > stalledFor
	}
	return nil, idle, over
}

// coming reports whether anybody waits who will come when called. The lock is held.
func (c *crowd) coming() bool {
	for _, g := range c.waiting {
		if g.habit != absent {
			return true
		}
	}
	return len(c.undrawn) > 0
}

func (c *crowd) done() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy--
	c.moved = time.Now()
}

func (c *crowd) count(n *int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*n++
}

// goOn makes a guest due for a step.
func (c *crowd) goOn(g *guest, step Op, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.schedule(g, step, at)
}

// schedule is goOn with the lock held.
func (c *crowd) schedule(g *guest, step Op, at time.Time) {
	g.step, g.since = step, at
	heap.Push(&c.due, g)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// arrived has a guest wait to be called, who may be already.
func (c *crowd) arrived(g *guest, random *rand.Rand) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.joined++
	if !c.drawn {
		c.undrawn = append(c.undrawn, g)
		return
	}
	c.take(g, random)
}

// take has a guest take the place that is known now. The lock is held.
func (c *crowd) take(g *guest, random *rand.Rand) {
	g.place = c.places.Of(g.index)
	if g.habit == early && g.place > c.serving {
		c.schedule(g, OpEnter, time.Now())
		return
	}
	c.wait(g, random)
}

// wait has a guest wait, or come in if the place is called. The lock is held.
func (c *crowd) wait(g *guest, random *rand.Rand) {
	switch {
	case g.place > c.serving:
		c.waiting[g.place] = g
	case g.habit != absent:
		c.schedule(g, OpEnter, time.Now().Add(time.Duration(random.Int64N(int64(notices)))))
	}
}

// turnedAway has a guest wait who was told to: for the call, or for room inside.
func (c *crowd) turnedAway(g *guest, again time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.turned++
	if g.place > c.serving {
		c.waiting[g.place] = g
		return
	}
	c.schedule(g, OpEnter, again)
}

// look is told what the public document says.
func (c *crowd) look(d *document, random *rand.Rand) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.drawn {
		places, drawn, err := d.places()
		if err != nil || !drawn {
			return
		}
		c.places, c.drawn = places, true
		for _, g := range c.undrawn {
			c.take(g, random)
		}
		c.moved = time.Now()
		c.undrawn = nil
	}
	if d.Available != c.left || d.Serving > c.serving {
		c.moved = time.Now()
	}
	c.left, c.limit = d.Available, d.MaxInside
	c.inside, c.entrants = max(c.inside, d.Inside), max(c.entrants, d.Entrants)
	from := c.serving
	c.serving = max(c.serving, d.Serving)
	for place := from + 1; place <= c.serving; place++ {
		if g := c.waiting[place]; g != nil {
			delete(c.waiting, place)
			c.wait(g, random)
		}
	}
}
