package e2e

import (
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// bucket is an object store that can be away.
type bucket struct {
	address string
	away    atomic.Bool
	delay   time.Duration // of each answer
}

func newBucket(t *testing.T) *bucket {
	t.Helper()
	b := &bucket{}
	b.address = s3test.New(t, func(w http.ResponseWriter, _ *http.Request) bool {
		if b.away.Load() {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return true
		}
		if b.delay > 0 {
			<-time.After(b.delay)
		}
		return false
	}).At("replica")
	return b
}

// flags are those of a server that replicates to it.
func (b *bucket) flags(more ...string) []string {
	return append([]string{"--replicate", b.address, "--replicate-access-key", s3test.Keys.AccessKey, "--replicate-secret-key", s3test.Keys.SecretKey}, more...)
}

// loseDisk deletes the files of a database.
func loseDisk(t *testing.T, db string) {
	t.Helper()
	path := strings.TrimPrefix(db, "sqlite:")
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
}

// replicas runs a test with a bucket and with a folder.
func replicas(t *testing.T, test func(t *testing.T, flags func(more ...string) []string)) {
	t.Run("bucket", func(t *testing.T) { test(t, newBucket(t).flags) })
	t.Run("folder", func(t *testing.T) {
		folder := "file://" + filepath.Join(t.TempDir(), "replica")
		test(t, func(more ...string) []string { return append([]string{"--replicate", folder}, more...) })
	})
}

// TestReplicaSurvivesTheMachine kills the server at random moments under load, throws its disk
// away, and starts it on an empty one: with --replicate-sync nothing is lost that was
// acknowledged.
func TestReplicaSurvivesTheMachine(t *testing.T) {
	seed.InTurn(t, 0)
	kills := count(t, "HOLDFAST_KILLS", 5)
	from := seed.Of(t)
	replicas(t, func(t *testing.T, flags func(more ...string) []string) {
		db := sqlite(t)
		s := serve(t, db, flags("--replicate-sync")...)
		l := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: from})
		l.events(t, 3)
		stop := l.start(t)
		random := rand.New(rand.NewPCG(from, uint64(kills)))
		for n := range kills {
			had := len(l.cfg.Acks.Acks())
			within(t, 30*time.Second, "more is acknowledged", func() bool { return len(l.cfg.Acks.Acks()) > had+20 })
			<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
			s.kill()
			if n%4 != 3 { // sometimes only the process is lost
				loseDisk(t, db)
			}
			if took := s.restart(); took > readyIn {
				t.Errorf("kill %d: ready after %s, want at most %s", n+1, took, readyIn)
			}
		}
		onlyClean(t, stop())
		l.kept(t)
		s.stop()
		verified(t, db)
		loseDisk(t, db)
		must(t, append([]string{"restore", "--db", db}, flags()...)...)
		verified(t, db)
		s.restart()
		l.kept(t)
		s.stop()
	})
}

// TestReplicaFiles loses the disk with the database and the files: what was answered is there
// again, what was deleted is not, and who was erased stays so.
func TestReplicaFiles(t *testing.T) {
	t.Parallel()
	b, db, files := newBucket(t), sqlite(t), filepath.Join(t.TempDir(), "files")
	key := strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
	s := serveAs(t, db, key, b.flags("--replicate-sync", "--files", files)...)
	event := s.newEvent(10, nil)
	for _, name := range []string{"Ada", "Bert"} {
		s.call("POST", "/v1/events/"+event+"/registrations", person(name)).want(201)
	}
	s.call("DELETE", "/v1/events/"+event+"/people/bert", nil).want(200)
	address := s.exportGuests(t, s.newEvent(10, nil)) // of another event: an erasure deletes those of its own
	s.kill()
	before, err := filepath.Glob(files + "/*/*")
	if err != nil || len(before) != 2 {
		t.Fatalf("%q %v", before, err)
	}
	loseDisk(t, db)
	if err := os.RemoveAll(files); err != nil {
		t.Fatal(err)
	}
	s.restart()
	if after, err := filepath.Glob(files + "/*/*"); err != nil || strings.Join(after, " ") != strings.Join(before, " ") {
		t.Errorf("%q %v, want %q", after, err, before)
	}
	// What a job has noted is sent when it is sent: if that it had made the file was lost, it makes it again.
	within(t, time.Minute, "the file that was made", func() bool {
		status, _ := s.get(strings.TrimPrefix(address, s.base))
		return status == http.StatusOK
	})
	s.call("GET", "/v1/events/"+event+"/registrations/bert", nil).want(404)
	s.stop()
	must(t, "verify", "--db", db, "--files", files)
	loseDisk(t, db)
	if err := os.RemoveAll(files); err != nil {
		t.Fatal(err)
	}
	must(t, append([]string{"restore", "--db", db, "--files", files}, b.flags()...)...)
	must(t, "verify", "--db", db, "--files", files)
	if after, err := filepath.Glob(files + "/*/*"); err != nil || strings.Join(after, " ") != strings.Join(before, " ") {
		t.Errorf("%q %v, want %q", after, err, before)
	}
}

// TestReplicaAway: while the object store is away a server with --replicate-sync answers changes
// 503 with Retry-After and says that it is not ready, and what it answered so is done once when
// it is asked again. Without --replicate-sync the lag grows, and is made good.
func TestReplicaAway(t *testing.T) {
	seed.InTurn(t, 3)
	t.Run("sync", func(t *testing.T) {
		b, db := newBucket(t), sqlite(t)
		s := serve(t, db, b.flags("--replicate-sync")...)
		event := "/v1/events/" + s.newEvent(100, nil)
		s.call("POST", event+"/registrations", person("Ada")).want(201)
		b.away.Store(true)
		// The first may have been written, and is not acknowledged.
		first := s.call("POST", event+"/registrations", person("Grace"), "Idempotency-Key: grace").want(503)
		if first.header.Get("Retry-After") == "" {
			t.Errorf("the first: %v %s", first.header, first.body)
		}
		within(t, 10*time.Second, "the server says that it is not ready", func() bool {
			status, _ := s.get("/readyz")
			return status == 503
		})
		began := time.Now()
		again := s.call("POST", event+"/registrations", person("Grace"), "Idempotency-Key: grace").want(503)
		if again.header.Get("Retry-After") == "" || time.Since(began) > 2*time.Second {
			t.Errorf("after %s: %v %v", time.Since(began), again.header, again.body)
		}
		s.call("GET", event, nil).want(200) // what is there can be read
		b.away.Store(false)
		within(t, 15*time.Second, "the server is ready again", func() bool {
			status, _ := s.get("/readyz")
			return status == 200
		})
		s.call("POST", event+"/registrations", person("Grace"), "Idempotency-Key: grace").want(201)
		s.call("GET", event, nil).is("availability.confirmed", "2")
		s.kill()
		loseDisk(t, db)
		s.restart()
		s.call("GET", event, nil).is("availability.confirmed", "2")
		s.stop()
		verified(t, db)
	})
	t.Run("lag", func(t *testing.T) {
		b, db := newBucket(t), sqlite(t)
		s := serve(t, db, b.flags()...)
		event := "/v1/events/" + s.newEvent(100, nil)
		within(t, 30*time.Second, "the database is copied", func() bool {
			_, figures := s.get("/metrics")
			return strings.Contains(figures, "\nholdfast_replica_snapshot_time_seconds 1.")
		})
		b.away.Store(true)
		s.call("POST", event+"/registrations", person("Ada")).want(201)
		within(t, 60*time.Second, "the lag is told", func() bool {
			_, figures := s.get("/metrics")
			return strings.Contains(figures, "\nholdfast_replica_up 0\n") && !strings.Contains(figures, "\nholdfast_replica_lag_bytes 0\n") && !strings.Contains(figures, "\nholdfast_replica_lag_seconds 0\n")
		})
		b.away.Store(false)
		within(t, 30*time.Second, "it is made good", func() bool {
			_, figures := s.get("/metrics")
			return strings.Contains(figures, "\nholdfast_replica_up 1\n") && strings.Contains(figures, "\nholdfast_replica_lag_seconds 0\n")
		})
		s.kill()
		loseDisk(t, db)
		s.restart()
		s.call("GET", event, nil).is("availability.confirmed", "1")
		s.stop()
		verified(t, db)
	})
}

// TestReplicaTakenOver: of two servers with one replica the older one stops, whether anybody
// changes anything or not, and does not start again.
func TestReplicaTakenOver(t *testing.T) {
	b, db := newBucket(t), sqlite(t)
	old := serve(t, db, b.flags("--replicate-sync")...)
	event := "/v1/events/" + old.newEvent(100, nil)
	old.call("POST", event+"/registrations", person("Ada")).want(201)
	next := serveAs(t, sqlite(t), old.key, b.flags("--replicate-sync")...)
	next.call("GET", event, nil).is("availability.confirmed", "1")
	within(t, 20*time.Second, "the older server stops", func() bool {
		select {
		case <-old.exited:
			return true
		default:
			return false
		}
	})
	if old.err == nil || !strings.Contains(old.log.String(), "another server") {
		t.Errorf("%v\n%s", old.err, old.log)
	}
	next.call("POST", event+"/registrations", person("Grace")).want(201)
	old.start("")
	<-old.exited
	if old.err == nil || !strings.Contains(old.log.String(), "the database is not the one that is replicated there") && !strings.Contains(old.log.String(), "the database is older than the replica") {
		t.Errorf("%v\n%s", old.err, old.log)
	}
	next.call("GET", event, nil).is("availability.confirmed", "2")
	next.stop()
	verified(t, strings.TrimSpace(next.args[2]))
}
