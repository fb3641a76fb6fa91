package verify

import (
	"bytes"
	"errors"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/merkle"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Invariant 19: each entry of the public log is the projection of its audit row, and the
// log was never signed otherwise.

// publicLog is where the recomputation of the log of an event stands.
type publicLog struct {
	stored *store.EventLog // nil: the event has none
	tree   merkle.Frontier
	heads  []claimedHead
	edges  []edge // by level
}

// claimedHead is a root that the log is said to have, or to have had.
type claimedHead struct {
	tlog.Head
	by string // who says so
}

// edge is what a level of the tree has on the right of its full tiles.
type edge struct {
	full   int64 // tiles
	hashes []byte
}

// signedLastText says of a head that it is kept outside the database.
const signedLastText = "what was signed last"

// signedLast returns the heads that are kept outside the database. They are read before
// the snapshot is taken: servers sign only what they have committed, so a snapshot is
// never behind them unless history was rewritten.
func signedLast(signer *tlog.Signer) (map[string]tlog.Head, error) {
	if signer == nil {
		return nil, nil
	}
	return signer.Heads()
}

// loadPublicLog reads the log, and what was signed of it.
func (c *check) loadPublicLog() error {
	event := c.event.Event.ID
	l, err := c.run.snapshot.PublicLog(event)
	if errors.Is(err, store.ErrNotFound) {
		if last := c.run.signedLogs[event]; last.Size > 0 {
			c.fail(19, event, "the database has no public log, and %s is of %d entries", signedLastText, last.Size)
		}
		return nil
	}
	if err != nil {
		return err
	}
	c.run.report.Checked.Logs++
	c.log.stored = l
	if l.Size > c.event.Event.Seq {
		c.fail(19, event, "the public log has %d entries, and the ledger %d rows", l.Size, c.event.Event.Seq)
	}
	head := tlog.Head{Size: l.Size, Root: tlog.EmptyRoot()}
	if l.Size > 0 {
		copy(head.Root[:], l.Root)
	}
	c.claim(head, "the database")
	switch signer := c.run.options.Logs; {
	case l.Signed == 0:
	case signer == nil:
		c.fail(19, event, "the key of the public logs is not here, so what was signed of this one cannot be checked")
	default:
		key, err := signer.Key().VerifierKey(event)
		if err != nil {
			return err
		}
		signed, err := tlog.OpenCheckpoint([]byte(l.Checkpoint), key)
		if err != nil || signed.Size != l.Signed {
			c.fail(19, event, "the checkpoint of the public log is not one of %d entries that this installation signed", l.Signed)
		} else {
			c.claim(signed, "the checkpoint")
		}
	}
	c.claim(c.run.signedLogs[event], signedLastText)
	return nil
}

// claim remembers a root for when the tree has come to its size.
func (c *check) claim(h tlog.Head, by string) {
	if h.Size > 0 {
		c.log.heads = append(c.log.heads, claimedHead{h, by})
	}
}

// logRow takes an audit row into the tree.
func (c *check) logRow(row *store.ChainedRow) error {
	l := &c.log
	if l.stored == nil || row.Seq > l.stored.Size {
		return nil
	}
	e := tlog.EventKey(l.stored.Key).EntryOf(c.event.Event.ID, &row.AuditRow, row.Hash, c.putBy(&row.AuditRow))
	text, err := e.Text()
	if err != nil {
		return err
	}
	leaf := tlog.LeafHash(text)
	l.tree.AppendHash(leaf)
	c.run.report.Checked.LogEntries++
	if err := c.logHash(0, leaf); err != nil {
		return err
	}
	for _, h := range l.heads {
		if h.Size == l.tree.Size() && h.Root != l.tree.Root() {
			c.fail(19, c.event.Event.ID, "the first %d entries are not those of the root that %s has: audit rows, or the log, were changed", h.Size, h.by)
		}
	}
	return nil
}

// putBy returns where a row puts an entry on the waitlist, by what is stored of it; nil if
// it puts nobody there, or nothing is stored. It is called before the row is replayed.
func (c *check) putBy(r *inventory.AuditRow) *tlog.Place {
	if !r.Places() {
		return nil
	}
	e := c.entries.find(c.names.key(r.Subject))
	if e == nil {
		return nil
	}
	at := &e.placement
	if moves := c.moves[e.id]; r.From != "" && len(moves) > 0 {
		at = &moves[0]
	}
	return &tlog.Place{Placement: inventory.Placement{Tier: c.words.text(at.tier), Class: int(at.class), Rank: at.rank}, Seats: c.wishes(e)}
}

// logHash takes a hash into a level of the tree, and compares the tile when it is full.
func (c *check) logHash(level int, h draw.Hash) error {
	l := &c.log
	if level == len(l.edges) {
		l.edges = append(l.edges, edge{})
	}
	e := &l.edges[level]
	if e.hashes = append(e.hashes, h[:]...); len(e.hashes) < tlog.TileWidth*tlog.HashSize {
		return nil
	}
	if err := c.checkTile(level, e); err != nil {
		return err
	}
	var tile merkle.Frontier
	for at := 0; at < len(e.hashes); at += tlog.HashSize {
		tile.AppendHash(draw.Hash(e.hashes[at : at+tlog.HashSize]))
	}
	e.full, e.hashes = e.full+1, e.hashes[:0]
	return c.logHash(level+1, tile.Root())
}

func (c *check) checkTile(level int, e *edge) error {
	stored, err := c.run.snapshot.LogTile(c.event.Event.ID, int64(level), e.full)
	if err == nil && !bytes.Equal(stored, e.hashes) {
		c.fail(19, c.event.Event.ID, "tile %d of level %d is not that of the tree", e.full, level)
	}
	return err
}

// endOfLog compares what the tree has on its right edge, and looks for what is too much.
func (c *check) endOfLog() error {
	l := &c.log
	if l.stored == nil {
		return nil
	}
	event, tiles := c.event.Event.ID, int64(0)
	for level := range l.edges {
		e := &l.edges[level]
		tiles += e.full
		if len(e.hashes) == 0 {
			continue
		}
		tiles++
		if err := c.checkTile(level, e); err != nil {
			return err
		}
	}
	stored, err := c.run.snapshot.LogTiles(event)
	if err != nil {
		return err
	}
	if stored != tiles {
		c.fail(19, event, "the public log has %d tiles, and its tree %d", stored, tiles)
	}
	for _, h := range l.heads {
		if h.Size > l.tree.Size() {
			c.fail(19, event, "the public log has %d entries, and %s is of %d", l.tree.Size(), h.by, h.Size)
		}
	}
	return nil
}
