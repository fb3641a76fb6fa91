package events

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// everyTicket stands in goes_with for all tickets.
const everyTicket = "*"

// applyKind changes what a unit of a tier is, as far as the request says something. known is
// the tier as it was, nil of a new one; tierOf finds the ID of a tier by its name or ID.
func applyKind(in *wire.KindIn, c *httpapi.Checks, at string, t, known *inventory.Tier, tierOf func(named string) string) {
	if in.Kind != nil {
		if t.Kind = inventory.TierKind(*in.Kind); *in.Kind == wire.KindTicket {
			t.Kind = inventory.TicketTier
		}
	}
	if known != nil && t.Kind != known.Kind {
		c.Add(at+".kind", "not_allowed", "cannot be changed")
		return
	}
	if t.Kind != inventory.AddOnTier {
		if in.PerTicket != nil {
			c.Add(at+".per_ticket", "not_allowed", "is for add-ons")
		}
		if len(in.GoesWith) > 0 {
			c.Add(at+".goes_with", "not_allowed", "is for add-ons")
		}
		return
	}
	if t.PerTicket == 0 {
		t.PerTicket = 1
	}
	httpapi.Number(in.PerTicket, func(n int64) { t.PerTicket = n })
	if known != nil && t.PerTicket < known.PerTicket {
		c.Add(at+".per_ticket", "out_of_range", "can be raised, and not lowered from %d", known.PerTicket)
	}
	if len(in.GoesWith) == 0 {
		return
	}
	var with []string
	for i, named := range in.GoesWith {
		field := at + ".goes_with[" + httpapi.Itoa(int64(i)) + "]"
		switch id := tierOf(named); {
		case named == everyTicket:
			with = nil
			if len(in.GoesWith) > 1 {
				c.Add(field, "not_allowed", "is all of them, and stands alone")
			}
		case id == "":
			c.Add(field, "unknown", "is not the name or the ID of a ticket of this event")
		case slices.Contains(with, id):
			c.Add(field, "duplicate", "stands there twice")
		default:
			with = append(with, id)
		}
	}
	if known != nil && len(with) > 0 {
		narrower := len(known.GoesWith) == 0 || slices.ContainsFunc(known.GoesWith, func(id string) bool { return !slices.Contains(with, id) })
		if narrower {
			c.Add(at+".goes_with", "not_allowed", "can be made longer, and nothing be taken away")
		}
	}
	t.GoesWith = with
}

// ownPool is the pool of new add-ons or goods.
func ownPool(id string, t *inventory.Tier, capacity *int64) inventory.Pool {
	p := inventory.Pool{ID: id, Name: t.Name, Capacity: inventory.MaxCapacity}
	httpapi.Number(capacity, func(n int64) { p.Capacity = n })
	return p
}
