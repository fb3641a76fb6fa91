package tickets

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

const (
	mediaSVG = "image/svg+xml"
	mediaPNG = "image/png"
	mediaPDF = "application/pdf"
)

func (h *Handlers) ticketRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets", ID: "list-tickets", Tag: access.TagTickets,
			Summary:     "The tickets of an order",
			Description: "One for each unit of a confirmed order, with what its QR code says. Whoever has a token can come in with it.",
		}, h.listTickets),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets.pdf", ID: "print-tickets", Tag: access.TagTickets,
			Summary: "The tickets of an order to print",
			Description: "A PDF of A4 pages, one ticket on each, in the language of `Accept-Language` (English or German). Those that somebody else holds " +
				"are not in it.",
			Media:    mediaPDF,
			Problems: []httpapi.Kind{kindTicketVoid},
		}, h.printOrder),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/receipt.pdf", ID: "print-receipt", Tag: access.TagTickets,
			Summary: "The receipt of an order",
			Description: "A PDF of one A4 page with what was ordered, its tax, and what was paid and given back, in the language of `Accept-Language` " +
				"(English or German). An order that nothing was paid for has none.",
			Media: mediaPDF,
		}, h.printReceipt),
		access.InEvent(identity.ReadTicketKeys, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/ticket-keys", ID: "get-ticket-keys", Tag: access.TagTickets,
			Summary: "What a ticket's JWT is checked with",
			Description: "A JSON Web Key Set with the event's public key. The claims of a JWT are `iss`, the installation, `aud`, the event, `sub`, the " +
				"ticket, `ver`, its version, `tier`, and `exp`, a day after the event. A good signature says that the ticket was issued; whether it is good still, and lets somebody in, is for `POST " +
				"/v1/checkins` to say, or for the bundle.",
		}, h.ticketKeys),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}", ID: "get-ticket", Tag: access.TagTickets,
			Summary: "A ticket", Description: "For the holder: whoever has the token can come in with it.", Problems: []httpapi.Kind{kindTicketVoid},
		}, h.getTicket),
		access.On(identity.EditTicket, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/tickets/{ticket_id}", ID: "change-ticket", Tag: access.TagTickets,
			Summary:     "Say who comes in",
			Description: "Sets name and address of the person who comes in with a ticket; a field that is absent stays. Both empty takes back what was said.",
			Problems:    []httpapi.Kind{kindTicketVoid, kindTicketMoved},
			Example:     map[string]any{"attendee": "Grace Hopper", "attendee_email": "grace@example.org"},
		}, h.changeTicket),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/ticket.pdf", ID: "print-ticket", Tag: access.TagTickets,
			Summary:     "A ticket to print",
			Description: "A PDF of one A4 page, in the language of `Accept-Language` (English or German).",
			Media:       mediaPDF,
			Problems:    []httpapi.Kind{kindTicketVoid},
		}, h.printTicket),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/pass.pkpass", ID: "get-apple-pass", Tag: access.TagTickets,
			Summary:     "A ticket for Apple Wallet",
			Description: "A signed pass, where the installation has the keys for it.",
			Media:       wallet.AppleMedia,
			Problems:    []httpapi.Kind{kindTicketVoid, kindNoWallet},
		}, h.applePass),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/google-wallet", ID: "get-google-wallet-link", Tag: access.TagTickets,
			Summary:     "A ticket for Google Wallet",
			Description: "The address that adds it to a wallet, where the installation has the keys for it. Long texts are cut.",
			Problems:    []httpapi.Kind{kindTicketVoid, kindNoWallet},
			Answer:      WalletLink{"https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmVk"},
		}, h.googleWallet),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/qr.svg", ID: "get-ticket-svg", Tag: access.TagTickets,
			Summary: "QR code as SVG", Description: "Black on white, with its quiet zone.", Media: mediaSVG, Problems: []httpapi.Kind{kindTicketVoid},
		}, h.ticketSVG),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/qr.png", ID: "get-ticket-png", Tag: access.TagTickets,
			Summary:     "QR code as PNG",
			Description: "Black on white, with its quiet zone, 8 pixels a module.",
			Media:       mediaPNG,
			Problems:    []httpapi.Kind{kindTicketVoid},
		}, h.ticketPNG),
		access.On(identity.Reissue, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:reissue", ID: "reissue-ticket", Tag: access.TagTickets,
			Summary: "Reissue a ticket", Description: "Makes the token void, for example because it was posted in public, and answers with the next.",
			Problems: refusal.Kinds(inventory.TicketVoid, inventory.VersionMoved), Example: Reissue{Version: 0},
		}, h.reissueTicket),
		access.On(identity.Reseat, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:reseat", ID: "reseat-ticket", Tag: access.TagTickets,
			Summary: "Move a ticket to another seat",
			Description: "To a free seat that costs the same, for staff. The seat that it had is free in the same moment, for the waitlist first. The token " +
				"stays good, and the ticket's holder is told. To exchange the seats of two tickets, move one to a free seat in between. Again it changes nothing.",
			Problems: refusal.Kinds(inventory.TicketVoid, inventory.TicketUnseated, inventory.SeatOtherTier, inventory.SeatTaken, inventory.SeatBlocked,
				inventory.ExchangeStands, inventory.EventIsCancelled, inventory.EventOver),
			Example: Reseat{SeatID: "sea_3k9q0a7c1v5m0000000000000042"},
		}, h.reseatTicket),
	}
}
