package store

import (
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// PlaceStep is one change of a place on the waitlist, or of the entry itself.
type PlaceStep struct {
	Row inventory.AuditRow
	// Before and After are the places around the step; 0: not on the waitlist.
	Before, After int64
	// Own says that the row is about the entry itself; else it is about
	// another entry, OtherPerson (per_…), that stood or came ahead of it.
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
// them. They follow from when the entries ahead joined and stopped waiting, and
// the places from walking back from the place of today.
func (s Waitlist) EntryHistory(ctx context.Context, event string, e *inventory.Entry, before PlaceCursor, limit int) (steps []PlaceStep, next PlaceCursor, err error) {
	err = s.withSnapshot(ctx, func(tx *sql.Tx) error {
		// Read again: what the caller has may be older than this snapshot.
		now, err := find(ctx, tx, entries, event, e.ID)
		if err != nil {
			return err
		}
		h := history{q: tx, event: event, e: now}
		steps, next, err = h.page(ctx, before, limit)
		return err
	})
	return steps, next, err
}

// history reads the history of one entry in one snapshot.
type history struct {
	q     querier
	event string
	e     *inventory.Entry
}

func (h *history) page(ctx context.Context, before PlaceCursor, limit int) ([]PlaceStep, PlaceCursor, error) {
	steps, err := h.own(ctx, before.Seq)
	if err != nil {
		return nil, PlaceCursor{}, err
	}
	others, err := h.others(ctx, before.Seq, limit+1)
	if err != nil {
		return nil, PlaceCursor{}, err
	}
	steps = append(steps, others...)
	slices.SortFunc(steps, func(a, b PlaceStep) int { return int(b.Row.Seq - a.Row.Seq) })
	more := len(steps) > limit
	steps = steps[:min(limit, len(steps))]
	place, err := h.number(ctx, steps, before)
	if err != nil || !more {
		return steps, PlaceCursor{}, err
	}
	return steps, PlaceCursor{Seq: steps[limit-1].Row.Seq, Place: place}, nil
}

// number fills the places of steps, newest first, and returns the place before
// the oldest of them.
func (h *history) number(ctx context.Context, steps []PlaceStep, before PlaceCursor) (place int64, err error) {
	place = before.Place
	if before.Seq == 0 && h.e.State == inventory.EntryWaiting {
		if place, _, err = placeIn(ctx, h.q, h.event, h.e); err != nil {
			return 0, err
		}
	}
	for i := range steps {
		st := &steps[i]
		st.After = place
		switch {
		case st.Own && st.Row.Seq == h.e.JoinedSeq:
			place = 0
		case st.Own && st.Row.Seq == h.e.LeftSeq:
			if place, err = h.placeWhenLeft(ctx); err != nil {
				return 0, err
			}
		case st.Own: // passed, or told of after it left the waitlist
		case st.Row.From == string(inventory.EntryNone):
			place-- // another joined ahead
		default:
			place++ // another that was ahead stopped waiting
		}
		st.Before = place
	}
	return place, nil
}

// own returns the rows about the entry itself, seq less than before (0: all).
// They are few: it joins, is passed at most inventory.MaxPasses times, is
// offered, and ends.
func (h *history) own(ctx context.Context, before int64) ([]PlaceStep, error) {
	rows, err := linkedStory(ctx, h.q, h.event, h.e.ID, h.e.LastSeq, maxOwnRows)
	if err != nil {
		return nil, err
	}
	var steps []PlaceStep
	for _, r := range rows {
		if before == 0 || r.Seq < before {
			steps = append(steps, PlaceStep{Row: r.AuditRow, Own: true})
		}
	}
	return steps, nil
}

// maxOwnRows is far more than the rows of any entry, and ends a loop in a
// damaged ledger.
const maxOwnRows = 1000

// others returns the newest steps of other entries, seq less than before (0:
// all), that fell into the time in which the entry waited.
func (h *history) others(ctx context.Context, before int64, limit int) ([]PlaceStep, error) {
	end := h.e.LeftSeq // first seq that no longer counts
	if before > 0 && (end == 0 || before < end) {
		end = before
	}
	if end == 0 {
		end = 1<<63 - 1
	}
	args := []any{h.event, h.e.Tier, h.e.JoinedSeq, end, h.e.Rank, h.e.JoinNo, limit}
	steps, err := all(ctx, h.q, scanOther, leftAheadSQL, args...)
	if err != nil {
		return nil, err
	}
	lanes, err := lanesOf(ctx, h.q, h.event, h.e.Tier)
	if err != nil || len(lanes) < 2 {
		return steps, err // in one lane nobody can come ahead
	}
	cameGone, err := all(ctx, h.q, scanOther, cameAheadSQL(cameGone, byJoin), args...)
	if err != nil {
		return nil, err
	}
	steps = append(steps, cameGone...)
	for _, l := range lanes {
		if l.Class == h.e.Class {
			continue
		}
		came, err := all(ctx, h.q, scanOther, cameAheadSQL(cameWaiting, byLane), append(args, l.Class)...)
		if err != nil {
			return nil, err
		}
		steps = append(steps, came...)
	}
	return steps, nil
}

func scanOther(r engine.Row, st *PlaceStep) error {
	var hash audit.Hash // which nobody asks for
	c := scanning()
	c.add(&st.OtherEntry, &st.OtherPerson)
	auditTable.into(c, auditRow{&st.Row, &hash})
	return c.from(r)
}

// leftAheadSQL finds the entries ahead that stopped waiting: whether they were
// there before or came ahead later, they have all left after this entry joined.
var leftAheadSQL = othersSQL("left_seq", "left_seq > 0 and left_seq > $3 and left_seq < $4", "left_seq desc")

// cameAheadSQL finds the entries that joined later and yet stand ahead, for
// their class: those that have left again, and lane by lane those that wait.
// Each has an index of its own; no index has them all in the order of joining.
// Line numbers grow with joined_seq; the index of those that wait has only them.
func cameAheadSQL(which, order string) string {
	return othersSQL("joined_seq", "joined_seq > $3 and joined_seq < $4 and "+which, order)
}

// othersSQL finds entries ahead by a condition, newest first, with their audit
// row at the seq that a column has. It cuts off before it joins.
func othersSQL(seq, condition, order string) string {
	return "select x.id, x.person_id, " + auditTable.as("a") + " from (select id, person_id, " + seq + ` as at_seq from waitlist_entries
		where event_id = $1 and tier_id = $2 and ` + condition + `
		and (rank, join_no) < (cast($5 as bigint), cast($6 as bigint))
		order by ` + order + ` limit $7) x
		cross join audit a where a.event_id = $1 and a.seq = x.at_seq`
}

const (
	cameGone    = "left_seq > 0 and left_seq > $3" // who joined later left later
	byJoin      = "joined_seq desc"
	cameWaiting = "state = 'waiting' and class = $8 and join_no > $6"
	byLane      = "rank desc, join_no desc" // the same within a lane
)

// placeWhenLeft is the place that the entry had just before it stopped waiting:
// those ahead who wait today and did then, and those who have left since.
func (h *history) placeWhenLeft(ctx context.Context) (int64, error) {
	now, _, err := placeIn(ctx, h.q, h.event, h.e)
	if err != nil {
		return 0, err
	}
	gone, err := one(ctx, h.q, scanInt, leftSinceSQL, h.event, h.e.Tier, h.e.LeftSeq, h.e.Rank, h.e.JoinNo)
	if err != nil {
		return 0, err
	}
	lanes, err := lanesOf(ctx, h.q, h.event, h.e.Tier)
	if err != nil {
		return 0, err
	}
	place := now + gone
	for _, l := range lanes {
		if l.Class == h.e.Class || l.Waiting == 0 {
			continue
		}
		came, err := one(ctx, h.q, scanInt, cameSinceSQL, h.event, h.e.Tier, l.Class, h.e.Rank, h.e.JoinNo, h.e.LeftSeq)
		if err != nil {
			return 0, err
		}
		place -= came
	}
	return place, nil
}

const (
	leftSinceSQL = `select count(*) from waitlist_entries
		where event_id = $1 and tier_id = $2 and left_seq > 0 and left_seq > $3
		and joined_seq < $3 and (rank, join_no) < (cast($4 as bigint), cast($5 as bigint))`
	cameSinceSQL = `select count(*) from waitlist_entries
		where event_id = $1 and tier_id = $2 and class = $3 and state = 'waiting'
		and (rank, join_no) < (cast($4 as bigint), cast($5 as bigint)) and join_no > $5 and joined_seq > $6`
)
