package move

import (
	"crypto/ed25519"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers pgx and sqlite
	_ "modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

var (
	signingKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	auditKeys  = []ed25519.PublicKey{signingKey.Public().(ed25519.PublicKey)}
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// raw opens a database past the store.
func raw(t testing.TB, url string) *sql.DB {
	t.Helper()
	driver, name := "pgx", url
	if path := server.SQLitePath(url); path != "" {
		driver, name = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"
	}
	db, err := sql.Open(driver, name)
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func execute(t testing.TB, url string, texts ...string) {
	t.Helper()
	db := raw(t, url)
	for _, text := range texts {
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// filled fills a database with an event and people who registered, and three who wait, as
// a server has it after a while: signed, in the queue and in the indices.
func filled(t testing.TB, url string, people int) (event string) {
	t.Helper()
	st := testdb.Open(t, url)
	writer, err := sequencer.NewWriter(sequencer.WriterConfig{Store: st, SigningKey: signingKey, Outbox: jobs.Outbox, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	h := storetest.NewFixture(t, st)
	now := inventory.At(time.Now())
	create := h.CreateCommand(int64(people), nil)
	create.Event.StartsAt, create.Event.EndsAt = now+inventory.Instant(30*inventory.Day), now+inventory.Instant(31*inventory.Day)
	reqs := []sequencer.Request{{EventID: h.Event, Command: create, Details: events.Details{Title: "Größe \"1\" — 夜", Description: "a\nb\t\\"}.All()}}
	for i := range people + 3 {
		r := h.Register(fmt.Sprint("user", i), 1)
		req := sequencer.Request{EventID: h.Event, Command: r}
		if i%7 == 0 {
			req.Key = &database.Key{Scope: h.Event, Caller: "test", Key: fmt.Sprint(i), BodyHash: [32]byte{1, 0, 255}}
		}
		if reqs = append(reqs, req); len(reqs) == 1000 {
			write(t, writer, h.Event, reqs)
			reqs = reqs[:0]
		}
	}
	write(t, writer, h.Event, reqs)
	_, err = st.Organizations.ServerKey(t.Context(), organizations.ServerKey{Purpose: "link", Secret: []byte{0, 1, 0xff}, KeyVersion: 1<<62 + 1, KeyID: "x", CreatedAt: now})
	must(t, err)
	execute(t, url, fmt.Sprintf(`insert into address_book (address, event_id, person_id) select email, event_id, id from people where event_id = '%s'`, h.Event),
		// What a mail server has taken.
		`insert into deliveries (event_id, message, channel, org_id, person_id, kind, seq, announcement, event_starts_at, urgency, state, due_at, owner, attempts,
			answer, provider_id, created_at, sent_at, ended_at)
			select m.event_id, cast(m.seq as text), 'mail', e.org_id, m.person_id, m.kind, m.seq, '', 0, 1, 'sent', 0, '', 1, '250 ok', '', m.created_at, m.created_at, m.created_at
			from messages m join events e on e.id = m.event_id`,
		`insert into erasures (event_id, id, erased_at, kept) values ('evt_a', 'per_a', -1, true), ('evt_a', 'per_b', 9223372036854775807, false)`)
	storetest.IndexGuests(t, st, now)
	must(t, st.Jobs.InsertJobs(t.Context(), database.Job{Kind: "later", Args: []byte(`{"a": "ö", "n": 9007199254740993}`), Queue: "default", Priority: 2, MaxAttempts: 5, At: now + inventory.Instant(inventory.Hour)}))
	return h.Event
}

func write(t testing.TB, w *sequencer.Writer, event string, reqs []sequencer.Request) {
	t.Helper()
	results, more := w.Write(t.Context(), event, reqs)
	for _, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			t.Fatalf("%+v", r)
		}
	}
	for more {
		results, more = w.Write(t.Context(), event, []sequencer.Request{{EventID: event, Command: inventory.Tick{}}})
		must(t, results[0].Err)
	}
}

// fresh returns the URL of an empty, migrated database of an engine.
func fresh(t testing.TB, engine string) string {
	t.Helper()
	if engine == "sqlite" {
		return testdb.SQLite(t)
	}
	return testdb.Postgres(t)
}

// other is the other engine.
func other(engine string) string {
	if engine == "sqlite" {
		return "postgres"
	}
	return "sqlite"
}

// config moves between two databases, which it opens.
func config(t testing.TB, from, to string) Config {
	t.Helper()
	return Config{Source: testdb.Open(t, from), Target: testdb.Open(t, to), From: from, To: to, AuditKeys: auditKeys}
}

// moved moves, and everything has to be the same.
func moved(t testing.TB, c Config) *Report {
	t.Helper()
	r, err := Run(t.Context(), c)
	must(t, err)
	if !r.Finished || r.Already || len(r.Differences) > 0 {
		t.Fatalf("not finished: %q", r.Differences)
	}
	if !r.SourceVerified.Clean() || !r.TargetVerified.Clean() {
		t.Errorf("verify: %+v", r.TargetVerified.Violations)
	}
	return r
}

// contents are the rows of a database as they are read past the store, by table, and what
// is left to do: without what a move leaves behind.
func contents(t testing.TB, url string) map[string][]string {
	t.Helper()
	db := raw(t, url)
	tables := "select cast(relname as text) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
	columns := "select cast(column_name as text) from information_schema.columns where table_schema = 'public' and table_name = '%s' order by 1"
	if server.SQLitePath(url) != "" {
		tables, columns = "select name from sqlite_master where type = 'table'", "select name from pragma_table_info('%s') order by 1"
	}
	all := map[string][]string{}
	for _, table := range testdb.Rows(t, db, tables) {
		switch {
		case strings.HasPrefix(table, "river_"), strings.HasPrefix(table, "goose_"), strings.HasPrefix(table, "sqlite_"), strings.HasPrefix(table, "move"), table == "workers":
			continue
		}
		names := testdb.Rows(t, db, fmt.Sprintf(columns, table))
		slices.Sort(names)
		all[table] = testdb.Rows(t, db, "select "+strings.Join(names, ", ")+" from "+table)
	}
	all["jobs"] = testdb.Rows(t, db, "select kind, queue, priority, max_attempts, attempt from river_job where finalized_at is null")
	return all
}

// same compares two databases row by row.
func same(t testing.TB, want map[string][]string, url string) {
	t.Helper()
	got := contents(t, url)
	if len(got) != len(want) {
		t.Errorf("%d tables, want %d", len(got), len(want))
	}
	for table, rows := range want {
		if !slices.Equal(got[table], rows) {
			t.Errorf("%s is not the same: %d rows, want %d\n%.400q\n%.400q", table, len(got[table]), len(rows), got[table], rows)
		}
	}
}

// errStop is what a test stops a move with.
var errStop = errors.New("stopped by the test")
