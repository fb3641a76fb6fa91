package inventorytest

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// waitsForGoods checks a live entry for goods: its person names it, and what it is offered is an
// order.
func (c *checker) waitsForGoods(e *inventory.Entry) {
	named := 0
	for _, id := range strings.Fields(c.People[e.PersonID].GoodsEntries) {
		if id == e.ID {
			named++
		}
	}
	c.want(named == 1, "3: %s names its entry %s %d times", e.PersonID, e.ID, named)
	hold, offered := c.Holds[c.Offers[e.OfferID].OrderID]
	c.want((e.State == inventory.EntryOffered) == offered, "3: %s is %s, offer %q", e.ID, e.State, e.OfferID)
	c.want(!offered || hold.State == inventory.HoldHeld && hold.Kind == inventory.KindOrder, "3: %s is offered as %s, %s", e.ID, hold.Kind, hold.State)
}

// goodsOf checks the entries for goods that a person names: each lives, and there is one for each
// goods.
func (c *checker) goodsOf(p *inventory.Person) {
	entryFor := map[string]string{}
	for _, id := range strings.Fields(p.GoodsEntries) {
		e := c.Entries[id]
		c.want(e.Live() && e.PersonID == p.ID && c.Tiers[e.Tier].Kind == inventory.GoodsTier, "3: %s names %s, which is %s", p.ID, id, e.State)
		c.want(entryFor[e.Tier] == "", "3: %s waits for %s as %s and as %s", p.ID, e.Tier, entryFor[e.Tier], id)
		entryFor[e.Tier] = id
	}
}
