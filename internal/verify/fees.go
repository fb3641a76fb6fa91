package verify

import (
	"math/big"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Invariant 45: an order that has a ticket which costs something has each fee of its event as it
// was when the order was made, once, and what it comes to follows from what the tickets cost.
// That an order costs what its lines do is invariant 10, and that fees are booked apart from
// sales too.

// isFee reports whether an item is said to be a fee.
func (c *check) isFee(it *itemRecord) bool { return it.fee != c.words.number("") }

// unitsAt is how many units items of an order are, by their places.
func (c *check) unitsAt(o *orderRecord, places ...int) (n int64) {
	for _, i := range places {
		if !c.isFee(&o.items[i]) {
			n++
		}
	}
	return n
}

// feeRow looks at what buyers of an order with fees were given back: all that they gave back but
// the fees that are kept.
func (c *check) feeRow(h *holdRecord, o *orderRecord, r *inventory.AuditRow) {
	if !givenBackByBuyer(o, r) {
		return
	}
	var back, due int64
	fees := false
	for i := range o.items {
		it := &o.items[i]
		if it.told != r.Seq {
			continue
		}
		terms, isFee := inventory.ReadFeeTerms(c.words.text(it.fee))
		if fees = fees || isFee; !terms.Kept {
			back += it.charge.Gross
		}
	}
	if d := c.refunds[r.Seq]; d != nil {
		due = d.Amount
	}
	if back = min(back, o.Paid-o.gone); fees && back != due {
		seq, subject := r.Seq, strings.Clone(r.Subject)
		c.returned.unlessErased(h, r, func() {
			c.fail(45, subject, "audit row %d gives back what cost %d without the fees that are kept, and %d are due back", seq, back, due)
		})
	}
}

// checkFees looks at the fees of an order.
func (c *check) checkFees(h *holdRecord, o *orderRecord) {
	id := c.names.id(h.id)
	var tickets, cost int64
	lives := false
	told := map[word]bool{}
	for i := range o.items {
		it := &o.items[i]
		if t := c.tierByID[it.tier]; t != nil && t.Kind == inventory.TicketTier {
			lives = lives || it.released == 0
			if gross := c.listed(o, i).Gross; gross > 0 {
				tickets, cost = tickets+1, cost+gross
			}
		}
	}
	for i := range o.items {
		it := &o.items[i]
		t := c.tierByID[it.tier]
		if t == nil {
			continue // checkReferences says so
		}
		if fee := t.Kind == inventory.FeeTier; fee != c.isFee(it) {
			c.fail(45, id, "item %d is said to be a fee: %t, and by its tier: %t", i+1, c.isFee(it), fee)
		}
		if !c.isFee(it) {
			continue
		}
		terms := c.words.text(it.fee)
		if was := c.priceAt(t, o.began); was != terms && o.began != 0 {
			c.fail(45, id, "item %d is a fee of %s, which was %s when the order was made", i+1, terms, was)
		}
		if want, is := comesTo(terms, tickets, cost, o.Currency), c.listed(o, i); is.Gross != want || is.Discount != 0 {
			c.fail(45, id, "item %d is a fee of %d, and by its terms and tickets it is %d", i+1, is.Gross, want)
		}
		if told[it.tier] {
			c.fail(45, id, "item %d is a fee that the order has already", i+1)
		}
		if it.released != 0 && lives {
			c.fail(45, id, "item %d is a fee that was given back, and a ticket was not", i+1)
		}
		told[it.tier] = true
	}
	c.missingFees(id, o, told, tickets, cost)
}

// missingFees finds fees of the event that an order ought to have.
func (c *check) missingFees(id string, o *orderRecord, told map[word]bool, tickets, cost int64) {
	if o.imported || o.began == 0 || tickets == 0 {
		return
	}
	for _, t := range c.tiers {
		if t.Kind != inventory.FeeTier || told[c.words.number(t.ID)] {
			continue
		}
		was := c.priceAt(t, o.began)
		terms, _ := inventory.ReadFeeTerms(was)
		if want := comesTo(was, tickets, cost, o.Currency); want != 0 && (o.till == "" || !terms.NotAtDoor) {
			c.fail(45, id, "the order lacks the fee %s, which was %s when it was made: %d", t.ID, was, want)
		}
	}
}

// comesTo computes a fee in its own way: with fractions, half of one being one more.
func comesTo(terms string, tickets, cost int64, currency string) int64 {
	f, ok := inventory.ReadFeeTerms(terms)
	if !ok || tickets == 0 {
		return 0
	}
	part := new(big.Int).Mul(big.NewInt(cost), big.NewInt(f.Rate))
	part.Div(part.Add(part, big.NewInt(5_000)), big.NewInt(10_000))
	sum := f.Order + tickets*f.Ticket + part.Int64()
	if f.Max > 0 && sum > f.Max {
		sum = f.Max
	}
	return payable(sum, currency)
}
