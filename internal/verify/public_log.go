package verify

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Invariant 19: each entry of the public log is stored as it was signed, and is the projection of
// its audit row, but for the hash of one whose salt was erased; and the log was never signed
// otherwise. What was signed of it is in the log of the installation,
// which was never signed otherwise either.

// publicLog is where the recomputation of the log of an event stands.
type publicLog struct {
	stored *logs.EventLog // nil: the event has none
	tree   *logTree
	// texts and salts are those of the bundle that the tree has come to; texts is nil where it
	// cannot be read.
	texts [][]byte
	salts []byte
	// erased is how many salts are gone, person whether a row that was taken in erased one.
	erased int64
	person bool
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
	if errors.Is(err, database.ErrNotFound) {
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

// logRow takes the entry of an audit row into the tree, and compares it with the row.
func (c *check) logRow(row *events.ChainedRow) error {
	l := &c.log
	erases := row.Reason == inventory.ReasonPersonErased
	l.person = l.person || erases // salts go with the person, before the log comes to that row
	if l.stored == nil || row.Seq > l.stored.Size {
		return nil
	}
	event, at := c.event.Event.ID, int((row.Seq-1)%tlog.TileWidth)
	if at == 0 {
		if err := c.loadBundle((row.Seq - 1) / tlog.TileWidth); err != nil {
			return err
		}
	}
	c.run.report.Checked.LogEntries++
	salt := tlog.SaltAt(l.salts, at)
	e := tlog.EventKey(l.stored.Key).EntryOf(event, &row.AuditRow, row.Hash, salt, c.putBy(&row.AuditRow))
	var stored []byte
	if at < len(l.texts) {
		stored = l.texts[at]
	}
	if salt.Erased() {
		l.erased++
		c.run.report.Checked.LogEntriesErased++
		e.Row = tlog.RowIn(stored)
	} else if erases {
		c.fail(19, event, "entry %d of the public log tells of an erasure, and what opens it is kept", row.Seq)
	}
	text, err := e.Text()
	if err != nil {
		return err
	}
	switch {
	case stored == nil: // said of its bundle
		return l.tree.add(tlog.LeafHash(text))
	case string(text) != string(stored):
		c.fail(19, event, "entry %d of the public log is not what its audit row says", row.Seq)
	}
	return l.tree.add(tlog.LeafHash(stored))
}

// loadBundle reads a bundle of entries.
func (c *check) loadBundle(n int64) error {
	l, event := &c.log, c.event.Event.ID
	l.texts, l.salts = nil, nil
	b, err := c.run.snapshot.LogBundle(event, n)
	if errors.Is(err, database.ErrNotFound) {
		c.fail(19, event, "bundle %d of the public log is missing", n)
		return nil
	}
	if err != nil {
		return err
	}
	l.salts = b.Salts
	if l.texts, err = tlog.UnpackBundle(b.Entries); err != nil {
		c.fail(19, event, "bundle %d of the public log cannot be read: %v", n, err)
		return nil
	}
	if want := min(l.stored.Size-n*tlog.TileWidth, tlog.TileWidth); int64(len(l.texts)) != want || len(b.Salts) != int(want)*len(tlog.Salt{}) {
		c.fail(19, event, "bundle %d of the public log has %d entries and %d bytes of salts, and is of %d entries", n, len(l.texts), len(b.Salts), want)
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

// endOfLog compares what the tree has on its right edge, and looks for what is too much.
func (c *check) endOfLog() error {
	if c.log.stored == nil {
		return nil
	}
	if c.log.erased > 0 && !c.log.person {
		c.fail(19, c.event.Event.ID, "what opens %d entries of the public log is gone, and nobody was erased", c.log.erased)
	}
	stored, bundles, err := c.run.snapshot.LogTiles(c.event.Event.ID)
	if err != nil {
		return err
	}
	if want := (c.log.stored.Size + tlog.TileWidth - 1) / tlog.TileWidth; bundles > want {
		c.fail(19, c.event.Event.ID, "the public log has %d bundles, and %d entries", bundles, c.log.stored.Size)
	}
	return c.log.tree.end(stored)
}
