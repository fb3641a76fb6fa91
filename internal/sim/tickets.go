package sim

import (
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// ticketCommand is a random wish about a ticket: that it goes to somebody else, or
// back to the waitlist for its money, or gets a new token. It is staff's, for who holds a ticket is not
// known here.
func (w *world) ticketCommand() inventory.Command {
	s, r := w.sim, w.sim.rand
	order, unit := w.known(w.orders, id.Order), int64(1+r.IntN(2))
	ticket := id.TicketOf(order, unit)
	if len(w.transfers) > 0 && r.IntN(3) == 0 { // few tickets are offered, and fewer can be taken
		return inventory.AcceptTransfer{Who: staff, TransferID: w.known(w.transfers, id.Transfer)}
	}
	switch n := r.IntN(100); {
	case n < 30:
		return inventory.ExchangeTicket{Who: staff, ExchangeID: s.ids.In(id.Exchange, w.event), TicketID: ticket, OrderID: order, Unit: unit}
	case n < 38:
		return inventory.WithdrawExchange{Who: staff, ExchangeID: w.known(w.exchanges, id.Exchange)}
	case n < 56 && w.taking != "":
		// What an order of the waitlist costs is told with the first refusal of its money.
		return w.pay(w.taking)
	case n < 61:
		return inventory.ReissueTicket{Who: staff, TicketID: ticket, OrderID: order, Unit: unit, Version: r.Int64N(2)}
	case n < 82:
		u := r.IntN(people)
		return inventory.OfferTransfer{
			Who: staff, TransferID: s.ids.In(id.Transfer, w.event), TicketID: ticket, OrderID: order, Unit: unit,
			UserID: fmt.Sprint("user-", u), PersonID: s.ids.In(id.Person, w.event), Profile: inventory.Profile{Email: fmt.Sprintf("u%d@example.org", u), Locale: "en"},
		}
	case n < 92:
		return inventory.AcceptTransfer{Who: staff, TransferID: w.known(w.transfers, id.Transfer)}
	case n < 96:
		return inventory.DeclineTransfer{Who: staff, TransferID: w.known(w.transfers, id.Transfer)}
	default:
		return inventory.CancelTransfer{Who: staff, TransferID: w.known(w.transfers, id.Transfer)}
	}
}

// pay pays an order, as far as it is known what it costs.
func (w *world) pay(order string) inventory.Pay {
	return inventory.Pay{
		Who: inventory.Who{Actor: "system"}, OrderID: order, PaymentID: fmt.Sprint("pay_", order, w.sim.rand.IntN(4)), Amount: max(1, w.totals[order]), Currency: "EUR",
	}
}
