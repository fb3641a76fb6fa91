package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func transferRoutes() []route {
	answer := Transfer{ID: "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", Status: "accepted"}
	return []route{
		on(route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:transfer", ID: "transfer-ticket", Tag: tagTickets, Action: identity.TransferTicket,
			Status: http.StatusCreated, Summary: "Offer a ticket to somebody", Description: "The first of two steps: a link goes to that address, and nothing changes until it is accepted. Then the token that there was is void. Offered to the same address again, it answers with the offer that stands. It works when the event is sold out.",
			Refusals: closed(codeTicketVoid, codeTicketMoved, codeTicketUsed, inventory.TransferOpen, inventory.TransferLimit, inventory.TransferToSelf, inventory.ExchangeStands),
			Example:  map[string]any{"email": "grace@example.org", "name": "Grace Hopper"},
		}, (*server).transferTicket),
		on(route{
			Method: http.MethodGet, Path: "/v1/transfers/{transfer_id}", ID: "get-transfer", Tag: tagTickets, Action: identity.ReadTransfer,
			Summary: "Read a transfer", Description: "For both persons, and staff.",
		}, (*server).getTransfer),
		on(route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:accept", ID: "accept-transfer", Tag: tagTickets, Action: identity.AnswerTransfer,
			Summary: "Accept a ticket", Description: "The second step, by who it was offered to: the ticket is theirs, with a new token. Again it answers the same.",
			Refusals: closed(codeTicketVoid, codeTicketMoved, codeTicketUsed, inventory.TransferEnded, inventory.TransferLimit), Answer: answer,
		}, (*server).acceptTransfer),
		on(route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:decline", ID: "decline-transfer", Tag: tagTickets, Action: identity.AnswerTransfer,
			Summary: "Decline a ticket", Description: "By who it was offered to. The ticket stays where it is.", Refusals: []inventory.Code{inventory.TransferEnded},
		}, (*server).declineTransfer),
		on(route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:cancel", ID: "cancel-transfer", Tag: tagTickets, Action: identity.AnswerTransfer,
			Summary: "Take an offer back", Description: "By who made it. The link that was sent no longer does anything.", Refusals: []inventory.Code{inventory.TransferEnded},
		}, (*server).cancelTransfer),
	}
}
