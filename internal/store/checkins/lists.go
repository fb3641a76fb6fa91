package checkins

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// MaxLists is how many lists the door of an event can have.
const MaxLists = 50

// List is a list of the door.
type List struct {
	checkin.Rules
	ID, EventID, Name    string
	Gates                []string // whose scans belong to it without saying so
	Version              int64    // counts changes; 0 for the first
	CreatedAt, UpdatedAt inventory.Instant
}

// ListTable describes the table checkin_lists; a row is one List.
var ListTable = table.New("checkin_lists", new(List), func(c *table.Columns, v *List) {
	c.Key("event_id", &v.EventID)
	c.Key("id", &v.ID)
	c.Text("name", &v.Name)
	c.Encoded("tiers", table.AsList(&v.Tiers))
	c.Encoded("gates", table.AsList(&v.Gates))
	c.Number("opens_at", (*int64)(&v.OpensAt))
	c.Number("closes_at", (*int64)(&v.ClosesAt))
	c.Text("re_entry", (*string)(&v.ReEntry))
	c.Number("version", &v.Version)
	c.Number("created_at", (*int64)(&v.CreatedAt))
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// jsonList returns texts as JSON; none is [].
func jsonList(list []string) (string, error) {
	if len(list) == 0 {
		return "[]", nil
	}
	b, err := json.Marshal(list)
	return string(b), err
}

// Lists returns the lists of an event, by id.
func (s CheckIns) Lists(ctx context.Context, event string) ([]List, error) {
	list, err := table.All(ctx, s.db.Read, ListTable.Scan, "select "+ListTable.Columns+" from checkin_lists where event_id = $1 order by id", event)
	return list, s.db.Classify(err)
}

// GateTaken says which gate belongs to another list.
type GateTaken struct{ Gate, List string }

// Error names the gate.
func (e *GateTaken) Error() string { return "store: gate " + e.Gate + " belongs to " + e.List }

// CreateList stores a list. ErrLimit says that the event has MaxLists, or as many more for each
// date that its passes cover, where lists stand for the doors of these;
// ErrConflict that the id is taken, *GateTaken that a gate belongs to another.
func (s CheckIns) CreateList(ctx context.Context, l List) error {
	return s.changeLists(ctx, l.EventID, func(tx *sql.Tx, others []List) error {
		dates, err := table.One(ctx, tx, table.ScanInt, "select cast(count(*) as bigint) from pass_dates where pass_id = $1", l.EventID)
		if err != nil {
			return err
		}
		if int64(len(others)) >= MaxLists*(1+dates) {
			return database.ErrLimit
		}
		if err := freeGates(&l, others); err != nil {
			return err
		}
		return ListTable.InsertRow(ctx, tx, &l)
	})
}

// EnsureList stores a list that has no gates, unless there is one with its id.
func (s CheckIns) EnsureList(ctx context.Context, l List) error { //nolint:gocritic // what is kept is a copy
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := ListTable.InsertUnless(ctx, tx, &l, "on conflict (event_id, id) do nothing")
		return err
	})
}

// ChangeList changes a list, all but what it says of coming in again, from one
// version to the next. ErrNotFound says that there is none, ErrConflict that its
// version is another one, *GateTaken that a gate belongs to another.
func (s CheckIns) ChangeList(ctx context.Context, l List) error {
	return s.changeLists(ctx, l.EventID, func(tx *sql.Tx, others []List) error {
		if err := freeGates(&l, others); err != nil {
			return err
		}
		tiers, gates, err := l.texts()
		if err != nil {
			return err
		}
		for i := range others {
			if others[i].ID == l.ID && others[i].Version != l.Version {
				return fmt.Errorf("%w: the list has version %d", database.ErrConflict, others[i].Version)
			}
		}
		return table.ExecOne(ctx, tx, `update checkin_lists set name = $1, tiers = $2, gates = $3, opens_at = $4, closes_at = $5,
			version = version + 1, updated_at = $6 where event_id = $7 and id = $8 and version = $9`,
			l.Name, tiers, gates, int64(l.OpensAt), int64(l.ClosesAt), int64(l.UpdatedAt), l.EventID, l.ID, l.Version)
	})
}

// changeLists runs fn with the lists of the event, which nobody else changes
// meanwhile.
func (s CheckIns) changeLists(ctx context.Context, event string, fn func(tx *sql.Tx, lists []List) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if err := events.LockEventRow(ctx, s.db, tx, event); err != nil {
			return err
		}
		lists, err := table.All(ctx, tx, ListTable.Scan, "select "+ListTable.Columns+" from checkin_lists where event_id = $1 order by id", event)
		if err != nil {
			return err
		}
		return fn(tx, lists)
	})
}

func (l *List) texts() (tiers, gates string, err error) {
	if tiers, err = jsonList(l.Tiers); err == nil {
		gates, err = jsonList(l.Gates)
	}
	return tiers, gates, err
}

func freeGates(l *List, others []List) error {
	for i := range others {
		for _, g := range others[i].Gates {
			for _, mine := range l.Gates {
				if g == mine && others[i].ID != l.ID {
					return &GateTaken{Gate: g, List: others[i].ID}
				}
			}
		}
	}
	return nil
}

// lockList returns what a list allows, or ErrNotFound. Where people come in
// again, the list's row is locked until the end of the transaction.
func (s CheckIns) lockList(ctx context.Context, tx *sql.Tx, event, list string) (checkin.ReEntry, error) {
	rule, err := table.One(ctx, tx, table.ScanText, "select re_entry from checkin_lists where event_id = $1 and id = $2", event, list)
	if err != nil || rule == string(checkin.Once) {
		return checkin.ReEntry(rule), err
	}
	_, err = table.One(ctx, tx, table.ScanText, "select id from checkin_lists where event_id = $1 and id = $2"+s.db.ForUpdate, event, list)
	return checkin.ReEntry(rule), err
}
