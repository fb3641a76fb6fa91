package captcha_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/captcha"
)

// verdicts is a provider whose answers a test says, and which counts what it is asked.
type verdicts struct {
	mu             sync.Mutex
	verify, probe  error         // guarded by mu
	tokens, probes int           // guarded by mu
	takes          time.Duration // of a call
}

func (v *verdicts) say(verify, probe error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.verify, v.probe = verify, probe
}

func (v *verdicts) asked() (tokens, probes int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.tokens, v.probes
}

// Verify implements captcha.Verifier.
func (v *verdicts) Verify(context.Context, string, string) (captcha.Answer, error) {
	<-time.After(v.takes)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.tokens++
	return captcha.Answer{Host: host}, v.verify
}

// Probe implements captcha.Prober.
func (v *verdicts) Probe(context.Context) error {
	<-time.After(v.takes)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.probes++
	return v.probe
}

func serve(t *testing.T, v *verdicts) (s *captcha.Service, log *bytes.Buffer, outcomes func() map[string]int) {
	t.Helper()
	var mu sync.Mutex
	count := map[string]int{}
	log = &bytes.Buffer{}
	s, err := captcha.NewService(captcha.ServiceConfig{Provider: v, Now: time.Now, Log: slog.New(slog.NewTextHandler(log, nil)), Observe: func(outcome string) {
		mu.Lock()
		defer mu.Unlock()
		count[outcome]++
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s, log, func() map[string]int {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(count)
	}
}

// TestAwayAndBack: a provider that is away is not asked about tokens, is looked at until it
// is there again, and is there again without anybody having to try.
func TestAwayAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &verdicts{takes: time.Second}
		s, log, outcomes := serve(t, v)
		ctx, stop := context.WithCancel(t.Context())
		defer synctest.Wait()
		defer stop()
		go s.Run(ctx)
		time.Sleep(5 * time.Second)
		if _, probes := v.asked(); s.Down() || probes != 1 {
			t.Fatalf("after the start: down %v, %d looks", s.Down(), probes)
		}
		time.Sleep(time.Minute)
		if _, probes := v.asked(); probes != 1 {
			t.Errorf("%d looks at a provider that is there", probes)
		}
		v.say(captcha.ErrUnavailable, captcha.ErrUnavailable)
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if _, err := s.Verify(t.Context(), "token", ""); !errors.Is(err, captcha.ErrUnavailable) {
					t.Error(err)
				}
				if !s.Down() {
					t.Error("who was told that it is away is not told by Down")
				}
			})
		}
		wg.Wait()
		tokens, probes := v.asked()
		if tokens != 50 || probes != 2 {
			t.Errorf("asked about %d tokens, looked %d times", tokens, probes)
		}
		began := time.Now()
		if _, err := s.Verify(t.Context(), "token", ""); !errors.Is(err, captcha.ErrUnavailable) || time.Since(began) != 0 {
			t.Errorf("while it is away: %v after %v", err, time.Since(began))
		}
		v.say(nil, nil)
		time.Sleep(captcha.Rest + 2*time.Second)
		if s.Down() {
			t.Error("it is back, and nobody has noticed")
		}
		if _, err := s.Verify(t.Context(), "token", ""); err != nil {
			t.Error(err)
		}
		synctest.Wait() // what Run writes to the log is there
		if n := strings.Count(log.String(), "level=ERROR"); n != 1 || strings.Count(log.String(), "verifies again") != 1 {
			t.Errorf("the log says: %s", log)
		}
		if got := outcomes(); got["unavailable"] != 51 || got["good"] < 2 {
			t.Errorf("counted %v", got)
		}
	})
}

// TestNobodyMakesItSeemAway: a token that makes a call fail does not make the provider one
// that is away, however often it is sent.
func TestNobodyMakesItSeemAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &verdicts{}
		s, _, _ := serve(t, v)
		v.say(captcha.ErrUnavailable, nil)
		for range 100 {
			if _, err := s.Verify(t.Context(), "wicked", ""); !errors.Is(err, captcha.ErrUnavailable) || s.Down() {
				t.Fatalf("%v, down %v", err, s.Down())
			}
		}
		s.Suspect(t.Context())
		if _, probes := v.asked(); probes != 1 {
			t.Errorf("looked %d times within a moment", probes)
		}
		time.Sleep(captcha.Rest)
		v.say(nil, captcha.ErrMisconfigured)
		s.Suspect(t.Context())
		if !s.Down() {
			t.Error("it refuses our keys, and is taken to be there")
		}
	})
}

// TestCallsAreBounded: a provider that answers slowly has so many calls under way; whoever
// comes beside them is told at once.
func TestCallsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &verdicts{takes: captcha.Timeout}
		s, _, outcomes := serve(t, v)
		const people = 2000
		var wg sync.WaitGroup
		for range people {
			wg.Go(func() {
				if _, err := s.Verify(t.Context(), "token", ""); err != nil && !errors.Is(err, captcha.ErrUnavailable) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		tokens, probes := v.asked()
		if got := outcomes(); tokens == 0 || tokens >= people || got["good"] != tokens || got["unavailable"] != people-tokens || probes != 0 || s.Down() {
			t.Errorf("%d calls, %d looks, %v", tokens, probes, got)
		}
	})
}
