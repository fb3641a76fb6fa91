package server

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"github.com/holdfast-events/holdfast/internal/faultsql"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// stopAt starts a server on a copy of a database. It is told to stop at the nth
// call to that, before or after it is made. stopAt returns what the server did and
// whether its start was over by then.
func stopAt(t *testing.T, db []byte, n int64, side faultsql.When) (started bool, err error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var calls atomic.Int64
	driver := faultsql.Register(&sqlite.Driver{}, func(_ faultsql.Op, when faultsql.When) bool {
		if when == side && calls.Add(1) == n {
			stop()
			for range 1000 {
				runtime.Gosched() // until database/sql has seen it, or has not
			}
		}
		return false
	})
	path := filepath.Join(t.TempDir(), "holdfast.db")
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), database.Config{URL: "sqlite:" + path, SQLiteDriver: driver})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{DB: "sqlite:", Files: t.TempDir(), Search: t.TempDir(), MasterKeys: MasterKeys{Text: masterKeys}, LogKey: filepath.Join(t.TempDir(), "log.key"), Listen: "127.0.0.1:0", LocalMailbox: true, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	if err := cfg.check(); err != nil {
		t.Fatal(err)
	}
	calls.Store(0)
	err = run(ctx, &cfg, st, nil, func(ctx context.Context, s *Server) error {
		_, err := s.SetupURL(ctx)
		started = err == nil
		stop()
		return err
	})
	return started, err
}

// TestToldToStopWhileStarting: whoever stops a server that has not yet started
// is told about no failure, wherever its start was cut off.
func TestToldToStopWhileStarting(t *testing.T) {
	db, err := os.ReadFile(strings.TrimPrefix(testdb.SQLite(t), "sqlite:"))
	if err != nil {
		t.Fatal(err)
	}
	step := int64(1)
	if testing.Short() {
		step = 9
	}
	for _, side := range []faultsql.When{faultsql.Before, faultsql.After} {
		t.Run(string(side), func(t *testing.T) {
			cut := 0
			for n := int64(1); ; n += step {
				started, err := stopAt(t, db, n, side)
				if err != nil {
					t.Errorf("told to stop at call %d: %v", n, err)
				}
				if started {
					break
				}
				cut += int(step)
			}
			if cut < 20 {
				t.Errorf("only %d calls before the start was over", cut)
			}
		})
	}
}
