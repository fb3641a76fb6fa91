package replica

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// fetchAhead is how many entries are fetched at once.
const fetchAhead = 16

// ErrExists: there is a database already, which is never written over.
var ErrExists = errors.New("replica: there is a database file already")

// RestoreConfig says what to restore, and to where.
type RestoreConfig struct {
	Target objectstore.Store
	Path   string // of the database file
	// Until leaves out what was sent later; zero: nothing.
	Until time.Time
}

// Restored is what was restored.
type Restored struct {
	Seq      uint64    // the last entry
	At       time.Time // when that was sent
	Snapshot uint64    // what it began with
	Entries  int       // behind the snapshot
	Bytes    int64     // of the database
	// Left is how many entries are left out, because the snapshot that begins them anew is
	// not complete.
	Left int
}

// Restore makes a database file from a replica: the newest snapshot, and the entries behind
// it, each of which has to be there, to be whole, and to follow the one before. The file
// appears under its name only when it is complete and on the disk.
func Restore(ctx context.Context, c RestoreConfig) (r *Restored, err error) {
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if _, err := os.Stat(c.Path + suffix); !errors.Is(err, fs.ErrNotExist) {
			return nil, errors.Join(fmt.Errorf("%w: %s", ErrExists, c.Path+suffix), err)
		}
	}
	t := target{c.Target}
	s, err := t.choose(ctx, c.Until)
	if err != nil {
		return nil, err
	}
	part := c.Path + ".restoring"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("replica: restore: %w", err)
	}
	r, stamp, err := t.restore(ctx, file, s, c.Until)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, c.Path); err != nil {
		return nil, fmt.Errorf("replica: restore: %w", err)
	}
	dir, err := os.Open(filepath.Dir(c.Path))
	if err != nil {
		return nil, fmt.Errorf("replica: restore: %w", err)
	}
	if err := errors.Join(dir.Sync(), dir.Close(), sqlite.MarkUnchanged(c.Path, stamp)); err != nil {
		return nil, fmt.Errorf("replica: restore: %w", err)
	}
	return r, nil
}

// choose reads the manifest of the newest snapshot that was taken by a time.
func (t target) choose(ctx context.Context, until time.Time) (*snapshot, error) {
	snapshots, err := t.snapshots(ctx)
	if err != nil {
		return nil, fmt.Errorf("replica: restore: %w", err)
	}
	for _, seq := range snapshots {
		s, err := t.manifest(ctx, seq)
		if err != nil {
			return nil, fmt.Errorf("replica: restore: %w", err)
		}
		if until.IsZero() || !time.UnixMicro(s.At).After(until) {
			return s, nil
		}
	}
	if len(snapshots) > 0 {
		return nil, fmt.Errorf("%w as of that time: its oldest snapshot is younger", ErrEmpty)
	}
	return nil, ErrEmpty
}

// restore writes a snapshot and what follows it.
func (t target) restore(ctx context.Context, file *os.File, s *snapshot, until time.Time) (*Restored, sqlite.Stamp, error) {
	r := &Restored{Seq: s.Seq, Snapshot: s.Seq, At: time.UnixMicro(s.At)}
	var stamp sqlite.Stamp
	seqs, err := t.list(ctx)
	if err != nil {
		return nil, stamp, fmt.Errorf("replica: restore: %w", err)
	}
	if err := t.writeSnapshot(ctx, file, s); err != nil {
		return nil, stamp, err
	}
	of, err := t.entry(ctx, s.Seq, false)
	if err != nil {
		return nil, stamp, fmt.Errorf("replica: restore: %w", err)
	}
	if of.hash != s.Entry {
		return nil, stamp, fmt.Errorf("%w: the snapshot is of another entry %d than there is", ErrDamaged, s.Seq)
	}
	stamp = of.Stamp
	size, total, newest := s.Size, s.Total, seqs[len(seqs)-1]
	fetched := t.fetch(ctx, s.Seq+1, newest)
	prev := s.Entry
	for seq := s.Seq + 1; seq <= newest; seq++ {
		f := <-fetched(seq)
		if f.err != nil {
			return nil, stamp, fmt.Errorf("replica: restore: %w", f.err)
		}
		e := f.entry
		if e.Prev != prev {
			return nil, stamp, fmt.Errorf("%w: %s does not follow the entry before it", ErrDamaged, entryName(seq))
		}
		if !until.IsZero() && e.time().After(until) {
			break
		}
		if !e.Joined {
			r.Left = int(newest - seq + 1) //nolint:gosec // few
			break
		}
		if e.Count > 0 && e.Size != size {
			return nil, stamp, fmt.Errorf("%w: %s has pages of %d bytes, the snapshot of %d", ErrDamaged, entryName(seq), e.Size, size)
		}
		for n, page := range e.pages {
			if n == 0 {
				return nil, stamp, fmt.Errorf("%w: %s has a page 0", ErrDamaged, entryName(seq))
			}
			if _, err := file.WriteAt(page, int64(n-1)*int64(size)); err != nil {
				return nil, stamp, fmt.Errorf("replica: restore: %w", err)
			}
		}
		if e.Count > 0 {
			total = e.Total
		}
		prev, stamp = e.hash, e.Stamp
		r.Seq, r.At = e.Seq, e.time()
		r.Entries++
	}
	r.Bytes = int64(total) * int64(size)
	if err := file.Truncate(r.Bytes); err != nil {
		return nil, stamp, fmt.Errorf("replica: restore: %w", err)
	}
	return r, stamp, nil
}

// writeSnapshot writes the parts of a snapshot.
func (t target) writeSnapshot(ctx context.Context, file *os.File, s *snapshot) error {
	var at int64
	for _, p := range s.Parts {
		b, err := t.get(ctx, p.Name)
		if errors.Is(err, objectstore.ErrNotFound) {
			err = fmt.Errorf("%w: %s is missing", ErrDamaged, p.Name)
		}
		if err != nil {
			return fmt.Errorf("replica: restore: %w", err)
		}
		if hashOf(b) != p.Hash {
			return fmt.Errorf("%w: %s: its checksum is not that of its content", ErrDamaged, p.Name)
		}
		raw, err := decoder.DecodeAll(b, nil)
		if err != nil || len(raw) != p.Bytes {
			return errors.Join(fmt.Errorf("%w: %s has %d bytes instead of %d", ErrDamaged, p.Name, len(raw), p.Bytes), err)
		}
		if _, err := file.WriteAt(raw, at); err != nil {
			return fmt.Errorf("replica: restore: %w", err)
		}
		at += int64(len(raw))
	}
	if want := int64(s.Total) * int64(s.Size); at != want {
		return fmt.Errorf("%w: the snapshot has %d bytes instead of %d", ErrDamaged, at, want)
	}
	return nil
}

// fetched is an entry, or why there is none.
type fetched struct {
	entry *entry
	err   error
}

// fetch reads entries ahead of whoever asks for them in their order.
func (t target) fetch(ctx context.Context, first, last uint64) func(seq uint64) <-chan fetched {
	begun := map[uint64]chan fetched{}
	next := first
	return func(seq uint64) <-chan fetched {
		for ; next <= last && next < seq+fetchAhead; next++ {
			c, n := make(chan fetched, 1), next
			begun[n] = c
			go func() {
				e, err := t.entry(ctx, n, true)
				c <- fetched{e, err}
			}()
		}
		c := begun[seq]
		delete(begun, seq)
		return c
	}
}
