package erasures

import (
	"context"
	"crypto/rand"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Names and scans are sealed after they were written (decision 0077): a hash of them
// goes into the chain of the organization.

// sealEvents is how many events a call looks at.
const sealEvents = 50

type nameSeals struct {
	EventID string
	Seq     int64
	Seals   []byte
}

var (
	// NameSealTable describes the table name_seals; a row is one nameSeals.
	NameSealTable = table.New("name_seals", new(nameSeals), func(c *table.Columns, v *nameSeals) {
		c.Key("event_id", &v.EventID)
		c.NumberKey("seq", &v.Seq)
		c.Blob("seals", &v.Seals)
	})
)

// SealNames seals the names in the ledgers of an organization's events, of each event as
// many audit rows as a page has, and returns whether there is more.
func (s Erasures) SealNames(ctx context.Context, org string) (more bool, err error) {
	events, err := table.All(ctx, s.db.Read, table.ScanText, `select e.id from events e where e.org_id = $1 and e.archived_at = 0 and e.seq > coalesce((`+SealedText+`), 0)
		order by e.id limit $2`, org, sealEvents)
	if err != nil {
		return false, s.db.Classify(err)
	}
	more = len(events) == sealEvents
	for _, event := range events {
		full := false
		err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
			full, err = s.sealNames(ctx, tx, org, event)
			return err
		})
		if err != nil {
			return false, err
		}
		more = more || full
	}
	return more, nil
}

// SealedText selects up to which audit row the names of an event e are sealed.
const SealedText = `select a.event_seq from organization_audit a
	where a.org_id = e.org_id and a.subject = e.id and a.action = 'names_sealed' order by a.seq desc limit 1`

// sealNames seals a page of an event. What it reads of a name can be newer than the page;
// then a later page has the row that says so, and seals it again.
func (s Erasures) sealNames(ctx context.Context, tx *sql.Tx, org, event string) (full bool, err error) {
	// Of two who do so at once, the second has to see what the first sealed.
	if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), org); err != nil {
		return false, err
	}
	after, err := table.One(ctx, tx, table.ScanInt, "select coalesce(("+SealedText+"), 0) from events e where e.id = $1", event)
	if err != nil {
		return false, err
	}
	type row struct {
		seq                   int64
		subject, from, reason string
	}
	rows, err := table.All(ctx, tx, func(r engine.Row, v *row) error { return r.Scan(&v.seq, &v.subject, &v.from, &v.reason) },
		"select seq, subject, state_from, reason from audit where event_id = $1 and seq > $2 order by seq limit $3", event, after, guests.LedgerPage)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	full = len(rows) == guests.LedgerPage
	var erased []string
	n := namedIn{}
	for _, r := range rows {
		switch {
		case strings.HasPrefix(r.subject, id.Person) && r.reason == string(inventory.ReasonPersonErased):
			erased = append(erased, r.subject)
		case strings.HasPrefix(r.subject, id.Person):
			n.people = append(n.people, r.subject)
		case r.from != "":
		case strings.HasPrefix(r.subject, id.Order):
			n.holds = append(n.holds, r.subject)
		case strings.HasPrefix(r.subject, id.Entry):
			n.entries = append(n.entries, r.subject)
		case strings.HasPrefix(r.subject, id.Transfer):
			n.transfers = append(n.transfers, r.subject)
		case strings.HasPrefix(r.subject, id.Invitation):
			n.people = append(n.people, id.Person+strings.TrimPrefix(r.subject, id.Invitation))
		}
	}
	if err := blankSeals(ctx, tx, event, erased); err != nil {
		return false, err
	}
	seals, err := n.seals(ctx, s.db.Reader(tx), event)
	if err != nil {
		return false, err
	}
	last := rows[len(rows)-1].seq
	if len(seals) > 0 {
		if _, err := NameSealTable.InsertUnless(ctx, tx, &nameSeals{event, last, audit.EncodeNames(seals)}, ""); err != nil {
			return false, err
		}
	}
	return full, organizations.Record(ctx, s.db, tx, org, "", audit.Deed{Subject: event, Action: audit.NamesSealed, EventSeq: last, Commitment: audit.NamesCommitment(seals)})
}

// namedIn are subjects of audit rows that say how somebody is called.
type namedIn struct{ people, holds, entries, transfers []string }

// The rows that have names of people.
var (
	NamesOfHolds     = &engine.LookupSpec{Table: "holds", Cols: "id, person_id, name, guests", Event: "event_id", Key: "id"}
	NamesOfEntries   = &engine.LookupSpec{Table: "waitlist_entries", Cols: "id, person_id, name, guests", Event: "event_id", Key: "id"}
	NamesOfTransfers = &engine.LookupSpec{Table: "transfers", Cols: "id, to_person, '', '[]'", Event: "event_id", Key: "id"}
	NamesOfPeople    = &engine.LookupSpec{Table: "people", Cols: "id, user_id, email, name", Event: "event_id", Key: "id", Where: "erased_at = 0"}
)

// seals reads the names, those of people who came with an order, an entry or a ticket
// too, and seals them.
func (n *namedIn) seals(ctx context.Context, q table.Reader, event string) (seals []audit.NameSeal, err error) {
	type text struct{ subject, person, name, guests string }
	add := func(subject, person string, texts ...string) error {
		seal := audit.NameSeal{Subject: subject, Person: person}
		if _, err := rand.Read(seal.Salt[:]); err != nil {
			return err
		}
		seal.Hash = seal.Of(texts...)
		seals = append(seals, seal)
		return nil
	}
	for _, of := range [...]struct {
		spec *engine.LookupSpec
		ids  []string
	}{{NamesOfHolds, n.holds}, {NamesOfEntries, n.entries}, {NamesOfTransfers, n.transfers}} {
		rows, err := table.LookUp(ctx, q, of.spec, func(r engine.Row, t *text) error { return r.Scan(&t.subject, &t.person, &t.name, &t.guests) }, event, of.ids)
		if err != nil {
			return nil, err
		}
		for _, t := range rows {
			if t.person == "" {
				continue
			}
			n.people = append(n.people, t.person)
			if t.name == "" && t.guests == inventory.NoGuests {
				continue // most orders name nobody beside their person
			}
			if err := add(t.subject, t.person, t.name, t.guests); err != nil {
				return nil, err
			}
		}
	}
	type person struct{ id, user, email, name string }
	rows, err := table.LookUp(ctx, q, NamesOfPeople, func(r engine.Row, p *person) error { return r.Scan(&p.id, &p.user, &p.email, &p.name) }, event, n.people)
	if err != nil {
		return nil, err
	}
	for _, p := range rows {
		if err := add(p.id, p.id, p.user, p.email, p.name); err != nil {
			return nil, err
		}
	}
	return seals, nil
}

// ForgetSalts takes the salts of a person of an event who is erased: without them nobody
// can try which name a seal is of, nor of which audit row an entry of the public log is. What
// seals and what grows the log do it too, when they come to the row of the erasure.
func (s Erasures) ForgetSalts(ctx context.Context, event, person string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		erased, err := table.All(ctx, tx, table.ScanText, "select id from people where event_id = $1 and id = $2 and erased_at > 0", event, person)
		if err != nil {
			return err
		}
		if err := s.forgetLogSalts(ctx, tx, event, erased); err != nil {
			return err
		}
		return blankSeals(ctx, tx, event, erased)
	})
}

// blankSeals takes the salts of people out of an event's seals. It reads the seals that
// have them, and none of others: an event has as many as it has had people.
func blankSeals(ctx context.Context, tx *sql.Tx, event string, people []string) error {
	pages := map[int64]bool{}
	for _, person := range people {
		rows, err := namingRows(ctx, tx, event, person)
		if err != nil {
			return err
		}
		for _, seq := range rows {
			// The seals of a row are the first whose last row is not before it.
			page, err := table.All(ctx, tx, table.ScanInt, nameSealsPageSQL, event, seq)
			if err != nil {
				return err
			}
			for _, last := range page { // none: they are not made yet
				pages[last] = true
			}
		}
	}
	for _, last := range slices.Sorted(maps.Keys(pages)) {
		if err := blankPage(ctx, tx, event, last, people); err != nil {
			return err
		}
	}
	return nil
}

const nameSealsPageSQL = "select seq from name_seals where event_id = $1 and seq >= $2 order by seq limit 1"

// blankPage takes the salts of people out of the seals up to an audit row.
func blankPage(ctx context.Context, tx *sql.Tx, event string, last int64, people []string) error {
	row, err := table.One(ctx, tx, NameSealTable.Scan, NameSealTable.From()+" where event_id = $1 and seq = $2", event, last)
	if err != nil {
		return err
	}
	seals, err := audit.DecodeNames(row.Seals)
	if err != nil {
		return err
	}
	for i := range seals {
		if slices.Contains(people, seals[i].Person) {
			seals[i].Salt = [len(seals[i].Salt)]byte{}
		}
	}
	return table.ExecOne(ctx, tx, "update name_seals set seals = $1 where event_id = $2 and seq = $3", audit.EncodeNames(seals), event, last)
}

// namingRows returns the seqs of the audit rows with which a person's names were sealed,
// or will be: those about the person, and those that began what is the person's. That they
// are all of them is what verify looks at, which reads all seals.
func namingRows(ctx context.Context, q table.Querier, event, person string) ([]int64, error) {
	newest := map[int64]string{}
	for _, query := range logs.PersonThingsSQL {
		list, err := table.All(ctx, q, storeevents.ScanHead, query, event, person)
		if err != nil {
			return nil, err
		}
		for _, h := range list {
			newest[h.Seq] = h.ID
		}
	}
	first, err := storeevents.FirstRows(ctx, q, event, newest)
	if err != nil {
		return nil, err
	}
	own, err := table.All(ctx, q, table.ScanInt, logs.PersonRowsSQL, event, person)
	return slices.AppendSeq(own, maps.Values(first)), err
}

// sealAfter is how long after the end of a slot its scans are sealed. A transaction that
// was under way at the end is over by then.
const sealAfter = audit.ScanSlot

// SealScans seals the scans of an organization's events, one slot after the other, and
// returns whether there is more.
func (s Erasures) SealScans(ctx context.Context, org string, now inventory.Instant) (more bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := table.One(ctx, tx, table.ScanText, "select id from organizations where id = $1"+s.db.Eng.LockEvent(), org); err != nil {
			return err
		}
		slots, err := table.All(ctx, tx, checkins.ScanSlotTable.Scan, `select s.event_id, s.slot from scan_slots s join events e on e.id = s.event_id
			where e.org_id = $1 and s.slot < $2 order by s.event_id, s.slot limit $3`, org, audit.SlotOf(now-sealAfter), sealEvents)
		if err != nil || len(slots) == 0 {
			return err
		}
		more = len(slots) == sealEvents
		var deeds []audit.Deed
		for _, slot := range slots {
			sealed, err := table.One(ctx, tx, table.ScanInt, `select count(*) from organization_audit
				where org_id = $1 and subject = $2 and action = 'scans_sealed' and event_seq = $3`, org, slot.EventID, slot.Slot)
			if err != nil {
				return err
			}
			if sealed == 0 { // what came in after that is not what the chain says, and verify tells
				seals, err := scansOf(ctx, tx, &slot)
				if err != nil {
					return err
				}
				deeds = append(deeds, audit.Deed{Subject: slot.EventID, Action: audit.ScansSealed, EventSeq: slot.Slot, Commitment: audit.ScansCommitment(seals)})
			}
			if err := table.ExecOne(ctx, tx, "delete from scan_slots where event_id = $1 and slot = $2", slot.EventID, slot.Slot); err != nil {
				return err
			}
		}
		if len(deeds) == 0 {
			return nil
		}
		return organizations.Record(ctx, s.db, tx, org, "", deeds...)
	})
	return more, err
}

// scansOf seals the scans of a slot. It reads all scans of the event: an index by time
// would be one more to write at the door.
func scansOf(ctx context.Context, q table.Querier, slot *checkins.ScanSlot) (seals [][16]byte, err error) {
	from := inventory.Instant(slot.Slot) * audit.ScanSlot
	after := checkins.ScanRow{}
	for {
		rows, err := table.All(ctx, q, checkins.ScanTable.Scan, checkins.ScanTable.From()+` where event_id = $1 and (device_id, scan_id) > (cast($2 as text), cast($3 as text))
			and received_at >= $4 and received_at < $5 order by device_id, scan_id limit $6`,
			slot.EventID, after.Device, after.ID, int64(from), int64(from+audit.ScanSlot), database.PageRows)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			seals = append(seals, rows[i].Seal())
		}
		if len(rows) < database.PageRows {
			return seals, nil
		}
		after = rows[len(rows)-1]
	}
}
