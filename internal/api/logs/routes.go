package logs

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

const (
	mediaText = "text/plain; charset=utf-8"
	mediaTile = "application/octet-stream"
)

const proofDescription = " A text as C2SP's tlog-proof has it: the place of the entry in the log, the way from it to the root, and the signed checkpoint. Its " +
	"extra data is a JSON object: `entry`, the text of the entry; `salt` and `row_hash`, whose SHA-256 one after the other is the entry's `row`; and " +
	"`subject`, by its ID. `seq` is that of an audit row about it; without it, of the newest. `verify/log.py` checks it."

// Routes are the addresses of the public logs of events.
func (h *Handlers) Routes() []access.Route {
	late := []httpapi.Kind{kindPending, kindRewritten}
	return []access.Route{
		access.InEvent(identity.ReadLog, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/log", ID: "get-log", Tag: access.TagAudit,
			Summary: "The public log of an event",
			Description: "What happened at an event, row by row and under pseudonyms, as a Merkle tree whose heads are signed with a key that is kept outside the " +
				"database. The addresses below `prefix` are those of C2SP's tlog-tiles: `checkpoint`, `tile/<L>/<N>` and `tile/entries/<N>`. 404 where the " +
				"organizer keeps no log.",
			Problems: late, Answer: exampleLog,
		}, h.getLog),
		access.InEvent(identity.ReadLog, httpapi.Route{
			Method: http.MethodGet, Path: "/log/{event_id}/checkpoint", ID: "get-log-checkpoint", Tag: access.TagAudit,
			Summary:     "The signed head of an event's log",
			Description: "Size and root of the tree, as C2SP's tlog-checkpoint has it. Each continues those before: whoever keeps one can prove a rewritten history.",
			Media:       mediaText, Problems: late,
		}, h.checkpoint),
		access.InEvent(identity.ReadLog, httpapi.Route{
			Method: http.MethodGet, Path: "/log/{event_id}/tile/{tile}", Rest: true, ID: "get-log-tile", Tag: access.TagAudit,
			Summary: "A part of an event's log",
			Description: "`tile` is `<L>/<N>` with the hashes of level L, 32 bytes each, or `entries/<N>` with entries, each after its length as two bytes; N in " +
				"groups of three digits, and `.p/<W>` behind it for the first W of what is not full (C2SP's tlog-tiles). What is there never changes. Of a log " +
				"that is for the people of the event alone only staff reads it.",
			Media: mediaTile, Problems: append([]httpapi.Kind{kindPrivate}, late...),
		}, h.tile),
		access.On(identity.ReadEntry, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/waitlist/{entry_id}/proof", ID: "prove-entry", Tag: access.TagWaitlist,
			Summary: "Prove what happened to a place on the waitlist", Description: "For its person." + proofDescription,
			Query: []string{"seq"}, Media: mediaText, Problems: late,
		}, h.proveEntry),
		access.On(identity.ReadOrder, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/proof", ID: "prove-order", Tag: access.TagOrders,
			Summary: "Prove what happened to an order or a registration", Description: "For its person." + proofDescription,
			Query: []string{"seq"}, Media: mediaText, Problems: late,
		}, h.proveOrder),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/proof", ID: "prove-ticket", Tag: access.TagTickets,
			Summary: "Prove that a ticket was issued", Description: "For who holds it: of the order that it is a ticket of." + proofDescription,
			Query: []string{"seq"}, Media: mediaText, Problems: late,
		}, h.proveTicket),
	}
}
