package inventorytest

import (
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// countItems adds the items of a live order to the sums of their pools.
func (c *checker) countItems(h *inventory.Hold, sums map[string]inventory.Pool, backed map[itemName]bool) {
	for _, it := range h.Order.Items {
		if !h.Live() || !it.Live() || backed[itemName{h.ID, it.No}] {
			continue
		}
		for _, id := range c.Tiers[it.Tier].Pools {
			p := sums[id]
			switch {
			case h.Kind == inventory.KindBlock:
				p.Blocked++
			case h.State == inventory.HoldHeld:
				p.Held++
			default:
				p.Confirmed++
			}
			sums[id] = p
		}
	}
}

// takeItems replays a row of an order: which items live after it, and that
// nothing is allocated that a pool does not have.
func (c *checker) takeItems(h *inventory.Hold, r inventory.AuditRow, free map[string]int64, live map[string]map[int]bool, lent replayedExchanges) {
	mine := live[h.ID]
	move := func(no int, takes bool) {
		mine[no] = takes
		if lent.items[itemName{h.ID, no}] != "" {
			return // it takes nothing
		}
		for _, id := range c.Tiers[h.Order.Items[no-1].Tier].Pools {
			if !takes {
				free[id]++
				continue
			}
			free[id]--
			c.want(free[id] >= 0, "1: row %d takes an item of pool %s, which leaves %d", r.Seq, id, free[id])
		}
	}
	var units int64
	switch {
	case r.From == "":
		mine = map[int]bool{}
		live[h.ID] = mine
		c.standOn(h, lent)
		for _, it := range h.Order.Items {
			if units == r.Units && c.unit(h, it.No) == 1 { // the rest comes with the row that accepts
				continue
			}
			move(it.No, true)
			units += c.unit(h, it.No)
		}
	case r.Reason == inventory.ReasonAccepted:
		for _, it := range h.Order.Items {
			if _, told := mine[it.No]; !told {
				c.want(it.GoesWith > 0 || it.Donation, "10: row %d takes item %d of %s, which is neither an add-on nor a donation", r.Seq, it.No, h.ID)
				move(it.No, true)
			}
			units += c.unit(h, it.No)
		}
	case r.Reason == inventory.ReasonItemsCancelled || r.Reason == inventory.ReasonItemsRefunded || r.Reason == inventory.ReasonItemsExchanged ||
		r.Reason == inventory.ReasonSeatsUnblocked:
		for _, n := range strings.Split(r.Related, ",") {
			no, err := strconv.Atoi(n)
			c.want(err == nil && mine[no], "4: row %d releases item %q, which does not live", r.Seq, n)
			move(no, false)
			c.want(h.Order.Items[no-1].ReleasedSeq == r.Seq, "4: item %d of %s was released at %d, its row says %d", no, h.ID, h.Order.Items[no-1].ReleasedSeq, r.Seq)
			units += c.unit(h, no)
		}
	case r.Reason == inventory.ReasonPaidLate:
		for no, is := range mine {
			if is {
				move(no, true)
				units += c.unit(h, no)
			}
		}
	case r.From != "released" && r.To == "released":
		for no, is := range mine {
			if is {
				move(no, false)
				mine[no] = true // of those that a late payment would take again
				units += c.unit(h, no)
			}
		}
	default:
		units = r.Units
	}
	c.want(units == r.Units, "4: row %d speaks of %d units, its items are %d", r.Seq, r.Units, units)
}

// unit is how many units an item is: a fee is none.
func (c *checker) unit(h *inventory.Hold, no int) int64 {
	if c.Tiers[h.Order.Items[no-1].Tier].Kind == inventory.FeeTier {
		return 0
	}
	return 1
}

// admits is how many units of a live hold let somebody in.
func (c *checker) admits(h *inventory.Hold) (n int64) {
	if h.Order == nil {
		return h.Units
	}
	for _, it := range h.Order.Items {
		if it.Live() && c.Tiers[it.Tier].Kind == inventory.TicketTier {
			n++
		}
	}
	return n
}

// addOns: each goes with a ticket that lives as long, and no more with one than may.
func (c *checker) addOns(h *inventory.Hold) {
	type with struct {
		tier   string
		ticket int
	}
	has := map[with]int64{}
	for _, it := range h.Order.Items {
		t := c.Tiers[it.Tier]
		c.want((t.Kind == inventory.DonationTier) == it.Donation, "item %d of %s is a donation: %t", it.No, h.ID, it.Donation)
		c.want((t.Kind == inventory.FeeTier) == (it.Fee != ""), "item %d of %s is a fee of %q", it.No, h.ID, it.Fee)
		c.want((t.Kind == inventory.AddOnTier) == (it.GoesWith > 0), "item %d of %s goes with %d", it.No, h.ID, it.GoesWith)
		if it.GoesWith == 0 {
			continue
		}
		ticket := h.Order.Items[it.GoesWith-1]
		c.want(c.Tiers[ticket.Tier].Kind == inventory.TicketTier && (ticket.Live() || !it.Live()), "item %d of %s goes with item %d", it.No, h.ID, ticket.No)
		has[with{it.Tier, ticket.No}]++
		c.want(has[with{it.Tier, ticket.No}] <= t.PerTicket, "1: item %d of %s is one more than goes with a ticket", it.No, h.ID)
	}
}

// orders: what they cost, what was paid, and who used which code.
func (c *checker) orders() {
	uses := map[string]int64{}
	for id, h := range c.Holds {
		named := h.Kind == inventory.KindBlock && h.Tier == ""
		c.want((h.Kind == inventory.KindOrder || named) == (h.Order != nil), "%s is of the kind %s", id, h.Kind)
		if h.Order == nil {
			continue
		}
		o := h.Order
		c.addOns(&h)
		var total, live, last int64
		for i, it := range o.Items {
			total += it.Gross
			c.want(it.Price.Amount >= 0, "10: item %d of %s has a price of %d", it.No, id, it.Price.Amount)
			c.want(it.No == i+1, "item %d of %s has the number %d", i+1, id, it.No)
			c.want(it.Charge == charged(it.Price, it.Discount, o.Currency), "10: item %d of %s is charged %+v", it.No, id, it.Charge)
			switch it.ReleasedSeq {
			case 0:
				live += c.unit(&h, it.No)
			case h.LastSeq:
				last += c.unit(&h, it.No)
			}
		}
		c.want(total == o.Total, "10: %s costs %d, its items %d", id, o.Total, total)
		if h.Live() {
			c.want(live == h.Units && live > 0, "2: %s has %d units, %d items live", id, h.Units, live)
			uses[o.PromoID]++
			uses[o.AccessID]++
		} else {
			c.want(live == 0, "3: %s is released, %d items live", id, live)
			c.want(last == h.Units || h.Reason == inventory.ReasonPaymentLate || h.Reason == inventory.ReasonCardLimit, "2: %s has %d units, %d were released last", id, h.Units, last)
		}
		c.want(named || (h.State == inventory.HoldHeld) == (h.ExpiresAt != 0) || h.State == inventory.HoldReleased, "5: %s is %s until %d", id, h.State, h.ExpiresAt)
		c.want((o.PaymentID != "") == (o.Paid > 0) && (o.Paid == 0 || o.Paid == o.Total), "10: %s costs %d, paid %d", id, o.Total, o.Paid)
		c.want(h.State != inventory.HoldConfirmed || o.Paid == o.Total, "10: %s is confirmed and costs %d, paid %d", id, o.Total, o.Paid)
		c.refunds(&h)
	}
	for id, k := range c.Codes {
		c.want(k.Used == uses[id], "2: code %s counts %d uses, its orders are %d", k.Text, k.Used, uses[id])
		c.want(k.MaxUses == 0 || k.Used <= k.MaxUses, "1: code %s is used %d times of %d", k.Text, k.Used, k.MaxUses)
	}
}

// refunds: none without a payment, and of a payment that made tickets never
// more than was paid.
func (c *checker) refunds(h *inventory.Hold) {
	back := map[string]int64{}
	for _, r := range c.Refunds {
		if r.OrderID == h.ID {
			back[r.PaymentID] += r.Amount
			c.want(r.Amount > 0, "10: a refund of %d for %s", r.Amount, h.ID)
		}
	}
	for payment, n := range back {
		c.want(payment != h.Order.PaymentID || n <= h.Order.Paid, "10: %s was paid %d, %d is due back", h.ID, h.Order.Paid, n)
	}
}
