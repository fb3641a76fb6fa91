package delivery

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of how background work yields to people who wait for a response.
const (
	// yieldFor is how long messages wait at most for a moment in which nobody waits for
	// a response. Then the rush counts as one that lasts, and until there is such a
	// moment they take turns, so that a long rush delays mail and never stops it.
	yieldFor = 5 * time.Second
	// yieldPoll is how often a waiting page checks whether the rush is over.
	yieldPoll = 50 * time.Millisecond
	// stormPage is the size of a page during a rush. After a page the next waits
	// yieldShare times as long as it took, at least minGap and at most maxGap: mail has
	// that part of one processor, however fast the machine is. With a fixed pause of
	// 40 ms and a wait of yieldFor before each page, mail went out at 200 a second
	// while thousands registered, and the last were told when all others had been.
	stormPage  = 64
	yieldShare = 3
	minGap     = 10 * time.Millisecond
	maxGap     = 500 * time.Millisecond
)

// Yield waits while the server is busy with people who wait for a response: they look
// at a screen, mail can be seconds later. Rendering and recording a message costs more
// than deciding and storing the registration that it confirms. page is how many
// messages the caller may process: few while the rush lasts.
func (d *Dispatcher) Yield(ctx context.Context) (page int) {
	if d.cfg.Busy == nil || !d.cfg.Busy() {
		d.turns.storm.Store(false)
		return pageSize
	}
	if !d.turns.storm.Load() && d.waitQuiet(ctx, yieldFor) {
		return pageSize
	}
	d.turns.storm.Store(true)
	if d.waitQuiet(ctx, d.turns.next(time.Now())) {
		d.turns.storm.Store(false)
		return pageSize
	}
	return stormPage
}

// waitQuiet waits for at most atMost and reports whether the server is idle or stopping.
func (d *Dispatcher) waitQuiet(ctx context.Context, atMost time.Duration) bool {
	end := time.NewTimer(atMost)
	defer end.Stop()
	look := time.NewTicker(yieldPoll)
	defer look.Stop()
	for d.cfg.Busy() {
		select {
		case <-look.C:
		case <-end.C:
			return false
		case <-d.stopping:
			return true
		case <-ctx.Done():
			return true
		}
	}
	return true
}

// turns spaces out the pages during a rush, first come, first served.
type turns struct {
	storm atomic.Bool // a rush has lasted for yieldFor

	mu   sync.Mutex
	free time.Time     // when the last turn ends (guarded by mu)
	gap  time.Duration // between turns; 0: minGap (guarded by mu)
}

// next returns the time until the caller's turn begins.
func (t *turns) next(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	begins := now
	if t.free.After(now) {
		begins = t.free
	}
	t.free = begins.Add(max(minGap, t.gap))
	return begins.Sub(now)
}

// took says how long a page took, for the pauses between those that follow: the mean of
// the last few.
func (t *turns) took(page time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	gap := page + yieldShare*page
	if t.gap > 0 {
		gap = (7*t.gap + gap) / 8
	}
	t.gap = min(maxGap, max(minGap, gap))
}
