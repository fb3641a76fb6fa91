// Package cache remembers what was read from the database for a few seconds.
//
// It serves reads that every request needs and that change rarely: the API key
// of a caller, the tiers of an event. A value is served as long as it is fresh;
// when it has aged, one caller reads it again while the others go on with the
// old one; when it is too old, everybody waits for the read. So neither a burst
// of requests nor the moment of expiry sends a crowd to the database, and what
// is served is never older than Config.Stale.
package cache

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Config says what a Cache reads and how long it serves it.
type Config[K comparable, V any] struct {
	// Load reads the value of a key. An error is not remembered.
	Load func(context.Context, K) (V, error)
	// Fresh is the age from which a value is read again in passing, Stale the
	// age from which it is no longer served. Both are required.
	Fresh, Stale time.Duration
	// Limit bounds the number of values kept.
	Limit int
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Cache remembers values. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	cfg Config[K, V]

	mu     sync.RWMutex
	values map[K]*value[V] // guarded by mu
	reads  map[K]*read[V]  // guarded by mu: reads under way
	// epoch counts calls of Forget (guarded by mu): a read that began before
	// one must not bring the forgotten value back.
	epoch uint64
}

type value[V any] struct {
	v  V
	at time.Time
}

type read[V any] struct {
	done chan struct{} // closed when v and err are set
	v    V
	err  error
}

// New checks the configuration and returns an empty Cache.
func New[K comparable, V any](cfg Config[K, V]) (*Cache[K, V], error) {
	if cfg.Load == nil || cfg.Fresh <= 0 || cfg.Stale < cfg.Fresh || cfg.Limit <= 0 {
		return nil, errors.New("cache: Load, Fresh, Stale >= Fresh and Limit are required")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Cache[K, V]{cfg: cfg, values: map[K]*value[V]{}, reads: map[K]*read[V]{}}, nil
}

// Get returns the value of a key, at most Config.Stale old.
func (c *Cache[K, V]) Get(ctx context.Context, k K) (V, error) {
	now := c.cfg.Now()
	c.mu.RLock()
	val, known := c.values[k]
	_, reading := c.reads[k]
	c.mu.RUnlock()
	if known {
		age := now.Sub(val.at)
		if age < c.cfg.Fresh || age < c.cfg.Stale && reading {
			return val.v, nil
		}
	}
	return c.read(ctx, k, now)
}

// read joins a read of k that is under way or starts one.
func (c *Cache[K, V]) read(ctx context.Context, k K, now time.Time) (V, error) {
	c.mu.Lock()
	if r, ok := c.reads[k]; ok {
		c.mu.Unlock()
		select {
		case <-r.done:
			return r.v, r.err
		case <-ctx.Done():
			var none V
			return none, ctx.Err()
		}
	}
	r := &read[V]{done: make(chan struct{}), err: errors.New("cache: the read panicked")}
	c.reads[k] = r
	epoch := c.epoch
	c.mu.Unlock()

	defer func() {
		c.mu.Lock()
		if c.reads[k] == r {
			delete(c.reads, k)
		}
		switch {
		case c.epoch != epoch:
			// Something was forgotten meanwhile; the next Get reads again.
		case r.err != nil:
			delete(c.values, k)
		default:
			c.makeRoom(k)
			c.values[k] = &value[V]{v: r.v, at: now}
		}
		c.mu.Unlock()
		close(r.done)
	}()
	// Others wait for this read: the end of one caller's request must not fail it.
	r.v, r.err = c.cfg.Load(context.WithoutCancel(ctx), k)
	return r.v, r.err
}

// makeRoom drops values until one more fits: any, what is in use comes back at
// once. The caller holds mu.
func (c *Cache[K, V]) makeRoom(k K) {
	if _, ok := c.values[k]; ok {
		return
	}
	for other := range c.values {
		if len(c.values) < c.cfg.Limit {
			return
		}
		delete(c.values, other)
	}
}

// Forget drops the value of a key, so that the next Get reads it.
func (c *Cache[K, V]) Forget(k K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.values, k)
	delete(c.reads, k)
	c.epoch++
}

// ForgetIf drops every value that match says yes to.
func (c *Cache[K, V]) ForgetIf(match func(K, V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, v := range c.values {
		if match(k, v.v) {
			delete(c.values, k)
		}
	}
	clear(c.reads)
	c.epoch++
}
