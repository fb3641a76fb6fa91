package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// putBackRows is how many rows are written at once.
const putBackRows = 1000

// Restore brings an event back, whole and as it was, and keeps its file for 30 days. The error is
// database.ErrNotFound where it is not archived.
func (a *Archiver) Restore(ctx context.Context, event string) error {
	return a.bringBack(ctx, event, false)
}

// RestoreForErasure brings an event back from which somebody is to be erased. The next round
// archives it again, in a new file, and deletes the old one.
func (a *Archiver) RestoreForErasure(ctx context.Context, event string) error {
	return a.bringBack(ctx, event, true)
}

func (a *Archiver) bringBack(ctx context.Context, event string, again bool) error {
	row, err := a.Store.Archives.Archive(ctx, event)
	if err != nil {
		return err
	}
	switch row.State {
	case archives.ArchiveRestored:
		return database.ErrNotFound
	case archives.ArchiveSealed:
		return a.Store.Archives.Unseal(ctx, event)
	}
	return a.restore(ctx, &row, again)
}

// restore brings an event back whose file is written.
func (a *Archiver) restore(ctx context.Context, row *archives.Archive, again bool) error {
	// First the whole file is read: from one that is damaged, nothing comes back.
	if err := a.sound(ctx, row); err != nil {
		return err
	}
	tables, err := a.Store.Archives.ArchivedTables(ctx)
	if err != nil {
		return err
	}
	if err := a.Store.Archives.Restoring(ctx, row.EventID, a.now()); err != nil {
		return err
	}
	sums := map[string]string{}
	narrow := map[string]*archives.ArchivedTable{}
	err = a.open(ctx, row, func(f *reader) error {
		var left func() error
		return f.read(func(name string, columns, _ []string) (func([]any) error, error) {
			left = nil
			i := slices.IndexFunc(tables, func(t archives.ArchivedTable) bool { return t.Name == name })
			if i < 0 {
				return nil, fmt.Errorf("archive: this version has no table %s", name)
			}
			t, err := tables[i].Narrow(columns)
			if err != nil || !t.Leaves {
				return nil, err
			}
			narrow[name] = t
			var page [][]any
			left = func() error {
				err := a.Store.Archives.PutBack(ctx, t, row.EventID, page)
				page = page[:0]
				return err
			}
			return func(values []any) error {
				if page = append(page, values); len(page) < putBackRows {
					return nil
				}
				return left()
			}, nil
		}, func(name string, _ int64, checksum string) error {
			sums[name] = checksum
			if left == nil {
				return nil
			}
			return left()
		})
	})
	if err == nil {
		err = a.compare(ctx, row.EventID, narrow, sums)
	}
	if err != nil {
		return err
	}
	now := a.now()
	keep := inventory.At(a.Now().Add(keepRestored))
	if err := a.Store.Archives.Restored(ctx, row.EventID, now, keep, again); err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	a.Log.InfoContext(ctx, "archive: brought an event back", slog.String("event", row.EventID))
	return nil
}

// compare compares what is in the tables with what was in the file.
func (a *Archiver) compare(ctx context.Context, event string, tables map[string]*archives.ArchivedTable, want map[string]string) error {
	return a.Store.Archives.EventSnapshot(ctx, event, func(read func(*archives.ArchivedTable, func([]any) error) error) error {
		for name, t := range tables {
			var sum database.Checksum
			if err := read(t, func(row []any) error { sum.Add(row); return nil }); err != nil {
				return err
			}
			if sum.String() != want[name] {
				return fmt.Errorf("archive: the rows of %s that are back are not those of the file: it stays archived", name)
			}
		}
		return nil
	})
}

// open opens the file of an event, and adopts a newer one where that is gone: a database that was
// restored from a backup can name a file that was written anew since.
func (a *Archiver) open(ctx context.Context, row *archives.Archive, use func(*reader) error) error {
	file, _, err := a.Files.Get(ctx, row.File)
	if errors.Is(err, objectstore.ErrNotFound) {
		if err = a.adopt(ctx, row); err == nil {
			file, _, err = a.Files.Get(ctx, row.File)
		}
	}
	if err != nil {
		return fmt.Errorf("archive: the file %s of %s: %w", row.File, row.EventID, err)
	}
	err = func() error {
		f, err := newReader(file)
		if err == nil && f.header.Event != row.EventID {
			err = fmt.Errorf("%w: it is of %s", ErrFile, f.header.Event)
		}
		if err == nil {
			err = use(f)
		}
		return err
	}()
	return errors.Join(err, file.Close())
}

// adopt names the newest file of an event.
func (a *Archiver) adopt(ctx context.Context, row *archives.Archive) error {
	names, err := a.filesOf(ctx, row.EventID)
	if err != nil {
		return err
	}
	if len(names) == 0 || names[len(names)-1] <= row.File {
		return objectstore.ErrNotFound
	}
	fresh := *row
	fresh.File = names[len(names)-1]
	file, size, err := a.Files.Get(ctx, fresh.File)
	if err != nil {
		return err
	}
	err = func() error {
		f, err := newReader(file)
		if err != nil {
			return err
		}
		if fresh.Rows = 0; fresh.LogSize > 0 { // all of the ledger is in the log
			fresh.LogSize = f.header.Seq
		}
		if err := f.read(func(string, []string, []string) (func([]any) error, error) { return nil, nil },
			func(_ string, rows int64, _ string) error { fresh.Rows += rows; return nil }); err != nil {
			return err
		}
		fresh.Checksum, fresh.Size = f.checksum(), size
		return nil
	}()
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := a.Store.Archives.Adopt(ctx, &fresh); err != nil {
		return err
	}
	a.Log.WarnContext(ctx, "archive: took a newer file of an event than the database named", slog.String("event", row.EventID), slog.String("file", fresh.File))
	*row = fresh
	return nil
}

// sound reads a file to its end, and fails where it is not what was written.
func (a *Archiver) sound(ctx context.Context, row *archives.Archive) error {
	return a.open(ctx, row, func(f *reader) error {
		if err := f.read(func(string, []string, []string) (func([]any) error, error) { return nil, nil },
			func(string, int64, string) error { return nil }); err != nil {
			return err
		}
		if f.checksum() != row.Checksum {
			return fmt.Errorf("%w: its checksum is %s, not %s", ErrFile, f.checksum(), row.Checksum)
		}
		return nil
	})
}
