package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

// TestPragmas asks the connections of each pool what they are set to: a pragma
// that SQLite does not know or take is ignored without an error.
func TestPragmas(t *testing.T) {
	db, err := Open(filepath.Join(t.TempDir(), "a b%.db"), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	for name, want := range map[string]struct{ write, jobs, read string }{
		"journal_mode":  {"wal", "wal", "wal"},
		"synchronous":   {"2", "1", "1"}, // FULL, NORMAL
		"foreign_keys":  {"1", "1", "1"},
		"secure_delete": {"1", "1", "1"},
		"query_only":    {"0", "0", "1"},
		"busy_timeout":  {"5000", "5000", "5000"},
		"cache_size":    {"-16384", "-512", "-512"}, // in KB; what it costs to empty: BenchmarkReadAfterCommit
	} {
		for _, c := range []struct {
			pool *sql.DB
			want string
		}{{db.write, want.write}, {db.jobs, want.jobs}, {db.read, want.read}} {
			var got string
			if err := c.pool.QueryRow("pragma " + name).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("%s is %s, want %s", name, got, c.want)
			}
		}
	}
	if _, err := db.read.Exec("create table t (a int)"); err == nil {
		t.Error("the pool for queries can write")
	}
}

// TestPrivateFiles: nobody but the owner reads the files, also those that were there
// before.
func TestPrivateFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holdfast.db")
	modes := func(want string) {
		t.Helper()
		for _, suffix := range suffixes {
			info, err := os.Stat(path + suffix)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().String(); got != want {
				t.Errorf("%q is %s, want %s", suffix, got, want)
			}
		}
	}
	open := func() *DB {
		t.Helper()
		db, err := Open(path, "", nil)
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
	first := open()
	modes("-rw-------")
	for _, suffix := range suffixes {
		if err := os.Chmod(path+suffix, 0o644); err != nil { //nolint:gosec // what this is about
			t.Fatal(err)
		}
	}
	if err := first.files.private(); err != nil {
		t.Fatal(err)
	}
	modes("-rw-------")
}

func TestOldSQLiteIsRefused(t *testing.T) {
	for version, good := range map[string]bool{"3.53.4": true, "3.51.3": true, "4.0.0": true, "3.51.2": false, "3.40.1": false, "2.60.9": false, "": false, "new": false} {
		if err := sound(version); (err == nil) != good {
			t.Errorf("%q: %v", version, err)
		}
	}
}
