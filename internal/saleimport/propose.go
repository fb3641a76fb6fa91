package saleimport

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Proposal is the event that a sale would have here. An event has one pool that all tiers
// take from; a quota of one tier alone is that tier's capacity, any other a pool.
type Proposal struct {
	Capacity int64
	Pools    []Pool
	Tiers    []ProposedTier
}

// ProposedTier is a tier of a Proposal.
type ProposedTier struct {
	*Tier
	Capacity int64    // less than 0: it has none of its own
	Pools    []string // names of pools
}

// unlimited is for how many the event has room in a tier that had no limit, beside those
// who have come already.
const unlimited = 1000

// Propose returns the event that a sale would have here.
func (s *Sale) Propose() *Proposal {
	p := &Proposal{Tiers: make([]ProposedTier, len(s.Tiers))}
	sold := make([]int64, len(s.Tiers))
	for i := range s.Orders {
		for _, it := range s.Orders[i].Items {
			sold[it.Tier]++
		}
	}
	members := make([][]int, len(s.Pools))
	for i := range s.Tiers {
		p.Tiers[i] = ProposedTier{Tier: &s.Tiers[i], Capacity: -1}
		for _, pool := range s.Tiers[i].Pools {
			members[pool] = append(members[pool], i)
		}
	}
	for i, list := range members {
		pool := s.Pools[i]
		switch {
		case pool.Size < 0 || len(list) == 0:
		case len(list) == 1 && p.Tiers[list[0]].Capacity < 0:
			p.Tiers[list[0]].Capacity = pool.Size
		default:
			p.Pools = append(p.Pools, pool)
			for _, tier := range list {
				p.Tiers[tier].Pools = append(p.Tiers[tier].Pools, pool.Name)
			}
		}
	}
	p.Capacity = s.capacity(members, sold)
	return p
}

// capacity is how many come at most: the quotas that bound the tiers, the largest first, and
// what is sold of tiers that none bounds, with some more.
func (s *Sale) capacity(members [][]int, sold []int64) (total int64) {
	order := make([]int, 0, len(s.Pools))
	for i := range s.Pools {
		if s.Pools[i].Size >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(members[b]) - len(members[a]) })
	bounded := make([]bool, len(s.Tiers))
	for _, pool := range order {
		fresh := false
		for _, tier := range members[pool] {
			fresh, bounded[tier] = fresh || !bounded[tier], true
		}
		if fresh {
			total += s.Pools[pool].Size
		}
	}
	for i := range s.Tiers {
		if !bounded[i] {
			total += sold[i] + unlimited
		}
	}
	return min(total, inventory.MaxCapacity)
}
