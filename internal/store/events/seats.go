package events

import (
	"context"
	"fmt"
	"sync"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Seating is the plan that an event copied.
type Seating struct {
	PlanID   string
	Version  int64
	Document string            // JSON of seating.Document
	Tiers    map[string]string // names of the plan's tiers to ids of the event's
}

// SeatingTable describes the plan that an event copied.
var SeatingTable = table.NewIn("event_seating", "event_id", new(Seating), func(c *table.Columns, s *Seating) {
	c.Text("plan_id", &s.PlanID)
	c.Number("plan_version", &s.Version)
	c.Text("document", &s.Document)
	c.Encoded("tiers", table.AsJSON(&s.Tiers))
})

// What is read of the seats of an event: who has them, and who waits for which. The
// conditions are those of hold_items_live_seat and entries_wishing.
var (
	SeatsText = `select i.seat_id, h.kind, h.state from hold_items i
		join holds h on h.event_id = i.event_id and h.id = i.hold_id
		where i.event_id = $1 and i.state = 'live' and i.seat_id <> '' order by i.seat_id`
	WishesText = "select " + EntryTable.Columns + " from waitlist_entries where event_id = $1 and state = 'waiting' and wish <> '' order by rank, join_no"
)

// Layout is what package inventory must know of the plan of an event.
func (s *Seating) Layout(event string) (*seatmap.Layout, error) {
	plan, err := seating.ReadDocument([]byte(s.Document))
	if err != nil {
		return nil, fmt.Errorf("store: plan of %s: %w", event, err)
	}
	for _, name := range plan.Tiers() {
		if s.Tiers[name] == "" {
			return nil, fmt.Errorf("store: plan of %s: its tier %q is not one of the event's", event, name)
		}
	}
	return plan.Layout(id.SeatPrefix(event), s.Tiers), nil
}

// maxLayouts bounds the layouts that are remembered.
const maxLayouts = 128

// layouts remembers the layouts of events: they never change, and reading one
// takes longer than all else that a cached state needs.
type layouts struct {
	mu      sync.Mutex
	byEvent map[string]*seatmap.Layout
}

// LayoutOf is the layout of an event's plan.
func (s Events) LayoutOf(event string, seating *Seating) (*seatmap.Layout, error) {
	return s.layouts.of(event, seating)
}

func (l *layouts) of(event string, s *Seating) (*seatmap.Layout, error) {
	l.mu.Lock()
	known := l.byEvent[event]
	l.mu.Unlock()
	if known != nil {
		return known, nil
	}
	made, err := s.Layout(event)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byEvent == nil || len(l.byEvent) >= maxLayouts {
		l.byEvent = map[string]*seatmap.Layout{}
	}
	l.byEvent[event] = made
	return made, nil
}

// SeatOf is the seat of a live item and where it stands by its hold.
type SeatOf struct {
	ID, Kind, State string
}

// ScanSeat fills the seat of a row of SeatsText.
func ScanSeat(r engine.Row, s *SeatOf) error { return r.Scan(&s.ID, &s.Kind, &s.State) }

// Stands is where the seat stands by its hold.
func (s *SeatOf) Stands() seatmap.State {
	switch {
	case s.Kind == string(inventory.KindBlock):
		return seatmap.Blocked
	case s.State == string(inventory.HoldConfirmed):
		return seatmap.Sold
	}
	return seatmap.Held
}

// Seating returns the plan that an event copied, or ErrNotFound when it has none.
func (s Events) Seating(ctx context.Context, event string) (*Seating, error) {
	v, err := table.One(ctx, s.db.Read, SeatingTable.Scan, SeatingTable.From()+" where event_id = $1", event)
	if err != nil {
		return nil, fmt.Errorf("store: seating: %w", s.db.Classify(err))
	}
	return &v, nil
}
