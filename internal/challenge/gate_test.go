package challenge_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// door is a gate whose clock and queue are the test's.
type door struct {
	*challenge.Gate
	now    atomic.Int64
	queued float64

	mu       sync.Mutex
	outcomes map[string]int // guarded by mu
}

func open(t *testing.T, s *store.Store) *door {
	t.Helper()
	d := &door{outcomes: map[string]int{}}
	d.now.Store(int64(storetest.Epoch))
	var err error
	d.Gate, err = challenge.NewGate(challenge.Config{
		Observe: func(outcome string) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.outcomes[outcome]++
		},
		Store: s, Key: []byte(strings.Repeat("k", 32)), Queued: func(string) float64 { return d.queued }, Now: func() inventory.Instant { return inventory.Instant(d.now.Load()) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return d
}

// cheap is a challenge of the key of the tests that takes next to no work.
func cheap(t *testing.T, scope challenge.WorkScope) string {
	t.Helper()
	a, err := challenge.Solve(challenge.New([]byte(strings.Repeat("k", 32)), scope, challenge.Effort{Cost: 1, Prefix: "0"}, storetest.Epoch))
	if err != nil {
		t.Fatal(err)
	}
	return a.Text()
}

var scope = challenge.WorkScope{Event: "evt_1", Purpose: challenge.Join}

// TestOnceAtTwoServers: of many who use one answer at two servers at once, one may. After a
// restart nobody may, except to repeat the request.
func TestOnceAtTwoServers(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		doors := []*door{open(t, testdb.Open(t, url)), open(t, testdb.Open(t, url))}
		const answers, tries = 12, 4
		texts := make([]string, answers)
		var passed [answers]atomic.Int64
		var wg sync.WaitGroup
		for n := range texts {
			texts[n] = cheap(t, scope)
		}
		for n, text := range texts {
			for try := range tries {
				for i, d := range doors {
					wg.Go(func() {
						switch err := d.Take(t.Context(), scope, challenge.Sent{Text: text, By: fmt.Sprint(try, "at", i)}); {
						case err == nil:
							passed[n].Add(1)
						case !errors.Is(err, challenge.ErrUsed):
							t.Error(err)
						}
					})
				}
			}
		}
		wg.Wait()
		for n := range passed {
			if got := passed[n].Load(); got != 1 {
				t.Errorf("answer %d was used %d times", n, got)
			}
		}
		again := open(t, testdb.Open(t, url))
		for _, text := range texts {
			if err := again.Take(t.Context(), scope, challenge.Sent{Text: text, By: ""}); !errors.Is(err, challenge.ErrUsed) {
				t.Errorf("after a restart: %v", err)
			}
		}
	})
}

// TestRepetition: whoever repeats a request may use its answer again, and nobody else.
func TestRepetition(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		d, text := open(t, s), cheap(t, scope)
		take := func(by string, want error) {
			t.Helper()
			if err := d.Take(t.Context(), scope, challenge.Sent{Text: text, By: by}); !errors.Is(err, want) {
				t.Errorf("by %q: %v, want %v", by, err, want)
			}
		}
		take("ann", nil)
		take("ann", nil)
		take("ben", challenge.ErrUsed)
		take("", challenge.ErrUsed)
		text = cheap(t, scope)
		take("", nil)
		take("", challenge.ErrUsed)
		if err := d.Take(t.Context(), challenge.WorkScope{Event: "evt_1", Purpose: challenge.Order}, challenge.Sent{Text: cheap(t, scope), By: ""}); !errors.Is(err, challenge.ErrInvalid) {
			t.Errorf("for another purpose: %v", err)
		}
		d.now.Add(int64(challenge.Life))
		take("ann", challenge.ErrExpired)

		// What is over is forgotten, a few rows at a time.
		ctx := t.Context()
		for _, want := range []int64{0, 1, 1, 0} {
			before := storetest.Epoch + inventory.Instant(challenge.Life)
			if want > 0 || d.queued > 0 {
				before += inventory.Instant(inventory.Second)
				d.queued = 1
			}
			if n, err := s.Challenges.PruneChallenges(ctx, before, 1); err != nil || n != want {
				t.Errorf("forgotten: %d, %v, want %d", n, err, want)
			}
		}
	})
}

// TestUnsolvedIsNotUsed: an answer without the work changes nothing; the same challenge can
// still be answered.
func TestUnsolvedIsNotUsed(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.SQLite(t))
	d := open(t, s)
	a, err := challenge.Parse(cheap(t, scope))
	if err != nil {
		t.Fatal(err)
	}
	good := a.Text()
	a.Solution.Counter++
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: a.Text(), By: "ann"}); !errors.Is(err, challenge.ErrUnsolved) {
		t.Errorf("without the work: %v", err)
	}
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: good, By: "ben"}); err != nil {
		t.Errorf("with it: %v", err)
	}
	d.Asked()
	// Used comes before solved: nothing is derived for an answer that was used.
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: a.Text(), By: "ann"}); !errors.Is(err, challenge.ErrUsed) {
		t.Errorf("used, and without the work: %v", err)
	}
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: "?", By: "ann"}); !errors.Is(err, challenge.ErrInvalid) {
		t.Errorf("no answer: %v", err)
	}
	if want := map[string]int{"asked": 1, "taken": 1, "used": 1, "unsolved": 1, "invalid": 1}; !maps.Equal(d.outcomes, want) {
		t.Errorf("counted %v, want %v", d.outcomes, want)
	}
}

// TestWorkFollowsLoad: a gate asks for more while its queue is full.
func TestWorkFollowsLoad(t *testing.T) {
	t.Parallel()
	d := open(t, testdb.Open(t, testdb.SQLite(t)))
	cost := func() challenge.Effort {
		q, err := d.Ask(t.Context(), scope, challenge.Idle, false)
		if err != nil {
			t.Fatal(err)
		}
		p := q.Work.Parameters
		return challenge.Effort{Cost: p.Cost, Prefix: p.KeyPrefix}
	}
	if got := cost(); d.Level("evt_1") != challenge.Idle || got != challenge.Idle.Effort() {
		t.Errorf("idle: %+v", got)
	}
	d.queued = 0.3
	if got := cost(); got != challenge.Crowded.Effort() {
		t.Errorf("crowded: %+v", got)
	}
	d.queued = 0
	d.Refused()
	if got := cost(); got != challenge.Stormed.Effort() {
		t.Errorf("after a refusal: %+v", got)
	}
	if got := d.Now(); got != challenge.Stormed {
		t.Errorf("level %d after a refusal", got)
	}
	d.now.Add(3 * int64(challenge.Calm))
	if got := cost(); got != challenge.Idle.Effort() {
		t.Errorf("calm again: %+v", got)
	}
}

// TestNoDatabase: an answer that cannot be stored is refused, and is good afterwards.
func TestNoDatabase(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.SQLite(t))
	d, text := open(t, s), cheap(t, scope)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.Take(gone, scope, challenge.Sent{Text: text, By: "ann"}); err == nil {
		t.Error("taken without the database")
	}
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: text, By: "ann"}); err != nil {
		t.Error(err)
	}
	if err := d.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: cheap(t, scope), By: "ann"}); !errors.Is(err, challenge.ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	if _, err := challenge.NewGate(challenge.Config{}); err == nil {
		t.Error("without anything")
	}
}

// TestCheapAnswers: whoever is asked for more by now cannot use what cost less, and is not
// asked for less than the server's load asks for.
func TestCheapAnswers(t *testing.T) {
	t.Parallel()
	d := open(t, testdb.Open(t, testdb.SQLite(t)))
	text := cheap(t, scope)
	for _, least := range []challenge.Level{challenge.Busy, challenge.Stormed} {
		if err := d.Take(t.Context(), scope, challenge.Sent{Text: text, By: "ann", Least: least}); !errors.Is(err, challenge.ErrCheap) {
			t.Errorf("at level %d: %v", least, err)
		}
	}
	q, err := d.Ask(t.Context(), scope, challenge.Busy, false)
	if err != nil {
		t.Fatal(err)
	}
	if p := q.Work.Parameters; (challenge.Effort{Cost: p.Cost, Prefix: p.KeyPrefix}) != challenge.Busy.Effort() {
		t.Errorf("asked for %+v", p)
	}
	a, err := challenge.Solve(q.Work)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: a.Text(), By: "ann", Least: challenge.Busy}); err != nil {
		t.Error(err)
	}
	if err := d.Take(t.Context(), scope, challenge.Sent{Text: a.Text(), By: "ann", Least: challenge.Stormed}); err != nil {
		t.Errorf("who repeats a request: %v", err)
	}
	if d.outcomes["cheap"] != 2 {
		t.Errorf("counted %v", d.outcomes)
	}
	d.queued = 1
	if q, err = d.Ask(t.Context(), scope, challenge.Busy, false); err != nil || q.Work.Parameters.KeyPrefix != challenge.Stormed.Effort().Prefix || q.Work.Parameters.Cost != challenge.Stormed.Effort().Cost {
		t.Errorf("in a storm: %+v, %v", q.Work, err)
	}
}
