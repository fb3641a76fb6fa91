package verify

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Exchanges: a ticket that its holder gives to the waitlist is the holder's, and
// counted once, until somebody has paid. So an item that stands on an exchange
// takes nothing from its pools (invariants 1 and 2); the unit under it is
// confirmed and its holder's, and nobody else stands on it (3), nor has its seat, if
// it has one; in the end the taker has the unit, was charged, and the holder is owed
// what the unit cost, or what is left of it (10); and the ticket is void (12).

// exchangeRecord is an exchange: its row, and what the audit rows say of it.
type exchangeRecord struct {
	row  inventory.Exchange
	told trace
	on   *itemRecord // the item that stands on it, by the audit rows read so far
	home key         // the order of that item
}

func (c *check) loadExchanges() error {
	return c.run.snapshot.Exchanges(c.event.Event.ID, func(x *inventory.Exchange) error {
		c.run.report.Checked.Exchanges++
		c.checkHome(x.ID)
		row := *x
		for _, s := range [...]*string{&row.ID, &row.TicketID, &row.OrderID, &row.Tier, &row.Seat, &row.PersonID, &row.TakerID} {
			*s = strings.Clone(*s)
		}
		c.exchanges[row.ID] = &exchangeRecord{row: row}
		if row.State == inventory.ExchangeMatched {
			name := itemName{c.names.key(row.TakerID), row.TakerUnit}
			if c.standing[name] != "" {
				c.fail(3, row.ID, "item %d of order %s stands on %s too", row.TakerUnit, row.TakerID, c.standing[name])
			}
			c.standing[name] = row.ID
		}
		return nil
	})
}

// itemName names an item of an order.
type itemName struct {
	order key
	no    int64
}

func (c *check) exchangeRow(r *inventory.AuditRow) {
	x := c.exchanges[r.Subject]
	if x == nil {
		c.missing(r)
		return
	}
	before := inventory.ExchangeState(c.words.text(x.told.state))
	c.follow(&x.told, r, true)
	if before == inventory.ExchangeOpen {
		c.spare(x, -1)
	}
	switch inventory.ExchangeState(r.To) {
	case inventory.ExchangeOpen:
		if before == inventory.ExchangeNone && r.Related != x.row.TicketID {
			c.fail(4, r.Subject, "audit row %d is about %s, and the exchange about %s", r.Seq, r.Related, x.row.TicketID)
		}
		if it := c.unitOf(x); it != nil && it.told != 0 {
			c.fail(3, r.Subject, "audit row %d exchanges a unit that was released by row %d", r.Seq, it.told)
		} else if it != nil && c.seatName(it.seat) != x.row.Seat {
			c.fail(3, r.Subject, "the exchange is of the seat %q, and its unit has %q", x.row.Seat, c.seatName(it.seat))
		}
		c.spare(x, 1)
		if x.on != nil {
			x.on.on = nil // of which a late payment takes a unit of its own
		}
		x.on = nil
	case inventory.ExchangeMatched:
		k := c.names.key(r.Related)
		c.coming[k] = append(c.coming[k], x)
		return
	}
	if x.on == nil {
		return
	}
	taken := x.on
	x.on, taken.on = nil, nil
	home := c.names.id(x.home)
	switch r.Reason {
	case inventory.ReasonExchanged, inventory.ReasonExchangeVoid:
		c.takeUnit(taken, home, r, false) // the unit that the row before it gave back
	case inventory.ReasonExchangeUsed:
		c.takeUnit(taken, home, r, true)
	}
}

// spare counts an exchange that the waitlist of some tiers can have. Of a named seat it
// is for those who wait for that.
func (c *check) spare(x *exchangeRecord, n int64) {
	if x.row.Seat != "" {
		return
	}
	of := c.tierByID[c.words.number(x.row.Tier)]
	if of == nil {
		return
	}
	for _, t := range c.tiers {
		if !slices.ContainsFunc(t.pools, func(p *poolRecord) bool { return !slices.Contains(of.pools, p) }) {
			t.spare += n
		}
	}
}

// standOn puts the last items of an order that begins on the exchanges that the
// rows before it matched with it; those of named seats on those of their seats.
func (c *check) standOn(h *holdRecord, o *orderRecord, r *inventory.AuditRow) {
	list := c.coming[h.id]
	delete(c.coming, h.id)
	first := int(r.Units) - len(list) // fees come behind the units, and add-ons that are taken later
	if first < 0 {
		c.fail(3, r.Subject, "%d exchanges were matched with the order, which has %d items", len(list), len(o.items))
		return
	}
	for i, x := range list {
		if first+i >= len(o.items) {
			return // orderRow says so
		}
		it := &o.items[first+i]
		if unit := c.unitOf(x); unit != nil && unit.seat >= 0 {
			at := slices.IndexFunc(o.items, func(it itemRecord) bool { return it.seat == unit.seat })
			if at < 0 {
				c.fail(3, x.row.ID, "order %s stands on the exchange of the seat %s, which none of its items is of", r.Subject, x.row.Seat)
				continue
			}
			it = &o.items[at]
		}
		it.on, x.on, x.home = x, it, h.id
		tier, of := c.tierByID[it.tier], c.tierByID[c.words.number(x.row.Tier)]
		if tier != nil && of != nil && slices.ContainsFunc(tier.pools, func(p *poolRecord) bool { return !slices.Contains(of.pools, p) }) {
			c.fail(1, x.row.ID, "audit row %d puts a unit of tier %s on the exchange, whose tier %s lacks one of its pools", r.Seq, tier.ID, of.ID)
		}
	}
}

// unitOf is the item that an exchange gives away, nil when it is not stored.
func (c *check) unitOf(x *exchangeRecord) *itemRecord {
	o := c.orders[c.names.key(x.row.OrderID)]
	if o == nil || x.row.Unit < 1 || x.row.Unit > int64(len(o.items)) {
		return nil
	}
	return &o.items[x.row.Unit-1]
}

// exchangedMoney checks what an exchange made due back.
func (c *check) exchangedMoney(o *orderRecord, r *inventory.AuditRow, due int64) {
	var cost int64
	if no, err := strconv.Atoi(r.Related); err == nil && no >= 1 && no <= len(o.items) {
		cost = o.items[no-1].charge.Gross
	} else if c.unitsAt(o, o.ended...) == 1 { // which comes before the fees
		cost = o.items[o.ended[0]].charge.Gross
	}
	if want := min(cost, o.Paid-o.gone); due != want {
		c.fail(10, r.Subject, "audit row %d gives up a unit that cost %d, %d of its payment had gone back before, and %d are due back", r.Seq, cost, o.gone, due)
	}
}

// checkExchanges compares the rows of exchanges with their audit rows and orders.
func (c *check) checkExchanges() {
	live := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(c.exchanges)) {
		x := c.exchanges[id]
		if x.told.lastSeq == 0 {
			c.fail(4, id, "no audit row is about %s", id)
			continue
		}
		if state := c.words.text(x.told.state); state != string(x.row.State) {
			c.fail(4, id, "the row says %q, and by its audit rows it is %q", x.row.State, state)
		}
		c.compare(4, id, "the row's last audit row is said to be %d and is %d", x.row.LastSeq, x.told.lastSeq)
		if x.row.Ended() != (x.row.EndedAt != 0) {
			c.fail(4, id, "the exchange is %s and ended at %d", x.row.State, x.row.EndedAt)
		}
		if what := c.notIssued(x.row.TicketID); what != "" {
			c.fail(12, id, "the exchange is of %s, and %s", x.row.TicketID, what)
		}
		it, h := c.unitOf(x), c.holds.find(c.names.key(x.row.OrderID))
		if it == nil || h == nil {
			c.fail(3, id, "unit %d of order %s, which the exchange gives away, is not stored", x.row.Unit, x.row.OrderID)
			continue
		}
		if c.names.id(h.person) != x.row.PersonID || c.words.text(it.tier) != x.row.Tier {
			c.fail(3, id, "the exchange is by %s, of tier %s, and its order says another person or tier", x.row.PersonID, x.row.Tier)
		}
		if !x.row.Ended() {
			if other := live[x.row.TicketID]; other != "" {
				c.fail(3, id, "the ticket is in exchange %s too", other)
			}
			live[x.row.TicketID] = id
			if c.holdState(h) != inventory.HoldConfirmed || it.released != 0 {
				c.fail(3, id, "the exchange is %s, and its unit is no longer the holder's", x.row.State)
			}
			if g := c.given[x.row.TicketID]; g != nil && g.times > 0 {
				c.fail(12, id, "the exchange is %s, and its ticket went to somebody else", x.row.State)
			}
		}
		c.checkTaker(x, it)
	}
}

// checkTaker checks the order that stands on an exchange, or took it.
func (c *check) checkTaker(x *exchangeRecord, it *itemRecord) {
	id, k := x.row.ID, c.names.key(x.row.TakerID)
	taken := x.row.State == inventory.ExchangeMatched || x.row.State == inventory.ExchangeDone
	if taken != (x.row.TakerID != "") {
		c.fail(3, id, "the exchange is %s, and order %q is said to take it", x.row.State, x.row.TakerID)
	}
	if !taken {
		return
	}
	h, o := c.holds.find(k), c.orders[k]
	if h == nil || o == nil || x.row.TakerUnit < 1 || x.row.TakerUnit > int64(len(o.items)) {
		c.fail(3, id, "item %d of order %s, which takes the unit, is not stored", x.row.TakerUnit, x.row.TakerID)
		return
	}
	if x.row.State == inventory.ExchangeMatched {
		stands := &o.items[x.row.TakerUnit-1]
		if c.holdState(h) != inventory.HoldHeld || stands.released != 0 {
			c.fail(3, id, "order %s stands on the exchange, and is %s", x.row.TakerID, c.holdState(h))
		}
		if x.on != stands {
			c.fail(3, id, "item %d of %s stands on the exchange, by the audit rows it is another", x.row.TakerUnit, x.row.TakerID)
		}
		if stands.seat != it.seat {
			c.fail(3, id, "item %d of %s stands on the exchange, and is not of its seat", x.row.TakerUnit, x.row.TakerID)
		}
		return
	}
	if o.paid != x.told.lastSeq+1 && o.paid <= x.told.lastSeq {
		c.fail(10, id, "the exchange was taken by audit row %d, and order %s, which took it, was paid by row %d", x.told.lastSeq, x.row.TakerID, o.paid)
	}
	var due int64
	if r := c.exchanged[it.released]; r != nil {
		due = r.Amount
	}
	c.compare(10, id, "%d are said to be due back for the exchange, and %d are", x.row.Refund, due)
}

// openExchanges are the exchanges that have not ended, as the heart keeps them.
func (c *check) openExchanges() (list []*inventory.Exchange) {
	for _, x := range c.exchanges {
		if t := c.tierByID[c.words.number(x.row.Tier)]; !x.row.Ended() && t != nil && len(t.pools) == len(t.Pools) && len(t.pools) > 0 {
			row := x.row
			list = append(list, &row)
		}
	}
	slices.SortFunc(list, func(a, b *inventory.Exchange) int { return cmp.Compare(a.OpenedSeq, b.OpenedSeq) })
	return list
}
