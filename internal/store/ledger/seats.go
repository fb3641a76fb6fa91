package ledger

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// writeSeating stores the plan of a new event; nil: it has none.
func (wr *writer) writeSeating(s *events.Seating) error {
	if s == nil {
		return nil
	}
	step, err := events.SeatingTable.InsertStep(wr.b.query.EventID, s, "")
	wr.steps = append(wr.steps, step)
	return err
}

func (l *stateLoader) addSeating(r engine.Row) error {
	var s events.Seating
	if err := events.SeatingTable.Scan(r, &s); err != nil {
		return err
	}
	layout, err := l.layout(l.event, &s)
	if err != nil {
		return err
	}
	l.state.Seats = seatmap.New(layout, l.state.Event.Settings.NoSingleSeats)
	return nil
}

func (l *stateLoader) addSeat(r engine.Row) error {
	var s events.SeatOf
	if err := events.ScanSeat(r, &s); err != nil {
		return err
	}
	if l.state.Seats == nil {
		return fmt.Errorf("store: %s has the seat %s and no plan", l.event, s.ID)
	}
	seat, ok := l.state.Seats.Index(s.ID)
	if !ok {
		return fmt.Errorf("store: the plan of %s has no seat %s", l.event, s.ID)
	}
	l.seats[s.Stands()] = append(l.seats[s.Stands()], seat)
	return nil
}

func (l *stateLoader) addWish(r engine.Row) error {
	var e inventory.Entry
	if err := events.EntryTable.Scan(r, &e); err != nil {
		return err
	}
	return l.state.AddSeatWait(&e)
}

// missingEntries leaves out what is loaded already.
func (b *Batch) missingEntries(ids []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return b.Work.Entries[id] != nil })
}
