package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/replica"
	"github.com/holdfast-events/holdfast/internal/server"
)

// replicaAt are the flags of where a replica is.
type replicaAt struct {
	Replicate          string `help:"Replicate an SQLite database to an object store while it is used: s3://BUCKET/PREFIX?endpoint=HOST:PORT, with &region=NAME and &tls=false where they are needed, or file:///FOLDER on another disk. On an empty disk the database is restored from there at the start." env:"HOLDFAST_REPLICATE" placeholder:"WHERE"`
	ReplicateAccessKey string `help:"Access key of the bucket of --replicate. Default: --s3-access-key." env:"HOLDFAST_REPLICATE_ACCESS_KEY" placeholder:"KEY"`
	ReplicateSecretKey string `help:"Secret key of the bucket of --replicate. Default: --s3-secret-key." env:"HOLDFAST_REPLICATE_SECRET_KEY" placeholder:"KEY"`
}

// replicating are the flags of a server that replicates.
type replicating struct {
	replicaAt
	ReplicateSync bool          `help:"Answer a change only when the object store of --replicate has it: nothing that was answered is lost with the machine." env:"HOLDFAST_REPLICATE_SYNC"`
	ReplicateKeep time.Duration `help:"For how long the replica keeps what is needed to restore an earlier state." default:"24h" env:"HOLDFAST_REPLICATE_KEEP" placeholder:"DURATION"`
}

func (r *replicaAt) config(f *fileStore) server.Replicate {
	keys := objectstore.Credentials{AccessKey: r.ReplicateAccessKey, SecretKey: r.ReplicateSecretKey}
	if keys == (objectstore.Credentials{}) {
		keys = objectstore.Credentials{AccessKey: f.S3AccessKey, SecretKey: f.S3SecretKey}
	}
	return server.Replicate{To: r.Replicate, Keys: keys}
}

func (r *replicating) config(f *fileStore) server.Replicate {
	c := r.replicaAt.config(f)
	c.Sync, c.Keep = r.ReplicateSync, r.ReplicateKeep
	return c
}

// restoreFiles brings the files back that are in the replica and not in their folder.
func (c *restoreCommand) restoreFiles(ctx context.Context, from objectstore.Store, log *slog.Logger) (int, error) {
	at := server.Config{DB: c.DB, Files: c.Files}
	m, err := server.MirrorFiles(ctx, at.FilesAt(), from, false, nil, log)
	if err != nil || m == nil {
		return 0, err
	}
	files, damaged, err := m.Recover(ctx)
	if err == nil && len(damaged) > 0 {
		err = fmt.Errorf("the database is restored, and %d files; the copies of these are damaged: %s", files, strings.Join(damaged, ", "))
	}
	return files, err
}

type restoreCommand struct {
	database
	replicaAt
	fileStore
	Until time.Time `help:"Leave out what was sent to the replica after this time (RFC 3339)." placeholder:"TIME"`
}

// Run restores a database that is not there.
func (c *restoreCommand) Run(ctx context.Context, log *slog.Logger) error {
	path := server.SQLitePath(c.DB)
	if path == "" {
		return errors.New("restore: --db must be sqlite:PATH")
	}
	if c.Replicate == "" {
		return errors.New("restore: --replicate says where the replica is")
	}
	if err := makeFolder(c.DB); err != nil {
		return err
	}
	at := c.replicaAt.config(&c.fileStore)
	from, err := at.Open()
	if err != nil {
		return err
	}
	r, err := replica.Restore(ctx, replica.RestoreConfig{Target: from, Path: path, Until: c.Until})
	if err != nil {
		return err
	}
	files, err := c.restoreFiles(ctx, from, log)
	if err != nil {
		return err
	}
	if r.Left > 0 {
		log.Warn("what came later was left out: it needs a snapshot that is not complete", "entries", r.Left)
	}
	_, err = fmt.Printf("Restored %s: %d bytes, as of %s (entry %d: the snapshot of entry %d and %d entries behind it), and %d files.\nThe keys are not in the replica: put %s and log.key beside it, unless they are there. Then run holdfast verify.\n",
		path, r.Bytes, r.At.UTC().Format(time.RFC3339), r.Seq, r.Snapshot, r.Entries, files, filepath.Join(filepath.Dir(path), "master.keys"))
	return err
}
