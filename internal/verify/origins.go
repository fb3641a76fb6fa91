package verify

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// checkOrigins checks that each origin names what came from it, with as many units as
// that began with and with the person whose it is. The bounds of networks and addresses
// are counted from these rows and from those that they name. One that names nothing would
// count as a place that is taken, for good, as if a stranger had been told about it; one that
// names somebody else would stay when its person is erased. That none is missing cannot be
// said: those of the erased and of events long past are deleted.
func (c *check) checkOrigins() error {
	return c.run.snapshot.Origins(c.event.Event.ID, func(o *inventory.Originated) error {
		c.run.report.Checked.Origins++
		thing := c.names.key(o.ThingID)
		h, e := c.holds.find(thing), c.entries.find(thing)
		var person key
		units := o.Units // which nobody knows of what does not exist
		switch {
		case h != nil:
			person, units = h.person, h.told.begun
			if strings.HasPrefix(o.Origin, inventory.CardOrigin) { // which counts what it has paid
				units = max(units, h.accepted)
			}
			if o.Unpaid && c.words.text(h.kind) != string(inventory.KindOrder) {
				c.fail(2, o.ThingID, "counts as an unpaid order of where it came from, and is a %s", c.words.text(h.kind))
			}
		case e != nil:
			person, units = e.person, e.told.begun
		default:
			person = c.pretended[thing]
		}
		switch {
		case person == (key{}):
			c.fail(2, o.ThingID, "counts %d units of where it came from, and there is no such hold or entry", o.Units)
		case o.Unpaid && h == nil:
			c.fail(2, o.ThingID, "counts as an unpaid order of where it came from, and is none")
		case c.names.key(o.PersonID) != person:
			c.fail(2, o.ThingID, "counts for where it came from as that of %s, and is somebody else's", o.PersonID)
		case o.Units != units:
			c.fail(2, o.ThingID, "counts %d units of where it came from, and began with %d", o.Units, units)
		}
		return nil
	})
}
