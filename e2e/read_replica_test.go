package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestReadReplica makes exports with a standby to read from (--db-read): each has who has just
// registered, whether the standby keeps up, does not go on, or is gone.
func TestReadReplica(t *testing.T) {
	seed.InTurn(t, 2)
	p := newPair(t)
	db, standby := p.url(), p.both[p.standby()]
	s := serve(t, db, "--db-read", standby.URL("holdfast"), "--db-read-lag", "1s")
	tells := func(line string) bool {
		_, figures := s.get("/metrics")
		return strings.Contains(figures, "\n"+line+"\n")
	}
	event := s.newEvent(100, nil)
	exported := func(name string) {
		t.Helper()
		s.call("POST", "/v1/events/"+event+"/registrations", person(name)).want(201)
		address := s.exportGuests(t, event)
		res, err := http.Get(address) //nolint:gosec // the server of this test
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close() //nolint:errcheck // only read
		if body, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(body), strings.ToLower(name)+"@example.org") {
			t.Errorf("%s is not in the export: %s %v", name, body, err)
		}
	}
	within(t, 30*time.Second, "the replica is used", func() bool { return tells("holdfast_database_read_replica_up 1") })
	exported("Ada")
	if tells(`holdfast_database_reads_total{from="replica"} 0`) {
		t.Error("nothing was read from the replica")
	}
	doctor, _ := holdfast(t, "doctor", "--db", db, "--db-read", standby.URL("holdfast")) // there is no address, no mail, and so on
	if !strings.Contains(doctor, "the read replica is used") {
		t.Errorf("doctor:\n%s", doctor)
	}

	_, err := standby.Ask(t.Context(), "postgres", "select coalesce(pg_wal_replay_pause()::text, '')")
	p.do(err)
	exported("Grace")
	within(t, 30*time.Second, "the replica is not used", func() bool { return tells("holdfast_database_read_replica_up 0") })
	exported("Joan")
	if tells(`holdfast_database_reads_total{from="primary"} 0`) {
		t.Error("nothing was read from the primary")
	}
	_, err = standby.Ask(t.Context(), "postgres", "select coalesce(pg_wal_replay_resume()::text, '')")
	p.do(err)
	within(t, 30*time.Second, "the replica is used again", func() bool { return tells("holdfast_database_read_replica_up 1") })

	// The standby becomes the primary: then nothing is left to read from, and all goes on.
	p.failOver(func() {})
	s.ready(3 * recoverIn)
	within(t, 30*time.Second, "the replica is not used", func() bool { return tells("holdfast_database_read_replica_up 0") })
	exported("Mary")
	s.stop()
	verified(t, db)
}
