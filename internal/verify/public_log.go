package verify

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Invariant 19: each entry of the public log is the projection of its audit row, and the
// log was never signed otherwise. What was signed of it is in the log of the installation,
// which was never signed otherwise either.

// publicLog is where the recomputation of the log of an event stands.
type publicLog struct {
	stored *store.EventLog // nil: the event has none
	tree   *logTree
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
	c.log.tree = newLogTree(c.run, event, "the public log", func(level, n int64) ([]byte, error) { return c.run.snapshot.LogTile(event, level, n) })
	if l.Size > c.event.Event.Seq {
		c.fail(19, event, "the public log has %d entries, and the ledger %d rows", l.Size, c.event.Event.Seq)
	}
	head := tlog.Head{Size: l.Size, Root: tlog.EmptyRoot()}
	if l.Size > 0 {
		copy(head.Root[:], l.Root)
	}
	c.log.tree.claim(head, "the database")
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
			c.log.tree.claim(signed, "the checkpoint")
		}
	}
	c.log.tree.claim(c.run.signedLogs[event], signedLastText)
	if err := c.loadIncluded(l); err != nil {
		return err
	}
	c.log.tree.sorted()
	return nil
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
	c.run.report.Checked.LogEntries++
	return l.tree.add(tlog.LeafHash(text))
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

// endOfLog compares what the tree has on its right edge, and looks for what is too much.
func (c *check) endOfLog() error {
	if c.log.stored == nil {
		return nil
	}
	stored, err := c.run.snapshot.LogTiles(c.event.Event.ID)
	if err != nil {
		return err
	}
	return c.log.tree.end(stored)
}
