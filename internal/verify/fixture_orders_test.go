package verify_test

import (
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

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

// order is an order of one unit that costs something, of one more person.
func (p *party) order(promo string) string {
	p.h.t.Helper()
	c := p.reserve(promo)
	p.must(c)
	return c.OrderID
}

// reserve is a wish for such an order.
func (p *party) reserve(promo string) inventory.Reserve {
	p.h.keys++
	return inventory.Reserve{
		Who: inventory.Who{Actor: "public"}, OrderID: p.h.ids.In(id.Order, p.id), PersonID: p.h.ids.In(id.Person, p.id),
		UserID: fmt.Sprint("first", p.h.keys), Guests: "[]", Profile: inventory.Profile{Email: fmt.Sprintf("f%d@example.org", p.h.keys), Name: "N"},
		Lines: []inventory.OrderLine{{Tier: p.priced, Quantity: 1}}, Promo: promo,
	}
}

// goToPay makes three orders that stay pending: one that nobody goes on to pay, one whose
// payment has begun, and one whose payment has begun and is under way.
func (p *party) goToPay() {
	p.h.t.Helper()
	p.order("")
	system := inventory.Who{Actor: "system"}
	begun, underway := p.order(""), p.order("")
	p.must(inventory.BeginPayment{Who: system, OrderID: begun}, inventory.BeginPayment{Who: system, OrderID: underway})
	p.must(inventory.Prolong{Who: system, OrderID: underway, By: inventory.Hour})
}

// first are the first orders of an event, of what chance may leave out: one with a promo
// code, and one that is paid after it lapsed, while there still is room.
func (p *party) first() {
	p.h.t.Helper()
	p.must(p.payment(p.order("TEN")))
	late := p.order("")
	p.h.now = p.h.now.Add(24 * time.Hour)
	p.must(inventory.Tick{}, p.payment(late))
}
