package inventorytest

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TicketID is how the generator calls the ticket of a unit.
func TicketID(order string, unit int) string { return fmt.Sprintf("tkt_%s/%d", order, unit) }

// exchange offers a ticket to the waitlist, or takes that back; sometimes by
// somebody who may not.
func (g *Generator) exchange(k Known, who inventory.Who) inventory.Command {
	if len(k.Exchanges) > 0 && g.Intn(4) == 0 {
		x := k.Exchanges[g.Intn(len(k.Exchanges))]
		if !who.Staff && g.Intn(5) > 0 {
			who.Actor = x.PersonID
		}
		return inventory.WithdrawExchange{Who: who, ExchangeID: x.ID}
	}
	if len(k.Exchanges) > 0 && g.Intn(3) == 0 {
		if c := g.payTaker(k); c != nil {
			return c
		}
	}
	o := g.order(k)
	for range 5 {
		if o.State != inventory.HoldConfirmed {
			o = g.order(k)
		}
	}
	unit := 1 + g.Intn(max(1, o.Items)+g.Intn(10)/9)
	c := inventory.ExchangeTicket{
		Who: who, ExchangeID: g.id("exc_"), TicketID: TicketID(o.ID, unit), OrderID: o.ID, Unit: int64(unit), Holder: o.Person,
	}
	if g.Intn(20) == 0 {
		c.Holder = "per_nobody"
	}
	return c
}

// payTaker pays an order that stands on an exchange; nil when there is none.
func (g *Generator) payTaker(k Known) inventory.Command {
	for _, x := range k.Exchanges {
		for _, o := range k.Paid {
			if x.State == inventory.ExchangeMatched && o.ID == x.TakerID {
				return inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: o.ID, PaymentID: "pay_" + o.ID, Amount: max(1, o.Total), Currency: o.Currency}
			}
		}
	}
	return nil
}
