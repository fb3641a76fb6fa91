package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/replica"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// Replicate says where an SQLite database is replicated to.
type Replicate struct {
	// To is s3://BUCKET/PREFIX?endpoint=HOST:PORT with Keys, or file:///FOLDER, which is
	// meant to be on another disk. Empty: nowhere.
	To   string
	Keys objectstore.Credentials
	// Sync answers a change only when To has it.
	Sync bool
	// Keep is for how long older states can be restored; 0: replica.DefaultKeep.
	Keep time.Duration
}

// On reports whether the database is replicated.
func (r *Replicate) On() bool { return r.To != "" }

func (r *Replicate) check(db string) error {
	switch {
	case !r.On() && r.Sync:
		return errors.New("server: --replicate-sync needs --replicate")
	case !r.On():
		return nil
	case SQLitePath(db) == "":
		return errors.New("server: --replicate is for SQLite: PostgreSQL replicates by itself, to a standby server")
	case r.Keep < 0:
		return fmt.Errorf("server: --replicate-keep must not be negative, got %s", r.Keep)
	}
	return nil
}

// Open opens the place that a replica is kept in.
func (r *Replicate) Open() (objectstore.Store, error) {
	where := r.To
	if rest, ok := strings.CutPrefix(where, "file://"); ok {
		if !strings.HasPrefix(rest, "/") {
			return nil, fmt.Errorf("server: --replicate: %q is not file:///FOLDER", where)
		}
		folder, err := url.PathUnescape(rest)
		if err != nil {
			return nil, fmt.Errorf("server: --replicate: %w", err)
		}
		where = folder
	} else if !strings.HasPrefix(where, "s3://") {
		return nil, fmt.Errorf("server: --replicate: %q is neither s3://BUCKET/PREFIX?endpoint=HOST:PORT nor file:///FOLDER", where)
	}
	kept, err := objectstore.Open(where, r.Keys)
	if err != nil {
		return nil, fmt.Errorf("server: --replicate: %w", err)
	}
	return kept, nil
}

// replicated is the replica of the database of a server and, where they are in a folder, of its
// files; nil: there is none.
type replicated struct {
	keeper *replica.Keeper
	exact  bool
	cfg    *Config
	to     objectstore.Store
	files  *objectstore.Mirror // nil: files are in an object store
}

// prepareReplica looks at the replica, and restores the database from it where there is none.
func prepareReplica(ctx context.Context, cfg *Config) (*replicated, error) {
	if !cfg.Replicate.On() {
		return nil, nil
	}
	to, err := cfg.Replicate.Open()
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "a server"
	}
	k, err := replica.New(replica.Config{
		Target: to, Where: cfg.Replicate.Where(), Sync: cfg.Replicate.Sync, Keep: cfg.Replicate.Keep,
		Host: fmt.Sprintf("%s (process %d)", host, os.Getpid()), Now: time.Now, Log: cfg.Log,
	})
	if err != nil {
		return nil, err
	}
	exact, err := k.Prepare(ctx, SQLitePath(cfg.DB))
	return &replicated{keeper: k, exact: exact, cfg: cfg, to: to}, err
}

// MirrorFiles opens the copy of the files in a folder; nil: they are in an object store, which
// keeps them by itself.
func MirrorFiles(ctx context.Context, folder string, to objectstore.Store, sync bool, refuse func() error, log *slog.Logger) (*objectstore.Mirror, error) {
	if strings.HasPrefix(folder, "s3://") {
		return nil, nil
	}
	return objectstore.OpenMirror(ctx, objectstore.MirrorConfig{Folder: folder, Copy: to, Sync: sync, Refuse: refuse, Log: log})
}

// Where is the place for people, without what comes behind a question mark.
func (r *Replicate) Where() string {
	where, _, _ := strings.Cut(r.To, "?")
	return where
}

func (r *replicated) engine() engine.Replica {
	if r == nil {
		return nil
	}
	return r.keeper
}

// start begins to replicate a database that is open.
func (r *replicated) start(ctx context.Context, st *store.Store) error {
	if r == nil {
		return nil
	}
	feed, err := st.Feed(ctx)
	if err != nil {
		return err
	}
	if err := r.keeper.Start(ctx, feed, r.exact); err != nil {
		return err
	}
	return r.startFiles(ctx)
}

// startFiles brings files back that are gone, and goes on to copy those that come.
func (r *replicated) startFiles(ctx context.Context) (err error) {
	if r.files, err = MirrorFiles(ctx, r.cfg.Files, r.to, r.cfg.Replicate.Sync, r.keeper.Taken, r.cfg.Log); err != nil || r.files == nil {
		return err
	}
	back, damaged, err := r.files.Recover(ctx)
	if back > 0 || len(damaged) > 0 {
		r.cfg.Log.InfoContext(ctx, "server: files were brought back from the replica", slog.Int("files", back), slog.Int("damaged", len(damaged)))
	}
	if err != nil {
		return fmt.Errorf("server: files of the replica: %w", err)
	}
	return r.files.Start(ctx)
}

// open opens where files are kept.
func (r *replicated) open(cfg *Config) (objectstore.Store, error) {
	if r != nil && r.files != nil {
		return r.files, nil
	}
	return objectstore.Open(cfg.Files, cfg.FileKeys)
}

func (r *replicated) stop(ctx context.Context) error {
	if r == nil {
		return nil
	}
	if r.files != nil { // files first: the database names them
		if err := r.files.Stop(ctx); err != nil {
			return errors.Join(fmt.Errorf("server: files that were written last are not in the replica: %w", err), r.keeper.Stop(ctx))
		}
	}
	return r.keeper.Stop(ctx)
}

// lost is closed when another server goes on with the replica.
func (r *replicated) lost() <-chan struct{} {
	if r == nil {
		return nil
	}
	return r.keeper.Lost()
}

// measure adds how the replica is doing.
func (r *replicated) measure(m *metrics) {
	if r != nil {
		m.replica(r.keeper.Figures)
		if r.files != nil {
			m.replicaFiles(r.files.Figures)
		}
	}
}
