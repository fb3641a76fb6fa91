package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// fee puts a fee or two on the orders of an event now and then, from a stream of its own.
func (g *Generator) fee(c *inventory.Create) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("fees"); g.Intn(3) > 0 {
		return
	}
	for range 1 + g.Intn(2) {
		c.Tiers = append(c.Tiers, g.charging(inventory.Tier{ID: g.id("tir_"), Kind: inventory.FeeTier}))
		g.use("fees")
	}
}

// charging is a tier as a fee has to be, with other amounts.
func (g *Generator) charging(t inventory.Tier) inventory.Tier {
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("fees")
	t.Price = inventory.Price{TaxIncluded: true, TaxRate: int64(g.Intn(3) * 700)}
	f := inventory.FeeTerms{Kept: g.Intn(3) == 0, NotAtDoor: g.Intn(2) == 0}
	if g.Intn(2) == 0 {
		f.Order = g.amount(g.Intn(300))
	}
	if g.Intn(2) == 0 {
		f.Ticket = g.amount(g.Intn(100))
	}
	if g.Intn(2) == 0 {
		f.Rate = int64(g.Intn(1500))
	}
	if g.Intn(3) == 0 {
		f.Max = g.amount(1 + g.Intn(400))
	}
	t.FeeTerms = f
	return t
}

// perhapsFee changes a fee of the event now and then, in place of another tier.
func (g *Generator) perhapsFee(k Known, c inventory.SetTier) inventory.SetTier {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("fees"); len(k.Fees) == 0 || g.Intn(3) > 0 {
		return c
	}
	known := k.Sale[k.Fees[g.Intn(len(k.Fees))]]
	c.Tier = g.charging(inventory.Tier{ID: known.ID, Name: known.Name, Kind: inventory.FeeTier})
	return c
}
