package sqlite

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScrub: what was deleted is in no file any more, once nobody reads what was before.
func TestScrub(t *testing.T) {
	path := filepath.Join(t.TempDir(), "holdfast.db")
	db, err := Open(path, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	const secret = "Zebedee Quixworth"
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.write.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	traces := func() (n int) {
		t.Helper()
		for _, suffix := range suffixes {
			raw, err := os.ReadFile(path + suffix)
			if err != nil {
				t.Fatal(err)
			}
			n += bytes.Count(raw, []byte(secret))
		}
		return n
	}
	exec("create table t (id integer primary key, name text)")
	for i := range 50 {
		exec("insert into t (id, name) values ($1, $2)", i, strings.Repeat("x", 100*i)+secret) // some on pages of their own
	}
	exec("pragma wal_checkpoint(truncate)")
	tx, err := db.read.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow("select count(*) from t").Scan(&n); err != nil || n != 50 {
		t.Fatal(n, err)
	}
	exec("update t set name = '' where id < 25")
	exec("delete from t where id >= 25")
	if clean, err := db.Scrub(t.Context()); clean || err != nil || traces() == 0 {
		t.Errorf("while somebody reads what was before: %v, %v, %d traces", clean, err, traces())
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if clean, err := db.Scrub(t.Context()); !clean || err != nil || traces() != 0 {
		t.Errorf("afterwards: %v, %v, %d traces", clean, err, traces())
	}
	exec("insert into t (id, name) values (1000, 'goes on')")
	if err := db.CheckFiles(t.Context()); err != nil {
		t.Error(err)
	}
}
