package postgres

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// pairForTest starts a PostgreSQL and a standby of it, with a database on both.
func pairForTest(t *testing.T) (first, second *pgserver.Server) {
	t.Helper()
	first, err := pgserver.Start(t.Context(), pgserver.Options{})
	pgserver.Require(t, err)
	stop := func(s *pgserver.Server) func() {
		return func() {
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
		}
	}
	t.Cleanup(stop(first))
	if _, err := first.CreateDB(t.Context(), "pair", ""); err != nil {
		t.Fatal(err)
	}
	second, err = first.Standby(t.Context(), "second")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop(second))
	return first, second
}

func openForTest(t *testing.T, url string) *DB {
	t.Helper()
	db, err := Open(t.Context(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// TestFrozenPrimary freezes the primary, which says nothing any more and ends no
// connection, and promotes its standby. Whoever waits for an answer of the old one is told
// so when the new one is there, everything goes on there, and the old one is not written to
// when it wakes, although it takes writes and is named first.
func TestFrozenPrimary(t *testing.T) {
	t.Parallel()
	first, second := pairForTest(t)
	db := openForTest(t, fmt.Sprintf("postgres://holdfast@%s,%s/pair?sslmode=disable&target_session_attrs=read-write", first.Host(), second.Host()))
	ports := func() string {
		var text string
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if err := db.write.QueryRowContext(ctx, "select '127.0.0.1:' || inet_server_port()").Scan(&text); err != nil {
			return err.Error()
		}
		return text
	}
	if _, err := db.write.ExecContext(t.Context(), "create table events (id text primary key, n bigint not null)"); err != nil {
		t.Fatal(err)
	}
	if at := ports(); at != first.Host() {
		t.Fatalf("connected to %s, want %s", at, first.Host())
	}
	poll.Within(t, 10*time.Second, "both servers are seen", func() bool {
		c, err := db.Cluster(t.Context())
		return err == nil && c.Servers[0].Primary && c.Servers[1].Up && !c.Servers[1].Primary && len(c.Standbys) == 1
	})

	poll.Within(t, 10*time.Second, "the standby has the table", func() bool {
		n, err := second.Ask(t.Context(), "pair", "select count(*)::text from pg_tables where tablename = 'events'")
		return err == nil && n == "1"
	})

	if err := first.Freeze(); err != nil {
		t.Fatal(err)
	}
	commit := func(ctx context.Context) error {
		s, err := db.Begin(ctx)
		if err != nil {
			return err
		}
		_, err = s.(engine.AtOnce).CommitAll(ctx, "evt", []engine.Step{{SQL: "insert into events values ($1, 1)", Args: []any{"a"}}})
		return err
	}
	waits := make(chan error, 1)
	go func() { waits <- commit(t.Context()) }()
	if err := second.Promote(t.Context()); err != nil {
		t.Fatal(err)
	}
	promoted := time.Now()
	err := <-waits
	t.Logf("the COMMIT on the frozen primary ended %s after the promotion: %v", time.Since(promoted).Round(time.Millisecond), err)
	if took := time.Since(promoted); err == nil || took > 20*time.Second || classify(err) != engine.Unavailable {
		t.Errorf("ended after %s with %v", took, err)
	}
	poll.Within(t, 20*time.Second, "the new primary is written to", func() bool {
		if err = commit(t.Context()); err != nil {
			t.Logf("not yet: %v", err)
		}
		return err == nil
	})
	t.Logf("written to the new primary %s after the promotion", time.Since(promoted).Round(time.Millisecond))

	if err := first.Thaw(); err != nil {
		t.Fatal(err)
	}
	poll.Within(t, 20*time.Second, "the old primary is seen", func() bool {
		c, err := db.Cluster(t.Context())
		return err == nil && c.Servers[0].Stray && c.Servers[1].Primary && c.Changes == 1
	})
	for range 10 {
		db.reset() // so that connections are made anew
		if at := ports(); at != second.Host() {
			t.Fatalf("connected to %s, want %s", at, second.Host())
		}
	}
	// A server that starts now knows of no earlier timeline: it asks both before it writes.
	again := openForTest(t, fmt.Sprintf("postgres://holdfast@%s,%s/pair?sslmode=disable&target_session_attrs=read-write", first.Host(), second.Host()))
	var at string
	if err := again.write.QueryRowContext(t.Context(), "select '127.0.0.1:' || inet_server_port()").Scan(&at); err != nil || at != second.Host() {
		t.Errorf("a new server is connected to %s, %v; want %s", at, err, second.Host())
	}
}

// TestConnectionThatLeadsToAStandby: where a name or a proxy leads to a standby, its
// connections are thrown away, and what was to be written is written on a new one.
func TestConnectionThatLeadsToAStandby(t *testing.T) {
	t.Parallel()
	first, second := pairForTest(t)
	var to atomic.Pointer[pgserver.Server]
	to.Store(first)
	front := forward(t, func() string { return to.Load().Host() })
	db := openForTest(t, "postgres://holdfast@"+front+"/pair?sslmode=disable")
	if _, err := db.write.ExecContext(t.Context(), "create table events (id text primary key, n bigint not null)"); err != nil {
		t.Fatal(err)
	}
	poll.Within(t, 10*time.Second, "the standby has the table", func() bool {
		n, err := second.Ask(t.Context(), "pair", "select count(*)::text from pg_tables where tablename = 'events'")
		return err == nil && n == "1"
	})
	insert := []engine.Step{{SQL: "insert into events values ($1, 1)", Args: []any{"a"}}}
	ways := map[string]func() error{
		"whole": func() error {
			s, err := db.Begin(t.Context())
			if err != nil {
				return err
			}
			_, err = s.(engine.AtOnce).CommitAll(t.Context(), "evt", insert)
			return err
		},
		"session": func() error {
			s, err := db.Begin(t.Context())
			if err != nil {
				return err
			}
			defer s.Rollback()
			if err := s.Run(t.Context(), insert); err != nil {
				return err
			}
			_, err = s.Commit(nil)
			return err
		},
	}
	for name, do := range ways {
		to.Store(second)
		db.reset()
		var standby bool
		if err := db.write.QueryRowContext(t.Context(), "select pg_is_in_recovery()").Scan(&standby); err != nil || !standby {
			t.Fatalf("%s: %v %v", name, standby, err)
		}
		if err := do(); classify(err) != engine.Unavailable || !isReadOnly(err) {
			t.Errorf("%s: on a standby %v", name, err)
		}
		if err := db.write.QueryRowContext(t.Context(), "select pg_is_in_recovery()").Scan(&standby); err != nil || !standby {
			t.Fatalf("%s: %v %v", name, standby, err)
		}
		to.Store(first) // the pool still has a connection to the standby
		if err := do(); err != nil {
			t.Errorf("%s: with connections to a standby: %v", name, err)
		}
		if _, err := db.write.ExecContext(t.Context(), "delete from events"); err != nil {
			t.Fatal(err)
		}
	}
}

// forward takes connections and carries them on to where it leads at that time.
func forward(t *testing.T, where func() string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) //nolint:errcheck // the test is over
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", where())
			if err != nil {
				in.Close() //nolint:errcheck // nobody answers
				continue
			}
			for _, way := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					_, _ = io.Copy(way[0], way[1])
					way[0].Close() //nolint:errcheck // the other side has ended
				}()
			}
		}
	}()
	return l.Addr().String()
}
