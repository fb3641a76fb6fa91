package sequencer_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestFullDisk: while the disk is full each command is told at once that nothing can
// be written now, the log is told once, and all goes on when there is room again.
func TestFullDisk(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		var full atomic.Bool
		driver := faultsql.RegisterCode(&sqlite.Driver{}, lib.SQLITE_FULL, func(op faultsql.Op, when faultsql.When) bool {
			return full.Load() && op == faultsql.OpCommit && when == faultsql.Before // as SQLite finds out
		})
		st := openStore(t, database.Config{URL: testdb.SQLite(t), SQLiteDriver: driver})
		fullDisk(t, st, func(now bool) { full.Store(now) })
	})
	t.Run("postgres", func(t *testing.T) {
		st := openStore(t, database.Config{URL: testdb.Postgres(t)})
		fullDisk(t, st, func(now bool) {
			if now {
				storetest.FullDisk(t, st, "events")
			} else {
				storetest.DropFault(t, st, "events")
			}
		})
	})
}

func fullDisk(t *testing.T, st *store.Store, full func(bool)) {
	f := build(t, st, 1000)
	logged := &bytes.Buffer{}
	cfg := f.config()
	cfg.Log = slog.New(slog.NewTextHandler(logged, nil))
	w, err := sequencer.NewWriter(cfg)
	if err != nil {
		t.Fatal(err)
	}
	write := func(n int) error {
		results, _ := w.Write(t.Context(), f.event, []sequencer.Request{f.register(n), f.register(1000 + n)})
		if results[1].Err != nil && !errors.Is(results[1].Err, results[0].Err) {
			t.Errorf("two commands of one batch: %v and %v", results[0].Err, results[1].Err)
		}
		return results[0].Err
	}
	if err := write(1); err != nil {
		t.Fatal(err)
	}
	full(true)
	for n := range 20 {
		if err := write(2 + n); !errors.Is(err, sequencer.ErrUnavailable) {
			t.Fatalf("with a full disk: %v, want ErrUnavailable", err)
		}
	}
	if lines := strings.Count(logged.String(), "\n"); lines != 1 || !strings.Contains(logged.String(), "full") {
		t.Errorf("the log was told in %d lines, want 1:\n%s", lines, logged)
	}
	if err := st.Writable(t.Context()); !errors.Is(err, database.ErrFull) {
		t.Errorf("after commands that met a full disk: %v, want ErrFull", err)
	}
	full(false)
	for n := range 20 {
		if err := write(2 + n); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(logged.String(), "available again") {
		t.Errorf("the log was not told that it is over:\n%s", logged)
	}
	f.verified()
}

// TestDeletedFiles deletes a file of the database under a writer. Nothing is
// acknowledged that is not in the database file afterwards.
func TestDeletedFiles(t *testing.T) {
	for _, c := range []struct {
		name, file string
		replaced   bool
	}{
		{"log", "-wal", false}, {"index of the log", "-shm", false}, {"log replaced", "-wal", true}, {"database", "", false},
	} {
		t.Run(c.name, func(t *testing.T) { deletedFile(t, c.file, c.replaced) })
	}
}

func deletedFile(t *testing.T, file string, replaced bool) {
	url := testdb.SQLite(t)
	path := strings.TrimPrefix(url, "sqlite:")
	st := openStore(t, database.Config{URL: url})
	f := build(t, st, 1000)
	w := f.quietWriter()
	register := func(n int) error {
		results, _ := w.Write(t.Context(), f.event, []sequencer.Request{f.register(n)})
		return results[0].Err
	}
	for n := range 20 {
		if err := register(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.CheckFiles(t.Context()); err != nil {
		t.Fatalf("nothing was deleted: %v", err)
	}
	if file == "" { // what is in the log belongs to the file that is deleted
		if err := os.Rename(path, path+".gone"); err != nil {
			t.Fatal(err)
		}
	} else if err := os.Remove(path + file); err != nil {
		t.Fatal(err)
	}
	if replaced {
		if err := os.WriteFile(path+file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 3 {
		if err := register(100 + n); !errors.Is(err, sequencer.ErrUnavailable) {
			t.Errorf("after the file was deleted: %v, want ErrUnavailable", err)
		}
	}
	if err := st.CheckFiles(t.Context()); !errors.Is(err, database.ErrLost) {
		t.Errorf("looked for the files: %v, want ErrLost", err)
	}
	if err := st.Writable(t.Context()); !errors.Is(err, database.ErrLost) {
		t.Errorf("writable: %v, want ErrLost", err)
	}
	if v, err := st.Registrations.Registration(t.Context(), f.event, "u7"); err != nil || v.Hold == nil {
		t.Errorf("reading does not go on: %v", err)
	}
	if replaced || file == "" {
		return
	}
	// What a process leaves behind that is killed now.
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	left := path + ".left"
	if err := os.WriteFile(left, text, 0o600); err != nil {
		t.Fatal(err)
	}
	f.store = openStore(t, database.Config{URL: "sqlite:" + left})
	for n := range 20 {
		if v, err := f.store.Registrations.Registration(t.Context(), f.event, fmt.Sprintf("u%d", n)); err != nil || v.Hold == nil {
			t.Fatalf("registration %d was acknowledged and is lost: %v", n, err)
		}
	}
	f.verified()
}
