package delivery

import (
	"context"
	"sync"
	"time"
)

// Limits of how background work makes room for people who wait for an answer.
const (
	// yieldFor is how long a page of messages waits at most while registrations
	// are being written. Then it has a turn, so that a storm that lasts delays
	// mail and never stops it.
	yieldFor = 5 * time.Second
	// yieldPoll is how often it looks whether the storm is over.
	yieldPoll = 50 * time.Millisecond
	// yieldGap lies between the turns of two pages in a storm, and stormPage is how
	// many messages such a page has. All that began to wait together would go ahead
	// together otherwise, and a person who asks in that moment would wait for all of
	// them: many small turns are felt less than few large ones.
	yieldGap  = 40 * time.Millisecond
	stormPage = 16
)

// Yield waits while the server is busy with people who wait for an answer: they
// look at a screen, mail can be seconds later. Rendering and recording a message
// costs more than deciding and storing the registration it tells of. page is how
// many messages the caller may go ahead with: few while the storm lasts.
func (k *Dispatcher) Yield(ctx context.Context) (page int) {
	if k.cfg.Busy == nil || !k.cfg.Busy() || k.waitQuiet(ctx, yieldFor) || k.waitQuiet(ctx, k.turns.next(time.Now())) {
		return pageSize
	}
	return stormPage
}

// waitQuiet says whether the server came to rest, or stops, in so much time.
func (k *Dispatcher) waitQuiet(ctx context.Context, atMost time.Duration) bool {
	end := time.NewTimer(atMost)
	defer end.Stop()
	look := time.NewTicker(yieldPoll)
	defer look.Stop()
	for k.cfg.Busy() {
		select {
		case <-look.C:
		case <-end.C:
			return false
		case <-k.stopping:
			return true
		case <-ctx.Done():
			return true
		}
	}
	return true
}

// turns spaces out the pages that go ahead in a storm, first come, first served.
type turns struct {
	mu   sync.Mutex
	free time.Time // when nobody has a turn any more
}

// next is how long from now the caller's turn begins.
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
