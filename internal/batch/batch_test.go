package batch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/batch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestDepth: what is in a commit no longer waits, and the fullest queue counts alone.
func TestDepth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g, err := batch.New(batch.Config[string, int, int]{Waiting: 10, Together: 3, Busy: errBusy, Closed: errClosed, Commit: d.commit})
		if err != nil {
			t.Fatal(err)
		}
		depth := func(fullest float64, waiting int) {
			t.Helper()
			synctest.Wait()
			if f, w := g.Depth(); f != fullest || w != waiting {
				t.Errorf("fullest %v, %d wait; want %v, %d", f, w, fullest, waiting)
			}
		}
		depth(0, 0)
		var wg sync.WaitGroup
		submit := func(key string, n int) {
			for i := range n {
				wg.Go(func() {
					if _, err := g.Submit(t.Context(), key, i); err != nil {
						t.Error(err)
					}
				})
			}
		}
		submit("a", 1)
		submit("b", 1)
		depth(0, 0) // each is in a commit, which takes a second
		submit("a", 4)
		submit("b", 7)
		depth(0.7, 11)
		<-time.After(1500 * time.Millisecond) // the next commits have taken three of each
		depth(0.4, 5)
		wg.Wait()
		depth(0, 0)
		if err := g.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

var errBusy, errClosed = errors.New("busy"), errors.New("closed")

// disk is what requests are committed to: a commit takes a second, and answers
// each request with its double.
type disk struct {
	mu      sync.Mutex
	commits [][]int // in the order in which they ended
	under   int     // way at this moment
	most    int     // that ever were
	// within, when not nil, is called in the middle of each commit.
	within func(key string, requests []int, next func() []int) (again *int)
	stats  []batch.Stats
}

func (d *disk) commit(key string, requests []int, next func() []int) ([]int, *int) {
	d.mu.Lock()
	d.under++
	d.most = max(d.most, d.under)
	d.mu.Unlock()
	<-time.After(time.Second)
	var again *int
	if d.within != nil {
		again = d.within(key, requests, next)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.under--
	d.commits = append(d.commits, slices.Clone(requests))
	answers := make([]int, len(requests))
	for i, r := range requests {
		answers[i] = 2 * r
	}
	return answers, again
}

func (d *disk) answered(_ string, s batch.Stats) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stats = append(d.stats, s)
}

func (d *disk) group(t *testing.T, change func(*batch.Config[string, int, int])) *batch.Group[string, int, int] {
	t.Helper()
	cfg := batch.Config[string, int, int]{Waiting: 100, Together: 10, Busy: errBusy, Closed: errClosed, Commit: d.commit, Answered: d.answered}
	if change != nil {
		change(&cfg)
	}
	g, err := batch.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return g
}

func (d *disk) want(t *testing.T, commits ...[]int) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if fmt.Sprint(d.commits) != fmt.Sprint(commits) {
		t.Errorf("commits %v, want %v", d.commits, commits)
	}
}

// submit submits a request and checks its answer.
func submit(t *testing.T, g *batch.Group[string, int, int], wg *sync.WaitGroup, key string, request int) {
	wg.Go(func() {
		if got, err := g.Submit(context.Background(), key, request); err != nil || got != 2*request {
			t.Errorf("%d was answered %d, %v", request, got, err)
		}
	})
	synctest.Wait() // until it is queued, so that the next one arrives later
}

// TestTogether: the first request is committed at once, alone; those that arrive
// meanwhile share the next commits, in arrival order, at most Together in one.
func TestTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, func(c *batch.Config[string, int, int]) { c.Together = 3 })
		var wg sync.WaitGroup
		start := time.Now()
		for n := range 6 {
			submit(t, g, &wg, "a", n)
		}
		if n := g.Waiting("a"); n != 5 || !g.Busy() {
			t.Errorf("%d wait, busy %v", n, g.Busy())
		}
		wg.Wait()
		synctest.Wait()
		d.want(t, []int{0}, []int{1, 2, 3}, []int{4, 5})
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("took %v", took)
		}
		want := []batch.Stats{
			{Requests: 1, Took: time.Second},
			{Requests: 3, Took: time.Second, Waited: time.Second},
			{Requests: 2, Took: time.Second, Waited: 2 * time.Second},
		}
		if !slices.Equal(d.stats, want) {
			t.Errorf("stats %+v", d.stats)
		}
		if g.Busy() || g.Waiting("a") != 0 {
			t.Error("busy with nothing")
		}
	})
}

// TestKeys: one key does not wait for another, unless Writers bounds them.
func TestKeys(t *testing.T) {
	for _, writers := range []int{0, 2} {
		synctest.Test(t, func(t *testing.T) {
			d := &disk{}
			g := d.group(t, func(c *batch.Config[string, int, int]) {
				if writers > 0 {
					c.Slots = batch.NewSlots(writers)
				}
			})
			var wg sync.WaitGroup
			start := time.Now()
			for n := range 4 {
				submit(t, g, &wg, fmt.Sprint("key", n), n)
			}
			wg.Wait()
			most, took := 4, time.Second
			if writers > 0 {
				most, took = writers, 2*time.Second
			}
			if d.most != most || time.Since(start) != took {
				t.Errorf("%d at the same time, in %v", d.most, time.Since(start))
			}
		})
	}
}

// TestPatience: a commit that waits for somebody else's lock does not keep the others
// from theirs; and of those that wait there is a bound as well.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		locks := make(chan struct{})
		g := d.group(t, func(c *batch.Config[string, int, int]) {
			c.Slots, c.Patience = batch.NewSlots(1), 3*time.Second
			c.Commit = func(key string, requests []int, next func() []int) ([]int, *int) {
				if key != "free" {
					<-locks
				}
				return d.commit(key, requests, next)
			}
		})
		var wg sync.WaitGroup
		submit(t, g, &wg, "locked", 1)
		submit(t, g, &wg, "free", 2)
		time.Sleep(3*time.Second - time.Millisecond) // of the bubble
		synctest.Wait()
		d.want(t)
		time.Sleep(time.Second + time.Millisecond)
		synctest.Wait()
		d.want(t, []int{2})
		// One may be late: the next one that waits counts until its end.
		submit(t, g, &wg, "locked too", 3)
		submit(t, g, &wg, "free", 4)
		time.Sleep(time.Hour)
		synctest.Wait()
		d.want(t, []int{2})
		close(locks)
		wg.Wait()
		if d.most > 2 || len(d.commits) != 4 {
			t.Errorf("%d at once, %v", d.most, d.commits)
		}
	})
}

// TestSharedSlots: groups with the same slots take turns, and what arrives while one of
// them has the slot is one commit of the other.
func TestSharedSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		slots := batch.NewSlots(1)
		share := func(c *batch.Config[string, int, int]) { c.Slots = slots }
		one, other := d.group(t, share), d.group(t, share)
		var wg sync.WaitGroup
		start := time.Now()
		submit(t, one, &wg, "a", 1)
		for n := range 3 {
			submit(t, other, &wg, "a", 10+n)
		}
		submit(t, one, &wg, "a", 2)
		wg.Wait()
		synctest.Wait()
		d.want(t, []int{1}, []int{10, 11, 12}, []int{2})
		if took := time.Since(start); d.most != 1 || took != 3*time.Second {
			t.Errorf("%d commits at once, in %v", d.most, took)
		}
	})
}

// TestBusy: a full queue refuses, also a list of which some would fit; what is in
// a commit takes no room in the queue.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, func(c *batch.Config[string, int, int]) { c.Waiting = 2 })
		var wg sync.WaitGroup
		submit(t, g, &wg, "a", 1)
		submit(t, g, &wg, "a", 2)
		if _, err := g.SubmitAll(t.Context(), "a", []int{3, 4}); !errors.Is(err, errBusy) {
			t.Errorf("one of two fits: %v", err)
		}
		submit(t, g, &wg, "a", 5)
		if _, err := g.Submit(t.Context(), "a", 6); !errors.Is(err, errBusy) {
			t.Errorf("a full queue answered %v", err)
		}
		if _, err := g.SubmitAll(t.Context(), "b", []int{1, 2, 3}); !errors.Is(err, errBusy) {
			t.Errorf("more than a queue holds: %v", err)
		}
		submit(t, g, &wg, "b", 7)
		wg.Wait()
		synctest.Wait()
		if g.Busy() {
			t.Error("something is left")
		}
	})
}

// TestPrepared: what is prepared has a place in the queue meanwhile; where there is none, nothing is
// prepared; what cannot be prepared gives its place back.
func TestPrepared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, func(c *batch.Config[string, int, int]) { c.Waiting = 1 })
		never := func() (int, error) {
			t.Error("prepared, and there is no place for it")
			return 0, nil
		}
		errPrepare := errors.New("cannot be prepared")
		for range 2 {
			_, err := g.SubmitPrepared(t.Context(), "a", func() (int, error) {
				if _, err := g.SubmitPrepared(t.Context(), "a", never); !errors.Is(err, errBusy) {
					t.Errorf("beside one that is being prepared: %v", err)
				}
				return 0, errPrepare
			})
			if !errors.Is(err, errPrepare) {
				t.Errorf("what cannot be prepared: %v", err)
			}
		}
		var wg sync.WaitGroup
		submit(t, g, &wg, "a", 1)
		submit(t, g, &wg, "a", 2)
		if _, err := g.SubmitPrepared(t.Context(), "a", never); !errors.Is(err, errBusy) {
			t.Errorf("a full queue answered %v", err)
		}
		wg.Wait()
		synctest.Wait()
		got, err := g.SubmitPrepared(t.Context(), "a", func() (int, error) { return 3, nil })
		if want, _ := g.Submit(t.Context(), "a", 3); err != nil || got != want {
			t.Errorf("prepared: %d, %v, want %d", got, err, want)
		}
		if err := g.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := g.SubmitPrepared(t.Context(), "a", never); !errors.Is(err, errClosed) {
			t.Errorf("closed: %v", err)
		}
	})
}

// TestSubmitAll: requests stand one behind the other and are answered in order.
func TestSubmitAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, func(c *batch.Config[string, int, int]) { c.Together = 2 })
		got, err := g.SubmitAll(t.Context(), "a", []int{1, 2, 3})
		if err != nil || !slices.Equal(got, []int{2, 4, 6}) {
			t.Errorf("%v, %v", got, err)
		}
		d.want(t, []int{1, 2}, []int{3})
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		got, err = g.SubmitAll(ctx, "a", []int{4, 5, 6})
		if !errors.Is(err, context.DeadlineExceeded) || !slices.Equal(got, []int{8, 10}) {
			t.Errorf("the first two of three: %v, %v", got, err)
		}
	})
}

// TestEndOfContext: whoever gives up is told so at once, and the request is
// committed all the same.
func TestEndOfContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		start := time.Now()
		if _, err := g.Submit(ctx, "a", 1); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if err := g.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.want(t, []int{1})
	})
}

// TestClose: what is pending is committed and answered, what comes later refused; a
// Close that cannot wait says so.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, nil)
		var wg sync.WaitGroup
		for n := range 5 {
			submit(t, g, &wg, "a", n)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := g.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("closed at once: %v", err)
		}
		if _, err := g.Submit(t.Context(), "a", 9); !errors.Is(err, errClosed) {
			t.Errorf("after Close: %v", err)
		}
		g.Wake("b", 9)
		if err := g.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		wg.Wait()
		d.want(t, []int{0}, []int{1, 2, 3, 4})
	})
}

// TestNext: a commit is told what the next one will have, and so it has, whoever
// arrives in between.
func TestNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		var announced [][]int
		d.within = func(_ string, _ []int, next func() []int) *int {
			announced = append(announced, next())
			<-time.After(time.Second)
			return nil
		}
		g := d.group(t, func(c *batch.Config[string, int, int]) { c.Together = 3 })
		var wg sync.WaitGroup
		submit(t, g, &wg, "a", 1)
		submit(t, g, &wg, "a", 2)
		<-time.After(1500 * time.Millisecond) // the first has been told
		for n := range 4 {
			submit(t, g, &wg, "a", 3+n)
		}
		wg.Wait()
		d.want(t, []int{1}, []int{2}, []int{3, 4, 5}, []int{6})
		if fmt.Sprint(announced) != "[[2] [3 4 5] [6] []]" {
			t.Errorf("announced %v", announced)
		}
	})
}

// TestWake: a request that nobody waits for is committed when its key has nothing
// else to do, and dropped when it has.
func TestWake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, nil)
		var wg sync.WaitGroup
		g.Wake("a", 1)
		g.Wake("a", 2)
		synctest.Wait()
		submit(t, g, &wg, "a", 3)
		wg.Wait()
		d.want(t, []int{1}, []int{3})
	})
}

// TestAgain: a commit that leaves work behind is followed by one more, unless
// others wait.
func TestAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		left := 2
		d.within = func(string, []int, func() []int) *int {
			if left == 0 {
				return nil
			}
			left--
			again := 100
			return &again
		}
		g := d.group(t, nil)
		var wg sync.WaitGroup
		submit(t, g, &wg, "a", 1)
		submit(t, g, &wg, "a", 2)
		<-time.After(1500 * time.Millisecond)
		if err := g.Close(t.Context()); err != nil { // which work that is left does not outlive
			t.Fatal(err)
		}
		wg.Wait()
		d.want(t, []int{1}, []int{2})

		d.commits, left = nil, 2
		g = d.group(t, nil)
		submit(t, g, &wg, "a", 1)
		wg.Wait()
		for g.Busy() {
			<-time.After(time.Second)
		}
		d.want(t, []int{1}, []int{100}, []int{100})
	})
}

// TestMany meets the race detector: many goroutines, several keys, every request
// answered once with its own answer, those of one goroutine in their order.
func TestMany(t *testing.T) {
	var mu sync.Mutex
	last := map[string]map[int]int{} // by key and sender
	g, err := batch.New(batch.Config[string, int, int]{
		Waiting: 10_000, Together: 7, Slots: batch.NewSlots(3), Busy: errBusy, Closed: errClosed,
		Commit: func(key string, requests []int, next func() []int) ([]int, *int) {
			next()
			answers := make([]int, len(requests))
			mu.Lock()
			defer mu.Unlock()
			if last[key] == nil {
				last[key] = map[int]int{}
			}
			for i, r := range requests {
				if sender := r / 1000; last[key][sender] > r {
					t.Errorf("%s: %d after %d", key, r, last[key][sender])
				} else {
					last[key][sender] = r
				}
				answers[i] = 2 * r
			}
			return answers, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for sender := range 16 {
		wg.Go(func() {
			for n := range 200 {
				r := sender*1000 + n
				if got, err := g.Submit(context.Background(), fmt.Sprint(sender%3), r); err != nil || got != 2*r {
					t.Errorf("%d was answered %d, %v", r, got, err)
				}
			}
		})
	}
	wg.Wait()
	if err := g.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestConfig(t *testing.T) {
	good := batch.Config[string, int, int]{Waiting: 1, Together: 1, Busy: errBusy, Closed: errClosed, Commit: (&disk{}).commit}
	for name, change := range map[string]func(*batch.Config[string, int, int]){
		"Waiting":  func(c *batch.Config[string, int, int]) { c.Waiting = 0 },
		"Together": func(c *batch.Config[string, int, int]) { c.Together = 0 },
		"Patience": func(c *batch.Config[string, int, int]) { c.Patience = -1 },
		"Busy":     func(c *batch.Config[string, int, int]) { c.Busy = nil },
		"Closed":   func(c *batch.Config[string, int, int]) { c.Closed = nil },
		"Commit":   func(c *batch.Config[string, int, int]) { c.Commit = nil },
	} {
		cfg := good
		change(&cfg)
		if _, err := batch.New(cfg); err == nil {
			t.Errorf("a group without a good %s", name)
		}
	}
}

// TestSomeAreLeft: a commit that takes only the first of its requests leaves the others to
// the next one, before those that came meanwhile.
func TestSomeAreLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{}
		g := d.group(t, func(c *batch.Config[string, int, int]) {
			c.Commit = func(key string, requests []int, next func() []int) ([]int, *int) {
				return d.commit(key, requests[:min(2, len(requests))], next)
			}
		})
		var wg sync.WaitGroup
		submit(t, g, &wg, "a", 0)
		for n := range 3 {
			submit(t, g, &wg, "a", 1+n)
		}
		time.Sleep(1500 * time.Millisecond) // of the bubble: the second commit has three requests
		submit(t, g, &wg, "a", 4)
		answer, err := g.Queue("a", 5)
		if err != nil {
			t.Fatal(err)
		}
		wg.Wait()
		if a := <-answer; a != 10 {
			t.Errorf("answer %d", a)
		}
		synctest.Wait()
		d.want(t, []int{0}, []int{1, 2}, []int{3, 4}, []int{5})
		if n := len(d.stats); n != 4 || d.stats[1].Requests != 2 {
			t.Errorf("stats %+v", d.stats)
		}
	})
}
