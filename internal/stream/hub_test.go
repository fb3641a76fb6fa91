package stream_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-events/holdfast/internal/stream"
)

// ledger is where events stand, and how often that was asked.
type ledger struct {
	mu    sync.Mutex
	seqs  map[string]int64
	reads atomic.Int64
	fail  atomic.Bool
}

func (l *ledger) write(event string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seqs[event]++
}

func (l *ledger) source(_ context.Context, event string, since int64) (int64, []stream.Frame, error) {
	l.reads.Add(1)
	if l.fail.Load() {
		return 0, nil, errors.New("the database is away")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	seq := l.seqs[event]
	if seq == since {
		return seq, nil, nil
	}
	return seq, []stream.Frame{{Seq: seq, Text: fmt.Append(nil, seq)}}, nil
}

func (l *ledger) at(_ context.Context, events []string) (map[string]int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	found := map[string]int64{}
	for _, e := range events {
		found[e] = l.seqs[e]
	}
	return found, nil
}

func newHub(t *testing.T, poll time.Duration) (*stream.Hub, *ledger) {
	t.Helper()
	l := &ledger{seqs: map[string]int64{"a": 1, "b": 1}}
	h, err := stream.New(stream.Config{Source: l.source, Seqs: l.at, Poll: poll, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return h, l
}

func join(t *testing.T, h *stream.Hub, event string, since int64) (*stream.Reader, []stream.Frame) {
	t.Helper()
	r, frames, err := h.Join(t.Context(), event, since)
	if err != nil {
		t.Fatal(err)
	}
	return r, frames
}

// A thousand changes are as many frames as fit into the time, one read each
// however many look on, and the last says how things are.
func TestManyChangesAreFewFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		var readers []*stream.Reader
		for range 50 {
			r, frames := join(t, h, "a", 0)
			if len(frames) != 1 || frames[0].Seq != 1 {
				t.Fatalf("begins with %v", frames)
			}
			readers = append(readers, r)
		}
		before := l.reads.Load()
		for range 1000 { // one a millisecond
			l.write("a")
			h.Publish("a")
			time.Sleep(time.Millisecond)
		}
		time.Sleep(stream.DefaultGap)
		synctest.Wait()
		if n := l.reads.Load() - before; n < 3 || n > 6 {
			t.Errorf("%d reads for 1000 changes in a second", n)
		}
		for _, r := range readers {
			var last int64
			for len(r.Frames()) > 0 {
				for _, f := range <-r.Frames() {
					last = f.Seq
				}
			}
			if last != 1001 {
				t.Errorf("last frame %d", last)
			}
			r.Leave()
		}
	})
}

// A crowd is told less often, so that telling it takes no more of the processors the
// larger it is; the first change after a while is told at once all the same.
func TestACrowdIsToldLessOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		const crowd = 10_000 // a second between two frames
		for range crowd {
			r, _ := join(t, h, "a", 1)
			defer r.Leave()
		}
		last, _ := join(t, h, "a", 1)
		defer last.Leave()
		time.Sleep(time.Minute)
		before := l.reads.Load()
		l.write("a")
		h.Publish("a")
		synctest.Wait()
		if len(last.Frames()) != 1 {
			t.Error("the first change is not told at once")
		}
		for range 10_000 { // one a millisecond
			l.write("a")
			h.Publish("a")
			time.Sleep(time.Millisecond)
		}
		if n := l.reads.Load() - before; n < 9 || n > 12 {
			t.Errorf("%d reads in ten seconds", n)
		}
	})
}

// When a crowd has opened its streams, memory is given back once.
func TestMemoryIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{seqs: map[string]int64{}}
		var trimmed atomic.Int64
		h, err := stream.New(stream.Config{Source: l.source, Seqs: l.at, Trim: func() { trimmed.Add(1) }})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		open := func(n int) {
			for range n {
				if !h.Go(func() {}) {
					t.Fatal("it is closed")
				}
			}
			time.Sleep(10 * time.Second)
			synctest.Wait()
		}
		if open(500); trimmed.Load() != 0 {
			t.Error("given back after a few")
		}
		for range 10 { // they go on coming
			for range 100 {
				h.Go(func() {})
			}
			time.Sleep(stream.DefaultPoll / 2)
		}
		if trimmed.Load() != 0 {
			t.Error("given back while they come")
		}
		if open(1); trimmed.Load() != 1 {
			t.Errorf("given back %d times after they came", trimmed.Load())
		}
	})
}

// Where other servers tell of their changes the database is asked a quarter as often, at once
// when something may have been missed, and as before when nothing is heard any more.
func TestTellingServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{seqs: map[string]int64{"a": 1}}
		var hears atomic.Bool
		var asked atomic.Int64
		hears.Store(true)
		h, err := stream.New(stream.Config{Source: l.source, Hears: hears.Load, Log: slog.New(slog.DiscardHandler), Seqs: func(ctx context.Context, events []string) (map[string]int64, error) {
			asked.Add(1)
			return l.at(ctx, events)
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		r, _ := join(t, h, "a", 1)
		defer r.Leave()
		synctest.Wait()
		sees := func(what string, within time.Duration) {
			t.Helper()
			l.write("a")
			begun := time.Now()
			select {
			case <-r.Frames():
			case <-time.After(time.Minute):
				t.Fatalf("%s: never seen", what)
			}
			if took := time.Since(begun); took > within {
				t.Errorf("%s: seen after %s", what, took)
			}
			time.Sleep(10*stream.DefaultPoll + time.Millisecond)
			synctest.Wait()
		}
		before := asked.Load()
		time.Sleep(40 * stream.DefaultPoll)
		if n := asked.Load() - before; n < 9 || n > 11 {
			t.Errorf("asked %d times in the time of 40", n)
		}
		sees("nothing is told", 4*stream.DefaultPoll+stream.DefaultGap)
		go func() {
			time.Sleep(time.Millisecond)
			h.Publish("a")
		}()
		sees("it is told", 2*time.Millisecond)
		go func() {
			time.Sleep(time.Millisecond)
			h.Look()
			h.Look()
		}()
		sees("something was missed", 2*time.Millisecond)
		hears.Store(false)
		sees("nothing is heard", stream.DefaultPoll+stream.DefaultGap)
	})
}

// What another server commits is noticed without Publish.
func TestOtherServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, 0)
		defer h.Close()
		r, _ := join(t, h, "a", 1)
		defer r.Leave()
		time.Sleep(time.Second)
		l.write("a")
		time.Sleep(stream.DefaultPoll + stream.DefaultGap)
		synctest.Wait()
		select {
		case frames := <-r.Frames():
			if frames[0].Seq != 2 {
				t.Errorf("frame %v", frames)
			}
		default:
			t.Error("not noticed")
		}
	})
}

// A crowd that comes at once is one read, until the event changes; whoever missed nothing is none.
func TestOpeningsAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		crowd := func(since int64, frames int, last int64) (reads int64) {
			t.Helper()
			before := l.reads.Load()
			var running sync.WaitGroup
			for range 200 {
				running.Go(func() {
					r, got, err := h.Join(t.Context(), "a", since)
					if err != nil || len(got) != frames || frames > 0 && got[0].Seq != last {
						t.Errorf("since %d: %v, %v", since, got, err)
						return
					}
					t.Cleanup(r.Leave)
				})
			}
			running.Wait()
			return l.reads.Load() - before
		}
		if n := crowd(0, 1, 1); n != 1 {
			t.Errorf("%d reads for a crowd", n)
		}
		if n := crowd(0, 1, 1); n != 0 {
			t.Errorf("%d reads for those who came later", n)
		}
		l.write("a")
		h.Publish("a")
		time.Sleep(2 * stream.DefaultGap)
		synctest.Wait()
		if n := crowd(0, 1, 2); n != 1 {
			t.Errorf("%d reads for a crowd after a change", n)
		}
		if n := crowd(1, 1, 2); n != 1 {
			t.Errorf("%d reads for a crowd that missed a change", n)
		}
		if n := crowd(2, 0, 0); n != 0 {
			t.Errorf("%d reads for a crowd that missed nothing", n)
		}
	})
}

// What changed while there were watchers but no readers is told to readers who come then: to those who
// come anew at once, and to those who come back with what was last told.
func TestChangesWithoutReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		w, err := h.Watch("a", "ada", make(chan struct{}, 1))
		if err != nil {
			t.Fatal(err)
		}
		defer w.Leave()
		first, _ := join(t, h, "a", 0)
		first.Leave()
		l.write("a")
		h.Publish("a")
		time.Sleep(2 * stream.DefaultGap)
		synctest.Wait()
		back, frames := join(t, h, "a", 1)
		defer back.Leave()
		time.Sleep(2 * stream.DefaultGap)
		synctest.Wait()
		if len(frames) != 0 || len(back.Frames()) != 1 || (<-back.Frames())[0].Seq != 2 {
			t.Errorf("who came back was told %v at first", frames)
		}
		anew, frames := join(t, h, "a", 0)
		defer anew.Leave()
		if len(frames) != 1 || frames[0].Seq != 2 {
			t.Errorf("who came anew was told %v", frames)
		}
	})
}

// Anyone who saw it comes back with nothing to read; whoever missed something reads it.
func TestResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		l.write("a")
		for since, want := range map[int64]int{0: 1, 1: 1, 2: 0} {
			r, frames := join(t, h, "a", since)
			if len(frames) != want {
				t.Errorf("since %d: %v", since, frames)
			}
			r.Leave()
		}
	})
}

// A reader that does not read is dropped, and holds nobody up.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		slow, _ := join(t, h, "a", 1)
		quick, _ := join(t, h, "a", 1)
		got := 0
		for range 40 {
			l.write("a")
			h.Publish("a")
			time.Sleep(2 * stream.DefaultGap)
			synctest.Wait()
			for len(quick.Frames()) > 0 {
				<-quick.Frames()
				got++
			}
		}
		select {
		case <-slow.Dropped():
		default:
			t.Error("the slow reader was not dropped")
		}
		select {
		case <-quick.Dropped():
			t.Error("the quick reader was dropped")
		default:
		}
		if got != 40 {
			t.Errorf("the quick reader got %d frames of 40", got)
		}
		slow.Leave()
		quick.Leave()
	})
}

// A database that is away is asked again, and what changed meanwhile is told.
func TestSourceFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		r, _ := join(t, h, "a", 1)
		defer r.Leave()
		l.fail.Store(true)
		l.write("a")
		h.Publish("a")
		time.Sleep(10 * time.Second)
		l.fail.Store(false)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if len(r.Frames()) != 1 {
			t.Errorf("%d frames after the database came back", len(r.Frames()))
		}
		l.fail.Store(true)
		if _, _, err := h.Join(t.Context(), "a", 0); err == nil {
			t.Error("joined without a beginning")
		}
	})
}

// Watchers are told which event changed, and an event that nobody watches is
// not read.
func TestWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := newHub(t, -1)
		defer h.Close()
		wake := make(chan struct{}, 1)
		var watchers []*stream.Watcher
		for _, e := range []string{"a", "b"} {
			w, err := h.Watch(e, "ada", wake)
			if err != nil {
				t.Fatal(err)
			}
			watchers = append(watchers, w)
		}
		for range 100 {
			l.write("b")
			h.Publish("b")
			h.Publish("c")
		}
		time.Sleep(stream.DefaultGap)
		synctest.Wait()
		if len(wake) != 1 || watchers[0].Changed() || !watchers[1].Changed() || watchers[1].Changed() {
			t.Error("the wrong event changed")
		}
		if n := l.reads.Load(); n != 0 {
			t.Errorf("%d reads for nobody", n)
		}
		for _, w := range watchers {
			w.Leave()
		}
	})
}

// Anyone who watches for somebody learns whether that person was told something, from one read
// for all; when everybody was, from none.
func TestWatchersAreNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		told := []string{"ada", "cyd"}
		l := &ledger{seqs: map[string]int64{"a": 1}}
		h, err := stream.New(stream.Config{Source: l.source, Seqs: l.at, Poll: -1, Told: func(_ context.Context, _ string, since int64, limit int) ([]string, int64, error) {
			reads.Add(1)
			return told[:min(limit, len(told))], since + 1, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		var watchers []*stream.Watcher
		for _, person := range []string{"ada", "bob", "cyd"} {
			w, err := h.Watch("a", person, make(chan struct{}, 1))
			if err != nil {
				t.Fatal(err)
			}
			defer w.Leave()
			watchers = append(watchers, w)
		}
		for _, want := range [][]bool{{true, false, true}, {false, false, false}} {
			h.Publish("a")
			time.Sleep(2 * stream.DefaultGap)
			synctest.Wait()
			for i, w := range watchers {
				if changed, named := w.Changed(), w.Named(); !changed || named != want[i] {
					t.Errorf("%s: changed %t, named %t, want %t", w.Person, changed, named, want[i])
				}
			}
			told = slices.Repeat([]string{"ada"}, 1000)
		}
		if n := reads.Load(); n != 2 {
			t.Errorf("%d reads for two changes", n)
		}
	})
}

// Close ends every stream and refuses new ones.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := newHub(t, 0)
		r, _ := join(t, h, "a", 1)
		h.Close()
		h.Close()
		<-h.Done()
		r.Leave()
		if _, _, err := h.Join(t.Context(), "a", 0); !errors.Is(err, stream.ErrClosed) {
			t.Errorf("joined a closed hub: %v", err)
		}
		if _, err := h.Watch("a", "ada", nil); !errors.Is(err, stream.ErrClosed) {
			t.Errorf("watches at a closed hub: %v", err)
		}
		h.Publish("a")
	})
}

func TestGate(t *testing.T) {
	g := stream.NewGate(3, 2)
	a, b, c := netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("192.0.2.0/24")
	leave, ok := g.Enter(a)
	_, ok2 := g.Enter(a)
	if _, third := g.Enter(a); !ok || !ok2 || third {
		t.Error("two of a network, no third")
	}
	if _, ok := g.Enter(b); !ok {
		t.Error("another network")
	}
	if _, ok := g.Enter(c); ok {
		t.Error("a fourth in all")
	}
	leave()
	leave() // once
	if _, ok := g.Enter(c); !ok {
		t.Error("after one left")
	}
	if _, ok := g.Enter(a); ok {
		t.Error("left twice")
	}
}

// What a commit pays when nobody watches.
func BenchmarkPublishUnwatched(b *testing.B) {
	l := &ledger{seqs: map[string]int64{}}
	h, err := stream.New(stream.Config{Source: l.source, Seqs: l.at})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	b.ReportAllocs()
	for b.Loop() {
		h.Publish("a")
	}
}
