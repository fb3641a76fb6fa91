package tickets

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) transferRoutes() []access.Route {
	answer := wire.Transfer{ID: "trf_3k9q0a7c1v5m06f2w8d4xk1n7p9s", EventID: "evt_3k9q0a7c1v5m", TicketID: "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", Kind: wire.KindTicket, Status: "accepted"}
	return []access.Route{
		access.On(identity.TransferTicket, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:transfer", ID: "transfer-ticket", Tag: access.TagTickets,
			Status:  http.StatusCreated,
			Summary: "Offer a ticket to somebody",
			Description: "The first of two steps: a link goes to that address, and nothing changes until it is accepted. Then the token that there was is " +
				"void. Offered to the same address again, it answers with the offer that stands. It works when the event is sold out.",
			Refusals: refusal.Closed(inventory.TransferOpen, inventory.TransferLimit, inventory.TransferToSelf, inventory.ExchangeStands),
			Problems: []httpapi.Kind{kindTicketVoid, kindTicketMoved, kindTicketUsed},
			Example:  map[string]any{"email": "grace@example.org", "name": "Grace Hopper"},
		}, h.transferTicket),
		access.On(identity.ReadTransfer, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/transfers/{transfer_id}", ID: "get-transfer", Tag: access.TagTickets,
			Summary: "Read a transfer", Description: "For both persons, and staff.",
		}, h.getTransfer),
		access.On(identity.AnswerTransfer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:accept", ID: "accept-transfer", Tag: access.TagTickets,
			Summary:     "Accept a ticket",
			Description: "The second step, by the person it was offered to: the ticket is theirs, with a new token. Again it answers the same.",
			Refusals:    refusal.Closed(inventory.TransferEnded, inventory.TransferLimit),
			Problems:    []httpapi.Kind{kindTicketVoid, kindTicketMoved, kindTicketUsed},
			Answer:      answer,
		}, h.acceptTransfer),
		access.On(identity.AnswerTransfer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:decline", ID: "decline-transfer", Tag: access.TagTickets,
			Summary:     "Decline a ticket",
			Description: "By the person it was offered to. The ticket stays where it is.",
			Refusals:    refusal.Kinds(inventory.TransferEnded),
		}, h.declineTransfer),
		access.On(identity.AnswerTransfer, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/transfers/{transfer_id}:cancel", ID: "cancel-transfer", Tag: access.TagTickets,
			Summary:     "Take an offer back",
			Description: "By the person who made it. The link that was sent no longer does anything.",
			Refusals:    refusal.Kinds(inventory.TransferEnded),
		}, h.cancelTransfer),
	}
}
