package verify

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Add-ons and goods let nobody in. An add-on goes with a ticket of its order, no more of it with
// one ticket than may (invariant 1), and lives no longer than that ticket (invariant 2).

// admits is how many units of a live hold let somebody in.
func (c *check) admits(h *holdRecord) int64 {
	n := h.units
	o := c.orderOf(h)
	if o == nil {
		return n
	}
	for i := range o.items {
		if t := c.tierByID[o.items[i].tier]; t != nil && t.Kind != "" && t.Kind != inventory.FeeTier && o.items[i].released == 0 {
			n--
		}
	}
	return n
}

// with names an add-on and a ticket.
type with struct {
	tier   word
	ticket int
}

// addOnsOf takes the items that an offer's order got when it was accepted: add-ons and donations, which
// the public could have. It returns how many units they are.
func (c *check) addOnsOf(o *orderRecord, r *inventory.AuditRow) (n int64) {
	asked := map[word]bool{}
	for i := range o.items {
		it := &o.items[i]
		if it.begun != 0 {
			continue
		}
		t := c.tierByID[it.tier]
		if t != nil && t.Kind != inventory.AddOnTier && t.Kind != inventory.DonationTier {
			c.fail(7, r.Subject, "audit row %d accepts an offer, and item %d, which is neither an add-on nor a donation, was not offered", r.Seq, i+1)
		}
		if !asked[it.tier] {
			asked[it.tier] = true
			c.publicTook(t, r)
		}
		c.takeItem(it, r)
		n += c.unitsAt(o, i)
	}
	return n
}

// checkExtras looks at what the items of an order go with. What was ordered by narrower terms is
// right by wider ones, and terms are never narrowed.
func (c *check) checkExtras(h *holdRecord, o *orderRecord) {
	id := c.names.id(h.id)
	var has map[with]int64
	for i := range o.items {
		it := &o.items[i]
		t := c.tierByID[it.tier]
		switch {
		case t == nil: // checkReferences says so
			continue
		case t.Kind != inventory.AddOnTier && it.with != 0:
			c.fail(2, id, "item %d goes with item %d, and is not an add-on", i+1, it.with)
			continue
		case t.Kind != inventory.AddOnTier:
			continue
		case it.with < 1 || it.with > len(o.items) || !c.takesAddOn(t, o.items[it.with-1].tier):
			c.fail(2, id, "item %d is an add-on, and goes with item %d, which is not a ticket that it can go with", i+1, it.with)
			continue
		}
		if ticket := &o.items[it.with-1]; ticket.released != 0 && it.released == 0 {
			c.fail(2, id, "item %d is an add-on, and item %d, which it goes with, was given back", i+1, it.with)
		}
		if has == nil {
			has = map[with]int64{}
		}
		if has[with{it.tier, it.with}]++; has[with{it.tier, it.with}] > t.PerTicket {
			c.fail(1, id, "item %d is one more of an add-on than the %d that go with a ticket", i+1, t.PerTicket)
		}
	}
}

// takesAddOn reports whether tickets of a tier can have an add-on.
func (c *check) takesAddOn(addOn *tierRecord, tier word) bool {
	t := c.tierByID[tier]
	return t != nil && t.Kind == "" && (len(addOn.GoesWith) == 0 || slices.Contains(addOn.GoesWith, t.ID))
}
