package courier

import (
	"context"
	"time"
)

// Limits of how background work makes room for people who wait for an answer.
const (
	// yieldFor is how long a page of messages waits at most while registrations
	// are being written. Then it goes ahead, so that a storm that lasts delays
	// mail and never stops it.
	yieldFor = 5 * time.Second
	// yieldPoll is how often it looks whether the storm is over.
	yieldPoll = 50 * time.Millisecond
)

// Yield waits while the server is busy with people who wait for an answer: they
// look at a screen, mail can be seconds later. Rendering and recording a message
// costs more than deciding and storing the registration it tells of.
func (k *Courier) Yield(ctx context.Context) {
	if k.cfg.Busy == nil || !k.cfg.Busy() {
		return
	}
	end := time.NewTimer(yieldFor)
	defer end.Stop()
	look := time.NewTicker(yieldPoll)
	defer look.Stop()
	for k.cfg.Busy() {
		select {
		case <-look.C:
		case <-end.C:
			return
		case <-k.stopping:
			return
		case <-ctx.Done():
			return
		}
	}
}
