package inventorytest

import (
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// people is how many a claim lets in: add-ons and goods let nobody in.
func (m *Model) people(c *claim) (n int64) {
	if len(c.items) == 0 {
		return c.units
	}
	for _, it := range c.items {
		if it.live && m.sale[it.tier].Kind == "" {
			n++
		}
	}
	return n
}

// inOrder are the lines in the order of their units: what lets people in comes first.
func (m *Model) inOrder(lines []inventory.OrderLine) []inventory.OrderLine {
	var tickets, others, gifts []inventory.OrderLine
	for _, l := range lines {
		switch m.sale[l.Tier].Kind {
		case "":
			tickets = append(tickets, l)
		case inventory.DonationTier:
			gifts = append(gifts, l)
		default:
			others = append(others, l)
		}
	}
	return slices.Concat(tickets, others, gifts)
}

// attached gives each add-on a ticket, the first that can have one more, and reports whether
// all got one.
func (m *Model) attached(o *claim) bool {
	for _, it := range o.items {
		of := m.sale[it.tier]
		if of.Kind != inventory.AddOnTier {
			continue
		}
		for _, ticket := range o.items {
			if m.sale[ticket.tier].Kind != "" || len(of.GoesWith) > 0 && !slices.Contains(of.GoesWith, ticket.tier) {
				continue
			}
			var has int64
			for _, other := range o.items {
				if other.with == ticket && other.tier == it.tier {
					has++
				}
			}
			if has < of.PerTicket {
				it.with = ticket
				break
			}
		}
		if it.with == nil {
			return false
		}
	}
	return true
}

// badKind reports whether a tier takes from a pool of which others are of another kind, or
// would be less than it was.
func (m *Model) badKind(t inventory.Tier) bool {
	known, ok := m.sale[t.ID]
	if ok {
		narrower := len(t.GoesWith) > 0 && (len(known.GoesWith) == 0 ||
			slices.ContainsFunc(known.GoesWith, func(id string) bool { return !slices.Contains(t.GoesWith, id) }))
		return t.Kind != known.Kind || t.PerTicket < known.PerTicket || narrower
	}
	for id, other := range m.sale {
		if (other.Kind == "") != (t.Kind == "") && slices.ContainsFunc(m.tiers[id], func(p string) bool { return slices.Contains(t.Pools, p) }) {
			return true
		}
	}
	return false
}

func (m *Model) setTier(c inventory.SetTier) inventory.Outcome {
	if m.event.Status == inventory.Cancelled {
		return refuse(inventory.EventIsCancelled)
	}
	if m.badKind(c.Tier) {
		return refuse(inventory.InvalidSettings)
	}
	if known, ok := m.sale[c.Tier.ID]; ok {
		c.Tier.Pools = known.Pools
	}
	follows := m.followsDemand()
	m.sale[c.Tier.ID], m.tiers[c.Tier.ID] = c.Tier, c.Tier.Pools
	if follows {
		m.putRoom()
	}
	return inventory.Outcome{Status: strconv.FormatInt(c.Tier.Price.Amount, 10)}
}
