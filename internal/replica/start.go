package replica

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// Prepare is called before the database file at path is opened. Where there is no file and the
// replica has a database, that is restored: whoever wrote to the replica before is stopped
// first. It returns what Start needs to know.
func (k *Keeper) Prepare(ctx context.Context, path string) (exact bool, err error) {
	if err := k.at.strict(ctx); err != nil {
		return false, err
	}
	if k.last, err = k.at.newest(ctx); err != nil {
		return false, fmt.Errorf("replica: %w", err)
	}
	if _, err = os.Stat(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("replica: %w", err)
	}
	restored := err != nil && k.last != nil
	if restored {
		k.cfg.Log.InfoContext(ctx, "replica: there is no database file; it is restored", slog.String("from", k.cfg.Where))
		if err := k.claim(ctx, true, sqlite.Position{}); err != nil {
			return false, err
		}
		r, err := Restore(ctx, RestoreConfig{Target: k.cfg.Target, Path: path})
		if err != nil {
			return false, err
		}
		k.cfg.Log.InfoContext(ctx, "replica: restored", slog.Uint64("entry", r.Seq), slog.Time("as_of", r.At), slog.Int("entries", r.Entries))
	}
	stamp, unchanged, err := sqlite.Unchanged(path)
	// Without a stamp only a file that was restored just now is known to be that of the replica.
	return unchanged && k.last != nil && stamp == k.last.Stamp && (restored || stamp.Run != ""), err
}

// claim sends the entry with which this server goes on.
func (k *Keeper) claim(ctx context.Context, joined bool, end sqlite.Position) error {
	next := k.next()
	next.Joined, next.End = joined, end
	err := k.prepare(next)
	if err == nil {
		err = again(ctx, partTries, func() error { return k.create(ctx) })
	}
	if err != nil {
		return fmt.Errorf("replica: begin: %w", err)
	}
	return nil
}

// Start begins to keep the replica of the database that was opened with the Keeper. It refuses
// a database that is older than the replica or another one. With Sync it returns when the
// replica has all of the database.
func (k *Keeper) Start(ctx context.Context, feed *sqlite.Feed, exact bool) error {
	k.feed = feed
	stamp, err := feed.Stamped(ctx)
	if err != nil {
		return fmt.Errorf("replica: %w", err)
	}
	var end sqlite.Position
	if k.last != nil {
		if err := k.follows(stamp); err != nil {
			return err
		}
		end = k.last.End
	}
	joined, err := feed.Begin(ctx, end, exact)
	if err != nil {
		return fmt.Errorf("replica: %w", err)
	}
	if exact {
		end = sqlite.Position{}
	}
	if k.last == nil || k.last.Run != k.run { // else Prepare has
		if err := k.claim(ctx, joined && k.last != nil, end); err != nil {
			return err
		}
	}
	if !k.base {
		if err := k.known(ctx); err != nil {
			return err
		}
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	k.mu.Lock()
	k.started, k.stop = true, stop
	k.mu.Unlock()
	if k.cfg.Sync {
		k.cfg.Log.InfoContext(ctx, "replica: the database is copied", slog.String("to", k.cfg.Where))
		if err := again(ctx, partTries, func() error { return k.round(ctx) }); err != nil {
			stop()
			close(k.stopped)
			return fmt.Errorf("replica: begin: %w", err)
		}
	}
	go k.keep(run)
	return nil
}

// known finds out how old the newest snapshot is.
func (k *Keeper) known(ctx context.Context) error {
	snapshots, err := k.at.snapshots(ctx)
	if err != nil || len(snapshots) == 0 {
		k.base = k.base || len(snapshots) == 0
		return err
	}
	s, err := k.at.manifest(ctx, snapshots[0])
	if err != nil {
		return fmt.Errorf("replica: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.copied.at, k.copied.seq = time.UnixMicro(s.At), s.Seq
	k.copied.bytes = int64(s.Total) * int64(s.Size) / 2
	k.copied.entries = int(k.last.Seq - s.Seq) //nolint:gosec // few
	return nil
}

// follows reports why a database with that stamp does not go on from the replica; nil: it does.
func (k *Keeper) follows(stamp sqlite.Stamp) error {
	of := k.last
	switch {
	case stamp == (sqlite.Stamp{}) && of.Stamp == stamp:
		return nil // a server stopped before its first entry; what is not known to be there is copied anew
	case stamp.Run != "" && stamp.Run == of.Stamp.Run && stamp.Seq >= of.Stamp.Seq:
		return nil
	case stamp.Run != "" && stamp.Run == of.Stamp.Run:
		return fmt.Errorf("%w: it is as of entry %d, and the replica at %s has entry %d, written by %s at %s. Move the database file and those beside it away, and start again: it is restored from the replica",
			ErrBehind, stamp.Seq, k.cfg.Where, of.Stamp.Seq, of.Host, of.time().UTC().Format(time.RFC3339))
	case stamp.Run != "" && stamp.Run == of.Run:
		return nil // it stopped before its first entry
	}
	return fmt.Errorf("%w: %s has what %s wrote at %s. Move the database file and those beside it away to go on with the replica, or replicate this database to a place of its own",
		ErrOther, k.cfg.Where, of.Host, of.time().UTC().Format(time.RFC3339))
}

// Stop sends what is there and ends. Nobody writes any more.
func (k *Keeper) Stop(ctx context.Context) error {
	k.mu.Lock()
	stop := k.stop
	k.mu.Unlock()
	if stop == nil {
		return nil
	}
	stop()
	<-k.stopped
	if k.Taken() != nil {
		return nil
	}
	k.ending = true
	err := again(ctx, partTries, func() error { return k.round(ctx) })
	k.copying.Wait()
	if err != nil {
		return fmt.Errorf("replica: what was written last is not in the replica: %w", err)
	}
	return nil
}
