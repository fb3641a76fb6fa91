package inventorytest

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// extras gives an event add-ons and goods now and then, from a stream of its own, so that
// all else stays as it was.
func (g *Generator) extras(c *inventory.Create, now inventory.Instant) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("extras"); g.Intn(3) > 0 {
		return
	}
	of := inventory.Pool{ID: g.id("pol_"), Capacity: int64(1 + g.Intn(6))}
	addOn := inventory.Tier{ID: g.id("tir_"), Pools: []string{of.ID}, Kind: inventory.AddOnTier, PerTicket: int64(1 + g.Intn(2))}
	if g.Intn(2) == 0 {
		addOn.GoesWith = []string{c.Tiers[g.Intn(len(c.Tiers))].ID}
	}
	goods := inventory.Tier{ID: g.id("tir_"), Pools: []string{of.ID}, Kind: inventory.GoodsTier}
	c.Pools = append(c.Pools, of)
	for _, t := range []inventory.Tier{addOn, goods}[:1+g.Intn(2)] {
		t = g.sale(t, now)
		g.use("extras")
		c.Tiers = append(c.Tiers, t)
	}
}

// withExtras adds add-ons and goods to an order now and then, as far as there are any, and
// now and then before its tickets.
func (g *Generator) withExtras(k Known, c *inventory.Reserve) {
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("extras")
	for _, id := range k.Tiers {
		if t := k.Sale[id]; t.Kind != inventory.TicketTier && g.Intn(2) == 0 {
			l := inventory.OrderLine{Tier: id, Quantity: int64(1 + g.Intn(2))}
			if t.Donation() {
				l.Quantity = int64(1 + g.Intn(10)/9)
			}
			l.UnitPrice = g.chosen(t)
			if g.use("extras"); g.Intn(4) == 0 {
				c.Lines = append([]inventory.OrderLine{l}, c.Lines...)
			} else {
				c.Lines = append(c.Lines, l)
			}
		}
	}
}

// perhapsWider lets more of an add-on go with a ticket now and then, or fewer, which may not
// be.
func (g *Generator) perhapsWider(t *inventory.Tier) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("extras"); t.Kind != inventory.AddOnTier || g.Intn(3) > 0 {
		return
	}
	switch g.Intn(3) {
	case 0:
		t.PerTicket = max(1, t.PerTicket-1)
	case 1:
		t.PerTicket++
	default:
		t.GoesWith = nil
	}
}

// withAddOns takes add-ons with an offer now and then, gives beside it, and now and then takes what
// cannot be had with one.
func (g *Generator) withAddOns(k Known, c *inventory.Accept) {
	g.use("accept add-ons")
	for _, id := range k.Tiers {
		t := k.Sale[id]
		if t.Kind != inventory.AddOnTier && !t.Donation() && g.Intn(40) > 0 || g.Intn(2) == 0 {
			continue
		}
		c.AddOns = append(c.AddOns, inventory.OrderLine{Tier: id, Quantity: int64(1 + g.Intn(4)/3), UnitPrice: g.chosen(t)})
		g.use("accept add-ons")
	}
}
