package messages

import (
	"context"
	"database/sql"
	"errors"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// gatherLimit bounds the events whose news one transaction gathers.
const gatherLimit = 500

// FeedPosition is a place in the feed of an organization: Seq of the ledger in
// range No is the last that was read. The zero value is before everything.
type FeedPosition struct {
	No  int64 `json:"n"`
	Seq int64 `json:"s"`
}

// FeedRow is an audit row of one of an organization's events, and where it
// stands in the feed.
type FeedRow struct {
	EventID string
	events.ChainedRow
	At FeedPosition
}

// ReadAudit returns a page of the audit rows of an event, seq greater than after, wherever they are.
type ReadAudit func(ctx context.Context, event string, after int64, limit int) ([]events.ChainedRow, error)

// Changes returns a page of what happened in an organization's events, after a
// position. Within an event the order is that of its ledger, and between events
// the one in which it was gathered: it never changes, and nothing is ever
// inserted before a position that was returned. Rows of events that are archived
// are read with elsewhere; so nobody who follows misses any. Events in other cells are left out.
func (s Feeds) Changes(ctx context.Context, org string, after FeedPosition, limit int, now inventory.Instant, elsewhere ReadAudit) ([]FeedRow, error) {
	if err := s.gather(ctx, org, now); err != nil {
		return nil, err
	}
	var list []FeedRow
	for {
		away, err := s.page(ctx, org, after, limit, &list)
		if err != nil || away == nil {
			return list, err
		}
		lines, err := elsewhere(ctx, away.EventID, away.FromSeq-1, int(min(away.ToSeq-away.FromSeq+1, int64(limit-len(list)))))
		if err != nil {
			return nil, err
		}
		if len(lines) == 0 {
			return nil, errNotThere
		}
		after = away.add(&list, lines)
		if len(list) == limit {
			return list, nil
		}
	}
}

var errNotThere = errors.New("store: the feed names audit rows that are not there")

// page adds what is in the tables to the list, up to a range that is not, which it returns with
// the first row that is missing.
func (s Feeds) page(ctx context.Context, org string, after FeedPosition, limit int, list *[]FeedRow) (away *feedRange, err error) {
	begun := len(*list)
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		*list, away = (*list)[:begun], nil
		ranges, err := table.All(ctx, tx, FeedTable.Scan, FeedTable.From()+`
			where org_id = $1 and no >= $2 and event_id not in (select id from events where org_id = $3 and archived_at < 0)
			order by no limit $4`, org, after.No, org, limit+1)
		if err != nil {
			return err
		}
		for i := range ranges {
			r := &ranges[i]
			if r.No == after.No {
				r.FromSeq = max(r.FromSeq, after.Seq+1)
			}
			for r.FromSeq <= r.ToSeq && len(*list) < limit {
				lines, err := events.AuditPage(ctx, tx, r.EventID, r.FromSeq-1, int(min(r.ToSeq-r.FromSeq+1, int64(limit-len(*list)))))
				if err != nil {
					return err
				}
				if len(lines) == 0 || !events.Gapless(lines, r.FromSeq-1) {
					away = r
					return nil
				}
				r.add(list, lines)
			}
		}
		return nil
	})
	return away, err
}

// add adds rows of the range to the list, and returns where they end.
func (r *feedRange) add(list *[]FeedRow, lines []events.ChainedRow) FeedPosition {
	for _, l := range lines {
		*list = append(*list, FeedRow{EventID: r.EventID, ChainedRow: l, At: FeedPosition{No: r.No, Seq: l.Seq}})
	}
	r.FromSeq = lines[len(lines)-1].Seq + 1
	return FeedPosition{No: r.No, Seq: r.FromSeq - 1}
}

// feedRange is audit rows of one event that follow each other in the feed.
type feedRange struct {
	No             int64
	EventID        string
	FromSeq, ToSeq int64
	GatheredAt     inventory.Instant
}

// FeedTable describes the table feed; a row is one feedRange.
var FeedTable = table.NewIn("feed", "org_id", new(feedRange), func(c *table.Columns, v *feedRange) {
	c.NumberKey("no", &v.No)
	c.Text("event_id", &v.EventID)
	c.Number("from_seq", &v.FromSeq)
	c.Number("to_seq", &v.ToSeq)
	c.Number("gathered_at", (*int64)(&v.GatheredAt))
})

// GatheredTable describes the table feed_events; a row is one LedgerMark.
var GatheredTable = table.New("feed_events", new(database.LedgerMark), database.MarkColumns)

// news are the events of an organization whose ledger has grown since it was
// gathered: from is the first new row, to the last.
func news(ctx context.Context, q table.Querier, org string) ([]feedRange, error) {
	scan := func(r engine.Row, f *feedRange) error { return r.Scan(&f.EventID, &f.FromSeq, &f.ToSeq) }
	return table.All(ctx, q, scan, `select e.id, coalesce(f.seq, 0) + 1, e.seq from events e
		left join feed_events f on f.event_id = e.id
		where e.org_id = $1 and e.archived_at >= 0 and e.seq > coalesce(f.seq, 0) order by e.id limit $2`, org, gatherLimit)
}

// gather appends what is new to the feed. Of several that do it at once one
// wins, by the feed's primary key; the others find that it was done.
func (s Feeds) gather(ctx context.Context, org string, now inventory.Instant) error {
	for {
		found, err := news(ctx, s.db.Read, org)
		if err != nil || len(found) == 0 {
			return s.db.Classify(err)
		}
		err = s.db.WithTx(ctx, func(tx *sql.Tx) error { return appendNews(ctx, tx, org, now) })
		if err != nil && !errors.Is(err, database.ErrConflict) {
			return err
		}
		if len(found) < gatherLimit && err == nil {
			return nil
		}
	}
}

func appendNews(ctx context.Context, tx *sql.Tx, org string, now inventory.Instant) error {
	last, err := table.One(ctx, tx, table.ScanInt, "select coalesce(max(no), 0) from feed where org_id = $1", org)
	if err != nil {
		return err
	}
	found, err := news(ctx, tx, org)
	if err != nil {
		return err
	}
	for i, r := range found {
		r.No, r.GatheredAt = last+int64(i)+1, now
		if _, err := FeedTable.InsertIn(ctx, tx, org, &r, ""); err != nil {
			return err
		}
		if _, err := GatheredTable.InsertUnless(ctx, tx, &database.LedgerMark{EventID: r.EventID, Seq: r.ToSeq}, GatheredTable.Replace[1]); err != nil {
			return err
		}
	}
	return nil
}

// Feeds is the changes of an organization's events in one order.
type Feeds struct{ db *database.DB }

// NewFeeds returns Feeds on a database.
func NewFeeds(db *database.DB) Feeds { return Feeds{db} }
