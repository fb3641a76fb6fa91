package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/merkle"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// chained is how many audit rows are hashed at once.
const chained = 512

// Check says what of the files of an archived event is not what was written, for verify: its
// checksum, its rows by table, the chain of its audit rows up to the head that the database has,
// and the entries of its public log up to the checkpoint.
func Check(ctx context.Context, files objectstore.Store, row *archives.Archive, event *events.EventRecord, log *logs.EventLog) (wrong []string, err error) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	a := &Archiver{Config{Files: files}}
	// open would look for a newer file, and name it: verify changes nothing.
	switch file, _, err := files.Get(ctx, row.File); {
	case errors.Is(err, objectstore.ErrNotFound):
		say("the file %s is not there", row.File)
		return wrong, nil
	case err == nil:
		if err := file.Close(); err != nil {
			return nil, fmt.Errorf("archive: %s: %w", row.File, err)
		}
	}
	var chain struct {
		head audit.Hash
		seq  int64
		rows []events.ChainedRow
	}
	flush := func() {
		rows := make([]inventory.AuditRow, len(chain.rows))
		for i := range chain.rows {
			rows[i] = chain.rows[i].AuditRow
		}
		for i, hash := range audit.Chain(chain.head, row.EventID, rows) {
			if hash != chain.rows[i].Hash {
				say("audit row %d of the file does not hash to what is stored with it", chain.rows[i].Seq)
				break
			}
		}
		if n := len(chain.rows); n > 0 {
			chain.head, chain.seq = chain.rows[n-1].Hash, chain.rows[n-1].Seq
		}
		chain.rows = chain.rows[:0]
	}
	var total int64
	err = a.open(ctx, row, func(f *reader) error {
		if f.header.Seq != event.Event.Seq {
			say("the file ends with ledger seq %d, and the event with %d", f.header.Seq, event.Event.Seq)
		}
		if err := f.read(func(table string, columns, _ []string) (func([]any) error, error) {
			if table != "audit" {
				return nil, nil
			}
			columns = slices.Clone(columns)
			return func(values []any) error {
				r, err := archives.AuditOf(columns, values)
				if err != nil {
					return err
				}
				if chain.rows = append(chain.rows, r); len(chain.rows) == chained {
					flush()
				}
				return nil
			}, nil
		}, func(_ string, rows int64, _ string) error { total += rows; return nil }); err != nil {
			return err
		}
		if sum := f.checksum(); sum != row.Checksum || f.size != row.Size {
			say("the file %s is not what was written: %d bytes with the checksum %s, not %d with %s", row.File, f.size, sum, row.Size, row.Checksum)
		}
		return nil
	})
	if errors.Is(err, ErrFile) {
		say("%s: %v", row.File, err)
		return wrong, nil
	}
	if err != nil {
		return nil, err
	}
	flush()
	if total != row.Rows {
		say("the file has %d rows, and %d were written", total, row.Rows)
	}
	if chain.seq != event.Event.Seq || chain.head != event.HeadHash {
		say("the chain of the audit rows in the file ends at %d with another hash than the event's head at %d", chain.seq, event.Event.Seq)
	}
	if log == nil || row.LogSize == 0 {
		return wrong, nil
	}
	root, err := a.rootOf(ctx, row)
	switch {
	case errors.Is(err, ErrFile), errors.Is(err, tlog.ErrBundle), errors.Is(err, objectstore.ErrNotFound):
		say("the entries of the public log beside the file: %v", err)
	case err != nil:
		return nil, err
	case row.LogSize != log.Size || string(root[:]) != string(log.Root):
		say("the entries of the public log beside the file do not add up to its checkpoint of %d entries", log.Size)
	}
	return wrong, nil
}

// rootOf returns the root of the tree of the entries beside a file.
func (a *Archiver) rootOf(ctx context.Context, row *archives.Archive) (merkle.Hash, error) {
	var tree merkle.Frontier
	entries := LogEntries{a.Store, a.Files}
	for n := int64(0); n*tlog.TileWidth < row.LogSize; n++ {
		bundle, err := entries.bundle(ctx, row, n)
		if err != nil {
			return tlog.EmptyRoot(), err
		}
		texts, err := tlog.SplitEntries(bundle)
		if err != nil {
			return tlog.EmptyRoot(), err
		}
		if want := min(tlog.TileWidth, row.LogSize-n*tlog.TileWidth); int64(len(texts)) != want {
			return tlog.EmptyRoot(), fmt.Errorf("%w: bundle %d has %d entries, want %d", ErrFile, n, len(texts), want)
		}
		for _, text := range texts {
			tree.AppendHash(tlog.LeafHash(text))
		}
	}
	return tree.Root(), nil
}
