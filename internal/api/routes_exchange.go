package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func exchangeRoutes() []route {
	answer := Exchange{
		ID: "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01",
		OrderID: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Unit: 1, Status: "open", LedgerSeq: 41,
	}
	return []route{
		on(route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:exchange", ID: "exchange-ticket", Tag: tagTickets, Action: identity.ExchangeTicket,
			Status: http.StatusCreated, Summary: "Give a ticket to the waitlist for its money", Description: "By who bought it. The ticket stays theirs, and lets them in, until somebody of the waitlist has paid for the place: then it is void and what it cost is due back, in one step. Nobody but the waitlist can have it; one with a named seat goes to who waits for that seat, or for any of its section or tier, once no free seat suits them. Asked again, it answers with the exchange that is open. A ticket that cost nothing is given back at once.",
			Refusals: closed(codeTicketVoid, codeTicketMoved, codeTicketUsed, inventory.TransferOpen, inventory.RegistrationClosed, inventory.WaitlistDisabled,
				inventory.ExchangeNotBought, inventory.ExchangeTogether, inventory.ExchangesOff, inventory.CancellationClosed, inventory.RefundByStaffOnly),
			Answer: answer,
		}, (*server).exchangeTicket),
		on(route{
			Method: http.MethodGet, Path: "/v1/exchanges/{exchange_id}", ID: "get-exchange", Tag: tagTickets, Action: identity.ReadExchange,
			Summary: "Read an exchange", Description: "For who gives the ticket, and staff.",
		}, (*server).getExchange),
		on(route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/exchanges", ID: "list-exchanges", Tag: tagTickets, Action: identity.ReadExchange,
			Summary: "List the exchanges of an order", Description: "What became of the tickets of an order that were given to the waitlist, and of those that still are. The latest first.",
		}, (*server).listExchanges),
		on(route{
			Method: http.MethodPost, Path: "/v1/exchanges/{exchange_id}:withdraw", ID: "withdraw-exchange", Tag: tagTickets, Action: identity.WithdrawExchange,
			Summary: "Keep a ticket after all", Description: "While nobody is offered a place for it. Again it answers the same.",
			Refusals: []inventory.Code{inventory.ExchangeTaken, inventory.ExchangeEnded},
		}, (*server).withdrawExchange),
	}
}
