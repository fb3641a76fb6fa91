package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	mediaSVG = "image/svg+xml"
	mediaPNG = "image/png"
)

func ticketRoutes() []route {
	return []route{
		on(route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/tickets", ID: "list-tickets", Tag: tagTickets, Action: identity.ReadTickets,
			Summary: "The tickets of an order", Description: "One for each unit of a confirmed order, with what its QR code says. Whoever has a token can come in with it.",
		}, (*server).listTickets),
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
				{"scan_id": "000118", "ticket_id": "tkt_3k9q0a7c1v5m06f2w8d4xk1n7p9s02", "at": "2027-05-01T18:02:11Z", "gate": "North", "verdict": "admit"}}},
		}, (*server).syncCheckins),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkin-bundle", ID: "get-checkin-bundle", Tag: tagTickets, Action: identity.CheckIn,
			Summary: "What a scanner needs offline", Description: "The public key of the event's tokens, and hashes of the tickets that are good and of those that are void, in pages. No personal data. Has an `ETag`: ask again with `If-None-Match`.", Query: []string{"cursor"},
		}, (*server).checkinBundle),
		on(route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/checkins", ID: "read-checkins", Tag: tagTickets, Action: identity.ReadCheckins,
			Summary: "Who is in", Description: "How many came in, by gate, and the double admissions in pages, each with the scan that it repeats.", Query: []string{"limit", "cursor"},
		}, (*server).readCheckins),
	}
}
