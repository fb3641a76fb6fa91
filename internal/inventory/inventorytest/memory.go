package inventorytest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// MemoryStore is one event as a store would keep it: rows, copied in and out, so that
// what Decide changes but forgets to report is lost here as it would be there.
type MemoryStore struct {
	Event       inventory.Event
	LiveOffers  int64
	Applied     int64
	Pools       map[string]inventory.Pool
	Tiers       map[string]inventory.Tier
	Lanes       map[inventory.LaneKey]inventory.Lane
	People      map[string]inventory.Person // by Person.ID
	Holds       map[string]inventory.Hold
	Entries     map[string]inventory.Entry
	Past        map[string][]inventory.PastPlacement // by entry, of those that were moved
	Offers      map[string]inventory.Offer
	Codes       map[string]inventory.PriceCode
	Refunds     []inventory.Refund
	Statements  []inventory.Statement
	Tickets     map[string]inventory.Ticket
	Transfers   map[string]inventory.Transfer
	Exchanges   map[string]inventory.Exchange
	Invitations map[string]inventory.Invitation
	Admitted    map[string]bool // tickets with which somebody came in
	Origins     []inventory.Originated
	Passes      map[int64]inventory.Pass // of the waiting room, by Who.Entrant
	Audit       []inventory.AuditRow
	Messages    []inventory.Message
	AskedAgain  []inventory.AskedAgain
	// Places are the sums of all PlaceChanges that are not zero.
	Places map[PlaceKey]int64
	// Layout is where the seats are, nil in an event without.
	Layout *seatmap.Layout
	// DeriveID makes the ids of offers; set by NewMemoryStore.
	DeriveID func(prefix string, seq int64) string

	byUser map[string]string
	held   map[string]bool
	lines  map[inventory.LaneKey][]string // entries that wait or waited, in the order of their numbers
}

// PlaceKey is where a waiting entry is counted.
type PlaceKey struct {
	Lane   inventory.LaneKey
	JoinNo int64
}

// NewMemoryStore returns a store without an event: its first command must be Create.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{
		Pools: map[string]inventory.Pool{}, Tiers: map[string]inventory.Tier{}, Lanes: map[inventory.LaneKey]inventory.Lane{},
		People: map[string]inventory.Person{}, Holds: map[string]inventory.Hold{}, Entries: map[string]inventory.Entry{},
		Offers: map[string]inventory.Offer{}, Codes: map[string]inventory.PriceCode{}, Places: map[PlaceKey]int64{},
		DeriveID: func(prefix string, seq int64) string { return fmt.Sprintf("%sseq%d", prefix, seq) },
		Tickets:  map[string]inventory.Ticket{}, Transfers: map[string]inventory.Transfer{},
		Invitations: map[string]inventory.Invitation{},
		Exchanges:   map[string]inventory.Exchange{}, Admitted: map[string]bool{}, Passes: map[int64]inventory.Pass{},
		Past: map[string][]inventory.PastPlacement{}, byUser: map[string]string{}, held: map[string]bool{}, lines: map[inventory.LaneKey][]string{},
	}
}

// Do loads, decides and applies one batch. The error says in what way the
// changes contradict themselves or the rows; it is always a bug of the heart.
func (w *MemoryStore) Do(now inventory.Instant, cmds ...inventory.Command) ([]inventory.Outcome, error) {
	st := w.State()
	b := inventory.Batch{Now: now, Commands: cmds, DeriveID: w.DeriveID}
	r := inventory.Decide(st, w.Load(st, b), b)
	if len(r.Outcomes) != len(cmds) {
		return r.Outcomes, fmt.Errorf("%d outcomes for %d commands", len(r.Outcomes), len(cmds))
	}
	if err := w.Apply(&r.Changes, st); err != nil {
		return r.Outcomes, err
	}
	// A sequencer's cached state keeps the clock of batches that changed nothing.
	w.Event.Clock = st.Event.Clock
	return r.Outcomes, w.sameAs(st)
}

// Settle ticks until nothing more is due at now, at most limit times.
func (w *MemoryStore) Settle(now inventory.Instant, limit int) error {
	for range limit {
		if w.Event.DueAt == 0 || w.Event.DueAt > max(now, w.Event.Clock) {
			return nil
		}
		if _, err := w.Do(now, inventory.Tick{}); err != nil {
			return err
		}
	}
	return fmt.Errorf("still due at %d after %d ticks", w.Event.DueAt, limit)
}

// State returns a copy of what a sequencer would cache.
func (w *MemoryStore) State() *inventory.State {
	st := &inventory.State{
		Event: w.Event, LiveOffers: w.LiveOffers, Applications: w.Applied,
		Pools: make(map[string]*inventory.Pool, len(w.Pools)), Tiers: make(map[string]*inventory.Tier, len(w.Tiers)),
		Lanes: make(map[inventory.LaneKey]*inventory.Lane, len(w.Lanes)),
	}
	for id, p := range w.Pools {
		st.Pools[id] = &p
	}
	for id, t := range w.Tiers {
		st.Tiers[id] = &t
	}
	for k, l := range w.Lanes {
		st.Lanes[k] = &l
	}
	if w.Layout != nil {
		w.seats(st)
	}
	for _, x := range w.Exchanges {
		if !x.Ended() {
			st.Exchanges = append(st.Exchanges, &x)
		}
	}
	slices.SortFunc(st.Exchanges, func(a, b *inventory.Exchange) int { return cmp.Compare(a.OpenedSeq, b.OpenedSeq) })
	return st
}

// seats puts the seats, and who waits for them, into a state as a store would:
// from the rows of holds and entries.
func (w *MemoryStore) seats(st *inventory.State) {
	st.Seats = seatmap.New(w.Layout, w.Event.Settings.NoSingleSeats)
	for _, h := range w.Holds {
		if h.Order == nil || !h.Live() {
			continue
		}
		to := seatmap.Held
		switch {
		case h.Kind == inventory.KindBlock:
			to = seatmap.Blocked
		case h.State == inventory.HoldConfirmed:
			to = seatmap.Sold
		}
		for _, it := range h.Order.Items {
			if seat, ok := w.Layout.Index(it.Seat); ok && it.Live() && !it.Standing {
				st.Seats.Set([]int32{seat}, to)
			}
		}
	}
	for _, e := range w.Waitlist() {
		if e.Wish != "" {
			if err := st.AddSeatWait(&e); err != nil {
				panic(err)
			}
		}
	}
}

// Waiting returns all waiting entries of each lane, in order.
func (w *MemoryStore) Waiting() map[inventory.LaneKey][]*inventory.Entry {
	waiting := make(map[inventory.LaneKey][]*inventory.Entry)
	for k, ids := range w.lines {
		for _, id := range ids {
			if e := w.Entries[id]; e.State == inventory.EntryWaiting {
				waiting[k] = append(waiting[k], &e)
			}
		}
	}
	return waiting
}

// Waitlist returns the waiting entries of all lanes in the order of the waitlist.
func (w *MemoryStore) Waitlist() []inventory.Entry {
	var line []inventory.Entry
	for _, es := range w.Waiting() {
		for _, e := range es {
			line = append(line, *e)
		}
	}
	slices.SortFunc(line, func(a, b inventory.Entry) int {
		if a.Before(&b) {
			return -1
		}
		return 1
	})
	return line
}

// Person returns a person by the caller's own name.
func (w *MemoryStore) Person(userID string) (inventory.Person, bool) {
	p, ok := w.People[w.byUser[userID]]
	return p, ok
}
