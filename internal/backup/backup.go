// Package backup copies a database that is in use into one file from which it
// can be restored.
//
// SQLite is copied by itself into a new database file: restoring is putting that
// file where the old one was. PostgreSQL is copied by its own pg_dump, in the
// custom format: restoring is pg_restore into an empty database. Either copy is
// one moment of the whole database, so `holdfast verify` is clean on what was
// restored.
package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store"
)

// ErrExists: the file is there already; a backup is never written over another.
var ErrExists = errors.New("backup: the file exists already")

// ErrNoPgDump: PostgreSQL's client programs are not installed.
var ErrNoPgDump = errors.New("backup: pg_dump was not found; install PostgreSQL's client programs")

// Kind is what Write makes of a database: sqlite_file or pg_dump.
func Kind(st *store.Store) string {
	if st.Engine() == "sqlite" {
		return "sqlite_file"
	}
	return "pg_dump"
}

// Write backs up the database at databaseURL, which st has open, to path. The
// file appears under its name only when it is complete, readable by its owner only.
func Write(ctx context.Context, st *store.Store, databaseURL, path string) (err error) {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%w: %s", ErrExists, path)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".holdfast-backup-*") // 0700
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	part := filepath.Join(dir, "part")
	if st.Engine() == "sqlite" {
		err = st.CopyTo(ctx, part)
	} else {
		err = dump(ctx, databaseURL, part)
	}
	if err != nil {
		return err
	}
	if err := sync(part); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	// Link, unlike Rename, fails when somebody made the file meanwhile.
	if err := os.Link(part, path); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}

func sync(path string) error {
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// dump runs pg_dump. The password goes through the environment, because
// everybody on the machine can read the arguments of a process.
func dump(ctx context.Context, databaseURL, path string) error {
	program, err := exec.LookPath("pg_dump")
	if err != nil {
		return ErrNoPgDump
	}
	u, err := url.Parse(databaseURL)
	if err != nil {
		return errors.New("backup: the database address cannot be read") // the error would quote the password
	}
	env := os.Environ()
	if password, ok := u.User.Password(); ok {
		env = append(env, "PGPASSWORD="+password)
		u.User = url.User(u.User.Username())
	}
	cmd := exec.CommandContext(ctx, program, "--format=custom", "--no-owner", "--file="+path, "--dbname="+u.String())
	cmd.Env = env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("backup: pg_dump: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	return nil
}
