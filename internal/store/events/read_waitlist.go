package events

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// WaitlistCursor is a position in the order of the waitlist.
type WaitlistCursor struct{ Rank, JoinNo int64 }

// WaitlistPage returns a page of the waiting entries of one tier in the order of the
// waitlist, all priority classes merged, those after the cursor. The zero cursor is
// before the head.
func (s Waitlist) WaitlistPage(ctx context.Context, event, tier string, after WaitlistCursor, limit int) ([]RegistrationView, error) {
	var page []RegistrationView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		page = nil
		lanes, err := lanesOf(ctx, tx, event, tier)
		if err != nil {
			return err
		}
		for _, l := range lanes {
			part, err := lanePage(ctx, tx, event, inventory.LaneKey{Tier: tier, Class: l.Class}, after, limit)
			if err != nil {
				return err
			}
			page = append(page, part...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(page, func(a, b RegistrationView) int {
		if a.Entry.Before(b.Entry) {
			return -1
		}
		return 1
	})
	return page[:min(limit, len(page))], nil
}

// ApplicationsPage returns a page of the applications that wait for an answer, in the order in
// which they came: those of which the id is above after, limit of them.
func (s Waitlist) ApplicationsPage(ctx context.Context, event, after string, limit int) ([]RegistrationView, error) {
	list, err := table.All(ctx, s.db.Read, scanQueued, applicationsSQL, event, after, limit)
	return list, s.db.Classify(err)
}

var applicationsSQL = "select " + PersonTable.As("p") + ", " + EntryTable.As("e") + " from (select " + EntryTable.Columns + ` from waitlist_entries
	where event_id = $1 and id > $2 and state = 'applied' order by id limit $3) e
	cross join people p where p.event_id = $1 and p.id = e.person_id
	order by e.id`

// Applications is how many applications wait for an answer.
func (s Waitlist) Applications(ctx context.Context, event string) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select applications from events where id = $1", event)
	return n, s.db.Classify(err)
}

// ApprovedToPayPage returns a page of those who were approved and have to pay, in the order in
// which they applied, each with the order: those of which the entry's id is above after, limit
// of them.
func (s Waitlist) ApprovedToPayPage(ctx context.Context, event, after string, limit int) ([]RegistrationView, error) {
	var list []RegistrationView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		q := s.db.Reader(tx)
		if list, err = table.All(ctx, q, scanToPay, toPayPageSQL, event, after, limit); err != nil {
			return err
		}
		orders := make([]*inventory.Hold, len(list))
		for i := range list {
			orders[i] = list[i].Hold
		}
		return AttachOrders(ctx, q, event, orders...)
	})
	return list, err
}

// toPayWhere goes by what is held for a while, which is little.
const toPayWhere = ` from (select event_id, %s from holds where event_id = $1 and state = 'held' and expires_at > 0 and kind = 'order' and entry_id <> '') h
	cross join waitlist_entries e`

// toPaySomething leaves out what is offered for nothing, with seats or with add-ons to choose.
const toPaySomething = " and exists (select 1 from orders o where o.event_id = $1 and o.id = h.id and o.total > 0)"

var toPayPageSQL = "select " + PersonTable.As("p") + ", " + EntryTable.As("e") + ", " + HoldTable.As("h") + fmt.Sprintf(toPayWhere, HoldTable.Columns) + `
	cross join people p where e.event_id = $1 and e.id = h.entry_id and e.id > $2 and e.approved_at > 0 and p.event_id = $1 and p.id = e.person_id` + toPaySomething + `
	order by e.id limit $3`

var toPaySQL = "select cast(count(*) as bigint)" + fmt.Sprintf(toPayWhere, "id, entry_id") + " where e.event_id = $1 and e.id = h.entry_id and e.approved_at > 0" + toPaySomething

func scanToPay(r engine.Row, v *RegistrationView) error {
	v.Entry, v.Hold = &inventory.Entry{}, &inventory.Hold{}
	c := table.Scanning()
	PersonTable.Into(c, &v.Person)
	EntryTable.Into(c, v.Entry)
	HoldTable.Into(c, v.Hold)
	return c.From(r)
}

// ApprovedToPay is how many were approved and have to pay.
func (s Waitlist) ApprovedToPay(ctx context.Context, event string) (int64, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, toPaySQL, event)
	return n, s.db.Classify(err)
}

// lanePage returns a page of one lane. One statement per lane, each along the
// index, because an engine that merged them would sort the whole line.
func lanePage(ctx context.Context, q table.Querier, event string, lane inventory.LaneKey, after WaitlistCursor, limit int) ([]RegistrationView, error) {
	args := []any{event, lane.Tier, lane.Class, limit}
	cursor := after != WaitlistCursor{} // without one from the head, even if ranks are negative
	if cursor {
		args = append(args, after.Rank, after.JoinNo)
	}
	return table.All(ctx, q, scanQueued, LanePageSQL(cursor), args...)
}

// LanePageSQL cuts off before it joins: without statistics an engine may begin
// with all people, and sort.
func LanePageSQL(cursor bool) string {
	above := ""
	if cursor {
		above = "and (rank, join_no) > (cast($5 as bigint), cast($6 as bigint))"
	}
	return "select " + PersonTable.As("p") + ", " + EntryTable.As("e") + " from (select " + EntryTable.Columns + ` from waitlist_entries
		where event_id = $1 and tier_id = $2 and class = $3 and state = 'waiting' ` + above + `
		order by rank, join_no limit $4) e
		cross join people p where p.event_id = $1 and p.id = e.person_id
		order by e.rank, e.join_no`
}

func scanQueued(r engine.Row, v *RegistrationView) error {
	v.Entry = &inventory.Entry{}
	c := table.Scanning()
	PersonTable.Into(c, &v.Person)
	EntryTable.Into(c, v.Entry)
	return c.From(r)
}

// lanesOf returns the lanes of a tier, by class.
func lanesOf(ctx context.Context, q table.Querier, event, tier string) ([]inventory.Lane, error) {
	return table.All(ctx, q, func(r engine.Row, l *inventory.Lane) error {
		l.Tier = tier
		return r.Scan(&l.Class, &l.Waiting, &l.LastRank)
	}, "select class, waiting, last_rank from lanes where event_id = $1 and tier_id = $2 order by class", event, tier)
}

// Place is the place of a waiting entry on the waitlist of its tier, 1 for the head,
// and how many wait there. It reads at most 15 counts per level of
// waitlist_counts and class, however long the waitlist is.
func (s Waitlist) Place(ctx context.Context, event string, e *inventory.Entry) (place, of int64, err error) {
	// Nearly always one class waits, and one statement tells: a transaction of
	// several, each a round trip, took four times as long while all processors
	// were busy.
	lanes, err := table.All(ctx, s.db.Read, func(r engine.Row, l *placeInLane) error { return r.Scan(&l.class, &l.waiting, &l.ahead) },
		placeSQL, event, e.Tier, e.Class, e.JoinNo)
	if err != nil {
		return 0, 0, s.db.Classify(err)
	}
	if others := slices.ContainsFunc(lanes, func(l placeInLane) bool { return l.class != e.Class && l.waiting > 0 }); !others {
		place = 1
		for _, l := range lanes {
			if l.class == e.Class {
				place, of = 1+l.ahead, l.waiting
			}
		}
		return place, of, nil
	}
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		place, of, err = placeIn(ctx, tx, event, &e.Placement)
		return err
	})
	return place, of, err
}

// placeInLane is a lane, and how many wait in the lane of an entry before it.
type placeInLane struct {
	class          int
	waiting, ahead int64
}

var placeSQL = "select class, waiting, " + countAhead("$1", "$2", "$3", "cast($4 as bigint)") + " from lanes where event_id = $1 and tier_id = $2"

func placeIn(ctx context.Context, q table.Querier, event string, p *inventory.Placement) (place, of int64, err error) {
	lanes, err := lanesOf(ctx, q, event, p.Tier)
	if err != nil {
		return 0, 0, err
	}
	place = 1
	for i := range lanes {
		n, err := laneAhead(ctx, q, event, &lanes[i], p)
		if err != nil {
			return 0, 0, err
		}
		place += n
		of += lanes[i].Waiting
	}
	return place, of, nil
}

// laneAhead is how many entries of a lane wait before p, which may be in
// another lane of the same tier. Numbers and ranks grow together within a lane, so
// those before p are those with a lower number than the first that is not.
func laneAhead(ctx context.Context, q table.Querier, event string, l *inventory.Lane, p *inventory.Placement) (int64, error) {
	if l.Waiting == 0 {
		return 0, nil
	}
	before := p.JoinNo
	if l.Class != p.Class {
		first, err := table.All(ctx, q, table.ScanInt, FirstBehindSQL, event, l.Tier, l.Class, p.Rank, p.JoinNo)
		if err != nil {
			return 0, err
		}
		if len(first) == 0 {
			return l.Waiting, nil
		}
		before = first[0]
	}
	return table.One(ctx, q, table.ScanInt, CountAheadSQL, event, l.Tier, l.Class, before)
}

// FirstBehindSQL finds the first entry of a lane that waits behind a place on the waitlist.
const FirstBehindSQL = `select join_no from waitlist_entries
	where event_id = $1 and tier_id = $2 and class = $3 and state = 'waiting'
	and (rank, join_no) >= (cast($4 as bigint), cast($5 as bigint))
	order by rank, join_no limit 1`

// CountAheadSQL counts the waiting entries of a lane with a lower line number.
var CountAheadSQL = "select " + countAhead("$1", "$2", "$3", "cast($4 as bigint)")

// countAhead is an expression that counts the waiting entries of a lane with a
// line number below no: at each level the whole buckets that the level above
// does not cover, and at the bottom the entries themselves. The levels are rows
// that one lookup is done for; as a union of lookups, PostgreSQL took longer to
// get ready than to read, and one range with OR was walked along the whole lane.
// That an entry waits is asked by left_seq: state = 'waiting' invites PostgreSQL,
// as long as it has no statistics, to walk along the whole lane in the index
// entries_waiting, which took 100 ms in a line of 1,000,000.
func countAhead(event, tier, class, no string) string {
	var levels []string
	start := "0"
	width := int64(1)
	for range CountLevels {
		width *= CountRadix
	}
	for level := CountLevels; level > 0; level-- {
		end := no + " / " + strconv.FormatInt(width, 10)
		levels = append(levels, fmt.Sprintf("(%d, %s, %s)", level, start, end))
		start = end + " * " + strconv.Itoa(CountRadix)
		width /= CountRadix
	}
	return `((select cast(sum((select coalesce(sum(waiting), 0) from waitlist_counts
		where event_id = ` + event + " and tier_id = " + tier + " and class = " + class + `
		and level = levels.column1 and bucket >= levels.column2 and bucket < levels.column3)) as bigint)
		from (values ` + strings.Join(levels, ", ") + `) levels) +
		(select count(*) from waitlist_entries where event_id = ` + event + " and join_no >= " + start + " and join_no < " + no +
		" and tier_id = " + tier + " and class = " + class + " and left_seq = 0))"
}

// Waitlist is the waitlists of events: their order, positions, and the history of a position.
type Waitlist struct{ db *database.DB }

// NewWaitlist returns Waitlist on a database.
func NewWaitlist(db *database.DB) Waitlist { return Waitlist{db} }

// WaitlistCount is how many entries of a lane wait in bucket Bucket of level Level:
// line numbers Bucket·64^Level up to but not including (Bucket+1)·64^Level.
type WaitlistCount struct {
	Lane                   inventory.LaneKey
	Level, Bucket, Waiting int64
}

// CountLevels and CountRadix are the shape of the tree of waitlist_counts: a bucket of
// level l covers CountRadix^l join numbers.
const (
	CountLevels = 6
	CountRadix  = 16
)
