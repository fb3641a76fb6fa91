package verify_test

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// openOrders are the orders of the event that cost something.
func (p *party) openOrders() []string {
	return p.h.column("select id from orders where event_id = $1 and total > 0 order by id", p.id)
}

// orderCommand is a random wish about orders.
func (p *party) orderCommand() inventory.Command {
	r, orders := p.h.rng, p.openOrders()
	order := pick(r, orders)
	if n := len(orders); n > 5 && r.IntN(2) == 0 {
		order = orders[n-1-r.IntN(5)]
	}
	system := inventory.Who{Actor: "system"}
	switch n := r.IntN(125); {
	case n >= 100:
		return p.exchangeCommand()
	case n < 45:
		p.h.keys++
		c := inventory.Reserve{
			Who: inventory.Who{Actor: "public"}, OrderID: p.h.ids.In(id.Order, p.id), PersonID: p.h.ids.In(id.Person, p.id),
			UserID: fmt.Sprint("user", p.h.keys), Guests: "[]",
			Profile: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", p.h.keys), Name: "N"},
			Lines:   []inventory.OrderLine{{Tier: p.priced, Quantity: 1 + int64(r.IntN(2))}},
		}
		if r.IntN(3) == 0 {
			c.Lines = append(c.Lines, inventory.OrderLine{Tier: p.tiers[r.IntN(3)], Quantity: 1})
		}
		if r.IntN(2) == 0 {
			c.Promo = "TEN"
		}
		return c
	case n < 55:
		p.h.keys++
		c := p.register(0, 1, 0).(inventory.Register)
		c.Tier = p.priced
		return inventory.Join{Who: c.Who, Party: c.Party}
	case n < 82:
		c := p.payment(order)
		switch r.IntN(10) {
		case 0:
			c.Amount, c.PaymentID = c.Amount+1, c.PaymentID+"_wrong"
		case 1:
			c.PaymentID += "_again"
		}
		return c
	case n < 90:
		return inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1 + r.IntN(2)}}
	case n < 95:
		return inventory.CancelOrder{Who: staff, OrderID: order}
	case n < 98:
		return inventory.Prolong{Who: system, OrderID: order, By: 20 * inventory.Minute}
	default:
		return inventory.SetTier{Who: staff, Tier: inventory.Tier{
			ID: p.priced, Name: "Paid", Price: inventory.Price{Amount: 1000 + int64(r.IntN(999)), TaxRate: 700, TaxIncluded: r.IntN(2) == 0},
		}}
	}
}

// exchangeCommand gives a paid unit to the waitlist, takes that back, or pays for an
// order that stands on one.
func (p *party) exchangeCommand() inventory.Command {
	r, f := p.h.rng, p.h
	if takers := f.column("select taker_id from exchanges where event_id = $1 and state = 'matched' order by id", p.id); len(takers) > 0 && r.IntN(2) == 0 {
		return p.payment(pick(r, takers))
	}
	if open := f.column("select id from exchanges where event_id = $1 and ended_at = 0 order by id", p.id); len(open) > 0 && r.IntN(4) == 0 {
		return inventory.WithdrawExchange{Who: staff, ExchangeID: pick(r, open)}
	}
	order := pick(r, f.column("select o.id from orders o join holds h on h.event_id = o.event_id and h.id = o.id "+
		"where o.event_id = $1 and o.paid > 0 and h.state = 'confirmed' order by o.id", p.id))
	holder := f.column("select person_id from holds where event_id = $1 and id = $2", p.id, order)
	if len(holder) == 0 {
		return inventory.Tick{}
	}
	unit := int64(1 + r.IntN(2))
	return inventory.ExchangeTicket{
		Who: staff, ExchangeID: f.ids.In(id.Exchange, p.id), TicketID: id.TicketOf(order, unit), OrderID: order, Unit: unit, Holder: holder[0],
	}
}

// payment pays an order what it costs.
func (p *party) payment(order string) inventory.Pay {
	total := p.h.column("select cast(total as text) from orders where event_id = $1 and id = $2", p.id, order)
	c := inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: order, PaymentID: "pay_" + order, Amount: 1, Currency: "EUR"}
	if len(total) == 1 {
		if _, err := fmt.Sscan(total[0], &c.Amount); err != nil {
			p.h.t.Fatal(err)
		}
	}
	return c
}
