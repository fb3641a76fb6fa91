package verify_test

import (
	"context"
	"log/slog"
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
		files, err := objectstore.Open(t.TempDir(), objectstore.Credentials{})
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
		check := func() *verify.Report {
			t.Helper()
			r, err := verify.Run(t.Context(), f.store, verify.Options{AuditKeys: auditKeys, Logs: logs, Archives: func(ctx context.Context, a *archives.Archive, e *events.EventRecord, l *storelogs.EventLog) ([]string, error) {
				return archive.Check(ctx, files, a, e, l)
			}})
			if err != nil {
				t.Fatal(err)
			}
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
		for i := range list {
			if err := a.Restore(t.Context(), list[i].EventID); err != nil {
				t.Fatal(err)
			}
		}
		check()
	})
}
