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
	switch n := r.IntN(100); {
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
		total := p.h.column("select cast(total as text) from orders where event_id = $1 and id = $2", p.id, order)
		c := inventory.Pay{Who: system, OrderID: order, PaymentID: "pay_" + order, Amount: 1, Currency: "EUR"}
		if len(total) == 1 {
			if _, err := fmt.Sscan(total[0], &c.Amount); err != nil {
				p.h.t.Fatal(err)
			}
		}
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
