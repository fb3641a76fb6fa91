package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// shared is the one cluster of a test program. It ends with the program: by the
// death signal, because no test knows whether it is the last.
var shared struct {
	once   sync.Once
	server *Server
	err    error
	dbs    atomic.Int64
}

// Shared returns the cluster that all tests of this program share, starting it
// at the first call. Stale directories of programs that ended are removed.
func Shared() (*Server, error) {
	shared.once.Do(func() {
		sweep()
		shared.server, shared.err = Start(context.Background(), Options{})
	})
	return shared.server, shared.err
}

// StopShared ends the shared cluster, for a TestMain that wants to leave nothing behind.
func StopShared() error {
	if shared.server == nil {
		return nil
	}
	return shared.server.Stop()
}

// ForTest returns the URL of a fresh, empty database on the shared cluster,
// dropped when the test ends. Where PostgreSQL is not installed the test is
// skipped, but fails when CI=true: there nothing may go untested.
func ForTest(t testing.TB) string {
	t.Helper()
	server := RequireShared(t)
	name := fmt.Sprintf("test_%d", shared.dbs.Add(1))
	url, err := server.CreateDB(t.Context(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.DropDB(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return url
}

// RequireShared is Shared for a test, which it skips or fails as ForTest does.
func RequireShared(t testing.TB) *Server {
	t.Helper()
	server, err := Shared()
	Require(t, err)
	return server
}

// Require skips or fails a test because of an error of Start.
func Require(t testing.TB, err error) {
	t.Helper()
	switch {
	case err == nil:
	case errors.Is(err, ErrNotInstalled) && os.Getenv("CI") != "true":
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}

// sweep removes the directories of programs that ended without Stop.
func sweep() {
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), tempPrefix+"*"))
	if err != nil {
		return // the pattern is a constant
	}
	for _, dir := range dirs {
		b, err := os.ReadFile(filepath.Join(dir, ownerFile))
		if err != nil {
			continue // not ours, or being made
		}
		pid, err := strconv.Atoi(string(b))
		if err == nil && !alive(pid) {
			_ = os.RemoveAll(dir) // another program may be removing it too
		}
	}
}
