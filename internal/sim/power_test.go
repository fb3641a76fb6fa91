package sim

import (
	"crypto/sha256"
	"database/sql/driver"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/powercut"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestPowerLoss takes the power away in the middle of writes, syncs and checkpoints,
// again and again. What was acknowledged must be there, and every invariant must hold,
// whatever the disk made of the writes that were not synced.
func TestPowerLoss(t *testing.T) {
	r, cuts := powerLoss(t, seed.Of(t), seed.Count(t, "HOLDFAST_POWER_CUTS", 24), "")
	for _, v := range r.Violations {
		t.Error(v)
	}
	t.Logf("%d histories, %d answers (%d accepted): the power went %d times, %d of them in a checkpoint; of the sectors that were not synced %d were gone and %d there",
		r.Sequences, r.Commands, r.Accepted, cuts.Cuts, cuts.Checkpoint, cuts.Dropped, cuts.Kept)
	if cuts.Cuts == 0 || cuts.Checkpoint == 0 || cuts.Dropped == 0 || cuts.Kept == 0 || r.Accepted == 0 {
		t.Error("not everything was tried")
	}
}

// TestPowerLossIsSeen: with a database that does not sync what it commits, the same
// test must find that something is lost.
func TestPowerLossIsSeen(t *testing.T) {
	seed.InTurn(t, 3)
	for _, synchronous := range []string{"OFF", "NORMAL"} {
		t.Run(synchronous, func(t *testing.T) {
			r, cuts := powerLoss(t, 11, 40, synchronous)
			if len(r.Violations) == 0 {
				t.Fatalf("nobody noticed %d cuts, with %d sectors gone", cuts.Cuts, cuts.Dropped)
			}
			t.Log(r.Violations[0])
		})
	}
}

// powerLoss plays histories on a disk that loses its power, until something is wrong.
// synchronous is what the database is set to instead of its own setting.
func powerLoss(t *testing.T, seed uint64, sequences int, synchronous string) (*Report, powercut.Cuts) {
	t.Helper()
	if err := powercut.Register(); err != nil {
		t.Fatal(err)
	}
	p := &supply{t: t}
	s := &simulation{
		cfg:    Config{Seed: seed, Sequences: sequences, Commands: 60, Faults: -1, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)},
		report: &Report{Seed: seed}, trace: sha256.New(), now: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC),
		base: &onDisk{synchronous: synchronous}, power: p,
	}
	s.faults.decide(nil)
	began := time.Now()
	for n := range sequences {
		if time.Since(began) > within || !s.report.Clean() {
			break
		}
		if n%4 == 0 {
			if err := s.endDatabase(t.Context()); err != nil {
				s.report.violate(n, "%v", err)
				break
			}
			s.base.(*onDisk).checkpoint = []int{2, 10, 4000}[n/4%3]
			if err := s.freshDatabase(t.Context(), n/4); err != nil {
				t.Fatal(err)
			}
		}
		s.rand = rand.New(rand.NewPCG(seed, uint64(n)))
		if err := s.history(t.Context(), n); err != nil {
			s.report.violate(n, "%v", err) // a damaged database ends a history as well
			break
		}
		s.report.Sequences++
	}
	if s.report.Clean() {
		if err := s.endDatabase(t.Context()); err != nil {
			s.report.violate(sequences, "%v", err)
		}
	}
	_ = s.closeStore()
	p.end()
	return s.report, p.cuts
}

// onDisk is the driver of databases on a powercut.Disk.
type onDisk struct {
	sqlite.Driver
	checkpoint  int    // pages of the log, after which it is carried over
	synchronous string // empty: as the store sets it
}

func (d *onDisk) Open(name string) (driver.Conn, error) {
	set := func(pragma, from, to string) {
		name = strings.Replace(name, "_pragma="+pragma+"%28"+from+"%29", "_pragma="+pragma+"%28"+to+"%29", 1)
	}
	set("wal_autocheckpoint", "4000", fmt.Sprint(d.checkpoint))
	if d.synchronous != "" {
		set("synchronous", "FULL", d.synchronous)
		set("synchronous", "NORMAL", d.synchronous)
	}
	return d.Driver.Open(name + "&vfs=" + powercut.VFS)
}

// supply is the power of a simulation.
type supply struct {
	t    *testing.T
	disk *powercut.Disk
	cuts powercut.Cuts // of the disks before
}

func (s *supply) open(path string) (err error) {
	s.end()
	s.disk, err = powercut.Open(path)
	return err
}

// end takes the disk out.
func (s *supply) end() {
	if s.disk == nil {
		return
	}
	c := s.disk.Cuts()
	s.cuts.Cuts += c.Cuts
	s.cuts.Checkpoint += c.Checkpoint
	s.cuts.Dropped += c.Dropped
	s.cuts.Kept += c.Kept
	s.disk.Close()
	s.disk = nil
}

func (s *supply) plan(r *rand.Rand) {
	if r.IntN(4) == 0 {
		s.disk.CutAfter(r.IntN(80), r.IntN(2) == 0)
	}
}

func (s *supply) down() bool { return s.disk.Down() }

func (s *supply) restore(r *rand.Rand) error { return s.disk.Restore(r) }
