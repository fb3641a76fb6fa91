package guests

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// GuestView is a person of an event with everything that they have there now.
type GuestView struct {
	Person inventory.Person
	Holds  []inventory.Hold  // that are live, by id: a registration or an open offer's, and orders
	Entry  *inventory.Entry  // the live place on the waitlist for tickets
	Goods  []inventory.Entry // the live places on the waitlist for goods, by id
	// Tickets are the good ones that the person holds, those of others that were
	// given to them among them; Admitted is how many of them came in, at any list.
	Tickets  []string
	Admitted int64
	// CameAt is when the first of them came in, and Gate where; 0: none did.
	CameAt inventory.Instant
	Gate   string
}

// Guests returns a page of the people of an event, the latest first: ids less
// than before, "" for the first page.
func (s People) Guests(ctx context.Context, event, before string, limit int) ([]GuestView, error) {
	below, args := "", []any{event, limit}
	if before != "" {
		below, args = "and id < $3 ", append(args, before)
	}
	var list []GuestView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		persons, err := table.All(ctx, tx, events.PersonTable.Scan, "select "+events.PersonTable.Columns+" from people where event_id = $1 "+below+"order by id desc limit $2", args...)
		if err != nil {
			return err
		}
		list, err = GuestViews(ctx, s.db.Reader(tx), event, persons)
		return err
	})
	return list, err
}

// Latest returns the ids of the latest people of an event: those below before ("" for
// all), limit of them.
func (s People) Latest(ctx context.Context, event, before string, limit int) ([]string, error) {
	w := latest("", before, limit)
	list, err := table.All(ctx, s.db.Read, table.ScanText, "select id from people where event_id = $1 and "+w.where("id"), append([]any{event}, w.Args...)...)
	return list, s.db.Classify(err)
}

// GuestByUser returns a person of an event by user_id, or ErrNotFound.
func (s People) GuestByUser(ctx context.Context, event, userID string) (*GuestView, error) {
	var out *GuestView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		p, err := table.One(ctx, tx, events.PersonTable.Scan, "select "+events.PersonTable.Columns+" from people where event_id = $1 and user_id = $2", event, userID)
		if err != nil {
			return err
		}
		list, err := GuestViews(ctx, s.db.Reader(tx), event, []inventory.Person{p})
		if err == nil {
			out = &list[0]
		}
		return err
	})
	return out, err
}

// GuestPast returns the holds and places on the waitlist of a person that are over, the
// latest first, at most limit of each.
func (s People) GuestPast(ctx context.Context, event, person string, limit int) (over []inventory.Hold, left []inventory.Entry, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		over, err = table.All(ctx, tx, events.HoldTable.Scan, "select "+events.HoldTable.Columns+" from holds where event_id = $1 and person_id = $2 and state = 'released' order by last_seq desc limit $3", event, person, limit)
		if err != nil {
			return err
		}
		orders := make([]*inventory.Hold, len(over))
		for i := range over {
			orders[i] = &over[i]
		}
		if err := events.AttachOrders(ctx, s.db.Reader(tx), event, orders...); err != nil {
			return err
		}
		left, err = table.All(ctx, tx, events.EntryTable.Scan, "select "+events.EntryTable.Columns+" from waitlist_entries where event_id = $1 and person_id = $2 and "+events.EndedEntries+" order by last_seq desc limit $3", event, person, limit)
		return err
	})
	return over, left, err
}

// GuestViews reads what people have, in as many statements as there are kinds of
// things, however many people there are.
func GuestViews(ctx context.Context, q table.Reader, event string, persons []inventory.Person) ([]GuestView, error) {
	list := make([]GuestView, len(persons))
	at := make(map[string]*GuestView, len(persons))
	for i := range persons {
		list[i].Person = persons[i]
		at[persons[i].ID] = &list[i]
	}
	for part := range slices.Chunk(persons, table.MaxInList) {
		ids := make([]string, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		if err := attachHolds(ctx, q, event, ids, at); err != nil {
			return nil, err
		}
		waiting, err := table.LookUp(ctx, q, GuestEntries, events.EntryTable.Scan, event, ids)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(waiting, func(a, b inventory.Entry) int { return strings.Compare(a.ID, b.ID) })
		for i := range waiting {
			g := at[waiting[i].PersonID]
			if waiting[i].ID == g.Person.EntryID {
				g.Entry = &waiting[i]
			} else {
				g.Goods = append(g.Goods, waiting[i])
			}
		}
		if err := guestTickets(ctx, q, event, ids, at); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// What people have now, each by an index that has no other rows.
var (
	GuestEntries = byPerson("waitlist_entries", events.EntryTable.Columns, LiveEntries)
	// Two, because each kind has an index of its own and none covers both.
	GuestHolds = [...]*engine.LookupSpec{
		byPerson("holds", events.HoldTable.Columns, liveRegistrations),
		byPerson("holds", events.HoldTable.Columns, liveOrders),
	}
)

// The conditions of the indexes that lead from people to what they have.
const (
	liveRegistrations = "kind = 'registration' and state <> 'released'"
	liveOrders        = "kind = 'order' and state <> 'released'"
	LiveEntries       = "(state = 'waiting' or state = 'offered' or state = 'applied')"
)

// byPerson finds rows by whose they are.
func byPerson(table, columns, where string) *engine.LookupSpec {
	return &engine.LookupSpec{Table: table, Cols: columns, Event: "event_id", Key: "person_id", Where: where, Many: true}
}

// attachHolds reads the live holds of people.
func attachHolds(ctx context.Context, q table.Reader, event string, ids []string, at map[string]*GuestView) error {
	for _, spec := range GuestHolds {
		live, err := table.LookUp(ctx, q, spec, events.HoldTable.Scan, event, ids)
		if err != nil {
			return err
		}
		slices.SortFunc(live, func(a, b inventory.Hold) int { return strings.Compare(a.ID, b.ID) })
		for i := range live {
			g := at[live[i].PersonID]
			g.Holds = append(g.Holds, live[i])
		}
	}
	var orders []*inventory.Hold
	for _, person := range ids {
		for i := range at[person].Holds {
			orders = append(orders, &at[person].Holds[i])
		}
	}
	return events.AttachOrders(ctx, q, event, orders...)
}

// LiveHolds returns the registrations and orders of people of an event that are live, with the items
// of orders: of each person by id.
func LiveHolds(ctx context.Context, q table.Reader, event string, persons []string) ([]inventory.Hold, error) {
	var list []inventory.Hold
	for part := range slices.Chunk(persons, table.MaxInList) {
		at := make(map[string]*GuestView, len(part))
		for _, person := range part {
			at[person] = &GuestView{}
		}
		if err := attachHolds(ctx, q, event, part, at); err != nil {
			return nil, err
		}
		for _, person := range part {
			list = append(list, at[person].Holds...)
		}
	}
	return list, nil
}

// guestTickets finds who of the people holds which tickets, and how many of those
// came in.
func guestTickets(ctx context.Context, q table.Reader, event string, ids []string, at map[string]*GuestView) error {
	holder := map[string]*GuestView{}
	extras, err := events.ExtraTiers(ctx, q, event)
	if err != nil {
		return err
	}
	var tickets []string
	for _, person := range ids {
		for i := range at[person].Holds {
			h := &at[person].Holds[i]
			for _, unit := range events.UnitsOf(h) {
				if h.Order != nil && extras[h.Order.Items[unit-1].Tier] {
					continue
				}
				ticket := id.TicketOf(h.ID, unit)
				holder[ticket] = at[person]
				tickets = append(tickets, ticket)
			}
		}
	}
	moved, err := table.LookUp(ctx, q, events.TicketsByID, events.TicketTable.Scan, event, tickets)
	if err != nil {
		return err
	}
	for _, v := range moved {
		if v.HolderID != "" && holder[v.TicketID].Person.ID != v.HolderID {
			delete(holder, v.TicketID)
		}
	}
	got, err := events.ReceivedTickets(ctx, q, event, ids)
	if err != nil {
		return err
	}
	for _, v := range got {
		holder[v.TicketID] = at[v.HolderID]
		tickets = append(tickets, v.TicketID)
	}
	held := tickets[:0]
	for _, ticket := range tickets {
		if g := holder[ticket]; g != nil && !slices.Contains(g.Tickets, ticket) {
			g.Tickets = append(g.Tickets, ticket)
			held = append(held, ticket)
		}
	}
	return countAdmitted(ctx, q, event, held, holder)
}

// countAdmitted counts which tickets came in, and finds the first of each guest. The lists
// are named, because the table's key begins with them.
func countAdmitted(ctx context.Context, q table.Reader, event string, tickets []string, holder map[string]*GuestView) error {
	if len(tickets) == 0 {
		return nil
	}
	lists, err := table.All(ctx, q, table.ScanText, "select id from checkin_lists where event_id = $1 order by id", event)
	if err != nil {
		return err
	}
	in := map[string]bool{}
	for _, list := range append(lists, "") {
		came, err := table.LookUpWith(ctx, q, checkins.AdmissionsByTicket, checkins.AdmissionTable.Scan, event, list, tickets)
		if err != nil {
			return err
		}
		for i := range came {
			a := &came[i]
			g := holder[a.Ticket]
			if !in[a.Ticket] {
				in[a.Ticket] = true
				g.Admitted++
			}
			if g.CameAt == 0 || a.At < g.CameAt {
				g.CameAt, g.Gate = a.At, a.Gate
			}
		}
	}
	return nil
}

// SeatHolds returns the ids of the latest orders and blocks that had a seat, the latest
// first, limit of them.
func (s People) SeatHolds(ctx context.Context, event, seat string, limit int) ([]string, error) {
	list, err := seatHolds(ctx, s.db.Read, event, seat, limit)
	return list, s.db.Classify(err)
}

// SeatHoldsSQL are three statements, because each has an index of its own.
var SeatHoldsSQL = [...]string{
	"select hold_id from hold_items where event_id = $1 and seat_id = $2 and seat_id <> '' and state = 'live' limit $3",
	"select hold_id from hold_items where event_id = $1 and seat_id = $2 and seat_id <> '' and state <> 'live' order by hold_id desc limit $3",
	"select hold_id from hold_items where event_id = $1 and first_seat_id = $2 and first_seat_id <> '' order by hold_id desc limit $3",
}

func seatHolds(ctx context.Context, q table.Querier, event, seat string, limit int) (list []string, err error) {
	for _, query := range SeatHoldsSQL {
		ids, err := table.All(ctx, q, table.ScanText, query, event, seat, limit)
		if err != nil {
			return nil, err
		}
		list = append(list, ids...)
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(b, a) })
	list = slices.Compact(list)
	return list[:min(len(list), limit)], nil
}

// People is the people of events, by address and as guests.
type People struct{ db *database.DB }

// NewPeople returns People on a database.
func NewPeople(db *database.DB) People { return People{db} }

// Involved says which of these people of an event have a live registration,
// order or place on the waitlist, by user id.
func (s People) Involved(ctx context.Context, event string, users []string) (map[string]bool, error) {
	found := map[string]bool{}
	for len(users) > 0 {
		n := min(len(users), table.MaxInList)
		list, args := table.InList(2, users[:n])
		names, err := table.All(ctx, s.db.Read, table.ScanText, "select user_id from people where event_id = $1 and user_id in ("+list+") and (hold_id <> '' or entry_id <> '')",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, s.db.Classify(err)
		}
		for _, name := range names {
			found[name] = true
		}
		users = users[n:]
	}
	return found, nil
}
