package verify

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// People wait for goods beside all else they have: with one live entry for each goods
// (invariant 3), which counts no place (invariant 2).

// goodsRecord are the live entries for goods of a person: by the row of the person, and by the
// rows that name the person.
type goodsRecord struct{ said, found []key }

func (c *check) goodsOf(person key) *goodsRecord {
	g := c.goods[person]
	if g == nil {
		g = new(goodsRecord)
		if c.goods == nil {
			c.goods = map[key]*goodsRecord{}
		}
		c.goods[person] = g
	}
	return g
}

// forGoods reports whether an entry is for what lets nobody in.
func (c *check) forGoods(e *entryRecord) bool {
	t := c.tierByID[e.tier]
	return t != nil && t.Kind != ""
}

// countGoods counts an entry for goods, if it lives, among those of its person.
func (c *check) countGoods(p *personRecord, e *entryRecord) {
	if t := c.tierByID[e.tier]; t.Kind != inventory.GoodsTier {
		c.fail(3, c.names.id(e.id), "the entry is for %s, which nobody can wait for", t.ID)
	}
	if s := c.entryState(e); s != inventory.EntryWaiting && s != inventory.EntryOffered {
		return
	}
	g := c.goodsOf(p.id)
	for _, other := range g.found {
		if o := c.entries.find(other); o.tier == e.tier {
			c.fail(3, c.names.id(p.id), "the person has two live entries for the same goods, %s and %s", c.names.id(o.id), c.names.id(e.id))
		}
	}
	g.found = append(g.found, e.id)
}

// checkGoods compares the entries for goods that a person is said to have with those there are.
func (c *check) checkGoods(p *personRecord) {
	g := c.goods[p.id]
	if g == nil {
		return
	}
	said, found := c.sortedIDs(g.said), c.sortedIDs(g.found)
	if said != found {
		c.fail(2, c.names.id(p.id), "the person is said to wait for goods as %q and waits as %q", said, found)
	}
}

// sortedIDs are the ids of rows in order, with a space between two.
func (c *check) sortedIDs(keys []key) string {
	ids := make([]string, len(keys))
	for i, k := range keys {
		ids[i] = c.names.id(k)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}
