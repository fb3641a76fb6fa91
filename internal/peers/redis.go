package peers

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/holdfast-events/holdfast/internal/limit"
)

// Config says what a Redis is used for.
type Config struct {
	Settings
	// Secret is one that all servers of the installation have. Names in Redis are made from
	// it, so that installations can share a server, and whoever reads there sees no address.
	Secret []byte
	// Server names this process to the others.
	Server string
	Log    *slog.Logger
}

// A Listener is told what other servers change. Neither method may wait.
type Listener interface {
	// Publish is called for each event that another server has changed.
	Publish(event string)
	// Look is called when changes may not have been told.
	Look()
}

const (
	// answerWithin bounds how long a call waits for a decision.
	answerWithin = 50 * time.Millisecond
	// probeEvery is how often a server that does not answer is asked whether it does again,
	// and idleProbe one that nobody asks.
	probeEvery, idleProbe = 250 * time.Millisecond, time.Second
	// steady is how long it has to answer before the log says that it does.
	steady = 10 * time.Second
)

// Redis are peers that a Redis or Valkey server is between.
type Redis struct {
	cfg     Config
	options *redis.Options
	prefix  string
	began   time.Time

	counting *redis.Client // of the goroutine that counts
	telling  *redis.Client // of those that tell and listen
	asked    chan *question
	changes  changes

	trusted atomic.Bool  // it answers us, and nobody without a password or certificate
	up      atomic.Bool  // counting is answered; a call that waits too long takes it back
	beat    atomic.Int64 // when our own words came back last, since began; 0: never
	figures figures

	stop    context.CancelFunc
	running sync.WaitGroup

	mu    sync.Mutex
	told  bool      // guarded by mu: the log says that it does not answer
	open  bool      // guarded by mu: the log says that it answers anybody
	since time.Time // guarded by mu: since when it answers
}

type figures struct{ failures, sent, received, dropped atomic.Uint64 }

// Open checks the settings and asks the server, which need not answer: then it is asked again
// until it does. A server that answers anybody is refused with ErrOpen.
func Open(ctx context.Context, cfg Config) (*Redis, error) {
	o, err := cfg.options()
	if err != nil {
		return nil, err
	}
	if len(cfg.Secret) == 0 || cfg.Server == "" || cfg.Log == nil {
		return nil, errors.New("peers: Config.Secret, Server and Log are required")
	}
	name := hmac.New(sha256.New, cfg.Secret)
	name.Write([]byte("installation"))
	r := &Redis{
		cfg: cfg, options: o, prefix: "holdfast:" + hex.EncodeToString(name.Sum(nil)[:8]), began: time.Now(),
		asked: make(chan *question, pendingQuestions), changes: newChanges(),
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := cfg.Check(within); errors.Is(err, ErrOpen) {
		return nil, err
	} else if err != nil {
		r.lost(err)
	} else {
		r.trusted.Store(true)
	}
	return r, nil
}

// Start begins to count, to tell, and to tell the listener what others say.
func (r *Redis) Start(ctx context.Context, listener Listener) error {
	ctx, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	counting, telling := *r.options, *r.options
	r.counting, r.telling = redis.NewClient(&counting), redis.NewClient(&telling)
	r.running.Go(func() { r.count(ctx) })
	listen := func(ctx context.Context) { r.listen(ctx, listener) }
	for _, work := range []func(context.Context){r.tell, listen} {
		r.running.Go(func() {
			for !r.trusted.Load() && ctx.Err() == nil {
				pause(ctx, probeEvery)
			}
			work(ctx)
		})
	}
	return nil
}

// Stop ends all that. Calls are decided by each server from then on.
func (r *Redis) Stop(context.Context) error {
	r.up.Store(false)
	r.stop()
	r.running.Wait()
	return errors.Join(r.counting.Close(), r.telling.Close())
}

// Shared is where limits are counted over all servers.
func (r *Redis) Shared() limit.Shared { return r }

// Figures say how a Redis is doing.
type Figures struct {
	Up, Hears bool
	// Failures are times at which it stopped answering, Sent and Received messages about
	// changes, and Dropped those that were not sent because there was too much to say.
	Failures, Sent, Received, Dropped uint64
}

// Figures returns how the Redis is doing.
func (r *Redis) Figures() Figures {
	f := &r.figures
	return Figures{
		Up: r.up.Load(), Hears: r.Hears(),
		Failures: f.failures.Load(), Sent: f.sent.Load(), Received: f.received.Load(), Dropped: f.dropped.Load(),
	}
}

// lost takes note that the server does not answer.
func (r *Redis) lost(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.up.Swap(false) || !r.told {
		r.figures.failures.Add(1)
	}
	open := errors.Is(err, ErrOpen)
	if open && !r.open {
		r.told, r.open = true, true
		r.cfg.Log.Error("peers: Redis is not used", slog.String("reason", reason(err)))
	}
	if !r.told {
		r.told = true
		r.cfg.Log.Warn("peers: Redis does not answer; this server counts alone and asks the database", slog.String("reason", reason(err)))
	}
}

// found takes note that it answers.
func (r *Redis) found(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.up.Swap(true) {
		r.since = now
	}
	if r.told && now.Sub(r.since) > steady {
		r.told, r.open = false, false
		r.cfg.Log.Info("peers: Redis answers again")
	}
}

// key is the name of something that is counted.
func (r *Redis) key(name string) string {
	sum := hmac.New(sha256.New, r.cfg.Secret)
	sum.Write([]byte(name)) // a hash never fails
	return r.prefix + ":limit:" + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:16])
}

// probe asks the server whether it answers, and answers us alone.
func (r *Redis) probe(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if !r.trusted.Load() {
		if err := answers(within, r.counting, r.options); err != nil {
			return err
		}
		r.trusted.Store(true)
	} else if err := r.counting.Ping(within).Err(); err != nil {
		return err
	}
	// Connected, it has to be as fast as it must be for calls.
	soon, cancelSoon := context.WithTimeout(ctx, answerWithin)
	defer cancelSoon()
	if err := r.counting.Ping(soon).Err(); err != nil {
		return fmt.Errorf("it answers too slowly: %w", err)
	}
	return nil
}
