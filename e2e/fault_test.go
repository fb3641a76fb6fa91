package e2e

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// readyIn bounds a start after a crash: journals, locks and all.
const readyIn = 5 * time.Second

// recoverIn bounds the time from a database that answers again to a server
// that does.
const recoverIn = 10 * time.Second

// TestKill kills the server at random moments under load, as often as
// HOLDFAST_KILLS says on each engine, and looks for everything it acknowledged.
func TestKill(t *testing.T) {
	kills := count(t, "HOLDFAST_KILLS", 5)
	if testing.Short() {
		kills = 3
	}
	from := seed.Of(t)
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db)
		l := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: from})
		l.events(t, 3)
		stop := l.start(t)
		random := rand.New(rand.NewPCG(from, uint64(kills)))
		for n := range kills {
			// Some acknowledged changes, and then a moment that nobody chose.
			had := len(l.cfg.Acks.Acks())
			within(t, 30*time.Second, "more is acknowledged", func() bool { return len(l.cfg.Acks.Acks()) > had+20 })
			<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
			s.kill()
			if took := s.restart(); took > readyIn {
				t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
			}
		}
		onlyClean(t, stop())
		l.kept(t)
		s.stop()
		verified(t, db)
	})
}

// TestDatabaseKilled kills PostgreSQL under load, as often as
// HOLDFAST_RESTARTS says: the server stays up, asks clients to come back, and
// recovers by itself.
func TestDatabaseKilled(t *testing.T) {
	seed.InTurn(t, 1)
	restarts := count(t, "HOLDFAST_RESTARTS", 2)
	if testing.Short() {
		restarts = 2
	}
	cluster, err := pgserver.Start(t.Context(), pgserver.Options{Durable: true})
	pgserver.Require(t, err)
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	if _, err := cluster.CreateDB(t.Context(), "holdfast", ""); err != nil {
		t.Fatal(err)
	}
	db := cluster.TCPURL("holdfast")
	s := serve(t, db, "--log-level", "error")
	l := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)})
	l.events(t, 3)
	stop := l.start(t)
	for n := range restarts {
		had := len(l.cfg.Acks.Acks())
		within(t, 30*time.Second, "more is acknowledged", func() bool { return len(l.cfg.Acks.Acks()) > had+50 })
		if err := cluster.Kill(); err != nil {
			t.Fatal(err)
		}
		within(t, recoverIn, "the server says that it is not ready", func() bool {
			status, _ := s.get("/readyz")
			return status == 503
		})
		s.call("GET", "/v1/events/"+l.cfg.Events[0], nil).want(503)
		if err := cluster.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := s.ready(recoverIn); took > recoverIn {
			t.Errorf("restart %d: ready after %s, want at most %s", n+1, took, recoverIn)
		}
	}
	onlyClean(t, stop())
	l.kept(t)
	s.stop()
	verified(t, db)
}

// TestDrain stops a server under load by SIGTERM: it ends cleanly, and nothing
// that it answered is missing.
func TestDrain(t *testing.T) {
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db)
		l := s.load(hammer.Config{Scenario: hammer.Register, Capacity: 100, Connections: 64, Acks: hammer.NewAckLog(nil)})
		l.events(t, 1)
		stop := l.start(t)
		within(t, 30*time.Second, "500 are registered", func() bool { return len(l.cfg.Acks.Acks()) >= 500 })
		s.stop()
		verified(t, db)
		r := stop()
		onlyClean(t, r)
		s.restart()
		l.kept(t)
		s.stop()
		verified(t, db)
	})
}
