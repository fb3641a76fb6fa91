package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// moreGoods gives an event goods with a pool of their own now and then, of which there are few, from
// a stream of its own.
func (g *Generator) moreGoods(c *inventory.Create) {
	before := g.Intn
	defer func() { g.Intn = before }()
	if g.use("goods"); g.Intn(3) > 0 {
		return
	}
	of := inventory.Pool{ID: g.id("pol_"), Capacity: int64(1 + g.Intn(3))}
	t := inventory.Tier{ID: g.id("tir_"), Pools: []string{of.ID}, Kind: inventory.GoodsTier}
	if g.Intn(3) > 0 {
		t.Price = inventory.Price{Amount: g.amount(1 + g.Intn(5000)), TaxIncluded: true}
	}
	if g.Intn(4) == 0 {
		t.MaxPerOrder = int64(1 + g.Intn(3))
	}
	c.Pools, c.Tiers = append(c.Pools, of), append(c.Tiers, t)
}

// perhapsGoods has somebody who joins want goods now and then, where there are any: few of them, or
// now and then more than there can be.
func (g *Generator) perhapsGoods(k Known, c *inventory.Join) {
	before := g.Intn
	defer func() { g.Intn = before }()
	var goods []string
	for _, id := range k.Tiers {
		if k.Sale[id].Kind == inventory.GoodsTier {
			goods = append(goods, id)
		}
	}
	if len(goods) == 0 {
		return
	}
	if g.use("join goods"); g.Intn(2) > 0 {
		return
	}
	c.Tier, c.Units = goods[g.Intn(len(goods))], int64(1+g.Intn(2))
	if g.Intn(20) == 0 {
		c.Units = int64(1 + g.Intn(2*inventory.MaxOrderUnits))
	}
}
