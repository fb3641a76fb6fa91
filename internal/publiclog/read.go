package publiclog

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// A Published log is a log as it was signed last.
type Published struct {
	Name        string // the ID of its event, or tlog.Installation
	Origin      string // the name of the log in its checkpoints
	VerifierKey string // what checkpoints are checked with, as C2SP's signed-note has it
	Checkpoint  []byte
	Head        tlog.Head
	SignedAt    inventory.Instant

	log logs.EventLog // of an event
}

// Published returns the log of an event. ErrPending: nothing of it is signed yet.
// tlog.ErrRewritten: more was signed than the database has.
func (l *Logs) Published(ctx context.Context, event string) (*Published, error) {
	if l.Signer == nil {
		return nil, ErrStopped
	}
	// Read before the log, which may grow and be signed meanwhile.
	_, last, err := l.Signer.Last(event)
	if err != nil {
		return nil, err
	}
	log, err := l.Store.Logs.Log(ctx, event)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return nil, err
	}
	p, err := l.published(event, last, &log.SignedTree)
	if err != nil {
		return nil, err
	}
	p.log = log
	return p, nil
}

// published returns a log as it is stored, of which a head was signed last.
func (l *Logs) published(name string, last tlog.Head, tree *logs.SignedTree) (p *Published, err error) {
	switch {
	case last.Size > tree.Size:
		return nil, fmt.Errorf("%w (%s)", tlog.ErrRewritten, name)
	case tree.Signed == 0: // or there is none
		return nil, ErrPending
	}
	key := l.Signer.Key()
	p = &Published{Name: name, Origin: key.Origin(name), Checkpoint: []byte(tree.Checkpoint), SignedAt: tree.SignedAt}
	if p.VerifierKey, err = key.VerifierKey(name); err != nil {
		return nil, err
	}
	if p.Head, err = tlog.OpenCheckpoint(p.Checkpoint, p.VerifierKey); err != nil {
		return nil, err
	}
	if last.Size == p.Head.Size && last.Root != p.Head.Root {
		return nil, fmt.Errorf("%w (%s)", tlog.ErrRewritten, name)
	}
	return p, nil
}

// Head returns what was signed last of the log of an event; nil where nothing is signed
// yet, or not any more.
func (l *Logs) Head(ctx context.Context, event string) (*tlog.Head, error) {
	p, err := l.Published(ctx, event)
	switch {
	case errors.Is(err, ErrPending), errors.Is(err, ErrStopped), errors.Is(err, tlog.ErrRewritten):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &p.Head, nil
}

// Tile returns the hashes or the entries that an address asks for. ErrNone: the log that
// was signed has less.
func (l *Logs) Tile(ctx context.Context, p *Published, part tlog.TilePart) ([]byte, error) {
	if p.Head.Full(part) < int64(part.Width) {
		return nil, ErrNone
	}
	switch {
	case part.Entries && p.Name == tlog.Installation:
		return l.installationBundle(ctx, part)
	case part.Entries:
		return l.bundle(ctx, p, part)
	}
	hashes, err := l.tiles(p.Name)(ctx, part.Level, part.N, part.Width)
	if err == nil && len(hashes) < part.Width*tlog.HashSize {
		err = fmt.Errorf("%w: tile %d of level %d", tlog.ErrTiles, part.N, part.Level)
	}
	return hashes, err
}

// bundle returns entries as they were signed.
func (l *Logs) bundle(ctx context.Context, p *Published, part tlog.TilePart) (bundle []byte, err error) {
	texts, _, err := l.stored(ctx, p.Name, part.N, part.Width)
	if errors.Is(err, tlog.ErrTiles) {
		if kept, failed := l.archived(ctx, p.Name, part); !errors.Is(failed, database.ErrNotFound) {
			return kept, failed
		}
	}
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		if bundle, err = tlog.AppendEntry(bundle, text); err != nil {
			return nil, err
		}
	}
	return bundle, nil
}

// archived returns entries of an event whose rows are in a file.
func (l *Logs) archived(ctx context.Context, event string, part tlog.TilePart) ([]byte, error) {
	if l.Archived == nil {
		return nil, database.ErrNotFound
	}
	bundle, err := l.Archived(ctx, event, part.N)
	if err != nil {
		return nil, err
	}
	return tlog.CutEntries(bundle, part.Width)
}

// Proof returns a tlog-proof of the audit row with that seq, which has to be about the
// subject; its extra data is a tlog.Opening. ErrPending: the log has not come to the
// row yet. ErrNone: the row is about something else, or there is none. ErrErased: whom it is
// about was erased, and with them what opens it.
func (l *Logs) Proof(ctx context.Context, event, subject string, seq int64) ([]byte, error) {
	rows, err := l.Store.Events.Audit(ctx, event, seq-1, 1)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || rows[0].Seq != seq || rows[0].Subject != subject {
		return nil, ErrNone
	}
	p, err := l.Published(ctx, event)
	if err != nil {
		return nil, err
	}
	if seq > p.Head.Size {
		return nil, ErrPending
	}
	n, at := (seq-1)/tlog.TileWidth, int((seq-1)%tlog.TileWidth)
	texts, salts, err := l.stored(ctx, event, n, at+1)
	if err != nil {
		return nil, err
	}
	salt := tlog.SaltAt(salts, at)
	if salt.Erased() {
		return nil, ErrErased
	}
	opening := tlog.Opening{Salt: salt, RowHash: rows[0].Hash, Subject: subject, Entry: texts[at]}
	extra, err := opening.Extra(event, seq-1)
	if err != nil {
		return nil, fmt.Errorf("publiclog: %w", err)
	}
	return p.Head.ProveEntry(ctx, l.tiles(event), seq-1, p.Checkpoint, extra)
}
