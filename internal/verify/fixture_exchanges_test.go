package verify_test

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// buy orders and pays units of the tier that costs something.
func (p *party) buy(units int64) string {
	p.h.keys++
	c := inventory.Reserve{
		Who: inventory.Who{Actor: "public"}, OrderID: p.h.ids.In(id.Order, p.id), PersonID: p.h.ids.In(id.Person, p.id),
		UserID: fmt.Sprint("user", p.h.keys), Guests: "[]", Profile: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", p.h.keys), Name: "N"},
		Lines: []inventory.OrderLine{{Tier: p.priced, Quantity: units}},
	}
	p.do(c)
	p.do(p.payment(c.OrderID))
	return c.OrderID
}

// wait joins the waitlist of the tier that costs something.
func (p *party) wait(units int64) string {
	c := p.register(0, units, 0).(inventory.Register)
	c.Tier = p.priced
	p.do(inventory.Join{Who: c.Who, Party: c.Party, OrderID: c.OrderID})
	order := p.h.column("select h.id from holds h where h.event_id = $1 and h.entry_id = $2", p.id, c.EntryID)
	return pick(p.h.rng, order)
}

func (p *party) exchange(order string, unit int64) string {
	c := inventory.ExchangeTicket{Who: staff, ExchangeID: p.h.ids.In(id.Exchange, p.id), TicketID: id.TicketOf(order, unit), OrderID: order, Unit: unit}
	if r := p.do(c)[0]; r.Code != inventory.OK {
		p.h.t.Fatalf("exchange: %+v", r)
	}
	return c.ExchangeID
}

// giveToLine fills an event of four units and gives them to the waitlist: one is
// taken and paid, on one, which has a new token, somebody stands, one was given
// back otherwise, and one was kept, for which somebody waits.
func (p *party) giveToLine() {
	ann, dan := p.buy(2), p.buy(2)
	p.exchange(ann, 1)
	p.do(p.payment(p.wait(1)))
	p.must(inventory.ReissueTicket{Who: staff, TicketID: id.TicketOf(ann, 2), OrderID: ann, Unit: 2})
	p.exchange(ann, 2)
	p.wait(1)
	p.exchange(dan, 1)
	p.wait(1)
	p.do(inventory.CancelItems{Who: staff, OrderID: dan, Items: []int{1}})
	p.do(inventory.WithdrawExchange{Who: staff, ExchangeID: p.exchange(dan, 2)})
	p.wait(1)
}
