package archive

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers pgx and sqlite
	_ "modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/verify"
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

// fixture is an installation with one event that is over.
type fixture struct {
	t      testing.TB
	url    string
	st     *store.Store
	files  objectstore.Store
	folder string
	logs   *publiclog.Logs
	writer *sequencer.Writer
	stored *storetest.Fixture
	event  string
	now    time.Time // of the archiver: long after the event
}

// finished makes a fixture with an event to which some people have registered, of whom every
// tenth has cancelled, and for which others wait.
func finished(t testing.TB, url string, people int) *fixture {
	t.Helper()
	w := &fixture{t: t, url: url, st: testdb.Open(t, url), folder: t.TempDir(), now: time.Now().Add(60 * 24 * time.Hour)}
	var err error
	w.files, err = objectstore.Open(w.folder, objectstore.Credentials{})
	must(t, err)
	signer, err := tlog.OpenSigner(filepath.Join(t.TempDir(), "log.key"), "example.test")
	must(t, err)
	w.logs = &publiclog.Logs{Store: w.st, Signer: signer, Log: slog.New(slog.DiscardHandler)}
	w.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: w.st, SigningKey: signingKey, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	w.held(people)
	return w
}

// held adds an event, which is the one that the fixture is about from then on.
func (w *fixture) held(people int) {
	t := w.t
	t.Helper()
	w.stored = storetest.NewFixture(t, w.st)
	w.event = w.stored.Event
	now := inventory.At(time.Now())
	create := w.stored.CreateCommand(int64(people), func(s *inventory.Settings) {})
	create.Event.StartsAt, create.Event.EndsAt = now+inventory.Instant(30*inventory.Day), now+inventory.Instant(31*inventory.Day)
	w.write(sequencer.Request{EventID: w.event, Command: create, Details: events.Details{Title: "Größe \"1\" — 夜", Description: "a\nb\t\\"}.All()})
	for first := 0; first < people+people/5; first += 500 {
		var reqs []sequencer.Request
		for i := first; i < min(first+500, people+people/5); i++ {
			req := sequencer.Request{EventID: w.event, Command: w.stored.Register(fmt.Sprint("user", i), 1)}
			if i%7 == 0 {
				req.Key = &database.Key{Scope: w.event, Caller: "test", Key: fmt.Sprint(i), BodyHash: [32]byte{1, 0, 255}}
			}
			reqs = append(reqs, req)
		}
		w.write(reqs...)
	}
	for _, entry := range testdb.Rows(t, w.raw(), fmt.Sprintf("select id from waitlist_entries where event_id = '%s' order by join_no limit %d", w.event, people/10)) { // who waited and has left
		w.write(sequencer.Request{EventID: w.event, Command: inventory.Leave{Who: inventory.Who{Actor: "public"}, EntryID: entry}})
	}
	w.execute(fmt.Sprintf("insert into address_book (address, event_id, person_id) select email, event_id, id from people where event_id = '%s'", w.event),
		`insert into deliveries (event_id, message, channel, org_id, person_id, kind, seq, announcement, event_starts_at, urgency, state, due_at, owner, attempts,
			answer, provider_id, created_at, sent_at, ended_at)
			select m.event_id, cast(m.seq as text), 'mail', e.org_id, m.person_id, m.kind, m.seq, '', 0, 1, 'sent', 0, '', 1, '250 ok', '', m.created_at, m.created_at, m.created_at
			from messages m join events e on e.id = m.event_id where e.id = '`+w.event+"'",
		"delete from river_job")
	w.settle()
}

// settle does what jobs do behind the ledger.
func (w *fixture) settle() {
	w.t.Helper()
	ctx := w.t.Context()
	for more := true; more; {
		var err error
		more, err = w.logs.Grow(ctx, w.event)
		must(w.t, err)
	}
	v, err := w.st.Events.Event(ctx, w.event)
	must(w.t, err)
	for more := true; more; {
		more, err = w.st.Erasures.SealNames(ctx, v.Event.OrgID)
		must(w.t, err)
	}
	_, err = w.st.Organizations.TakeHeads(ctx, v.Event.OrgID)
	must(w.t, err)
}

func (w *fixture) write(reqs ...sequencer.Request) {
	w.t.Helper()
	results, more := w.writer.Write(w.t.Context(), w.event, reqs)
	for _, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			w.t.Fatalf("%+v", r)
		}
	}
	for more {
		results, more = w.writer.Write(w.t.Context(), w.event, []sequencer.Request{{EventID: w.event, Command: inventory.Tick{}}})
		must(w.t, results[0].Err)
	}
}

// archiver is one of a process, with the store of that.
func (w *fixture) archiver(st *store.Store, files objectstore.Store) *Archiver {
	w.t.Helper()
	a, err := New(Config{Store: st, Files: files, Logs: &publiclog.Logs{Store: st, Signer: w.logs.Signer, Log: w.logs.Log}, Now: func() time.Time { return w.now }, Settle: -1})
	must(w.t, err)
	return a
}

func (w *fixture) raw() *sql.DB {
	w.t.Helper()
	driver, name := "pgx", w.url
	if path, ok := strings.CutPrefix(w.url, "sqlite:"); ok {
		driver, name = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)"
	}
	db, err := sql.Open(driver, name)
	must(w.t, err)
	w.t.Cleanup(func() { _ = db.Close() })
	return db
}

func (w *fixture) execute(texts ...string) {
	w.t.Helper()
	db := w.raw()
	for _, text := range texts {
		if _, err := db.ExecContext(w.t.Context(), text); err != nil {
			w.t.Fatalf("%s: %v", text, err)
		}
	}
}

// verified verifies the database and the files.
func (w *fixture) verified() *verify.Report {
	w.t.Helper()
	r, err := verify.Run(w.t.Context(), w.st, verify.Options{AuditKeys: auditKeys, Logs: w.logs.Signer, WithoutJobs: true, Archives: func(ctx context.Context, a *archives.Archive, e *events.EventRecord, l *logs.EventLog) ([]string, error) {
		return Check(ctx, w.files, a, e, l)
	}})
	must(w.t, err)
	return r
}

func (w *fixture) clean() *verify.Report {
	w.t.Helper()
	r := w.verified()
	for _, v := range r.Violations {
		w.t.Errorf("verify: %+v", v)
	}
	return r
}

// derived are the tables that are made again.
var derived = []string{"guest_runs", "guest_stale", "guest_chunks", "guest_marks", "replay_snapshots", "archives"}

// contents are the rows of the database, by table; the version of the event is left out.
func (w *fixture) contents() map[string][]string {
	w.t.Helper()
	db := w.raw()
	tables := "select cast(relname as text) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
	columns := "select cast(column_name as text) from information_schema.columns where table_schema = 'public' and table_name = '%s' order by 1"
	if strings.HasPrefix(w.url, "sqlite:") {
		tables, columns = "select name from sqlite_master where type = 'table'", "select name from pragma_table_info('%s') order by 1"
	}
	all := map[string][]string{}
	for _, table := range testdb.Rows(w.t, db, tables) {
		if strings.HasPrefix(table, "river_") || strings.HasPrefix(table, "goose_") || strings.HasPrefix(table, "sqlite_") || slices.Contains(derived, table) {
			continue
		}
		names := testdb.Rows(w.t, db, fmt.Sprintf(columns, table))
		if table == "events" {
			names = slices.DeleteFunc(names, func(n string) bool { return n == "version" })
		}
		all[table] = testdb.Rows(w.t, db, "select "+strings.Join(names, ", ")+" from "+table)
	}
	return all
}

func (w *fixture) same(want map[string][]string) {
	w.t.Helper()
	got := w.contents()
	for table, rows := range want {
		if !slices.Equal(got[table], rows) {
			w.t.Errorf("%s is not the same: %d rows, want %d\n%.400q\n%.400q", table, len(got[table]), len(rows), got[table], rows)
		}
	}
}

// errCrash is what a store of files fails with.
var errCrash = errors.New("the process died")

// dying is a store of files that fails with one of its calls, before or after it.
type dying struct {
	objectstore.Store
	left  int
	after bool
}
