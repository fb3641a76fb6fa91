package inventorytest

import (
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// listing is a unit that its holder gives to the waitlist for its money.
type listing struct {
	id     string
	of     *claim
	item   int // from 1
	state  string
	taker  *claim
	place  int // the taker's item, from 1
	refund int64
}

func (l *listing) ended() bool { return l.state != "open" && l.state != "matched" }

// unit is the holder's item.
func (l *listing) unit() *modelItem { return l.of.items[l.item-1] }

// serves reports whether the waitlist of a tier could have the unit. A named seat is for
// those who wait for it.
func (m *Model) serves(l *listing, tier string) bool {
	return l.unit().seat == "" && m.lowest(tier) > 0 && !slices.ContainsFunc(m.tiers[tier], func(p string) bool {
		return !slices.Contains(m.tiers[l.unit().tier], p)
	})
}

// supply is what the waitlist could have of a tier, spare how much of it are
// listings.
func (m *Model) supply(tier string) int64 { return max(0, m.least(tier, m.free)) + m.spare(tier) }

func (m *Model) spare(tier string) (n int64) {
	for _, l := range m.lists {
		if l.state == "open" && m.serves(l, tier) {
			n++
		}
	}
	return n
}

// standOnListings puts the items of an order for which nothing is free on
// listings.
func (m *Model) standOnListings(c *claim, own int64) {
	for i := own; i < c.units; i++ {
		for _, l := range m.lists {
			if l.state == "open" && m.serves(l, c.items[i].tier) {
				l.state, l.taker, l.place = "matched", c, int(i)+1
				c.items[i].on = l
				break
			}
		}
	}
}

// listed is the listing of a seat that the waitlist could have, nil when there is none.
func (m *Model) listed(seat string) *listing {
	for _, l := range m.lists {
		if it := l.unit(); l.state == "open" && it.seat == seat && m.sale[it.tier].Price.Amount > 0 {
			return l
		}
	}
	return nil
}

// standOnSeats is what standOnListings is for an order of seats, whose items know
// their listings.
func standOnSeats(c *claim) {
	for i, it := range c.items {
		if it.on != nil {
			it.on.state, it.on.taker, it.on.place = "matched", c, i+1
		}
	}
}

// tidyListings sees to those whose unit was given back otherwise, and whose
// taker's order ended.
func (m *Model) tidyListings() {
	for _, l := range m.lists {
		switch {
		case l.ended():
		case !l.of.live() || !l.unit().live:
			l.leave("closed")
		case l.taker != nil && !l.taker.live():
			l.leave("open")
			if m.lineClosed() {
				l.state = "closed"
			}
		}
	}
}

// leave frees whom it stood under: if that order goes on, its item takes a unit.
func (l *listing) leave(state string) {
	if l.taker != nil {
		l.taker.items[l.place-1].on = nil
	}
	l.state, l.taker, l.place = state, nil, 0
}

func (m *Model) lineClosed() bool {
	return m.event.Status == inventory.Published && m.now >= m.event.RegistrationEnds()
}

// closeListings: nobody takes anything any more.
func (m *Model) closeListings() {
	if !m.lineClosed() {
		return
	}
	for _, l := range m.lists {
		if l.state == "open" {
			l.state = "closed"
		}
	}
}

// takeOver gives a paid order the units that it stands on.
func takeOver(o *claim) {
	for _, it := range o.items {
		l := it.on
		if l == nil {
			continue
		}
		it.on = nil
		l.state, l.refund = "exchanged", min(l.unit().gross, l.of.paid-l.of.back[l.of.payment])
		l.of.owe(l.of.payment, l.refund)
		if l.of.count() == 1 {
			l.of.state = "cancelled"
		} else {
			l.unit().live = false
			l.of.units = l.of.count()
		}
	}
}

func (m *Model) exchange(c inventory.ExchangeTicket) inventory.Outcome {
	o := m.claimByID(c.OrderID)
	s := &m.event.Settings
	switch {
	case m.event.Status == inventory.Cancelled:
		return refuse(inventory.EventIsCancelled)
	case m.now >= m.event.Ends():
		return refuse(inventory.EventOver)
	case !o.good(c.Unit):
		return refuse(inventory.TicketVoid)
	case c.Holder != m.holder(o, c.TicketID).id && (c.Holder != "" || !c.Staff):
		return refuse(inventory.TicketMoved)
	case m.holder(o, c.TicketID) != o.owner:
		return refuse(inventory.ExchangeNotBought)
	}
	for _, l := range m.lists {
		if l.of == o && l.item == int(c.Unit) && !l.ended() {
			return l.answer()
		}
	}
	switch {
	case m.onOffer(c.TicketID) != nil:
		return refuse(inventory.TransferOpen)
	case !o.order:
		return m.cancelGuest(inventory.CancelGuest{Who: c.Who, TicketID: c.TicketID, OrderID: c.OrderID, Unit: c.Unit})
	case o.items[c.Unit-1].gross == 0:
		out := m.cancelItems(inventory.CancelItems{Who: c.Who, OrderID: c.OrderID, Items: []int{int(c.Unit)}})
		if out.Code == inventory.OK {
			out = inventory.Outcome{Status: "released", OrderID: o.id, Units: 1}
		}
		return out
	case m.sale[o.items[c.Unit-1].tier].Kind != "" || slices.ContainsFunc(o.items, func(it *modelItem) bool { return it.live && it.with == o.items[c.Unit-1] }):
		return refuse(inventory.AddOnNotExchanged)
	case m.now >= m.event.RegistrationEnds():
		return refuse(inventory.RegistrationClosed)
	case s.Orders.NoExchange:
		return refuse(inventory.ExchangesOff)
	case s.Waitlist.Disabled:
		return refuse(inventory.WaitlistDisabled)
	}
	l := &listing{id: c.ExchangeID, of: o, item: int(c.Unit), state: "open"}
	m.lists = append(m.lists, l)
	return l.answer()
}

func (l *listing) answer() inventory.Outcome {
	return inventory.Outcome{Status: l.state, ExchangeID: l.id, OrderID: l.of.id, Units: 1}
}

func (m *Model) withdraw(c inventory.WithdrawExchange) inventory.Outcome {
	for _, l := range m.lists {
		switch {
		case l.id != c.ExchangeID || !c.Staff && c.Actor != l.of.owner.id:
			continue
		case l.state == "matched":
			return refuse(inventory.ExchangeTaken)
		case l.state == "open":
			l.state = "withdrawn"
		case l.state != "withdrawn":
			return inventory.Outcome{Code: inventory.ExchangeEnded, Status: l.state}
		}
		return l.answer()
	}
	return refuse(inventory.NotFound)
}

// matchExchanges says in what the exchanges and the model's differ.
func (w *MemoryStore) matchExchanges(m *Model) error {
	if len(w.Exchanges) != len(m.lists) {
		return fmt.Errorf("%d exchanges, the model has %d", len(w.Exchanges), len(m.lists))
	}
	for _, l := range m.lists {
		x := w.Exchanges[l.id]
		taker := ""
		if l.taker != nil {
			taker = l.taker.id
		}
		if string(x.State) != l.state || w.modelOrder(x.TakerID) != taker || x.Refund != l.refund || int(x.TakerUnit) != l.place {
			return fmt.Errorf("exchange %+v, in the model %+v", x, *l)
		}
	}
	return nil
}
