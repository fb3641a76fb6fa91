package tickets

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// Cancelled is a ticket that was given back.
type Cancelled struct {
	TicketID  string `json:"ticket_id"`
	OrderID   string `json:"order_id"`
	Unit      int64  `json:"unit" doc:"The ticket's number within the order, from 1; never another's." example:"3"`
	Status    string `json:"status" enum:"released"`
	Refund    int64  `json:"refund,omitempty" doc:"What is due back by this call, in minor units of currency: of an order that was paid for."`
	Currency  string `json:"currency,omitempty"`
	LedgerSeq int64  `json:"ledger_seq"`
}

func (*Handlers) cancelRoutes() []access.Route {
	return []access.Route{
		access.On(identity.CancelTicket, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:cancel", ID: "cancel-ticket", Tag: access.TagTickets,
			Summary: "Cancel one ticket, such as a guest's",
			Description: "By whose registration or order it is, and staff. The place goes to the waitlist first, like any other; the other tickets " +
				"keep their numbers and codes, and the number that was given back is never another's. The last ticket ends the registration. Of an " +
				"order it is the same as `:refund` of that item. Again it answers the same.",
			Refusals: refusal.Closed(
				inventory.CancellationClosed, inventory.TicketsMoved, inventory.TicketUsed, inventory.RefundByStaffOnly,
				inventory.OrderPending, inventory.OrderEnded,
			),
			Answer: Cancelled{
				TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s03", OrderID: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Unit: 3, Status: "released", LedgerSeq: 41,
			},
		}, cancelTicket),
	}
}

// cancelTicket is by whose order the ticket is of, whoever holds it.
func cancelTicket(c *access.Call, _ *httpapi.None) (*Cancelled, error) {
	ticket := c.Param("ticket_id")
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return nil, database.ErrNotFound
	}
	k, v, err := c.Order(order)
	if err != nil {
		return nil, err
	}
	if l := c.Caller.Link; l != nil && !l.MayEnd(v.Hold) {
		return nil, identity.ErrReach
	}
	reply, err := c.Submit(k.EventID, inventory.CancelGuest{Who: c.Who(), TicketID: ticket, OrderID: order, Unit: unit}, nil)
	if err != nil {
		return nil, err
	}
	return &Cancelled{
		TicketID: ticket, OrderID: order, Unit: unit, Status: string(inventory.HoldReleased), Refund: reply.Refund, Currency: reply.Currency, LedgerSeq: reply.Seq,
	}, nil
}
