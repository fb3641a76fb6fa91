package delivery

import (
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// queue holds the tasks of one channel that this process has taken. The organizations
// take turns, each within its rate: a festival with 200,000 messages delays a reading
// circle with 20 by one message, not by 200,000.
type queue struct {
	mu    sync.Mutex
	lanes map[string]*lane // by organization; only those with tasks (guarded by mu)
	ring  []*lane          // the same, in turn (guarded by mu)
	at    int              // whose turn it is (guarded by mu)
	size  int              // (guarded by mu)
	more  chan struct{}    // closed and replaced when tasks arrive (guarded by mu)

	provider *rate.Limiter // nil: no limit
	rate     float64       // of the provider, over all servers
	orgRate  float64
	limits   map[string]*rate.Limiter // of organizations (guarded by mu)
	workers  int64                    // that share the rates (guarded by mu)
	// spilled are organizations with deliveries that were left in the database because
	// the queue was full. Later ones wait behind them. (guarded by mu)
	spilled map[string]bool
}

type lane struct {
	org   string
	tasks [urgencies][]*Task
	size  int
}

// headroom keeps below a rate, because the provider measures it with its own clock.
const headroom = 0.97

func newQueue(perSecond, orgRate float64) *queue {
	q := &queue{lanes: map[string]*lane{}, more: make(chan struct{}), rate: perSecond, orgRate: orgRate, limits: map[string]*rate.Limiter{}, workers: 1, spilled: map[string]bool{}}
	if perSecond > 0 {
		q.provider = limiter(perSecond, 1)
	}
	return q
}

// limiter returns a token bucket of 20 ms: as smooth as timers are.
func limiter(perSecond float64, workers int64) *rate.Limiter {
	r := perSecond * headroom / float64(max(1, workers))
	return rate.NewLimiter(rate.Limit(r), max(1, int(r/50)))
}

// share divides the rates among the workers that are alive.
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

// limit returns how many tasks may wait: as many as go out in queueFor.
func (q *queue) limit() int {
	if q.rate <= 0 {
		return queueLimit
	}
	return min(queueLimit, max(minQueue, int(q.rate*queueFor.Seconds())))
}

// room returns how many more tasks may wait, in all and of one organization.
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

// fits reports whether n tasks of an organization have room. It is also true when it is
// useless to wait for room: because the rate is too low for so many ever to fit, or
// because other workers can help.
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

// behind reports whether deliveries of an organization wait in the database, so that
// new ones have to wait there too. spill and behindOnly set it.
func (q *queue) behind(org string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.spilled[org]
}

// behindOthers reports whether any organization but these is marked as behind.
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

// behindOnly records that only these organizations have deliveries in the database.
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

func (q *queue) push(tasks ...*Task) {
	if len(tasks) == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, task := range tasks {
		org := task.Delivery.OrgID
		n := q.lanes[org]
		if n == nil {
			n = &lane{org: org}
			q.lanes[org] = n
			q.ring = append(q.ring, n)
		}
		u := min(max(task.Delivery.Urgency, 0), urgencies-1)
		n.tasks[u] = append(n.tasks[u], task)
		n.size++
		q.size++
	}
	close(q.more)
	q.more = make(chan struct{})
}

// idleLook is how long pop waits before it checks the rates again.
const idleLook = 5 * time.Millisecond

// pop waits for tasks and returns up to most of them, one organization after the other;
// none after stop is closed.
func (q *queue) pop(stop <-chan struct{}, most int) []*Task {
	for {
		tasks, more, limited := q.take(most)
		if len(tasks) > 0 {
			return tasks
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

// take is pop without waiting. limited reports whether there are tasks whose
// organizations have reached their rates.
func (q *queue) take(most int) (tasks []*Task, more <-chan struct{}, limited bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for refused := 0; len(tasks) < most && refused < len(q.ring); {
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
		tasks = append(tasks, n.pop())
		q.size--
		if n.size == 0 {
			delete(q.lanes, n.org)
			q.ring = append(q.ring[:q.at], q.ring[q.at+1:]...)
			continue
		}
		q.at++
	}
	return tasks, q.more, limited
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

func (l *lane) pop() *Task {
	for u := range l.tasks {
		if list := l.tasks[u]; len(list) > 0 {
			task := list[0]
			list[0] = nil
			l.tasks[u] = list[1:]
			l.size--
			return task
		}
	}
	return nil
}

// drain empties the queue.
func (q *queue) drain() []*Task {
	q.mu.Lock()
	defer q.mu.Unlock()
	var tasks []*Task
	for _, n := range q.ring {
		for n.size > 0 {
			tasks = append(tasks, n.pop())
		}
	}
	q.lanes, q.ring, q.at, q.size = map[string]*lane{}, nil, 0, 0
	return tasks
}

// breaker is a circuit breaker: it pauses a channel while its provider is out.
type breaker struct {
	mu    sync.Mutex
	until time.Time     // (guarded by mu)
	pause time.Duration // the last one (guarded by mu)
}

// The first and the longest pause of a provider that is out.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
)

// trip begins a pause, longer each time. Failures during a pause count once.
func (b *breaker) trip(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Before(b.until) {
		return
	}
	b.pause = min(maxPause, max(firstPause, 2*b.pause))
	b.until = now.Add(b.pause)
}

// reset records that the provider accepts messages.
func (b *breaker) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pause = 0
}

// wait returns how long the pause still lasts.
func (b *breaker) wait(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.until.Sub(now)
}
