package sequencer_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// house is a database with one published event and what writes to it.
type house struct {
	t     *testing.T
	store *store.Store
	ids   *id.Maker
	event string
	tier  string
	pool  string
}

var signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// engines runs a test on SQLite and on PostgreSQL.
func engines(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, testdb.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, testdb.Postgres(t)) })
}

func openStore(t *testing.T, cfg store.Config) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	if _, err := st.Organizations.ServerKey(t.Context(), "audit", signingKey.Seed(), 1); err != nil {
		t.Fatal(err)
	}
	return st
}

// build creates the event with that many units.
func build(t *testing.T, st *store.Store, capacity int64) *house {
	t.Helper()
	h := &house{t: t, store: st, ids: &id.Maker{}}
	org := h.ids.Top(id.Organization)
	if err := st.Organizations.CreateOrganization(t.Context(), store.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	h.event = h.ids.Top(id.Event)
	h.tier, h.pool = h.ids.In(id.Tier, h.event), h.ids.In(id.Pool, h.event)
	now := inventory.At(time.Now())
	w := h.writer()
	results, _ := w.Write(t.Context(), h.event, []sequencer.Request{{
		EventID: h.event,
		Command: inventory.Create{
			Who: inventory.Who{Actor: "system", Staff: true},
			Event: inventory.Event{
				ID: h.event, OrgID: org, Zone: time.UTC,
				StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
				Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{
					Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip,
					PositionDisplay: inventory.PositionExact, ClaimWindow: inventory.Hour,
				}},
			},
			Pools: []inventory.Pool{{ID: h.pool, Name: "event", Capacity: capacity}},
			Tiers: []inventory.Tier{{ID: h.tier, Name: "General", Pools: []string{h.pool}}}, Publish: true,
		},
		Details: store.Details{Title: "Test"}.All(),
	}})
	if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
		t.Fatalf("create: %+v", results[0])
	}
	return h
}

func (h *house) config() sequencer.WriterConfig {
	h.t.Helper()
	return sequencer.WriterConfig{Store: h.store, SigningKey: signingKey, Outbox: jobs.Outbox}
}

func (h *house) writer() *sequencer.Writer {
	h.t.Helper()
	w, err := sequencer.NewWriter(h.config())
	if err != nil {
		h.t.Fatal(err)
	}
	return w
}

func (h *house) start(change func(*sequencer.Config)) *sequencer.Sequencer {
	h.t.Helper()
	cfg := sequencer.Config{WriterConfig: h.config()}
	if change != nil {
		change(&cfg)
	}
	s, err := sequencer.New(cfg)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// register is a wish of user n for one place, or else a place on the waitlist.
func (h *house) register(n int) sequencer.Request {
	return sequencer.Request{EventID: h.event, Command: inventory.Register{
		Who: inventory.Who{Actor: "public"},
		Party: inventory.Party{
			UserID: fmt.Sprintf("u%d", n), Tier: h.tier, Units: 1, Guests: "[]",
			Profile:  inventory.Profile{Email: fmt.Sprintf("u%d@example.org", n), Name: "U", Locale: "en"},
			PersonID: h.ids.In(id.Person, h.event), EntryID: h.ids.In(id.Entry, h.event),
		},
		OrderID: h.ids.In(id.Order, h.event), JoinWaitlist: true,
	}}
}

func (h *house) key(name string, body byte) *store.Key {
	return &store.Key{Scope: h.event, Caller: "test", Key: name, BodyHash: [32]byte{body}}
}

// verified fails the test when an invariant does not hold.
func (h *house) verified() {
	h.t.Helper()
	report, err := verify.Run(context.Background(), h.store, verify.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, v := range report.Violations {
		h.t.Errorf("verify: %+v", v)
	}
}

func TestManyAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 120)
		s := h.start(nil)
		var mu sync.Mutex
		status, places := map[string]int{}, map[int64]bool{}
		var wg sync.WaitGroup
		for n := range 300 {
			wg.Go(func() {
				r, err := s.Submit(t.Context(), h.register(n))
				if err != nil || r.Code != inventory.OK {
					t.Errorf("register %d: %v %s", n, err, r.Code)
				}
				mu.Lock()
				defer mu.Unlock()
				status[r.Status]++
				if r.Status == "waitlisted" {
					places[r.Place] = true
				}
			})
		}
		wg.Wait()
		if status["confirmed"] != 120 || status["waitlisted"] != 180 || len(places) != 180 || !places[1] || !places[180] {
			t.Errorf("%v, %d different places", status, len(places))
		}
		h.verified()
	})
}

// TestArrivalOrder is the first rule of fairness: who was answered before
// another asked has the lower seq.
func TestArrivalOrder(t *testing.T) {
	h := build(t, openStore(t, store.Config{URL: testdb.SQLite(t)}), 5)
	s := h.start(nil)
	var last int64
	for n := range 20 {
		r, err := s.Submit(t.Context(), h.register(n))
		if err != nil || r.Seq <= last {
			t.Fatalf("register %d: seq %d after %d, %v", n, r.Seq, last, err)
		}
		last = r.Seq
	}
}

func TestIdempotencyKeys(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 5)
		w := h.writer()
		first, again, other := h.register(1), h.register(1), h.register(2)
		first.Key, again.Key, other.Key = h.key("k", 1), h.key("k", 1), h.key("k", 2)

		same, _ := w.Write(t.Context(), h.event, []sequencer.Request{first, again, other})
		later, _ := h.writer().Write(t.Context(), h.event, []sequencer.Request{again, other})
		order := same[0].Reply.OrderID
		if same[0].Err != nil || same[0].Reply.Replayed || order == "" {
			t.Fatalf("first: %+v", same[0])
		}
		for name, r := range map[string]sequencer.Result{"in the same batch": same[1], "later, elsewhere": later[0]} {
			if r.Err != nil || !r.Reply.Replayed || r.Reply.OrderID != order {
				t.Errorf("same key and body %s: %+v", name, r)
			}
		}
		for name, r := range map[string]sequencer.Result{"in the same batch": same[2], "later, elsewhere": later[1]} {
			if !errors.Is(r.Err, sequencer.ErrKeyReused) {
				t.Errorf("same key, other body %s: %+v", name, r)
			}
		}
		// A refusal is a reply too: it stays what it was.
		full := h.register(1)
		full.Key = h.key("refused", 3)
		refused, _ := w.Write(t.Context(), h.event, []sequencer.Request{full})
		replayed, _ := w.Write(t.Context(), h.event, []sequencer.Request{full})
		if refused[0].Reply.Code != inventory.AlreadyRegistered || !replayed[0].Reply.Replayed || replayed[0].Reply.Code != inventory.AlreadyRegistered {
			t.Errorf("refusal: %+v, then %+v", refused[0], replayed[0])
		}
		h.verified()
	})
}

// hold takes the event's row lock (on SQLite: the writer) until the returned
// function is called, so that a batch cannot begin.
func (h *house) hold() (release func()) {
	h.t.Helper()
	b, err := h.store.Begin(h.t.Context(), store.BatchQuery{EventID: h.event, Batch: inventory.Batch{Now: inventory.At(time.Now())}})
	if err != nil {
		h.t.Fatal(err)
	}
	return b.Rollback
}

func TestFullQueue(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 100)
		s := h.start(func(c *sequencer.Config) { c.QueueLimit, c.BatchLimit = 3, 1 })
		release := h.hold()
		results := make(chan error, 20)
		submit := func(n int) {
			go func() {
				_, err := s.Submit(context.Background(), h.register(n))
				results <- err
			}()
		}
		submit(0)
		for !s.Busy() || s.Waiting(h.event) > 0 { // until it is in a batch, which cannot begin
			runtime.Gosched()
		}
		for n := range 3 {
			submit(1 + n)
		}
		for s.Waiting(h.event) < 3 {
			runtime.Gosched()
		}
		// The queue is full: all others are refused while the lock is held.
		for n := range 16 {
			submit(4 + n)
		}
		for range 16 {
			if err := <-results; !errors.Is(err, sequencer.ErrBusy) {
				t.Fatalf("a full queue answered %v", err)
			}
		}
		release()
		for range 4 {
			if err := <-results; err != nil {
				t.Errorf("what was queued was answered %v", err)
			}
		}
		h.verified()
	})
}

func TestCloseAnswersWhatWaits(t *testing.T) {
	h := build(t, openStore(t, store.Config{URL: testdb.SQLite(t)}), 100)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s := h.start(func(c *sequencer.Config) { c.BatchLimit = 7 })
	release := h.hold()
	results := make(chan error, 50)
	submit := func(n int) {
		go func() {
			_, err := s.Submit(context.Background(), h.register(n))
			results <- err
		}()
	}
	submit(0)
	for !s.Busy() || s.Waiting(h.event) > 0 { // until it is in a batch, which waits for the lock
		runtime.Gosched()
	}
	for n := range 49 {
		submit(1 + n)
	}
	for s.Waiting(h.event) < 49 {
		runtime.Gosched()
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close(context.Background()) }()
	release()
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if err := <-results; err != nil {
			t.Errorf("lost on the way out: %v", err)
		}
	}
	if _, err := s.Submit(context.Background(), h.register(99)); !errors.Is(err, sequencer.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	h.verified()
}

// TestDueWithoutCommands: nobody asks for anything, and the offer still ends
// and rolls on.
func TestDueWithoutCommands(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		h := build(t, openStore(t, store.Config{URL: url}), 1)
		s := h.start(func(c *sequencer.Config) { c.Tick = 5 * time.Millisecond })
		submit := func(r sequencer.Request) sequencer.Reply {
			t.Helper()
			reply, err := s.Submit(t.Context(), r)
			if err != nil || reply.Code != inventory.OK {
				t.Fatalf("%T: %v %s", r.Command, err, reply.Code)
			}
			return reply
		}
		settings := h.settings()
		settings.Settings.Waitlist.ClaimWindow = inventory.Second
		submit(sequencer.Request{EventID: h.event, Command: settings})
		submit(h.register(1))
		second, third := submit(h.register(2)), submit(h.register(3))
		submit(sequencer.Request{EventID: h.event, Command: inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "u1"}})

		deadline := time.Now().Add(20 * time.Second)
		for {
			a, err := h.store.Registrations.Entry(t.Context(), second.EntryID)
			if err != nil {
				t.Fatal(err)
			}
			b, err := h.store.Registrations.Entry(t.Context(), third.EntryID)
			if err != nil {
				t.Fatal(err)
			}
			if a.Entry.State == inventory.EntryExpired && b.Entry.State == inventory.EntryExpired {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("second %s, third %s", a.Entry.State, b.Entry.State)
			}
			<-time.After(20 * time.Millisecond)
		}
		h.verified()
	})
}

// TestDetailsOfTwo: two changes of different details, merged with the same
// event, meet in one batch. Both last, and a change that is refused leaves no
// word behind.
func TestDetailsOfTwo(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		st := openStore(t, store.Config{URL: url})
		h := build(t, st, 1)
		text := func(s string) *string { return &s }
		full := h.settings()
		full.Capacity = &inventory.SetCapacity{Who: full.Who, Pool: h.pool, Capacity: inventory.MaxCapacity + 1}
		results, _ := h.writer().Write(t.Context(), h.event, []sequencer.Request{
			{EventID: h.event, Command: h.settings(), Details: &store.DetailsChange{Title: text("Concert")}},
			{EventID: h.event, Command: h.settings(), Details: &store.DetailsChange{Location: text("Town hall")}},
			{EventID: h.event, Command: full, Details: &store.DetailsChange{Title: text("Refused"), Description: text("Refused")}},
		})
		for i, want := range []inventory.Code{inventory.OK, inventory.OK, inventory.CapacityOutOfRange} {
			if r := results[i]; r.Err != nil || r.Reply.Code != want {
				t.Errorf("%d: %+v, want %q", i, r, want)
			}
		}
		v, err := st.Events.Event(t.Context(), h.event)
		if err != nil {
			t.Fatal(err)
		}
		if d := v.Details; d.Title != "Concert" || d.Location != "Town hall" || d.Description != "" {
			t.Errorf("details: %+v", d)
		}
	})
}

// settings is a Configure that changes nothing yet.
func (h *house) settings() inventory.Configure {
	h.t.Helper()
	v, err := h.store.Events.Event(h.t.Context(), h.event)
	if err != nil {
		h.t.Fatal(err)
	}
	return inventory.Configure{
		Who: inventory.Who{Actor: "system", Staff: true}, StartsAt: v.Event.StartsAt, EndsAt: v.Event.EndsAt,
		Zone: v.Event.Zone, Settings: v.Event.Settings,
	}
}

// TestTwoServersLastUnit: two servers with a cached state each fight for one
// unit; exactly one buyer gets it, and the other server notices that its state
// was stale.
func TestTwoServersLastUnit(t *testing.T) {
	url := testdb.Postgres(t)
	one := build(t, openStore(t, store.Config{URL: url}), 1)
	two := *one
	two.store = openStore(t, store.Config{URL: url})
	a, b := one.start(nil), two.start(nil)
	var mu sync.Mutex
	owners := 0
	var wg sync.WaitGroup
	for n := range 200 {
		wg.Go(func() {
			s := a
			if n%2 == 0 {
				s = b
			}
			r, err := s.Submit(t.Context(), one.register(n))
			if err != nil {
				t.Error(err)
			}
			if r.Status == "confirmed" {
				mu.Lock()
				owners++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if owners != 1 {
		t.Errorf("%d owners of one unit", owners)
	}
	one.verified()
}
