package tlog

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// EntryVersion is the form of the entries: what one says of its audit row, and how.
const EntryVersion = "holdfast/entry/v1"

// EventKey makes the pseudonyms in the log of one event. Without it nobody can say which entry
// is about what.
type EventKey []byte

// EventKeySize is the size of an EventKey in bytes.
const EventKeySize = 32

// An Entry is what the log says of an audit row. Entry i, from 0, is of the row with seq
// i+1. Its text is a JSON object with the fields in this order, those that are empty left
// out.
type Entry struct {
	Version string `json:"v"`
	Event   string `json:"event"`
	Seq     int64  `json:"seq"`
	// Minute is when, cut to the minute, in UTC: 2026-11-26T04:05Z.
	Minute string `json:"minute"`
	// Actor did it: "system", "public", "person", or "staff" for a key or a member.
	Actor string `json:"actor"`
	// Kind is what the row is about: event, pool, tier, person, hold, entry, offer, ….
	Kind string `json:"kind"`
	// Subject is a pseudonym; of an event, a pool, a tier and a seat the ID that everybody
	// can read.
	Subject     string           `json:"subject"`
	From        string           `json:"from,omitempty"`
	To          string           `json:"to,omitempty"`
	Reason      inventory.Reason `json:"reason"`
	Rule        int64            `json:"rule"`
	RelatedKind string           `json:"related_kind,omitempty"`
	Related     string           `json:"related,omitempty"`
	Units       int64            `json:"units,omitempty"`
	// Tier, Class, Rank and Seats are where the row puts somebody on the waitlist, and are
	// empty in all others: the ID of the tier, the priority class, the time that the order
	// goes by, cut to the minute as Minute is, and whether it is for seats.
	Tier  string `json:"tier,omitempty"`
	Class int    `json:"class,omitempty"`
	Rank  string `json:"rank,omitempty"`
	Seats bool   `json:"seats,omitempty"`
	// Previous is the seq of the row before about the same subject; 0: there is none.
	Previous int64 `json:"previous,omitempty"`
	// Row is the SHA-256 of salt and hash of the row in the chain of the audit log, in
	// lower-case hex: whoever is given the salt can compare it with the private row.
	Row string `json:"row"`
}

// Place is where an audit row puts an entry on the waitlist. Like the row it never changes.
type Place struct {
	inventory.Placement
	Seats bool // it wishes for seats
}

// minuteOf is a time as entries have it.
func minuteOf(at inventory.Instant) string { return at.Time().Format("2006-01-02T15:04Z") }

// EntryOf returns the entry of an audit row of an event with its hash in the chain. place
// is where it puts its subject, nil if it puts nobody on the waitlist.
func (k EventKey) EntryOf(event string, row *inventory.AuditRow, chain audit.Hash, salt Salt, place *Place) Entry {
	e := Entry{
		Version: EntryVersion, Event: event, Seq: row.Seq, Minute: minuteOf(row.At),
		Actor: actorOf(row.Actor), From: row.From, To: row.To, Reason: row.Reason, Rule: row.Rule, Units: row.Units, Previous: row.PrevSeq,
	}
	e.Kind, e.Subject = k.name(row.Subject)
	if row.Related != "" {
		e.RelatedKind, e.Related = k.name(row.Related)
	}
	if place != nil {
		e.Tier, e.Class, e.Rank, e.Seats = place.Tier, place.Class, minuteOf(inventory.Instant(place.Rank)), place.Seats
	}
	hash := sha256.Sum256(append(salt[:], chain[:]...))
	e.Row = hex.EncodeToString(hash[:])
	return e
}

// Text returns the leaf of the tree.
func (e *Entry) Text() ([]byte, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("tlog: entry %d: %w", e.Seq, err)
	}
	return text, nil
}

// RowIn returns the Row of the text of an entry; "": it is none.
func RowIn(text []byte) string {
	var e Entry
	if json.Unmarshal(text, &e) != nil {
		return ""
	}
	return e.Row
}

// Pseudonym returns the name of something in the log: always the same within an event,
// another one in every other.
func (k EventKey) Pseudonym(thing string) string {
	return hex.EncodeToString(k.mac("name " + thing)[:16])
}

func (k EventKey) mac(text string) []byte {
	m := hmac.New(sha256.New, k)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// kinds are what the prefixes of IDs stand for. Things that are public go by their ID.
var kinds = map[string]struct {
	name   string
	public bool
}{
	id.Event: {"event", true}, id.Pool: {"pool", true}, id.Tier: {"tier", true}, id.Seat: {"seat", true}, id.Statement: {"statement", true},
	id.Person: {"person", false}, id.Order: {"hold", false}, id.Block: {"block", false}, id.Entry: {"entry", false}, id.Offer: {"offer", false},
	id.Code: {"code", false}, id.Transfer: {"transfer", false}, id.Exchange: {"exchange", false}, id.Payment: {"payment", false},
	id.Invitation: {"invitation", false}, id.Checkout: {"checkout", false}, id.Refund: {"refund", false},
}

// name returns the kind of a thing and how the log calls it.
func (k EventKey) name(thing string) (kind, name string) {
	prefix, _, ok := strings.Cut(thing, "_")
	of, known := kinds[prefix+"_"]
	switch {
	case !ok || !known:
		return "other", k.Pseudonym(thing)
	case of.public:
		return of.name, thing
	}
	return of.name, k.Pseudonym(thing)
}

// actorOf says who acted without saying who it was.
func actorOf(actor string) string {
	switch {
	case actor == "system", actor == "public":
		return actor
	case strings.HasPrefix(actor, id.Person):
		return "person"
	}
	return "staff"
}
