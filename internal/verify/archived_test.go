package verify_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/events"
	storelogs "github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// TestArchived archives all events of a history of everything that events have, whatever still is
// to become of them, and brings them back: verify finds nothing at any time.
func TestArchived(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		f, _ := history(t, url, 7, 10)
		wantClean(t, f.store)
		logs := signerOfLogs(t, t.TempDir())
		folder := t.TempDir()
		files, err := objectstore.Open(folder, objectstore.Credentials{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := archive.New(archive.Config{Store: f.store, Files: files, Logs: &publiclog.Logs{Store: f.store, Signer: logs, Log: slog.New(slog.DiscardHandler)}, Settle: -1})
		if err != nil {
			t.Fatal(err)
		}
		// No event of a history is ready: they are sealed past the store.
		for _, text := range []string{`insert into archives (event_id, org_id, state, file, checksum, size, row_count, removed, log_size, archived_at, changed_at, keep_until, again)
			select id, org_id, 'sealed', '', '', 0, 0, 0, 0, 1, 1, 0, false from events`, "update events set archived_at = 1, version = version + 1"} {
			if _, err := f.raw.ExecContext(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Round(t.Context()); err != nil {
			t.Fatal(err)
		}
		verified := func() *verify.Report {
			t.Helper()
			r, err := verify.Run(t.Context(), f.store, verify.Options{AuditKeys: auditKeys, Logs: logs, Archives: func(ctx context.Context, a *archives.Archive, e *events.EventRecord, l *storelogs.EventLog) ([]string, error) {
				return archive.Check(ctx, files, a, e, l)
			}})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		check := func() *verify.Report {
			t.Helper()
			r := verified()
			for _, v := range r.Violations {
				t.Errorf("%+v", v)
			}
			return r
		}
		if r := check(); r.Checked.Archives == 0 || r.Checked.Archives != r.Checked.Events {
			t.Errorf("%+v", r.Checked)
		}
		list, err := f.store.Archives.Archives(t.Context(), "", 1000)
		if err != nil {
			t.Fatal(err)
		}
		damaged(t, f, filepath.Join(folder, list[0].File), &list[0], &list[1], verified)
		check()
		for i := range list {
			if err := a.Restore(t.Context(), list[i].EventID); err != nil {
				t.Fatal(err)
			}
		}
		check()
	})
}

// damaged damages the file of an archived event, and what is known of it, in every way of the list:
// verify finds each, and says what it is.
func damaged(t *testing.T, f *fixture, file string, of, other *archives.Archive, verified func() *verify.Report) {
	t.Helper()
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := os.ReadFile(filepath.Join(filepath.Dir(file), filepath.Base(other.File)))
	if err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(sound)
	flipped[len(flipped)/2] ^= 1
	nothing := map[string]string{"sqlite": "x''", "postgres": "cast('' as bytea)"}[f.store.Engine()]
	here := " where event_id = '" + of.EventID + "'"
	for _, c := range []struct {
		name    string
		content []byte // nil: the file is as it was
		gone    bool
		do      string
		undo    string
		says    string
	}{
		{name: "the file is missing", gone: true, says: "is not there"},
		{name: "a bit of the file is changed", content: flipped, says: "the file is not what was written"},
		{name: "the file is cut off", content: sound[:len(sound)/2], says: "the file is not what was written"},
		{name: "the file is empty", content: []byte{}, says: "the file is not what was written"},
		{name: "the file is another event's", content: foreign, says: "it is of " + other.EventID},
		{name: "the file was written anew", do: "update archives set checksum = '" + strings.Repeat("0", 64) + "'" + here, undo: "update archives set checksum = '" + of.Checksum + "'" + here, says: "is not what was written"},
		{name: "the file has another size", do: "update archives set size = size + 1" + here, undo: "update archives set size = size - 1" + here, says: "is not what was written"},
		{name: "rows of the file are not counted", do: "update archives set row_count = row_count + 1" + here, undo: "update archives set row_count = row_count - 1" + here, says: "were written"},
		{name: "nothing says that the event is archived", do: "update events set archived_at = 0 where id = '" + of.EventID + "'", undo: "update events set archived_at = 1 where id = '" + of.EventID + "'", says: "its row says that it is archived: false"},
		{name: "the archive is said to be back", do: "update archives set state = 'restored'" + here, undo: "update archives set state = 'archived'" + here, says: `its file's, that it is "restored"`},
		{name: "the name of the file is lost", do: "update archives set file = ''" + here, undo: "update archives set file = '" + of.File + "'" + here, says: "is not complete"},
		{
			name: "a row has stayed", do: "insert into idempotency_keys (scope, caller, key, body_hash, reply, created_at) select event_id, 'c', 'k', " + nothing + ", '{}', 1 from archives" + here,
			undo: "delete from idempotency_keys where scope = '" + of.EventID + "'", says: "rows of it that have left are in idempotency_keys",
		},
	} {
		content := sound
		if c.content != nil {
			content = c.content
		}
		err := os.WriteFile(file, content, 0o600)
		if c.gone {
			err = os.Remove(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.do != "" {
			if _, err := f.raw.ExecContext(t.Context(), c.do); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		r := verified()
		if !slices.ContainsFunc(r.Violations, func(v verify.Violation) bool { return v.Invariant == 40 && strings.Contains(v.What, c.says) }) {
			t.Errorf("%s: no violation of invariant 40 says %q: %+v", c.name, c.says, r.Violations)
		}
		if c.undo != "" {
			if _, err := f.raw.ExecContext(t.Context(), c.undo); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if err := os.WriteFile(file, sound, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
