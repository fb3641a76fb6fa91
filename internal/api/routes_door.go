package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

const (
	mediaSVG = "image/svg+xml"
	mediaPNG = "image/png"
	mediaPDF = "application/pdf"
)

func ticketRoutes() []route {
	return []route{
		on(route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets", ID: "list-tickets", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "The tickets of an order", Description: "One for each unit of a confirmed order, with what its QR code says. Whoever has a token can come in with it.",
		}, (*server).listTickets),
		on(route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets.pdf", ID: "print-tickets", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "The tickets of an order to print", Description: "A PDF of A4 pages, one ticket on each, in the language of `Accept-Language` (English or German). Those that somebody else holds are not in it.", Media: mediaPDF, Refusals: []inventory.Code{codeTicketVoid},
		}, (*server).printOrder),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/ticket-keys", ID: "get-ticket-keys", Tag: tagTickets, Action: identity.ReadTicketKeys,
			Summary: "What a ticket's JWT is checked with", Description: "A JSON Web Key Set with the event's public key. The claims of a JWT are `aud`, the event, `sub`, the ticket, and `ver`, its version. A good signature says that the ticket was issued; whether it is good still, and lets somebody in, is for `POST /v1/checkins` to say, or for the bundle.",
		}, (*server).ticketKeys),
		on(route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}", ID: "get-ticket", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "A ticket", Description: "For who holds it: whoever has the token can come in with it.", Refusals: []inventory.Code{codeTicketVoid},
		}, (*server).getTicket),
		on(route{
			Method: http.MethodPatch, Path: "/v1/tickets/{ticket_id}", ID: "change-ticket", Tag: tagTickets, Action: identity.EditTicket,
			Summary: "Say who comes in", Description: "Sets name and address of who comes in with a ticket; a field that is absent stays. Both empty takes back what was said.", Refusals: []inventory.Code{codeTicketVoid, codeTicketMoved},
			Example: map[string]any{"attendee": "Grace Hopper", "attendee_email": "grace@example.org"},
		}, (*server).changeTicket),
		on(route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/ticket.pdf", ID: "print-ticket", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "A ticket to print", Description: "A PDF of one A4 page, in the language of `Accept-Language` (English or German).", Media: mediaPDF, Refusals: []inventory.Code{codeTicketVoid},
		}, (*server).printTicket),
		on(route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/pass.pkpass", ID: "get-apple-pass", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "A ticket for Apple Wallet", Description: "A signed pass, where the installation has the keys for it.", Media: wallet.AppleMedia, Refusals: []inventory.Code{codeTicketVoid, codeNoWallet},
		}, (*server).applePass),
		on(route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/google-wallet", ID: "get-google-wallet-link", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "A ticket for Google Wallet", Description: "The address that adds it to a wallet, where the installation has the keys for it. Long texts are cut.", Refusals: []inventory.Code{codeTicketVoid, codeNoWallet},
			Answer: WalletLink{"https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmVk"},
		}, (*server).googleWallet),
		on(route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/qr.svg", ID: "get-ticket-svg", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "QR code as SVG", Description: "Black on white, with its quiet zone.", Media: mediaSVG, Refusals: []inventory.Code{codeTicketVoid},
		}, (*server).ticketSVG),
		on(route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/qr.png", ID: "get-ticket-png", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "QR code as PNG", Description: "Black on white, with its quiet zone, 8 pixels a module.", Media: mediaPNG, Refusals: []inventory.Code{codeTicketVoid},
		}, (*server).ticketPNG),
		on(route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:reissue", ID: "reissue-ticket", Tag: tagTickets, Action: identity.Reissue,
			Summary: "Reissue a ticket", Description: "Makes the token void, for example because it was posted in public, and answers with the next.",
			Refusals: []inventory.Code{codeTicketVoid, codeTicketVersion}, Example: Reissue{Version: 0},
		}, (*server).reissueTicket),
	}
}

func checkinRoutes() []route {
	return []route{
		on(route{
			Method: http.MethodPost, Path: "/v1/checkins", ID: "check-in", Tag: tagTickets, Action: identity.CheckIn,
			Summary: "Let a ticket in", Description: "Says whether somebody with this ticket may come in now, and records it. Of all who ask for one ticket at once, one is admitted. The same `device_id` and `scan_id` again, or the same `Idempotency-Key`, is answered `admit` again.",
			Refusals: []inventory.Code{codeKeyReused},
			Example:  map[string]any{"event_id": "evt_3k9q0a7c1v5m", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "gate": "North", "device_id": "tablet-3", "scan_id": "000117"},
		}, (*server).checkIn),
		on(route{
			Method: http.MethodPost, Path: "/v1/checkins:sync", ID: "sync-checkins", Tag: tagTickets, Action: identity.CheckIn,
			Summary: "Send scans made offline", Description: "Stores what a device decided without a network. Scans may be sent in any order and again; the same set of scans always leads to the same state. Of the scans that admitted one ticket the earliest stands, and each other is flagged as a double admission.",
			Example: map[string]any{"event_id": "evt_3k9q0a7c1v5m", "device_id": "tablet-3", "scans": []map[string]any{
				{"scan_id": "000118", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02", "at": "2026-05-01T18:02:11Z", "gate": "North", "verdict": "admit"}}},
		}, (*server).syncCheckins),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-bundle", ID: "get-checkin-bundle", Tag: tagTickets, Action: identity.CheckIn,
			Summary: "What a scanner needs offline", Description: "The public key of the event's tokens, the rules of a list, and hashes of the tickets that are good there, that are good elsewhere, and that are void, in pages. No personal data. Has an `ETag`: ask again with `If-None-Match`.", Query: []string{"cursor", "list_id"},
		}, (*server).checkinBundle),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkins", ID: "read-checkins", Tag: tagTickets, Action: identity.ReadCheckins,
			Summary: "Who is in", Description: "How many came in at a list, by gate, and the double admissions in pages, each with the scan that it repeats.", Query: []string{"limit", "cursor", "list_id"},
		}, (*server).readCheckins),
		on(route{
			Method: http.MethodPost, Path: "/v1/checkins:override", ID: "override-check-in", Tag: tagTickets, Action: identity.Override,
			Summary: "Let a ticket in against the rules", Description: "For supervisors: whoever it is comes in, whatever the list says, and who said so and why is kept. Only a ticket that was issued can be let in.",
			Refusals: []inventory.Code{codeKeyReused},
			Example:  map[string]any{"event_id": "evt_3k9q0a7c1v5m", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "gate": "North", "reason": "Ticket was scanned by mistake, holder has an ID"},
		}, (*server).overrideCheckIn),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/overrides", ID: "list-overrides", Tag: tagTickets, Action: identity.ReadOverrides,
			Summary: "Who came in against the rules", Description: "By time, with who said so and why.", Query: []string{"limit", "cursor"},
		}, (*server).listOverrides),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/tickets", ID: "search-tickets", Tag: tagTickets, Action: identity.SearchTickets,
			Summary: "Find a ticket", Description: "By words that the names begin with, in any script, with or without accents; by a whole e-mail address; by the id of an order or a ticket. Addresses are shown to the box office, not to the door.", Query: []string{"q", "list_id"},
		}, (*server).searchTickets),
		on(route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/checkin-lists", ID: "create-checkin-list", Tag: tagTickets, Action: identity.ChangeLists,
			Status: http.StatusCreated, Summary: "Make a list of the door", Description: "A list has tiers, hours and gates of its own, and lets each ticket in by itself: a day of a festival, a lounge, a stage. `re_entry` cannot be changed later.",
			Refusals: []inventory.Code{codeGateTaken, codeTooManyLists},
			Example:  map[string]any{"name": "Lounge", "gates": []string{"Lounge door"}, "re_entry": "exit", "opens_at": "2027-11-11T16:30:00Z"},
		}, (*server).createList),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-lists", ID: "list-checkin-lists", Tag: tagTickets, Action: identity.ReadCheckins,
			Summary: "The lists of the door", Description: "All of them, at most 50, by id.",
		}, (*server).listLists),
		on(route{
			Method: http.MethodPatch, Path: "/v1/checkin-lists/{list_id}", ID: "change-checkin-list", Tag: tagTickets, Action: identity.ChangeLists,
			Summary: "Change a list of the door", Description: "What is absent stays as it is. To close a list, set `closes_at`.", Refusals: []inventory.Code{codeGateTaken, codeListMoved},
			Example: map[string]any{"closes_at": "2027-11-11T22:00:00Z"},
		}, (*server).changeList),
	}
}
