package tickets

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) exchangeRoutes() []access.Route {
	answer := Exchange{
		ID: "exc_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01",
		OrderID: "ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Unit: 1, Status: "open", LedgerSeq: 41,
	}
	return []access.Route{
		access.On(identity.ExchangeTicket, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:exchange", ID: "exchange-ticket", Tag: access.TagTickets,
			Status:  http.StatusCreated,
			Summary: "Give a ticket to the waitlist for its money",
			Description: "By the buyer. The ticket stays theirs, and lets them in, until somebody of the waitlist has paid for the place: then it is " +
				"void and what it cost is due back, in one step. Nobody but the waitlist can have it; one with a named seat goes to the first who waits for " +
				"that seat, or for any of its section or tier, once no free seat suits them. Asked again, it answers with the exchange that is " +
				"open. A ticket that cost nothing, one of several among them, is given back at once.",
			Refusals: refusal.Closed(
				inventory.TransferOpen, inventory.RegistrationClosed, inventory.WaitlistDisabled, inventory.ExchangeNotBought,
				inventory.ExchangesOff, inventory.AddOnNotExchanged, inventory.CancellationClosed, inventory.RefundByStaffOnly,
			),
			Problems: []httpapi.Kind{kindTicketVoid, kindTicketMoved, kindTicketUsed},
			Answer:   answer,
		}, h.exchangeTicket),
		access.On(identity.ReadExchange, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/exchanges/{exchange_id}", ID: "get-exchange", Tag: access.TagTickets,
			Summary: "Read an exchange", Description: "For the person who gives the ticket, and staff.",
		}, h.getExchange),
		access.On(identity.ReadExchange, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/exchanges", ID: "list-exchanges", Tag: access.TagTickets,
			Summary:     "List the exchanges of an order",
			Description: "What became of the tickets of an order that were given to the waitlist, and of those that still are. The latest first.",
		}, h.listExchanges),
		access.On(identity.WithdrawExchange, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/exchanges/{exchange_id}:withdraw", ID: "withdraw-exchange", Tag: access.TagTickets,
			Summary: "Keep a ticket after all", Description: "While nobody is offered a place for it. Again it answers the same.",
			Refusals: refusal.Kinds(inventory.ExchangeTaken, inventory.ExchangeEnded),
		}, h.withdrawExchange),
	}
}
