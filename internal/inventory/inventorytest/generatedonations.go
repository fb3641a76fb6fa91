package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// donation lets people give something beside their orders now and then, from a stream of its
// own, so that all else stays as it was.
func (g *Generator) donation(c *inventory.Create) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("donations"); g.Intn(4) > 0 {
		return
	}
	of := inventory.Pool{ID: g.id("pol_"), Capacity: inventory.MaxCapacity}
	c.Pools = append(c.Pools, of)
	c.Tiers = append(c.Tiers, g.asked(inventory.Tier{ID: g.id("tir_"), Pools: []string{of.ID}, Kind: inventory.DonationTier}))
}

// asked is a tier as a donation has to be, with other amounts.
func (g *Generator) asked(t inventory.Tier) inventory.Tier {
	least := g.amount(100 + g.Intn(300))
	t.Suggested = []int64{least + g.amount(100), least + g.amount(500)}
	t.Price = inventory.Price{Amount: t.Suggested[0], TaxIncluded: true}
	t.PriceMin, t.PriceMax, t.MaxPerOrder = least, least+g.amount(2000+g.Intn(1000)), 1
	return t
}
