package turnedaway_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/turnedaway"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

var began = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

// node is a server that counts, whose clock goes on by a second with each refusal.
type node struct {
	*turnedaway.Counter
	t   *testing.T
	now time.Time
}

func newNode(t *testing.T, s *store.Store, name string) *node {
	t.Helper()
	n := &node{t: t, now: began}
	var err error
	n.Counter, err = turnedaway.New(turnedaway.Config{Store: s, Server: name, Now: func() time.Time { return n.now }, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (n *node) refuses(event, code string, times int) {
	for range times {
		n.now = n.now.Add(time.Second)
		n.Count(event, code, true)
	}
}

func (n *node) adds() {
	n.t.Helper()
	if err := n.Add(n.t.Context()); err != nil {
		n.t.Fatal(err)
	}
}

// sees fails the test unless the server says so of an event.
func (n *node) sees(event, when string, exact bool, want map[string]int64) {
	n.t.Helper()
	got, err := n.Of(n.t.Context(), event)
	if err != nil {
		n.t.Fatal(err)
	}
	counts := map[string]int64{}
	for i, r := range got.Items {
		if counts[r.Code] = r.Count; i > 0 && r.Count > got.Items[i-1].Count {
			n.t.Errorf("%s: not the most frequent first: %+v", when, got.Items)
		}
	}
	if !maps.Equal(counts, want) || got.Exact != exact || got.Since.IsZero() != (len(want) == 0) {
		n.t.Errorf("%s: %+v, want %v, exact %v", when, got, want, exact)
	}
}

// newEvent makes an event.
func newEvent(t *testing.T, s *store.Store) *storetest.Fixture {
	t.Helper()
	h := storetest.NewFixture(t, s)
	h.Must(h.CreateCommand(5, nil))
	return h
}

// event is newEvent, of which the id is returned.
func event(t *testing.T, s *store.Store) string {
	t.Helper()
	return newEvent(t, s).Event
}

// TestServers: what two servers refuse is summed; while both count it is said to be about right, and it
// is exact when they have stopped, also for one that begins later. A server that is killed loses what it
// had not added, and what it had added stays, without being called exact.
func TestServers(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		h := newEvent(t, s)
		show, other := h.Event, event(t, s)
		a, b := newNode(t, s, "wa"), newNode(t, s, "wb")
		a.sees(show, "before anything", true, map[string]int64{})
		a.refuses(show, "sold_out", 3)
		a.sees(show, "counted by one alone", true, map[string]int64{"sold_out": 3})
		b.sees(show, "not added yet", true, map[string]int64{})
		a.adds()
		b.refuses(show, "sold_out", 2)
		b.refuses(show, "waiting_room", 7)
		b.refuses(other, "sold_out", 1)
		b.sees(show, "by one that counts beside another", false, map[string]int64{"sold_out": 5, "waiting_room": 7})
		a.sees(show, "by the other", true, map[string]int64{"sold_out": 3})
		b.adds()
		b.adds() // nothing
		a.sees(show, "added", false, map[string]int64{"sold_out": 5, "waiting_room": 7})
		a.sees(other, "of another event", false, map[string]int64{"sold_out": 1})

		// One stops: its last refusals are there, and the other is alone.
		b.refuses(show, "waiting_room", 4)
		if err := b.End(t.Context()); err != nil {
			t.Fatal(err)
		}
		a.sees(show, "one has stopped", true, map[string]int64{"sold_out": 5, "waiting_room": 11})
		a.refuses(show, "waiting_room", 1)
		if err := a.End(t.Context()); err != nil {
			t.Fatal(err)
		}
		c := newNode(t, s, "wc")
		c.sees(show, "both have stopped", true, map[string]int64{"sold_out": 5, "waiting_room": 12})
		if got, err := c.Of(t.Context(), show); err != nil || !got.Since.Equal(began.Add(time.Second)) || len(got.Items) != 2 || !got.Items[0].LatestAt.Equal(began.Add(14*time.Second)) {
			t.Errorf("the first and the last: %+v, %v", got, err)
		}
		if rows := h.Count("select count(*) from refusal_counts"); rows != 3 {
			t.Errorf("%d rows are left of two servers", rows)
		}

		// One is killed.
		d := newNode(t, s, "wd")
		d.refuses(show, "sold_out", 2)
		d.adds()
		d.refuses(show, "sold_out", 100)
		c.sees(show, "one was killed", false, map[string]int64{"sold_out": 7, "waiting_room": 12})
		// What nobody knows to be an event makes no row.
		c.Count("evt_made_up", "not_found", false)
		c.adds()
		c.sees("evt_made_up", "made up", true, map[string]int64{})
	})
}

// TestAddsOnce: an addition that fails, or of which nobody knows whether it was committed, is made
// again as the same one. Nothing is lost, and nothing counts twice.
func TestAddsOnce(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		show := event(t, s)
		a := newNode(t, s, "wa")
		a.refuses(show, "sold_out", 3)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := a.Add(gone); err == nil {
			t.Error("an addition without a database says nothing")
		}
		a.refuses(show, "sold_out", 2)
		a.refuses(show, "busy", 1)
		a.sees(show, "not added", true, map[string]int64{"sold_out": 5, "busy": 1})
		a.adds()
		a.sees(show, "added in the end", true, map[string]int64{"sold_out": 5, "busy": 1})

		// As if the answer to a COMMIT was lost: the same rows are sent again.
		rows, err := s.WaitingRooms.Refusals(t.Context(), show, 10)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.WaitingRooms.AddRefusals(t.Context(), show, rows); err != nil {
				t.Fatal(err)
			}
		}
		a.sees(show, "sent again", true, map[string]int64{"sold_out": 5, "busy": 1})
	})
}

// TestManyAtOnce has goroutines count while others add: in the end nothing is missing.
func TestManyAtOnce(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := testdb.Open(t, url)
		show := event(t, s)
		a := newNode(t, s, "wa")
		var counting, adding sync.WaitGroup
		done := make(chan struct{})
		adding.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					if err := a.Add(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
		for n := range 8 {
			counting.Go(func() {
				for range 500 {
					a.Count(show, fmt.Sprint("code_", n%2), true)
				}
			})
		}
		counting.Wait()
		close(done)
		adding.Wait()
		if err := a.End(t.Context()); err != nil {
			t.Fatal(err)
		}
		newNode(t, s, "wb").sees(show, "in the end", true, map[string]int64{"code_0": 2000, "code_1": 2000})
	})
}

// TestBound: of more events than there is room for, those are forgotten at which nobody was refused for
// the longest; what was counted there is added all the same.
func TestBound(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.SQLite(t))
	show := event(t, s)
	a := newNode(t, s, "wa")
	a.refuses(show, "sold_out", 1)
	for n := range 1024 {
		a.refuses(fmt.Sprint("evt_", n), "sold_out", 1)
	}
	a.Count(show, "sold_out", false)
	a.sees(show, "forgotten", true, map[string]int64{"sold_out": 1})
	a.Count("evt_1023", "sold_out", false)
	a.sees("evt_1023", "seen", true, map[string]int64{"sold_out": 2})
}

// TestRun: a server adds its first refusal at once and the others within 15 seconds, and ends its rows
// when it stops.
func TestRun(t *testing.T) {
	t.Parallel()
	s := testdb.Open(t, testdb.SQLite(t))
	show := event(t, s)
	a, b := newNode(t, s, "wa"), newNode(t, s, "wb")
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { a.Run(ctx) })
	a.refuses(show, "sold_out", 1)
	poll.Within(t, 10*time.Second, "the first refusal is added", func() bool {
		got, err := b.Of(t.Context(), show)
		return err == nil && len(got.Items) == 1
	})
	a.refuses(show, "sold_out", 2)
	stop()
	running.Wait()
	b.sees(show, "it has stopped", true, map[string]int64{"sold_out": 3})
}
