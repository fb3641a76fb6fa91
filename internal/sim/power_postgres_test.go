//go:build linux

package sim

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/powercut"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// TestPowerLossPostgres is TestPowerLoss with a PostgreSQL of its own, whose files are
// set back to what it had synced.
func TestPowerLossPostgres(t *testing.T) {
	t.Parallel()
	r, cuts := postgresPowerLoss(t, seed.Of(t), seed.Count(t, "HOLDFAST_POSTGRES_CUTS", 2), nil)
	for _, v := range r.Violations {
		t.Error(v)
	}
	t.Logf("%d histories, %d answers (%d accepted): the power went %d times, %d of them with tables that were written and not synced; of the blocks that were not synced %d were gone and %d there",
		r.Sequences, r.Commands, r.Accepted, cuts.Cuts, cuts.Checkpoint, cuts.Dropped, cuts.Kept)
	// Of few blocks all may happen to be there; of those of ten cuts some are gone.
	if cuts.Cuts == 0 || r.Accepted == 0 || cuts.Cuts >= 10 && cuts.Dropped == 0 {
		t.Error("not everything was tried")
	}
}

// TestPowerLossPostgresIsSeen: a cluster that does not wait for its disk must lose
// something, and be seen to.
func TestPowerLossPostgresIsSeen(t *testing.T) {
	seed.InTurn(t, 1)
	t.Parallel()
	for name, settings := range map[string]map[string]string{
		"fsync off":              {"fsync": "off"},
		"synchronous_commit off": {"synchronous_commit": "off", "wal_writer_delay": "10s"},
	} {
		t.Run(name, func(t *testing.T) {
			r, cuts := postgresPowerLoss(t, 5, 10, settings)
			if len(r.Violations) == 0 {
				t.Fatalf("nobody noticed %d cuts, with %d blocks gone", cuts.Cuts, cuts.Dropped)
			}
			t.Log(r.Violations[0])
		})
	}
}

// postgresPowerLoss plays histories until the power has gone so many times, or
// something is wrong.
func postgresPowerLoss(t *testing.T, seed uint64, cuts int, settings map[string]string) (*Report, powercut.Cuts) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts a cluster")
	}
	c := newCluster(t, settings)
	s := &simulation{
		cfg: Config{Seed: seed, Sequences: 1, Commands: 60, Faults: -1, Log: slog.New(slog.DiscardHandler)}, url: c.url, power: c,
		report: &Report{Seed: seed}, trace: sha256.New(), now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC), histories: map[string]int{},
	}
	s.ids = &id.Maker{Now: s.clock, Rand: rand.New(rand.NewPCG(seed, 1<<32)).Uint64}
	s.faults.decide(nil)
	if err := s.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.closeStore() }()
	if err := s.settle(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for n := 0; c.disk.Cuts().Cuts < cuts && time.Since(began) < within && s.report.Clean(); n++ {
		s.rand = rand.New(rand.NewPCG(seed, uint64(n)))
		if err := s.history(t.Context(), n); err != nil {
			s.report.violate(n, "%v", err) // a damaged cluster ends a history as well
		}
		s.report.Sequences++
	}
	for _, w := range s.workloads {
		if !s.report.Clean() {
			break
		}
		if err := w.kept(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.report.Clean() {
		if err := s.venue.end(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.report.Clean() {
		if _, err := s.verify(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s.report, c.disk.Cuts()
}

// cluster is the power of a simulation on PostgreSQL.
type cluster struct {
	t      *testing.T
	server *pgserver.Server
	disk   *powercut.Cluster
	url    string
	cut    chan error // of the cut that is under way; nil: there is none
	dark   bool
}

// newCluster starts a cluster with a migrated database, all of which is on its disk.
func newCluster(t *testing.T, settings map[string]string) *cluster {
	t.Helper()
	dir, err := os.MkdirTemp("", "hfcut")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL's user goes through it
		t.Fatal(err)
	}
	o := pgserver.Options{Dir: filepath.Join(dir, "c"), Initdb: []string{"--wal-segsize=1"}} // which is copied with each commit
	if err := os.Mkdir(o.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	making, err := pgserver.Start(t.Context(), o)
	pgserver.Require(t, err)
	_, err = making.CreateDB(t.Context(), "power", "")
	if err == nil {
		err = migrated(t.Context(), making.URL("power"))
	}
	if err := errors.Join(err, making.Stop()); err != nil {
		t.Fatal(err)
	}
	c := &cluster{t: t}
	c.disk, err = powercut.OpenCluster(filepath.Join(o.Dir, "data"), "../powercut/testdata/synced.c", dir)
	if errors.Is(err, powercut.ErrNoCompiler) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Durable, o.Settings, o.Wrap = true, map[string]string{"max_wal_size": "8MB", "min_wal_size": "4MB", "checkpoint_completion_target": "0"}, c.disk.Wrap()
	for name, value := range settings {
		o.Settings[name] = value
	}
	c.server, err = pgserver.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.server.Kill() })
	c.url = c.server.URL("power")
	return c
}

func migrated(ctx context.Context, url string) error {
	s, err := store.Open(ctx, database.Config{URL: url})
	if err != nil {
		return err
	}
	return errors.Join(s.Migrate(ctx), s.Close())
}

func (*cluster) open(string) error { return nil }

// plan lets the power go in some milliseconds: perhaps while a checkpoint is on.
func (c *cluster) plan(r *rand.Rand) {
	if r.IntN(6) > 0 {
		return
	}
	after, checkpoint := time.Duration(r.IntN(30_000))*time.Microsecond, r.IntN(2) == 0
	c.cut = make(chan error, 1)
	go func() {
		if checkpoint {
			if conn, err := pgx.Connect(context.Background(), c.url); err == nil {
				go func() {
					_, _ = conn.Exec(context.Background(), "checkpoint") // which ends with the server
					_ = conn.Close(context.Background())
				}()
			}
		}
		<-time.After(after)
		c.cut <- c.server.Kill()
	}()
}

// down waits for the cut that is under way.
func (c *cluster) down() bool {
	if c.cut != nil {
		if err := <-c.cut; err != nil {
			c.t.Error(err)
		}
		c.cut, c.dark = nil, true
	}
	return c.dark
}

func (c *cluster) restore(r *rand.Rand) error {
	if err := c.disk.Restore(r); err != nil {
		return err
	}
	c.dark = false
	return c.server.Restart(context.Background())
}
