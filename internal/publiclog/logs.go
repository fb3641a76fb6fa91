// Package publiclog keeps the public log of each event: a Merkle tree over its audit
// rows, behind the ledger, whose heads are signed outside the database. It grows the logs
// in pages and answers from them: checkpoints, tiles, entries, and proofs that an entry is
// in the log. What it signs of events it takes into one log of the installation. Forms and signatures are those of package tlog, rows those of package store.
package publiclog

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
)

// pageRows is how many audit rows a log grows by at once. It is a number of full tiles.
const pageRows = 8 * tlog.TileWidth

// Errors of what is asked of a log.
var (
	// ErrPending: the log has not come to the row yet. It is seconds behind the ledger.
	ErrPending = errors.New("publiclog: the row is not in the log yet")
	// ErrNone: the log has no such thing.
	ErrNone = errors.New("publiclog: not in the log")
	// ErrErased: what opens the entry went with whom it is about, who was erased.
	ErrErased = errors.New("publiclog: what opens the entry was erased")
	// ErrStopped: the key that signed before is not here.
	ErrStopped = errors.New("publiclog: the key that signed before is not here")
)

// Logs are the logs of all events of an installation, and the log of their checkpoints.
// Keep grows them, and KeepInstallation that.
type Logs struct {
	Store *store.Store
	// Signer signs heads; nil: the key that signed before is not here, so the logs have
	// stopped.
	Signer *tlog.Signer
	Log    *slog.Logger
	Now    func() time.Time // nil: time.Now
	// Witnesses sign the log of the installation too; nil: none do.
	Witnesses *witness.Group
	// Rush, when not nil, reports whether people come so fast that the logs let them go
	// first: what is to be grown may then wait for some seconds, and is grown slowly.
	Rush func() bool
	// Archived returns a bundle of entries of an event that is archived, or database.ErrNotFound;
	// nil: none is.
	Archived func(ctx context.Context, event string, n int64) ([]byte, error)

	mu      sync.Mutex
	marks   marks           // guarded by mu
	rounds  rounds          // guarded by mu
	refused map[string]bool // logs whose tree the signer refuses (guarded by mu)
}

// Grow takes the next audit rows of an event into its log and publishes a checkpoint of
// them, and reports whether there are more. An event that keeps no log gets none.
func (l *Logs) Grow(ctx context.Context, event string) (more bool, err error) {
	more, _, err = l.growPage(ctx, event)
	return more, err
}

// growPage is Grow; upTo is when the last of the rows was written, if there was any.
func (l *Logs) growPage(ctx context.Context, event string) (more bool, upTo time.Time, err error) {
	kept, err := l.Store.Logs.Kept(ctx, event)
	if err != nil || !kept {
		return false, upTo, err
	}
	log, err := l.Store.Logs.Log(ctx, event)
	if errors.Is(err, database.ErrNotFound) {
		key := make([]byte, tlog.EventKeySize)
		if _, err := rand.Read(key); err != nil {
			return false, upTo, fmt.Errorf("key of the log: %w", err)
		}
		log, err = l.Store.Logs.Begin(ctx, event, key)
	}
	if err != nil {
		return false, upTo, err
	}
	rows, err := l.Store.Events.Audit(ctx, event, log.Size, pageRows)
	if err != nil {
		return false, upTo, err
	}
	head, err := headOf(&log.SignedTree)
	if err != nil {
		return false, upTo, err
	}
	if len(rows) > 0 {
		grown, err := l.grow(ctx, &log, &head, rows)
		if err != nil || !grown {
			return !grown, upTo, err // somebody else has grown it: what is left is seen again
		}
		upTo = rows[len(rows)-1].At.Time()
	}
	if head.Size > log.Signed {
		// What is signed is kept outside the database, which must not fall behind it: see
		// decision 0162.
		if err := l.Store.Settled(ctx); err != nil {
			return false, upTo, err
		}
		signed, err := l.Signer.Sign(event, head, head.ProveGrowth(ctx, l.tiles(event)))
		if err != nil {
			return false, upTo, err
		}
		if err := l.Store.Logs.Publish(ctx, event, string(signed), head.Size, l.now()); err != nil {
			return false, upTo, err
		}
	}
	return len(rows) == pageRows, upTo, nil
}

func (l *Logs) now() inventory.Instant {
	if l.Now == nil {
		return inventory.At(time.Now())
	}
	return inventory.At(l.Now())
}

// grow adds rows to a tree, stores their entries, and moves the head.
func (l *Logs) grow(ctx context.Context, log *logs.EventLog, head *tlog.Head, rows []events.ChainedRow) (bool, error) {
	salts := make([]byte, len(rows)*len(tlog.Salt{}))
	_, _ = rand.Read(salts) // never fails
	texts, err := l.entries(ctx, log, rows, salts)
	if err != nil {
		return false, err
	}
	grown, more, err := head.Grow(ctx, l.tiles(log.EventID), texts)
	if err != nil {
		return false, err
	}
	g := logs.LogGrowth{Size: grown.Size, Root: grown.Root[:], Tiles: make([]logs.LogTile, len(more))}
	for i, t := range more {
		g.Tiles[i] = logs.LogTile{EventID: log.EventID, Level: int64(t.Level), N: t.N, Hashes: t.Data}
	}
	for i := range rows {
		if r := &rows[i]; r.Reason == inventory.ReasonPersonErased {
			g.Erased = append(g.Erased, r.Subject)
		}
		if r := &rows[i]; r.PrevSeq > 0 {
			g.Links = append(g.Links, logs.LogLink{Seq: r.Seq, Previous: r.PrevSeq})
		}
	}
	if g.Bundles, err = l.bundles(ctx, log, texts, salts); err != nil {
		return false, err
	}
	done, err := l.Store.Logs.Grow(ctx, log, &g)
	if err != nil || !done {
		return false, err
	}
	*head = grown
	return true, nil
}

// bundles are those that the texts of new entries go into, with their salts: the first has those
// that are stored of it too.
func (l *Logs) bundles(ctx context.Context, log *logs.EventLog, texts [][]byte, salts []byte) (list []logs.LogBundle, err error) {
	n, at := log.Size/tlog.TileWidth, log.Size%tlog.TileWidth
	var all [][]byte
	if at > 0 {
		if all, _, err = l.stored(ctx, log.EventID, n, int(at)); err != nil {
			return nil, err
		}
	}
	for len(texts) > 0 {
		fresh := min(len(texts), tlog.TileWidth-len(all))
		all = append(all, texts[:fresh]...)
		packed, err := tlog.PackBundle(all)
		if err != nil {
			return nil, err
		}
		size := fresh * len(tlog.Salt{})
		list = append(list, logs.LogBundle{EventID: log.EventID, N: n, Entries: packed, Salts: salts[:size:size]})
		texts, salts, all, n = texts[fresh:], salts[size:], nil, n+1
	}
	return list, nil
}

// stored returns the first texts of a bundle, of which there have to be so many, and its salts.
func (l *Logs) stored(ctx context.Context, event string, n int64, width int) (texts [][]byte, salts []byte, err error) {
	b, err := l.Store.Logs.Bundle(ctx, event, n)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil, fmt.Errorf("%w: the entries of bundle %d are missing", tlog.ErrTiles, n)
	}
	if err != nil {
		return nil, nil, err
	}
	if texts, err = tlog.UnpackBundle(b.Entries); err != nil {
		return nil, nil, err
	}
	if len(texts) < width {
		return nil, nil, fmt.Errorf("%w: of the entries of bundle %d some are missing", tlog.ErrTiles, n)
	}
	return texts[:width], b.Salts, nil
}

// entries are the texts of audit rows, which go on from the rows that are in the log, with the
// salts of all one after the other.
func (l *Logs) entries(ctx context.Context, log *logs.EventLog, rows []events.ChainedRow, salts []byte) ([][]byte, error) {
	places, err := l.places(ctx, log.EventID, rows)
	if err != nil {
		return nil, err
	}
	texts := make([][]byte, len(rows))
	for i := range rows {
		if rows[i].Seq != log.Size+int64(i)+1 {
			return nil, fmt.Errorf("the audit rows go from %d to %d", log.Size+int64(i), rows[i].Seq)
		}
		e := tlog.EventKey(log.Key).EntryOf(log.EventID, &rows[i].AuditRow, rows[i].Hash, tlog.SaltAt(salts, i), places[rows[i].Seq])
		text, err := e.Text()
		if err != nil {
			return nil, err
		}
		texts[i] = text
	}
	return texts, nil
}

// places returns where audit rows put entries on the waitlist, by the seq of the row.
func (l *Logs) places(ctx context.Context, event string, rows []events.ChainedRow) (map[int64]*tlog.Place, error) {
	var ids []string
	for i := range rows {
		if rows[i].Places() {
			ids = append(ids, rows[i].Subject)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := l.Store.Logs.Placements(ctx, event, ids)
	if err != nil {
		return nil, err
	}
	places := make(map[int64]*tlog.Place, len(ids))
	for i := range found {
		places[found[i].PlacedSeq] = &tlog.Place{Placement: found[i].Placement, Seats: found[i].Seats}
	}
	for i := range rows {
		if rows[i].Places() && places[rows[i].Seq] == nil {
			return nil, fmt.Errorf("%w: where audit row %d puts an entry is not stored", tlog.ErrTiles, rows[i].Seq)
		}
	}
	return places, nil
}

// headOf is the tree of a log as it is stored.
func headOf(log *logs.SignedTree) (tlog.Head, error) {
	h := tlog.Head{Size: log.Size}
	if log.Size == 0 {
		h.Root = tlog.EmptyRoot()
		return h, nil
	}
	if len(log.Root) != tlog.HashSize {
		return h, fmt.Errorf("%w: the root has %d bytes", tlog.ErrTiles, len(log.Root))
	}
	copy(h.Root[:], log.Root)
	return h, nil
}

// tiles reads tiles of the log of an event, or of that of the installation.
func (l *Logs) tiles(log string) tlog.Tiles {
	return func(ctx context.Context, level int, n int64, width int) (hashes []byte, err error) {
		if log == tlog.Installation {
			hashes, err = l.Store.Logs.InstallationTile(ctx, int64(level), n)
		} else {
			hashes, err = l.Store.Logs.Tile(ctx, log, int64(level), n)
		}
		if err != nil {
			return nil, err
		}
		return hashes[:min(len(hashes), width*tlog.HashSize)], nil
	}
}
