package events

import (
	"context"
	"database/sql"
	"math"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PlaceStep is one change of a place on the waitlist, or of the entry itself.
type PlaceStep struct {
	Row inventory.AuditRow
	// Before and After are the places around the step; 0: not on the waitlist.
	Before, After int64
	// Own says that the row is about the entry itself; else it is about
	// another entry, OtherPerson (per_…), that stood or came ahead of it. Row.Reason
	// tells whether that one joined, left or was moved.
	Own         bool
	OtherEntry  string
	OtherPerson string
}

// PlaceCursor is where a page of history ended: the place after the next older step.
type PlaceCursor struct{ Seq, Place int64 }

// EntryHistory returns the changes of an entry's place and state, newest first,
// in pages: those before the cursor (zero: from the newest). next is zero at the end.
//
// Nothing is stored per change of place: a person at place 40,000 has 40,000 of
// them. They follow from when entries were placed ahead and when they stopped
// standing there, which their placements tell, and the places from walking back
// from the place of today.
func (s Waitlist) EntryHistory(ctx context.Context, event string, e *inventory.Entry, before PlaceCursor, limit int) (steps []PlaceStep, next PlaceCursor, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		// Read again: what the caller has may be older than this snapshot.
		now, err := find(ctx, tx, EntryKind, event, e.ID)
		if err != nil {
			return err
		}
		past, err := table.All(ctx, tx, PastPlacementTable.Scan, pastPlacementsSQL, event, e.ID)
		if err != nil {
			return err
		}
		h := history{q: tx, event: event, e: now, stays: now.Stays(past)}
		steps, next, err = h.page(ctx, before, limit)
		return err
	})
	return steps, next, err
}

var pastPlacementsSQL = PastPlacementTable.From() + " where event_id = $1 and entry_id = $2 order by placed_seq"

// history reads the history of one entry in one snapshot.
type history struct {
	q     table.Querier
	event string
	e     *inventory.Entry
	stays []inventory.Stay // where it has stood, oldest first
}

// historyStep is a step whose places are not known yet.
type historyStep struct {
	PlaceStep
	came bool // another entry was placed ahead; else one that was ahead is no longer there
}

func (h *history) page(ctx context.Context, before PlaceCursor, limit int) ([]PlaceStep, PlaceCursor, error) {
	found, err := h.own(ctx, before.Seq)
	if err != nil {
		return nil, PlaceCursor{}, err
	}
	others, err := h.others(ctx, before.Seq, limit+1)
	if err != nil {
		return nil, PlaceCursor{}, err
	}
	found = append(found, others...)
	newestFirst(found)
	more := len(found) > limit
	steps, place, err := h.number(ctx, found[:min(limit, len(found))], before)
	if err != nil || !more {
		return steps, PlaceCursor{}, err
	}
	return steps, PlaceCursor{Seq: steps[limit-1].Row.Seq, Place: place}, nil
}

func newestFirst(steps []historyStep) {
	slices.SortFunc(steps, func(a, b historyStep) int { return int(b.Row.Seq - a.Row.Seq) })
}

// number fills the places of steps, newest first, and returns the place before
// the oldest of them.
func (h *history) number(ctx context.Context, found []historyStep, before PlaceCursor) (steps []PlaceStep, place int64, err error) {
	place = before.Place
	if before.Seq == 0 && h.e.State == inventory.EntryWaiting {
		if place, _, err = placeIn(ctx, h.q, h.event, &h.e.Placement); err != nil {
			return nil, 0, err
		}
	}
	steps = make([]PlaceStep, len(found))
	for i := range found {
		st := found[i].PlaceStep
		st.After = place
		switch {
		case st.Own:
			if place, err = h.placeBefore(ctx, st.Row.Seq, place); err != nil {
				return nil, 0, err
			}
		case found[i].came:
			place--
		default:
			place++
		}
		st.Before = place
		steps[i] = st
	}
	return steps, place, nil
}

// placeBefore is the place of the entry just before a row about itself, after which
// it has the place after.
func (h *history) placeBefore(ctx context.Context, seq, after int64) (int64, error) {
	if len(h.stays) > 0 && seq == h.stays[0].PlacedSeq {
		return 0, nil // it joins, or is approved
	}
	for i := range h.stays {
		if h.stays[i].UntilSeq == seq { // it is moved, or stops waiting
			return h.placeAt(ctx, &h.stays[i].Placement, seq)
		}
	}
	return after, nil // it is passed, or told of after it left the waitlist
}

// own returns the rows about the entry itself, seq less than before (0: all).
// They are few: it joins, is passed at most inventory.MaxPasses times, is
// seldom moved, is offered, and ends.
func (h *history) own(ctx context.Context, before int64) ([]historyStep, error) {
	rows, err := linkedStory(ctx, h.q, h.event, h.e.ID, h.e.LastSeq, maxOwnRows)
	if err != nil {
		return nil, err
	}
	var steps []historyStep
	for _, r := range rows {
		if before == 0 || r.Seq < before {
			steps = append(steps, historyStep{PlaceStep: PlaceStep{Row: r.AuditRow, Own: true}})
		}
	}
	return steps, nil
}

// maxOwnRows is far more than the rows of any entry, and ends a loop in a
// damaged ledger.
const maxOwnRows = 1000

// others returns the newest steps of other entries, seq less than before (0: all),
// at least limit of them when there are so many.
func (h *history) others(ctx context.Context, before int64, limit int) ([]historyStep, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	var steps []historyStep
	for i := len(h.stays) - 1; i >= 0; i-- {
		s := h.stays[i]
		if s.UntilSeq == 0 || s.UntilSeq > before {
			s.UntilSeq = before
		}
		for s.PlacedSeq < s.UntilSeq && len(steps) < limit {
			part, complete, err := h.during(ctx, &s, limit)
			if err != nil {
				return nil, err
			}
			steps = append(steps, part...)
			s.UntilSeq = complete
		}
	}
	return steps, nil
}

// during returns the newest steps of others within a stay, and the ledger seq from
// which on they are all that there are.
func (h *history) during(ctx context.Context, s *inventory.Stay, limit int) (steps []historyStep, complete int64, err error) {
	lanes, err := lanesOf(ctx, h.q, h.event, s.Tier)
	if err != nil {
		return nil, 0, err
	}
	complete = s.PlacedSeq
	add := func(came bool, query string, more ...any) {
		if err != nil {
			return
		}
		var list []PlaceStep
		args := append([]any{h.event, s.Tier, s.PlacedSeq, s.UntilSeq, s.Rank, s.JoinNo, limit}, more...)
		if list, err = table.All(ctx, h.q, scanOther, query, args...); len(list) == limit {
			complete = max(complete, list[limit-1].Row.Seq)
		}
		for i := range list {
			steps = append(steps, historyStep{list[i], came})
		}
	}
	add(false, LeftAheadSQL)
	add(false, MovedAwaySQL)
	if len(lanes) > 1 { // in one lane nobody can come ahead
		add(true, CameAheadSQL(CameGone, ByPlacing))
		add(true, CameMovedSQL)
		for _, l := range lanes {
			if l.Class != s.Class {
				add(true, CameAheadSQL(CameWaiting, ByLane), l.Class)
			}
		}
	}
	if err != nil {
		return nil, 0, err
	}
	return withoutPairs(slices.DeleteFunc(steps, func(st historyStep) bool { return st.Row.Seq < complete })), complete, nil
}

// withoutPairs leaves out who moved from one placement ahead to another one: two steps
// with one audit row, after which the place is what it was.
func withoutPairs(steps []historyStep) []historyStep {
	newestFirst(steps)
	kept := steps[:0]
	for i := 0; i < len(steps); i++ {
		if i+1 < len(steps) && steps[i].Row.Seq == steps[i+1].Row.Seq {
			i++
			continue
		}
		kept = append(kept, steps[i])
	}
	return kept
}

func scanOther(r engine.Row, st *PlaceStep) error {
	var hash audit.Hash // which nobody asks for
	c := table.Scanning()
	c.Add(&st.OtherEntry, &st.OtherPerson)
	AuditTable.Into(c, AuditRow{&st.Row, &hash})
	return c.From(r)
}

// LeftAheadSQL finds the entries ahead that stopped waiting: whether they were
// there before or came ahead later, they have all left after this entry was placed.
var LeftAheadSQL = othersSQL("left_seq", "left_seq > 0 and left_seq > $3 and left_seq < $4", "left_seq desc")

// CameAheadSQL finds the entries that were placed later and yet stand ahead, for
// their class: those that have left again, and lane by lane those that wait.
// Each has an index of its own; no index has them all in the order of placing.
// Numbers grow with placed_seq; the index of those that wait has only them.
func CameAheadSQL(which, order string) string {
	return othersSQL("placed_seq", "placed_seq > $3 and placed_seq < $4 and "+which, order)
}

// othersSQL finds entries ahead by a condition, newest first, with their audit
// row at the seq that a column has. It cuts off before it joins.
func othersSQL(seq, condition, order string) string {
	return "select x.id, x.person_id, " + AuditTable.As("a") + " from (select id, person_id, " + seq + ` as at_seq from waitlist_entries
		where event_id = $1 and tier_id = $2 and ` + condition + `
		and (rank, join_no) < (cast($5 as bigint), cast($6 as bigint))
		order by ` + order + ` limit $7) x
		cross join audit a where a.event_id = $1 and a.seq = x.at_seq`
}

const (
	CameGone    = "left_seq > 0 and left_seq > $3" // who was placed later left later
	ByPlacing   = "placed_seq desc"
	CameWaiting = "state = 'waiting' and class = $8 and join_no > $6"
	ByLane      = "rank desc, join_no desc" // the same within a lane
)

// MovedAwaySQL and CameMovedSQL find the same of entries that stand elsewhere by now:
// when they were moved away, and when they were placed where they stood then.
var (
	MovedAwaySQL = movedSQL("until_seq", "until_seq > $3 and until_seq < $4")
	CameMovedSQL = movedSQL("placed_seq", "until_seq > $3 and placed_seq > $3 and placed_seq < $4")
)

func movedSQL(seq, condition string) string {
	return "select e.id, e.person_id, " + AuditTable.As("a") + " from (select entry_id, " + seq + ` as at_seq from past_placements
		where event_id = $1 and tier_id = $2 and ` + condition + `
		and (rank, join_no) < (cast($5 as bigint), cast($6 as bigint))
		order by ` + seq + ` desc limit $7) x
		cross join waitlist_entries e cross join audit a
		where e.event_id = $1 and e.id = x.entry_id and a.event_id = $1 and a.seq = x.at_seq`
}

// placeAt is the place that who stood at p had just before a ledger seq: those ahead
// who wait today and stood there then, and those who have gone since.
func (h *history) placeAt(ctx context.Context, p *inventory.Placement, seq int64) (int64, error) {
	place, _, err := placeIn(ctx, h.q, h.event, p)
	if err != nil {
		return 0, err
	}
	for _, query := range []string{LeftSinceSQL, MovedSinceSQL} {
		gone, err := table.One(ctx, h.q, table.ScanInt, query, h.event, p.Tier, seq, p.Rank, p.JoinNo)
		if err != nil {
			return 0, err
		}
		place += gone
	}
	lanes, err := lanesOf(ctx, h.q, h.event, p.Tier)
	if err != nil {
		return 0, err
	}
	for _, l := range lanes {
		if l.Class == p.Class || l.Waiting == 0 {
			continue
		}
		came, err := table.One(ctx, h.q, table.ScanInt, CameSinceSQL, h.event, p.Tier, l.Class, p.Rank, p.JoinNo, seq)
		if err != nil {
			return 0, err
		}
		place -= came
	}
	return place, nil
}

const (
	LeftSinceSQL = `select count(*) from waitlist_entries
		where event_id = $1 and tier_id = $2 and left_seq > 0 and left_seq > $3
		and placed_seq < $3 and (rank, join_no) < (cast($4 as bigint), cast($5 as bigint))`
	MovedSinceSQL = `select count(*) from past_placements
		where event_id = $1 and tier_id = $2 and until_seq > $3
		and placed_seq < $3 and (rank, join_no) < (cast($4 as bigint), cast($5 as bigint))`
	// The row with which an entry is moved may place itself ahead of where it stood.
	CameSinceSQL = `select count(*) from waitlist_entries
		where event_id = $1 and tier_id = $2 and class = $3 and state = 'waiting'
		and (rank, join_no) < (cast($4 as bigint), cast($5 as bigint)) and join_no > $5 and placed_seq >= $6`
)

// PastByEntry looks up where entries have stood.
var PastByEntry = &engine.LookupSpec{Table: "past_placements", Cols: PastPlacementTable.Columns, Event: "event_id", Key: "entry_id", Many: true}
