package delivery

import (
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// queue holds the letters of one channel that this process has taken. The
// organizations take turns, each within its rate: a festival with 200,000
// letters delays a reading circle with 20 by one letter, not by 200,000.
type queue struct {
	mu    sync.Mutex
	lanes map[string]*lane // by organization; only those with letters (guarded by mu)
	ring  []*lane          // the same, in turn (guarded by mu)
	at    int              // whose turn it is (guarded by mu)
	size  int              // (guarded by mu)
	more  chan struct{}    // closed and replaced when letters come (guarded by mu)

	provider *rate.Limiter // nil: no bound
	rate     float64       // of the provider, over all servers
	orgRate  float64
	limits   map[string]*rate.Limiter // of organizations (guarded by mu)
	workers  int64                    // that share the rates (guarded by mu)
	// spilled are organizations of which something was left to the database for
	// want of room. What comes later goes behind it. (guarded by mu)
	spilled map[string]bool
}

type lane struct {
	org     string
	letters [urgencies][]*Letter
	size    int
}

// headroom keeps below a rate, because a provider's clock is another one.
const headroom = 0.97

func newQueue(perSecond, orgRate float64) *queue {
	q := &queue{lanes: map[string]*lane{}, more: make(chan struct{}), rate: perSecond, orgRate: orgRate, limits: map[string]*rate.Limiter{}, workers: 1, spilled: map[string]bool{}}
	if perSecond > 0 {
		q.provider = limiter(perSecond, 1)
	}
	return q
}

// limiter is a bucket that holds what comes in 20 ms: as smooth as timers are.
func limiter(perSecond float64, workers int64) *rate.Limiter {
	r := perSecond * headroom / float64(max(1, workers))
	return rate.NewLimiter(rate.Limit(r), max(1, int(r/50)))
}

// share divides the rates by the workers that are alive.
func (q *queue) share(workers int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if workers == q.workers || workers < 1 {
		return
	}
	q.workers = workers
	if q.provider != nil {
		q.provider.SetLimit(rate.Limit(q.rate * headroom / float64(workers)))
	}
	clear(q.limits)
}

// limit is how many letters may wait: what goes out in queueFor.
func (q *queue) limit() int {
	if q.rate <= 0 {
		return queueLimit
	}
	return min(queueLimit, max(minQueue, int(q.rate*queueFor.Seconds())))
}

// room is how many more letters may wait, and how many of one organization.
func (q *queue) room(org string) (all, own int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	limit := q.limit()
	own = limit / 2
	if l := q.lanes[org]; l != nil {
		own -= l.size
	}
	return limit - q.size, own
}

// fits says whether n letters of an organization could wait here, or never can: the
// rate is too low, or this worker is not alone and need not do all by itself.
func (q *queue) fits(org string, n int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	limit := q.limit()
	if q.workers > 1 || limit/2 < n {
		return true
	}
	own := limit / 2
	if l := q.lanes[org]; l != nil {
		own -= l.size
	}
	return !q.spilled[org] && min(own, limit-q.size) >= n
}

// behind says whether something of an organization waits in the database, so
// that what comes now has to wait there too; spill and caughtUp set it.
func (q *queue) behind(org string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.spilled[org]
}

// behindOthers says whether any organization but these is believed to be behind.
func (q *queue) behindOthers(orgs []string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for org := range q.spilled {
		if !slices.Contains(orgs, org) {
			return true
		}
	}
	return false
}

// behindOnly says that of all organizations these alone have something waiting in
// the database.
func (q *queue) behindOnly(orgs []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	maps.DeleteFunc(q.spilled, func(org string, _ bool) bool { return !slices.Contains(orgs, org) })
}

func (q *queue) spill(org string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.spilled[org] = true
}

func (q *queue) caughtUp(org string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.spilled, org)
}

func (q *queue) push(letters ...*Letter) {
	if len(letters) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, l := range letters {
		org := l.Delivery.OrgID
		n := q.lanes[org]
		if n == nil {
			n = &lane{org: org}
			q.lanes[org] = n
			q.ring = append(q.ring, n)
		}
		u := min(max(l.Delivery.Urgency, 0), urgencies-1)
		n.letters[u] = append(n.letters[u], l)
		n.size++
		q.size++
	}
	close(q.more)
	q.more = make(chan struct{})
}

// idleLook is how long pop waits before it looks at rates again.
const idleLook = 5 * time.Millisecond

// pop returns up to most letters, one organization after the other; none when
// stop is closed. It waits until there is at least one.
func (q *queue) pop(stop <-chan struct{}, most int) []*Letter {
	for {
		letters, more, limited := q.take(most)
		if len(letters) > 0 {
			return letters
		}
		var again <-chan time.Time
		if limited {
			again = time.After(idleLook)
		}
		select {
		case <-stop:
			return nil
		case <-more:
		case <-again:
		}
	}
}

// take is pop without waiting. limited says that there are letters whose
// organizations are at their rates.
func (q *queue) take(most int) (letters []*Letter, more <-chan struct{}, limited bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for refused := 0; len(letters) < most && refused < len(q.ring); {
		if q.at >= len(q.ring) {
			q.at = 0
		}
		n := q.ring[q.at]
		if !q.allows(n.org) {
			limited = true
			refused++
			q.at++
			continue
		}
		letters = append(letters, n.pop())
		q.size--
		if n.size == 0 {
			delete(q.lanes, n.org)
			q.ring = append(q.ring[:q.at], q.ring[q.at+1:]...)
			continue
		}
		q.at++
	}
	return letters, q.more, limited
}

func (q *queue) allows(org string) bool {
	if q.orgRate <= 0 {
		return true
	}
	l := q.limits[org]
	if l == nil {
		l = limiter(q.orgRate, q.workers)
		q.limits[org] = l
	}
	return l.Allow()
}

func (n *lane) pop() *Letter {
	for u := range n.letters {
		if list := n.letters[u]; len(list) > 0 {
			l := list[0]
			list[0] = nil
			n.letters[u] = list[1:]
			n.size--
			return l
		}
	}
	return nil
}

// drain empties the queue.
func (q *queue) drain() []*Letter {
	q.mu.Lock()
	defer q.mu.Unlock()
	var letters []*Letter
	for _, n := range q.ring {
		for n.size > 0 {
			letters = append(letters, n.pop())
		}
	}
	q.lanes, q.ring, q.at, q.size = map[string]*lane{}, nil, 0, 0
	return letters
}

// gate is closed for a while after a provider took nothing at all.
type gate struct {
	mu    sync.Mutex
	until time.Time     // (guarded by mu)
	pause time.Duration // the last one (guarded by mu)
}

// The first and the longest pause of a provider that takes nothing.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
)

// shut closes the gate, longer each time. Failures of one moment count once.
func (g *gate) shut(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Before(g.until) {
		return
	}
	g.pause = min(maxPause, max(firstPause, 2*g.pause))
	g.until = now.Add(g.pause)
}

// open notes that the provider takes letters.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pause = 0
}

// wait is how long the gate stays shut.
func (g *gate) wait(now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.until.Sub(now)
}
