package verify

import "github.com/holdfast-events/holdfast/internal/inventory"

// checkOrigins checks that each origin names what came from it. The bounds of networks
// and addresses are counted from these rows and from those that they name. One that names
// nothing would count as a place that is taken, for good, as if a stranger had been told
// of it.
func (c *check) checkOrigins() error {
	return c.run.snapshot.Origins(c.event.Event.ID, func(o *inventory.Originated) error {
		c.run.report.Checked.Origins++
		thing := c.names.key(o.ThingID)
		switch h := c.holds.find(thing); {
		case h != nil:
			if o.Unpaid && c.words.text(h.kind) != string(inventory.KindOrder) {
				c.fail(2, o.ThingID, "counts as an unpaid order of where it came from, and is a %s", c.words.text(h.kind))
			}
		case c.entries.find(thing) == nil && !c.pretended[thing]:
			c.fail(2, o.ThingID, "counts %d units of where it came from, and there is no such hold or entry", o.Units)
		case o.Unpaid:
			c.fail(2, o.ThingID, "counts as an unpaid order of where it came from, and is none")
		}
		return nil
	})
}
