package delivery

import (
	"context"
	"sync"
	"time"
)

// Limits of how background work yields to people who wait for a response.
const (
	// yieldFor is how long a page of messages waits at most while registrations are
	// being written. Then it takes its turn, so that a long rush delays mail and never
	// stops it.
	yieldFor = 5 * time.Second
	// yieldPoll is how often a waiting page checks whether the rush is over.
	yieldPoll = 50 * time.Millisecond
	// yieldGap is the time between two pages during a rush, and stormPage the size of
	// such a page. Otherwise all pages that began to wait together would go ahead
	// together, and a request of that moment would wait for all of them: many small
	// turns are felt less than a few large ones.
	yieldGap  = 40 * time.Millisecond
	stormPage = 16
)

// Yield waits while the server is busy with people who wait for a response: they look
// at a screen, mail can be seconds later. Rendering and recording a message costs more
// than deciding and storing the registration that it confirms. page is how many
// messages the caller may process: few while the rush lasts.
func (d *Dispatcher) Yield(ctx context.Context) (page int) {
	if d.cfg.Busy == nil || !d.cfg.Busy() || d.waitQuiet(ctx, yieldFor) || d.waitQuiet(ctx, d.turns.next(time.Now())) {
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
	mu   sync.Mutex
	free time.Time // when the last turn ends
}

// next returns the time until the caller's turn begins.
func (t *turns) next(now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	begins := now
	if t.free.After(now) {
		begins = t.free
	}
	t.free = begins.Add(yieldGap)
	return begins.Sub(now)
}
