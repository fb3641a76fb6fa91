package guests

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// PersonEmail returns the e-mail address of a person, or ErrNotFound.
func (s People) PersonEmail(ctx context.Context, event, person string) (string, error) {
	email, err := table.One(ctx, s.db.Read, table.ScanText, "select email from people"+table.WithID, event, person)
	return email, s.db.Classify(err)
}

// Mine is a person of an event who has a certain address.
type Mine struct {
	EventID, PersonID string
	StartsAt, EndsAt  inventory.Instant // of the event
}

// MaxBook bounds how many people one address leads to: those of the latest events.
const MaxBook = 500

// Attended returns those of some people who have a registration or an order that stands.
func (s People) Attended(ctx context.Context, of []Mine) ([]Mine, error) {
	var found []Mine
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		found = nil
		for _, m := range of {
			// As the two indexes of what is live want it.
			held, err := table.One(ctx, tx, table.ScanInt, `select count(*) from (
				select id from holds where event_id = $1 and person_id = $2 and kind = 'registration' and state <> 'released' and state = 'confirmed'
				union all select id from holds where event_id = $1 and person_id = $2 and kind = 'order' and state <> 'released' and state = 'confirmed') h`, m.EventID, m.PersonID)
			if err != nil {
				return err
			}
			if held > 0 {
				found = append(found, m)
			}
		}
		return nil
	})
	return found, s.db.Classify(err)
}

// bookRow says that a person of an event has an address.
type bookRow struct{ Address, EventID, PersonID string }

var (
	// BookTable describes the table address_book; a row is one bookRow.
	BookTable = table.New("address_book", new(bookRow), func(c *table.Columns, v *bookRow) {
		c.Key("address", &v.Address)
		c.Key("event_id", &v.EventID)
		c.Key("person_id", &v.PersonID)
	})
	// IndexedTable describes the table address_marks; a row is one LedgerMark.
	IndexedTable = table.New("address_marks", new(database.LedgerMark), database.MarkColumns)
)

// Book returns the people with a folded address, those of the latest events
// first. Of events that IndexAddresses has not caught up with it finds those
// whose user id is made from the address.
func (s People) Book(ctx context.Context, folded string) ([]Mine, error) {
	type found struct {
		Mine
		email string
	}
	scan := func(r engine.Row, f *found) error {
		return r.Scan(&f.EventID, &f.PersonID, (*int64)(&f.StartsAt), (*int64)(&f.EndsAt), &f.email)
	}
	var rows []found
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		rows, err = table.All(ctx, tx, scan, `select b.event_id, b.person_id, e.starts_at, e.ends_at, p.email from address_book b
			join people p on p.event_id = b.event_id and p.id = b.person_id
			join events e on e.id = b.event_id
			where b.address = $1 order by e.starts_at desc, b.event_id desc limit $2`, folded, MaxBook)
		if err != nil {
			return err
		}
		behind, err := table.All(ctx, tx, scan, `select e.id, p.id, e.starts_at, e.ends_at, p.email from events e
			left join address_marks m on m.event_id = e.id
			join people p on p.event_id = e.id and p.user_id = $1
			where e.seq > coalesce(m.seq, 0) limit $2`, "mail:"+folded, MaxBook)
		rows = append(rows, behind...)
		return err
	})
	if err != nil {
		return nil, err
	}
	list, seen := []Mine{}, map[string]bool{}
	for _, f := range rows {
		// The book may be older than a change of the address, or than an erasure.
		if address.Fold(f.email) == folded && !seen[f.PersonID] {
			seen[f.PersonID] = true
			list = append(list, f.Mine)
		}
	}
	slices.SortFunc(list, func(a, b Mine) int {
		return cmp.Or(cmp.Compare(b.StartsAt, a.StartsAt), cmp.Compare(b.EventID, a.EventID), cmp.Compare(b.PersonID, a.PersonID))
	})
	return list[:min(len(list), MaxBook)], nil
}

// BookPage is how many audit rows of an event a round of IndexAddresses looks at when
// nobody waits for anything else.
const BookPage = 500

// bookEvents is how many events a round of IndexAddresses looks at.
const bookEvents = 64

// IndexAddresses writes the addresses of people whom audit rows since the last time are
// about into the address book: a round of it, with at most limit rows of each event, and
// whether there is more. Rounds of several servers at once do the same work and no harm.
func (s People) IndexAddresses(ctx context.Context, limit int) (more bool, err error) {
	type behind struct {
		event    string
		seq, had int64
	}
	list, err := table.All(ctx, s.db.Read, func(r engine.Row, b *behind) error { return r.Scan(&b.event, &b.seq, &b.had) },
		`select e.id, e.seq, coalesce(m.seq, 0) from events e left join address_marks m on m.event_id = e.id
			where e.archived_at = 0 and e.seq > coalesce(m.seq, 0) order by e.id limit $1`, bookEvents)
	if err != nil {
		return false, s.db.Classify(err)
	}
	more = len(list) == bookEvents
	for _, b := range list {
		upto := min(b.seq, b.had+int64(limit))
		more = more || upto < b.seq
		if err := s.db.WithTx(ctx, func(tx *sql.Tx) error { return indexEvent(ctx, tx, b.event, b.had, upto) }); err != nil {
			return false, err
		}
	}
	return more, nil
}

// indexedPeople finds the people whom the audit rows of a range are about, with their
// addresses. Whoever is told something is not all of them: an order that nobody paid tells
// its buyer nothing. Those of messages are asked for as well, because a message may be for
// somebody else than its row is about. Each is looked up by key: of a join PostgreSQL might
// think that it should read the whole event.
const indexedPeople = `
	select w.person, coalesce((select p.email from people p where p.event_id = $1 and p.id = w.person), '') from (
		select m.person_id as person from messages m where m.event_id = $2 and m.seq > $3 and m.seq <= $4
		union select coalesce(
			(select h.person_id from holds h where h.event_id = a.event_id and h.id = a.subject),
			(select e.person_id from waitlist_entries e where e.event_id = a.event_id and e.id = a.subject),
			(select t.to_person from transfers t where t.event_id = a.event_id and t.id = a.subject), a.subject)
		from audit a where a.event_id = $5 and a.seq > $6 and a.seq <= $7) w`

// indexEvent indexes the people of the audit rows had < seq <= upto, and moves the mark.
func indexEvent(ctx context.Context, tx *sql.Tx, event string, had, upto int64) error {
	type found struct{ person, email string }
	people, err := table.All(ctx, tx, func(r engine.Row, f *found) error { return r.Scan(&f.person, &f.email) },
		indexedPeople, event, event, had, upto, event, had, upto)
	if err != nil {
		return err
	}
	for _, f := range people {
		if f.email == "" { // unknown, erased, or nobody: a row about a tier
			continue
		}
		if _, err := BookTable.InsertUnless(ctx, tx, &bookRow{address.Fold(f.email), event, f.person}, BookTable.Otherwise); err != nil {
			return err
		}
	}
	_, err = IndexedTable.InsertUnless(ctx, tx, &database.LedgerMark{EventID: event, Seq: upto}, IndexedTable.Replace[1]+" where address_marks.seq < excluded.seq")
	return err
}

// The conditions that select all that a person has, the live ones first: each is that of
// an index, because none covers all rows of a person.
var (
	PersonHolds   = [...]string{"kind = 'registration' and state <> 'released'", "kind = 'order' and state <> 'released'", "state = 'released'"}
	PersonEntries = [...]string{LiveEntries, events.EndedEntries}
)

// PersonHolds returns the holds of a person: registrations and orders that are live, and
// then what is over, the latest first of each, and at most limit of each. Orders come with
// their items and their money.
func (s People) PersonHolds(ctx context.Context, event, person string, limit int) (list []inventory.Hold, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list, err = ofPerson(ctx, tx, events.HoldTable, PersonHolds[:], event, person, limit)
		if err != nil {
			return err
		}
		at := make([]*inventory.Hold, len(list))
		for i := range list {
			at[i] = &list[i]
		}
		return events.AttachOrders(ctx, s.db.Reader(tx), event, at...)
	})
	return list, err
}

// PersonEntries returns the places on the waitlist of a person, the live one first, then
// those that are over, the latest first, and at most limit of each.
func (s People) PersonEntries(ctx context.Context, event, person string, limit int) (list []inventory.Entry, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list, err = ofPerson(ctx, tx, events.EntryTable, PersonEntries[:], event, person, limit)
		return err
	})
	return list, err
}

// ofPerson returns the rows of a table that a person has: those of each of the conditions,
// the latest first.
func ofPerson[T any](ctx context.Context, q table.Querier, t *table.Of[*T], conditions []string, event, person string, limit int) (list []T, err error) {
	for _, which := range conditions {
		more, err := table.All(ctx, q, t.Scan, t.From()+" where event_id = $1 and person_id = $2 and "+which+" order by last_seq desc limit $3", event, person, limit)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}
