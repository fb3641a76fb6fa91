package move

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestMove: an event with many people goes from SQLite to PostgreSQL and back, row by row
// the same, with the jobs that are still to be done; and is closed where it was.
func TestMove(t *testing.T) {
	t.Parallel()
	people := seed.Count(t, "HOLDFAST_MOVE_REGISTRATIONS", 3000)
	url, to, back := testdb.SQLite(t), testdb.Postgres(t), testdb.SQLite(t)
	began := time.Now()
	filled(t, url, people)
	t.Logf("%d people filled in %s", people, time.Since(began).Round(time.Millisecond))
	var before map[string][]string
	jobs := len(testdb.Rows(t, raw(t, url), "select id from river_job where finalized_at is null"))
	if people <= 10_000 { // more do not go into memory as texts
		before = contents(t, url)
	}
	for _, way := range [][2]string{{url, to}, {to, back}} {
		var phases []Phase
		c := config(t, way[0], way[1])
		c.Progress = func(p Progress) {
			if !slices.Contains(phases, p.Phase) {
				phases = append(phases, p.Phase)
			}
			if p.Done > p.Total {
				t.Errorf("%+v", p)
			}
		}
		r := moved(t, c)
		for _, table := range r.Tables {
			if table.Name == "people" && table.Rows != int64(people)+3 || table.Rows != table.Arrived || table.Source != table.Target {
				t.Errorf("%+v", table)
			}
		}
		if r.Resumed || r.Jobs != int64(jobs) || r.Copied != r.Rows || len(r.ID) < 20 {
			t.Errorf("%+v", r)
		}
		if !slices.Equal(phases, []Phase{Copying, Comparing, Verifying}) {
			t.Errorf("%v", phases)
		}
		var text bytes.Buffer
		must(t, r.WriteText(&text))
		t.Logf("%s to %s: %d rows in %.1f s (%.0f a second), %.1f s in all\n%s", c.Source.Engine(), c.Target.Engine(),
			r.Copied, r.CopySeconds, float64(r.Copied)/r.CopySeconds, r.Seconds, text.Bytes())
		if before != nil {
			same(t, before, way[0])
			same(t, before, way[1])
		}
		var closed *moves.MovedError
		if err := c.Source.Moves.MayServe(t.Context()); !errors.As(err, &closed) || closed.State != moves.MoveLeft || closed.ID != r.ID {
			t.Errorf("the source can be served: %v", err)
		}
		must(t, c.Target.Moves.MayServe(t.Context()))
		again, err := Run(t.Context(), c)
		if err != nil || !again.Already || !again.Finished {
			t.Errorf("once more: %+v, %v", again, err)
		}
	}
}

// TestCutOff: a move that is cut off at any call of either database, before the call or
// after it was done, goes on when it is begun again, and nothing is missing or twice.
func TestCutOff(t *testing.T) {
	seed.InTurn(t, 2)
	t.Parallel()
	from, pace := seed.Of(t), 160
	if seed.Proving() {
		pace = 40
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run("from "+engine, func(t *testing.T) {
			t.Parallel()
			url := fresh(t, engine)
			filled(t, url, 400)
			before := contents(t, url)
			to := fresh(t, other(engine))
			random := rand.New(rand.NewPCG(from, 0))
			for runs := 1; ; runs++ {
				if runs > 200 {
					t.Fatal("it does not come to its end")
				}
				// More calls are let through each time: it gets further, and ends.
				var left atomic.Int64
				left.Store(1 + random.Int64N(int64(pace*runs)))
				when := []faultsql.When{faultsql.Before, faultsql.After}[random.IntN(2)]
				driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, w faultsql.When) bool {
					return w == when && op != faultsql.OpRollback && left.Add(-1) == 0
				})
				r, err := cutOff(t, driver, url, to)
				if err == nil {
					t.Logf("%d runs", runs)
					if !r.Finished || r.Already {
						t.Errorf("%+v", r)
					}
					break
				}
			}
			same(t, before, url)
			same(t, before, to)
		})
	}
}

// cutOff moves with a driver that fails.
func cutOff(t *testing.T, driver, from, to string) (r *Report, err error) {
	t.Helper()
	open := func(url string) *store.Store {
		st, openErr := store.Open(t.Context(), database.Config{URL: url, SQLiteDriver: driver})
		if openErr != nil {
			err = openErr
			return nil
		}
		return st
	}
	source := open(from)
	if source == nil {
		return nil, err
	}
	defer source.Close() //nolint:errcheck // it fails by design
	target := open(to)
	if target == nil {
		return nil, err
	}
	defer target.Close() //nolint:errcheck // it fails by design
	return Run(t.Context(), Config{Source: source, Target: target, From: from, To: to, AuditKeys: auditKeys})
}

// TestCutOffAtTheEnd: between the two marks that end a move, neither database can be served;
// the next run only makes the second.
func TestCutOffAtTheEnd(t *testing.T) {
	t.Parallel()
	url := testdb.SQLite(t)
	filled(t, url, 50)
	before := contents(t, url)
	commits := func(to string, fails func(n int64, when faultsql.When) bool) (total int64, err error) {
		var n atomic.Int64
		driver := faultsql.Register(&sqlite.Driver{}, func(op faultsql.Op, when faultsql.When) bool {
			if op == faultsql.OpCommit && when == faultsql.Before {
				n.Add(1)
			}
			return op == faultsql.OpCommit && fails(n.Load(), when)
		})
		target, err := store.Open(t.Context(), database.Config{URL: to, SQLiteDriver: driver})
		must(t, err)
		defer target.Close() //nolint:errcheck // it fails by design
		c := config(t, url, to)
		c.Target = target
		_, err = Run(t.Context(), c)
		return n.Load(), err
	}
	last, err := commits(testdb.SQLite(t), func(int64, faultsql.When) bool { return false })
	must(t, err)
	for _, at := range []faultsql.When{faultsql.Before, faultsql.After} {
		source := testdb.Open(t, url)
		must(t, Release(t.Context(), source))
		to := testdb.SQLite(t)
		if _, err := commits(to, func(n int64, when faultsql.When) bool { return n >= last && when == at }); err == nil {
			t.Fatalf("%s: it was not cut off", at)
		}
		var closed *moves.MovedError
		if err := source.Moves.MayServe(t.Context()); !errors.As(err, &closed) || closed.State != moves.MoveLeft {
			t.Errorf("%s: the source: %v", at, err)
		}
		c := config(t, url, to)
		err := c.Target.Moves.MayServe(t.Context())
		if open := err == nil; open != (at == faultsql.After) {
			t.Errorf("%s: the target: %v", at, err)
		}
		r, err := Run(t.Context(), c)
		if err != nil || !r.Finished || !r.Resumed || r.Copied != 0 {
			t.Errorf("%s: %+v, %v", at, r, err)
		}
		must(t, c.Target.Moves.MayServe(t.Context()))
		same(t, before, to)
	}
}

// TestStopped: a move that is told to stop at a random page goes on from there, and says so.
func TestStopped(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(seed.Of(t), 1))
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		filled(t, url, 300)
		before := contents(t, url)
		c := config(t, url, fresh(t, other(testdb.Open(t, url).Engine())))
		var copied int64
		for range 3 {
			ctx, cancel := context.WithCancelCause(t.Context())
			left := 2 + random.IntN(14) // of 90 tables and more
			stopped := c
			stopped.Progress = func(p Progress) {
				if left--; left == 0 && p.Phase == Copying {
					copied = p.Done
					cancel(errStop)
				}
			}
			if _, err := Run(ctx, stopped); !errors.Is(err, context.Canceled) || !errors.Is(context.Cause(ctx), errStop) {
				t.Errorf("it was not stopped: %v", err)
			}
			cancel(nil)
		}
		var first Progress
		c.Progress = func(p Progress) {
			if first.Phase == "" {
				first = p
			}
		}
		r, err := Run(t.Context(), c)
		must(t, err)
		if !r.Finished || !r.Resumed || first.Done != copied || r.Copied != r.Rows-first.Done {
			t.Errorf("%d rows were copied, and it goes on from %d: %d more of %d", copied, first.Done, r.Copied, r.Rows)
		}
		same(t, before, c.To)
	})
}

// TestClosed: while a database is moved and after it, its engine refuses every change of
// every table, and neither a server nor a tool that writes opens it; released, it is as
// before.
func TestClosed(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		event := filled(t, url, 20)
		c := config(t, url, fresh(t, other(testdb.Open(t, url).Engine())))
		moved(t, c)
		db := raw(t, url)
		for _, text := range []string{
			"update events set title = 'x'", "delete from holds", "insert into erasures (event_id, id, erased_at, kept) values ('a', 'b', 1, true)",
			"insert into workers (id, seen_at) values ('w1', 1)", "delete from river_job", "update organizations set name = 'x'",
			"insert into write_checks (id, filler) values ('x', '')",
		} {
			if _, err := db.ExecContext(t.Context(), text); err == nil || !strings.Contains(err.Error(), "is moved to another") {
				t.Errorf("%s: %v", text, err)
			}
		}
		if err := c.Source.Writable(t.Context()); !errors.Is(err, database.ErrUnavailable) {
			t.Errorf("writable: %v", err)
		}
		var closed *moves.MovedError
		serving := server.Config{DB: url, Listen: "127.0.0.1:0", Files: t.TempDir(), Search: t.TempDir(), MailFrom: "a@example.org", Log: slog.New(slog.DiscardHandler)}
		serving.MasterKeys.File = filepath.Join(t.TempDir(), "master.keys")
		if err := server.Run(t.Context(), serving, func(context.Context, *server.Server) error { return errStop }); !errors.As(err, &closed) || closed.State != moves.MoveLeft {
			t.Errorf("served: %v", err)
		}
		// Back with a file that was left: only an empty one will do.
		if _, err := Run(t.Context(), config(t, c.To, url)); !errors.As(err, &closed) {
			t.Errorf("moved back: %v", err)
		}
		must(t, Release(t.Context(), c.Source))
		must(t, c.Source.Moves.MayServe(t.Context()))
		if err := Release(t.Context(), c.Source); !errors.Is(err, moves.ErrNotMoved) {
			t.Errorf("released again: %v", err)
		}
		if _, err := db.ExecContext(t.Context(), "update events set title = 'as before' where id = '"+event+"'"); err != nil {
			t.Error(err)
		}
		if _, err := Run(t.Context(), c); !errors.Is(err, moves.ErrNotEmpty) {
			t.Errorf("into a database that was filled: %v", err)
		}
		must(t, c.Source.Moves.MayServe(t.Context())) // what was refused has closed nothing
	})
}

// TestRefused: nothing is closed where a move cannot begin, and the reason is said.
func TestRefused(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		filled(t, url, 10)
		to := fresh(t, other(testdb.Open(t, url).Engine()))
		c := config(t, url, to)
		refused := func(why string, is error) {
			t.Helper()
			if _, err := Run(t.Context(), c); !errors.Is(err, is) || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v", why, err)
			}
			must(t, c.Source.Moves.MayServe(t.Context()))
		}
		// A server runs, or has died this moment.
		now, err := server.Now(t.Context(), c.Source)
		must(t, err)
		_, _, err = c.Source.Deliveries.Heartbeat(t.Context(), "w1", true, now, 0)
		must(t, err)
		refused("stop it first", moves.ErrServed)
		execute(t, url, "update workers set seen_at = 1")
		// A table of somebody else would be left behind.
		execute(t, url, "create table notes (id text primary key)")
		refused("notes", moves.ErrForeignTable)
		execute(t, url, "drop table notes")
		// The target has something.
		execute(t, to, "insert into challenge_uses (id, used_by, expires_at) values ('a', 'b', 1)")
		refused("challenge_uses", moves.ErrNotEmpty)
		execute(t, to, "delete from challenge_uses")
		// Text that PostgreSQL does not keep stops the move, which can be given up.
		if c.Source.Engine() == "sqlite" {
			execute(t, url, "insert into challenge_uses (id, used_by, expires_at) values ('a', 'b' || char(0), 1)")
			if _, err := Run(t.Context(), c); !errors.Is(err, moves.ErrUnmovable) || !strings.Contains(err.Error(), "challenge_uses.used_by") {
				t.Errorf("%v", err)
			}
			must(t, Release(t.Context(), c.Source))
			execute(t, url, "delete from challenge_uses")
			// The database that was begun to be filled is of that move.
			var closed *moves.MovedError
			if _, err := Run(t.Context(), c); !errors.As(err, &closed) || closed.State != moves.MoveArriving {
				t.Errorf("%v", err)
			}
			if _, err := Run(t.Context(), Config{Source: c.Target, Target: c.Source, From: to, To: url}); !errors.As(err, &closed) || closed.State != moves.MoveArriving {
				t.Errorf("%v", err)
			}
			c = config(t, url, testdb.Postgres(t))
		}
		moved(t, c)
		if left := testdb.Rows(t, raw(t, c.To), "select count(*) from workers"); !slices.Equal(left, []string{"0"}) {
			t.Errorf("%q servers have moved", left)
		}
	})
}

// TestOldSchema: a database of another version is not moved.
func TestOldSchema(t *testing.T) {
	t.Parallel()
	url := testdb.SQLite(t)
	execute(t, url, "delete from goose_db_version where version_id > 105")
	if _, err := Run(t.Context(), config(t, url, testdb.SQLite(t))); !errors.Is(err, database.ErrSchemaOld) {
		t.Error(err)
	}
}

// TestTwoMoves: of two processes that move the same at once one goes on at most, and what
// they leave is whole.
func TestTwoMoves(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		filled(t, url, 200)
		before := contents(t, url)
		to := fresh(t, other(testdb.Open(t, url).Engine()))
		c := config(t, url, to)
		second := config(t, url, to)
		began := false
		c.Progress = func(p Progress) {
			if began || p.Table != "tiers" { // holds come later
				return
			}
			began = true
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			second.Progress = func(q Progress) {
				if q.Table == "audit" {
					stop()
				}
			}
			if _, err := Run(ctx, second); !errors.Is(err, context.Canceled) {
				t.Errorf("the second: %v", err)
			}
		}
		if _, err := Run(t.Context(), c); !errors.Is(err, moves.ErrTwoMoves) {
			t.Errorf("the first: %v", err)
		}
		c.Progress = nil
		moved(t, c)
		same(t, before, to)
	})
}

// TestFullDisk: a disk that is full stops the move with the reason; with room it goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run("from "+engine, func(t *testing.T) {
			t.Parallel()
			url := fresh(t, engine)
			filled(t, url, 300)
			before, to := contents(t, url), testdb.SQLite(t)
			var commits atomic.Int64
			driver := faultsql.RegisterCode(&sqlite.Driver{}, lib.SQLITE_FULL, func(op faultsql.Op, when faultsql.When) bool {
				return op == faultsql.OpCommit && when == faultsql.Before && commits.Add(1) > 25
			})
			full, err := store.Open(t.Context(), database.Config{URL: to, SQLiteDriver: driver})
			must(t, err)
			c := config(t, url, to)
			c.Target = full
			if _, err := Run(t.Context(), c); !errors.Is(err, database.ErrFull) {
				t.Errorf("%v", err)
			}
			must(t, full.Close())
			r := moved(t, config(t, url, to))
			if !r.Resumed {
				t.Error("it began anew")
			}
			same(t, before, to)
		})
	}
}

// TestLostConnection: PostgreSQL is killed in the middle of a move, as the one that is left
// or the one that is filled. The move ends with the reason, and goes on when it is back.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	cluster, err := pgserver.Start(t.Context(), pgserver.Options{Durable: true})
	pgserver.Require(t, err)
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	if _, err := cluster.CreateDB(t.Context(), "filled", ""); err != nil {
		t.Fatal(err)
	}
	url, back := testdb.SQLite(t), testdb.SQLite(t)
	filled(t, url, 300)
	before := contents(t, url)
	for _, way := range [][2]string{{url, cluster.TCPURL("filled")}, {cluster.TCPURL("filled"), back}} {
		c := config(t, way[0], way[1])
		lost := false
		c.Progress = func(p Progress) {
			if !lost && p.Phase == Copying && p.Table == "people" {
				lost = true
				must(t, cluster.Kill())
			}
		}
		if _, err := Run(t.Context(), c); !errors.Is(err, database.ErrUnavailable) {
			t.Errorf("%v", err)
		}
		must(t, cluster.Restart(t.Context()))
		if r := moved(t, config(t, way[0], way[1])); !r.Resumed {
			t.Error("it began anew")
		}
		same(t, before, way[1])
	}
}

// TestSomethingElse: what is not the same on both sides is found, by table, and then nothing
// is given over.
func TestSomethingElse(t *testing.T) {
	seed.InTurn(t, 0)
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		filled(t, url, 50)
		to := fresh(t, other(testdb.Open(t, url).Engine()))
		for what, texts := range map[string][2]string{
			"people has 53 rows, and 52 arrived":     {"delete from people where user_id = 'user7'", "x"},
			"holds has other rows than were read":    {"update holds set units = 2 where person_id in (select id from people where user_id = 'user8')", ""},
			"the queue has":                          {"delete from river_job where kind = 'later'", ""},
			"verify does not find the same":          {"update holds set units = 2 where person_id in (select id from people where user_id = 'user8')", ""},
			"erasures has other rows than were read": {"update erasures set kept = true", ""},
		} {
			c := config(t, url, to)
			changed := false
			c.Progress = func(p Progress) {
				if p.Phase == Comparing && !changed {
					changed = true
					execute(t, to, texts[0])
				}
			}
			r, err := Run(t.Context(), c)
			must(t, err)
			if r.Finished || !slices.ContainsFunc(r.Differences, func(d string) bool { return strings.HasPrefix(d, what) }) {
				t.Errorf("%s: %q", what, r.Differences)
			}
			var text bytes.Buffer
			must(t, r.WriteText(&text))
			if !strings.Contains(text.String(), "NOT THE SAME: ") || !strings.Contains(text.String(), "is not finished") {
				t.Errorf("%s", text.Bytes())
			}
			var closed *moves.MovedError
			if err := c.Source.Moves.MayServe(t.Context()); !errors.As(err, &closed) || closed.State != moves.MoveLeaving {
				t.Errorf("%v", err)
			}
			if err := c.Target.Moves.MayServe(t.Context()); !errors.As(err, &closed) || closed.State != moves.MoveArriving {
				t.Errorf("%v", err)
			}
			// As OPERATIONS tells: give it up, and begin with an empty database.
			must(t, Release(t.Context(), c.Source))
			to = fresh(t, other(c.Source.Engine()))
		}
	})
}

// TestPages: pages grow slowly, and are small where rows are large.
func TestPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rows, bytes, limit, want int }{
		{100, 10_000, 100, 400}, {5000, 500_000, 5000, 5000}, {400, 4 << 20, 400, 400}, {100, 100 << 20, 100, 4}, {1, 50 << 20, 4, 1}, {0, 0, 100, 400},
	} {
		p := &moves.MovedPage{Rows: make([][]any, c.rows), Bytes: c.bytes}
		if got := nextLimit(p, c.limit); got != c.want {
			t.Errorf("after %d rows of %d bytes: %d, want %d", c.rows, c.bytes, got, c.want)
		}
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"sqlite:data/holdfast.db":                              "sqlite:data/holdfast.db",
		"postgres://anna:secret@db:5433/events?sslmode=verify": "postgres://anna@db:5433/events",
		"postgres://db/events?user=anna&password=secret":       "postgres://db/events",
		"postgres://%zz": "postgres://…",
	} {
		if got := Shown(url); got != want {
			t.Errorf("%s: %s", url, got)
		}
	}
}

// TestReport: the report tells whether verify found the same or nothing, and what to do.
func TestReport(t *testing.T) {
	t.Parallel()
	url := testdb.SQLite(t)
	filled(t, url, 10)
	execute(t, url, "update people set units = 9 where user_id = 'user3'")
	c := config(t, url, testdb.SQLite(t))
	r, err := Run(t.Context(), c)
	must(t, err)
	var text, machine bytes.Buffer
	must(t, errors.Join(r.WriteText(&text), r.WriteJSON(&machine)))
	if found := fmt.Sprint(r.SourceVerified.Found(), " violations, as before the move"); !r.Finished || r.SourceVerified.Clean() || !strings.Contains(text.String(), found) {
		t.Errorf("%s", text.Bytes())
	}
	if !strings.Contains(machine.String(), `"finished":true`) || strings.Count(machine.String(), "\n") != 1 {
		t.Errorf("%s", machine.Bytes())
	}
	text.Reset()
	must(t, (&Report{From: "a", To: "b", Already: true, Finished: true}).WriteText(&text))
	if !strings.Contains(text.String(), "nothing to do") {
		t.Errorf("%s", text.Bytes())
	}
}
