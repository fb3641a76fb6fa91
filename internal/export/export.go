// Package export makes files of an event's rows: guest list, orders, waitlist,
// applications, invitations, check-ins and audit log, as CSV or as a workbook. Of a
// series there are the guests and the orders of all dates in one file.
//
// It works in the background and in pages: what it keeps in memory does not grow
// with the event. How far it is can be asked at any time, it stops when nobody
// wants the file any more, and when the process dies the work begins again. A
// file lives for a day, and ends at once when a person of an event in it is erased.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/files"
)

// Kind is what an export has in it.
type Kind string

// The kinds.
const (
	Guests       Kind = "guests"
	Orders       Kind = "orders"
	Waitlist     Kind = "waitlist"
	Applications Kind = "applications"
	Invitations  Kind = "invitations"
	Checkins     Kind = "checkins"
	Audit        Kind = "audit"
)

// Kinds are all kinds.
var Kinds = [...]Kind{Guests, Orders, Waitlist, Applications, Invitations, Checkins, Audit}

// Format is that of the file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// MediaType is that of files of the format.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

const (
	// KeepFor is how long a file can be fetched.
	KeepFor = 24 * time.Hour
	// progressEvery is after how many rows it is said how far the work is, and
	// asked whether anybody still wants it.
	progressEvery = 2000
	// deadLimit bounds the files deleted in one go.
	deadLimit = 100
)

// Maker makes exports. All its fields but Observe are required.
type Maker struct {
	Store *store.Store
	Files objectstore.Store
	Now   func() time.Time
	Log   *slog.Logger
	// Observe, when not nil, is told about each export that has ended: its kind, as
	// done or failed, and how long ago it was asked for.
	Observe func(kind Kind, state string, took time.Duration)
}

func (m *Maker) observe(e *files.Export, state string) {
	if m.Observe != nil {
		m.Observe(Kind(e.Kind), state, m.Now().Sub(e.CreatedAt.Time()))
	}
}

// errUnwanted: the export was cancelled, or its event's people changed.
var errUnwanted = errors.New("export: nobody wants it any more")

// Make makes an export from its beginning, unless it is finished or nobody wants
// it any more. An error means that it can be tried again.
func (m *Maker) Make(ctx context.Context, export string) error {
	e, err := m.Store.Exports.ExportByID(ctx, export)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	wanted, err := m.Store.Exports.BeginExport(ctx, export)
	if err != nil || !wanted {
		return err
	}
	file, err := os.CreateTemp("", "holdfast-export-*")
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	defer func() {
		if err := errors.Join(file.Close(), os.Remove(file.Name())); err != nil {
			m.Log.WarnContext(ctx, "export: cannot remove a temporary file", slog.Any("error", err))
		}
	}()
	rows, err := m.write(ctx, e, file)
	if errors.Is(err, errUnwanted) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err := m.Files.Put(ctx, Name(e), file, size, Format(e.Format).MediaType()); err != nil {
		return err
	}
	now := m.Now()
	done, err := m.Store.Exports.FinishExport(ctx, export, rows, size, inventory.At(now), inventory.At(now.Add(KeepFor)))
	if err == nil && !done {
		err = m.Files.Delete(ctx, Name(e)) // nobody wanted it any more
	}
	if done {
		m.observe(e, "done")
	}
	return err
}

// GiveUp says of an export that it failed for good.
func (m *Maker) GiveUp(ctx context.Context, export string) error {
	failed, err := m.Store.Exports.FailExport(ctx, export, inventory.At(m.Now()))
	if err != nil || !failed {
		return err
	}
	e, err := m.Store.Exports.ExportByID(ctx, export)
	if err == nil {
		m.observe(e, "failed")
	}
	return err
}

// Name is that of the file of an export.
func Name(e *files.Export) string { return "exports/" + e.ID + "." + e.Format }

func (m *Maker) write(ctx context.Context, e *files.Export, w io.Writer) (rows int64, err error) {
	from := m.Store.Reading(ctx, store.ReadExport)
	what, ok := sheets[Kind(e.Kind)]
	if !ok {
		return 0, fmt.Errorf("kind %q", e.Kind)
	}
	of := []string{e.EventID}
	if e.SeriesID != "" {
		if of, _, err = EventsOfSeries(ctx, from, e.SeriesID); err != nil {
			return 0, err
		}
	}
	parts, columns, err := partsOf(ctx, from, of, what.asks)
	if err != nil {
		return 0, err
	}
	var out table
	if Format(e.Format) == XLSX {
		out, err = newXLSX(w)
	} else {
		out, err = newCSV(w)
	}
	if err != nil {
		return 0, err
	}
	header := make([]any, 0, len(eventColumns)+len(what.columns)+len(columns.list))
	if e.SeriesID != "" {
		header = append(header, eventColumns[:]...)
	}
	for _, c := range what.columns {
		header = append(header, c)
	}
	for _, c := range columns.list {
		header = append(header, c.label)
	}
	err = out.row(header)
	for i := range parts {
		p := &parts[i]
		if err != nil {
			break
		}
		err = what.rows(ctx, from, p.view, p.asked, func(cells ...any) error {
			if rows++; rows%progressEvery == 0 {
				switch wanted, err := m.Store.Exports.ExportProgress(ctx, e.ID, rows); {
				case err != nil:
					return err
				case !wanted:
					return errUnwanted
				}
			}
			if e.SeriesID != "" {
				cells = append(p.cells(), cells...)
			}
			return out.row(cells)
		})
	}
	if closeErr := out.close(); err == nil {
		err = closeErr
	}
	return rows, err
}

// Prune deletes files that have expired or that nobody wants any more.
func (m *Maker) Prune(ctx context.Context) error {
	for {
		dead, err := m.Store.Exports.DeadExports(ctx, inventory.At(m.Now()), deadLimit)
		if err != nil {
			return err
		}
		for i := range dead {
			if err := m.Files.Delete(ctx, Name(&dead[i])); err != nil {
				return err
			}
			if err := m.Store.Exports.ForgetExport(ctx, dead[i].ID); err != nil {
				return err
			}
		}
		if len(dead) < deadLimit {
			return nil
		}
	}
}
