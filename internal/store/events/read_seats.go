package events

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// SeatsView is where the seats of an event stand at a ledger seq.
type SeatsView struct {
	Seq     int64
	Seating Seating
	Layout  *seatmap.Layout
	Seats   []SeatStand
	Wishes  []inventory.Entry // who waits for seats, in the order of the waitlist
}

// SeatStand is a seat that is not free, or that no longer is what it was.
type SeatStand struct {
	Seat int32
	To   seatmap.State
}

// SeatsSince is what changed after a ledger seq.
type SeatsSince struct {
	Seq   int64
	Seats []SeatStand // of all holds that changed: as they stand now
	// Waits says that the people who wait for seats may have changed; Wishes are all who do.
	Waits  bool
	Wishes []inventory.Entry
}

// MaxSeatChanges is how many ledger rows SeatsSince looks through; after more of
// them ErrTooMuch says that reading everything again is less work.
const MaxSeatChanges = 20_000

// ErrTooMuch is returned by SeatsSince.
var ErrTooMuch = errors.New("store: too much has changed")

// Seats returns where the seats of an event stand; ErrNotFound when it has none.
func (s Events) Seats(ctx context.Context, event string) (*SeatsView, error) {
	v := &SeatsView{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		if v.Seating, err = table.One(ctx, tx, SeatingTable.Scan, SeatingTable.From()+" where event_id = $1", event); err != nil {
			return err
		}
		if v.Layout, err = s.LayoutOf(event, &v.Seating); err != nil {
			return err
		}
		if v.Seq, err = table.One(ctx, tx, table.ScanInt, "select seq from events where id = $1", event); err != nil {
			return err
		}
		seats, err := table.All(ctx, tx, ScanSeat, SeatsText, event)
		if err != nil {
			return err
		}
		v.Seats = make([]SeatStand, len(seats))
		for i := range seats {
			seat, ok := v.Layout.Index(seats[i].ID)
			if !ok {
				return fmt.Errorf("store: the plan of %s has no seat %s", event, seats[i].ID)
			}
			v.Seats[i] = SeatStand{seat, seats[i].Stands()}
		}
		v.Wishes, err = table.All(ctx, tx, EntryTable.Scan, WishesText, event)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: seats: %w", s.db.Classify(err))
	}
	return v, nil
}

// SeatsSince returns what of the seats of an event changed after a ledger seq.
func (s Events) SeatsSince(ctx context.Context, event string, layout *seatmap.Layout, since int64) (*SeatsSince, error) {
	v := &SeatsSince{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		if v.Seq, err = table.One(ctx, tx, table.ScanInt, "select seq from events where id = $1", event); err != nil || v.Seq == since {
			return err
		}
		rows, err := table.All(ctx, tx, scanNames, "select subject, related from audit where event_id = $1 and seq > $2 order by seq limit $3",
			event, since, MaxSeatChanges+1)
		if err != nil {
			return err
		}
		if len(rows) > MaxSeatChanges {
			return ErrTooMuch
		}
		var holds, left []string // left: seats that items were moved away from
		known := map[string]bool{}
		for _, r := range rows {
			if m, ok := inventory.ReadSeatMove(r.related); ok {
				left = append(left, m.From)
			}
			switch subject := r.subject; {
			case strings.HasPrefix(subject, id.Entry):
				v.Waits = true
			case (strings.HasPrefix(subject, id.Order) || strings.HasPrefix(subject, id.Block)) && !known[subject]:
				known[subject] = true
				holds = append(holds, subject)
			}
		}
		if v.Seats, err = seatsOfHolds(ctx, tx, event, layout, holds, left); err != nil || !v.Waits {
			return err
		}
		v.Wishes, err = table.All(ctx, tx, EntryTable.Scan, WishesText, event)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: changed seats: %w", s.db.Classify(err))
	}
	return v, nil
}

// changedNames are what an audit row is about.
type changedNames struct{ subject, related string }

func scanNames(r engine.Row, n *changedNames) error { return r.Scan(&n.subject, &n.related) }

// seatsOfHolds returns where each seat stands that is named, or that one of the holds has or had.
func seatsOfHolds(ctx context.Context, q table.Querier, event string, layout *seatmap.Layout, holds, named []string) ([]SeatStand, error) {
	for part := range slices.Chunk(holds, table.MaxInList) {
		list, args := table.InList(2, part)
		seats, err := table.All(ctx, q, table.ScanText, "select seat_id from hold_items where event_id = $1 and seat_id <> '' and hold_id in ("+list+")",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, err
		}
		named = append(named, seats...)
	}
	slices.Sort(named)
	named = slices.Compact(named)
	stands := make(map[string]seatmap.State, len(named)) // those that nobody has are free
	for part := range slices.Chunk(named, table.MaxInList) {
		list, args := table.InList(2, part)
		seats, err := table.All(ctx, q, ScanSeat, `select i.seat_id, h.kind, h.state from hold_items i
			join holds h on h.event_id = i.event_id and h.id = i.hold_id
			where i.event_id = $1 and i.state = 'live' and i.seat_id <> '' and i.seat_id in (`+list+")", append([]any{event}, args...)...)
		if err != nil {
			return nil, err
		}
		for i := range seats {
			stands[seats[i].ID] = seats[i].Stands()
		}
	}
	out := make([]SeatStand, len(named))
	for i, name := range named {
		seat, ok := layout.Index(name)
		if !ok {
			return nil, fmt.Errorf("store: the plan of %s has no seat %s", event, name)
		}
		out[i] = SeatStand{seat, stands[name]}
	}
	return out, nil
}
