package archives

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// derivedTables are those whose rows follow from others: they are no part of an archive, leave
// the tables with it, and are made again when the event is back.
var derivedTables = []string{"guest_runs", "guest_stale", "guest_chunks", "guest_marks", "replay_snapshots"}

// notArchived are the tables with rows of events that are no part of an archive, and why.
var notArchived = map[string]string{
	"series_dates": "belongs to the series", "pass_dates": "belongs to the series", "bookings": "belongs to the venue", "installation_entries": "belongs to the log of the installation",
	"address_marks": "how far the address book is", "feed": "the organization's", "feed_events": "how far the feed is",
	"webhook_positions": "the endpoint's", "webhook_deliveries": "the endpoint's, for a while", "exports": "files that expire", "imports": "deleted by retention",
	"import_refusals": "deleted by retention", "erasures": "compared with the list outside the database", "suppressions": "the organization's",
	"wordings": "the organization's", "rehearsals": "the organization's", "refusal_counts": "the organization's", "challenge_uses": "for an hour", "link_marks": "which links are good",
	"bank_transactions": "the organization's accounts", "provider_denials": "the organization's", "undelivered_told": "the organization's, for a while", "archives": "says where the event is",
	"event_homes": "servers that run", "event_cells": "says where the event is",
	"guest_runs": "derived", "guest_stale": "derived", "guest_chunks": "derived", "guest_marks": "derived", "replay_snapshots": "derived",
}

// kept is the condition on a person of an event, about p, whose rows stay in the tables: who has
// tickets, or has paid or was billed, so that tickets and invoices are read as before.
var kept = func() string {
	var ways []string
	for _, which := range guests.PersonHolds[:2] {
		ways = append(ways, "exists (select 1 from holds k where k.event_id = p.event_id and k.person_id = p.id and k."+strings.Replace(which, " and ", " and k.", 1)+")")
	}
	ways = append(ways,
		"exists (select 1 from holds k join payments y on y.event_id = k.event_id and y.order_id = k.id where k.event_id = p.event_id and k.person_id = p.id and k."+guests.PersonHolds[2]+")",
		"exists (select 1 from billing b where b.event_id = p.event_id and b.person_id = p.id)",
		"exists (select 1 from ticket_versions v where v.event_id = p.event_id and v.holder_id = p.id and v.holder_id <> '')")
	return "(" + strings.Join(ways, " or ") + ")"
}()

// ofKept is the condition on a row, about t, of a person who is kept.
func ofKept(person string) string {
	return "exists (select 1 from people p where p.event_id = t.event_id and p.id = t." + person + " and " + kept + ")"
}

// anyKept is the condition on a row, about t, of an event that people are kept of: what their
// tickets and pages are read with stays too.
var anyKept = "exists (select 1 from people p where p.event_id = t.event_id and " + kept + ")"

// leavingTable is a table whose rows leave, and which of them stay.
type leavingTable struct{ Table, Stays string }

// Leaving are the tables whose rows leave when an event is archived, those first that refer to
// others, each with the condition, about t, on the rows that stay; "": none does. What stays is
// the same whichever rows have left already, so that it can go on after a crash.
var Leaving = []leavingTable{
	{"deliveries", ""}, {"messages", ""}, {"idempotency_keys", ""}, {"name_seals", ""}, {"scans", ""}, {"origins", ""},
	{"past_placements", ""}, {"waitlist_counts", ""}, {"log_bundles", ""}, {"audit", ""},
	{"answers", ofKept("person_id")}, {"uploads", "(t.unused_since <> 0 or " + ofKept("person_id") + ")"}, {"invitations", ofKept("person_id")}, {"address_book", ofKept("person_id")},
	{"offers", ofKept("person_id")}, {"waitlist_entries", ofKept("person_id")},
	{"hold_items", "exists (select 1 from holds h join people p on p.event_id = h.event_id and p.id = h.person_id where h.event_id = t.event_id and h.id = t.hold_id and " + kept + ")"},
	{"orders", "exists (select 1 from holds h join people p on p.event_id = h.event_id and p.id = h.person_id where h.event_id = t.event_id and h.id = t.id and " + kept + ")"},
	{"holds", ofKept("person_id")},
	{"event_translations", anyKept},
	{"people", strings.ReplaceAll(kept, "p.", "t.")},
}

// ArchivedTable is a table with rows of an event, as its archive has them.
type ArchivedTable struct {
	moves.MovedTable
	// Leaves reports whether rows leave the table when the event is archived.
	Leaves bool
	event  string // the column of the event
	keys   string // the columns that order the rows of an event
	order  []int  // these in Columns
	stays  string
}

// ArchivedTables returns the tables whose rows make up an event, in the order in which they are
// written: each behind those that it refers to.
func (s Archives) ArchivedTables(ctx context.Context) ([]ArchivedTable, error) {
	all, err := moves.NewMoves(s.db).MovedTables(ctx)
	if err != nil {
		return nil, err
	}
	var list []ArchivedTable
	for _, t := range all {
		a := ArchivedTable{MovedTable: t, event: "event_id"}
		switch t.Name {
		case "events":
			a.event = "id"
		case "idempotency_keys":
			a.event = "scope"
		}
		at := slices.IndexFunc(t.Columns, func(c moves.MovedColumn) bool { return c.Name == a.event })
		if at < 0 || notArchived[t.Name] != "" || t.Name == "series" {
			continue
		}
		var names []string
		for _, k := range t.Primary {
			if k != at {
				names, a.order = append(names, t.Columns[k].Name), append(a.order, k)
			}
		}
		a.keys = strings.Join(names, ", ")
		if i := slices.IndexFunc(Leaving, func(l leavingTable) bool { return l.Table == t.Name }); i >= 0 {
			a.Leaves, a.stays = true, Leaving[i].Stays
		}
		list = append(list, a)
	}
	return list, nil
}

// Narrow returns the table with the columns that a file has of it: a file that an older version
// has written lacks those that came since, which have a default.
func (t *ArchivedTable) Narrow(names []string) (*ArchivedTable, error) {
	if slices.Equal(names, t.Names()) {
		return t, nil
	}
	n := *t
	n.Columns, n.Primary, n.order = nil, nil, nil
	for _, name := range names {
		at := slices.IndexFunc(t.Columns, func(c moves.MovedColumn) bool { return c.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("%w: there is no column %s.%s", database.ErrSchemaOld, t.Name, name)
		}
		n.Columns = append(n.Columns, t.Columns[at])
	}
	for from, to := range map[*[]int]*[]int{&t.Primary: &n.Primary, &t.order: &n.order} {
		for _, at := range *from {
			i := slices.Index(names, t.Columns[at].Name)
			if i < 0 {
				return nil, fmt.Errorf("%w: the file lacks %s.%s", database.ErrSchemaOld, t.Name, t.Columns[at].Name)
			}
			*to = append(*to, i)
		}
	}
	return &n, nil
}

// Key returns the key of a row of an event, for EventRows.
func (t *ArchivedTable) Key(row []any) []any {
	key := make([]any, len(t.order))
	for i, at := range t.order {
		key[i] = row[at]
	}
	return key
}

// behindKey is the condition on rows behind a key, whose values begin with the argument first.
func (t *ArchivedTable) behindKey(op string, first int) string {
	marks := make([]string, len(t.order))
	for i, at := range t.order {
		marks[i] = "cast($" + strconv.Itoa(first+i) + " as " + t.Columns[at].Type + ")"
	}
	return "(" + t.keys + ") " + op + " (" + strings.Join(marks, ", ") + ")"
}

// archivePage is how many rows are read, deleted or written at once.
const archivePage = 2000

// eventRows hands all rows of an event in a table to take, in the order of their keys. The
// snapshot is one state of all tables.
func (s Archives) eventRows(ctx context.Context, q table.Querier, t *ArchivedTable, event string, take func(row []any) error) error {
	text := "select " + strings.Join(t.Names(), ", ") + " from " + t.Name + " where " + t.event + " = $1"
	var behind []any
	for {
		query, args := text, append([]any{event}, behind...)
		if behind != nil && len(t.order) > 0 {
			query += " and " + t.behindKey(">", 2)
		}
		if len(t.order) > 0 {
			query += " order by " + t.keys
		}
		query += " limit $" + strconv.Itoa(len(args)+1)
		rows, err := table.All(ctx, q, func(r engine.Row, row *[]any) error {
			values := make([]any, len(t.Columns))
			dest := make([]any, len(values))
			for i := range values {
				dest[i] = &values[i]
			}
			if err := r.Scan(dest...); err != nil {
				return err
			}
			*row = values
			_, err := t.PlainRow(values)
			return err
		}, query, append(args, archivePage)...)
		if err != nil {
			return fmt.Errorf("store: archive: read %s: %w", t.Name, s.db.Classify(err))
		}
		for _, row := range rows {
			if err := take(row); err != nil {
				return err
			}
		}
		if len(rows) < archivePage || len(t.order) == 0 {
			return nil
		}
		behind = t.Key(rows[len(rows)-1])
	}
}

// EventSnapshot calls fn with a reader of the rows of an event as they were at one moment. It
// may call fn again from the start.
func (s Archives) EventSnapshot(ctx context.Context, event string, fn func(read func(*ArchivedTable, func(row []any) error) error) error) error {
	return s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		return fn(func(t *ArchivedTable, take func(row []any) error) error { return s.eventRows(ctx, tx, t, event, take) })
	})
}

// LeavingRows counts the rows of an event that would leave a table, and those of what follows
// from other rows.
func (s Archives) LeavingRows(ctx context.Context, t *ArchivedTable, event string) (int64, error) {
	if !t.Leaves {
		return 0, nil
	}
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint) from "+t.Name+" t where "+t.event+" = $1"+t.goes(), event)
	return n, s.db.Classify(err)
}

// goes is the condition on rows that leave.
func (t *ArchivedTable) goes() string {
	if t.stays == "" {
		return ""
	}
	return " and not " + t.stays
}

// Remove deletes the rows of an archived event that leave the tables, some at a time, and
// returns how many they were. It goes on where a call before was cut off.
func (s Archives) Remove(ctx context.Context, tables []ArchivedTable, event string) (removed int64, err error) {
	for _, l := range Leaving {
		at := slices.IndexFunc(tables, func(t ArchivedTable) bool { return t.Name == l.Table })
		n, err := s.removeRows(ctx, &tables[at], event)
		if removed += n; err != nil {
			return removed, fmt.Errorf("store: archive: delete from %s: %w", l.Table, s.db.Classify(err))
		}
	}
	for _, name := range derivedTables {
		err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
			_, err := table.Exec(ctx, tx, "delete from "+name+" where event_id = $1", event)
			return err
		})
		if err != nil {
			return removed, fmt.Errorf("store: archive: delete from %s: %w", name, s.db.Classify(err))
		}
	}
	return removed, nil
}

// stillArchived fails a transaction about an event whose rows may not be deleted or written.
const stillArchived = "select 1 from archives where event_id = $1 and state = $2"

func (s Archives) removeRows(ctx context.Context, t *ArchivedTable, event string) (removed int64, err error) {
	var behind []any
	for {
		var page [][]any
		err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
			if _, err := table.One(ctx, tx, table.ScanInt, stillArchived+s.db.Eng.Share(), event, string(ArchiveRemoving)); err != nil {
				return err
			}
			where, args := " where "+t.event+" = $1", append([]any{event}, behind...)
			if behind != nil {
				where += " and " + t.behindKey(">", 2)
			}
			page, err = table.All(ctx, tx, func(r engine.Row, key *[]any) error {
				*key = make([]any, len(t.order))
				dest := make([]any, len(t.order))
				for i := range dest {
					dest[i] = &(*key)[i]
				}
				return r.Scan(dest...)
			}, "select "+t.keys+" from "+t.Name+where+" order by "+t.keys+" limit $"+strconv.Itoa(len(args)+1), append(args, archivePage)...)
			if err != nil || len(page) == 0 {
				return err
			}
			last := page[len(page)-1]
			n, err := table.Exec(ctx, tx, "delete from "+t.Name+" as t"+where+" and "+t.behindKey("<=", len(args)+1)+t.goes(), append(args, last...)...)
			removed += n
			return err
		})
		if err != nil || len(page) < archivePage {
			return removed, err
		}
		behind = page[len(page)-1]
	}
}

// PutBack writes rows of an event that is being restored into a table, those that are there
// already left as they are.
func (s Archives) PutBack(ctx context.Context, t *ArchivedTable, event string, rows [][]any) error {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanInt, stillArchived+s.db.Eng.Share(), event, string(ArchiveRestoring)); err != nil {
			return err
		}
		return table.InsertRows(ctx, tx, t.Name, t.Names(), rows, "on conflict ("+strings.Join(t.keyNames(), ", ")+") do nothing")
	})
	if err != nil {
		return fmt.Errorf("store: archive: write %s: %w", t.Name, s.db.Classify(err))
	}
	return nil
}

// keyNames are the columns of the primary key.
func (t *ArchivedTable) keyNames() []string {
	names := make([]string, len(t.Primary))
	for i, at := range t.Primary {
		names[i] = t.Columns[at].Name
	}
	return names
}

// Size returns how many bytes the database takes: the pages that are used, of an embedded one,
// and the file.
func (s Archives) Size(ctx context.Context) (used, total int64, err error) {
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, v *[2]int64) error { return r.Scan(&v[0], &v[1]) }, s.db.Eng.Size())
	if err != nil || len(list) == 0 {
		return 0, 0, s.db.Classify(err)
	}
	return list[0][0], list[0][1], nil
}

// Shrink gives the room that deleted rows took back to the file system, as far as the engine
// can: it takes as long as a copy of the database, and an embedded database is closed to others
// meanwhile.
func (s Archives) Shrink(ctx context.Context) error {
	for _, text := range s.db.Eng.Shrink(leavingNames()) {
		if _, err := s.db.Write.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("store: archive: %s: %w", text, s.db.Classify(err))
		}
	}
	return nil
}

func leavingNames() (names []string) {
	for _, l := range Leaving {
		names = append(names, l.Table)
	}
	return append(names, derivedTables...)
}
