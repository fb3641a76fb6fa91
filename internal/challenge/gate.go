package challenge

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/batch"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

const (
	// maxWaiting bounds the answers that wait for being stored, maxTogether those that share
	// a transaction.
	maxWaiting, maxTogether = 16_384, 256
	// storeFor is how long that may take. It is not the request's to give up: others are in it.
	storeFor = 10 * time.Second
)

// Errors of a gate that takes no answers at the moment. Nothing was changed.
var (
	ErrBusy   = errors.New("challenge: too many answers wait")
	ErrClosed = errors.New("challenge: closed")
)

// Outcomes are what becomes of a stranger who is asked.
var Outcomes = []string{asked, "taken", "invalid", "expired", "used", "unsolved", "failed"}

const asked = "asked" // and had no answer yet

// outcomeOf names what became of an answer.
func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "taken"
	case errors.Is(err, ErrInvalid):
		return "invalid"
	case errors.Is(err, ErrExpired):
		return "expired"
	case errors.Is(err, ErrUsed):
		return "used"
	case errors.Is(err, ErrUnsolved):
		return "unsolved"
	}
	return "failed"
}

// Config configures a Gate. All of it but Observe is required.
type Config struct {
	Store *store.Store
	// Key signs challenges.
	Key []byte
	// Queued is how full the fullest queue is that takes what strangers want of an event,
	// from 0 to 1.
	Queued func(event string) float64
	Now    func() inventory.Instant
	// Observe, when not nil, is told what became of each stranger who was asked.
	Observe func(outcome string)
}

// Gate asks strangers for a proof of work, and takes it. It is safe for concurrent use.
type Gate struct {
	cfg  Config
	uses *batch.Group[struct{}, store.ChallengeUse, taken]

	mu    sync.Mutex
	gauge Gauge // guarded by mu
}

// taken is by whom the answer of a challenge was used.
type taken struct {
	by  string
	err error
}

// NewGate returns a gate. It has no goroutine while nobody answers.
func NewGate(c Config) (*Gate, error) {
	if c.Store == nil || c.Queued == nil || c.Now == nil || len(c.Key) < sha256.Size {
		return nil, errors.New("challenge: Config is incomplete")
	}
	if c.Observe == nil {
		c.Observe = func(string) {}
	}
	g := &Gate{cfg: c}
	var err error
	g.uses, err = batch.New(batch.Config[struct{}, store.ChallengeUse, taken]{
		Waiting: maxWaiting, Together: maxTogether, Busy: ErrBusy, Closed: ErrClosed,
		Commit: func(_ struct{}, list []store.ChallengeUse, _ func() []store.ChallengeUse) ([]taken, *store.ChallengeUse) {
			return g.store(list), nil
		},
	})
	return g, err
}

// Close stores what waits, and refuses other answers.
func (g *Gate) Close(ctx context.Context) error { return g.uses.Close(ctx) }

// Level is how busy the server is with what strangers want of an event.
func (g *Gate) Level(event string) Level { return g.see(Load{Queued: g.cfg.Queued(event)}) }

// Now is how busy the server is, as far as it was seen.
func (g *Gate) Now() Level { return g.see(Load{}) }

// Asked tells the gate that somebody was refused who had no answer yet.
func (g *Gate) Asked() { g.cfg.Observe(asked) }

// Refused tells the gate that somebody was turned away because a queue was full.
func (g *Gate) Refused() { g.see(Load{Refused: true}) }

func (g *Gate) see(l Load) Level {
	now := g.cfg.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gauge = g.gauge.Next(l, now)
	return g.gauge.Level
}

// Ask returns a challenge, with the work that the level of the moment asks for.
func (g *Gate) Ask(scope WorkScope) *Challenge {
	return New(g.cfg.Key, scope, g.Level(scope.Event).Effort(), g.cfg.Now())
}

// Take accepts an answer for a scope, once: ErrInvalid, ErrExpired, ErrUsed or ErrUnsolved.
// by names who repeats a request, and may use the same answer again with it; "": nobody
// may.
func (g *Gate) Take(ctx context.Context, scope WorkScope, text, by string) error {
	err := g.take(ctx, scope, text, by)
	g.cfg.Observe(outcomeOf(err))
	return err
}

func (g *Gate) take(ctx context.Context, scope WorkScope, text, by string) error {
	a, err := Parse(text)
	if err != nil {
		return err
	}
	if err := a.Challenge.genuine(g.cfg.Key, scope, g.cfg.Now()); err != nil {
		return err
	}
	switch first, err := g.cfg.Store.Challenges.UsedBy(ctx, a.Challenge.ID()); {
	case errors.Is(err, store.ErrNotFound):
	case err != nil:
		return fmt.Errorf("challenge: look whether it was used: %w", err)
	case by == "" || first != by:
		return ErrUsed
	default:
		return nil // it was checked then
	}
	if err := a.solved(); err != nil {
		return err
	}
	use := store.ChallengeUse{
		ID: a.Challenge.ID(), UsedBy: by, ExpiresAt: inventory.Instant(a.Challenge.Parameters.ExpiresAt) * inventory.Instant(inventory.Second),
	}
	if by == "" {
		use.UsedBy = random()
	}
	t, err := g.uses.Submit(ctx, struct{}{}, use)
	switch {
	case err != nil:
		return err
	case t.err != nil:
		return fmt.Errorf("challenge: use an answer up: %w", t.err)
	case t.by != use.UsedBy:
		return ErrUsed
	}
	return nil
}

// store uses answers up.
func (g *Gate) store(list []store.ChallengeUse) []taken {
	ctx, cancel := context.WithTimeout(context.Background(), storeFor)
	defer cancel()
	out := make([]taken, len(list))
	by, err := g.cfg.Store.Challenges.Use(ctx, list)
	for i := range out {
		if out[i].err = err; err == nil {
			out[i].by = by[list[i].ID]
		}
	}
	return out
}
