package verify

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Invariant 19: each entry of the public log is the projection of its audit row, and the
// log was never signed otherwise.

// publicLog is where the recomputation of the log of an event stands.
type publicLog struct {
	stored *store.EventLog // nil: the event has none
	tree   draw.Frontier
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

// loadPublicLog reads the log, and what was signed of it.
func (c *check) loadPublicLog() error {
	event := c.event.Event.ID
	l, err := c.run.snapshot.PublicLog(event)
	if errors.Is(err, store.ErrNotFound) {
		return c.loadLostLog()
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
	return c.loadLastHead()
}

// loadLastHead takes in what was signed last and is kept outside the database.
func (c *check) loadLastHead() error {
	signer := c.run.options.Logs
	if signer == nil {
		return nil
	}
	_, last, err := signer.Last(c.event.Event.ID)
	if err != nil {
		return fmt.Errorf("what was signed last of the public log: %w", err)
	}
	c.claim(last, "what was signed last")
	return nil
}

// loadLostLog: what was signed of a log that the database does not have is a rewritten
// history too.
func (c *check) loadLostLog() error {
	if err := c.loadLastHead(); err != nil {
		return err
	}
	for _, h := range c.log.heads {
		c.fail(19, c.event.Event.ID, "the database has no public log, and %s is of %d entries", h.by, h.Size)
	}
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
	e := tlog.EventKey(l.stored.Key).EntryOf(c.event.Event.ID, &row.AuditRow, row.Hash)
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
	var tile draw.Frontier
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
