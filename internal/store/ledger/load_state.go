package ledger

import (
	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// stateLoader reads what the sequencer keeps of an event between batches.
type stateLoader struct {
	event string
	found bool
	state *inventory.State
	head  audit.Hash
	// layout is that of the event's plan.
	layout func(event string, s *events.Seating) (*seatmap.Layout, error)
	seats  [4][]int32 // by seatmap.State: set at once, row by row
	// following is how the seats are read that have changed; nil: all are.
	following *following
	users     map[uint64]struct{} // hashes, when the known users are read as well
}

func newStateLoader(s *store.Store, event string) *stateLoader {
	return &stateLoader{event: event, state: emptyState(), layout: s.Events.LayoutOf}
}

// steps appends the statements. lock, when not empty, is the engine's word for
// locking the event's row.
func (l *stateLoader) steps(steps []engine.Step, lock string) []engine.Step {
	args := []any{l.event}
	steps = append(steps,
		engine.Step{SQL: "select " + events.EventTable.Columns + " from events where id = $1" + lock, Args: args, Row: l.addEvent},
		engine.Step{SQL: "select " + events.PoolTable.Columns + " from pools where event_id = $1 order by position", Args: args, Row: l.addPool},
		engine.Step{SQL: "select " + events.TierTable.Columns + " from tiers where event_id = $1 order by position", Args: args, Row: l.addTier},
		engine.Step{SQL: "select tier_id, pool_id from tier_pools where event_id = $1 order by tier_id, position", Args: args, Row: l.addTierPool},
		engine.Step{SQL: events.LaneTable.From() + " where event_id = $1", Args: args, Row: l.addLane},
	)
	return append(append(steps, l.readSeats()...),
		engine.Step{SQL: events.WishesText, Args: args, Row: l.addWish},
		engine.Step{SQL: exchangesText, Args: args, Row: l.addExchange},
	)
}

func (l *stateLoader) cached() *Cached {
	for state, seats := range l.seats {
		if len(seats) > 0 {
			l.state.Seats.Set(seats, seatmap.State(state))
		}
	}
	return &Cached{State: l.state, Head: l.head, known: l.knownUsers()}
}

func (l *stateLoader) addEvent(r engine.Row) error {
	var record events.EventRecord
	if err := events.EventTable.Scan(r, &record); err != nil {
		return err
	}
	switch {
	case record.ArchivedAt == events.Elsewhere:
		return archives.ErrElsewhere
	case record.ArchivedAt != 0:
		return archives.ErrArchived
	}
	l.found = true
	l.state.Event, l.state.LiveOffers, l.state.Applications, l.head = record.Event, record.LiveOffers, record.Applications, record.HeadHash
	if l.following != nil {
		l.state.Seats = l.following.since.State.Seats.Again(record.Event.Settings.NoSingleSeats)
	}
	return nil
}

func (l *stateLoader) addPool(r engine.Row) error {
	p := new(inventory.Pool)
	if err := events.PoolTable.Scan(r, p); err != nil {
		return err
	}
	l.state.Pools[p.ID] = p
	return nil
}

func (l *stateLoader) addTier(r engine.Row) error {
	t := new(inventory.Tier)
	if err := events.TierTable.Scan(r, t); err != nil {
		return err
	}
	l.state.Tiers[t.ID] = t
	return nil
}

func (l *stateLoader) addTierPool(r engine.Row) error {
	var tier, pool string
	if err := r.Scan(&tier, &pool); err != nil {
		return err
	}
	// The foreign key sees to it that the tier is there.
	t := l.state.Tiers[tier]
	t.Pools = append(t.Pools, pool)
	return nil
}

func (l *stateLoader) addLane(r engine.Row) error {
	lane := new(inventory.Lane)
	if err := events.LaneTable.Scan(r, lane); err != nil {
		return err
	}
	l.state.Lanes[inventory.LaneKey{Tier: lane.Tier, Class: lane.Class}] = lane
	return nil
}
