package archive

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

const (
	// folder has the files of archived events.
	folder = "archives"
	// suffix ends the name of a file with rows, logSuffix that of the folder with entries.
	suffix, logSuffix = ".jsonl.gz", ".log"
	mediaType         = "application/gzip"
	// settle is how long an event is sealed before its rows are read: longer than servers answer
	// from what they have remembered of an event.
	settle = 5 * time.Second
	// keepRestored is how long the file of an event is kept that was brought back: backups of the
	// database from before name it.
	keepRestored = 30 * 24 * time.Hour
	// orphanAfter is how old a file has to be that nothing names before it is deleted.
	orphanAfter = 24 * time.Hour
	// atOnce is how many events are sealed at once.
	atOnce = 50
)

// Config configures an Archiver.
type Config struct {
	Store *store.Store
	Files objectstore.Store
	// Logs has the entries of the public logs.
	Logs *publiclog.Logs
	Now  func() time.Time // nil: time.Now
	Log  *slog.Logger     // nil: nothing is logged
	// Forget erases a person from an event whose organization keeps nobody any longer; nil: nobody is
	// erased. database.ErrNotFound: somebody else has.
	Forget func(ctx context.Context, event, person string) error
	// Settle is how long an event is sealed before its rows are read; 0: 5 seconds, less than 0:
	// not at all.
	Settle time.Duration
}

// Archiver takes events out of the tables and brings them back.
type Archiver struct{ Config }

// New checks the configuration.
func New(c Config) (*Archiver, error) {
	if c.Store == nil || c.Files == nil || c.Logs == nil {
		return nil, errors.New("archive: Config.Store, Files and Logs are required")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Settle == 0 {
		c.Settle = settle
	}
	return &Archiver{c}, nil
}

func (a *Archiver) now() inventory.Instant { return inventory.At(a.Now()) }

// Result is what became of an event.
type Result struct {
	Event string `json:"event_id"`
	Title string `json:"title"`
	// Reasons say why it was not archived, by archives.UnreadyCodes; none: it was, or would be.
	Reasons []string `json:"reasons,omitempty"`
	Rows    int64    `json:"rows"`      // in the file
	Leaving int64    `json:"leaving"`   // rows that leave the tables
	Size    int64    `json:"file_size"` // bytes of the file
	File    string   `json:"file,omitempty"`
}

// Archive archives events, and says of each what became of it. The error is of the first that
// could not be archived for another reason than that it is not ready; the others are done.
func (a *Archiver) Archive(ctx context.Context, events ...string) (results []Result, err error) {
	var failed []error
	for part := range slices.Chunk(events, atOnce) {
		var sealed []string
		for _, event := range part {
			err := a.sealNames(ctx, event)
			if err == nil {
				err = a.Store.Archives.Seal(ctx, event, a.now())
			}
			var not *archives.NotReadyError
			switch left, unknown := a.leftInTheMiddle(ctx, event, err); {
			case unknown != nil:
				failed = append(failed, unknown)
			case left != nil:
				r, err := a.goOnWith(ctx, left)
				if err != nil {
					failed = append(failed, fmt.Errorf("archive: go on with %s: %w", event, err))
					continue
				}
				results = append(results, *r)
			case errors.As(err, &not):
				results = append(results, Result{Event: event, Reasons: not.Reasons})
			case err != nil:
				failed = append(failed, fmt.Errorf("archive: seal %s: %w", event, err))
			default:
				sealed = append(sealed, event)
			}
		}
		if len(sealed) > 0 {
			a.rest(ctx)
		}
		for _, event := range sealed {
			r, err := a.write(ctx, event)
			if err == nil {
				err = a.remove(ctx, event)
			}
			if err != nil {
				failed = append(failed, fmt.Errorf("archive: %s: %w", event, err))
				continue
			}
			results = append(results, *r)
		}
	}
	return results, errors.Join(failed...)
}

// sealNames seals the names in the ledger of an event, which a job does every ten minutes
// otherwise: an event that is not sealed is not archived. Who cannot sign leaves it to that job.
func (a *Archiver) sealNames(ctx context.Context, event string) error {
	if !a.Store.Signs() {
		return nil
	}
	v, err := a.Store.Events.Event(ctx, event)
	if err != nil || v.ArchivedAt > 0 {
		return err
	}
	for more := true; more && err == nil; {
		more, err = a.Store.Erasures.SealNames(ctx, v.Event.OrgID)
	}
	return err
}

// leftInTheMiddle returns the archive of an event that was not sealed because a process that
// archived it has ended in the middle, or is on its way; nil: it was not, or for another reason.
func (a *Archiver) leftInTheMiddle(ctx context.Context, event string, sealing error) (*archives.Archive, error) {
	var not *archives.NotReadyError
	if !errors.As(sealing, &not) || !slices.Contains(not.Reasons, "archived") {
		return nil, nil
	}
	row, err := a.Store.Archives.Archive(ctx, event)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, fmt.Errorf("archive: %s: %w", event, err)
	}
	if row.State != archives.ArchiveSealed && row.State != archives.ArchiveRemoving {
		return nil, nil
	}
	return &row, nil
}

// goOnWith archives an event that a process left in the middle, and says what became of it.
func (a *Archiver) goOnWith(ctx context.Context, row *archives.Archive) (*Result, error) {
	a.rest(ctx) // it may have been sealed just now
	failed := a.goOn(ctx, row)
	now, err := a.Store.Archives.Archive(ctx, row.EventID)
	if failed != nil && (err != nil || now.State != archives.ArchiveArchived) { // else another process was as far before
		err = failed
	}
	if err != nil {
		return nil, err
	}
	v, err := a.Store.Events.Event(ctx, row.EventID)
	if err != nil {
		return nil, err
	}
	return &Result{Event: now.EventID, Title: v.Details.Title, Rows: now.Rows, Leaving: now.Removed, Size: now.Size, File: now.File}, nil
}

// rest waits until no server answers from what it remembers of the events.
func (a *Archiver) rest(ctx context.Context) {
	if a.Settle < 0 {
		return
	}
	t := time.NewTimer(a.Settle)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// Due returns the events whose time to be archived has come.
func (a *Archiver) Due(ctx context.Context) (events []string, err error) {
	for after := ""; ; after = events[len(events)-1] {
		due, err := a.Store.Archives.DueForArchive(ctx, a.now(), after, atOnce)
		if err != nil {
			return nil, err
		}
		if events = append(events, due...); len(due) < atOnce {
			return events, nil
		}
	}
}

// Plan says what archiving an event would do, and changes nothing.
func (a *Archiver) Plan(ctx context.Context, event string) (*Result, error) {
	reasons, err := a.Store.Archives.Unready(ctx, event, a.now())
	if err != nil {
		return nil, err
	}
	r, _, err := a.fill(ctx, event, io.Discard)
	if err == nil {
		r.Reasons = reasons
	}
	return r, err
}

// fill writes the rows of an event as they stand.
func (a *Archiver) fill(ctx context.Context, event string, w io.Writer) (*Result, *writer, error) {
	tables, err := a.Store.Archives.ArchivedTables(ctx)
	if err != nil {
		return nil, nil, err
	}
	v, err := a.Store.Events.Event(ctx, event)
	if err != nil {
		return nil, nil, err
	}
	r := &Result{Event: event, Title: v.Details.Title}
	for i := range tables {
		n, err := a.Store.Archives.LeavingRows(ctx, &tables[i], event)
		if err != nil {
			return nil, nil, err
		}
		r.Leaving += n
	}
	tries := 0
	var f *writer
	err = a.Store.Archives.EventSnapshot(ctx, event, func(read func(*archives.ArchivedTable, func([]any) error) error) error {
		if tries++; tries > 1 { // what was written is half a file
			if s, ok := w.(*os.File); ok {
				if _, err := s.Seek(0, io.SeekStart); err != nil {
					return err
				}
				if err := s.Truncate(0); err != nil {
					return err
				}
			}
		}
		var err error
		f, err = newWriter(w, &header{Format: format, Event: event, Org: v.Event.OrgID, Title: v.Details.Title, Seq: v.Event.Seq, Head: hex.EncodeToString(v.HeadHash[:]), Written: a.now()})
		for i := 0; i < len(tables) && err == nil; i++ {
			_, err = f.table(&tables[i], func(take func([]any) error) error { return read(&tables[i], take) })
		}
		if err == nil {
			err = f.close()
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	r.Rows, r.Size = f.rows, f.size
	return r, f, nil
}

// write writes the file of a sealed event and names it. Where that fails, the event is no longer
// sealed.
func (a *Archiver) write(ctx context.Context, event string) (r *Result, err error) {
	defer func() {
		if err != nil && !errors.Is(err, database.ErrCommitUnknown) {
			if undone := a.Store.Archives.Unseal(context.WithoutCancel(ctx), event); undone != nil && !errors.Is(undone, database.ErrNotFound) {
				err = errors.Join(err, undone)
			}
		}
	}()
	temp, err := os.CreateTemp("", "holdfast-archive-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(temp.Name())) }()
	r, f, err := a.fill(ctx, event, temp)
	if err != nil {
		return nil, err
	}
	if _, err := temp.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	base := folder + "/" + event + "." + strconv.FormatInt(int64(a.now()), 10)
	logSize, err := a.putEntries(ctx, event, base+logSuffix)
	if err != nil {
		return nil, err
	}
	r.File = base + suffix
	if err := a.Files.Put(ctx, r.File, temp, f.size, mediaType); err != nil {
		return nil, err
	}
	return r, a.Store.Archives.Written(ctx, &archives.Archive{EventID: event, File: r.File, Checksum: f.checksum(), Size: f.size,
		Rows: f.rows, Removed: r.Leaving, LogSize: logSize, ChangedAt: a.now()})
}

// putEntries writes the entries of the public log of an event, as they are served, and returns
// how many they are.
func (a *Archiver) putEntries(ctx context.Context, event, name string) (size int64, err error) {
	p, err := a.Logs.Published(ctx, event)
	if errors.Is(err, publiclog.ErrPending) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for n := int64(0); n*tlog.TileWidth < p.Head.Size; n++ {
		part := tlog.TilePart{Entries: true, N: n, Width: int(min(tlog.TileWidth, p.Head.Size-n*tlog.TileWidth))}
		bundle, err := a.Logs.Tile(ctx, p, part)
		if err != nil {
			return 0, err
		}
		if err := a.Files.Put(ctx, entriesName(name, n), strings.NewReader(string(bundle)), int64(len(bundle)), "application/octet-stream"); err != nil {
			return 0, err
		}
	}
	return p.Head.Size, nil
}

func entriesName(base string, n int64) string { return base + "/" + strconv.FormatInt(n, 10) }

// LogEntries reads entries of the public logs of archived events from their files. An Archiver writes
// them from the logs, which read them here.
type LogEntries struct {
	Store *store.Store
	Files objectstore.Store
}

// Bundle returns a bundle of entries of the public log of an archived event, with all that it
// has of them; database.ErrNotFound where the event is not archived.
func (l LogEntries) Bundle(ctx context.Context, event string, n int64) ([]byte, error) {
	row, err := l.Store.Archives.Archive(ctx, event)
	if err != nil {
		return nil, err
	}
	return l.bundle(ctx, &row, n)
}

func (l LogEntries) bundle(ctx context.Context, row *archives.Archive, n int64) (bundle []byte, err error) {
	if row.File == "" || n*tlog.TileWidth >= row.LogSize {
		return nil, database.ErrNotFound
	}
	file, _, err := l.Files.Get(ctx, entriesName(strings.TrimSuffix(row.File, suffix)+logSuffix, n))
	if err != nil {
		return nil, fmt.Errorf("archive: entries of the log of %s: %w", row.EventID, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return io.ReadAll(file)
}

// remove deletes the rows of an event whose file is written, and the files that it had before.
func (a *Archiver) remove(ctx context.Context, event string) error {
	tables, err := a.Store.Archives.ArchivedTables(ctx)
	if err != nil {
		return err
	}
	removed, err := a.Store.Archives.Remove(ctx, tables, event)
	if err != nil {
		return err
	}
	if err := a.Store.Archives.Removed(ctx, event, a.now()); err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	a.Log.InfoContext(ctx, "archive: archived an event", slog.String("event", event), slog.Int64("rows", removed))
	row, err := a.Store.Archives.Archive(ctx, event)
	if err != nil {
		return err
	}
	files, err := a.filesOf(ctx, event)
	if err != nil {
		return err
	}
	for _, name := range files {
		if name < row.File {
			if err := a.deleteFile(ctx, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// filesOf returns the files with rows of an event, the oldest first.
func (a *Archiver) filesOf(ctx context.Context, event string) (names []string, err error) {
	err = a.Files.List(ctx, folder, func(name string) error {
		if strings.HasPrefix(name, folder+"/"+event+".") && strings.HasSuffix(name, suffix) {
			names = append(names, name)
		}
		return nil
	})
	slices.Sort(names)
	return names, err
}

// deleteFile deletes a file and the entries beside it: the file last, because it leads to them.
func (a *Archiver) deleteFile(ctx context.Context, name string) error {
	var entries []string
	beside := strings.TrimSuffix(name, suffix) + logSuffix
	if err := a.Files.List(ctx, beside, func(name string) error { entries = append(entries, name); return nil }); err != nil {
		return err
	}
	for _, e := range append(entries, name) {
		if err := a.Files.Delete(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// writtenAt is when a file was begun, by its name.
func writtenAt(name string) (event string, at inventory.Instant, ok bool) {
	event, stamp, ok := strings.Cut(strings.TrimSuffix(path.Base(name), suffix), ".")
	n, err := strconv.ParseInt(stamp, 10, 64)
	return event, inventory.Instant(n), ok && err == nil
}

// Round deletes what organizations do not keep any longer, erases people of whom that is so, archives what is due, goes on with what was left in the middle, and deletes files whose
// time is over: what the job does. What fails for one event is done for the others.
func (a *Archiver) Round(ctx context.Context) error {
	var failed []error
	for more := true; more && ctx.Err() == nil; {
		var n int64
		var err error
		if n, more, err = a.Store.Retention.Prune(ctx, a.now()); err != nil {
			return err
		}
		if n > 0 {
			a.Log.InfoContext(ctx, "archive: deleted what organizations do not keep any longer", slog.Int64("rows", n))
		}
	}
	failed = append(failed, a.forget(ctx)) // before their event is archived, with all that it has
	for after := ""; ctx.Err() == nil; {
		due, err := a.Store.Archives.DueForArchive(ctx, a.now(), after, atOnce)
		if err != nil {
			return err
		}
		if len(due) > 0 {
			results, err := a.Archive(ctx, due...)
			failed = append(failed, err)
			for _, r := range results {
				if len(r.Reasons) > 0 {
					a.Log.DebugContext(ctx, "archive: not yet", slog.String("event", r.Event), slog.Any("reasons", r.Reasons))
				}
			}
		}
		if len(due) < atOnce {
			break
		}
		after = due[len(due)-1]
	}
	failed = append(failed, a.finish(ctx), a.sweep(ctx))
	return errors.Join(failed...)
}

// finish goes on with events that a process left in the middle.
func (a *Archiver) finish(ctx context.Context) error {
	list, err := a.Store.Archives.Unfinished(ctx, a.now(), 1000)
	if err != nil {
		return err
	}
	var failed []error
	for i := range list {
		if ctx.Err() != nil {
			break
		}
		if err := a.goOn(ctx, &list[i]); err != nil {
			failed = append(failed, fmt.Errorf("archive: go on with %s, which is %s: %w", list[i].EventID, list[i].State, err))
		}
	}
	return errors.Join(failed...)
}

func (a *Archiver) goOn(ctx context.Context, row *archives.Archive) error {
	switch row.State {
	case archives.ArchiveSealed:
		if _, err := a.write(ctx, row.EventID); err != nil {
			return err
		}
		return a.remove(ctx, row.EventID)
	case archives.ArchiveRemoving:
		return a.remove(ctx, row.EventID)
	case archives.ArchiveRestoring:
		return a.restore(ctx, row, row.Again)
	case archives.ArchiveRestored:
		if err := a.deleteFile(ctx, row.File); err != nil {
			return err
		}
		return a.Store.Archives.Forget(ctx, row.EventID, row.File)
	}
	return nil
}

// sweep deletes files that nothing names: of events that are not archived, what a crash left.
// Files of events that this database does not know stay, and of those that live in other cells,
// which keep their files in the same place and name them there.
func (a *Archiver) sweep(ctx context.Context) error {
	before := inventory.At(a.Now().Add(-orphanAfter))
	var old []string
	err := a.Files.List(ctx, folder, func(name string) error {
		if _, at, ok := writtenAt(name); ok && at < before {
			old = append(old, name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, name := range old {
		event, _, _ := writtenAt(name)
		if _, err := a.Store.Archives.Archive(ctx, event); !errors.Is(err, database.ErrNotFound) {
			if err != nil {
				return err
			}
			continue
		}
		if err := a.Store.Archives.Lives(ctx, event); errors.Is(err, archives.ErrElsewhere) {
			continue
		} else if err != nil {
			return err
		}
		if _, err := a.Store.Archives.Archived(ctx, event); errors.Is(err, database.ErrNotFound) {
			continue
		} else if err != nil {
			return err
		}
		if err := a.deleteFile(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
