package logs

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// EventLog is the public log of an event: a tree over its audit rows.
type EventLog struct {
	EventID string
	Key     []byte // of its pseudonyms
	SignedTree
	// Included is the size of the newest checkpoint that the log of the installation has; 0:
	// it has none.
	Included int64
}

// SignedTree is the tree of a log, and what was signed of it.
type SignedTree struct {
	Size int64  // entries that are in the tree
	Root []byte // of the tree; of an empty one nothing
	// Checkpoint is the newest that was signed, of the first Signed entries; "": none was.
	Checkpoint string
	Signed     int64
	SignedAt   inventory.Instant
}

func (v *SignedTree) columns(c *table.Columns) {
	c.Changes(1)
	c.Number("size", &v.Size)
	c.Blob("root", &v.Root)
	c.Changes(2)
	c.Text("checkpoint", &v.Checkpoint)
	c.Number("signed", &v.Signed)
	c.Number("signed_at", (*int64)(&v.SignedAt))
}

// LogTile is a run of hashes of one level of the tree.
type LogTile struct {
	EventID  string
	Level, N int64
	Hashes   []byte
}

var (
	// LogTable describes the table event_logs; a row is one EventLog.
	LogTable = table.New("event_logs", new(EventLog), func(c *table.Columns, v *EventLog) {
		c.Key("event_id", &v.EventID)
		c.Blob("key", &v.Key)
		v.SignedTree.columns(c)
		c.Number("included", &v.Included)
	})
	// LogTileTable describes the table log_tiles; a row is one LogTile.
	LogTileTable = table.New("log_tiles", new(LogTile), func(c *table.Columns, v *LogTile) {
		c.Key("event_id", &v.EventID)
		c.NumberKey("level", &v.Level)
		c.NumberKey("n", &v.N)
		c.Changes(1)
		c.Blob("hashes", &v.Hashes)
	})
)

// Behind returns events whose log has not all of their audit rows, or no checkpoint of
// those that it has, by ID, after one of them; those that keep no log are not among them.
func (s Logs) Behind(ctx context.Context, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, `select e.id from events e left join event_logs l on l.event_id = e.id
		where e.id > $1 and e.archived_at = 0 and e.seq > coalesce(l.signed, 0) and e.settings not like '%"log":"off"%' order by e.id limit $2`, after, limit)
	return list, s.db.Classify(err)
}

// Signed returns events of whose log something was signed, by ID, after one of them.
func (s Logs) Signed(ctx context.Context, after string, limit int) ([]string, error) {
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select event_id from event_logs where event_id > $1 and signed > 0 order by event_id limit $2", after, limit)
	return list, s.db.Classify(err)
}

// Kept reports whether an event keeps a log.
func (s Logs) Kept(ctx context.Context, event string) (bool, error) {
	text, err := table.One(ctx, s.db.Read, table.ScanText, "select settings from events where id = $1", event)
	if err != nil {
		return false, s.db.Classify(err)
	}
	var settings inventory.Settings
	if err := json.Unmarshal([]byte(text), &settings); err != nil {
		return false, fmt.Errorf("store: settings of %s: %w", event, err)
	}
	return settings.LogAudience() != inventory.LogOff, nil
}

// Log returns the log of an event, or ErrNotFound while there is none.
func (s Logs) Log(ctx context.Context, event string) (EventLog, error) {
	l, err := table.One(ctx, s.db.Read, LogTable.Scan, LogTable.From()+" where event_id = $1", event)
	return l, s.db.Classify(err)
}

// AnySigned returns one of the logs of which something was signed, or ErrNotFound.
func (s Logs) AnySigned(ctx context.Context) (EventLog, error) {
	l, err := table.One(ctx, s.db.Read, LogTable.Scan, LogTable.From()+" where signed > 0 order by event_id limit 1")
	return l, s.db.Classify(err)
}

// Begin returns the log of an event, and begins it with a key where there is none. Of two
// that do so at once, both get the same.
func (s Logs) Begin(ctx context.Context, event string, key []byte) (l EventLog, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		fresh := &EventLog{EventID: event, Key: key, SignedTree: SignedTree{Root: []byte{}}}
		if _, err := LogTable.InsertUnless(ctx, tx, fresh, LogTable.Otherwise); err != nil {
			return err
		}
		l, err = table.One(ctx, tx, LogTable.Scan, LogTable.From()+" where event_id = $1", event)
		return err
	})
	return l, err
}

// Tile returns the hashes of a tile; none where there is no such tile.
func (s Logs) Tile(ctx context.Context, event string, level, n int64) ([]byte, error) {
	hashes, err := TileHashes(ctx, s.db.Read, event, level, n)
	return hashes, s.db.Classify(err)
}

// TileHashes returns the hashes of a tile of the log of an event; nil: it has none.
func TileHashes(ctx context.Context, q table.Querier, event string, level, n int64) ([]byte, error) {
	found, err := table.All(ctx, q, func(r engine.Row, v *[]byte) error { return r.Scan(v) },
		"select hashes from log_tiles where event_id = $1 and level = $2 and n = $3", event, level, n)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// EntryPlacement is where an entry of the waitlist stands or stood.
type EntryPlacement struct {
	inventory.Placement
	Seats bool // it wishes for seats
}

// Placements returns where entries stand, and where those that were moved stood before, in
// no order.
func (s Logs) Placements(ctx context.Context, event string, ids []string) ([]EntryPlacement, error) {
	r := s.db.Reader(s.db.Read)
	// First where they stand: whoever is moved in between is found in the past too.
	now, err := table.ByID(ctx, r, events.EntryKind, event, ids)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	past, err := table.LookUp(ctx, r, events.PastByEntry, events.PastPlacementTable.Scan, event, ids)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	list := make([]EntryPlacement, 0, len(now)+len(past))
	for _, e := range now {
		list = append(list, EntryPlacement{e.Placement, e.Wish != ""})
	}
	for i := range past {
		if e := now[past[i].EntryID]; e != nil {
			list = append(list, EntryPlacement{past[i].Placement, e.Wish != ""})
		}
	}
	return list, nil
}

// Publish stores the checkpoint that was signed of the first rows of a log, unless there
// is one of more.
func (s Logs) Publish(ctx context.Context, event, checkpoint string, size int64, at inventory.Instant) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update event_logs set checkpoint = $1, signed = $2, signed_at = $3 where event_id = $4 and signed < $2 and size >= $2", checkpoint, size, int64(at), event)
		return err
	})
}

// Logs is the public logs of events: trees over their audit rows.
type Logs struct{ db *database.DB }

// NewLogs returns Logs on a database.
func NewLogs(db *database.DB) Logs { return Logs{db} }
