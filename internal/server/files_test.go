package server

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// startOn starts a server on an SQLite database whose COMMITs fail for want of room
// while full is set, and makes an event on it.
func startOn(t *testing.T, db string, full *atomic.Bool, log slog.Handler) (n *node, event string) {
	t.Helper()
	driver := faultsql.RegisterCode(&sqlite.Driver{}, lib.SQLITE_FULL, func(op faultsql.Op, when faultsql.When) bool {
		return full.Load() && op == faultsql.OpCommit && when == faultsql.Before
	})
	st, err := store.Open(t.Context(), database.Config{URL: db, SQLiteDriver: driver})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{DB: db, Files: t.TempDir(), Listen: "127.0.0.1:0", LocalMailbox: true, Log: slog.New(log)}
	if err := cfg.check(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan *Server, 1), make(chan error, 1)
	go func() {
		ended <- run(ctx, &cfg, st, nil, func(_ context.Context, s *Server) error { ready <- s; return nil })
	}()
	n = &node{t: t}
	select {
	case n.Server = <-ready:
	case err := <-ended:
		t.Fatalf("the server did not start: %v", err)
	}
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Log("the server ended:", err) // a database may not be closed well without its files
		}
	})
	n.base = "http://" + n.Addr.String()
	org := n.IDs.Top(id.Organization)
	if err := n.Store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	if n.key, err = identity.Issue(t.Context(), n.Store, n.IDs, org, "test", identity.Owner, time.Now(), time.Time{}); err != nil {
		t.Fatal(err)
	}
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	return n, "/v1/events/" + n.call("POST", "/v1/events", map[string]any{
		"title": "Files", "starts_at": in(720 * time.Hour), "ends_at": in(722 * time.Hour), "timezone": "UTC", "capacity": 1000, "publish": true,
	}).want(201).text("id")
}

// lockedText is what is written to it, also by goroutines that nobody waits for.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder // guarded by mu
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func guestNumber(i int) map[string]any {
	return map[string]any{"user_id": fmt.Sprint("u", i), "email": fmt.Sprintf("u%d@example.org", i), "name": "U"}
}

// TestFullDiskIsUnavailable: a full disk is 503 with Retry-After, for changes and for
// /readyz, until there is room again.
func TestFullDiskIsUnavailable(t *testing.T) {
	var full atomic.Bool
	n, event := startOn(t, testdb.SQLite(t), &full, slog.DiscardHandler)
	n.call("GET", "/readyz", nil).want(200)
	full.Store(true)
	for i := range 3 {
		a := n.call("POST", event+"/registrations", guestNumber(i)).want(503)
		if a.text("code") != "unavailable" || a.header.Get("Retry-After") == "" {
			t.Errorf("answered %v %v", a.header, a.body)
		}
	}
	a := n.call("GET", "/readyz", nil).want(503)
	if !strings.Contains(a.text("detail"), "full") || a.header.Get("Retry-After") == "" {
		t.Errorf("not ready: %v %v", a.header, a.body)
	}
	full.Store(false)
	n.call("POST", event+"/registrations", guestNumber(0)).want(201)
}

// TestDeletedLogIsNoticed: an idle server notices that the log of its database was
// deleted, stops taking writes, and what it acknowledged is in the database file. When it
// stops, it does not wait for results of jobs that nothing stores any more.
func TestDeletedLogIsNoticed(t *testing.T) {
	db := testdb.SQLite(t)
	path := strings.TrimPrefix(db, "sqlite:")
	var log lockedText
	t.Cleanup(func() { // after the server has ended
		if text := log.String(); strings.Contains(text, "waited=") && !strings.Contains(text, "waited=0s") {
			t.Errorf("the stop waited for jobs:\n%s", text)
		}
	})
	n, event := startOn(t, db, &atomic.Bool{}, slog.NewTextHandler(&log, nil))
	const guests = 30
	for i := range guests {
		n.call("POST", event+"/registrations", guestNumber(i)).want(201)
	}
	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	// A statement that was under way may be the first to fail, and says less.
	a := n.call("GET", "/readyz", nil)
	for until := time.Now().Add(time.Minute); a.status == 200 || !strings.Contains(a.text("detail"), "deleted"); a = n.call("GET", "/readyz", nil) {
		if time.Now().After(until) {
			t.Fatalf("not ready: %v", a.body)
		}
		<-look.C
	}
	if a := n.call("POST", event+"/registrations", guestNumber(guests)).want(503); a.header.Get("Retry-After") == "" {
		t.Errorf("refused with %v", a.body)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".left", text, 0o600); err != nil {
		t.Fatal(err)
	}
	left, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path + ".left"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = left.Close() })
	for i := range guests {
		if v, err := left.Registrations.Registration(t.Context(), strings.TrimPrefix(event, "/v1/events/"), fmt.Sprint("u", i)); err != nil || v.Hold == nil {
			t.Fatalf("registration %d was acknowledged and is lost: %v", i, err)
		}
	}
}
