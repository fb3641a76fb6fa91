package logs

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// LogBundle has the entries of a public log of up to LogBundleRows audit rows, as they were
// signed, and their salts.
type LogBundle struct {
	EventID string
	N       int64
	Entries []byte // packed: tlog.PackBundle
	// Salts are logSaltSize bytes for each row. Those of rows about people who were erased are
	// zero.
	Salts []byte
}

const (
	// LogBundleRows is how many audit rows a bundle is of: those of a tile.
	LogBundleRows = 256
	logSaltSize   = 16
)

// LogBundleTable describes the table log_bundles; a row is one LogBundle.
var LogBundleTable = table.New("log_bundles", new(LogBundle), func(c *table.Columns, v *LogBundle) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("n", &v.N)
	c.Changes(1)
	c.Blob("entries", &v.Entries)
	c.Blob("salts", &v.Salts)
})

// LogBundleText reads a bundle of a log.
var LogBundleText = LogBundleTable.From() + " where event_id = $1 and n = $2"

// Bundle returns a bundle of a log, or ErrNotFound.
func (s Logs) Bundle(ctx context.Context, event string, n int64) (LogBundle, error) {
	b, err := table.One(ctx, s.db.Read, LogBundleTable.Scan, LogBundleText, event, n)
	return b, s.db.Classify(err)
}

// LogGrowth is what a log grows by.
type LogGrowth struct {
	Size  int64 // of the tree then
	Root  []byte
	Tiles []LogTile
	// Bundles have the entries that are new. The first may have been there with fewer: then its
	// Entries have those too, and its Salts do not.
	Bundles []LogBundle
	Erased  []string // people whose erasure is among the new rows
	Links   []LogLink
}

// LogLink says which audit row is the one before a new row about the same subject.
type LogLink struct{ Seq, Previous int64 }

// Grow stores the tree of a log as it is with more rows, the tiles and the bundles that became
// more. grown is false when the log is no longer as it was read: somebody else has grown it.
//
// A row about somebody who was erased keeps no salt: not when the log comes to the row that erases
// them, and not when the subject of an earlier row has lost it.
func (s Logs) Grow(ctx context.Context, was *EventLog, g *LogGrowth) (grown bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// Whoever erases salts takes the lock on this row too.
		n, err := table.Exec(ctx, tx, "update event_logs set size = $1, root = $2 where event_id = $3 and size = $4", g.Size, g.Root, was.EventID, was.Size)
		if grown = n == 1; err != nil || !grown {
			return err
		}
		for i := range g.Tiles {
			if _, err := LogTileTable.InsertUnless(ctx, tx, &g.Tiles[i], LogTileTable.Replace[1]); err != nil {
				return err
			}
		}
		salts := &LogSalts{Ctx: ctx, Tx: tx, Event: was.EventID, Pages: map[int64][]byte{}, Changed: map[int64]bool{}}
		for i := range g.Bundles {
			b := g.Bundles[i]
			if i == 0 && was.Size%LogBundleRows != 0 {
				before, err := salts.page(b.N)
				if err != nil {
					return err
				}
				b.Salts = append(slices.Clone(before), b.Salts...)
			}
			if _, err := LogBundleTable.InsertUnless(ctx, tx, &b, LogBundleTable.Replace[1]); err != nil {
				return err
			}
			salts.Pages[b.N] = b.Salts
		}
		erasures, err := table.One(ctx, tx, table.ScanInt, "select count(*) from erasures where event_id = $1", was.EventID)
		if err != nil || erasures == 0 {
			return err
		}
		if err := salts.Forget(g.Erased); err != nil {
			return err
		}
		for _, l := range g.Links {
			if gone, err := salts.gone(l.Previous); err != nil {
				return err
			} else if !gone {
				continue
			}
			if err := salts.blank(l.Seq); err != nil {
				return err
			}
		}
		return salts.Store()
	})
	return grown, err
}

// LogSalts are salts of the log of an event in a transaction that has its lock.
type LogSalts struct {
	Ctx     context.Context
	Tx      *sql.Tx
	Event   string
	Pages   map[int64][]byte // by bundle; nil: there is none
	Changed map[int64]bool
}

// page returns the salts of a bundle.
func (l *LogSalts) page(n int64) ([]byte, error) {
	if salts, read := l.Pages[n]; read {
		return salts, nil
	}
	found, err := table.All(l.Ctx, l.Tx, func(r engine.Row, v *[]byte) error { return r.Scan(v) }, "select salts from log_bundles where event_id = $1 and n = $2", l.Event, n)
	if err != nil {
		return nil, err
	}
	l.Pages[n] = nil
	if len(found) > 0 {
		l.Pages[n] = found[0]
	}
	return l.Pages[n], nil
}

// of returns the salt of an audit row in its bundle; nil: the log has not come to the row.
func (l *LogSalts) of(seq int64) ([]byte, error) {
	salts, err := l.page((seq - 1) / LogBundleRows)
	at := (seq - 1) % LogBundleRows * logSaltSize
	if err != nil || at+logSaltSize > int64(len(salts)) {
		return nil, err
	}
	return salts[at : at+logSaltSize], nil
}

// gone reports whether the salt of a row that the log has was erased.
func (l *LogSalts) gone(seq int64) (bool, error) {
	salt, err := l.of(seq)
	return len(salt) > 0 && !slices.ContainsFunc(salt, func(b byte) bool { return b != 0 }), err
}

// blank erases the salt of a row.
func (l *LogSalts) blank(seq int64) error {
	salt, err := l.of(seq)
	if len(salt) > 0 {
		clear(salt)
		l.Changed[(seq-1)/LogBundleRows] = true
	}
	return err
}

// Forget erases the salts of the rows about people.
func (l *LogSalts) Forget(people []string) error {
	for _, person := range people {
		rows, err := rowsAbout(l.Ctx, l.Tx, l.Event, person)
		if err != nil {
			return err
		}
		for _, seq := range rows {
			if err := l.blank(seq); err != nil {
				return err
			}
		}
	}
	return nil
}

// Store writes the bundles of which salts were erased.
func (l *LogSalts) Store() error {
	for _, n := range slices.Sorted(maps.Keys(l.Changed)) {
		if err := table.ExecOne(l.Ctx, l.Tx, "update log_bundles set salts = $1 where event_id = $2 and n = $3", l.Pages[n], l.Event, n); err != nil {
			return err
		}
	}
	return nil
}

// rowsAbout returns the seqs of the audit rows about a person of an event: about the person, and
// about their registrations, orders, places on the waitlist, transfers, invitations, offers and
// exchanges, each from its newest row back.
func rowsAbout(ctx context.Context, q table.Querier, event, person string) ([]int64, error) {
	rows, err := table.All(ctx, q, table.ScanInt, PersonRowsSQL, event, person)
	if err != nil {
		return nil, err
	}
	heads := map[string]int64{}
	add := func(query string, args ...any) error {
		list, err := table.All(ctx, q, events.ScanHead, query, append([]any{event}, args...)...)
		for _, h := range list {
			heads[h.ID] = h.Seq
		}
		return err
	}
	for _, query := range append([]string{"select id, last_seq from invitations where event_id = $1 and person_id = $2"}, PersonThingsSQL...) {
		if err := add(query, person); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	for len(heads) > 0 {
		ids := slices.Sorted(maps.Keys(heads))
		for _, thing := range ids {
			last := heads[thing]
			delete(heads, thing)
			if seen[thing] {
				continue
			}
			seen[thing] = true
			for last > 0 {
				r, err := table.One(ctx, q, scanLinked, "select subject, related, prev_seq from audit where event_id = $1 and seq = $2", event, last)
				if err != nil {
					return nil, err
				}
				if r.subject != thing {
					break
				}
				rows = append(rows, last)
				last = r.previous
				for prefix, query := range namedThingsSQL {
					if strings.HasPrefix(r.related, prefix) && !seen[r.related] {
						if err := add(query, r.related, person); err != nil {
							return nil, err
						}
					}
				}
			}
		}
	}
	return rows, nil
}

// namedThingsSQL find what rows of a person name beside them, where it is that person's.
var namedThingsSQL = map[string]string{
	id.Offer:    "select id, last_seq from offers where event_id = $1 and id = $2 and person_id = $3",
	id.Exchange: "select id, last_seq from exchanges where event_id = $1 and id = $2 and person_id = $3",
}

type linkedRow struct {
	subject, related string
	previous         int64
}

func scanLinked(r engine.Row, v *linkedRow) error { return r.Scan(&v.subject, &v.related, &v.previous) }

// PersonRowsSQL finds the audit rows about a person.
const PersonRowsSQL = "select seq from audit where event_id = $1 and subject = $2 " + events.OfPeople + "order by seq"

// PersonThingsSQL find the holds and the places on the waitlist of a person, and the
// tickets that were sent to them.
var PersonThingsSQL = func() (list []string) {
	for _, which := range guests.PersonHolds {
		list = append(list, "select id, last_seq from holds where event_id = $1 and person_id = $2 and "+which)
	}
	for _, which := range guests.PersonEntries {
		list = append(list, "select id, last_seq from waitlist_entries where event_id = $1 and person_id = $2 and "+which)
	}
	return append(list, "select id, last_seq from transfers where event_id = $1 and to_person = $2")
}()
