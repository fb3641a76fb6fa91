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
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/replies"
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
var Outcomes = []string{asked, "taken", "invalid", "expired", "used", "unsolved", "cheap", "unavailable", "failed"}

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
	case errors.Is(err, ErrCheap):
		return "cheap"
	case errors.Is(err, ErrAgain), errors.Is(err, ErrUnavailable):
		return "unavailable"
	}
	return "failed"
}

// Config configures a Gate. All of it but Observe and Captcha is required.
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
	// Captcha, when not nil, asks people instead of our own proof of work.
	Captcha *Captcha
}

// Gate asks strangers for a proof of work, and takes it. It is safe for concurrent use.
type Gate struct {
	cfg  Config
	uses *batch.Group[struct{}, replies.ChallengeUse, taken]

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
	g.uses, err = batch.New(batch.Config[struct{}, replies.ChallengeUse, taken]{
		Waiting: maxWaiting, Together: maxTogether, Busy: ErrBusy, Closed: ErrClosed,
		Commit: func(_ struct{}, list []replies.ChallengeUse, _ func() []replies.ChallengeUse) ([]taken, *replies.ChallengeUse) {
			return g.store(list), nil
		},
	})
	return g, err
}

// Close stores the pending answers, and refuses other answers.
func (g *Gate) Close(ctx context.Context) error { return g.uses.Close(ctx) }

// Level is how busy the server is with what strangers want of an event.
func (g *Gate) Level(event string) Level { return g.see(Load{Queued: g.cfg.Queued(event)}) }

// Now is how busy the server is, as far as it was seen.
func (g *Gate) Now() Level { return g.see(Load{}) }

// Sources are the addresses that pages load from for what strangers are asked, by directive
// of their policy; nil: none but ours.
func (g *Gate) Sources() map[string][]string {
	if g.cfg.Captcha == nil {
		return nil
	}
	return g.cfg.Captcha.Provider.Sources()
}

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

// Question is what somebody is asked: one of the two.
type Question struct {
	// Work is our own challenge, with the work that the level of the moment asks for.
	Work   *Challenge
	Widget *Widget
}

// Ask returns what whoever wants something is asked, with the work of a level at least;
// ErrUnavailable: what is to ask is away, and nobody is let in meanwhile. away says that
// somebody could not load the widget, which is looked into.
func (g *Gate) Ask(ctx context.Context, scope WorkScope, least Level, away bool) (Question, error) {
	if c := g.cfg.Captcha; c != nil {
		if away {
			c.Service.Suspect(ctx)
		}
		switch {
		case !c.Service.Down():
			return Question{Widget: c.widget(scope)}, nil
		case !c.open(scope.Purpose):
			return Question{}, ErrUnavailable
		}
	}
	return Question{Work: New(g.cfg.Key, scope, max(least, g.Level(scope.Event)).Effort(), g.cfg.Now())}, nil
}

// Sent is an answer as it was sent, and by whom.
type Sent struct {
	Text string
	// By names who repeats a request, and may use the same answer again with it; "": nobody
	// may.
	By string
	// Least is the level whose work is asked of them now at least, whatever it was when they got
	// the challenge.
	Least Level
	// RemoteIP is told to the company that verifies, where one does.
	RemoteIP string
}

// Take accepts an answer for a scope, once: ErrInvalid, ErrExpired, ErrUsed, ErrUnsolved,
// ErrCheap, ErrAgain or ErrUnavailable.
func (g *Gate) Take(ctx context.Context, scope WorkScope, s Sent) error {
	var err error
	if c := g.cfg.Captcha; c != nil && !c.own(scope, s.Text) {
		err = g.takeWidget(ctx, scope, s.Text, s.By, s.RemoteIP)
	} else {
		err = g.take(ctx, scope, &s)
	}
	g.cfg.Observe(outcomeOf(err))
	return err
}

func (g *Gate) take(ctx context.Context, scope WorkScope, s *Sent) error {
	a, err := Parse(s.Text)
	if err != nil {
		return err
	}
	if err := a.Challenge.genuine(g.cfg.Key, scope, g.cfg.Now()); err != nil {
		return err
	}
	use := &use{id: a.Challenge.ID(), by: s.By, until: inventory.Instant(a.Challenge.Parameters.ExpiresAt) * inventory.Instant(inventory.Second)}
	if done, err := g.usedBefore(ctx, use); done || err != nil {
		return err
	}
	if s.Least > Idle && a.Challenge.Parameters.work() < s.Least.Effort().work() {
		return ErrCheap
	}
	if err := a.solved(); err != nil {
		return err
	}
	return g.useUp(ctx, use)
}

// use is one use of an answer.
type use struct {
	id, by string
	until  inventory.Instant // no such answer is accepted after that
}

// usedBefore reports whether the same request has used an answer before; ErrUsed: another has.
func (g *Gate) usedBefore(ctx context.Context, u *use) (bool, error) {
	switch first, err := g.cfg.Store.Challenges.UsedBy(ctx, u.id); {
	case errors.Is(err, database.ErrNotFound):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("challenge: look whether it was used: %w", err)
	case u.by == "" || first != u.by:
		return false, ErrUsed
	}
	return true, nil // it was checked then
}

// useUp stores that an answer was used; ErrUsed: somebody else was first.
func (g *Gate) useUp(ctx context.Context, u *use) error {
	row := replies.ChallengeUse{ID: u.id, UsedBy: u.by, ExpiresAt: u.until}
	if u.by == "" {
		row.UsedBy = random()
	}
	t, err := g.uses.Submit(ctx, struct{}{}, row)
	switch {
	case err != nil:
		return err
	case t.err != nil:
		return fmt.Errorf("challenge: use an answer up: %w", t.err)
	case t.by != row.UsedBy:
		return ErrUsed
	}
	return nil
}

// store uses answers up.
func (g *Gate) store(list []replies.ChallengeUse) []taken {
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
