package verify

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 44: a donation is given beside what is ordered, once in an order, for what its giver
// chose, without tax and with nothing off, and stays given: staff alone give it back, the end of
// the event, or that its giver is erased. What was chosen is looked at with all prices (invariant 10).

// givenBackByBuyer reports whether by an audit row the buyer of an order that was paid gives
// something back.
func givenBackByBuyer(o *orderRecord, r *inventory.AuditRow) bool {
	switch r.Reason {
	case inventory.ReasonOrderCancelled, inventory.ReasonOrderRefunded, inventory.ReasonItemsCancelled, inventory.ReasonItemsRefunded:
		return o.paid != 0 && !byStaff(r.Actor)
	}
	return false
}

// returned is something that a buyer gave back and could not have, unless they were erased at that
// moment: with whoever is forgotten goes all that they have, and all that it cost is due back.
type returned struct {
	person key
	at     inventory.Instant
	report func()
}

// returns are those of an event.
type returns []returned

// donationRow looks at who gives back donations of an order that was paid.
func (c *check) donationRow(h *holdRecord, o *orderRecord, r *inventory.AuditRow) {
	if !givenBackByBuyer(o, r) {
		return
	}
	for i := range o.items {
		if it := &o.items[i]; it.donation && it.told == r.Seq {
			seq, subject, actor := r.Seq, strings.Clone(r.Subject), strings.Clone(r.Actor)
			c.returned.unlessErased(h, r, func() {
				c.fail(44, subject, "audit row %d gives item %d back, which is a donation, and is of %q", seq, i+1, actor)
			})
		}
	}
}

// unlessErased reports something at the end, unless a later row of the moment erases the person of a
// hold.
func (rs *returns) unlessErased(h *holdRecord, r *inventory.AuditRow, report func()) {
	*rs = append(*rs, returned{h.person, r.At, report})
}

// erase forgets what went with somebody who is erased.
func (rs *returns) erase(person key, at inventory.Instant) {
	*rs = slices.DeleteFunc(*rs, func(r returned) bool { return r.person == person && r.at == at })
}

// report reports what buyers gave back and could not have.
func (rs returns) report() {
	for i := range rs {
		rs[i].report()
	}
}

// checkDonations looks at what was given with an order.
func (c *check) checkDonations(h *holdRecord, o *orderRecord) {
	id := c.names.id(h.id)
	bought := 0
	given := map[word]bool{}
	for i := range o.items {
		it := &o.items[i]
		t := c.tierByID[it.tier]
		if t == nil {
			continue // checkReferences says so
		}
		if gift := t.Kind == inventory.DonationTier; gift != it.donation {
			c.fail(44, id, "item %d is said to be a donation: %t, and by its tier: %t", i+1, it.donation, gift)
		}
		switch {
		case !it.donation:
			bought++
			continue
		case given[it.tier]:
			c.fail(44, id, "item %d is a donation that was given before in the order", i+1)
		case it.charge.Tax != 0 || it.charge.TaxRate != 0 || it.charge.Discount != 0 || it.charge.Gross == 0:
			c.fail(44, id, "item %d is a donation of %d, and has a tax of %d and a discount of %d", i+1, it.charge.Gross, it.charge.Tax, it.charge.Discount)
		}
		given[it.tier] = true
	}
	if bought == 0 && len(given) > 0 {
		c.fail(44, id, "there is a donation in the order, and nothing else")
	}
}
