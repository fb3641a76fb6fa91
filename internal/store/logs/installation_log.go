package logs

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// installationLog is the only row of its table.
type installationLog struct {
	ID int64 // 1
	SignedTree
}

// InstallationEntry is a checkpoint of the log of an event that is in the log of the
// installation.
type InstallationEntry struct {
	N          int64 // from 0
	EventID    string
	Size       int64 // of the checkpoint
	Checkpoint string
	Sealed     bool // everybody reads a salted hash of it
}

// InstallationTile is a run of hashes of one level of the tree.
type InstallationTile struct {
	Level, N int64
	Hashes   []byte
}

var (
	// InstallationTable describes the table installation_log; a row is one installationLog.
	InstallationTable = table.New("installation_log", new(installationLog), func(c *table.Columns, v *installationLog) {
		c.NumberKey("id", &v.ID)
		v.SignedTree.columns(c)
	})
	// InstallationEntryTable describes the table installation_entries; a row is one InstallationEntry.
	InstallationEntryTable = table.New("installation_entries", new(InstallationEntry), func(c *table.Columns, v *InstallationEntry) {
		c.NumberKey("n", &v.N)
		c.Text("event_id", &v.EventID)
		c.Number("size", &v.Size)
		c.Text("checkpoint", &v.Checkpoint)
		c.Truth("sealed", &v.Sealed)
	})
	// InstallationTileTable describes the table installation_tiles; a row is one InstallationTile.
	InstallationTileTable = table.New("installation_tiles", new(InstallationTile), func(c *table.Columns, v *InstallationTile) {
		c.NumberKey("level", &v.Level)
		c.NumberKey("n", &v.N)
		c.Changes(1)
		c.Blob("hashes", &v.Hashes)
	})
)

// DueCheckpoint is the newest checkpoint of an event, which the log of the installation
// does not have.
type DueCheckpoint struct {
	EventLog
	// Open: the event is published and listed, so everybody may know of it.
	Open bool

	status, settings string
}

// Due returns the newest checkpoints of events that the log of the installation does not
// have, by the ID of the event, after one of them; those of events that keep no log any
// more are not among them.
func (s Logs) Due(ctx context.Context, after string, limit int) ([]DueCheckpoint, error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, d *DueCheckpoint) error {
		c := table.Scanning()
		LogTable.Visit(c, &d.EventLog)
		c.Add(&d.status, &d.settings)
		return c.From(r)
	}, "select "+LogTable.As("l")+`, e.status, e.settings from event_logs l join events e on e.id = l.event_id
		where l.signed > l.included and l.event_id > $1 and e.settings not like '%"log":"off"%' order by l.event_id limit $2`, after, limit)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	for i := range list {
		d := &list[i]
		var settings inventory.Settings
		if err := json.Unmarshal([]byte(d.settings), &settings); err != nil {
			return nil, fmt.Errorf("store: settings of %s: %w", d.EventID, err)
		}
		d.Open = settings.Listed() && inventory.EventStatus(d.status) != inventory.Draft
	}
	return list, nil
}

// Installation returns the log of the installation; before it has begun, an empty one.
func (s Logs) Installation(ctx context.Context) (SignedTree, error) {
	t, err := InstallationTree(ctx, s.db.Read)
	return t, s.db.Classify(err)
}

// InstallationTree returns the tree of the log of the installation; an empty one without a
// root when it has not begun.
func InstallationTree(ctx context.Context, q table.Querier) (SignedTree, error) {
	found, err := table.All(ctx, q, InstallationTable.Scan, InstallationTable.From())
	if err != nil || len(found) == 0 {
		return SignedTree{Root: []byte{}}, err
	}
	return found[0].SignedTree, nil
}

// InstallationTile returns the hashes of a tile; none where there is no such tile.
func (s Logs) InstallationTile(ctx context.Context, level, n int64) ([]byte, error) {
	hashes, err := InstallationHashes(ctx, s.db.Read, level, n)
	return hashes, s.db.Classify(err)
}

// InstallationHashes returns the hashes of a tile of the log of the installation; nil: it
// has none.
func InstallationHashes(ctx context.Context, q table.Querier, level, n int64) ([]byte, error) {
	found, err := table.All(ctx, q, func(r engine.Row, v *[]byte) error { return r.Scan(v) },
		"select hashes from installation_tiles where level = $1 and n = $2", level, n)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// KeyedEntry is an entry of the log of the installation, with the key of the log that it
// is a checkpoint of.
type KeyedEntry struct {
	InstallationEntry
	Key []byte
}

// ScanKeyed scans an entry with the key of its log.
func ScanKeyed(r engine.Row, e *KeyedEntry) error {
	c := table.Scanning()
	InstallationEntryTable.Visit(c, &e.InstallationEntry)
	c.Add(&e.Key)
	return c.From(r)
}

// KeyedEntries selects entries with the keys of their logs.
var KeyedEntries = "select " + InstallationEntryTable.As("i") + ", l.key from installation_entries i join event_logs l on l.event_id = i.event_id"

// InstallationEntries returns entries of the log of the installation, in order.
func (s Logs) InstallationEntries(ctx context.Context, first int64, limit int) ([]KeyedEntry, error) {
	list, err := table.All(ctx, s.db.Read, ScanKeyed, KeyedEntries+" where i.n >= $1 order by i.n limit $2", first, limit)
	return list, s.db.Classify(err)
}

// IncludedLast returns the newest checkpoint of an event among the first entries of the
// log of the installation, or ErrNotFound.
func (s Logs) IncludedLast(ctx context.Context, event string, entries int64) (KeyedEntry, error) {
	e, err := table.One(ctx, s.db.Read, ScanKeyed, KeyedEntries+" where i.event_id = $1 and i.n < $2 order by i.size desc limit 1", event, entries)
	return e, s.db.Classify(err)
}

// Include stores the log of the installation as it is with more entries, which go on from
// those that it has, and the tiles that became more. grown is false when the log is no
// longer as it was read: somebody else has grown it.
func (s Logs) Include(ctx context.Context, was *SignedTree, root []byte, entries []InstallationEntry, tiles []InstallationTile) (grown bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		fresh := &installationLog{ID: 1, SignedTree: SignedTree{Root: []byte{}}}
		if _, err := InstallationTable.InsertUnless(ctx, tx, fresh, InstallationTable.Otherwise); err != nil {
			return err
		}
		n, err := table.Exec(ctx, tx, "update installation_log set size = $1, root = $2 where size = $3", was.Size+int64(len(entries)), root, was.Size)
		if grown = n == 1; err != nil || !grown {
			return err
		}
		for i := range entries {
			if err := InstallationEntryTable.InsertRow(ctx, tx, &entries[i]); err != nil {
				return err
			}
		}
		for i := range tiles {
			if _, err := InstallationTileTable.InsertUnless(ctx, tx, &tiles[i], InstallationTileTable.Replace[1]); err != nil {
				return err
			}
		}
		_, err = table.Exec(ctx, tx, `update event_logs set included = i.size from installation_entries i
			where i.event_id = event_logs.event_id and i.n >= $1 and event_logs.included < i.size`, was.Size)
		return err
	})
	return grown, err
}

// PublishInstallation stores the checkpoint that was signed of the first entries of the log
// of the installation, unless there is one of more, or another of as many than was: one that
// it goes on from has fewer signatures.
func (s Logs) PublishInstallation(ctx context.Context, was, checkpoint string, size int64, at inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, `update installation_log set checkpoint = $1, signed = $2, signed_at = case when signed < $2 then $3 else signed_at end
			where size >= $2 and (signed < $2 or signed = $2 and checkpoint = $4)`, checkpoint, size, int64(at), was)
		return err
	})
}
