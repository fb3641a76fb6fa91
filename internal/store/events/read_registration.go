package events

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RegistrationView is a person's standing at an event: the live hold or entry,
// or else the latest that ended. Hold and Entry are nil when there is none.
type RegistrationView struct {
	Person inventory.Person
	Hold   *inventory.Hold // of an entry, what it was offered and has not ended, or has accepted
	Entry  *inventory.Entry
	Offer  *inventory.Offer // the open offer
	// Place is where an entry that waits stands, 1 for the head, of InLine who wait
	// for its tier. 0: it was not read; Store.Place does.
	Place, InLine int64
}

// Registration returns the standing of a person by user_id, or ErrNotFound.
func (s Registrations) Registration(ctx context.Context, event, userID string) (*RegistrationView, error) {
	var v RegistrationView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		v.Person, err = table.One(ctx, tx, PersonTable.Scan,
			"select "+PersonTable.Columns+" from people where event_id = $1 and user_id = $2", event, userID)
		if err != nil {
			return err
		}
		if v.Hold, err = get(ctx, tx, HoldKind, event, v.Person.HoldID); err != nil {
			return err
		}
		if v.Entry, err = get(ctx, tx, EntryKind, event, v.Person.EntryID); err != nil {
			return err
		}
		if v.Hold == nil && v.Entry == nil {
			if v.Hold, v.Entry, err = latestEnded(ctx, tx, event, v.Person.ID); err != nil {
				return err
			}
		}
		if v.Offer, err = openOffer(ctx, tx, event, v.Entry); err != nil {
			return err
		}
		return AttachOrders(ctx, s.db.Reader(tx), event, v.Hold)
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// get returns a row by id, nil for the id "". That a row names another one
// which does not exist is an error, and not ErrNotFound.
func get[T any](ctx context.Context, q table.Querier, k table.Kind[T], event, rowID string) (*T, error) {
	if rowID == "" {
		return nil, nil
	}
	v, err := find(ctx, q, k, event, rowID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, fmt.Errorf("store: %s is missing from %s", rowID, k.Name)
	}
	return v, err
}

// find returns a row by id, or ErrNotFound.
func find[T any](ctx context.Context, q table.Querier, k table.Kind[T], event, rowID string) (*T, error) {
	v, err := table.One(ctx, q, k.Scan, k.From()+table.WithID, event, rowID)
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// openOffer returns the open offer of an entry, nil when there is none.
func openOffer(ctx context.Context, q table.Querier, event string, e *inventory.Entry) (*inventory.Offer, error) {
	if e == nil || e.State != inventory.EntryOffered {
		return nil, nil
	}
	return get(ctx, q, OfferKind, event, e.OfferID)
}

// latestEnded returns what a person had last: a hold or an entry, and both when
// the one was taken for the other.
func latestEnded(ctx context.Context, q table.Querier, event, person string) (*inventory.Hold, *inventory.Entry, error) {
	hs, err := table.All(ctx, q, HoldTable.Scan, "select "+HoldTable.Columns+` from holds
		where event_id = $1 and person_id = $2 and state = 'released' order by last_seq desc limit 1`, event, person)
	if err != nil {
		return nil, nil, err
	}
	es, err := table.All(ctx, q, EntryTable.Scan, "select "+EntryTable.Columns+` from waitlist_entries
		where event_id = $1 and person_id = $2 and `+EndedEntries+` and `+LetsIn("waitlist_entries")+`
		order by last_seq desc limit 1`, event, person)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case len(hs) == 0 && len(es) == 0:
		return nil, nil, nil
	case len(es) == 0:
		return &hs[0], nil, nil
	case len(hs) == 0:
		return nil, &es[0], nil
	case hs[0].EntryID == es[0].ID:
		return &hs[0], &es[0], nil
	case hs[0].LastSeq > es[0].LastSeq:
		return &hs[0], nil, nil
	}
	return nil, &es[0], nil
}

// RegistrationsPage returns a page of confirmed (or, with ended, released)
// registrations by hold id, ids greater than after. Entry and Offer are not filled.
func (s Registrations) RegistrationsPage(ctx context.Context, event, after string, ended bool, limit int) ([]RegistrationView, error) {
	state := "'confirmed'"
	if ended {
		state = "'released'" // spelled out, so that the partial index on it is used
	}
	list, err := table.All(ctx, s.db.Read, scanHeld,
		registrationsSQL(state), event, after, limit)
	return list, s.db.Classify(err)
}

func registrationsSQL(state string) string {
	return "select " + PersonTable.As("p") + ", " + HoldTable.As("h") + " from (select " + HoldTable.Columns + ` from holds
		where event_id = $1 and id > $2 and kind = 'registration' and state = ` + state + ` order by id limit $3) h
		cross join people p where p.event_id = $1 and p.id = h.person_id
		order by h.id`
}

func scanHeld(r engine.Row, v *RegistrationView) error {
	v.Hold = &inventory.Hold{}
	c := table.Scanning()
	PersonTable.Into(c, &v.Person)
	HoldTable.Into(c, v.Hold)
	return c.From(r)
}

// Entry returns an entry with its person and open offer, or ErrNotFound. While
// an offer is open, Hold is what it holds.
func (s Registrations) Entry(ctx context.Context, entry string) (*RegistrationView, error) {
	if v, err := s.waitingEntry(ctx, entry); v != nil || err != nil {
		return v, err
	}
	return standingIn(ctx, s.db, entry, id.Entry, func(tx *sql.Tx, event string, v *RegistrationView) (person string, err error) {
		if v.Entry, err = find(ctx, tx, EntryKind, event, entry); err != nil {
			return "", err
		}
		if v.Offer, err = openOffer(ctx, tx, event, v.Entry); err != nil {
			return "", err
		}
		o := v.Offer
		if o == nil && v.Entry.State == inventory.EntryAccepted {
			if o, err = get(ctx, tx, OfferKind, event, v.Entry.OfferID); err != nil {
				return "", err
			}
		}
		switch {
		case o != nil:
			v.Hold, err = get(ctx, tx, HoldKind, event, o.OrderID)
		case v.Entry.State == inventory.EntryAccepted:
			v.Hold, err = givenAtOnce(ctx, tx, event, v.Entry)
		}
		return v.Entry.PersonID, err
	})
}

// givenAtOnce returns the live order that an entry without an offer was given, of seats or goods
// that cost nothing; nil: there is none.
func givenAtOnce(ctx context.Context, q table.Querier, event string, e *inventory.Entry) (*inventory.Hold, error) {
	list, err := table.All(ctx, q, HoldTable.Scan, "select "+HoldTable.Columns+` from holds
		where event_id = $1 and person_id = $2 and kind = 'order' and state <> 'released' and entry_id = $3`, event, e.PersonID, e.ID)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// waitingEntry returns an entry that waits, with its person and its place, in one
// round trip: nothing else belongs to it, and while a rush keeps all processors
// busy each round trip waits for its turn. nil: it does not wait, or there is
// none. Asking for state = 'waiting' would lead PostgreSQL along the whole line,
// as long as it has no statistics.
func (s Registrations) waitingEntry(ctx context.Context, entry string) (*RegistrationView, error) {
	event, ok := id.EventOf(entry, id.Entry)
	if !ok {
		return nil, database.ErrNotFound
	}
	var others int64
	found, err := table.All(ctx, s.db.Read, func(r engine.Row, v *RegistrationView) error {
		v.Entry = &inventory.Entry{}
		c := table.Scanning()
		PersonTable.Into(c, &v.Person)
		EntryTable.Into(c, v.Entry)
		c.Add(&v.Place, &v.InLine, &others)
		return c.From(r)
	}, WaitingEntrySQL, event, entry)
	if err != nil || len(found) == 0 || found[0].Entry.State != inventory.EntryWaiting {
		return nil, s.db.Classify(err)
	}
	v := &found[0]
	if others > 0 { // in another class, whose ranks tell who is before whom
		v.Place, v.InLine = 0, 0
	} else {
		v.Place++
	}
	return v, nil
}

// WaitingEntrySQL reads an entry with its person, and how many wait ahead of it and in
// all. Each table is asked for the event by the parameter, for Citus.
var WaitingEntrySQL = "select " + PersonTable.As("p") + ", " + EntryTable.As("e") + ", " +
	countAhead("$1", "e.tier_id", "e.class", "e.join_no") + `,
	(select cast(coalesce(sum(waiting), 0) as bigint) from lanes where event_id = $1 and tier_id = e.tier_id and class = e.class),
	(select cast(coalesce(sum(waiting), 0) as bigint) from lanes where event_id = $1 and tier_id = e.tier_id and class <> e.class)
	from (select ` + EntryTable.Columns + ` from waitlist_entries where event_id = $1 and id = $2 limit 1) e
	cross join people p where p.event_id = $1 and p.id = e.person_id`

// OfferByID returns an offer with its entry, person and hold, or ErrNotFound.
func (s Registrations) OfferByID(ctx context.Context, offer string) (*RegistrationView, error) {
	return standingIn(ctx, s.db, offer, id.Offer, func(tx *sql.Tx, event string, v *RegistrationView) (person string, err error) {
		if v.Offer, err = find(ctx, tx, OfferKind, event, offer); err != nil {
			return "", err
		}
		if v.Entry, err = get(ctx, tx, EntryKind, event, v.Offer.EntryID); err != nil {
			return "", err
		}
		v.Hold, err = get(ctx, tx, HoldKind, event, v.Offer.OrderID)
		return v.Offer.PersonID, err
	})
}

// Hold returns a hold with its person, or ErrNotFound. A block has no person.
func (s Registrations) Hold(ctx context.Context, hold string) (*RegistrationView, error) {
	prefix := id.Order
	if strings.HasPrefix(hold, id.Block) {
		prefix = id.Block
	}
	return standingIn(ctx, s.db, hold, prefix, func(tx *sql.Tx, event string, v *RegistrationView) (person string, err error) {
		if v.Hold, err = find(ctx, tx, HoldKind, event, hold); err != nil {
			return "", err
		}
		return v.Hold.PersonID, nil
	})
}

// standingIn reads, in one snapshot, a thing by its id and then the person that
// fill names.
func standingIn(ctx context.Context, db *database.DB, thing, prefix string, fill func(tx *sql.Tx, event string, v *RegistrationView) (person string, err error)) (*RegistrationView, error) {
	event, ok := id.EventOf(thing, prefix)
	if !ok {
		return nil, database.ErrNotFound
	}
	var v RegistrationView
	err := db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		v = RegistrationView{} // a lost race runs this again
		person, err := fill(tx, event, &v)
		if err != nil {
			return err
		}
		p, err := get(ctx, tx, PersonKind, event, person)
		if err != nil {
			return err
		}
		if p != nil {
			v.Person = *p
		}
		return AttachOrders(ctx, db.Reader(tx), event, v.Hold)
	})
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// A release is a block that ends by itself.
const releaseWhere = "event_id = $1 and kind = 'block' and expires_at > 0 and (state = 'held' or reason = 'units_released')"

// ReleasesText reads the releases of an event that count.
var ReleasesText = "select " + HoldTable.Columns + " from holds where " + releaseWhere

// Releases returns the releases of an event that are planned or have happened, by their
// time, at most limit.
func (s Registrations) Releases(ctx context.Context, event string, limit int) ([]inventory.Hold, error) {
	list, err := table.All(ctx, s.db.Read, HoldTable.Scan, ReleasesText+" order by expires_at, id limit $2", event, limit)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	holds := make([]*inventory.Hold, len(list))
	for i := range list {
		holds[i] = &list[i]
	}
	return list, s.db.Classify(AttachOrders(ctx, s.db.Reader(s.db.Read), event, holds...))
}

// Blocks returns a page of the live blocks of an event by id, without its releases: those
// with ids above after, limit of them.
func (s Registrations) Blocks(ctx context.Context, event, after string, limit int) ([]inventory.Hold, error) {
	list, err := table.All(ctx, s.db.Read, HoldTable.Scan, "select "+HoldTable.Columns+` from holds
		where event_id = $1 and kind = 'block' and state <> 'released' and expires_at = 0 and id > $2 order by id limit $3`, event, after, limit)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	holds := make([]*inventory.Hold, len(list))
	for i := range list {
		holds[i] = &list[i]
	}
	return list, s.db.Classify(AttachOrders(ctx, s.db.Reader(s.db.Read), event, holds...))
}

// Registrations is the places of people at events: holds, entries and offers.
type Registrations struct{ db *database.DB }

// NewRegistrations returns Registrations on a database.
func NewRegistrations(db *database.DB) Registrations { return Registrations{db} }

// PersonByID returns the standing of a person, as Registration does by user_id.
func (s Registrations) PersonByID(ctx context.Context, event, person string) (*RegistrationView, error) {
	user, err := table.One(ctx, s.db.Read, table.ScanText, "select user_id from people"+table.WithID, event, person)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return s.Registration(ctx, event, user)
}

const EndedEntries = "state <> 'waiting' and state <> 'offered' and state <> 'applied'"
