// Package clock is the single owner of "now" in a server: the time by which
// commands are decided, jobs become due, links end and answers show what is left.
//
// Several servers on one database must agree about the time, or one of them lets
// everybody's holds lapse. So where the database has a clock, its time counts: it
// is asked at the start and once a second, and carried on between two answers by
// a counter that nobody can set. No decision waits for it. An embedded database has
// no clock of its own; there the system clock counts, as long as it does not jump.
//
// The system clock is compared with that time. Apart by more than MaxSkew, the
// server says that it is not ready; by more than Bound, it decides nothing: one of
// the two is wrong, and nobody can tell which.
package clock

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// MaxSkew is how far the system clock may be from the time that counts before
	// the server says that it is not ready.
	MaxSkew = time.Second
	// Bound is how far two clocks may be apart before nothing is decided any more,
	// and with that how much before its deadline something can lapse at worst.
	Bound = 10 * time.Second
	// Interval is how often the clocks are compared.
	Interval = time.Second
	// askTimeout bounds one question to the database.
	askTimeout = 5 * time.Second
	// kept is how many answers are remembered, of which the quickest counts.
	kept = 8
	// remind is how often the log repeats that the clocks are apart.
	remind = time.Minute
)

// ErrOff says that the system clock and the time that counts are too far apart.
var ErrOff = errors.New("clock: two clocks are apart")

// Config says which clocks there are.
type Config struct {
	// Ask asks the database for its time; nil: it has no clock of its own.
	Ask func(context.Context) (time.Time, error)
	// System is the system clock; nil: time.Now.
	System func() time.Time
	// Elapsed counts up from any beginning, whatever the system clock is set to;
	// nil: Go's monotonic clock, which stands still while the machine sleeps.
	Elapsed func() time.Duration
	// Awake is like Elapsed and goes on while the machine sleeps; nil: what the
	// kernel says, where it does.
	Awake func() time.Duration
	Log   *slog.Logger // nil: slog.Default()
}

// Clock tells the time. It is safe for concurrent use.
type Clock struct {
	cfg   Config
	base  atomic.Pointer[base]
	ahead atomic.Int64 // see Advance, in nanoseconds

	mu       sync.Mutex
	answers  []base        // guarded by mu; the last ones of the database
	awake    time.Duration // guarded by mu; Awake - Elapsed when they were compared last
	reported error         // guarded by mu; what the log was told last, and when
	told     time.Duration // guarded by mu
}

// base is a time that was known at a moment of Elapsed, give or take doubt: the
// database may have looked at its clock at any moment of its answer.
type base struct {
	time           time.Time
	elapsed, doubt time.Duration
}

// at is the time that a base amounts to at a moment of Elapsed.
func (b *base) at(elapsed time.Duration) time.Time { return b.time.Add(elapsed - b.elapsed) }

// New returns a clock that has compared the time once. The error is that of Ask.
func New(ctx context.Context, cfg Config) (*Clock, error) {
	if cfg.System == nil {
		cfg.System = time.Now
	}
	if cfg.Elapsed == nil {
		began := time.Now()
		cfg.Elapsed = func() time.Duration { return time.Since(began) }
	}
	if cfg.Awake == nil {
		cfg.Awake = sinceBoot(cfg.Elapsed)
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	c := &Clock{cfg: cfg}
	c.base.Store(&base{time: cfg.System().Round(0), elapsed: cfg.Elapsed()})
	c.awake = cfg.Awake() - cfg.Elapsed()
	return c, c.Compare(ctx)
}

// Now is the time that counts. It has no monotonic reading.
func (c *Clock) Now() time.Time { return c.compared().Add(time.Duration(c.ahead.Load())) }

// Advance has the time that counts go on by d at once, for a rehearsal, in which nobody waits for
// hours: its copy of an event has a time of its own. The clocks are compared as if nothing had
// happened. d is not negative.
func (c *Clock) Advance(d time.Duration) { c.ahead.Add(int64(max(0, d))) }

// compared is the time that counts as the clocks have it.
func (c *Clock) compared() time.Time { return c.base.Load().at(c.cfg.Elapsed()) }

// Skew is how far the system clock is ahead of the time that counts.
func (c *Clock) Skew() time.Duration { return c.cfg.System().Round(0).Sub(c.compared()) }

// Check returns ErrOff while nothing may be decided.
func (c *Clock) Check() error { return c.within(Bound) }

// Ready returns ErrOff while the server should be given no requests.
func (c *Clock) Ready() error { return c.within(MaxSkew) }

func (c *Clock) within(bound time.Duration) error {
	skew := c.Skew()
	if skew.Abs()-c.base.Load().doubt <= bound {
		return nil
	}
	if c.cfg.Ask == nil {
		return fmt.Errorf("%w: the system clock has jumped by %s; set it right, or restart the server if it is right now", ErrOff, skew.Round(time.Millisecond))
	}
	return fmt.Errorf("%w: the system clock is %s ahead of the database's; set the wrong one of them right", ErrOff, skew.Round(time.Millisecond))
}

// Compare compares the clocks once. The error is that of Ask; the time goes on.
func (c *Clock) Compare(ctx context.Context) error {
	var err error
	if c.cfg.Ask != nil {
		err = c.ask(ctx)
	} else {
		c.follow()
	}
	c.report(c.Ready())
	return err
}

// ask takes the time of the database.
func (c *Clock) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	sent := c.cfg.Elapsed()
	t, err := c.cfg.Ask(ctx)
	if err != nil {
		return fmt.Errorf("clock: time of the database: %w", err)
	}
	took := c.cfg.Elapsed() - sent
	c.mu.Lock()
	defer c.mu.Unlock()
	c.learn(base{time: t.Round(0), elapsed: sent + took/2, doubt: took / 2})
	return nil
}

// learn takes the quickest of the last answers for the time (with mu held). One
// that contradicts the others says that a clock was set, or that the machine slept:
// then those before it count no more.
func (c *Clock) learn(a base) {
	const drift = 50 * time.Millisecond
	for i := range c.answers {
		b := &c.answers[i]
		if b.at(a.elapsed).Sub(a.time).Abs() > a.doubt+b.doubt+drift {
			c.answers = c.answers[:0]
			break
		}
	}
	if len(c.answers) == kept {
		c.answers = append(c.answers[:0], c.answers[1:]...)
	}
	c.answers = append(c.answers, a)
	best := a
	for _, b := range c.answers {
		if b.doubt < best.doubt {
			best = b
		}
	}
	c.base.Store(&best)
}

// follow goes with the system clock, unless it has jumped by more than Bound. What
// the machine has slept is not a jump.
func (c *Clock) follow() {
	c.mu.Lock()
	defer c.mu.Unlock()
	system, elapsed := c.cfg.System().Round(0), c.cfg.Elapsed()
	awake := c.cfg.Awake() - elapsed
	slept := awake - c.awake
	c.awake = awake
	b := *c.base.Load()
	if slept > MaxSkew {
		b.time = b.time.Add(slept)
	}
	if system.Sub(b.at(elapsed)).Abs() <= Bound {
		b = base{time: system, elapsed: elapsed}
	}
	c.base.Store(&b)
}

// report tells the log when the clocks come apart, each minute as long as they
// are, and when they agree again.
func (c *Clock) report(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.cfg.Elapsed()
	switch {
	case err != nil && (c.reported == nil || now-c.told >= remind):
		c.cfg.Log.Error("clocks are apart", "error", err, "skew", c.Skew().Round(time.Millisecond), "decides", c.Check() == nil)
		c.told = now
	case err == nil && c.reported != nil:
		c.cfg.Log.Info("clocks agree again")
	}
	c.reported = err
}

// Keep compares the clocks each Interval until ctx ends.
func (c *Clock) Keep(ctx context.Context) {
	t := time.NewTicker(Interval)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if err := c.Compare(ctx); err != nil && ctx.Err() == nil {
			c.cfg.Log.Warn("cannot compare the clocks", "error", err)
		}
	}
}
