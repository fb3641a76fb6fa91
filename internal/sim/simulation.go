package sim

import (
	"context"
	"crypto/ed25519"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// simulation is one run.
type simulation struct {
	cfg       Config
	report    *Report
	trace     hash.Hash
	rand      *rand.Rand // of the current history
	now       time.Time  // simulated
	latest    time.Time  // that now has been
	faults    faults
	base      driver.Driver // of SQLite; nil: its own
	power     power         // nil: it stays
	driver    string
	template  []byte         // a database without anything in it
	path      string         // of the current database
	url       string         // of the database, when it is not at path
	histories map[string]int // number of the history of each event in it
	workloads []*workload    // of the same
	store     *store.Store
	writer    *sequencer.Writer
	rooms     rooms
	venue     *bookedVenue
	ids       *id.Maker
	org       string
	// beforeCheck is called at the end of a history; tests do damage in it.
	beforeCheck func()
	// afterBatch is called after each batch that was written; tests look on in it.
	afterBatch func(context.Context, *workload) error
}

// signingKey is the same in every simulation: the trace must not depend on it.
var signingKey = ed25519.NewKeyFromSeed([]byte("holdfast simulator signing key!!"))

func (s *simulation) clock() time.Time { return s.now }

// freshDatabase begins a database: a copy of one that was migrated before.
func (s *simulation) freshDatabase(ctx context.Context, n int) error {
	if s.template == nil {
		if err := s.makeTemplate(ctx); err != nil {
			return err
		}
	}
	s.histories, s.workloads = map[string]int{}, nil
	if err := s.copyTemplate(fmt.Sprintf("sim-%d.db", n)); err != nil {
		return err
	}
	seeded := rand.New(rand.NewPCG(s.cfg.Seed, 1<<32+uint64(n)))
	s.ids = &id.Maker{Now: s.clock, Rand: seeded.Uint64}
	if err := s.open(ctx); err != nil {
		return err
	}
	return s.settle(ctx, n)
}

// copyTemplate makes the file of a database without anything in it.
func (s *simulation) copyTemplate(name string) error {
	s.path = filepath.Join(s.cfg.Dir, name)
	if err := os.WriteFile(s.path, s.template, 0o600); err != nil {
		return err
	}
	if s.power != nil {
		if err := s.power.open(s.path); err != nil {
			return err
		}
	}
	if s.base == nil {
		s.base = &sqlite.Driver{}
	}
	s.faults.restart()
	s.driver = faultsql.Register(s.base, s.faults.fails)
	return nil
}

// remove removes the file of the database.
func (s *simulation) remove() error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(s.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// settle makes what the histories of a database have in common: the organization of their events,
// and its venue.
func (s *simulation) settle(ctx context.Context, n int) error {
	s.org = s.ids.Top(id.Organization)
	if err := s.store.Organizations.CreateOrganization(ctx, organizations.Organization{ID: s.org, Name: "Simulated", CreatedAt: 1}); err != nil {
		return err
	}
	return s.openVenue(ctx, n)
}

// makeTemplate migrates an empty database and keeps its file.
func (s *simulation) makeTemplate(ctx context.Context) (err error) {
	migrated, compact := filepath.Join(s.cfg.Dir, "migrated.db"), filepath.Join(s.cfg.Dir, "template.db")
	st, err := store.Open(ctx, database.Config{URL: "sqlite:" + migrated})
	if err != nil {
		return err
	}
	err = st.Migrate(ctx)
	if err == nil {
		err = st.CopyTo(ctx, compact)
	}
	if err := errors.Join(err, st.Close()); err != nil {
		return err
	}
	s.template, err = os.ReadFile(compact)
	return err
}

// endDatabase verifies the database and removes it; one with a violation stays
// to be looked at, when the folder does.
func (s *simulation) endDatabase(ctx context.Context) error {
	if s.store == nil {
		return nil
	}
	for _, w := range s.workloads {
		if err := w.kept(ctx); err != nil {
			return err
		}
	}
	if err := s.venue.end(ctx); err != nil {
		return err
	}
	clean, err := s.verify(ctx)
	if err := errors.Join(err, s.closeStore()); err != nil || !clean {
		return err
	}
	return s.remove()
}

func (s *simulation) verify(ctx context.Context) (clean bool, err error) {
	report, err := verify.Run(ctx, s.store, verify.Options{AuditKeys: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}})
	if err != nil {
		return false, err
	}
	for _, v := range report.Violations {
		s.report.violate(s.histories[v.Event], "verify: %+v", v)
	}
	return report.Clean(), nil
}

// verified has verify look at the database of a history of its own.
func (s *simulation) verified(ctx context.Context, wrong func(format string, a ...any)) error {
	report, err := verify.Run(ctx, s.store, verify.Options{AuditKeys: []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}})
	if err != nil {
		return err
	}
	for _, v := range report.Violations {
		wrong("verify: %+v", v)
	}
	return nil
}

// open starts a process: a store, and a writer that remembers nothing.
func (s *simulation) open(ctx context.Context) (err error) {
	url := s.url
	if url == "" {
		url = "sqlite:" + s.path
	}
	s.store, err = store.Open(ctx, database.Config{URL: url, SQLiteDriver: s.driver})
	if err != nil {
		return err
	}
	s.writer, err = sequencer.NewWriter(sequencer.WriterConfig{
		Store: s.store, SigningKey: signingKey, Outbox: jobs.Outbox, Now: s.clock, Log: s.cfg.Log,
		ResolveFor: time.Nanosecond, Pause: func(context.Context, time.Duration) {},
	})
	if err != nil {
		return err
	}
	s.rooms, err = s.openRooms()
	return err
}

func (s *simulation) closeStore() error {
	if s.store == nil {
		return nil
	}
	err := s.store.Close()
	s.store, s.writer = nil, nil
	return err
}

// crash ends the process as a kill -9 does, and starts another.
func (s *simulation) crash(ctx context.Context) error {
	s.report.Crashes++
	// What Close says of a database that is gone is of no interest: its
	// connections end, and uncommitted work with them.
	_ = s.closeStore()
	s.faults.restart()
	if s.power != nil && s.power.down() {
		if err := s.power.restore(s.rand); err != nil {
			return err
		}
	}
	return s.open(ctx)
}

// history runs one event from its creation through random batches.
func (s *simulation) history(ctx context.Context, n int) error {
	return s.play(ctx, newWorkload(s, n))
}

func (s *simulation) play(ctx context.Context, w *workload) error {
	if err := s.batch(ctx, w, []sequencer.Request{w.founding()}, nil); err != nil {
		return err
	}
	var ahead []sequencer.Request // of the next batch, when they wait already
	for left := s.cfg.Commands - 1; left > 0; {
		reqs := ahead
		if reqs == nil || s.rand.IntN(6) == 0 { // or others than were said to wait
			reqs = s.requests(w, left)
		}
		left -= len(reqs)
		ahead = nil
		if left > 0 && s.rand.IntN(2) == 0 {
			ahead = s.requests(w, left)
		}
		if err := s.stepClock(ctx, w); err != nil {
			return err
		}
		if err := s.batch(ctx, w, reqs, ahead); err != nil {
			return err
		}
		if err := w.lobby.visit(ctx, w); err != nil {
			return err
		}
		if err := s.venue.visit(ctx); err != nil {
			return err
		}
	}
	if s.beforeCheck != nil {
		s.beforeCheck()
	}
	return s.check(ctx, w)
}

// requests makes the requests of a batch, at most that many.
func (s *simulation) requests(w *workload, most int) []sequencer.Request {
	reqs := make([]sequencer.Request, min(most, 1+s.rand.IntN(12)))
	for i := range reqs {
		if s.rand.IntN(10) == 0 {
			if r, ok := w.repeat(); ok {
				reqs[i] = r
				continue
			}
		}
		reqs[i] = w.request(w.command())
	}
	return reqs
}

// stepClock moves time: usually a little on, sometimes hours, sometimes to just when
// something is due, sometimes back, as far as two clocks may be apart. Nothing is decided
// beyond that, which nodes_test.go plays.
func (s *simulation) stepClock(ctx context.Context, w *workload) error {
	var d time.Duration
	if s.rand.IntN(6) == 0 {
		view, err := s.store.Events.Event(ctx, w.event)
		if err != nil {
			return err
		}
		if due := view.Event.DueAt.Time(); view.Event.DueAt != 0 && due.After(s.now) {
			s.now = due.Add(time.Duration(s.rand.IntN(20)-5) * time.Second)
		}
	}
	switch r := s.rand.IntN(100); {
	case r < 60:
		d = time.Duration(s.rand.IntN(5000)) * time.Millisecond
	case r < 85:
		d = time.Duration(s.rand.IntN(240)) * time.Minute
	case r < 95:
		d = time.Duration(s.rand.IntN(48)) * time.Hour
	default:
		d = -time.Duration(s.rand.IntN(int(clock.Bound/time.Millisecond))) * time.Millisecond
	}
	s.now = s.now.Add(d)
	if earliest := s.latest.Add(-clock.Bound); s.now.Before(earliest) {
		s.now = earliest
	}
	if s.now.After(s.latest) {
		s.latest = s.now
	}
	return nil
}

// batch writes requests, perhaps with a failure in the middle, and again and
// again while they fail, as clients do with the same idempotency key. ahead are
// those of the next batch that wait meanwhile.
func (s *simulation) batch(ctx context.Context, w *workload, reqs, ahead []sequencer.Request) error {
	for try := 0; ; try++ {
		s.faults.decide(nil)
		if try == 0 && s.rand.IntN(1000) < s.cfg.Faults {
			s.faults.decide(s.rand)
		}
		if s.power != nil && try < 3 { // one of the tries after it has its power
			s.power.plan(s.rand)
		}
		met := s.faults.met
		results, _ := s.writer.WriteAhead(ctx, w.event, reqs, func() []sequencer.Request { return ahead })
		s.report.Batches++
		s.report.Faults += s.faults.met - met
		crashed := s.faults.down
		dark := s.power != nil && s.power.down()
		if dark {
			results = lastWords(results)
		}
		failed, err := s.record(w, reqs, results, crashed && !dark)
		if err != nil {
			return err
		}
		if crashed || dark {
			if err := s.crash(ctx); err != nil {
				return fmt.Errorf("restart: %w", err)
			}
			if err := w.kept(ctx); err != nil {
				return err
			}
		}
		s.faults.decide(nil)
		if err := w.follow(ctx); err != nil {
			return err
		}
		if s.afterBatch != nil {
			if err := s.afterBatch(ctx, w); err != nil {
				return err
			}
		}
		if len(failed) == 0 {
			return nil
		}
		if try == 5 {
			return fmt.Errorf("%d requests still fail without any injected failure: %w", len(failed), results[0].Err)
		}
		reqs = failed
	}
}

// lastWords are the results of a server whose power went: what it had committed, it may
// have answered as well; of everything else nobody was told anything.
func lastWords(results []sequencer.Result) []sequencer.Result {
	for i := range results {
		if results[i].Err != nil {
			results[i].Err = sequencer.ErrUnknown
		}
	}
	return results
}

// record notes what was answered and returns the requests to send again. After
// a crash nobody was answered anything.
func (s *simulation) record(w *workload, reqs []sequencer.Request, results []sequencer.Result, crashed bool) (again []sequencer.Request, err error) {
	for i, r := range results {
		switch {
		case crashed, errors.Is(r.Err, sequencer.ErrUnknown): // both outcomes are right
			s.report.Failed++
			again = append(again, reqs[i])
		case r.Err == nil:
			w.answered(reqs[i], r.Reply)
			if err := s.traceReply(r.Reply); err != nil {
				return nil, err
			}
		case errors.Is(r.Err, sequencer.ErrUnavailable), errors.Is(r.Err, sequencer.ErrClock):
			s.report.Failed++
			w.unchanged(reqs[i])
			again = append(again, reqs[i])
		case errors.Is(r.Err, sequencer.ErrKeyReused):
			if _, _, other := w.repeats(reqs[i]); !other {
				s.report.violate(w.number, "the key %s is said to be another request's", keyOf(reqs[i]))
			}
		default:
			return nil, fmt.Errorf("%T: %w", reqs[i].Command, r.Err)
		}
	}
	return again, nil
}

func (s *simulation) traceReply(r sequencer.Reply) error {
	s.report.Commands++
	if r.Code == inventory.OK {
		s.report.Accepted++
	} else {
		s.report.Refused++
	}
	return json.NewEncoder(s.trace).Encode(r)
}

// check ends a history: what was acknowledged is there, what was refused is not.
// The invariants are checked when the database ends.
func (s *simulation) check(ctx context.Context, w *workload) error {
	s.histories[w.event], s.workloads = w.number, append(s.workloads, w)
	w.settle(s.report)
	if err := w.lobby.kept(ctx, w); err != nil {
		return err
	}
	view, err := s.store.Events.Event(ctx, w.event)
	if err != nil {
		return err
	}
	if _, err := s.trace.Write(view.HeadHash[:]); err != nil {
		return err
	}
	return nil
}
