package captcha

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// Rest is how long is waited from one look at the provider to the next, also by the many
// who fail at once.
const Rest = 10 * time.Second

// Outcomes are what becomes of a token, or of a look at the provider.
var Outcomes = []string{"good", "invalid", "expired", "used", "unavailable", "misconfigured", "failed"}

// outcomeOf names what became of one.
func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "good"
	case errors.Is(err, ErrInvalid):
		return "invalid"
	case errors.Is(err, ErrExpired):
		return "expired"
	case errors.Is(err, ErrUsed):
		return "used"
	case errors.Is(err, ErrUnavailable):
		return "unavailable"
	case errors.Is(err, ErrMisconfigured):
		return "misconfigured"
	}
	return "failed"
}

// Prober is a Verifier that can be looked at without a token.
type Prober interface {
	Verifier
	// Probe returns nil, ErrUnavailable or ErrMisconfigured.
	Probe(ctx context.Context) error
}

// ServiceConfig configures a Service. All of it but Observe is required.
type ServiceConfig struct {
	Provider Prober
	Now      func() time.Time
	Log      *slog.Logger
	// Observe, when not nil, is told what became of each token and each look.
	Observe func(outcome string)
}

// Service is a provider that may be away. Whether it is away is found out by looks with a
// token of our own: nobody can make it seem away with one of theirs. It is safe for
// concurrent use.
type Service struct {
	cfg   ServiceConfig
	calls chan struct{} // one for each call under way

	mu     sync.Mutex
	down   bool      // guarded by mu: the last look failed
	looked time.Time // guarded by mu: when the last look began
	look   chan struct{}
}

// NewService returns a service that takes its provider to be there.
func NewService(c ServiceConfig) (*Service, error) {
	if c.Provider == nil || c.Now == nil || c.Log == nil {
		return nil, errors.New("captcha: ServiceConfig is incomplete")
	}
	if c.Observe == nil {
		c.Observe = func(string) {}
	}
	return &Service{cfg: c, calls: make(chan struct{}, maxCalls)}, nil
}

// Down reports whether the provider is known to be away, or to refuse our keys.
func (s *Service) Down() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

// Verify implements Verifier. A provider that is known to be away is not asked: nobody waits
// for it.
func (s *Service) Verify(ctx context.Context, token, remoteIP string) (Answer, error) {
	if s.Down() {
		return Answer{}, ErrUnavailable
	}
	select {
	case s.calls <- struct{}{}:
	default:
		s.cfg.Observe(outcomeOf(ErrUnavailable))
		return Answer{}, ErrUnavailable
	}
	a, err := s.cfg.Provider.Verify(ctx, token, remoteIP)
	<-s.calls
	s.cfg.Observe(outcomeOf(err))
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrMisconfigured) {
		s.Suspect(ctx)
	}
	return a, err
}

// Suspect looks whether the provider is there because somebody says that it is not, unless
// that was done a moment ago. It returns when it is known.
func (s *Service) Suspect(ctx context.Context) {
	s.mu.Lock()
	running := s.look
	if running == nil && s.cfg.Now().Sub(s.looked) >= Rest {
		s.mu.Unlock()
		s.Look(ctx)
		return
	}
	s.mu.Unlock()
	if running != nil {
		select {
		case <-running:
		case <-ctx.Done():
		}
	}
}

// Look asks the provider whether it is there and knows our keys. Of several at once one asks.
func (s *Service) Look(ctx context.Context) {
	s.mu.Lock()
	if running := s.look; running != nil {
		s.mu.Unlock()
		select {
		case <-running:
		case <-ctx.Done():
		}
		return
	}
	done := make(chan struct{})
	s.look, s.looked = done, s.cfg.Now()
	s.mu.Unlock()

	// Others wait for the answer: it is not for the first one to give up.
	err := s.cfg.Provider.Probe(context.WithoutCancel(ctx))
	s.cfg.Observe(outcomeOf(err))

	s.mu.Lock()
	was := s.down
	s.down, s.look = err != nil, nil
	s.mu.Unlock()
	close(done)
	switch {
	case err != nil && !was:
		s.cfg.Log.ErrorContext(ctx, "captcha: the provider verifies nobody; people are asked for a proof of work, or not let in, as --captcha-open says", slog.Any("error", err))
	case err == nil && was:
		s.cfg.Log.InfoContext(ctx, "captcha: the provider verifies again")
	}
}

// Run looks at the provider at the start, and again and again while it is away, so that
// nobody has to try for it. It returns when ctx is done.
func (s *Service) Run(ctx context.Context) {
	s.Look(ctx)
	tick := time.NewTicker(Rest)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if s.Down() {
				s.Look(ctx)
			}
		}
	}
}
