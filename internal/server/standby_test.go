package server

import (
	"context"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// TestLostStandby: a PostgreSQL whose synchronous standby is gone takes no COMMIT, and
// waits for ever. /readyz says so, changes are answered 503 meanwhile, and both recover
// with the standby; what was answered 503 is done once.
func TestLostStandby(t *testing.T) {
	if os.Getenv("HOLDFAST_TEST_ALL") == "" {
		t.Skip("HOLDFAST_TEST_ALL is not set: two clusters take a while")
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	cluster := func(s *pgserver.Server, err error) *pgserver.Server {
		t.Helper()
		pgserver.Require(t, err)
		t.Cleanup(func() {
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
		})
		return s
	}
	first := cluster(pgserver.Start(t.Context(), pgserver.Options{}))
	second := cluster(first.Standby(t.Context(), "second"))
	url, err := first.CreateDB(t.Context(), "tickets", "")
	must(err)
	admin, err := pgx.Connect(t.Context(), first.URL("postgres"))
	must(err)
	defer admin.Close(context.WithoutCancel(t.Context())) //nolint:errcheck // the cluster goes with it
	asks := func(query string) bool {
		var yes bool
		must(admin.QueryRow(t.Context(), query).Scan(&yes))
		return yes
	}

	n := startNode(t, url, 0)
	org := n.IDs.Top(id.Organization)
	must(n.Store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	n.key, err = identity.Issue(t.Context(), n.Store, n.IDs, org, "test", identity.Owner, time.Now(), time.Time{})
	must(err)
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	event := "/v1/events/" + n.call("POST", "/v1/events", map[string]any{
		"title": "Standby", "starts_at": in(720 * time.Hour), "ends_at": in(722 * time.Hour), "timezone": "UTC", "capacity": 1000, "publish": true,
	}).want(201).text("id")

	_, err = admin.Exec(t.Context(), "alter system set synchronous_standby_names = 'second'")
	must(err)
	asks("select pg_reload_conf()")
	poll.Until(t, "the standby to be synchronous", func() bool {
		return asks("select exists (select 1 from pg_stat_replication where application_name = 'second' and sync_state = 'sync')")
	})
	n.call("POST", event+"/registrations", guestNumber(0)).want(201)
	n.call("GET", "/readyz", nil).want(200)

	must(second.Kill())
	began := time.Now()
	a := n.keyed("while-it-is-gone", "POST", event+"/registrations", guestNumber(1)).want(503)
	t.Logf("answered after %s: %v", time.Since(began).Round(time.Second), a.body["code"])
	if a.header.Get("Retry-After") == "" && a.text("code") != "outcome_unknown" {
		t.Errorf("answered %v %v", a.header, a.body)
	}
	poll.Until(t, "/readyz to say that nothing is written", func() bool { return n.call("GET", "/readyz", nil).status == http.StatusServiceUnavailable })
	n.call("GET", event, nil).want(200) // reads go on

	must(second.Restart(t.Context()))
	poll.Until(t, "/readyz to recover", func() bool { return n.call("GET", "/readyz", nil).status == http.StatusOK })
	poll.Until(t, "the change to be done", func() bool {
		return n.keyed("while-it-is-gone", "POST", event+"/registrations", guestNumber(1)).status == http.StatusCreated
	})
	n.call("POST", event+"/registrations", guestNumber(2)).want(201)
}
