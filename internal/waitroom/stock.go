package waitroom

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// A TierState says what is left of a tier, in the words that whoever waits is told.
type TierState string

// States of a tier.
const (
	TierAvailable TierState = "available"
	TierFew       TierState = "few" // at most FewAtMost
	TierSoldOut   TierState = "sold_out"
)

// FewAtMost is how many units are few: the pages of events say how many there are from then on.
const FewAtMost = 30

// A Tier is what whoever waits may know of a tier.
type Tier struct {
	ID, Name string
	// Price is what a buyer pays for a unit, in minor units of Currency, with what the fees of the
	// event add to a ticket; where buyers choose, that of what is suggested.
	Price    int64
	Currency string
	State    TierState
}

// Stock is what an event has to give, as it was read.
type Stock struct {
	Settings *inventory.Settings
	Pools    []inventory.Pool // the event-wide one first
	Tiers    []inventory.Tier
	Waiting  map[string]int64 // entries that wait, by tier
	Pending  int64            // entries that are offered something, or apply: they fill the waitlist too
	Seated   map[string]bool  // tiers that are sold by seats
}

// Left is what there is of a Stock at a moment.
type Left struct {
	// Units could be taken now: they are on sale, free, and not reserved for the waitlist.
	// Those of hidden tiers are among them, because somebody may have a code.
	Units int64
	// Tiers are those that everybody may know of, and whose units let somebody in.
	Tiers []Tier
	// SoldOut says that there are such tiers, and that nothing of them is available, nor will be
	// once their sale starts.
	SoldOut bool
	// Waits says that people can join the waitlist of a tier that is on sale and has nothing
	// left; Spots is how many of them, 0: as many as want to.
	Waits bool
	Spots int64
	// Coming says that there is something free of a tier whose sale is still to come: whoever
	// waits may have that, so nobody is called for the waitlist yet.
	Coming bool
}

// At returns what there is at a moment.
func (s *Stock) At(now inventory.Instant) (l Left) {
	all, free := s.all(now)
	gone, waiting := false, s.Pending
	for i := range s.Tiers {
		t := &s.Tiers[i]
		waiting += s.Waiting[t.ID]
		if !t.Admits() {
			continue
		}
		switch t.SellsTo(inventory.Who{}, now) {
		case inventory.OK:
			l.Units += free[i]
			gone = gone || free[i] == 0 && !t.Hidden
		case inventory.SaleNotOpen:
			l.Coming = l.Coming || free[i] > 0
		}
		if !t.Hidden {
			l.Tiers = append(l.Tiers, all[i])
		}
	}
	if len(s.Pools) > 0 {
		l.Units = min(l.Units, s.Pools[0].Left()) // tiers share it
	}
	l.SoldOut = len(l.Tiers) > 0 && !slices.ContainsFunc(l.Tiers, func(t Tier) bool { return t.State != TierSoldOut })
	w := &s.Settings.Waitlist
	l.Waits = gone && !w.Disabled && (w.Limit == 0 || waiting < w.Limit)
	if l.Waits && w.Limit > 0 {
		l.Spots = w.Limit - waiting
	}
	return l
}

// All returns every tier, in their order, as they are to a waiting person at a moment; at 0 nothing is
// said of the times of their sales.
func (s *Stock) All(now inventory.Instant) []Tier {
	all, _ := s.all(now)
	return all
}

// all is All, with how many units of each are free.
func (s *Stock) all(now inventory.Instant) (all []Tier, free []int64) {
	pools := make(map[string]*inventory.Pool, len(s.Pools))
	for i := range s.Pools {
		pools[s.Pools[i].ID] = &s.Pools[i]
	}
	all, free = make([]Tier, len(s.Tiers)), make([]int64, len(s.Tiers))
	fees := inventory.Fees(s.Tiers)
	for i := range s.Tiers {
		t := &s.Tiers[i]
		if t.SellsTo(inventory.Who{}, now) != inventory.SaleOver {
			free[i] = s.free(t, pools)
		}
		all[i] = Tier{ID: t.ID, Name: t.Name, State: stateOf(free[i])}
		if t.Paid() {
			all[i].Currency = s.Settings.Orders.Currency
			all[i].Price = charged(t, fees, all[i].Currency)
		}
	}
	return all, free
}

// charged returns what a buyer pays for one unit of a tier, as the page of the event says it.
func charged(t *inventory.Tier, fees []*inventory.Tier, currency string) int64 {
	gross := inventory.Charged(t.Price, 0, currency).Gross
	if t.Admits() {
		gross += inventory.UnitFees(fees, gross, currency)
	}
	return gross
}

func stateOf(free int64) TierState {
	switch {
	case free <= 0:
		return TierSoldOut
	case free <= FewAtMost:
		return TierFew
	}
	return TierAvailable
}

// free returns how many units of a tier are free and not reserved for the waitlist. They are
// reserved while somebody waits in a tier that shares a pool with it and has units to give. Of
// seats only those are that somebody waits for, which the chart says.
func (s *Stock) free(t *inventory.Tier, pools map[string]*inventory.Pool) int64 {
	if s.reserved(t, pools) {
		return 0
	}
	return available(t, pools)
}

func (s *Stock) reserved(t *inventory.Tier, pools map[string]*inventory.Pool) bool {
	for i := range s.Tiers {
		other := &s.Tiers[i]
		if s.Waiting[other.ID] == 0 || s.Seated[other.ID] || available(other, pools) == 0 {
			continue
		}
		if slices.ContainsFunc(other.Pools, func(p string) bool { return slices.Contains(t.Pools, p) }) {
			return true
		}
	}
	return false
}

// available returns the least that is free in the pools of a tier.
func available(t *inventory.Tier, pools map[string]*inventory.Pool) int64 {
	least := int64(-1)
	for _, name := range t.Pools {
		if p := pools[name]; p != nil && (least < 0 || p.Left() < least) {
			least = p.Left()
		}
	}
	return max(0, least)
}
