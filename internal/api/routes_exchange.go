package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (s *server) exchangeRoutes() []route {
	answer := Exchange{
		ID: "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01",
		OrderID: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Unit: 1, Status: "open", LedgerSeq: 41,
	}
	return []route{
		on(identity.ExchangeTicket, Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:exchange", ID: "exchange-ticket", Tag: tagTickets,
			Status: http.StatusCreated, Summary: "Give a ticket to the waitlist for its money", Description: "By who bought it. The ticket stays theirs, and lets them in, until somebody of the waitlist has paid for the place: then it is void and what it cost is due back, in one step. Nobody but the waitlist can have it; one with a named seat goes to who waits for that seat, or for any of its section or tier, once no free seat suits them. Asked again, it answers with the exchange that is open. A ticket that cost nothing is given back at once.",
			Refusals: closed(inventory.TransferOpen, inventory.RegistrationClosed, inventory.WaitlistDisabled, inventory.ExchangeNotBought, inventory.ExchangeTogether, inventory.ExchangesOff, inventory.CancellationClosed, inventory.RefundByStaffOnly), Problems: []Kind{kindTicketVoid, kindTicketMoved, kindTicketUsed},
			Answer: answer,
		}, s.exchangeTicket),
		on(identity.ReadExchange, Route{
			Method: http.MethodGet, Path: "/v1/exchanges/{exchange_id}", ID: "get-exchange", Tag: tagTickets,
			Summary: "Read an exchange", Description: "For who gives the ticket, and staff.",
		}, s.getExchange),
		on(identity.ReadExchange, Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/exchanges", ID: "list-exchanges", Tag: tagTickets,
			Summary: "List the exchanges of an order", Description: "What became of the tickets of an order that were given to the waitlist, and of those that still are. The latest first.",
		}, s.listExchanges),
		on(identity.WithdrawExchange, Route{
			Method: http.MethodPost, Path: "/v1/exchanges/{exchange_id}:withdraw", ID: "withdraw-exchange", Tag: tagTickets,
			Summary: "Keep a ticket after all", Description: "While nobody is offered a place for it. Again it answers the same.",
			Refusals: refused(inventory.ExchangeTaken, inventory.ExchangeEnded),
		}, s.withdrawExchange),
	}
}
