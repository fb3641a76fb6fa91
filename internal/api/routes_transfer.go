package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (s *server) transferRoutes() []route {
	answer := Transfer{ID: "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", Status: "accepted"}
	return []route{
		on(identity.TransferTicket, Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:transfer", ID: "transfer-ticket", Tag: tagTickets,
			Status: http.StatusCreated, Summary: "Offer a ticket to somebody", Description: "The first of two steps: a link goes to that address, and nothing changes until it is accepted. Then the token that there was is void. Offered to the same address again, it answers with the offer that stands. It works when the event is sold out.",
			Refusals: closed(inventory.TransferOpen, inventory.TransferLimit, inventory.TransferToSelf, inventory.ExchangeStands), Problems: []Kind{kindTicketVoid, kindTicketMoved, kindTicketUsed},
			Example: map[string]any{"email": "grace@example.org", "name": "Grace Hopper"},
		}, s.transferTicket),
		on(identity.ReadTransfer, Route{
			Method: http.MethodGet, Path: "/v1/transfers/{transfer_id}", ID: "get-transfer", Tag: tagTickets,
			Summary: "Read a transfer", Description: "For both persons, and staff.",
		}, s.getTransfer),
		on(identity.AnswerTransfer, Route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:accept", ID: "accept-transfer", Tag: tagTickets,
			Summary: "Accept a ticket", Description: "The second step, by who it was offered to: the ticket is theirs, with a new token. Again it answers the same.",
			Refusals: closed(inventory.TransferEnded, inventory.TransferLimit), Problems: []Kind{kindTicketVoid, kindTicketMoved, kindTicketUsed}, Answer: answer,
		}, s.acceptTransfer),
		on(identity.AnswerTransfer, Route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:decline", ID: "decline-transfer", Tag: tagTickets,
			Summary: "Decline a ticket", Description: "By who it was offered to. The ticket stays where it is.", Refusals: refused(inventory.TransferEnded),
		}, s.declineTransfer),
		on(identity.AnswerTransfer, Route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:cancel", ID: "cancel-transfer", Tag: tagTickets,
			Summary: "Take an offer back", Description: "By who made it. The link that was sent no longer does anything.", Refusals: refused(inventory.TransferEnded),
		}, s.cancelTransfer),
	}
}
