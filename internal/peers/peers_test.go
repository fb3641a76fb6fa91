package peers_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/peers"
	"github.com/holdfast-events/holdfast/internal/redisserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

const now = int64(1_795_780_800_000_000) // microseconds: noon of 2026-11-27

// heard is what a server was told.
type heard struct {
	mu     sync.Mutex
	events map[string]int
	missed int
}

// Publish counts a change of an event.
func (h *heard) Publish(event string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.events[event]++
}

// Look counts that changes may have been missed.
func (h *heard) Look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.missed++
}

func (h *heard) of(event string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.events[event]
}

func (h *heard) misses() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.missed
}

// log is the text of a server's log.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

type server struct {
	*peers.Redis
	heard heard
	log   log
}

func config(s *server, settings peers.Settings, name string) peers.Config {
	return peers.Config{
		Settings: settings, Secret: []byte("of this installation"), Server: name, Log: slog.New(slog.NewTextHandler(&s.log, nil)),
	}
}

// start starts one server of an installation, and waits until it counts and hears.
func start(t *testing.T, settings peers.Settings, name string) *server {
	t.Helper()
	s := &server{heard: heard{events: map[string]int{}}}
	var err error
	if s.Redis, err = peers.Open(t.Context(), config(s, settings, name)); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(t.Context(), &s.heard); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(context.Background()); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("log of %s: %s", name, s.log.String())
		}
	})
	return s
}

func (s *server) whole() bool {
	f := s.Figures()
	return f.Up && f.Hears
}

func within(t *testing.T, what string, ask func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !ask() {
		if time.Now().After(deadline) {
			t.Fatal("never: ", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func rule(t *testing.T, perSecond float64, burst int) limit.Rule {
	t.Helper()
	r, ok := limit.NewRule(perSecond, burst)
	if !ok {
		t.Fatal("no rule")
	}
	return r
}

// TestScriptIsTheDecision plays calls by random rules at random times, some with what a
// server knows beside: what Redis decides is what limit.Decide does.
func TestScriptIsTheDecision(t *testing.T) {
	t.Parallel()
	s := start(t, peers.Settings{URL: redisserver.ForTest(t, redisserver.Options{}).URL()}, "one")
	within(t, "Redis answers", func() bool { return s.Figures().Up })
	rnd := rand.New(rand.NewPCG(seed.Of(t), 2))
	refused, away := 0, 0
	for game := range 60 {
		at := now
		names := []string{fmt.Sprint("address ", game), fmt.Sprint("network ", game)}[:1+rnd.IntN(2)]
		model := make([]limit.State, len(names))
		for i := range model {
			model[i].Rule = rule(t, 0.01+2*rnd.Float64(), 1+rnd.IntN(5))
		}
		for range 25 {
			at += rnd.Int64N(2_000_000)
			if rnd.IntN(10) == 0 {
				at -= 30_000_000 // a clock was set back
			}
			given := append([]limit.State(nil), model...)
			for i := range given {
				if given[i].At = 0; rnd.IntN(5) == 0 { // the caller knows of more than Redis
					given[i].At = at + rnd.Int64N(8_000_000)
					model[i].At = max(model[i].At, given[i].At)
				}
			}
			want := append([]limit.State(nil), model...)
			wantWait, wantWhich := limit.Decide(at, want)
			wait, which, after, err := s.Take(at, names, given)
			if errors.Is(err, limit.ErrAway) { // this machine was busy for as long as a call waits
				away++
				within(t, "Redis answers", func() bool { return s.Figures().Up })
				break
			}
			if err != nil || wait != wantWait || which != wantWhich || len(after) != len(want) {
				t.Fatalf("%d, %d, %v, %v; want %d, %d", wait, which, after, err, wantWait, wantWhich)
			}
			for i := range want {
				if after[i] != want[i] {
					t.Fatalf("state %d is %+v, want %+v", i, after[i], want[i])
				}
			}
			if model = want; wait > 0 {
				refused++
			}
		}
	}
	if refused == 0 || away > 30 {
		t.Errorf("%d refused, %d games were broken off", refused, away)
	}
}

// TestNamesInRedis: what is in Redis names nobody, goes by itself, and is the installation's
// own.
func TestNamesInRedis(t *testing.T) {
	t.Parallel()
	r := redisserver.ForTest(t, redisserver.Options{})
	s := start(t, peers.Settings{URL: r.URL()}, "one")
	within(t, "Redis answers", s.whole)
	state := []limit.State{{Rule: rule(t, 0.1, 2)}}
	within(t, "a call is counted", func() bool {
		_, _, _, err := s.Take(now, []string{"address 203.0.113.7/32"}, state)
		return err == nil
	})
	client := redis.NewClient(&redis.Options{Addr: r.Address()})
	defer client.Close() //nolint:errcheck // only asked
	keys, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(keys) != 1 {
		t.Fatalf("%v %v", keys, err)
	}
	if !strings.HasPrefix(keys[0], "holdfast:") || strings.Contains(keys[0], "203.0") {
		t.Errorf("key %s", keys[0])
	}
	if left, err := client.PTTL(t.Context(), keys[0]).Result(); err != nil || left <= 0 || left > 80*time.Second {
		t.Errorf("it stays for %s, %v", left, err)
	}
}

// TestTold: what one server commits, the others hear, each event once in a while however
// often it changes; and a server does not hear itself.
func TestTold(t *testing.T) {
	t.Parallel()
	r := redisserver.ForTest(t, redisserver.Options{})
	one, two := start(t, peers.Settings{URL: r.URL()}, "one"), start(t, peers.Settings{URL: r.URL()}, "two")
	within(t, "both hear", func() bool { return one.whole() && two.whole() })
	begun := time.Now()
	for range 20_000 {
		one.Changed("evt_hot")
	}
	one.Changed("evt_other")
	within(t, "the other hears", func() bool { return two.heard.of("evt_hot") > 0 && two.heard.of("evt_other") > 0 })
	took := time.Since(begun)
	if n := two.heard.of("evt_hot"); n > 2+int(took/(20*time.Millisecond)) {
		t.Errorf("told %d times within %s", n, took)
	}
	if one.heard.of("evt_hot") != 0 {
		t.Error("a server hears itself")
	}
	f, g := one.Figures(), two.Figures()
	if f.Sent == 0 || g.Received == 0 || f.Dropped != 0 {
		t.Errorf("figures %+v %+v", f, g)
	}
	// So many, while none can be told, that nobody names them all.
	if err := r.Freeze(); err != nil {
		t.Fatal(err)
	}
	missed := two.heard.misses()
	for i := range 30_000 {
		one.Changed(fmt.Sprint("evt_", i))
	}
	if err := r.Thaw(); err != nil {
		t.Fatal(err)
	}
	within(t, "the other looks at everything", func() bool { return two.heard.misses() > missed })
	if one.Figures().Dropped == 0 {
		t.Error("nothing was dropped")
	}
}

// TestForeignMessages: what is not a message of ours is passed over.
func TestForeignMessages(t *testing.T) {
	t.Parallel()
	r := redisserver.ForTest(t, redisserver.Options{})
	s := start(t, peers.Settings{URL: r.URL()}, "one")
	within(t, "it hears", s.whole)
	client := redis.NewClient(&redis.Options{Addr: r.Address()})
	defer client.Close() //nolint:errcheck // only asked
	channels, err := client.PubSubChannels(t.Context(), "*").Result()
	if err != nil || len(channels) != 1 {
		t.Fatalf("%v %v", channels, err)
	}
	for _, text := range []string{"", " ", "\x00\xff", "another", "another evt_1  evt_2"} {
		if err := client.Publish(t.Context(), channels[0], text).Err(); err != nil {
			t.Fatal(err)
		}
	}
	within(t, "the last one is heard", func() bool { return s.heard.of("evt_1") == 1 && s.heard.of("evt_2") == 1 })
}

// fault is something that happens to a Redis, and what ends it.
type fault struct {
	name        string
	begin, over func(t *testing.T, r *redisserver.Server)
}

func faults() []fault {
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	return []fault{
		{
			"killed",
			func(t *testing.T, r *redisserver.Server) { must(t, r.Stop()) },
			func(t *testing.T, r *redisserver.Server) { must(t, r.Restart(t.Context())) },
		},
		{
			"hangs",
			func(t *testing.T, r *redisserver.Server) { must(t, r.Freeze()) },
			func(t *testing.T, r *redisserver.Server) { must(t, r.Thaw()) },
		},
	}
}

// TestAway: a Redis that is gone or hangs is noticed by the first call, which waits for some
// tens of milliseconds; from then on nobody waits. The log says so once, and when it answers
// again all is as before.
func TestAway(t *testing.T) {
	t.Parallel()
	for _, f := range faults() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			r := redisserver.ForTest(t, redisserver.Options{})
			one, two := start(t, peers.Settings{URL: r.URL()}, "one"), start(t, peers.Settings{URL: r.URL()}, "two")
			within(t, "both hear", func() bool { return one.whole() && two.whole() })
			state := []limit.State{{Rule: rule(t, 100, 1000)}}
			missed := two.heard.misses()

			f.begin(t, r)
			within(t, "the fault is noticed", func() bool {
				_, _, _, err := one.Take(now, []string{"key key_1"}, state)
				return err != nil
			})
			begun, calls := time.Now(), 0
			for ; time.Since(begun) < 300*time.Millisecond; calls++ {
				if _, _, _, err := one.Take(now, []string{"key key_1"}, state); !errors.Is(err, limit.ErrAway) {
					t.Fatalf("decided: %v", err)
				}
			}
			if calls < 1000 {
				t.Errorf("%d calls in 300 ms: they wait", calls)
			}
			for i := range 100 {
				one.Changed(fmt.Sprint("evt_", i)) // nobody hears
			}
			within(t, "it is known that nothing is heard", func() bool { return !two.Hears() })

			f.over(t, r)
			within(t, "both hear again", func() bool { return one.whole() && two.whole() })
			within(t, "calls are counted again", func() bool {
				_, _, after, err := one.Take(now, []string{"key key_1"}, state)
				return err == nil && after[0].At > now
			})
			within(t, "it is known that something was missed", func() bool { return two.heard.misses() > missed })
			one.Changed("evt_late")
			within(t, "changes are told again", func() bool { return two.heard.of("evt_late") > 0 })
			if n := strings.Count(one.log.String(), "does not answer"); n != 1 {
				t.Errorf("the log says %d times that Redis is away:\n%s", n, one.log.String())
			}
			if one.Figures().Failures == 0 {
				t.Error("no failure was counted")
			}
		})
	}
}

// TestStartsWithout: a server starts without its Redis, and uses it once it is there.
func TestStartsWithout(t *testing.T) {
	t.Parallel()
	r := redisserver.ForTest(t, redisserver.Options{Password: "swordfish"})
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	s := start(t, peers.Settings{URL: r.URL()}, "one")
	if _, _, _, err := s.Take(now, []string{"key key_1"}, []limit.State{{Rule: rule(t, 1, 1)}}); !errors.Is(err, limit.ErrAway) {
		t.Fatal(err)
	}
	if err := r.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, "Redis is used", s.whole)
	if text := s.log.String(); strings.Contains(text, "swordfish") || !strings.Contains(text, "does not answer") {
		t.Errorf("log: %s", text)
	}
}

// TestForgets: a Redis that forgets everything, its scripts too, goes on counting, from what
// the callers know.
func TestForgets(t *testing.T) {
	t.Parallel()
	r := redisserver.ForTest(t, redisserver.Options{})
	s := start(t, peers.Settings{URL: r.URL()}, "one")
	within(t, "Redis answers", s.whole)
	client := redis.NewClient(&redis.Options{Addr: r.Address()})
	defer client.Close() //nolint:errcheck // only asked
	states := []limit.State{{Rule: rule(t, 0.01, 3)}}
	names := []string{"key key_1"}
	take := func() (wait int64) {
		within(t, "a call is decided", func() bool {
			w, _, after, err := s.Take(now, names, states)
			if err == nil {
				wait, states = w, after
			}
			return err == nil
		})
		return wait
	}
	for range 3 {
		if wait := take(); wait != 0 {
			t.Fatal("refused for ", wait)
		}
		if err := errors.Join(client.FlushAll(t.Context()).Err(), client.ScriptFlush(t.Context()).Err()); err != nil {
			t.Fatal(err)
		}
	}
	if take() == 0 {
		t.Error("a call passed that was over the limit before Redis forgot")
	}
}
