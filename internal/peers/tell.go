package peers

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// tellEvery is the least time between two messages of a server, so that however often its
	// events change, the others are told about each at most so often.
	tellEvery = 25 * time.Millisecond
	// maxPending is how many events are kept that were changed and are not told yet. When there
	// are more, the others are told to look at all that they watch.
	maxPending = 10_000
	// perMessage is how many events one message names at most.
	perMessage = 500
	// beatEvery is how often a server says that it is there. It listens for its own words:
	// they show that it would hear those of the others.
	beatEvery = time.Second
	// deafAfter is how long it can be without them: they may be late, and one may be lost.
	deafAfter = 2500 * time.Millisecond
	// everything stands for all events.
	everything = "*"
)

// changes are what the others are to be told.
type changes struct {
	mu     sync.Mutex
	events map[string]struct{} // guarded by mu
	all    bool                // guarded by mu
	more   chan struct{}       // holds one
}

func newChanges() changes {
	return changes{events: map[string]struct{}{}, more: make(chan struct{}, 1)}
}

// Changed says that this server has committed a change of an event. It never waits.
func (r *Redis) Changed(event string) {
	c := &r.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all {
		return
	}
	if _, told := c.events[event]; told {
		return
	}
	if len(c.events) >= maxPending {
		r.figures.dropped.Add(uint64(len(c.events)))
		c.everything()
		return
	}
	c.events[event] = struct{}{}
	c.signal()
}

// everything has the others told to look at all that they watch. The caller holds mu.
func (c *changes) everything() {
	clear(c.events)
	c.all = true
	c.signal()
}

func (c *changes) signal() {
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// take returns what is to be told, and forgets it.
func (c *changes) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all {
		c.all = false
		return []string{everything}
	}
	list := slices.Collect(maps.Keys(c.events))
	clear(c.events)
	return list
}

// channel is where all servers of the installation tell and listen.
func (r *Redis) channel() string { return r.prefix + ":changed" }

// tell sends what has changed, and that this server is there.
func (r *Redis) tell(ctx context.Context) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	r.send(ctx, nil)
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			r.send(ctx, nil)
			continue
		case <-r.changes.more:
		}
		list := r.changes.take()
		if len(list) == 0 { // listening has begun: are our own words heard?
			r.send(ctx, nil)
			continue
		}
		for part := range slices.Chunk(list, perMessage) {
			if !r.send(ctx, part) {
				// Whoever hears of the next message, hears that something was missed.
				r.changes.mu.Lock()
				r.changes.everything()
				r.changes.mu.Unlock()
				pause(ctx, probeEvery)
				break
			}
		}
		pause(ctx, tellEvery)
	}
}

// send sends one message, and reports whether the server took it.
func (r *Redis) send(ctx context.Context, events []string) bool {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := r.telling.Publish(within, r.channel(), strings.Join(append([]string{r.cfg.Server}, events...), " ")).Err(); err != nil {
		return false
	}
	if len(events) > 0 {
		r.figures.sent.Add(1)
	}
	return true
}

// listen hears what the others have changed.
func (r *Redis) listen(ctx context.Context, listener Listener) {
	for ctx.Err() == nil {
		sub := r.telling.Subscribe(ctx, r.channel())
		ended := context.AfterFunc(ctx, func() { sub.Close() }) //nolint:errcheck // it ends the read below
		for ctx.Err() == nil {
			m, err := sub.ReceiveTimeout(ctx, deafAfter)
			if err != nil { // also when nothing was heard, not even our own words
				break
			}
			r.hear(m, listener)
		}
		if ended() {
			sub.Close() //nolint:errcheck // it has failed
		}
		pause(ctx, probeEvery)
	}
}

// hear takes one message.
func (r *Redis) hear(m any, listener Listener) {
	switch m := m.(type) {
	case *redis.Subscription: // nobody listened until now
		listener.Look()
		r.changes.signal()
	case *redis.Message:
		words := strings.Fields(m.Payload)
		if len(words) == 0 {
			return
		}
		if words[0] == r.cfg.Server {
			r.beat.Store(int64(time.Since(r.began)))
			return
		}
		if len(words) > 1 {
			r.figures.received.Add(1)
		}
		for _, event := range words[1:] {
			if event == everything {
				listener.Look()
			} else {
				listener.Publish(event)
			}
		}
	}
}

// Hears reports whether our own words come back, and so those of others would.
func (r *Redis) Hears() bool {
	at := r.beat.Load()
	return at != 0 && time.Since(r.began)-time.Duration(at) < deafAfter
}

// pause waits, or until the context ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}
