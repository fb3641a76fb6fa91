package draws_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

const second = inventory.Instant(inventory.Second)

// When the draws of the tests open, are sealed, are drawn and are served.
var (
	drawnAt = inventory.At(draw.RoundTime(drawtest.Round))
	seals   = drawnAt - 120*second
	opens   = seals - 3600*second
	serves  = drawnAt + 600*second
	key     = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
)

func genuine(t testing.TB) []byte {
	t.Helper()
	b, err := hex.DecodeString(drawtest.Signature)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var errUnsigned = errors.New("the round is not signed")

// server is one of several on a database, with a clock of its own.
type server struct {
	t      testing.TB
	store  *store.Store
	keeper *draws.Keeper
	joins  *joins.Writer
	writer *sequencer.Sequencer
	clock  atomic.Int64
	// fails, when it is set, is what the server meets instead of writing a command.
	fails atomic.Pointer[func(event string, c inventory.Command) error]
	// lost, when it is set, is what becomes of the answer to a command that was written.
	lost atomic.Pointer[func(c inventory.Command) error]
	// asked is called for each question to the relays; answer is what they say.
	asked  atomic.Int64
	answer atomic.Pointer[func(ctx context.Context) ([]byte, error)]
}

func newServer(t testing.TB, url string) *server {
	t.Helper()
	s := &server{t: t, store: testdb.Open(t, url)}
	now := func() inventory.Instant { return inventory.Instant(s.clock.Load()) }
	writer, err := sequencer.New(sequencer.Config{Tick: -1, WriterConfig: sequencer.WriterConfig{
		Store: s.store, SigningKey: key, Now: func() time.Time { return now().Time() }, Log: slog.New(slog.DiscardHandler),
	}})
	s.must(err)
	s.writer = writer
	t.Cleanup(func() { s.must(writer.Close(context.Background())) })
	s.relays(func(context.Context) ([]byte, error) { return nil, errUnsigned })
	s.keeper, err = draws.New(draws.Config{
		Store: s.store, Now: now, Log: slog.New(slog.DiscardHandler),
		Signature: func(ctx context.Context, asked uint64) ([]byte, error) {
			if s.asked.Add(1); asked != drawtest.Round {
				t.Errorf("the relays are asked for round %d", asked)
			}
			return (*s.answer.Load())(ctx)
		},
		IDs: &id.Maker{Now: func() time.Time { return now().Time() }, Rand: rand.Uint64},
		Submit: func(ctx context.Context, event string, c inventory.Command, key *database.Key) (inventory.Outcome, error) {
			if fails := s.fails.Load(); fails != nil {
				if err := (*fails)(event, c); err != nil {
					return inventory.Outcome{}, err
				}
			}
			reply, err := writer.Submit(ctx, sequencer.Request{EventID: event, Command: c, Key: key})
			if lost := s.lost.Load(); lost != nil && err == nil {
				err = (*lost)(c)
			}
			return reply.Outcome, err
		},
	})
	s.must(err)
	s.joins, err = joins.New(joins.Config{Store: s.store, Key: key, IdentityKey: make([]byte, 32), Now: now})
	s.must(err)
	t.Cleanup(func() { s.must(s.joins.Close(context.Background())) })
	return s
}

func (s *server) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *server) at(now inventory.Instant) *server { s.clock.Store(int64(now)); return s }

func (s *server) relays(answer func(context.Context) ([]byte, error)) { s.answer.Store(&answer) }

func (s *server) advance() { s.t.Helper(); s.must(s.keeper.Advance(s.t.Context())) }

// event makes one whose waiting room has opened.
func (s *server) event() string {
	s.t.Helper()
	h := s.upcoming()
	s.at(opens).advance()
	return h.Event
}

// upcoming makes one whose waiting room has not opened.
func (s *server) upcoming() *storetest.Fixture {
	s.t.Helper()
	h := storetest.NewFixture(s.t, s.store)
	h.Now = opens - 60*second
	h.Must(h.CreateCommand(100, func(s *inventory.Settings) {
		s.Onsale = inventory.Onsale{
			Mode: inventory.OnsaleDraw, Identity: inventory.OnsaleNobody, Inside: 100, Admission: 10 * inventory.Minute, OpensAt: opens, SealsAt: seals, ServesAt: serves,
			Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: drawtest.Round, At: drawnAt},
		}
	}))
	return h
}

// TestClockSetBack: the time of an event is ahead of that of the server, by which the draw
// would open, and by its own it is over. The step is the one that the event decides.
func TestClockSetBack(t *testing.T) {
	s := newServer(t, testdb.SQLite(t))
	h := s.upcoming()
	v, err := s.store.Events.Event(t.Context(), h.Event)
	s.must(err)
	h.Now = v.Event.RegistrationEnds() + second
	h.Must(inventory.SetCapacity{Who: inventory.Who{Actor: "key_hall", Staff: true}, Pool: v.Pools[0].ID, Capacity: 120})
	s.at(h.Now - 2*second).advance()
	s.wantStep(h.Event, inventory.DrawClosed)
}

func (s *server) join(event string, who ...string) {
	s.t.Helper()
	for _, w := range who {
		_, err := s.joins.Join(s.t.Context(), event, w)
		s.must(err)
	}
}

func (s *server) draw(event string) inventory.OnsaleDrawState {
	s.t.Helper()
	v, err := s.store.Events.Event(s.t.Context(), event)
	s.must(err)
	return v.Event.Settings.Onsale.Draw
}

// wantStep wants a draw to have come so far.
func (s *server) wantStep(event string, want inventory.DrawStep) inventory.OnsaleDrawState {
	s.t.Helper()
	d := s.draw(event)
	if d.Step != want {
		s.t.Errorf("the draw is %q, want %q", d.Step, want)
	}
	return d
}

// sound verifies the database, and that the ledger of an event has these steps, once each.
func (s *server) sound(event string, steps string) {
	s.t.Helper()
	report, err := verify.Run(s.t.Context(), s.store, verify.Options{WithoutJobs: true, AuditKeys: []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}})
	s.must(err)
	if !report.Clean() {
		var text strings.Builder
		s.must(report.WriteText(&text))
		s.t.Error(text.String())
	}
	rows, err := s.store.Events.Audit(s.t.Context(), event, 0, 100)
	s.must(err)
	var got []string
	for i := range rows {
		if step, ok := strings.CutPrefix(string(rows[i].Reason), "draw_"); ok {
			got = append(got, step)
		}
	}
	if strings.Join(got, " ") != steps {
		s.t.Errorf("the ledger has the steps %q, want %q", got, steps)
	}
}

func people(from, to int) (names []string) {
	for n := from; n < to; n++ {
		names = append(names, fmt.Sprint(n))
	}
	return names
}

// TestTwoServersOneDraw: two servers move one draw on at the same time while people join at
// both. The one whose clock is ahead seals; then it dies. Every step is made once, and those
// take part who had joined when the first of them came to the seal.
func TestTwoServersOneDraw(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		a, b := newServer(t, url), newServer(t, url)
		event := a.event()
		b.at(opens)
		a.join(event, people(0, 10)...)
		a.at(seals)
		b.at(seals - 2*second)
		var wg sync.WaitGroup
		for n, s := range []*server{a, b} {
			wg.Go(func() {
				for i := range 20 {
					if _, err := s.joins.Join(t.Context(), event, fmt.Sprintf("%d of %d", i, n)); err != nil {
						t.Error(err)
					}
				}
			})
			for range 3 {
				wg.Go(func() {
					if err := s.keeper.Advance(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wg.Wait()
		a.advance()
		sealed := a.wantStep(event, inventory.DrawSealed)
		if n := sealed.Seal.Entrants; n < 10 || n > 50 {
			t.Errorf("%d take part", n)
		}
		a.at(drawnAt) // and it dies
		broken := func(string, inventory.Command) error { return errors.New("no network") }
		a.fails.Store(&broken)
		a.relays(func(context.Context) ([]byte, error) { return genuine(t), nil })
		if err := a.keeper.Advance(t.Context()); err == nil {
			t.Error("a server that cannot write says nothing")
		}
		b.at(drawnAt + second)
		b.relays(func(context.Context) ([]byte, error) { return genuine(t), nil })
		b.advance()
		if got := b.wantStep(event, inventory.DrawDrawn); got.Seal != sealed.Seal {
			t.Errorf("the seal was %+v and is %+v", sealed.Seal, got.Seal)
		}
		b.at(serves).advance()
		b.sound(event, "opened sealed drawn served")
	})
}

// TestKilledBetweenBoundaryAndSeal: the server that fixed who takes part is killed before
// the seal is written. Others join meanwhile; another server writes the seal of those who
// took part then, and takes a later round, because the one that was announced is too near.
func TestKilledBetweenBoundaryAndSeal(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		a, b := newServer(t, url), newServer(t, url)
		event := a.event()
		a.join(event, people(0, 5)...)
		var planned inventory.DrawSeal
		killed := func(_ string, c inventory.Command) error {
			planned = c.(inventory.AdvanceDraw).Seal
			return errors.New("killed")
		}
		a.fails.Store(&killed)
		if err := a.at(seals).keeper.Advance(t.Context()); err == nil || !strings.Contains(err.Error(), event) {
			t.Errorf("the error is %v", err)
		}
		b.at(seals+second).join(event, people(5, 9)...)
		b.at(seals + 20*second).advance()
		got := b.wantStep(event, inventory.DrawSealed).Seal
		if got.Entrants != 5 || got.Root != planned.Root || got.Round != drawtest.Round {
			t.Errorf("the seal is %+v, want that of %+v", got, planned)
		}
		b.sound(event, "opened sealed")

		a.fails.Store(nil)
		late := a.event()
		a.join(late, people(0, 3)...)
		a.fails.Store(&killed)
		if err := a.at(seals).keeper.Advance(t.Context()); err == nil {
			t.Error("a server that is killed says nothing")
		}
		b.at(drawnAt - 59*second).advance()
		if got := b.wantStep(late, inventory.DrawSealed).Seal; got.Entrants != 3 || got.RoundAt < drawnAt-59*second+90*second {
			t.Errorf("a seal that was late is %+v", got)
		}
		b.sound(late, "opened sealed")
	})
}

// TestStrikeAgainstSeal: whoever is struck out while the draw is sealed is in the seal, or
// stays in the draw and the organizer is told.
func TestStrikeAgainstSeal(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		a, b := newServer(t, url), newServer(t, url)
		event := a.event()
		a.join(event, people(0, 40)...)
		b.at(seals - 5*second) // it could strike by its own clock
		a.at(seals)
		var struck atomic.Int64
		var spared atomic.Pointer[int64]
		var wg sync.WaitGroup
		for n := range int64(40) {
			wg.Go(func() {
				switch _, err := b.keeper.Strike(t.Context(), event, n, draw.Duplicate); {
				case err == nil:
					struck.Add(1)
				case errors.Is(err, draws.ErrSealed):
					spared.Store(&n)
				default:
					t.Error(err)
				}
			})
			if n == 20 {
				wg.Go(a.advance)
			}
		}
		wg.Wait()
		if got := a.wantStep(event, inventory.DrawSealed).Seal; got.Struck != struck.Load() || got.Entrants != 40 {
			t.Errorf("the seal is %+v, and %d were struck out", got, struck.Load())
		}
		if n := spared.Load(); n != nil {
			if _, err := b.keeper.Strike(t.Context(), event, *n, draw.Fraud); !errors.Is(err, draws.ErrSealed) {
				t.Errorf("struck out after the seal: %v", err)
			}
		}
		a.sound(event, "opened sealed")
	})
}

// TestLateBeacon: a relay that lies is one that does not answer. The draw waits for as long
// as it takes, asks more seldom, and is the one that it would have been.
func TestLateBeacon(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		s := newServer(t, url)
		event := s.event()
		s.join(event, people(0, 4)...)
		s.at(seals).advance()
		lie := bytes.Clone(genuine(t))
		lie[20] ^= 4
		s.at(drawnAt - second).relays(func(context.Context) ([]byte, error) { return lie, nil })
		if s.advance(); s.asked.Load() != 0 {
			t.Error("the relays are asked for a round that is not signed")
		}
		for now := drawnAt; now < drawnAt+60*second; now += second {
			s.at(now).advance()
		}
		if n := s.asked.Load(); n != 20 {
			t.Errorf("the relays were asked %d times in a minute, want 20", n)
		}
		s.asked.Store(0)
		for now := drawnAt + 3000*second; now < drawnAt+3600*second; now += 10 * second {
			s.at(now).advance()
		}
		if n := s.asked.Load(); n != 20 {
			t.Errorf("the relays were asked %d times in ten minutes, want 20", n)
		}
		v, err := s.store.Events.Event(t.Context(), event)
		s.must(err)
		s.wantStep(event, inventory.DrawSealed)
		if hour := drawnAt + 3600*second; waitroom.BeaconLate(&v.Event, hour) || !waitroom.BeaconLate(&v.Event, hour+second) {
			t.Error("the beacon is late after an hour, and not before")
		}
		s.at(drawnAt + 3700*second).relays(func(context.Context) ([]byte, error) { return genuine(t), nil })
		s.advance()
		got := s.wantStep(event, inventory.DrawServed) // it was time for that too
		p, err := waitroom.PublicationOf(event, &v.Event.Settings.Onsale)
		s.must(err)
		sealed := p.Sealed()
		if want := draw.HexHash(sealed.Seed(genuine(t))).String(); got.Result.Seed != want {
			t.Errorf("the seed is %s, want %s", got.Result.Seed, want)
		}
		s.sound(event, "opened sealed drawn served")
	})
}

// TestRelayHangs: a relay that does not answer keeps no other draw from being moved on, is
// not waited for without end, and does not keep the server from stopping.
func TestRelayHangs(t *testing.T) {
	url := testdb.SQLite(t)
	s := newServer(t, url)
	hangs := s.event()
	s.at(seals).advance()
	other := s.event()
	asking := make(chan time.Time, 100)
	s.relays(func(ctx context.Context) ([]byte, error) {
		ends, bounded := ctx.Deadline()
		if !bounded {
			t.Error("a relay may take as long as it likes")
		}
		asking <- ends
		<-ctx.Done()
		return nil, ctx.Err()
	})
	s.at(drawnAt)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.keeper.Run(ctx) })
	if ends := <-asking; time.Until(ends) > 10*time.Second {
		t.Errorf("a relay has until %v", ends)
	}
	deadline := time.Now().Add(time.Minute)
	for s.draw(other).Step != inventory.DrawSealed {
		if time.Now().After(deadline) {
			t.Fatal("the other draw is not sealed")
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.wantStep(hangs, inventory.DrawSealed)
	stop()
	running.Wait()
}

// TestOneRoundForMany: draws of one round ask for it once, and one that cannot be written
// keeps none of the others.
func TestOneRoundForMany(t *testing.T) {
	s := newServer(t, testdb.SQLite(t))
	events := []string{s.event(), s.event(), s.event()}
	s.at(seals).advance()
	s.at(drawnAt).relays(func(context.Context) ([]byte, error) { return genuine(t), nil })
	broken := func(event string, _ inventory.Command) error {
		if event == events[1] {
			return errors.New("a page is damaged")
		}
		return nil
	}
	s.fails.Store(&broken)
	if err := s.keeper.Advance(t.Context()); err == nil || !strings.Contains(err.Error(), events[1]) || strings.Contains(err.Error(), events[0]) {
		t.Errorf("the error is %v", err)
	}
	if n := s.asked.Load(); n != 1 {
		t.Errorf("the relays were asked %d times", n)
	}
	for n, want := range []inventory.DrawStep{inventory.DrawDrawn, inventory.DrawSealed, inventory.DrawDrawn} {
		s.wantStep(events[n], want)
	}
	s.fails.Store(nil)
	s.at(drawnAt + 3*second).advance()
	s.wantStep(events[1], inventory.DrawDrawn)
}

// TestNew: a keeper without what it needs is none.
func TestNew(t *testing.T) {
	if _, err := draws.New(draws.Config{}); err == nil {
		t.Error("made of nothing")
	}
}
