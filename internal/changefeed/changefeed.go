// Package changefeed is what happened, as programs of others are told: one change
// for each row of an audit log, the same in the feed and in a webhook. It has
// no personal data; people are named by their pseudonyms.
package changefeed

import (
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Prefix begins the ids of changes.
const Prefix = "chg_"

// Change is one transition.
type Change struct {
	ID        string    `json:"id" doc:"The same each time this change is told: do once what you do for it." example:"chg_3k9q0a7c1v5m00000000000000016"`
	Type      string    `json:"type" doc:"The thing (event, tier, pool, code, order, block, entry, offer, transfer, exchange, invitation or person), a dot, and the reason." example:"order.registered"`
	EventID   string    `json:"event_id"`
	LedgerSeq int64     `json:"ledger_seq" doc:"1, 2, 3, … within the event, without gaps."`
	At        time.Time `json:"at"`
	Actor     string    `json:"actor" doc:"system, public, or the id of a key or person."`
	Subject   string    `json:"subject" doc:"The id of the thing."`
	From      string    `json:"from" doc:"State before; empty for what came into being."`
	To        string    `json:"to" doc:"State after."`
	Reason    string    `json:"reason"`
	Related   string    `json:"related,omitempty" doc:"The other thing concerned."`
	Units     int64     `json:"units"`
}

// Of tells of a row of an event's audit log.
func Of(event string, r *inventory.AuditRow) Change {
	return Change{
		ID: id.Seq(Prefix, event, r.Seq), Type: TypeOf(r), EventID: event, LedgerSeq: r.Seq, At: r.At.Time(),
		Actor: r.Actor, Subject: r.Subject, From: r.From, To: r.To, Reason: string(r.Reason), Related: r.Related, Units: r.Units,
	}
}

// things names the subjects of audit rows by the prefix of their id.
var things = map[string]string{
	id.Event: "event", id.Pool: "pool", id.Order: "order", id.Block: "block",
	id.Entry: "entry", id.Offer: "offer", id.Person: "person", id.Exchange: "exchange",
	id.Transfer: "transfer", id.Tier: "tier", id.Code: "code", id.Statement: "statement", id.Invitation: "invitation",
}

// TypeOf is the type of the change that a row tells of: the thing, a dot, and
// the reason.
func TypeOf(r *inventory.AuditRow) string {
	prefix, _, _ := strings.Cut(r.Subject, "_")
	thing, ok := things[prefix+"_"]
	if !ok {
		thing = "other"
	}
	return thing + "." + string(r.Reason)
}

// Types are all types of changes, by the thing that changes.
func Types() map[string][]string {
	all := map[string][]string{}
	for kind, reasons := range inventory.ReasonsBySubject() {
		thing := things[kind+"_"]
		for _, r := range reasons {
			all[thing] = append(all[thing], thing+"."+string(r))
		}
	}
	return all
}

// Known reports whether a pattern can match anything: "*", a thing with all its
// changes ("order.*"), or one type ("order.registered").
func Known(pattern string) bool {
	if pattern == "*" {
		return true
	}
	thing, reason, ok := strings.Cut(pattern, ".")
	if !ok {
		return false
	}
	known := false
	for _, name := range things {
		known = known || name == thing
	}
	return known && (reason == "*" || slices.Contains(inventory.AllReasons(), inventory.Reason(reason)))
}

// Matches reports whether one of the patterns matches the type. No pattern at all
// matches everything.
func Matches(patterns []string, typ string) bool {
	if len(patterns) == 0 {
		return true
	}
	thing, _, _ := strings.Cut(typ, ".")
	for _, p := range patterns {
		if p == "*" || p == typ || p == thing+".*" {
			return true
		}
	}
	return false
}
