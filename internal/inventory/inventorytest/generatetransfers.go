package inventorytest

import (
	"cmp"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// transfer offers a ticket to somebody, or answers an offer, sometimes by somebody
// who may not; or gives it a new token.
func (g *Generator) transfer(k Known, who inventory.Who) inventory.Command {
	if len(k.Transfers) > 0 && g.Intn(2) == 0 {
		tr := k.Transfers[max(0, len(k.Transfers)-4+g.Intn(4))%len(k.Transfers)]
		to, from := who, who
		if !who.Staff && g.Intn(6) > 0 {
			to.Actor, from.Actor = tr.To, tr.From
		}
		switch g.Intn(4) {
		case 0:
			return inventory.DeclineTransfer{Who: to, TransferID: tr.ID}
		case 1:
			return inventory.CancelTransfer{Who: from, TransferID: tr.ID}
		}
		return inventory.AcceptTransfer{Who: to, TransferID: tr.ID}
	}
	o := KnownOrder{ID: "ord_nobody", Items: 1, Person: "per_nobody"}
	if len(k.Good) > 0 {
		o = k.Good[g.Intn(len(k.Good))]
	}
	unit := 1 + g.Intn(max(1, o.Items)+g.Intn(10)/9)
	ticket := TicketID(o.ID, unit)
	if g.Intn(8) == 0 {
		return inventory.ReissueTicket{Who: who, TicketID: ticket, OrderID: o.ID, Unit: int64(unit), Version: int64(g.Intn(3))}
	}
	c := inventory.OfferTransfer{
		Who: who, TransferID: g.id("trf_"), TicketID: ticket, OrderID: o.ID, Unit: int64(unit), UserID: g.user(), PersonID: g.id("per_"),
		Holder: cmp.Or(k.Holders[ticket], o.Person),
	}
	c.Profile = inventory.Profile{Email: c.UserID + "@example.org", Locale: "en"}
	if g.Intn(20) == 0 {
		c.Holder = "per_nobody"
	}
	return c
}
