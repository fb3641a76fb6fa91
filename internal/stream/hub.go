package stream

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Defaults of a Hub.
const (
	// DefaultGap is the least time between two frames of one event: at most four
	// a second, which is more than people can read.
	DefaultGap = 250 * time.Millisecond
	// gapPerReader is what each reader adds to that where it is more, from 2,500 readers
	// on: telling one takes some 20 µs of a processor, so that however many there are, and
	// however often the event changes, that is a fifth of one.
	gapPerReader = 100 * time.Microsecond
	// A crowd that opens its streams leaves behind what their requests needed. Once so many
	// have, and nobody does for the time of a poll, the memory is given back.
	trimAfter = 1_000
	// sinksAtOnce is how many sinks are told before others may run.
	sinksAtOnce = 16
	// DefaultPoll is how often other servers' changes are looked for.
	DefaultPoll = 500 * time.Millisecond
	// seldom is how many times as seldom that is where other servers tell of their changes.
	seldom = 4
	// backlog is how many frames a reader may be behind before it is dropped.
	backlog = 16
	// maxOpenings is how many openings of an event are kept, by where readers left off.
	maxOpenings = 64
	// maxTold is how many people of a round are named to those who watch for them. When
	// there are more, as when everybody is told something, nobody is.
	maxTold = 500
	// readTimeout bounds one question to the database.
	readTimeout = 10 * time.Second
)

// Frame is one event of a stream as it goes over the wire.
type Frame struct {
	// Seq is the ledger seq that it is of. A reader that has seen this or a later
	// one has no use for it.
	Seq  int64
	Text []byte
	// Topic is what it tells of, for readers that want one only.
	Topic string
	// For whom it is.
	For Audience
}

// Audience is who a frame is for. Both may be told about one change, in other words.
type Audience int

// The audiences of frames.
const (
	Everybody Audience = iota
	Staff              // of the organization
	Public             // everybody but the staff
)

// Config says what a Hub reads. Source and Seqs are required.
type Config struct {
	// Source reads how an event is now: the frames for a reader who saw it at the ledger
	// seq since, and the seq that they are of. No frames, when nothing changed.
	Source func(ctx context.Context, event string, since int64) (seq int64, frames []Frame, err error)
	// Told reads who was told something after a ledger seq, at most limit of them in
	// order, and the seq of the last. Nil: watchers are told about no one.
	Told func(ctx context.Context, event string, since int64, limit int) (people []string, upTo int64, err error)
	// Seqs reads where the ledgers of events stand.
	Seqs func(ctx context.Context, events []string) (map[string]int64, error)
	Gap  time.Duration // 0: DefaultGap
	Poll time.Duration // 0: DefaultPoll; negative: only Publish wakes
	// Hears reports whether other servers tell of their changes, by Publish; nil: they do not.
	// Then they are looked for less often.
	Hears func() bool
	Log   *slog.Logger // nil: slog.Default()
	// Trim gives memory back that the process does not need; nil: debug.FreeOSMemory.
	Trim func()
}

// Hub has a channel for each event that somebody watches. Close ends it.
type Hub struct {
	cfg     Config
	opened  atomic.Int64  // streams since memory was given back
	watched atomic.Int64  // channels; read without mu on the path of every commit
	look    chan struct{} // holds at most one: other servers' changes are to be looked for now
	done    chan struct{}
	stop    context.CancelFunc
	ctx     context.Context
	running sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	channels map[string]*channel // guarded by mu
}

// channel is one watched event. Its goroutine runs while anybody watches.
type channel struct {
	event string
	wake  chan struct{}      // holds at most one: something has changed
	ready chan struct{}      // closed when seq is known, or the channel has ended
	stop  context.CancelFunc // ends the goroutine
	// guarded by Hub.mu
	seq      int64              // of the last frames
	told     int64              // up to which watchers know who was told something
	openings map[int64]*opening // by since, read after seq was
	missed   bool               // it changed while there was no reader, and nobody has read how
	readers  map[*Reader]bool
	sinks    []Sink // of the round, by the channel's goroutine alone
	quiet    bool   // the last round had nothing to tell readers
	watchers map[*Watcher]bool
}

// ErrClosed: the server is shutting down.
var ErrClosed = errors.New("stream: shutting down")

// New starts a hub.
func New(cfg Config) (*Hub, error) {
	if cfg.Source == nil || cfg.Seqs == nil {
		return nil, errors.New("stream: Config.Source and Seqs are required")
	}
	if cfg.Gap == 0 {
		cfg.Gap = DefaultGap
	}
	if cfg.Poll == 0 {
		cfg.Poll = DefaultPoll
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Trim == nil {
		cfg.Trim = debug.FreeOSMemory
	}
	h := &Hub{cfg: cfg, look: make(chan struct{}, 1), done: make(chan struct{}), channels: map[string]*channel{}}
	h.ctx, h.stop = context.WithCancel(context.Background())
	if cfg.Poll > 0 {
		h.running.Go(h.poll)
	}
	return h, nil
}

// Done is closed when the hub is: every stream ends then.
func (h *Hub) Done() <-chan struct{} { return h.done }

// Go runs a stream apart from the request that opened it. Close waits for it, and so it
// ends soon after Done. It reports whether it runs: a hub that is closed begins none.
func (h *Hub) Go(run func()) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.opened.Add(1)
	h.running.Go(run)
	return true
}

// trim gives memory back when a crowd has opened its streams. before is how many streams
// had when it was called last, and it returns how many have.
func (h *Hub) trim(before int64) int64 {
	now := h.opened.Load()
	if now < trimAfter || now != before {
		return now
	}
	h.opened.Add(-now)
	h.running.Go(h.cfg.Trim)
	return 0
}

// Close ends all channels, and returns when they and all streams have ended.
func (h *Hub) Close() {
	h.mu.Lock()
	var sinks []Sink
	if !h.closed {
		h.closed = true
		close(h.done)
		for _, c := range h.channels {
			for r := range c.readers {
				if r.sink != nil {
					sinks = append(sinks, r.sink)
				}
			}
		}
	}
	h.mu.Unlock()
	for _, s := range sinks {
		s.End()
	}
	h.stop()
	h.running.Wait()
}

// Publish says that an event has changed. It never waits, and costs next to
// nothing when nobody watches the event.
func (h *Hub) Publish(event string) {
	if h.watched.Load() == 0 {
		return
	}
	h.mu.Lock()
	c := h.channels[event]
	h.mu.Unlock()
	if c != nil {
		c.signal()
	}
}

// Look says that any event may have changed on another server: the database is asked at
// once. It never waits.
func (h *Hub) Look() {
	select {
	case h.look <- struct{}{}:
	default: // it is going to be asked anyhow
	}
}

func (c *channel) signal() {
	select {
	case c.wake <- struct{}{}:
	default: // it is going to look anyhow
	}
}

// channelOf returns the channel of an event, which it starts when there is
// none. The caller holds mu and adds somebody who watches.
func (h *Hub) channelOf(event string) (*channel, error) {
	if h.closed {
		return nil, ErrClosed
	}
	c := h.channels[event]
	if c == nil {
		ctx, cancel := context.WithCancel(h.ctx)
		c = &channel{
			event: event, wake: make(chan struct{}, 1), ready: make(chan struct{}), stop: cancel,
			openings: map[int64]*opening{}, readers: map[*Reader]bool{}, watchers: map[*Watcher]bool{},
		}
		h.channels[event] = c
		h.watched.Add(1)
		h.running.Go(func() { h.run(ctx, c) })
	}
	return c, nil
}

// leave ends a channel that nobody watches any more. The caller holds mu.
func (h *Hub) leave(c *channel) {
	if len(c.readers) == 0 && len(c.watchers) == 0 && h.channels[c.event] == c {
		delete(h.channels, c.event)
		h.watched.Add(-1)
		c.stop()
	}
}

// run is the life of a channel: where does the ledger stand; and from then on,
// at most once in a Gap, what has changed.
func (h *Hub) run(ctx context.Context, c *channel) {
	for !h.begin(ctx, c) {
		if !pause(ctx, time.Second) {
			close(c.ready)
			return
		}
	}
	close(c.ready)
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		if err := h.round(ctx, c); err != nil {
			if ctx.Err() != nil {
				return
			}
			h.cfg.Log.Warn("stream: cannot read an event; trying again", "event", c.event, "error", err)
			c.signal()
			if !pause(ctx, time.Second) {
				return
			}
		}
		if !pause(ctx, h.gap(c)) {
			return
		}
	}
}

// gap is how long a channel waits after a round.
func (h *Hub) gap(c *channel) time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.quiet { // a round costs a read only, as when a change is noticed a second time
		return h.cfg.Gap
	}
	return max(h.cfg.Gap, time.Duration(len(c.readers))*gapPerReader)
}

// begin finds out where the ledger stands. What changes later is in the first
// round, and what was before is in the openings.
func (h *Hub) begin(ctx context.Context, c *channel) bool {
	ask, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	seqs, err := h.cfg.Seqs(ask, []string{c.event})
	if err != nil {
		if ctx.Err() == nil {
			h.cfg.Log.Warn("stream: cannot read an event; trying again", "event", c.event, "error", err)
		}
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c.seq = seqs[c.event]
	c.told = c.seq
	return true
}

// pause waits, and reports whether to go on.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// round tells everybody how things are now.
func (h *Hub) round(ctx context.Context, c *channel) error {
	h.mu.Lock()
	since, reads, watched := c.seq, len(c.readers) > 0, len(c.watchers) > 0
	if !reads {
		c.missed = true
		clear(c.openings)
	}
	h.mu.Unlock()
	if watched {
		if err := h.name(ctx, c); err != nil {
			return err
		}
	}
	if !reads {
		return nil
	}
	ask, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	seq, frames, err := h.cfg.Source(ask, c.event, since)
	if err != nil {
		return err
	}
	h.mu.Lock()
	if seq > c.seq { // who comes from now on is not told of these frames
		c.seq = seq
		clear(c.openings)
	}
	c.sinks = c.sinks[:0]
	c.quiet = len(frames) == 0
	if len(frames) > 0 {
		for r := range c.readers {
			if r.sink != nil {
				c.sinks = append(c.sinks, r.sink)
			} else {
				r.push(frames)
			}
		}
	}
	h.mu.Unlock()
	tell(c.sinks, frames)
	clear(c.sinks)
	return nil
}

// tell hands frames to sinks, by as many goroutines as there are processors: a goroutine
// for each would take longer to be woken than to write.
func tell(sinks []Sink, frames []Frame) {
	if len(sinks) == 0 {
		return
	}
	var work sync.WaitGroup
	for part := range slices.Chunk(sinks, (len(sinks)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0)) {
		work.Go(func() {
			for i, s := range part {
				if s.Tell(frames); i%sinksAtOnce == sinksAtOnce-1 {
					runtime.Gosched() // who registers does not wait for the whole crowd
				}
			}
		})
	}
	work.Wait()
}

// name wakes all who watch, and tells those apart whose person was told something: they
// have something to read, and to the others only the event has changed. One read is
// enough for all.
func (h *Hub) name(ctx context.Context, c *channel) error {
	h.mu.Lock()
	since := c.told
	h.mu.Unlock()
	var people []string
	if h.cfg.Told != nil {
		ask, cancel := context.WithTimeout(ctx, readTimeout)
		defer cancel()
		some, upTo, err := h.cfg.Told(ask, c.event, since, maxTold+1)
		if err != nil {
			return err
		}
		since = max(since, upTo)
		if len(some) <= maxTold {
			people = some
		}
	}
	named := make(map[string]bool, len(people))
	for _, p := range people {
		named[p] = true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c.told = since
	for w := range c.watchers {
		w.signal(named[w.Person])
	}
	return nil
}

// poll looks for what other servers have changed.
func (h *Hub) poll() {
	known := map[string]int64{}
	var opened int64
	tick := time.NewTicker(h.cfg.Poll)
	defer tick.Stop()
	for skipped := 0; ; {
		select {
		case <-h.ctx.Done():
			return
		case <-h.look:
		case <-tick.C:
			opened = h.trim(opened)
			if h.cfg.Hears != nil && h.cfg.Hears() && skipped < seldom-1 {
				skipped++
				continue
			}
		}
		skipped = 0
		h.mu.Lock()
		events := slices.Collect(maps.Keys(h.channels))
		h.mu.Unlock()
		watched := make(map[string]bool, len(events))
		for _, e := range events {
			watched[e] = true
		}
		maps.DeleteFunc(known, func(e string, _ int64) bool { return !watched[e] })
		if len(events) == 0 {
			continue
		}
		ctx, cancel := context.WithTimeout(h.ctx, readTimeout)
		seqs, err := h.cfg.Seqs(ctx, events)
		cancel()
		if err != nil {
			if h.ctx.Err() == nil {
				h.cfg.Log.Warn("stream: cannot read which events have changed", "error", err)
			}
			continue
		}
		for e, seq := range seqs {
			if before, ok := known[e]; !ok || seq > before {
				h.Publish(e)
			}
			known[e] = seq
		}
	}
}
