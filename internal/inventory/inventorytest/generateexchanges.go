package inventorytest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TicketID is how the generator calls the ticket of a unit.
func TicketID(order string, unit int) string { return fmt.Sprintf("tkt_%s/%d", order, unit) }

func (g *Generator) ticket(order string, unit int) string {
	if g.Ticket != nil {
		return g.Ticket(order, unit)
	}
	return TicketID(order, unit)
}

// by is who acts for a person: staff, when it is not known who that is.
func by(person string, who inventory.Who) inventory.Who {
	if person == "" {
		return inventory.Who{Actor: "key_gen", Staff: true}
	}
	return who
}

// exchange offers a ticket to the waitlist; sometimes by somebody who may not.
func (g *Generator) exchange(k Known) inventory.ExchangeTicket {
	o := g.order(k)
	for range 5 {
		if o.State != inventory.HoldConfirmed {
			o = g.order(k)
		}
	}
	unit := 1 + g.Intn(max(1, o.Items)+g.Intn(10)/9)
	if g.Intn(8) == 0 { // of a registration too
		o, unit = g.good(k)
	}
	c := inventory.ExchangeTicket{
		Who: by(o.Person, g.who()), ExchangeID: g.id("exc_"), TicketID: g.ticket(o.ID, unit), OrderID: o.ID, Unit: int64(unit), Holder: o.Person,
	}
	if g.Intn(20) == 0 {
		c.Holder = "per_nobody"
	}
	return c
}

// withdrawExchange takes an exchange back; sometimes by somebody who may not.
func (g *Generator) withdrawExchange(k Known) inventory.WithdrawExchange {
	if len(k.Exchanges) == 0 {
		return inventory.WithdrawExchange{Who: g.who(), ExchangeID: g.nobody("exc_")}
	}
	x := k.Exchanges[g.Intn(len(k.Exchanges))]
	who := by(x.PersonID, g.who())
	if !who.Staff && g.Intn(5) > 0 {
		who.Actor = x.PersonID
	}
	return inventory.WithdrawExchange{Who: who, ExchangeID: x.ID}
}

// payTaker pays an order that stands on an exchange, or another when none does.
func (g *Generator) payTaker(k Known) inventory.Pay {
	if o, ok := k.taker(); ok {
		return g.payFor(o)
	}
	return g.pay(k)
}

// taker is the order that stands on the latest exchange on which one does.
func (k *Known) taker() (taker KnownOrder, ok bool) {
	for _, x := range k.Exchanges {
		for _, o := range k.Paid {
			if x.State == inventory.ExchangeMatched && o.ID == x.TakerID {
				taker, ok = o, true
			}
		}
	}
	return taker, ok
}

// seatToWaitlist lets somebody order a seat, pay for it and give it to the
// waitlist, which another joins for that very seat and then pays: one step each
// time, and what comes between is chance.
func (g *Generator) seatToWaitlist(k Known) inventory.Command {
	if len(g.script) > 0 {
		next := g.script[0]
		g.script = g.script[1:]
		return next(k)
	}
	at, price := 0, int64(0)
	for try := 0; try < 6 && price == 0; try++ {
		at = g.Intn(len(k.Layout.Seats))
		price = inventory.Charged(k.Sale[k.Layout.Tiers[k.Layout.Seats[at].Tier]].Price, 0, g.currency()).Gross
	}
	if cost := price; cost > 0 {
		for _, t := range inventory.Fees(slices.Collect(maps.Values(k.Sale))) {
			price += t.FeeTerms.Payable(1, cost, g.currency())
		}
	}
	seat, staff := k.Layout.ID(int32(at)), inventory.Who{Actor: "key_gen", Staff: true}
	c := g.Reserve(k)
	c.Who, c.Promo, c.Access, c.Currency, c.Lines = staff, "", "", "", []inventory.OrderLine{{Seat: seat}}
	pay := func(k Known) inventory.Command {
		if o, ok := k.taker(); ok && o.Total == 0 { // as far as is known
			return g.payExactly(o.ID, price)
		}
		return g.payTaker(k)
	}
	g.script = []func(Known) inventory.Command{
		func(Known) inventory.Command { return g.payExactly(c.OrderID, price) },
		func(k Known) inventory.Command {
			e := inventory.ExchangeTicket{Who: staff, ExchangeID: g.id("exc_"), TicketID: g.ticket(c.OrderID, 1), OrderID: c.OrderID, Unit: 1}
			for _, o := range k.Paid {
				if o.ID == c.OrderID {
					e.Holder = o.Person
				}
			}
			return e
		},
		func(k Known) inventory.Command {
			j := inventory.Join{Who: staff, Party: g.party(k, staff), OrderID: g.id("ord_")}
			j.Tier, j.Units, j.Wish = "", 1, &inventory.SeatWish{Seats: []string{seat}}
			return j
		},
		pay, pay, pay, // it takes a while until it is known who stands on the seat
	}
	return c
}

func (g *Generator) payExactly(order string, price int64) inventory.Pay {
	return inventory.Pay{Who: inventory.Who{Actor: "system"}, OrderID: order, PaymentID: "pay_" + order, Amount: max(1, price), Currency: g.currency()}
}
