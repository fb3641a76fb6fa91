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
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// fixture is a database with one published event and what writes to it.
type fixture struct {
	t     *testing.T
	store *store.Store
	ids   *id.Maker
	event string
	tier  string
	pool  string
}

var (
	signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	auditKeys  = []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}
)

// engines runs a test on SQLite and on PostgreSQL.
func engines(t *testing.T, test func(t *testing.T, url string)) {
	testdb.Engines(t, test)
}

func openStore(t *testing.T, cfg database.Config) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// build creates the event with that many units.
func build(t *testing.T, st *store.Store, capacity int64) *fixture {
	t.Helper()
	f := &fixture{t: t, store: st, ids: &id.Maker{}}
	org := f.ids.Top(id.Organization)
	if err := st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	f.event = f.ids.Top(id.Event)
	f.tier, f.pool = f.ids.In(id.Tier, f.event), f.ids.In(id.Pool, f.event)
	now := inventory.At(time.Now())
	w := f.writer()
	results, _ := w.Write(t.Context(), f.event, []sequencer.Request{{
		EventID: f.event,
		Command: inventory.Create{
			Who: inventory.Who{Actor: "system", Staff: true},
			Event: inventory.Event{
				ID: f.event, OrgID: org, Zone: time.UTC,
				StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
				Settings: inventory.Settings{MaxGuests: 3, Waitlist: inventory.WaitlistSettings{
					Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip,
					PositionDisplay: inventory.PositionExact, ClaimWindow: inventory.Hour,
				}},
			},
			Pools: []inventory.Pool{{ID: f.pool, Name: "event", Capacity: capacity}},
			Tiers: []inventory.Tier{{ID: f.tier, Name: "General", Pools: []string{f.pool}}}, Publish: true,
		},
		Details: events.Details{Title: "Test"}.All(),
	}})
	if results[0].Err != nil || results[0].Reply.Code != inventory.OK {
		t.Fatalf("create: %+v", results[0])
	}
	return f
}

func (f *fixture) config() sequencer.WriterConfig {
	f.t.Helper()
	return sequencer.WriterConfig{Store: f.store, SigningKey: signingKey, Outbox: jobs.Outbox}
}

func (f *fixture) writer() *sequencer.Writer {
	f.t.Helper()
	w, err := sequencer.NewWriter(f.config())
	if err != nil {
		f.t.Fatal(err)
	}
	return w
}

func (f *fixture) start(change func(*sequencer.Config)) *sequencer.Sequencer {
	f.t.Helper()
	cfg := sequencer.Config{WriterConfig: f.config()}
	if change != nil {
		change(&cfg)
	}
	s, err := sequencer.New(cfg)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// register is a wish of user n for one place, or else a place on the waitlist.
func (f *fixture) register(n int) sequencer.Request {
	return sequencer.Request{EventID: f.event, Command: inventory.Register{
		Who: inventory.Who{Actor: "public"},
		Party: inventory.Party{
			UserID: fmt.Sprintf("u%d", n), Tier: f.tier, Units: 1, Guests: "[]",
			Profile:  inventory.Profile{Email: fmt.Sprintf("u%d@example.org", n), Name: "U", Locale: "en"},
			PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
		},
		OrderID: f.ids.In(id.Order, f.event), JoinWaitlist: true,
	}}
}

func (f *fixture) key(name string, body byte) *database.Key {
	return &database.Key{Scope: f.event, Caller: "test", Key: name, BodyHash: [32]byte{body}}
}

// verified fails the test when an invariant does not hold.
func (f *fixture) verified() {
	f.t.Helper()
	report, err := verify.Run(context.Background(), f.store, verify.Options{AuditKeys: auditKeys})
	if err != nil {
		f.t.Fatal(err)
	}
	for _, v := range report.Violations {
		f.t.Errorf("verify: %+v", v)
	}
}

func TestManyAtOnce(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 120)
		s := f.start(nil)
		var mu sync.Mutex
		status, places := map[string]int{}, map[int64]bool{}
		var wg sync.WaitGroup
		for n := range 300 {
			wg.Go(func() {
				r, err := s.Submit(t.Context(), f.register(n))
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
		f.verified()
	})
}

// TestArrivalOrder is the first rule of fairness: whoever was answered before
// another asked has the lower seq.
func TestArrivalOrder(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.SQLite(t)}), 5)
	s := f.start(nil)
	var last int64
	for n := range 20 {
		r, err := s.Submit(t.Context(), f.register(n))
		if err != nil || r.Seq <= last {
			t.Fatalf("register %d: seq %d after %d, %v", n, r.Seq, last, err)
		}
		last = r.Seq
	}
}

func TestIdempotencyKeys(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 5)
		w := f.writer()
		first, again, other := f.register(1), f.register(1), f.register(2)
		first.Key, again.Key, other.Key = f.key("k", 1), f.key("k", 1), f.key("k", 2)

		same, _ := w.Write(t.Context(), f.event, []sequencer.Request{first, again, other})
		later, _ := f.writer().Write(t.Context(), f.event, []sequencer.Request{again, other})
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
		full := f.register(1)
		full.Key = f.key("refused", 3)
		refused, _ := w.Write(t.Context(), f.event, []sequencer.Request{full})
		replayed, _ := w.Write(t.Context(), f.event, []sequencer.Request{full})
		if refused[0].Reply.Code != inventory.AlreadyRegistered || !replayed[0].Reply.Replayed || replayed[0].Reply.Code != inventory.AlreadyRegistered {
			t.Errorf("refusal: %+v, then %+v", refused[0], replayed[0])
		}
		f.verified()
	})
}

// hold takes the event's row lock (on SQLite: the writer) until the returned
// function is called, so that a batch cannot begin.
func (f *fixture) hold() (release func()) {
	f.t.Helper()
	b, err := ledger.Begin(f.t.Context(), f.store, ledger.BatchQuery{EventID: f.event, Batch: inventory.Batch{Now: inventory.At(time.Now())}})
	if err != nil {
		f.t.Fatal(err)
	}
	return b.Rollback
}

func TestFullQueue(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 100)
		s := f.start(func(c *sequencer.Config) { c.QueueLimit, c.BatchLimit = 3, 1 })
		release := f.hold()
		results := make(chan error, 20)
		submit := func(n int) {
			go func() {
				_, err := s.Submit(context.Background(), f.register(n))
				results <- err
			}()
		}
		submit(0)
		for !s.Busy() || s.Waiting(f.event) > 0 { // until it is in a batch, which cannot begin
			runtime.Gosched()
		}
		for n := range 3 {
			submit(1 + n)
		}
		for s.Waiting(f.event) < 3 {
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
		if n := s.Refused(); n != 16 {
			t.Errorf("%d commands are counted as refused, want 16", n)
		}
		release()
		for range 4 {
			if err := <-results; err != nil {
				t.Errorf("what was queued was answered %v", err)
			}
		}
		f.verified()
	})
}

func TestCloseAnswersWhatWaits(t *testing.T) {
	f := build(t, openStore(t, database.Config{URL: testdb.SQLite(t)}), 100)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s := f.start(func(c *sequencer.Config) { c.BatchLimit = 7 })
	release := f.hold()
	results := make(chan error, 50)
	submit := func(n int) {
		go func() {
			_, err := s.Submit(context.Background(), f.register(n))
			results <- err
		}()
	}
	submit(0)
	for !s.Busy() || s.Waiting(f.event) > 0 { // until it is in a batch, which waits for the lock
		runtime.Gosched()
	}
	for n := range 49 {
		submit(1 + n)
	}
	for s.Waiting(f.event) < 49 {
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
	if _, err := s.Submit(context.Background(), f.register(99)); !errors.Is(err, sequencer.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	f.verified()
}

// TestDueWithoutCommands: nobody asks for anything, and the offer still ends
// and rolls on.
func TestDueWithoutCommands(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		f := build(t, openStore(t, database.Config{URL: url}), 1)
		s := f.start(func(c *sequencer.Config) { c.Tick = 5 * time.Millisecond })
		submit := func(r sequencer.Request) sequencer.Reply {
			t.Helper()
			reply, err := s.Submit(t.Context(), r)
			if err != nil || reply.Code != inventory.OK {
				t.Fatalf("%T: %v %s", r.Command, err, reply.Code)
			}
			return reply
		}
		settings := f.settings()
		settings.Settings.Waitlist.ClaimWindow = inventory.Second
		submit(sequencer.Request{EventID: f.event, Command: settings})
		submit(f.register(1))
		second, third := submit(f.register(2)), submit(f.register(3))
		submit(sequencer.Request{EventID: f.event, Command: inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "u1"}})

		deadline := time.Now().Add(20 * time.Second)
		for {
			a, err := f.store.Registrations.Entry(t.Context(), second.EntryID)
			if err != nil {
				t.Fatal(err)
			}
			b, err := f.store.Registrations.Entry(t.Context(), third.EntryID)
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
		f.verified()
	})
}

// TestDetailsOfTwo: two changes of different details, merged with the same
// event, meet in one batch. Both last, and a change that is refused leaves no
// word behind.
func TestDetailsOfTwo(t *testing.T) {
	engines(t, func(t *testing.T, url string) {
		st := openStore(t, database.Config{URL: url})
		f := build(t, st, 1)
		text := func(s string) *string { return &s }
		full := f.settings()
		full.Capacity = &inventory.SetCapacity{Who: full.Who, Pool: f.pool, Capacity: inventory.MaxCapacity + 1}
		results, _ := f.writer().Write(t.Context(), f.event, []sequencer.Request{
			{EventID: f.event, Command: f.settings(), Details: &events.DetailsChange{Title: text("Concert")}},
			{EventID: f.event, Command: f.settings(), Details: &events.DetailsChange{Location: text("Town hall")}},
			{EventID: f.event, Command: full, Details: &events.DetailsChange{Title: text("Refused"), Description: text("Refused")}},
		})
		for i, want := range []inventory.Code{inventory.OK, inventory.OK, inventory.CapacityOutOfRange} {
			if r := results[i]; r.Err != nil || r.Reply.Code != want {
				t.Errorf("%d: %+v, want %q", i, r, want)
			}
		}
		v, err := st.Events.Event(t.Context(), f.event)
		if err != nil {
			t.Fatal(err)
		}
		if d := v.Details; d.Title != "Concert" || d.Location != "Town hall" || d.Description != "" {
			t.Errorf("details: %+v", d)
		}
	})
}

// settings is a Configure that changes nothing yet.
func (f *fixture) settings() inventory.Configure {
	f.t.Helper()
	v, err := f.store.Events.Event(f.t.Context(), f.event)
	if err != nil {
		f.t.Fatal(err)
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
	one := build(t, openStore(t, database.Config{URL: url}), 1)
	two := *one
	two.store = openStore(t, database.Config{URL: url})
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
