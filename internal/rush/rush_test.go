package rush

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestGauge: a rush begins at a half of the time, lasts from a quarter on, and ends after
// Calm.
func TestGauge(t *testing.T) {
	t.Parallel()
	second := func(worked time.Duration, commands int) Load {
		return Load{Over: Calm / 2, Worked: worked / 2, Commands: commands / 2}
	}
	idle := second(0, 0)
	for name, c := range map[string]struct {
		loads []Load
		want  bool
	}{
		"nothing":                        {nil, false},
		"less than half of the time":     {[]Load{second(490*time.Millisecond, 5000)}, false},
		"half of the time":               {[]Load{second(500*time.Millisecond, 5000)}, true},
		"many events at once":            {[]Load{second(7*time.Second, 5000)}, true},
		"a slow disk and few commands":   {[]Load{second(time.Second, few-10)}, false},
		"some go on":                     {[]Load{second(time.Second, 5000), second(260*time.Millisecond, 5000), second(260*time.Millisecond, 5000)}, true},
		"shortly before it is over":      {[]Load{second(time.Second, 5000), idle}, true},
		"it is over":                     {[]Load{second(time.Second, 5000), idle, idle}, false},
		"waves are one rush":             {[]Load{second(time.Second, 5000), idle, second(time.Second, 5000), idle}, true},
		"after it, half begins the next": {[]Load{second(time.Second, 5000), idle, idle, second(260*time.Millisecond, 5000)}, false},
		"no time":                        {[]Load{{Worked: time.Second, Commands: 5000}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var g Gauge
			for _, l := range c.loads {
				g = g.Next(l)
			}
			if g.Rush != c.want {
				t.Errorf("a rush: %v, want %v", g.Rush, c.want)
			}
		})
	}
}

// TestMeter: batches one behind the other are a rush within a window, and it is noticed
// that they have ended although none comes any more.
func TestMeter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var m Meter
		const batch = 5 * time.Millisecond
		if m.Rush() {
			t.Error("a rush before anybody came")
		}
		for range 2 * Window / batch {
			time.Sleep(batch)
			m.Batch(30, batch)
		}
		if !m.Rush() {
			t.Errorf("no rush after %s of batches", 2*Window)
		}
		time.Sleep(Calm - Window)
		if !m.Rush() {
			t.Error("the rush was over too early")
		}
		time.Sleep(Calm)
		if m.Rush() {
			t.Error("the rush did not end")
		}
		for range 10 { // an idle server answers one person now and then
			time.Sleep(Window / 4)
			m.Batch(1, batch)
		}
		if m.Rush() {
			t.Error("one person now and then is a rush")
		}
	})
}

// TestMeterAtOnce meets the race detector: batches end while others ask.
func TestMeterAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var m Meter
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 200 {
					time.Sleep(time.Millisecond)
					m.Batch(10, time.Millisecond)
				}
			})
			all.Go(func() {
				for range 200 {
					time.Sleep(time.Millisecond)
					m.Rush()
				}
			})
		}
		all.Wait()
		time.Sleep(Window)
		if !m.Rush() {
			t.Error("four events that are written all the time are not a rush")
		}
	})
}
