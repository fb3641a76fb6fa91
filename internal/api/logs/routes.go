package logs

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

const (
	mediaText = "text/plain; charset=utf-8"
	mediaTile = "application/octet-stream"
)

const proofDescription = " A text as C2SP's tlog-proof has it: the place of the entry in the log, the way from it to the root, and the signed checkpoint. Its " +
	"extra data is 16 bytes of salt, the 32 of the row's hash in the audit log, whose SHA-256 one after the other is the entry's `row`, and packed by DEFLATE " +
	"with the dictionary of `verify/log.py` the ID of what it is about, a line feed, and the entry without the braces, `v`, `event`, `seq` and `row`, which follow " +
	"from the rest. With all of it a proof has at most 1.5 KB. `seq` is that of an audit row about it; without it, of the newest. `verify/log.py` checks it."

// Routes are the addresses of the public logs of events.
func (h *Handlers) Routes() []access.Route {
	late := []httpapi.Kind{kindPending, kindRewritten}
	proof := append([]httpapi.Kind{kindErased}, late...)
	anybody := append([]httpapi.Kind{httpapi.KindUnavailable, httpapi.KindRateLimited}, late...)
	return []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/log", ID: "get-installation-log", Tag: access.TagAudit,
			Summary: "The log of the installation",
			Description: "One Merkle tree that has the signed checkpoints of the public logs of all events, in the order in which they were taken in, every ten seconds. Whoever " +
				"follows it knows what was signed of every event, so that nobody can be shown another history of one. The addresses below `prefix` are those of C2SP's " +
				"tlog-tiles. An entry is a checkpoint as it is; of an event that is not published or not listed it is a salted hash of one, which names no event: " +
				"`holdfast/sealed-checkpoint/v1`, and on the next line the SHA-256 in hex of a salt of 16 bytes and the checkpoint. `verify/installation.py` checks it.",
			Problems: anybody, Answer: exampleInstallation,
		}, h.getInstallation),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/log/" + tlog.Installation + "/checkpoint", ID: "get-installation-checkpoint", Tag: access.TagAudit,
			Summary:     "The signed head of the log of the installation",
			Description: "Size and root of the tree, as C2SP's tlog-checkpoint has it. Each continues those before.",
			Media:       mediaText, Problems: anybody,
		}, h.installationCheckpoint),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: "/log/" + tlog.Installation + "/tile/{tile}", Rest: true, ID: "get-installation-tile", Tag: access.TagAudit,
			Summary:     "A part of the log of the installation",
			Description: "As a part of an event's log: `<L>/<N>` with hashes, or `entries/<N>` with entries (C2SP's tlog-tiles). What is there never changes.",
			Media:       mediaTile, Problems: append([]httpapi.Kind{httpapi.KindNotFound}, anybody...),
		}, h.installationTile),
		access.InEvent(identity.ReadLog, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/log/proof", ID: "prove-checkpoint", Tag: access.TagAudit,
			Summary: "Prove that an event's log is in the log of the installation",
			Description: "A text as C2SP's tlog-proof has it, of the newest checkpoint of the event that the log of the installation has: a few seconds after it was signed. " +
				"Its extra data is a JSON object: `checkpoint`, and where the entry is sealed `salt`, in hex. `verify/installation.py` checks it. 404 where the organizer keeps no log.",
			Media: mediaText, Problems: late,
		}, h.proveCheckpoint),
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
			Query: []string{"seq"}, Media: mediaText, Problems: proof,
		}, h.proveEntry),
		access.On(identity.ReadOrder, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}/proof", ID: "prove-order", Tag: access.TagOrders,
			Summary: "Prove what happened to an order or a registration", Description: "For its person." + proofDescription,
			Query: []string{"seq"}, Media: mediaText, Problems: proof,
		}, h.proveOrder),
		access.On(identity.ReadTickets, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/tickets/{ticket_id}/proof", ID: "prove-ticket", Tag: access.TagTickets,
			Summary: "Prove that a ticket was issued", Description: "For the holder: of the order that it is a ticket of." + proofDescription,
			Query: []string{"seq"}, Media: mediaText, Problems: proof,
		}, h.proveTicket),
	}
}
