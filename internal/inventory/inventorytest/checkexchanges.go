package inventorytest

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// itemName names an item of an order.
type itemName struct {
	order string
	no    int
}

// replayedExchanges is which items stand on an exchange, by the rows read so far.
type replayedExchanges struct {
	items  map[itemName]string
	coming map[string][]string // by order, those that its first row will put its last items on
}

func newReplayedExchanges() replayedExchanges {
	return replayedExchanges{map[itemName]string{}, map[string][]string{}}
}

// exchangeRow replays a row of an exchange: who stood on it takes a unit of its
// own, and the seat, unless the exchange is open again or over with its taker.
func (c *checker) exchangeRow(r inventory.AuditRow, free map[string]int64, lent replayedExchanges, owner map[string]string) {
	if r.Reason == inventory.ReasonExchangeMatched {
		lent.coming[r.Related] = append(lent.coming[r.Related], r.Subject)
		return
	}
	if r.From != string(inventory.ExchangeMatched) {
		return
	}
	for item, x := range lent.items {
		if x != r.Subject {
			continue
		}
		delete(lent.items, item)
		if r.To == string(inventory.ExchangeOpen) || r.Reason == inventory.ReasonExchangeClosed {
			return
		}
		h := c.Holds[item.order]
		if seat := c.seatAt(&h, &h.Order.Items[item.no-1]); seat != "" {
			c.want(owner[seat] == "", "3: row %d gives %s to %s, it is %s's", r.Seq, seat, h.ID, owner[seat])
			owner[seat] = h.ID
		}
		for _, id := range c.Tiers[h.Order.Items[item.no-1].Tier].Pools {
			free[id]--
			c.want(free[id] >= 0 || r.Reason != inventory.ReasonExchangeUsed, "1: row %d takes a unit of pool %s, which leaves %d", r.Seq, id, free[id])
		}
		return
	}
	c.want(false, "3: row %d ends %s, on which no item stands", r.Seq, r.Subject)
}

// standOn puts the last items of an order on the exchanges that were matched for
// it, and those of named seats on those of their seats.
func (c *checker) standOn(h *inventory.Hold, e replayedExchanges) {
	list := e.coming[h.ID]
	var units int64
	for _, it := range h.Order.Items {
		units += c.unit(h, it.No)
	}
	delete(e.coming, h.ID)
	for i, x := range list {
		no := int(units) - len(list) + i + 1
		if seat := c.Exchanges[x].Seat; seat != "" {
			no = 1 + slices.IndexFunc(h.Order.Items, func(it inventory.Item) bool { return c.seatAt(h, &it) == seat })
			c.want(no > 0, "3: %s stands on %s, which is of %s", h.ID, x, seat)
		}
		e.items[itemName{h.ID, no}] = x
	}
}

// backed are the items that stand on an exchange, by the rows of exchanges.
func (c *checker) backed() map[itemName]bool {
	on := map[itemName]bool{}
	for _, x := range c.Exchanges {
		if x.State == inventory.ExchangeMatched {
			name := itemName{x.TakerID, int(x.TakerUnit)}
			c.want(!on[name], "3: item %d of %s stands on two exchanges", name.no, name.order)
			on[name] = true
		}
	}
	return on
}

// exchanges: the unit of one that has not ended is the holder's and confirmed;
// an item that stands on one is of an order that waits for its payment, in a
// tier whose pools it has; one that was taken was paid for and is due back.
func (c *checker) exchanges() {
	items, backed := map[string]bool{}, c.backed()
	for id, h := range c.Holds {
		for _, it := range itemsOf(&h) {
			c.want(it.Standing == (it.Live() && it.Seat != "" && backed[itemName{id, it.No}]), "3: item %d of %s stands: %v", it.No, id, it.Standing)
		}
	}
	for id, x := range c.Exchanges {
		h := c.Holds[x.OrderID]
		it := h.Order.Items[x.Unit-1]
		c.want(x.PersonID == h.PersonID && x.Tier == it.Tier && (x.Seat == it.Seat || x.Ended() && it.FirstSeat != "") && it.Gross > 0, "%s is %+v, of %+v", id, x, it)
		c.want(x.Ended() == (x.EndedAt != 0), "%s is %s and ended at %d", id, x.State, x.EndedAt)
		switch {
		case !x.Ended():
			c.want(h.State == inventory.HoldConfirmed && it.Live(), "3: %s is %s, and its unit is not the holder's any more", id, x.State)
			c.want(!items[x.TicketID], "3: %s is in exchange twice", x.TicketID)
			items[x.TicketID] = true
			c.want(c.Tickets[x.TicketID].HolderID == "", "12: %s is in exchange and went to somebody else", x.TicketID)
		case x.State == inventory.ExchangeDone:
			due := int64(0)
			for _, r := range c.Refunds {
				if r.Seq == it.ReleasedSeq {
					due = r.Amount
				}
			}
			c.want(!it.Live() && due == x.Refund, "10: %s is exchanged, its unit was given back at %d for %d, and %d is due", id, it.ReleasedSeq, x.Refund, due)
			c.want(c.Holds[x.TakerID].Order.Paid > 0, "10: %s was taken by %s, which nobody paid", id, x.TakerID)
		}
		c.want((x.TakerID != "") == (x.State == inventory.ExchangeMatched || x.State == inventory.ExchangeDone), "%s is %s, taken by %q", id, x.State, x.TakerID)
		if x.State != inventory.ExchangeMatched {
			continue
		}
		taker := c.Holds[x.TakerID]
		c.want(taker.State == inventory.HoldHeld && taker.Order != nil && taker.Order.Items[x.TakerUnit-1].Live(), "3: %s stands on %s and is %s", x.TakerID, id, taker.State)
		c.want(taker.Order.Items[x.TakerUnit-1].Seat == x.Seat, "3: %s stands on %s, which is of %q", x.TakerID, id, x.Seat)
		for _, p := range c.Tiers[taker.Order.Items[x.TakerUnit-1].Tier].Pools {
			found := false
			for _, q := range c.Tiers[x.Tier].Pools {
				found = found || p == q
			}
			c.want(found, "1: %s takes of pool %s, which %s has not", x.TakerID, p, id)
		}
	}
}
