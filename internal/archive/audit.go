package archive

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// errEnough ends the reading of a file of which all that was asked for is known.
var errEnough = errors.New("archive: enough was read")

// Audit returns a page of the audit rows of an event, seq greater than after: from its tables or,
// where it is archived, from its file. So whoever follows an organization's changes, by the feed or
// by a webhook, misses nothing. A page from a file costs reading the file up to there.
func (a *Archiver) Audit(ctx context.Context, event string, after int64, limit int) ([]events.ChainedRow, error) {
	const tries = 3 // an event that comes back meanwhile is read in its tables
	for range tries {
		row, err := a.Store.Archives.Archive(ctx, event)
		if errors.Is(err, database.ErrNotFound) || err == nil && (row.State == archives.ArchiveSealed || row.State == archives.ArchiveRestored) {
			list, err := a.Store.Events.Audit(ctx, event, after, limit)
			if err != nil || events.Gapless(list, after) {
				return list, err
			}
			continue // it was archived since
		}
		if err != nil {
			return nil, err
		}
		list, err := a.auditOf(ctx, &row, after, limit)
		if err == nil {
			return list, nil
		}
		now, again := a.Store.Archives.Archive(ctx, event)
		if again == nil && now.File == row.File {
			return nil, err
		}
	}
	return nil, fmt.Errorf("archive: audit rows of %s behind %d: it was archived and brought back meanwhile", event, after)
}

// auditOf reads audit rows from a file.
func (a *Archiver) auditOf(ctx context.Context, row *archives.Archive, after int64, limit int) (list []events.ChainedRow, err error) {
	err = a.open(ctx, row, func(f *reader) error {
		return f.read(func(table string, columns, _ []string) (func([]any) error, error) {
			if table != "audit" {
				return nil, nil
			}
			columns = slices.Clone(columns)
			return func(values []any) error {
				r, err := archives.AuditOf(columns, values)
				if err != nil || r.Seq <= after {
					return err
				}
				if list = append(list, r); len(list) == limit {
					return errEnough
				}
				return nil
			}, nil
		}, func(table string, _ int64, _ string) error {
			if table == "audit" {
				return errEnough
			}
			return nil
		})
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	if err == nil && !events.Gapless(list, after) {
		err = fmt.Errorf("%w: its audit rows behind %d are not all there", ErrFile, after)
	}
	return list, err
}
