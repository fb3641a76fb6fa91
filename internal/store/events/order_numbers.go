package events

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// OrderNumbers returns the numbers of orders of an event: the ledger seq of the audit
// row that began each. Short codes are made of them, because no two orders have the same
// and none ever changes. An order that does not exist is missing.
func (s Tickets) OrderNumbers(ctx context.Context, event string, orders ...string) (map[string]int64, error) {
	newest := make(map[int64]string, len(orders))
	for part := range slices.Chunk(orders, table.MaxInList) {
		in, args := table.InList(2, part)
		list, err := table.All(ctx, s.db.Read, ScanHead, "select id, last_seq from holds where event_id = $1 and id in ("+in+")", append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, h := range list {
			newest[h.Seq] = h.ID
		}
	}
	numbers, err := FirstRows(ctx, s.db.Read, event, newest)
	if errors.Is(err, errRowMissing) {
		if archived, e := IsArchived(ctx, s.db.Read, event); e != nil || archived {
			return map[string]int64{}, e
		}
	}
	return numbers, s.db.Classify(err)
}

// errRowMissing: an audit row that another one names is not there.
var errRowMissing = errors.New("store: an audit row is missing")

// Head is the newest audit row about something.
type Head struct {
	ID  string
	Seq int64
}

// ScanHead scans a head.
func ScanHead(r engine.Row, h *Head) error { return r.Scan(&h.ID, &h.Seq) }

// FirstRows follows the stories of holds, entries and the like from their newest audit
// rows to those that began them, and returns the seqs of these by what they are about. It
// goes by primary key from row to row: nothing else leads from a hold to its rows.
func FirstRows(ctx context.Context, q table.Querier, event string, newest map[int64]string) (map[string]int64, error) {
	first := make(map[string]int64, len(newest))
	type link struct{ seq, prev int64 }
	for at := newest; len(at) > 0; {
		next := make(map[int64]string)
		for part := range slices.Chunk(slices.Sorted(maps.Keys(at)), table.MaxInList) {
			in, args := table.InList(2, part)
			links, err := table.All(ctx, q, func(r engine.Row, l *link) error { return r.Scan(&l.seq, &l.prev) },
				previousRowsSQL(in), append([]any{event}, args...)...)
			if err != nil {
				return nil, err
			}
			for _, l := range links {
				switch {
				case l.prev < 0:
					return nil, fmt.Errorf("%w: row %d of %s", errRowMissing, l.seq, event)
				case l.prev >= l.seq:
					return nil, fmt.Errorf("store: audit row %d of %s names a later one as the row before it", l.seq, event)
				case l.prev == 0:
					first[at[l.seq]] = l.seq
				default:
					next[l.prev] = at[l.seq]
				}
			}
		}
		at = next
	}
	return first, nil
}

// previousRowsSQL finds the seqs of the rows before those with the seqs in a list: -1
// where there is no such row. Each is looked up by key: where there is a list of keys,
// PostgreSQL may think that it should read the whole event.
func previousRowsSQL(in string) string {
	return "with w(seq) as (values (cast(" + strings.ReplaceAll(in, ", ", " as bigint)), (cast(") + " as bigint))) " +
		"select w.seq, coalesce((select a.prev_seq from audit a where a.event_id = $1 and a.seq = w.seq), -1) from w"
}

// OrderNumbered returns the order of an event with a number, or ErrNotFound.
func (s Tickets) OrderNumbered(ctx context.Context, event string, number int64) (string, error) {
	order, err := table.One(ctx, s.db.Read, table.ScanText, "select subject from audit where event_id = $1 and seq = $2 and prev_seq = 0", event, number)
	if err != nil {
		return "", s.db.Classify(err)
	}
	if _, ok := id.EventOf(order, id.Order); !ok {
		return "", database.ErrNotFound
	}
	return order, nil
}
