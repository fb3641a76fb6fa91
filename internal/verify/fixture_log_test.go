package verify_test

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// signerOfLogs returns the signer of public logs whose key is in a folder: what it has
// signed is outside of the databases, and so is not what is done to a copy of one.
func signerOfLogs(t testing.TB, folder string) *tlog.Signer {
	t.Helper()
	s, err := tlog.OpenSigner(filepath.Join(folder, "log.key"), "holdfast.test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// publish takes all that has happened at an event into its public log.
func (f *fixture) publish(signer *tlog.Signer, event string) {
	f.t.Helper()
	logs := &publiclog.Logs{Store: f.store, Signer: signer, Log: slog.New(slog.DiscardHandler)}
	for more := true; more; {
		var err error
		if more, err = logs.Grow(f.t.Context(), event); err != nil {
			f.t.Fatal(err)
		}
	}
}

// snapshots stores snapshots of an event, so many audit rows apart.
func (f *fixture) snapshots(event string, every int64) {
	f.t.Helper()
	keeper := &stored.Keeper{Store: f.store, Log: slog.New(slog.DiscardHandler), Every: every}
	for more := true; more; {
		var err error
		if more, err = keeper.Make(f.t.Context(), event); err != nil {
			f.t.Fatal(err)
		}
	}
}

// include takes the newest checkpoints into the log of the installation.
func (f *fixture) include(signer *tlog.Signer) {
	f.t.Helper()
	logs := &publiclog.Logs{Store: f.store, Signer: signer, Log: slog.New(slog.DiscardHandler)}
	if err := logs.Include(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}
