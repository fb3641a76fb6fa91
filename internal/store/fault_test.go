package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// commitLoss is a way to lose a COMMIT: before it reached the database, or its
// answer after it was done.
type commitLoss struct {
	name    string
	written bool
}

var losses = []commitLoss{{"before it was done", false}, {"after it was done", true}}

// way is how a COMMIT is sent: alone, behind what the next batch needs, or behind
// all that the batch writes.
type way string

const (
	alone  way = "alone"
	ahead  way = "ahead"
	atOnce way = "at once"
)

// eachLoss loses a COMMIT that is sent in each way.
func eachLoss(t *testing.T, test func(t *testing.T, loss commitLoss, way way)) {
	for _, loss := range losses {
		for _, way := range []way{alone, ahead, atOnce} {
			t.Run(loss.name+"/"+string(way), func(t *testing.T) { test(t, loss, way) })
		}
	}
}

// lostCommit commits a registration while set makes the COMMIT fail, and checks
// that the store says so and finds out what became of it.
func lostCommit(t *testing.T, h *storetest.Fixture, loss commitLoss, way way, set func(armed bool)) {
	t.Helper()
	want := int64(1)
	switch way {
	case alone: // what is not known has to be read
		h.Cached = nil
	case ahead: // so that all statements are prepared
		h.Must(h.Register("cyd", 1))
		same := inventory.SetCapacity{Who: inventory.Who{Actor: "key", Staff: true}, Pool: h.Pool, Capacity: 10}
		if err := h.DoBefore([]inventory.Command{h.Register("cyd", 1)}, same); err != nil {
			t.Fatal(err)
		}
		h.Cached = nil
		want++
	case atOnce: // as above
		h.Must(h.Register("cyd", 1))
		want++
	}
	command := h.Register("ann", 1)
	b := h.Begin(command)
	result := inventory.Decide(b.Cached.State, b.Work, inventory.Batch{Now: h.Now, Commands: []inventory.Command{command}})
	hashes := audit.Chain(b.Cached.Head, h.Event, result.Changes.Audit)
	write := ledger.Write{Changes: &result.Changes, Hashes: hashes, HeadSig: []byte{}, Now: h.Now}
	if way == ahead {
		// Everything is written by then: what is sent next is the COMMIT, behind
		// what the next batch needs.
		write.Next = func() ([]inventory.Command, []database.Key) {
			set(true)
			return []inventory.Command{h.Register("cyd", 1)}, nil
		}
	} else {
		set(true)
	}
	err := b.Commit(t.Context(), write)
	set(false)
	if !errors.Is(err, database.ErrCommitUnknown) {
		t.Fatalf("a lost COMMIT: %v, want ErrCommitUnknown", err)
	}
	last := len(hashes) - 1
	written, err := ledger.Committed(t.Context(), h.S, h.Event, result.Changes.Audit[last].Seq, hashes[last])
	if err != nil || written != loss.written {
		t.Fatalf("Committed: %t, %v, want %t", written, err, loss.written)
	}
	if written {
		h.Cached = b.Cached
	} else {
		h.Cached = nil
	}
	h.Must(h.Register("bob", 1)) // the store goes on
	h.CheckReload()
	if written {
		want++
	}
	if n := h.Count("select count(*) from holds where event_id = $1", h.Event); n != want {
		t.Errorf("%d holds, want %d", n, want)
	}
}

func TestLostCommitOnSQLite(t *testing.T) {
	t.Parallel()
	eachLoss(t, func(t *testing.T, loss commitLoss, way way) {
		var armed atomic.Bool
		when := faultsql.Before
		if loss.written {
			when = faultsql.After
		}
		driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, w faultsql.When) bool {
			return armed.Load() && op == faultsql.OpCommit && w == when
		})
		s, err := store.Open(t.Context(), database.Config{URL: testdb.SQLite(t), SQLiteDriver: driver})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close() //nolint:errcheck // the test is over
		lostCommit(t, storetest.OpenEvent(t, s, 10, nil), loss, way, armed.Store)
	})
}

// TestFailureOfAnyCall fails each database call of a batch in turn, before and
// after it is done: none but the COMMIT may leave anything behind.
func TestFailureOfAnyCall(t *testing.T) {
	t.Parallel()
	var calls, failAt atomic.Int64
	var after atomic.Bool
	driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, w faultsql.When) bool {
		if op == faultsql.OpCommit || op == faultsql.OpRollback || (w == faultsql.After) != after.Load() {
			return false
		}
		return calls.Add(1) == failAt.Load()
	})
	s, err := store.Open(t.Context(), database.Config{URL: testdb.SQLite(t), SQLiteDriver: driver})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test is over
	h := storetest.OpenEvent(t, s, 1, nil)
	h.Must(h.Register("first", 1))
	for _, side := range []bool{false, true} {
		after.Store(side)
		failed := 0
		for n := int64(1); ; n++ {
			before := h.Count("select count(*) from audit where event_id = $1", h.Event)
			calls.Store(0)
			failAt.Store(n)
			_, err := h.Do(t.Context(), h.Register(fmt.Sprintf("user-%t-%d", side, n), 1))
			failAt.Store(0)
			if err == nil {
				break // there were fewer calls than n
			}
			failed++
			if !errors.Is(err, database.ErrUnavailable) || errors.Is(err, database.ErrCommitUnknown) {
				t.Errorf("call %d (after %t): %v, want ErrUnavailable", n, side, err)
			}
			if now := h.Count("select count(*) from audit where event_id = $1", h.Event); now != before {
				t.Errorf("call %d (after %t): %d audit rows were written", n, side, now-before)
			}
		}
		if failed < 5 {
			t.Errorf("only %d calls could fail", failed)
		}
	}
	h.CheckReload()
	h.CheckCounts()
}

// proxy passes bytes between a store and PostgreSQL, and loses a COMMIT.
type proxy struct {
	listener net.Listener
	server   string
	armed    atomic.Bool
	forward  bool // the COMMIT itself; its answer never
	ahead    bool // it is armed right before the COMMIT, which is a prepared statement then
	wg       sync.WaitGroup
}

func newProxy(t *testing.T, server string, forward, ahead bool) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, server: server, forward: forward, ahead: ahead}
	p.wg.Go(p.serve)
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		p.wg.Wait()
	})
	return p
}

func (p *proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed by the test's end
		}
		p.wg.Go(func() { p.pass(client) })
	}
}

func (p *proxy) pass(client net.Conn) {
	defer client.Close() //nolint:errcheck // to be closed is all that is wanted of it
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return // the client sees its connection end
	}
	defer server.Close() //nolint:errcheck // as above
	var lost atomic.Bool
	answers := make(chan struct{})
	p.wg.Go(func() {
		defer close(answers)
		defer client.Close() //nolint:errcheck // as above
		buf := make([]byte, 64<<10)
		for {
			n, err := server.Read(buf)
			if err != nil || lost.Load() {
				return
			}
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
	})
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		if p.armed.Load() && (p.ahead || bytes.Contains(buf[:n], []byte("commit\x00"))) {
			lost.Store(true)
			if p.forward {
				if _, err := io.Copy(server, bytes.NewReader(buf[:n])); err == nil {
					<-answers // the COMMIT is done; nobody will hear of it
				}
			}
			return
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
	}
}

func TestLostCommitOnPostgres(t *testing.T) {
	t.Parallel()
	eachLoss(t, func(t *testing.T, loss commitLoss, way way) {
		direct, err := pgx.ParseConfig(testdb.Postgres(t))
		if err != nil {
			t.Fatal(err)
		}
		target, err := url.Parse(pgserver.RequireShared(t).TCPURL(direct.Database))
		if err != nil {
			t.Fatal(err)
		}
		p := newProxy(t, target.Host, loss.written, way != alone)
		target.Host = p.listener.Addr().String()
		s := testdb.Open(t, target.String())
		lostCommit(t, storetest.OpenEvent(t, s, 10, nil), loss, way, p.armed.Store)
	})
}

func TestConnectionLostBeforeCommit(t *testing.T) {
	t.Parallel()
	h := storetest.OpenEvent(t, onPostgres(t), 10, nil)
	h.Cached = nil // so that it is read, and a connection taken
	b := h.Begin(h.Register("ann", 1))
	pid, err := textsIn(t.Context(), b, "select cast(pg_backend_pid() as text)")
	if err != nil {
		t.Fatal(err)
	}
	h.Count("select count(*) from pg_terminate_backend(cast($1 as int), 5000) done where done", pid[0])
	err = b.Commit(t.Context(), ledger.Write{Changes: &inventory.Changes{EventChanged: true}, Now: h.Now})
	if !errors.Is(err, database.ErrUnavailable) || errors.Is(err, database.ErrCommitUnknown) {
		t.Errorf("a batch whose connection ended: %v, want ErrUnavailable", err)
	}
	h.Cached = nil
	h.Must(h.Register("ann", 1))
}

func TestServerKilledAndRestarted(t *testing.T) {
	t.Parallel()
	server, err := pgserver.Start(t.Context(), pgserver.Options{Settings: map[string]string{"shared_buffers": "16MB"}})
	pgserver.Require(t, err)
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	s := testdb.Open(t, server.URL("postgres"))
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	h := storetest.OpenEvent(t, s, 10, nil)
	h.Must(h.Register("cyd", 1)) // written and committed at once
	warm := h.Cached
	h.Cached = nil // to be read, so that the connection is taken
	b := h.Begin(h.Register("ann", 1))
	if err := server.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(t.Context(), ledger.Write{Changes: &inventory.Changes{EventChanged: true}, Now: h.Now}); !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("commit on a killed server: %v, want ErrUnavailable", err)
	}
	// What is written and committed at once, on a connection that was not known to
	// be dead, may have been: asking afterwards tells.
	h.Cached = warm
	if _, err := h.Do(t.Context(), h.Register("ann", 1)); !errors.Is(err, database.ErrUnavailable) && !errors.Is(err, database.ErrCommitUnknown) {
		t.Errorf("a batch on a killed server: %v, want ErrUnavailable or ErrCommitUnknown", err)
	}
	if _, err := h.Do(t.Context(), h.Register("ann", 1)); !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("begin on a killed server: %v, want ErrUnavailable", err)
	}
	if err := s.Ping(t.Context()); !errors.Is(err, database.ErrUnavailable) {
		t.Errorf("ping of a killed server: %v, want ErrUnavailable", err)
	}
	if err := server.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The first request after the restart is served: dead connections are passed over.
	if _, err := h.Do(t.Context(), h.Register("ann", 1)); err != nil {
		t.Error(err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "mysql://x", "sqlite:", "sqlite::memory:", "sqlite:a?b", "postgres://u:secret@h:x/"} {
		s, err := store.Open(context.Background(), database.Config{URL: address})
		if err == nil {
			t.Errorf("%q was opened", address)
			err = s.Close()
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error for %q tells the password", address)
		}
	}
}

// TestCloseDoesNotWaitForever closes a store under a batch that nobody ended.
func TestCloseDoesNotWaitForever(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), database.Config{URL: testdb.SQLite(t)})
	if err != nil {
		t.Fatal(err)
	}
	h := storetest.OpenEvent(t, s, 1, nil)
	b := h.Begin()
	if err := s.Close(); err == nil {
		t.Error("an open batch was closed without a word")
	}
	b.Rollback()
}

// TestCutOff: a transaction whose context ends between two of its calls is taken
// back, and says that this is why, also where database/sql was the first to see it.
func TestCutOff(t *testing.T) {
	t.Parallel()
	var cut func()
	calls, last := 0, 0 // made in the transaction; those of one that was not cut off
	driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, w faultsql.When) bool {
		if op != faultsql.OpExec || w != faultsql.After {
			return false
		}
		if calls++; cut != nil && calls == last { // only the COMMIT is left, which asks who was first
			cut()
			for range 1000 {
				runtime.Gosched()
			}
		}
		return false
	})
	s, err := store.Open(t.Context(), database.Config{URL: testdb.SQLite(t), SQLiteDriver: driver})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test is over
	calls = 0
	if err := s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_whole", Name: "Whole"}); err != nil {
		t.Fatal(err)
	}
	last = calls
	for deadline := time.Now().Add(30 * time.Second); ; {
		ctx, cancel := context.WithCancel(t.Context())
		calls, cut = 0, cancel
		err = s.Organizations.CreateOrganization(ctx, organizations.Organization{ID: "org_cut", Name: "Cut off"})
		if cut = nil; !errors.Is(err, context.Canceled) {
			t.Fatalf("%v, want that the context has ended", err)
		}
		if errors.Is(err, sql.ErrTxDone) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("database/sql never was the first to see that the context had ended")
		}
	}
	if list, err := s.Organizations.AllOrganizations(t.Context(), "", 10); err != nil || len(list) != 1 {
		t.Errorf("organizations %v %v, want the whole one alone", list, err)
	}
}
