package inventorytest

import (
	"cmp"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// good is a confirmed registration or order, and one of its units.
func (g *Generator) good(k Known) (o KnownOrder, unit int) {
	o = KnownOrder{ID: g.nobody("ord_"), Items: 1, Person: "per_nobody"}
	if len(k.Good) > 0 {
		o = k.Good[g.Intn(len(k.Good))]
	}
	return o, 1 + g.Intn(max(1, o.Items)+g.Intn(10)/9)
}

// transfer offers a ticket to somebody; now and then by somebody who may not.
func (g *Generator) transfer(k Known) inventory.OfferTransfer {
	o, unit := g.good(k)
	ticket := g.ticket(o.ID, unit)
	c := inventory.OfferTransfer{
		Who: by(o.Person, g.who()), TransferID: g.id("trf_"), TicketID: ticket, OrderID: o.ID, Unit: int64(unit), UserID: g.user(), PersonID: g.id("per_"),
		Holder: cmp.Or(k.Holders[ticket], o.Person),
	}
	c.Profile = inventory.Profile{Email: c.UserID + "@example.org", Locale: "en"}
	if g.Intn(20) == 0 {
		c.Holder = "per_nobody"
	}
	return c
}

func (g *Generator) reissue(k Known) inventory.ReissueTicket {
	o, unit := g.good(k)
	return inventory.ReissueTicket{Who: g.who(), TicketID: g.ticket(o.ID, unit), OrderID: o.ID, Unit: int64(unit), Version: int64(g.Intn(3))}
}

// answer is a transfer and who answers it: one of the two persons, or sometimes
// somebody who may not.
func (g *Generator) answer(k Known, person func(inventory.Transfer) string) (inventory.Who, string) {
	if len(k.Transfers) == 0 {
		return g.who(), g.nobody("trf_")
	}
	tr := k.Transfers[max(0, len(k.Transfers)-4+g.Intn(4))%len(k.Transfers)]
	who := by(person(tr), g.who())
	if !who.Staff && g.Intn(6) > 0 {
		who.Actor = person(tr)
	}
	return who, tr.ID
}

func (g *Generator) acceptTransfer(k Known) inventory.AcceptTransfer {
	who, id := g.answer(k, func(tr inventory.Transfer) string { return tr.To })
	return inventory.AcceptTransfer{Who: who, TransferID: id}
}

func (g *Generator) declineTransfer(k Known) inventory.DeclineTransfer {
	who, id := g.answer(k, func(tr inventory.Transfer) string { return tr.To })
	return inventory.DeclineTransfer{Who: who, TransferID: id}
}

func (g *Generator) cancelTransfer(k Known) inventory.CancelTransfer {
	who, id := g.answer(k, func(tr inventory.Transfer) string { return tr.From })
	return inventory.CancelTransfer{Who: who, TransferID: id}
}
