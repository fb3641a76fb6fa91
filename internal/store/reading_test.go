package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// TestReadReplica reads from a standby what may be read there, and never what is older than
// the moment of asking: what was just written is there, or the primary is read. A standby
// whose replay is paused, which is away, or which was promoted is not used.
func TestReadReplica(t *testing.T) {
	t.Parallel()
	first, err := pgserver.Start(t.Context(), pgserver.Options{})
	pgserver.Require(t, err)
	stop := func(s *pgserver.Server) {
		t.Cleanup(func() {
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	stop(first)
	url, err := first.CreateDB(t.Context(), "holdfast", "")
	must(err)
	second, err := first.Standby(t.Context(), "second")
	must(err)
	stop(second)
	s, err := store.Open(t.Context(), database.Config{URL: url, Read: second.URL("holdfast"), ReadLag: time.Second})
	must(err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	must(s.Migrate(t.Context()))

	made := 0
	// written makes an organization and reads it where it would be read now.
	written := func() (from *store.Store) {
		t.Helper()
		made++
		id := fmt.Sprint("org_", made)
		must(s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: id, Name: id, CreatedAt: 1}))
		from = s.Reading(t.Context(), store.ReadExport)
		if o, err := from.Organizations.OrganizationNamed(t.Context(), id); err != nil || o.Name != id {
			t.Errorf("what was just written is not read: %+v, %v", o, err)
		}
		return from
	}
	up := func(want bool, what string) {
		t.Helper()
		deadline := time.Now().Add(30 * time.Second)
		for {
			f, ok := s.ReadReplica()
			if ok && f.Up == want {
				t.Logf("%s: up %v, %s behind, %v", what, f.Up, f.Lag.Round(time.Millisecond), f.Why)
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %+v", what, f)
			}
			<-time.After(20 * time.Millisecond)
		}
	}
	up(true, "at first")
	elsewhere := 0
	begun := time.Now()
	for range 50 {
		if written() != s {
			elsewhere++
		}
	}
	t.Logf("50 writes, each read again at once, took %s; %d were read from the replica", time.Since(begun).Round(time.Millisecond), elsewhere)
	if elsewhere < 40 {
		t.Errorf("%d of 50 were read from the replica", elsewhere)
	}
	if s.Reading(t.Context(), "anything else") != s {
		t.Error("what is not in the table is read from the replica")
	}

	ask := func(at *pgserver.Server, query string) {
		t.Helper()
		_, err := at.Ask(t.Context(), "postgres", query)
		must(err)
	}
	ask(second, "select coalesce(pg_wal_replay_pause()::text, '')")
	if written() != s {
		t.Error("a replica is read that does not go on")
	}
	up(false, "paused")
	begun = time.Now()
	if written() != s {
		t.Error("a replica is read that is too far behind")
	}
	if took := time.Since(begun); took > time.Second {
		t.Errorf("whoever reads waited %s for a replica that is known to be behind", took)
	}
	ask(second, "select coalesce(pg_wal_replay_resume()::text, '')")
	up(true, "resumed")

	must(second.Kill())
	if written() != s {
		t.Error("a replica is read that is away")
	}
	up(false, "away")
	must(second.Restart(t.Context()))
	up(true, "back")
	if written() == s {
		t.Error("the replica is not read when it is back")
	}

	// One that was promoted has a history of its own, and goes on by itself.
	must(second.Promote(t.Context()))
	up(false, "promoted")
	if written() != s {
		t.Error("a server is read that was promoted")
	}
}

// TestNoReadReplica: what cannot be one is refused at the start.
func TestNoReadReplica(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]database.Config{
		"of SQLite":       {URL: "sqlite:" + t.TempDir() + "/a.db", Read: "postgres://a/b"},
		"no URL":          {URL: pgserver.ForTest(t), Read: "postgres://a:b:c/%"},
		"several servers": {URL: pgserver.ForTest(t), Read: "postgres://a,b/c"},
	} {
		if s, err := store.Open(t.Context(), c); err == nil {
			t.Errorf("%s: opened %v", name, s.Close())
		}
	}
}
