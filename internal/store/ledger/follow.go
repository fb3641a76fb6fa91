package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// maxFollowed bounds the audit rows that are followed. Behind by more, it is cheaper
// to read every seat.
const maxFollowed = 1024

// No seat changes hands without an audit row of the hold that had it, and one of the
// hold that gets it. So the rows lead to the holds, and these to their seats. A hold that was
// moved to another seat no longer has the one that its row names. Whoever has
// a seat that none of them has is looked up by the seat. One statement would be
// shorter: both engines then read all items of the event.
const followText = "select subject, related from audit where event_id = $1 and seq > $2"

var (
	standByHold = &engine.LookupSpec{Table: "holds", Cols: "id, kind, state", Event: "event_id", Key: "id"}
	seatsByHold = &engine.LookupSpec{Table: "hold_items", Cols: "hold_id, seat_id, state", Event: "event_id", Key: "hold_id", Where: "seat_id <> ''", Many: true}
	ownerBySeat = &engine.LookupSpec{Table: "hold_items", Cols: "hold_id, seat_id, state", Event: "event_id", Key: "seat_id", Where: "state = 'live' and seat_id <> ''"}
)

// current reports whether c is a whole state, of which the version alone tells whether
// it is that of the event's row.
func (c *Cached) current() bool { return c != nil && !c.stale }

// Stale is what is left of the cached state of a batch that another server was
// quicker than: where the seats stood before the batch, so that the next one reads
// those that have changed since and not the whole hall. c is what the batch decided.
// It is nil when there is nothing worth keeping.
func (b *Batch) Stale(c *inventory.Changes) *Cached {
	if b.Cached == nil || b.Cached.State.Seats == nil || b.seq == 0 {
		return nil
	}
	seats := b.Cached.State.Seats
	for _, s := range slices.Backward(c.Seats) {
		seats.Set([]int32{s.Seat}, s.From)
	}
	st := emptyState()
	st.Event.ID, st.Event.Seq, st.Seats = b.query.EventID, b.seq, seats
	return &Cached{State: st, Head: b.head, stale: true}
}

// following is what leads from audit rows to the seats that may have changed.
type following struct {
	since *Cached
	same  bool                     // the ledger still has the row that since ends with
	named map[string]bool          // holds, by the audit rows
	stand map[string]events.SeatOf // holds, with their kind and state
	owner map[string]string        // seats, and the hold that has each; "" when none does
}

// follow lets the loader read only the seats that have changed since c, when the
// ledger, which stands at seq, has not gone on too far.
func (l *stateLoader) follow(c *Cached, seq int64) {
	if behind := seq - c.State.Event.Seq; c.State.Seats != nil && behind >= 0 && behind <= maxFollowed {
		l.following = &following{c, false, map[string]bool{}, map[string]events.SeatOf{}, map[string]string{}}
	}
}

// readSeats are the steps that read the plan and where its seats stand, or which
// holds have changed.
func (l *stateLoader) readSeats() []engine.Step {
	args := []any{l.event}
	if f := l.following; f != nil {
		since := f.since.State.Event.Seq
		return []engine.Step{
			{SQL: "select hash from audit where event_id = $1 and seq = $2", Args: []any{l.event, since}, Row: f.compare},
			{SQL: followText, Args: []any{l.event, since}, Row: f.addNamed},
		}
	}
	return []engine.Step{
		{SQL: events.SeatingTable.From() + " where event_id = $1", Args: args, Row: l.addSeating},
		{SQL: events.SeatsText, Args: args, Row: l.addSeat},
	}
}

func (f *following) compare(r engine.Row) error {
	var hash audit.Hash
	err := scanHead(r, &hash)
	f.same = hash == f.since.Head
	return err
}

func (f *following) addNamed(r engine.Row) error {
	var subject, related string
	err := r.Scan(&subject, &related)
	for _, name := range []string{subject, related} {
		if strings.HasPrefix(name, id.Order) || strings.HasPrefix(name, id.Block) {
			f.named[name] = true
		}
	}
	if m, ok := inventory.ReadSeatMove(related); ok {
		f.owner[m.From] = "" // unless somebody has it by now
	}
	return err
}

func (f *following) addStand(r engine.Row) error {
	var hold string
	var s events.SeatOf
	err := r.Scan(&hold, &s.Kind, &s.State)
	f.stand[hold] = s
	return err
}

func (f *following) addItem(r engine.Row) error {
	var hold, seat, state string
	err := r.Scan(&hold, &seat, &state)
	if state == "live" {
		f.owner[seat] = hold
	} else if _, ok := f.owner[seat]; !ok {
		f.owner[seat] = ""
	}
	return err
}

// readFollowed reads what the audit rows lead to.
func (b *Batch) readFollowed(ctx context.Context, l *stateLoader) error {
	f := l.following
	if f == nil || len(f.named) == 0 {
		return nil
	}
	holds := slices.Sorted(maps.Keys(f.named))
	steps := b.find(nil, standByHold, holds, f.addStand)
	if err := b.session.Run(ctx, b.find(steps, seatsByHold, holds, f.addItem)); err != nil {
		return err
	}
	var left []string // seats that no named hold has
	for _, seat := range slices.Sorted(maps.Keys(f.owner)) {
		if f.owner[seat] == "" {
			left = append(left, seat)
		}
	}
	if err := b.session.Run(ctx, b.find(nil, ownerBySeat, left, f.addItem)); err != nil {
		return err
	}
	var others []string
	for _, seat := range left {
		if f.owner[seat] != "" {
			others = append(others, f.owner[seat])
		}
	}
	if err := b.session.Run(ctx, b.find(nil, standByHold, others, f.addStand)); err != nil {
		return err
	}
	for seat, hold := range f.owner {
		if err := l.followed(seat, hold); err != nil {
			return err
		}
	}
	return nil
}

// followed takes a seat and the hold that has it.
func (l *stateLoader) followed(name, hold string) error {
	seat, ok := l.state.Seats.Index(name)
	if !ok {
		return fmt.Errorf("store: the plan of %s has no seat %s", l.event, name)
	}
	to := seatmap.Free
	if hold != "" {
		stand, ok := l.following.stand[hold]
		if !ok {
			return fmt.Errorf("store: hold %s has the seat %s and is not there", hold, name)
		}
		to = stand.Stands()
	}
	l.seats[to] = append(l.seats[to], seat)
	return nil
}
