package verify_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestHistoriesAreClean lets events live through random commands. Nothing that
// the server does by its own rules may look like a violation. One history is drawn of
// several that are known to have everything; HOLDFAST_TEST_ALL plays them all.
func TestHistoriesAreClean(t *testing.T) {
	t.Parallel()
	const known = 4
	drawn := seed.Draw(t, known)
	for n := range known {
		if n != drawn && os.Getenv("HOLDFAST_TEST_ALL") == "" {
			continue
		}
		t.Run(fmt.Sprint("seed", n), func(t *testing.T) {
			engines(t, func(t *testing.T, url string) {
				f, _ := history(t, url, uint64(n), 25)
				report := wantClean(t, f.store)
				c := report.Checked
				for what, n := range map[string]int64{
					"events": c.Events, "pools": c.Pools, "tiers": c.Tiers, "lanes": c.Lanes, "people": c.People, "holds": c.Holds,
					"entries": c.Entries, "offers": c.Offers, "rows": c.AuditRows, "messages": c.Messages, "replies": c.Replies, "jobs": c.Jobs,
					"orders": c.Orders, "items": c.Items, "codes": c.Codes, "refunds": c.RefundsDue,
					"ticket versions": c.TicketVersions, "admissions": c.Admissions, "scans": c.Scans, "exchanges": c.Exchanges,
				} {
					if n == 0 {
						t.Errorf("the history has no %s", what)
					}
				}
			})
		})
	}
}

// TestWhileWriting verifies again and again while batches are committed and the public
// log is signed behind them: each run sees one moment, at which everything holds.
func TestWhileWriting(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 1)
		p := f.open(16, line(inventory.PromoteOffer, inventory.BoundedSkip))
		reader, logs := testdb.Open(t, url), signerOfLogs(t, t.TempDir())
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		type result struct {
			seen map[int64]bool
			bad  []verify.Violation
			err  error
		}
		var moments atomic.Int64
		stop, done := make(chan struct{}), make(chan result, 1)
		go func() {
			r := result{seen: map[int64]bool{}}
			for {
				select {
				case <-stop:
					done <- r
					return
				default:
				}
				report, err := verify.Run(ctx, reader, verify.Options{AuditKeys: auditKeys, Logs: logs})
				if err != nil {
					r.err = err
					done <- r
					return
				}
				r.seen[report.Checked.AuditRows] = true
				moments.Store(int64(len(r.seen)))
				r.bad = append(r.bad, report.Violations...)
			}
		}()
		// On a busy machine one look can take as long as many batches.
		write := func(batches int) {
			for range batches {
				p.live(1)
				f.publish(logs, p.id)
				f.include(logs)
			}
		}
		for write(60); moments.Load() < 2 && ctx.Err() == nil; {
			write(10)
		}
		close(stop)
		r := <-done
		if r.err != nil || len(r.bad) > 0 {
			t.Fatalf("%v, %+v", r.err, r.bad)
		}
		if len(r.seen) < 2 {
			t.Errorf("verify saw %d different moments, so nothing was written meanwhile", len(r.seen))
		}
		if report := run(t, f.store, verify.Options{Logs: logs}); !report.Clean() {
			t.Errorf("in the end: %+v", report.Violations)
		}
	})
}

// TestWritesNothing compares the database file before and after. (PostgreSQL
// itself refuses writes in a read-only transaction.)
func TestWritesNothing(t *testing.T) {
	t.Parallel()
	path := strings.TrimPrefix(testdb.SQLite(t), "sqlite:")
	fill(t, "sqlite:"+path, nil)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("verify", func(t *testing.T) { wantClean(t, testdb.Open(t, "sqlite:"+path)) })
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("the database file differs")
	}
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		t.Errorf("the log has %d bytes", wal.Size())
	}
}

// TestOnlyTheEventsNamed: a fault of another event, or of none, is not reported.
func TestOnlyTheEventsNamed(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 2)
		sound, broken := f.open(8, line(inventory.PromoteOffer, inventory.Strict)), f.open(8, line(inventory.PromoteOffer, inventory.Strict))
		sound.live(20)
		broken.live(20)
		if _, err := f.raw.ExecContext(t.Context(), "update holds set units = units + 1 where event_id = $1", broken.id); err != nil {
			t.Fatal(err)
		}
		if r := run(t, f.store, verify.Options{Events: []string{sound.id}}); !r.Clean() || r.Checked.Events != 1 {
			t.Errorf("the sound event: %d events, %+v", r.Checked.Events, r.Violations)
		}
		r := run(t, f.store, verify.Options{Events: []string{broken.id}, PrintLimit: 1})
		if r.Clean() {
			t.Fatal("the broken event is clean")
		}
		printed := map[int]int{}
		for _, v := range r.Violations {
			if printed[v.Invariant]++; v.Event != broken.id || printed[v.Invariant] > 1 {
				t.Errorf("%+v is of another event, or one too many", v)
			}
		}
		if r.Found() <= int64(len(r.Violations)) {
			t.Errorf("%d found, %d printed: nothing was left out", r.Found(), len(r.Violations))
		}
	})
}

func TestUnknownEvent(t *testing.T) {
	t.Parallel()
	f := newFixture(t, testdb.SQLite(t), 1)
	if _, err := verify.Run(t.Context(), f.store, verify.Options{Events: []string{"evt_gone"}}); !errors.Is(err, database.ErrNotFound) || !strings.Contains(err.Error(), "evt_gone") {
		t.Errorf("an event that does not exist: %v", err)
	}
	if r := wantClean(t, f.store); r.Checked.Events != 0 {
		t.Errorf("an empty database has %d events", r.Checked.Events)
	}
}

func TestWithoutJobs(t *testing.T) {
	t.Parallel()
	f := newFixture(t, testdb.SQLite(t), 1)
	f.open(8, line(inventory.PromoteOffer, inventory.Strict)).live(10)
	if _, err := f.raw.ExecContext(t.Context(), "delete from river_job"); err != nil {
		t.Fatal(err)
	}
	if r := run(t, f.store, verify.Options{}); r.Clean() {
		t.Error("without jobs, queued messages are not a fault")
	}
	if r := run(t, f.store, verify.Options{WithoutJobs: true}); !r.Clean() {
		t.Errorf("%+v", r.Violations)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t, testdb.SQLite(t), 1)
	f.open(8, line(inventory.PromoteOffer, inventory.Strict)).live(3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := verify.Run(ctx, f.store, verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run: %v", err)
	}
}

// BenchmarkRun verifies an event of 10,000 registrations and as many who wait.
func BenchmarkRun(b *testing.B) {
	const people = 20_000
	f := newFixture(b, testdb.SQLite(b), 1)
	crowd(f, people)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		run(b, f.store, verify.Options{})
	}
	b.ReportMetric(float64(people)*float64(b.N)/b.Elapsed().Seconds(), "registrations/s")
}

// crowd is an event with room for half of those who come.
func crowd(f *fixture, people int) *party {
	p := f.open(int64(people), line(inventory.PromoteOffer, inventory.BoundedSkip))
	for made := 0; made < people; {
		var cmds []inventory.Command
		for ; len(cmds) < 512 && made < people; made++ {
			cmds = append(cmds, p.register(1, 1, 0)) // the box holds half of the event
		}
		p.do(cmds...)
	}
	return p
}

// TestAuditKeys: a head holds when one of the installation's keys has signed it, also
// an older one; a head that another key has signed does not, and neither does any
// when the keys are not there.
func TestAuditKeys(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, url, 3)
		p := f.open(4, line(inventory.PromoteOffer, inventory.BoundedSkip))
		foreign := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
		foreignKey := foreign.Public().(ed25519.PublicKey)
		says := func(keys []ed25519.PublicKey, want ...string) {
			t.Helper()
			report := run(t, f.store, verify.Options{AuditKeys: keys})
			for i, v := range report.Violations {
				if len(report.Violations) != len(want) || v.Invariant != 13 || !strings.Contains(v.What, want[i]) {
					t.Errorf("want %q: %+v", want, report.Violations)
				}
			}
		}
		says([]ed25519.PublicKey{}, "master keys are not here")
		says([]ed25519.PublicKey{foreignKey}, "the head of the organization at row 2 is not signed", "is not signed by this installation's audit key")
		if report := run(t, f.store, verify.Options{AuditKeys: []ed25519.PublicKey{foreignKey, auditKeys[0]}}); !report.Clean() {
			t.Errorf("with an older key: %+v", report.Violations)
		}
		// Anyone who has the database rewrites the end of a history, hashes and all, and
		// signs it with a key that is theirs.
		var seq int64
		var head []byte
		if err := f.raw.QueryRowContext(t.Context(), "select seq, head_hash from events where id = $1", p.id).Scan(&seq, &head); err != nil {
			t.Fatal(err)
		}
		if _, err := f.raw.ExecContext(t.Context(), "update events set head_sig = $1 where id = $2", audit.SignHead(foreign, p.id, seq, audit.Hash(head)), p.id); err != nil {
			t.Fatal(err)
		}
		says(nil, "is not signed by this installation's audit key")
	})
}
