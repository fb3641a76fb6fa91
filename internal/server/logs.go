package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"

	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/publiclog/mirror"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
)

// LogKeyAt returns where the key of the public logs of a database is: in the file that is
// given, or else beside the database.
func LogKeyAt(db, file string) string {
	if file == "" {
		return beside(db, "log.key")
	}
	return file
}

// openLogs opens the public logs of events. A database whose logs were signed with a key
// that is not here is served all the same, without its logs: another key would begin
// another history.
//
// grown, if it is not nil, is told which logs have grown.
func openLogs(ctx context.Context, g *ground, rush func() bool, grown func(log string)) (*publiclog.Logs, error) {
	witnesses, err := openWitnesses(g.cfg.Witnesses, g.log)
	if err != nil {
		return nil, err
	}
	logs := &publiclog.Logs{
		Store: g.store, Log: g.log, Now: g.now, Witnesses: witnesses, Rush: rush, Grown: grown, Archived: archive.LogEntries{Store: g.store, Files: g.files}.Bundle,
	}
	g.figures.logs(logs)
	path := LogKeyAt(g.cfg.DB, g.cfg.LogKey)
	signed, err := g.store.Logs.AnySigned(ctx)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, fmt.Errorf("server: read the public logs: %w", err)
	}
	stopped := func(why error) (*publiclog.Logs, error) {
		g.log.ErrorContext(ctx, "server: the public logs of events have stopped: this is not the key that signed them; put the file of this installation back, or name it with --log-key",
			slog.String("file", path), slog.Any("error", why))
		return logs, nil
	}
	if signed.Signed > 0 {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return stopped(err)
		}
	}
	signer, err := tlog.OpenSigner(path, g.host)
	if err != nil {
		return nil, err
	}
	if keyring.OpenToOthers(path) {
		g.log.WarnContext(ctx, "server: other users can read the key of the public logs; it should be its owner's only (mode 600)", slog.String("file", path))
	}
	if signed.Signed > 0 {
		key, err := signer.Key().VerifierKey(signed.EventID)
		if err != nil {
			return nil, err
		}
		if _, err := tlog.OpenCheckpoint([]byte(signed.Checkpoint), key); err != nil {
			return stopped(err)
		}
	}
	logs.Signer = signer
	return logs, nil
}

// openWitnesses reads who signs the log of the installation too; nil: nobody does.
func openWitnesses(path string, log *slog.Logger) (*witness.Group, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path) //nolint:gosec // the operator names it
	if err != nil {
		return nil, fmt.Errorf("server: read the witnesses: %w", err)
	}
	list, err := witness.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("server: %s: %w", path, err)
	}
	return witness.NewGroup(list, http.DefaultTransport, log), nil
}

// openLogCopies makes what copies public logs out of the database, those that are marked first.
func openLogCopies(g *ground, logs *publiclog.Logs, marks *mirror.Marks) (*mirror.Keeper, error) {
	to, err := objectstore.Open(g.cfg.LogCopy, g.cfg.FileKeys)
	if err != nil {
		return nil, fmt.Errorf("server: where public logs are copied to: %w", err)
	}
	k, err := mirror.New(mirror.Config{Logs: logs, Store: g.store, To: to, Log: g.log, Marks: marks})
	if err != nil {
		return nil, err
	}
	g.figures.logCopies(k.Failing)
	return k, nil
}
