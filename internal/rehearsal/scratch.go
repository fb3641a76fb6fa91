package rehearsal

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

const (
	// prefix begins the name of each copy: of its folder, and of its database where that is
	// one of a cluster.
	prefix   = "holdfast_rehearsal_"
	markFile = "rehearsal.json"
	lockName = "lock"
)

// mark says what lies in the folder of a copy. It is written before there is anything else.
type mark struct {
	Event   string    `json:"event"`
	Title   string    `json:"title"`
	Made    time.Time `json:"made"`
	Cluster bool      `json:"cluster"` // the database is one of the cluster, and has the name of the folder
	Kept    bool      `json:"kept"`
}

// scratch is where a copy lies.
type scratch struct {
	name   string
	folder string
	source string // the database that it is beside
	db     string // its own
	mark   mark
	unlock func() error
}

// newScratch makes room for a copy, marked as one and locked by this process.
func newScratch(ctx context.Context, source, folder string, m mark) (s *scratch, err error) {
	s = &scratch{name: prefix + strings.ToLower(rand.Text()[:12]), source: source, mark: m}
	s.folder = filepath.Join(folder, s.name)
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, fmt.Errorf("rehearsal: make the folder of the copy: %w", err)
	}
	if s.unlock, err = waitingrooms.Lock(ctx, filepath.Join(s.folder, lockName)); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.folder))
	}
	s.mark.Cluster = server.SQLitePath(source) == ""
	s.db = "sqlite:" + filepath.Join(s.folder, "holdfast.db")
	if err = s.write(); err == nil && s.mark.Cluster {
		if s.db, err = waitingrooms.CreateDatabase(ctx, source, s.name); err != nil {
			err = fmt.Errorf("rehearsal: create a database for the copy, which whoever the URL names must be allowed to (alter role … createdb): %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, s.remove(context.WithoutCancel(ctx)))
	}
	return s, nil
}

func (s *scratch) write() error {
	text, err := json.MarshalIndent(s.mark, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path(markFile), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("rehearsal: mark the copy: %w", err)
	}
	return nil
}

func (s *scratch) path(name string) string { return filepath.Join(s.folder, name) }

// keep leaves the copy where it is.
func (s *scratch) keep() error {
	s.mark.Kept = true
	return errors.Join(s.write(), s.unlock())
}

// remove deletes the copy. The folder goes last: while it is there, the copy is found.
func (s *scratch) remove(ctx context.Context) error {
	var err error
	if s.mark.Cluster {
		err = waitingrooms.DropDatabase(ctx, s.source, s.name)
	}
	if unlocked := s.unlock(); err == nil {
		err = unlocked
	}
	if err == nil {
		err = os.RemoveAll(s.folder)
	}
	if err != nil {
		return fmt.Errorf("rehearsal: remove the copy %s: %w", s.folder, err)
	}
	return nil
}

// Remove removes the copies of rehearsals that were interrupted, and with kept those that
// were kept too. Those under way stay. It returns the folders of what it removed.
func Remove(ctx context.Context, source, folder string, kept bool) (removed []string, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("rehearsal: look for copies: %w", err)
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		s := &scratch{name: e.Name(), folder: filepath.Join(folder, e.Name()), source: source}
		gone, err := s.removeLeft(ctx, kept)
		if err != nil {
			return removed, err
		}
		if gone {
			removed = append(removed, s.folder)
		}
	}
	return removed, nil
}

// removeLeft removes a copy that nobody works with.
func (s *scratch) removeLeft(ctx context.Context, kept bool) (gone bool, err error) {
	s.unlock, err = waitingrooms.Lock(ctx, s.path(lockName))
	switch {
	case errors.Is(err, waitingrooms.ErrLocked):
		return false, nil
	case err != nil:
		return false, err
	}
	text, err := os.ReadFile(s.path(markFile))
	if err == nil {
		err = json.Unmarshal(text, &s.mark)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist): // it was interrupted before it began
	case err != nil:
		return false, errors.Join(fmt.Errorf("rehearsal: read the mark of %s: %w", s.folder, err), s.unlock())
	case s.mark.Cluster != (server.SQLitePath(s.source) == ""): // beside another database
		return false, s.unlock()
	case s.mark.Kept && !kept:
		return false, s.unlock()
	}
	return true, s.remove(ctx)
}
