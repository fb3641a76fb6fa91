package sim

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestNodes runs histories with two servers on one PostgreSQL: each has a clock that
// drifts and is set, within the bound and beyond; the database's clock is set too;
// servers crash between any two calls, and COMMITs whose answer is lost are done at
// once, later or never. What was acknowledged must be there, what was refused must
// not, and nothing may happen at a time that is not the true one within the bound.
func TestNodes(t *testing.T) {
	n := newNodes(t, seed.Of(t))
	began, histories := time.Now(), seed.Count(t, "HOLDFAST_SIM_NODES", 20)
	for h := range histories {
		if time.Since(began) > within {
			break
		}
		if err := n.history(t.Context(), h); err != nil {
			t.Fatalf("history %d: %v", h, err)
		}
		if (h+1)%25 == 0 {
			n.verify(t)
		}
		if !n.sim.report.Clean() {
			break
		}
	}
	n.verify(t)
	r := n.sim.report
	for _, v := range r.Violations {
		t.Error(v)
	}
	t.Logf("%d histories: %d answers (%d accepted), %d batches (%d refused by the clock), %d calls, %d failures, %d crashes, %d lost answers to COMMIT, %d waits for locks, %d clocks mended",
		r.Sequences, r.Commands, r.Accepted, r.Batches, n.refused, n.made, r.Faults, r.Crashes, n.lost, n.waits, n.mended)
	if r.Accepted == 0 || r.Refused == 0 || r.Repeated == 0 || r.Faults == 0 || r.Crashes == 0 || n.refused == 0 || n.lost == 0 || n.waits == 0 {
		t.Error("not everything was tried")
	}
}

func TestNodesSameSeedSameTrace(t *testing.T) {
	seed.InTurn(t, 2)
	run := func(seed uint64) (trace [sha256.Size]byte) {
		n := newNodes(t, seed)
		for h := range 4 {
			if err := n.history(t.Context(), h); err != nil {
				t.Fatal(err)
			}
		}
		n.verify(t)
		copy(trace[:], n.sim.trace.Sum(nil))
		return trace
	}
	a, b := run(3), run(3)
	if a != b {
		t.Errorf("the same seed gave %x and %x", a, b)
	}
	if run(4) == a {
		t.Error("two seeds gave one trace")
	}
}

// nodes are servers on one database.
type nodes struct {
	sim      *simulation // its store is nobody's, to look on
	schedule schedule
	url      string
	pool     *pgxpool.Pool // beside the stores
	all      []*node
	database time.Duration // how far the database's clock is ahead of the truth

	refused, made, lost, waits, mended int
}

// node is a server.
type node struct {
	name   string
	of     *nodes
	store  *store.Store
	writer *sequencer.Writer
	clock  *clock.Clock
	began  time.Time
	system time.Duration // how far its clock is ahead of the truth
	drift  time.Duration // that its counter gains in a day

	events chan event
	turn   chan verdict
	stand  stand
	down   bool // it crashed
	// playing says that its calls are steps of the schedule.
	playing    bool
	plan       plan
	calls, met int
	commits    bool // its next call is a COMMIT
	onTheWay   []func()
	open       []*nodeSession      // of the piece of work, some of them ended
	ahead      []sequencer.Request // of its next batch
}

func newNodes(t *testing.T, seed uint64) *nodes {
	t.Helper()
	n := &nodes{url: testdb.Postgres(t), sim: &simulation{
		cfg: Config{Seed: seed, Sequences: 1, Commands: 60, Log: slog.New(slog.DiscardHandler)}, report: &Report{Seed: seed}, trace: sha256.New(),
		now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC), histories: map[string]int{},
	}}
	s := n.sim
	s.ids = &id.Maker{Now: s.clock, Rand: rand.New(rand.NewPCG(seed, 1<<32)).Uint64}
	var err error
	if s.store, err = store.Open(t.Context(), database.Config{URL: n.url}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.store.Close() })
	s.org = s.ids.Top(id.Organization)
	if err := s.store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: s.org, Name: "Simulated", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), n.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	n.pool = pool
	n.schedule = schedule{sim: s, lockWaits: func(ctx context.Context) (waits int, err error) {
		// Not wait_event: whoever was given a lock shows it until it has woken up.
		err = pool.QueryRow(ctx, "select count(distinct l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid "+
			"where a.datname = current_database() and not l.granted").Scan(&waits)
		n.waits += waits
		return waits, err
	}}
	for _, name := range []string{"one", "two"} {
		k := &node{name: name, of: n, events: make(chan event, 1), turn: make(chan verdict)}
		n.all = append(n.all, k)
		t.Cleanup(func() { _ = k.store.Close() })
	}
	n.schedule.nodes = n.all
	s.rand = rand.New(rand.NewPCG(seed, 1<<33))
	for _, k := range n.all {
		if err := k.start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// start starts a process: a store, a clock, and a writer that remembers nothing.
func (n *node) start(ctx context.Context) (err error) {
	s := n.of.sim
	if n.store != nil {
		_ = n.store.Close() // what it says of connections that ended is of no interest
	}
	n.down, n.ahead, n.began = false, nil, s.now
	n.drift = time.Duration(s.rand.IntN(8)-4) * time.Second
	if n.store, err = store.Open(ctx, database.Config{URL: n.of.url, Around: n.around}); err != nil {
		return err
	}
	elapsed := func() time.Duration {
		passed := s.now.Sub(n.began)
		return passed + time.Duration(float64(n.drift)*passed.Hours()/24)
	}
	if n.clock, err = clock.New(ctx, clock.Config{
		System: func() time.Time { return s.now.Add(n.system) }, Elapsed: elapsed, Awake: elapsed, Log: s.cfg.Log,
		Ask: func(context.Context) (time.Time, error) { return s.now.Add(n.of.database), nil },
	}); err != nil {
		return err
	}
	n.writer, err = sequencer.NewWriter(sequencer.WriterConfig{
		Store: n.store, SigningKey: signingKey, Outbox: jobs.Outbox, Log: s.cfg.Log, Now: n.clock.Now, CheckClock: n.clock.Check,
		ResolveFor: time.Hour, Pause: func(context.Context, time.Duration) { n.call(false) },
	})
	return err
}

// history plays an event from its creation through random batches of both nodes.
func (n *nodes) history(ctx context.Context, number int) error {
	s := n.sim
	s.rand = rand.New(rand.NewPCG(s.cfg.Seed, uint64(number)))
	n.setClocks(false)
	for _, k := range n.all {
		if err := k.clock.Compare(ctx); err != nil {
			return err
		}
	}
	w := newWorkload(s, number)
	p := &playing{nodes: n, workload: w, keyless: map[string]bool{}}
	w.keyless = p.keyless
	first := w.founding()
	if err := p.round(ctx, [][]sequencer.Request{{first}, nil}, false); err != nil {
		return err
	}
	for left := s.cfg.Commands; left > 0; {
		batches := make([][]sequencer.Request, len(n.all))
		for i, k := range n.all {
			if batches[i] = k.ahead; batches[i] == nil && s.rand.IntN(4) > 0 {
				batches[i] = p.requests()
			}
			k.ahead = nil
			if s.rand.IntN(2) == 0 {
				k.ahead = p.requests()
			}
			left -= len(batches[i])
		}
		n.stepTime(ctx)
		ahead := s.rand.IntN(12) == 0
		if ahead {
			if err := p.putAhead(ctx); err != nil {
				return err
			}
		}
		if err := p.round(ctx, batches, true); err != nil {
			return err
		}
		if ahead || s.rand.IntN(8) == 0 {
			if err := p.mend(ctx); err != nil {
				return err
			}
		}
	}
	// Everybody is answered in the end.
	for _, k := range n.all {
		p.again = append(p.again, k.ahead...)
		k.ahead = nil
	}
	n.setClocks(false)
	s.now = s.now.Add(2 * time.Minute)
	for range 5 {
		if len(p.again) == 0 {
			break
		}
		for _, k := range n.all {
			if err := k.clock.Compare(ctx); err != nil {
				return err
			}
		}
		if err := p.round(ctx, make([][]sequencer.Request, len(n.all)), false); err != nil {
			return err
		}
		if err := p.mend(ctx); err != nil {
			return err
		}
	}
	if len(p.again) > 0 {
		return fmt.Errorf("%d requests still fail without any injected failure", len(p.again))
	}
	s.report.Sequences++
	return s.check(ctx, w)
}

// setClocks sets clocks: right, or each perhaps wrong.
func (n *nodes) setClocks(wrong bool) {
	r := n.sim.rand
	within := func() time.Duration { return time.Duration(r.IntN(9000)-4500) * time.Millisecond }
	// Two clocks that are wrong by the same are beyond anybody's help: the database's
	// is wrong by whole minutes, the others by half ones.
	beyond := func(more time.Duration) time.Duration {
		d := time.Duration(1+r.IntN(60))*time.Minute + more
		if r.IntN(2) == 0 {
			return -d
		}
		return d
	}
	n.database = 0
	for _, k := range n.all {
		k.system = 0
	}
	if !wrong {
		return
	}
	switch r.IntN(5) {
	case 0: // the database's alone, so that every server sees it
		n.database = beyond(0)
	case 1, 2:
		n.database = within()
		fallthrough
	default:
		for _, k := range n.all {
			switch r.IntN(4) {
			case 0:
				k.system = beyond(30 * time.Second)
			case 1, 2:
				k.system = within()
			}
		}
	}
}

// stepTime lets time pass and sets clocks. A server compares its clocks each
// second: when less has passed, perhaps it has not yet.
func (n *nodes) stepTime(ctx context.Context) {
	s := n.sim
	passed := time.Duration(s.rand.IntN(900)) * time.Millisecond
	switch r := s.rand.IntN(100); {
	case r < 50:
	case r < 70:
		passed = time.Duration(s.rand.IntN(30)) * time.Second
	case r < 90:
		passed = time.Duration(s.rand.IntN(240)) * time.Minute
	default:
		passed = time.Duration(s.rand.IntN(48)) * time.Hour
	}
	s.now = s.now.Add(passed)
	if s.rand.IntN(4) == 0 {
		n.setClocks(s.rand.IntN(2) == 0)
	}
	for _, k := range n.all {
		if passed >= clock.Interval || s.rand.IntN(4) > 0 {
			_ = k.clock.Compare(ctx) // the database always answers
		}
	}
}

func (n *nodes) verify(t *testing.T) {
	t.Helper()
	if _, err := n.sim.verify(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// playing is a history under way.
type playing struct {
	*nodes
	workload *workload
	again    []sequencer.Request // to be sent once more
	keyless  map[string]bool     // requests that go out without their key
}

// requests makes the requests of a batch. Some people send no idempotency key.
func (p *playing) requests() []sequencer.Request {
	reqs := p.sim.requests(p.workload, 8)
	for i := range reqs {
		if _, repeats, _ := p.workload.repeats(reqs[i]); !repeats {
			p.keyless[keyOf(reqs[i])] = reqs[i].Key == nil || p.sim.rand.IntN(3) == 0
		}
	}
	return reqs
}

// round lets each node write a batch, all at the same time, and looks at what came
// of it. Requests that failed before go to some node with it.
func (p *playing) round(ctx context.Context, batches [][]sequencer.Request, faults bool) error {
	s := p.sim
	if len(p.again) > 0 {
		i := s.rand.IntN(len(batches))
		batches[i] = append(slices.Clip(p.again), batches[i]...)
		p.again = nil
	}
	stood, err := p.eventClock(ctx)
	if err != nil {
		return err
	}
	results := make([][]sequencer.Result, len(p.all))
	for i, k := range p.all {
		if len(batches[i]) == 0 {
			continue
		}
		reqs, next := p.sent(batches[i]), p.sent(k.ahead)
		k.begin(p.plan(faults), func() {
			results[i], _ = k.writer.WriteAhead(ctx, p.workload.event, reqs, func() []sequencer.Request { return next })
		})
	}
	if err := p.schedule.play(ctx); err != nil {
		return err
	}
	if err := p.look(ctx); err != nil {
		return err
	}
	for i, k := range p.all {
		if len(batches[i]) == 0 {
			continue
		}
		if err := p.ended(ctx, k, batches[i], results[i], stood); err != nil {
			return err
		}
	}
	return p.workload.follow(ctx)
}

// plan plans what befalls a node. A COMMIT is the call that matters most.
func (p *playing) plan(faults bool) plan {
	r := p.sim.rand
	if !faults || r.IntN(3) > 0 {
		return plan{at: -1}
	}
	return plan{at: r.IntN(7), commit: r.IntN(2) == 0, what: []verdict{before, after, after, late, crashed}[r.IntN(5)]}
}

// sent are requests as they go out.
func (p *playing) sent(reqs []sequencer.Request) []sequencer.Request {
	out := slices.Clone(reqs)
	for i := range out {
		if p.keyless[keyOf(out[i])] {
			out[i].Key = nil
		}
	}
	return out
}

// ended notes what a node answered.
func (p *playing) ended(ctx context.Context, k *node, reqs []sequencer.Request, results []sequencer.Result, stood inventory.Instant) error {
	s := p.sim
	s.report.Batches++
	p.made += k.calls
	s.report.Faults += k.met
	if k.met > 0 && k.plan.what != crashed {
		p.lost++
	}
	k.met = 0
	if k.down {
		s.report.Crashes++
		for i := range reqs { // nobody was answered
			p.repeat(reqs[i])
		}
		for i := range k.ahead {
			p.repeat(k.ahead[i])
		}
		return k.start(ctx)
	}
	p.judgeClock(k, results, stood)
	again, err := s.record(p.workload, reqs, results, false)
	if err != nil {
		return fmt.Errorf("node %s: %w", k.name, err)
	}
	for i := range again {
		p.repeat(again[i])
	}
	return nil
}

// repeat sends a request once more. Without a key it might be done twice: its
// sender gives up.
func (p *playing) repeat(r sequencer.Request) {
	if !p.keyless[keyOf(r)] {
		p.again = append(p.again, r)
	}
}

// judgeClock compares who was refused by the clock with who had to be.
func (p *playing) judgeClock(k *node, results []sequencer.Result, stood inventory.Instant) {
	refused := slices.ContainsFunc(results, func(r sequencer.Result) bool { return errors.Is(r.Err, sequencer.ErrClock) })
	if refused {
		p.refused++
	}
	off := k.clock.Check() != nil
	ahead := stood > inventory.At(k.clock.Now().Add(clock.Bound))
	allRefused := !slices.ContainsFunc(results, func(r sequencer.Result) bool { return !errors.Is(r.Err, sequencer.ErrClock) })
	switch {
	case off && !allRefused:
		p.violate("node %s decided, %s apart from the database", k.name, k.clock.Skew())
	case ahead && slices.ContainsFunc(results, func(r sequencer.Result) bool { return r.Err == nil }):
		p.violate("node %s decided, though the event's clock was ahead, at %s", k.name, stood.Time())
	case !off && !ahead && refused:
		p.violate("node %s decided nothing, though its clocks agree and the event's is not ahead", k.name)
	}
}

func (p *playing) violate(format string, a ...any) {
	p.sim.report.violate(p.workload.number, format, a...)
}

// look holds the times of what was written since against the true one: no row is
// of another time, beyond the bound. verify makes sure that nothing ends, by the
// time of its row, before its deadline.
func (p *playing) look(ctx context.Context) error {
	rows, err := p.sim.store.Events.Audit(ctx, p.workload.event, int64(len(p.workload.seen)), 1000)
	if err != nil {
		return err
	}
	now, bound := inventory.At(p.sim.now), inventory.Instant((clock.Bound + time.Second).Microseconds())
	for _, r := range rows {
		if r.At > now+bound || r.At < now-bound {
			p.violate("row %d (%s) is of %s, written at %s", r.Seq, r.Reason, r.At.Time(), now.Time())
		}
	}
	return nil
}

// eventClock is where the event's clock stands; 0 before it is there.
func (p *playing) eventClock(ctx context.Context) (inventory.Instant, error) {
	view, err := p.sim.store.Events.Event(ctx, p.workload.event)
	if errors.Is(err, database.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return view.Event.Clock, nil
}

// putAhead sets the event's clock ahead, as a server did that knew no bound.
func (p *playing) putAhead(ctx context.Context) error {
	by := clock.Bound + time.Duration(10+p.sim.rand.IntN(3600))*time.Second
	_, err := p.pool.Exec(ctx, "update events set clock = $2, version = version + 1 where id = $1", p.workload.event, int64(inventory.At(p.sim.now.Add(by))))
	return err
}

// mend mends the event's clock, as an operator would.
func (p *playing) mend(ctx context.Context) error {
	k := p.all[p.sim.rand.IntN(len(p.all))]
	by, err := k.writer.MendClock(ctx, p.workload.event, "system")
	if by > 0 {
		p.mended++
	}
	if errors.Is(err, sequencer.ErrClock) {
		return nil // its own clock is off
	}
	if err != nil {
		return err
	}
	if err := p.look(ctx); err != nil {
		return err
	}
	return p.workload.follow(ctx)
}
