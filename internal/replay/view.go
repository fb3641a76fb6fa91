package replay

import (
	"cmp"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Figures are what an event adds up to after a row.
type Figures struct {
	Seq    int64
	At     inventory.Instant // of that row
	Status inventory.EventStatus
	Pools  []Pool // by id
	Tiers  []TierFigures
	// Waiting and Offered are the entries of the waitlist, Applied those that wait for an
	// answer, and Exchanges the tickets that their holders would give to it.
	Waiting, Offered, Applied, Exchanges int64
	Seats                                SeatFigures
}

// Pool is the capacity of a pool, and what is taken of it.
type Pool struct {
	ID       string
	Capacity int64
	Counter
}

// TierFigures is what of a tier is taken, and who waits for it.
type TierFigures struct {
	ID string
	Counter
	Waiting, Offered int64 // entries
}

// SeatFigures count the seats that are not free.
type SeatFigures struct{ Held, Sold, Blocked int64 }

// Figures adds up.
func (s *State) Figures() *Figures {
	f := &Figures{Seq: s.seq, At: s.at, Status: s.status, Offered: s.offered, Applied: s.applied}
	tiers := make(map[string]*TierFigures, len(s.tiers))
	for _, id := range slices.Sorted(maps.Keys(s.tiers)) {
		if t := s.tier(id); t != nil {
			f.Tiers = append(f.Tiers, TierFigures{ID: id, Counter: t.counters()})
		}
	}
	for i := range f.Tiers {
		tiers[f.Tiers[i].ID] = &f.Tiers[i]
	}
	for _, e := range s.entries {
		t := tiers[e.Tier]
		switch inventory.EntryState(e.state) {
		case inventory.EntryWaiting:
			f.Waiting++
			if t != nil {
				t.Waiting++
			}
		case inventory.EntryOffered:
			if t != nil {
				t.Offered++
			}
		}
	}
	for _, x := range s.exchanges {
		if x.state == string(inventory.ExchangeOpen) || x.state == string(inventory.ExchangeMatched) {
			f.Exchanges++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.pools)) {
		f.Pools = append(f.Pools, Pool{ID: id, Capacity: s.pools[id].capacity, Counter: s.taken(id)})
	}
	for _, hold := range s.seats {
		switch h := s.holds[hold]; {
		case h.Kind == inventory.KindBlock:
			f.Seats.Blocked++
		case h.state == string(inventory.HoldConfirmed):
			f.Seats.Sold++
		default:
			f.Seats.Held++
		}
	}
	return f
}

func (t *tier) counters() Counter { return Counter{t.held, t.confirmed, t.blocked} }

// taken is what is taken of a pool: each unit of a tier takes one of each of its pools.
func (s *State) taken(pool string) (c Counter) {
	for _, t := range s.tiers {
		if slices.Contains(t.Pools, pool) {
			c.Held, c.Confirmed, c.Blocked = c.Held+t.held, c.Confirmed+t.confirmed, c.Blocked+t.blocked
		}
	}
	return c
}

// Place is an entry that waited or had an offer.
type Place struct {
	EntryID  string
	PersonID string
	Tier     string
	State    inventory.EntryState
	Position int64 // among those who waited for the tier, from 1; 0: it had an offer
	Units    int64
	Passes   int64
	JoinNo   int64
	OfferID  string // of an entry that had one
}

// Waitlist returns who had an offer and then who waited, by tier and in the order of the
// waitlist.
func (s *State) Waitlist() []Place {
	var list []*entry
	for _, e := range s.entries {
		if e.state == string(inventory.EntryWaiting) || e.state == string(inventory.EntryOffered) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.state, b.state), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.JoinNo, b.JoinNo))
	})
	places := make([]Place, len(list))
	var position int64
	for i, e := range list {
		if i == 0 || list[i-1].Tier != e.Tier {
			position = 0
		}
		p := Place{
			EntryID: e.ID, PersonID: e.PersonID, Tier: e.Tier, State: inventory.EntryState(e.state), Units: e.units, Passes: e.passes, JoinNo: e.JoinNo,
		}
		if p.State == inventory.EntryWaiting {
			position++
			p.Position = position
		} else {
			p.OfferID = e.offer
		}
		places[i] = p
	}
	return places
}

// Seat is a seat that was not free.
type Seat struct {
	ID, HoldID string
	Kind       inventory.HoldKind
	State      inventory.HoldState
}

// Seats returns the seats that were not free, by id.
func (s *State) Seats() []Seat {
	list := make([]Seat, 0, len(s.seats))
	for _, id := range slices.Sorted(maps.Keys(s.seats)) {
		h := s.holds[s.seats[id]]
		list = append(list, Seat{ID: id, HoldID: h.ID, Kind: h.Kind, State: inventory.HoldState(h.state)})
	}
	return list
}
