package rehearsal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestLeftCopies: what an interrupted rehearsal has left is removed, what was kept only when
// that is asked for, and what is under way or beside another database never.
func TestLeftCopies(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		folder := t.TempDir()
		made := func() *scratch {
			s, err := newScratch(t.Context(), url, folder, mark{Event: "evt_a", Title: "Rehearsal: A"})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		interrupted, kept, running, stranger, early := made(), made(), made(), made(), made()
		must(t, interrupted.unlock()) // as the system does when a process is killed
		must(t, kept.keep())
		stranger.mark.Cluster = !stranger.mark.Cluster
		must(t, errors.Join(stranger.write(), stranger.unlock()))
		must(t, errors.Join(os.Remove(early.path(markFile)), early.unlock()))
		must(t, os.WriteFile(filepath.Join(folder, "notes"), nil, 0o600))

		removes(t, url, folder, false, interrupted, early)
		removes(t, url, folder, false)
		removes(t, url, folder, true, kept)
		must(t, running.remove(t.Context()))
		if left := names(t, folder); !slices.Equal(left, []string{stranger.name, "notes"}) {
			t.Errorf("%q are left", left)
		}
		if server.SQLitePath(url) == "" {
			for _, s := range []*scratch{interrupted, kept, running} {
				if there(t, url, s.name) {
					t.Errorf("the database %s is left", s.name)
				}
			}
			must(t, waitingrooms.DropDatabase(t.Context(), url, stranger.name))
			must(t, waitingrooms.DropDatabase(t.Context(), url, early.name))
		}
	})
}

// TestUnreadableMark: a folder whose mark says nothing is not ours to delete.
func TestUnreadableMark(t *testing.T) {
	t.Parallel()
	folder, url := t.TempDir(), testdb.Empty(t)
	s, err := newScratch(t.Context(), url, folder, mark{})
	must(t, err)
	must(t, errors.Join(os.WriteFile(s.path(markFile), []byte("{"), 0o600), s.unlock()))
	if _, err := Remove(t.Context(), url, folder, true); err == nil || !strings.Contains(err.Error(), s.name) {
		t.Errorf("removed: %v", err)
	}
}

// TestNoCopyWithoutDatabase: where no database can be created, nothing is left.
func TestNoCopyWithoutDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newScratch(ctx, "postgres://nobody@127.0.0.1:1/none?sslmode=disable", folder, mark{})
	if err == nil || !strings.Contains(err.Error(), "createdb") {
		t.Errorf("made: %v", err)
	}
	// The mark stays, so that the next run tries again to remove what there may be.
	if left := names(t, folder); len(left) != 1 {
		t.Errorf("%q are left", left)
	}
}

func removes(t *testing.T, url, folder string, kept bool, want ...*scratch) {
	t.Helper()
	removed, err := Remove(t.Context(), url, folder, kept)
	must(t, err)
	var folders []string
	for _, s := range want {
		folders = append(folders, s.folder)
	}
	slices.Sort(folders)
	if !slices.Equal(removed, folders) {
		t.Errorf("removed %q, want %q", removed, folders)
	}
}

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	must(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// there reports whether a cluster has a database.
func there(t *testing.T, url, name string) bool {
	t.Helper()
	db, err := sql.Open("pgx", url)
	must(t, err)
	defer db.Close() //nolint:errcheck // only read
	var n int
	must(t, db.QueryRow("select count(*) from pg_database where datname = $1", name).Scan(&n))
	return n > 0
}

// contents are all rows of a database, by table.
func contents(t *testing.T, url string) map[string][]string {
	t.Helper()
	driver, dsn, list := "pgx", url, "select tablename from pg_tables where schemaname = 'public'"
	if path := server.SQLitePath(url); path != "" {
		driver, dsn, list = "sqlite", "file:"+path, "select name from sqlite_master where type = 'table'"
	}
	db, err := sql.Open(driver, dsn)
	must(t, err)
	defer db.Close() //nolint:errcheck // only read
	found := map[string][]string{}
	for _, row := range textsOf(t, db, list) {
		found[row] = nil
	}
	for table := range found {
		found[table] = textsOf(t, db, `select * from "`+table+`"`)
	}
	return found
}

// textsOf returns the rows of a query as texts, in order.
func textsOf(t *testing.T, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.Query(query)
	must(t, err)
	defer rows.Close() //nolint:errcheck // rows.Err below tells what went wrong
	columns, err := rows.Columns()
	must(t, err)
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		must(t, rows.Scan(values...))
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = fmt.Sprint(*v.(*any))
		}
		list = append(list, strings.Join(texts, "|"))
	}
	must(t, rows.Err())
	slices.Sort(list)
	return list
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
