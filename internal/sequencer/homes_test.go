package sequencer_test

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/homes"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// node is one of several servers on a database that hand on to each other.
type node struct {
	*sequencer.Sequencer
	homes   *homes.Homes
	taking  *peer.Listener
	address string
	stopped sync.Once
}

// startNode starts a server that hands on. submit, when not nil, is what others' batches are
// given to.
func (f *fixture) startNode(name, secret string, submit func(*sequencer.Sequencer) homes.Submit) *node {
	f.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.t.Fatal(err)
	}
	n := &node{address: listener.Addr().String()}
	n.homes, err = homes.New(homes.Config{Store: f.store, Secret: []byte(secret), Server: name, Address: n.address, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = n.homes.Close(context.Background()) })
	n.Sequencer = f.start(func(c *sequencer.Config) { c.HandOn, c.Shared = n.homes.HandOn, n.homes.Shared })
	decide := homes.Submit(n.SubmitHere)
	if submit != nil {
		decide = submit(n.Sequencer)
	}
	n.taking = n.homes.Listen(listener, decide)
	if err := n.taking.Start(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { n.stop() })
	return n
}

// stop ends what takes from others, and nothing else: its lease goes on, as if it was killed.
func (n *node) stop() {
	n.stopped.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_ = n.taking.Stop(ctx)
	})
}

// settle lets two servers write an event in turn until the first is its home and the second
// hands on. It returns how many people have registered.
func (f *fixture) settle(first, second *node) (people int) {
	f.t.Helper()
	for second.homes.Figures().HandedOn == 0 {
		if people == 4000 {
			f.t.Fatalf("nothing was handed on: %+v, %+v", first.homes.Figures(), second.homes.Figures())
		}
		n := first
		// The second is asked only where it finds the home of the first: it must not notice
		// before that somebody else writes, and take the event itself.
		if people%2 == 1 && (first.homes.Figures().Home == 1 || people < 2) {
			n = second
		}
		if r, err := n.Submit(f.t.Context(), f.register(people)); err != nil || r.Code != inventory.OK {
			f.t.Fatalf("person %d: %v %s", people, err, r.Code)
		}
		people++
	}
	return people
}

// TestHomeOfAnEvent: of two servers that write an event one becomes its home, and the other
// hands on to it; everybody is answered as if there was one server.
func TestHomeOfAnEvent(t *testing.T) {
	const people = 400
	f := build(t, openStore(t, database.Config{URL: testdb.Postgres(t)}), people/2)
	nodes := []*node{f.startNode("one", "secret", nil), f.startNode("two", "secret", nil)}
	before := f.settle(nodes[0], nodes[1])
	var wg sync.WaitGroup
	var confirmed, waitlisted atomic.Int64
	for i := range people {
		wg.Go(func() {
			r, err := nodes[i%2].Submit(t.Context(), f.register(before+i))
			if err != nil || r.Code != inventory.OK {
				t.Errorf("person %d: %v %s", i, err, r.Code)
			}
			switch r.Status {
			case "confirmed":
				confirmed.Add(1)
			case "waitlisted":
				waitlisted.Add(1)
			}
		})
	}
	wg.Wait()
	if got, want := confirmed.Load(), int64(max(0, people/2-before)); got != want || got+waitlisted.Load() != people {
		t.Errorf("%d confirmed and %d on the waitlist, of %d, want %d confirmed", got, waitlisted.Load(), people, want)
	}
	if h := nodes[0].homes.Figures(); h.HandedOn != 0 || h.Home != 1 {
		t.Errorf("the home: %+v", h)
	}
	if h := nodes[1].homes.Figures(); h.HandedOn < people/2 || h.Home != 0 || h.Unknown != 0 {
		t.Errorf("the other server: %+v", h)
	}
	// An organizer's change is written where it is asked, behind what was handed on.
	capacity := sequencer.Request{EventID: f.event, Command: inventory.SetCapacity{Who: inventory.Who{Actor: "system", Staff: true}, Pool: f.pool, Capacity: 10_000}}
	if r, err := nodes[1].Submit(t.Context(), capacity); err != nil || r.Code != inventory.OK {
		t.Errorf("capacity: %v %s", err, r.Code)
	}
	f.verified()
}

// TestKilledHome: a home that is gone is done without at once, and has taken nothing with it.
func TestKilledHome(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.Postgres(t)}), 10_000)
	one, two := f.startNode("one", "secret", nil), f.startNode("two", "secret", nil)
	people := f.settle(one, two)
	one.stop()
	unknown := 0
	for i := range 50 {
		r, err := two.Submit(t.Context(), f.register(people+i))
		switch {
		case errors.Is(err, sequencer.ErrUnknown): // it was on its way when the connection ended
			unknown++
		case err != nil || r.Status != "confirmed":
			t.Errorf("person %d: %v %+v", i, err, r)
		}
	}
	if unknown > 1 {
		t.Errorf("%d people were not answered, one behind the other", unknown)
	}
	f.verified()
}

// TestHomeThatDiesBeforeItAnswers: who is not answered is told so, and finds out what became of
// it with the same key.
func TestHomeThatDiesBeforeItAnswers(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.Postgres(t)}), 10_000)
	var dies atomic.Bool
	one := f.startNode("one", "secret", func(s *sequencer.Sequencer) homes.Submit {
		return func(ctx context.Context, event string, reqs []sequencer.Request) ([]sequencer.Result, error) {
			results, err := s.SubmitHere(ctx, event, reqs)
			if dies.Load() {
				panic(http.ErrAbortHandler)
			}
			return results, err
		}
	})
	two := f.startNode("two", "secret", nil)
	people := f.settle(one, two)
	dies.Store(true)
	r := f.register(people)
	r.Key = f.key("again", 1)
	if _, err := two.Submit(t.Context(), r); !errors.Is(err, sequencer.ErrUnknown) {
		t.Fatalf("an answer that was lost: %v", err)
	}
	reply, err := two.Submit(t.Context(), r)
	if err != nil || !reply.Replayed || reply.Status != "confirmed" {
		t.Errorf("asked again: %v, %+v", err, reply)
	}
	f.verified()
}

// TestRefusedByTheHome: an error of one command at the home is the same at the server that was
// asked, so that callers are told the same.
func TestRefusedByTheHome(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.Postgres(t)}), 10_000)
	one, two := f.startNode("one", "secret", nil), f.startNode("two", "secret", nil)
	people := f.settle(one, two)
	upload := f.register(people)
	upload.Answers = &sequencer.Answers{Units: map[int64]string{0: "[]"}, Uploads: []audience.UploadClaim{{ID: "upl_none", Question: "card"}}}
	if _, err := two.Submit(t.Context(), upload); !errors.Is(err, audience.ErrUploadTaken) {
		t.Errorf("a file that is not there: %v", err)
	}
	r := f.register(people + 1)
	r.Key = f.key("once", 1)
	if reply, err := two.Submit(t.Context(), r); err != nil || reply.Status != "confirmed" {
		t.Errorf("%v, %+v", err, reply)
	}
	r.Key = f.key("once", 2)
	if _, err := two.Submit(t.Context(), r); !errors.Is(err, sequencer.ErrKeyReused) {
		t.Errorf("a key that was used: %v", err)
	}
	if h := two.homes.Figures(); h.Unknown != 0 || h.KeptHere != 0 {
		t.Errorf("%+v", h)
	}
	f.verified()
}

// TestFullHome: where too many wait at the home, that is what callers are told.
func TestFullHome(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.Postgres(t)}), 10_000)
	var full atomic.Bool
	one := f.startNode("one", "secret", func(s *sequencer.Sequencer) homes.Submit {
		return func(ctx context.Context, event string, reqs []sequencer.Request) ([]sequencer.Result, error) {
			if full.Load() {
				return nil, sequencer.ErrBusy
			}
			return s.SubmitHere(ctx, event, reqs)
		}
	})
	two := f.startNode("two", "secret", nil)
	people := f.settle(one, two)
	full.Store(true)
	if _, err := two.Submit(t.Context(), f.register(people)); !errors.Is(err, sequencer.ErrBusy) {
		t.Errorf("a full home: %v", err)
	}
	full.Store(false)
	if r, err := two.Submit(t.Context(), f.register(people)); err != nil || r.Status != "confirmed" {
		t.Errorf("afterwards: %v, %+v", err, r)
	}
}

// TestStrangers: who does not have the key of the installation is not heard, and is told
// nothing.
func TestStrangers(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.Postgres(t)}), 10_000)
	var heard atomic.Int64
	listening := func(s *sequencer.Sequencer) homes.Submit {
		return func(ctx context.Context, event string, reqs []sequencer.Request) ([]sequencer.Result, error) {
			heard.Add(1)
			return s.SubmitHere(ctx, event, reqs)
		}
	}
	one := f.startNode("one", "secret", listening)
	for name, config := range map[string]*tls.Config{
		"no certificate": {InsecureSkipVerify: true},
		"an old TLS":     {InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12},
	} {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
		response, err := client.Post("https://"+one.address+"/batches/"+f.event, "application/cbor", strings.NewReader("\x80"))
		if err == nil {
			_ = response.Body.Close()
			t.Errorf("%s: %s", name, response.Status)
		}
		client.CloseIdleConnections()
	}
	if response, err := http.Post("http://"+one.address+"/batches/"+f.event, "application/cbor", strings.NewReader("\x80")); err == nil {
		_ = response.Body.Close()
		if response.StatusCode != http.StatusBadRequest {
			t.Errorf("without TLS: %s", response.Status)
		}
	}
	// A server with another master key takes the first for a stranger, and the other way round.
	two := f.startNode("two", "another secret", listening)
	for i := range 400 {
		if r, err := []*node{one, two}[i%2].Submit(t.Context(), f.register(i)); err != nil || r.Code != inventory.OK {
			t.Fatalf("person %d: %v %s", i, err, r.Code)
		}
	}
	if n := heard.Load(); n != 0 {
		t.Errorf("strangers were heard %d times", n)
	}
	f.verified()
}
