package guests

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// GuestsByID returns people of an event as Guests does, the latest first.
func (s People) GuestsByID(ctx context.Context, event string, ids []string) ([]GuestView, error) {
	var list []GuestView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		found, err := table.ByID(ctx, s.db.Reader(tx), events.PersonKind, event, ids)
		if err != nil {
			return err
		}
		persons := make([]inventory.Person, 0, len(found))
		for _, p := range found {
			persons = append(persons, *p)
		}
		slices.SortFunc(persons, func(a, b inventory.Person) int { return strings.Compare(b.ID, a.ID) })
		list, err = GuestViews(ctx, s.db.Reader(tx), event, persons)
		return err
	})
	return list, err
}

// GuestsWho selects people of an event by what they have.
type GuestsWho int

// People who have something of a kind, perhaps beside something that counts more.
const (
	GuestsConfirmed GuestsWho = iota // a confirmed registration or order
	GuestsHolding                    // tickets from others
	GuestsOffered                    // an open offer
	GuestsPending                    // units that are held
	GuestsWaiting                    // a live place on the waitlist, or an application for one
	GuestsApplied                    // an application that has no answer
	GuestsEnded                      // something that is over
)

// GuestConditions are, of each kind, statements that yield people along an index that is in
// their order, or that few rows are in: people who have what is asked for, without reading
// the others.
var GuestConditions = [...][]string{
	GuestsConfirmed: {
		"select person_id from holds where event_id = $1 and kind = 'registration' and state <> 'released' and state = 'confirmed'",
		"select distinct person_id from holds where event_id = $1 and kind = 'order' and state <> 'released' and state = 'confirmed'",
	},
	GuestsHolding: {"select distinct holder_id from ticket_versions where event_id = $1 and holder_id <> ''"},
	GuestsOffered: {"select person_id from offers where event_id = $1 and state = 'open'"},
	GuestsPending: {"select distinct person_id from holds where event_id = $1 and state = 'held' and expires_at > 0"},
	GuestsWaiting: {"select person_id from waitlist_entries where event_id = $1 and " + LiveEntries},
	GuestsApplied: {"select person_id from waitlist_entries where event_id = $1 and " + LiveEntries + " and state = 'applied'"},
	GuestsEnded: {
		"select distinct person_id from holds where event_id = $1 and state = 'released' and person_id <> ''",
		"select distinct person_id from waitlist_entries where event_id = $1 and " + events.EndedEntries,
		"select distinct to_person from transfers where event_id = $1 and state = 'accepted'",
	},
}

// GuestsWho returns the ids of people of a kind, the latest first: those below before
// ("" for all), limit of them.
func (s People) GuestsWho(ctx context.Context, event string, who GuestsWho, before string, limit int) ([]string, error) {
	var ids []string
	for i := range GuestConditions[who] {
		query, args := GuestsWhoSQL(who, i, event, before, limit)
		list, err := table.All(ctx, s.db.Read, table.ScanText, query, args...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		ids = append(ids, list...)
	}
	slices.SortFunc(ids, func(a, b string) int { return strings.Compare(b, a) })
	ids = slices.Compact(ids)
	return ids[:min(len(ids), limit)], nil
}

// GuestsWhoSQL returns one of the statements that select people by what they have, and its
// arguments: below an id ("": all), the latest limit of them.
func GuestsWhoSQL(who GuestsWho, i int, event, before string, limit int) (query string, args []any) {
	query, args = GuestConditions[who][i], []any{event}
	column := query[strings.LastIndexByte(query[:strings.Index(query, " from ")], ' ')+1 : strings.Index(query, " from ")]
	if before != "" {
		query, args = query+" and "+column+" < $2", append(args, before)
	}
	return query + " order by " + column + " desc limit " + strconv.Itoa(limit), args
}

// maxNamed bounds the orders that a part of an id names.
const maxNamed = 50

// OrdersNamed returns the ids of the orders of an event that folded words name, when
// they do: by an order's id or its beginning, by a seat's, or by the reference of a
// payment, which may have spaces.
func (s People) OrdersNamed(ctx context.Context, event string, words []string) (ids []string, named bool, err error) {
	for _, w := range words {
		switch {
		case strings.HasPrefix(w, id.Order):
			// "z" is the highest character of ids.
			upTo := w + strings.Repeat("z", max(0, len(id.Order)+len(event)+events.MaxTail-len(w)))
			ids, err = table.All(ctx, s.db.Read, table.ScanText, "select id from holds where event_id = $1 and id >= $2 and id <= $3 and kind <> 'block' order by id desc limit $4",
				event, w, upTo, maxNamed)
			return ids, true, s.db.Classify(err)
		case strings.HasPrefix(w, id.Seat):
			ids, err = seatHolds(ctx, s.db.Read, event, w, maxNamed)
			return ids, true, s.db.Classify(err)
		}
	}
	tail := strings.Join(words, "")
	if order := id.Order + strings.TrimPrefix(event, id.Event) + tail; len(tail) == events.MaxTail {
		ids, err = table.All(ctx, s.db.Read, table.ScanText, "select id from holds"+table.WithID, event, order)
	}
	return ids, len(ids) > 0, s.db.Classify(err)
}

// OwnersOf returns whose orders are, by order.
func (s People) OwnersOf(ctx context.Context, event string, orders []string) (map[string]string, error) {
	person := map[string]string{}
	err := ownersOf(ctx, s.db.Reader(s.db.Read), OwnerByHold, event, orders, person)
	return person, s.db.Classify(err)
}

// OrdersOfPeople returns the ids of all orders of people of an event, of one state or,
// with "", of any.
func (s People) OrdersOfPeople(ctx context.Context, event string, persons []string, state string) ([]string, error) {
	type row struct{ id, state string }
	var ids []string
	for part := range slices.Chunk(persons, table.MaxInList) {
		in, args := table.InList(2, part)
		for _, which := range [...]string{"kind = 'order' and state <> 'released'", "state = 'released' and kind = 'order'"} {
			rows, err := table.All(ctx, s.db.Read, func(r engine.Row, v *row) error { return r.Scan(&v.id, &v.state) },
				"select id, state from holds where event_id = $1 and person_id in ("+in+") and "+which, append([]any{event}, args...)...)
			if err != nil {
				return nil, s.db.Classify(err)
			}
			for _, r := range rows {
				if state == "" || r.state == state {
					ids = append(ids, r.id)
				}
			}
		}
	}
	return ids, nil
}

// OrdersByID returns orders of an event with whose they are, by id; those that do not
// exist are missing.
func (s People) OrdersByID(ctx context.Context, event string, ids []string) (map[string]*events.RegistrationView, error) {
	views := map[string]*events.RegistrationView{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		found, err := table.ByID(ctx, s.db.Reader(tx), events.HoldKind, event, ids)
		if err != nil {
			return err
		}
		var owners []string
		list := make([]*inventory.Hold, 0, len(found))
		for _, h := range found {
			if h.Kind == inventory.KindOrder {
				list, owners = append(list, h), append(owners, h.PersonID)
			}
		}
		persons, err := table.ByID(ctx, s.db.Reader(tx), events.PersonKind, event, owners)
		if err != nil {
			return err
		}
		for _, h := range list {
			if p := persons[h.PersonID]; p != nil {
				views[h.ID] = &events.RegistrationView{Person: *p, Hold: h}
			}
		}
		return events.AttachOrders(ctx, s.db.Reader(tx), event, list...)
	})
	return views, err
}

// TicketsOfPeople returns the good tickets of the orders of people of an event, and
// those that they have from others.
func (s People) TicketsOfPeople(ctx context.Context, event string, persons []string) ([]events.TicketView, error) {
	var list []events.TicketView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list = nil
		for part := range slices.Chunk(persons, table.MaxInList) {
			at := make(map[string]*GuestView, len(part))
			for _, p := range part {
				at[p] = &GuestView{}
			}
			if err := attachHolds(ctx, s.db.Reader(tx), event, part, at); err != nil {
				return err
			}
			got, err := events.ReceivedTickets(ctx, s.db.Reader(tx), event, part)
			if err != nil {
				return err
			}
			for _, p := range part {
				for i := range at[p].Holds {
					tickets, err := events.ReadTicketViews(ctx, tx, event, &at[p].Holds[i])
					if err != nil {
						return err
					}
					list = append(list, tickets...)
				}
			}
			for _, r := range got {
				order, unit, _ := id.UnitOf(r.TicketID)
				v, err := events.ReadTicketView(ctx, tx, event, order, unit, r.TicketID)
				if err != nil {
					return err
				}
				list = append(list, *v)
			}
		}
		return nil
	})
	return list, err
}
