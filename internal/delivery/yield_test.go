package delivery

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestYield: messages wait while people do, but never for long.
func TestYield(t *testing.T) {
	waited := func(t *testing.T, busyFor time.Duration, stop bool) (took time.Duration, page int) {
		synctest.Test(t, func(t *testing.T) {
			var busy atomic.Bool
			busy.Store(busyFor > 0)
			d := &Dispatcher{cfg: Config{Busy: busy.Load}, stopping: make(chan struct{})}
			time.AfterFunc(busyFor, func() { busy.Store(false) })
			if stop {
				time.AfterFunc(time.Second, func() { close(d.stopping) })
			}
			began := time.Now()
			page = d.Yield(t.Context())
			took = time.Since(began)
			<-time.After(busyFor) // lets the timers end
		})
		return took, page
	}
	if took, page := waited(t, 0, false); took != 0 || page != pageSize {
		t.Errorf("waited %s for nobody, then a page of %d", took, page)
	}
	if took, page := waited(t, 2*time.Second, false); took < 2*time.Second || took > 2*time.Second+yieldPoll || page != pageSize {
		t.Errorf("waited %s for people who waited 2 s, then a page of %d", took, page)
	}
	if took, page := waited(t, time.Minute, false); took != yieldFor || page != stormPage {
		t.Errorf("a storm held mail back for %s, want %s, then a page of %d, want %d", took, yieldFor, page, stormPage)
	}
	if took, _ := waited(t, time.Minute, true); took != time.Second {
		t.Errorf("a stop after 1 s was noticed after %s", took)
	}
}

// TestYieldInTurns: in a storm that lasts, those who waited go ahead one after the
// other, and nobody waits for ever.
func TestYieldInTurns(t *testing.T) {
	const waiting = 8
	synctest.Test(t, func(t *testing.T) {
		d := &Dispatcher{cfg: Config{Busy: func() bool { return true }}, stopping: make(chan struct{})}
		began := time.Now()
		took := make(chan time.Duration, waiting)
		for range waiting {
			go func() {
				if page := d.Yield(t.Context()); page != stormPage {
					t.Errorf("a turn in a storm has a page of %d, want %d", page, stormPage)
				}
				took <- time.Since(began)
			}()
		}
		for i := range waiting {
			if got, want := <-took, yieldFor+time.Duration(i)*yieldGap; got != want {
				t.Errorf("number %d went ahead after %s, want %s", i, got, want)
			}
		}
		// Who comes later finds the turns of those before used up.
		d.Yield(t.Context())
		if got, want := time.Since(began), 2*yieldFor+(waiting-1)*yieldGap; got != want {
			t.Errorf("a later page went ahead after %s, want %s", got, want)
		}
	})
}
