package stream

import (
	"context"
	"sync"
	"sync/atomic"
)

// Reader is one stream of an event.
type Reader struct {
	hub     *Hub
	channel *channel
	frames  chan []Frame
	dropped chan struct{} // closed when the reader did not keep up
	once    sync.Once
	sink    Sink // guarded by the hub's mu; nil: frames are read from the channel
}

// Sink takes the frames of a reader instead of its channel. Neither method waits for
// whom it is told to.
type Sink interface {
	// Tell hands over frames.
	Tell(frames []Frame)
	// End says that the hub is closed, which waits for the stream.
	End()
}

// Deliver hands frames to a sink from now on, and returns those that have come before.
// It reports whether the hub goes on.
func (r *Reader) Deliver(to Sink) (before []Frame, ok bool) {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	for len(r.frames) > 0 {
		before = append(before, <-r.frames...)
	}
	r.sink, r.frames = to, nil
	return before, !r.hub.closed
}

// Join begins a stream for a reader who saw the event at the ledger seq since (0: never)
// and returns the frames to begin with. Leave ends it.
func (h *Hub) Join(ctx context.Context, event string, since int64) (*Reader, []Frame, error) {
	h.mu.Lock()
	c, err := h.channelOf(event)
	if err != nil {
		h.mu.Unlock()
		return nil, nil, err
	}
	r := &Reader{hub: h, channel: c, frames: make(chan []Frame, backlog), dropped: make(chan struct{})}
	c.readers[r] = true
	h.mu.Unlock()
	// The channel first finds out where it begins: what changes later it tells
	// everybody, and what was before is in the opening. Nothing falls between.
	select {
	case <-c.ready:
	case <-ctx.Done():
		r.Leave()
		return nil, nil, ctx.Err()
	}
	frames, err := h.open(ctx, c, since)
	if err != nil {
		r.Leave()
		return nil, nil, err
	}
	return r, frames, nil
}

// opening is the frames that streams begin with whose readers left off at the same seq.
type opening struct {
	done   chan struct{} // closed when frames and err are set
	frames []Frame
	err    error
}

// open returns the frames to begin with. They are read once for all who come until the
// event changes: a crowd that comes back at once reads no more than one reader does. Who
// comes is a reader already, and so is told by the next round of what changed after the
// opening was read.
func (h *Hub) open(ctx context.Context, c *channel, since int64) ([]Frame, error) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil, ErrClosed
	}
	if c.missed {
		c.missed = false
		c.signal()
	}
	if since > 0 && since >= c.seq {
		h.mu.Unlock()
		return nil, nil
	}
	o := c.openings[since]
	if o == nil {
		if len(c.openings) >= maxOpenings {
			clear(c.openings)
		}
		o = &opening{done: make(chan struct{})}
		c.openings[since] = o
		h.running.Go(func() { h.read(c, o, since) })
	}
	h.mu.Unlock()
	select {
	case <-o.done:
		return o.frames, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// read reads an opening. The context is the hub's: others wait for it besides the first.
func (h *Hub) read(c *channel, o *opening, since int64) {
	ctx, cancel := context.WithTimeout(h.ctx, readTimeout)
	defer cancel()
	_, o.frames, o.err = h.cfg.Source(ctx, c.event, since)
	h.mu.Lock()
	if o.err != nil && c.openings[since] == o {
		delete(c.openings, since)
	}
	h.mu.Unlock()
	close(o.done)
}

// Frames are the frames as they come, some at a time.
func (r *Reader) Frames() <-chan []Frame { return r.frames }

// Dropped is closed when the reader did not keep up: it has missed frames.
func (r *Reader) Dropped() <-chan struct{} { return r.dropped }

// push hands frames over without waiting. The caller holds the hub's mu.
func (r *Reader) push(frames []Frame) {
	select {
	case r.frames <- frames:
	default:
		r.once.Do(func() { close(r.dropped) })
	}
}

// Leave ends the stream.
func (r *Reader) Leave() {
	r.hub.mu.Lock()
	defer r.hub.mu.Unlock()
	delete(r.channel.readers, r)
	r.hub.leave(r.channel)
}

// Watcher is told that an event has changed, and reads for itself what.
type Watcher struct {
	Event   string
	Person  string // for whom it watches
	hub     *Hub
	channel *channel
	dirty   atomic.Bool
	named   atomic.Bool
	wake    chan<- struct{}
}

// Watch sees to it that wake, which holds one, is filled when the event has changed for
// a person. Several watchers may share a wake; Changed and Named say which it was.
func (h *Hub) Watch(event, person string, wake chan<- struct{}) (*Watcher, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c, err := h.channelOf(event)
	if err != nil {
		return nil, err
	}
	w := &Watcher{Event: event, Person: person, hub: h, channel: c, wake: wake}
	c.watchers[w] = true
	return w, nil
}

func (w *Watcher) signal(named bool) {
	if named {
		w.named.Store(true)
	}
	w.dirty.Store(true)
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Changed reports whether the event has changed since it was asked last.
func (w *Watcher) Changed() bool { return w.dirty.Swap(false) }

// Named reports whether the person was told something since it was asked last.
func (w *Watcher) Named() bool { return w.named.Swap(false) }

// Leave ends the watching.
func (w *Watcher) Leave() {
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	delete(w.channel.watchers, w)
	w.hub.leave(w.channel)
}
