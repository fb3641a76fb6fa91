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

func (s *server) ticketRoutes() []route {
	return []route{
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets", ID: "list-tickets", Tag: tagTickets,
			Summary: "The tickets of an order", Description: "One for each unit of a confirmed order, with what its QR code says. Whoever has a token can come in with it.",
		}, s.listTickets),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets.pdf", ID: "print-tickets", Tag: tagTickets,
			Summary: "The tickets of an order to print", Description: "A PDF of A4 pages, one ticket on each, in the language of `Accept-Language` (English or German). Those that somebody else holds are not in it.", Media: mediaPDF, Problems: []Kind{kindTicketVoid},
		}, s.printOrder),
		inEvent(identity.ReadTicketKeys, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/ticket-keys", ID: "get-ticket-keys", Tag: tagTickets,
			Summary: "What a ticket's JWT is checked with", Description: "A JSON Web Key Set with the event's public key. The claims of a JWT are `aud`, the event, `sub`, the ticket, and `ver`, its version. A good signature says that the ticket was issued; whether it is good still, and lets somebody in, is for `POST /v1/checkins` to say, or for the bundle.",
		}, s.ticketKeys),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}", ID: "get-ticket", Tag: tagTickets,
			Summary: "A ticket", Description: "For who holds it: whoever has the token can come in with it.", Problems: []Kind{kindTicketVoid},
		}, s.getTicket),
		on(identity.EditTicket, Route{
			Method: http.MethodPatch, Path: "/v1/tickets/{ticket_id}", ID: "change-ticket", Tag: tagTickets,
			Summary: "Say who comes in", Description: "Sets name and address of who comes in with a ticket; a field that is absent stays. Both empty takes back what was said.", Problems: []Kind{kindTicketVoid, kindTicketMoved},
			Example: map[string]any{"attendee": "Grace Hopper", "attendee_email": "grace@example.org"},
		}, s.changeTicket),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/ticket.pdf", ID: "print-ticket", Tag: tagTickets,
			Summary: "A ticket to print", Description: "A PDF of one A4 page, in the language of `Accept-Language` (English or German).", Media: mediaPDF, Problems: []Kind{kindTicketVoid},
		}, s.printTicket),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/pass.pkpass", ID: "get-apple-pass", Tag: tagTickets,
			Summary: "A ticket for Apple Wallet", Description: "A signed pass, where the installation has the keys for it.", Media: wallet.AppleMedia, Problems: []Kind{kindTicketVoid, kindNoWallet},
		}, s.applePass),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/google-wallet", ID: "get-google-wallet-link", Tag: tagTickets,
			Summary: "A ticket for Google Wallet", Description: "The address that adds it to a wallet, where the installation has the keys for it. Long texts are cut.", Problems: []Kind{kindTicketVoid, kindNoWallet},
			Answer: WalletLink{"https://pay.google.com/gp/v/save/eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmVk"},
		}, s.googleWallet),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/qr.svg", ID: "get-ticket-svg", Tag: tagTickets,
			Summary: "QR code as SVG", Description: "Black on white, with its quiet zone.", Media: mediaSVG, Problems: []Kind{kindTicketVoid},
		}, s.ticketSVG),
		on(identity.ReadTickets, Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/qr.png", ID: "get-ticket-png", Tag: tagTickets,
			Summary: "QR code as PNG", Description: "Black on white, with its quiet zone, 8 pixels a module.", Media: mediaPNG, Problems: []Kind{kindTicketVoid},
		}, s.ticketPNG),
		on(identity.Reissue, Route{
			Method: http.MethodPost, Path: "/v1/tickets/{ticket_id}:reissue", ID: "reissue-ticket", Tag: tagTickets,
			Summary: "Reissue a ticket", Description: "Makes the token void, for example because it was posted in public, and answers with the next.",
			Problems: refused(inventory.TicketVoid, inventory.VersionMoved), Example: Reissue{Version: 0},
		}, s.reissueTicket),
	}
}

func (s *server) checkinRoutes() []route {
	return []route{
		on(identity.CheckIn, Route{
			Method: http.MethodPost, Path: "/v1/checkins", ID: "check-in", Tag: tagTickets,
			Summary: "Let a ticket in", Description: "Says whether somebody with this ticket may come in now, and records it. Of all who ask for one ticket at once, one is admitted. The same `device_id` and `scan_id` again, or the same `Idempotency-Key`, is answered `admit` again.",
			Problems: []Kind{kindKeyReused},
			Example:  map[string]any{"event_id": "evt_3k9q0a7c1v5m", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "gate": "North", "device_id": "tablet-3", "scan_id": "000117"},
		}, s.checkIn),
		on(identity.CheckIn, Route{
			Method: http.MethodPost, Path: "/v1/checkins:sync", ID: "sync-checkins", Tag: tagTickets,
			Summary: "Send scans made offline", Description: "Stores what a device decided without a network. Scans may be sent in any order and again; the same set of scans always leads to the same state. Of the scans that admitted one ticket the earliest stands, and each other is flagged as a double admission.",
			Example: map[string]any{"event_id": "evt_3k9q0a7c1v5m", "device_id": "tablet-3", "scans": []map[string]any{
				{"scan_id": "000118", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02", "at": "2026-05-01T18:02:11Z", "gate": "North", "verdict": "admit"}}},
		}, s.syncCheckins),
		inEvent(identity.CheckIn, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-bundle", ID: "get-checkin-bundle", Tag: tagTickets,
			Summary: "What a scanner needs offline", Description: "The public key of the event's tokens, the rules of a list, and hashes of the tickets that are good there, that are good elsewhere, and that are void, in pages. No personal data. Has an `ETag`: ask again with `If-None-Match`.", Query: []string{"cursor", "list_id"},
		}, s.checkinBundle),
		inEvent(identity.ReadCheckins, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkins", ID: "read-checkins", Tag: tagTickets,
			Summary: "Who is in", Description: "How many came in at a list, by gate, and the double admissions in pages, each with the scan that it repeats.", Query: []string{"limit", "cursor", "list_id"},
		}, s.readCheckins),
		on(identity.Override, Route{
			Method: http.MethodPost, Path: "/v1/checkins:override", ID: "override-check-in", Tag: tagTickets,
			Summary: "Let a ticket in against the rules", Description: "For supervisors: whoever it is comes in, whatever the list says, and who said so and why is kept. Only a ticket that was issued can be let in.",
			Problems: []Kind{kindKeyReused},
			Example:  map[string]any{"event_id": "evt_3k9q0a7c1v5m", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s01", "gate": "North", "reason": "Ticket was scanned by mistake, holder has an ID"},
		}, s.overrideCheckIn),
		inEvent(identity.ReadOverrides, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/overrides", ID: "list-overrides", Tag: tagTickets,
			Summary: "Who came in against the rules", Description: "By time, with who said so and why.", Query: []string{"limit", "cursor"},
		}, s.listOverrides),
		inEvent(identity.SearchTickets, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/tickets", ID: "search-tickets", Tag: tagTickets,
			Summary: "Find a ticket", Description: "By words that the names begin with, in any script, with or without accents; by a whole e-mail address; by the id of an order or a ticket. Addresses are shown to the box office, not to the door.", Query: []string{"q", "list_id"},
		}, s.searchTickets),
		inEvent(identity.ChangeLists, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/checkin-lists", ID: "create-checkin-list", Tag: tagTickets,
			Status: http.StatusCreated, Summary: "Make a list of the door", Description: "A list has tiers, hours and gates of its own, and lets each ticket in by itself: a day of a festival, a lounge, a stage. `re_entry` cannot be changed later.",
			Problems: []Kind{kindGateTaken, kindTooManyLists},
			Example:  map[string]any{"name": "Lounge", "gates": []string{"Lounge door"}, "re_entry": "exit", "opens_at": "2027-11-11T16:30:00Z"},
		}, s.createList),
		inEvent(identity.ReadCheckins, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-lists", ID: "list-checkin-lists", Tag: tagTickets,
			Summary: "The lists of the door", Description: "All of them, at most 50, by id.",
		}, s.listLists),
		on(identity.ChangeLists, Route{
			Method: http.MethodPatch, Path: "/v1/checkin-lists/{list_id}", ID: "change-checkin-list", Tag: tagTickets,
			Summary: "Change a list of the door", Description: "What is absent stays as it is. To close a list, set `closes_at`.", Problems: []Kind{kindGateTaken, kindListMoved},
			Example: map[string]any{"closes_at": "2027-11-11T22:00:00Z"},
		}, s.changeList),
	}
}
