package delivery

import (
	"sync"
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
			if got, want := <-took, yieldFor+time.Duration(i)*minGap; got != want {
				t.Errorf("number %d went ahead after %s, want %s", i, got, want)
			}
		}
		// Anyone who comes later waits for a turn, and not for yieldFor again.
		d.Yield(t.Context())
		if got, want := time.Since(began), yieldFor+waiting*minGap; got != want {
			t.Errorf("a later page went ahead after %s, want %s", got, want)
		}
	})
}

// TestMailKeepsUpWithARush: while a rush lasts for minutes, messages that come at a
// rate which a quarter of a processor can take go out within seconds, those of its end
// as those of its beginning, and they take no more than that quarter.
func TestMailKeepsUpWithARush(t *testing.T) {
	const (
		perSecond  = 1000
		perMessage = 200 * time.Microsecond
		lasts      = 3 * time.Minute
		workers    = 16
		maxLag     = yieldFor + time.Second
	)
	synctest.Test(t, func(t *testing.T) {
		d := &Dispatcher{cfg: Config{Busy: func() bool { return true }}, stopping: make(chan struct{})}
		began := time.Now()
		end := began.Add(lasts)
		var mu sync.Mutex
		var sent int
		var worst, work time.Duration
		var all sync.WaitGroup
		for range workers {
			all.Go(func() {
				for time.Now().Before(end) {
					page := d.Yield(t.Context())
					mu.Lock()
					now := time.Now()
					page = min(page, int(now.Sub(began).Seconds()*perSecond)-sent) // what has come
					if page > 0 {
						lag := now.Sub(began) - time.Duration(sent)*time.Second/perSecond
						worst = max(worst, lag)
						sent += page
					}
					took := time.Duration(max(page, 0)) * perMessage
					work += took
					mu.Unlock()
					time.Sleep(took)
					d.turns.took(took)
				}
			})
		}
		all.Wait()
		if worst > maxLag {
			t.Errorf("a message went out after %s, want %s at most", worst, maxLag)
		}
		if have := int(lasts.Seconds()*perSecond) - sent; have > perSecond*int(maxLag.Seconds()) {
			t.Errorf("%d messages were left at the end of the rush", have)
		}
		if work > lasts/4+lasts/50 {
			t.Errorf("mail took %s of %s", work, lasts)
		}
	})
}
