package courier

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestYield: messages wait while people do, but never for long.
func TestYield(t *testing.T) {
	waited := func(t *testing.T, busyFor time.Duration, stop bool) (took time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			var busy atomic.Bool
			busy.Store(busyFor > 0)
			k := &Courier{cfg: Config{Busy: busy.Load}, stopping: make(chan struct{})}
			time.AfterFunc(busyFor, func() { busy.Store(false) })
			if stop {
				time.AfterFunc(time.Second, func() { close(k.stopping) })
			}
			began := time.Now()
			k.Yield(t.Context())
			took = time.Since(began)
			<-time.After(busyFor) // lets the timers end
		})
		return took
	}
	if took := waited(t, 0, false); took != 0 {
		t.Errorf("waited %s for nobody", took)
	}
	if took := waited(t, 2*time.Second, false); took < 2*time.Second || took > 2*time.Second+yieldPoll {
		t.Errorf("waited %s for people who waited 2 s", took)
	}
	if took := waited(t, time.Minute, false); took != yieldFor {
		t.Errorf("a storm held mail back for %s, want %s", took, yieldFor)
	}
	if took := waited(t, time.Minute, true); took != time.Second {
		t.Errorf("a stop after 1 s was noticed after %s", took)
	}
}

// TestYieldInTurns: in a storm that lasts, those who waited go ahead one after the
// other, and nobody waits for ever.
func TestYieldInTurns(t *testing.T) {
	const waiting = 8
	synctest.Test(t, func(t *testing.T) {
		k := &Courier{cfg: Config{Busy: func() bool { return true }}, stopping: make(chan struct{})}
		began := time.Now()
		took := make(chan time.Duration, waiting)
		for range waiting {
			go func() {
				k.Yield(t.Context())
				took <- time.Since(began)
			}()
		}
		for i := range waiting {
			if got, want := <-took, yieldFor+time.Duration(i)*yieldGap; got != want {
				t.Errorf("number %d went ahead after %s, want %s", i, got, want)
			}
		}
		// Who comes later finds the turns of those before used up.
		k.Yield(t.Context())
		if got, want := time.Since(began), 2*yieldFor+(waiting-1)*yieldGap; got != want {
			t.Errorf("a later page went ahead after %s, want %s", got, want)
		}
	})
}
