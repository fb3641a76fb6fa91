package events

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Attendee is the person who comes in with a ticket, as far as it is known.
type Attendee struct{ Name, Email string }

// StoredAttendee is a row of attendees. PersonID held the ticket when it was said.
type StoredAttendee struct {
	TicketID, PersonID string
	Attendee
	UpdatedAt inventory.Instant
}

// AttendeeTable describes who comes in with a ticket.
var AttendeeTable = table.NewBatched("attendees", "event_id", engine.Insert, new(StoredAttendee), func(c *table.Columns, v *StoredAttendee) {
	c.Key("ticket_id", &v.TicketID)
	c.Changes(1)
	c.Text("person_id", &v.PersonID)
	c.Text("name", &v.Name)
	c.Text("email", &v.Email)
	c.Number("updated_at", (*int64)(&v.UpdatedAt))
})

// holding is who holds a ticket and what was said about who comes in with it.
type holding struct {
	holder         string // '' for whose order it is
	name, email    string // of that holder
	set            bool   // somebody said who comes in
	said           Attendee
	version, moved int64
}

func (h *holding) fields() []any {
	return []any{&h.version, &h.holder, &h.moved, &h.name, &h.email, &h.set, &h.said.Name, &h.said.Email}
}

// holdingColumns are those of fields, from the joins below. Each is looked up by
// a key, so that it does not matter what the planner believes of tables that
// are empty, as these mostly are.
const holdingColumns = `cast(coalesce(v.version, 0) as bigint), coalesce(v.holder_id, ''), cast(coalesce(v.transfers, 0) as bigint),
	coalesce(hp.name, ''), coalesce(hp.email, ''), a.ticket_id is not null, coalesce(a.name, ''), coalesce(a.email, '')`

// settle says who holds the ticket and who comes in with it.
func (h *holding) settle(v *TicketView) {
	v.Version, v.HolderID, v.Transfers = uint32(h.version), v.Person.ID, h.moved
	v.Attendee = attendeeOf(&v.Person, v.Name, v.Guests, v.Unit)
	if v.Extra { // it is not a guest's
		v.Attendee = attendeeOf(&v.Person, v.Name, inventory.NoGuests, 1)
	}
	if h.holder != "" {
		v.HolderID, v.Attendee = h.holder, Attendee{h.name, h.email}
	}
	if h.set {
		v.Attendee = h.said
	}
}

// attendeeOf is the person who comes in with a unit of an order unless something else was
// said: the person who ordered, by the name typed with the order, with the first, a guest with
// each other. A guest whose name is not known, or was erased, has none.
func attendeeOf(p *inventory.Person, typed, guests string, unit int64) Attendee {
	if unit == 1 {
		return Attendee{inventory.NameFor(typed, p), p.Profile.Email}
	}
	var list []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal([]byte(guests), &list); err != nil || unit-2 >= int64(len(list)) {
		return Attendee{}
	}
	return Attendee{Name: list[unit-2].Name}
}

// SetAttendee stores who comes in with a ticket; the zero Attendee takes back
// what was said. holder is who the caller takes for the ticket's holder: when it
// has gone to somebody else since, that is ErrConflict. ErrNotFound says that
// the ticket is not, or no longer, good.
func (s Tickets) SetAttendee(ctx context.Context, ticket, holder string, a Attendee, now inventory.Instant) error {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return database.ErrNotFound
	}
	event, _ := id.EventOf(order, id.Order)
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		// The lock that batches take: so it meets no transfer, and no erasure after
		// which personal data would be left.
		if err := LockEventRow(ctx, s.db, tx, event); err != nil {
			return err
		}
		v, err := ReadTicketView(ctx, tx, event, order, unit, ticket)
		switch {
		case err != nil:
			return err
		case !v.Valid && !v.Kept:
			return database.ErrNotFound
		case v.HolderID != holder:
			return fmt.Errorf("%w: the ticket is held by somebody else", database.ErrConflict)
		case a == Attendee{}:
			_, err = table.Exec(ctx, tx, "delete from attendees where event_id = $1 and ticket_id = $2", event, ticket)
			return err
		}
		if _, err = AttendeeTable.InsertIn(ctx, tx, event, &StoredAttendee{ticket, holder, a, now}, AttendeeTable.Replace[1]); err != nil {
			return err
		}
		return staleByHand(ctx, tx, event, holder)
	})
}

// Attendees are those of which it was said that they come in with tickets of an
// order, by unit.
func (s Tickets) Attendees(ctx context.Context, order string) (map[int64]Attendee, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	held, err := s.holdings(ctx, event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit))
	said := map[int64]Attendee{}
	for ticket, h := range held {
		if _, unit, ok := id.UnitOf(ticket); ok && h.set {
			said[unit] = h.said
		}
	}
	return said, err
}

// LockEventRow takes the lock on an event's row that batches take, or ErrNotFound.
func LockEventRow(ctx context.Context, db *database.DB, tx *sql.Tx, event string) error {
	_, err := table.One(ctx, tx, table.ScanText, "select id from events where id = $1"+db.LockEvent, event)
	return err
}

// OrderTickets are the tickets of an order.
type OrderTickets struct {
	RegistrationView // Person and Hold
	// Tickets are those of its units that are good, by unit; none while the order
	// is not confirmed.
	Tickets []TicketView
}

// OrderTickets returns an order and its tickets, or ErrNotFound.
func (s Tickets) OrderTickets(ctx context.Context, order string) (*OrderTickets, error) {
	var out OrderTickets
	view, err := standingIn(ctx, s.db, order, id.Order, func(tx *sql.Tx, event string, v *RegistrationView) (person string, err error) {
		out = OrderTickets{}
		if v.Hold, err = find(ctx, tx, HoldKind, event, order); err != nil {
			return "", err
		}
		out.Tickets, err = ReadTicketViews(ctx, tx, event, v.Hold)
		return v.Hold.PersonID, err
	})
	if err != nil {
		return nil, err
	}
	out.RegistrationView = *view
	return &out, nil
}

// ReadTicketViews reads the good tickets of an order.
func ReadTicketViews(ctx context.Context, q table.Querier, event string, h *inventory.Hold) ([]TicketView, error) {
	if h.State != inventory.HoldConfirmed || h.Kind == inventory.KindBlock {
		return nil, nil
	}
	units, err := everIssued(ctx, q, event, h)
	if err != nil {
		return nil, err
	}
	var list []TicketView
	for _, unit := range units {
		v, err := ReadTicketView(ctx, q, event, h.ID, unit, id.TicketOf(h.ID, unit))
		if err != nil {
			return nil, err
		}
		if v.Valid {
			list = append(list, *v)
		}
	}
	return list, nil
}

// ReadTicketView reads one ticket, or ErrNotFound.
func ReadTicketView(ctx context.Context, q table.Querier, event, order string, unit int64, ticket string) (*TicketView, error) {
	args, scan := askTicket(event, order, unit, ticket)
	v, err := table.One(ctx, q, scan, TicketSQL, args...)
	if err != nil {
		return nil, err
	}
	return &v, nil
}

// TicketStep reads one ticket into v, which stays nil when there is none.
func TicketStep(v **TicketView, event, order string, unit int64, ticket string) engine.Step {
	args, scan := askTicket(event, order, unit, ticket)
	return engine.Step{SQL: TicketSQL, Args: args, Row: func(r engine.Row) error {
		*v = &TicketView{}
		return scan(r, *v)
	}}
}

// askTicket is what TicketSQL is given, and what makes a ticket of its answer.
func askTicket(event, order string, unit int64, ticket string) (args []any, scan table.ScanFunc[TicketView]) {
	return []any{event, order, unit, ticket}, func(r engine.Row, v *TicketView) error {
		v.EventID, v.OrderID, v.Unit, v.ID = event, order, unit, ticket
		c := table.Scanning()
		PersonTable.Into(c, &v.Person)
		c.Add(&v.TierID, &v.Tier, &v.Extra, &v.Seat, &v.Units, &v.Name, &v.Guests, &v.Valid, &v.Kept)
		c.Add(v.holding.fields()...)
		if err := c.From(r); err != nil {
			return err
		}
		v.holding.settle(v)
		return nil
	}
}

// A unit of a registration is one of its number; one of an order is an item, which
// has a tier, may name a seat, and may have been given back by itself. A donation has no
// ticket.
//
// People are found by ids that subqueries yield, and not by columns of a join: a
// plan that was made while the tables were empty joined an order to everybody of
// the event and then looked who it is (see table.WholeKey).
var TicketSQL = "select " + PersonTable.As("p") + `, t.id, t.name, t.kind <> '', coalesce(i.seat_id, ''),
		case when h.kind = 'order' then (select count(*) from hold_items n where n.event_id = $1 and n.hold_id = h.id and ` + LetsIn("n") + `) else ` + NumbersOf + ` end,
		h.name, h.guests, h.state = 'confirmed' and e.status <> 'cancelled' and coalesce(i.state, 'live') = 'live' and ` + keptUnit("cast($3 as bigint)") + `,
		h.state = 'held' and h.kind = 'order' and e.status <> 'cancelled' and i.state <> 'released', ` + holdingColumns + `
	from holds h join events e on e.id = $1
	join people p on p.event_id = $1 and p.id = (select person_id from holds where event_id = $1 and id = $2) and ` + table.WholeKey("p.event_id", "p.id") + `
	left join hold_items i on i.event_id = $1 and i.hold_id = $2 and i.no = $3
	join tiers t on t.event_id = $1 and t.id = coalesce(i.tier_id, h.tier_id)
	left join ticket_versions v on v.event_id = $1 and v.ticket_id = $4
	left join people hp on hp.event_id = $1 and hp.id = (select holder_id from ticket_versions where event_id = $1 and ticket_id = $4)
		and ` + table.WholeKey("hp.event_id", "hp.id") + `
	left join attendees a on a.event_id = $1 and a.ticket_id = $4 and ` + table.WholeKey("a.event_id", "a.ticket_id") + `
	where h.event_id = $1 and h.id = $2 and (h.kind = 'registration' and ` + NumbersOf + ` >= $3 or i.donation = 0 and i.fee = '')`

// LetsIn is the condition that an item lets somebody in: it is of no add-on and no goods.
func LetsIn(item string) string {
	return "not exists (select 1 from tiers xt where xt.event_id = " + item + ".event_id and xt.id = " + item + ".tier_id and xt.kind <> '')"
}

// NumbersOf is the highest number that a unit of a registration h ever had: see
// inventory.Hold.Numbers.
const NumbersOf = `(h.units + case when h.given_back = '' then 0 else length(h.given_back) - length(replace(h.given_back, ',', '')) + 1 end)`

// keptUnit reports whether a hold h has not given a unit back while it went on; of an
// order, its items say that.
func keptUnit(unit string) string {
	return "(h.given_back = '' or ',' || h.given_back || ',' not like '%,' || cast(" + unit + " as text) || ',%')"
}

// GoodUnit is how high the units of a confirmed hold h count: a unit v.unit is
// good when it is at most that. event is the mark of the event's id: each table of a statement
// that Citus is to send to one machine has to name it.
func GoodUnit(event string) string {
	return `case when h.kind = 'registration' then case when ` + keptUnit("v.unit") + ` then ` + NumbersOf + ` else 0 end else coalesce((select i.no from hold_items i
	where i.event_id = ` + event + ` and i.hold_id = h.id and i.no = v.unit and i.state = 'live' and i.donation = 0 and i.fee = ''), 0) end`
}

// LastUnit returns the highest unit that an order ever had a ticket for. Donations and fees have none;
// what was taken where an offer was accepted may stand behind them.
func LastUnit(ctx context.Context, q table.Querier, event string, h *inventory.Hold) (int64, error) {
	if h.Kind != inventory.KindOrder {
		return h.Numbers(), nil
	}
	return table.One(ctx, q, table.ScanInt, "select cast(coalesce(max(no), 0) as bigint) from hold_items where event_id = $1 and hold_id = $2 and donation = 0 and fee = ''", event, h.ID)
}

// everIssued returns the units that a hold ever had tickets for, in order: of an order, those of its
// items that are neither donations nor fees, which may stand between them.
func everIssued(ctx context.Context, q table.Querier, event string, h *inventory.Hold) ([]int64, error) {
	if h.Kind == inventory.KindOrder {
		return table.All(ctx, q, table.ScanInt, "select no from hold_items where event_id = $1 and hold_id = $2 and donation = 0 and fee = '' order by no", event, h.ID)
	}
	units := make([]int64, h.Numbers())
	for i := range units {
		units[i] = int64(i) + 1
	}
	return units, nil
}

// TicketsOf returns the tickets of an order that has any, or had; else
// ErrNotFound.
func (s Tickets) TicketsOf(ctx context.Context, order string) ([]TicketView, error) {
	var list []TicketView
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list = nil
		h, err := find(ctx, tx, HoldKind, event, order)
		if err != nil || h.Kind == inventory.KindBlock || h.State == inventory.HoldHeld {
			return err
		}
		units, err := everIssued(ctx, tx, event, h)
		if err != nil {
			return err
		}
		for _, unit := range units {
			v, err := ReadTicketView(ctx, tx, event, order, unit, id.TicketOf(order, unit))
			if err != nil {
				return err
			}
			list = append(list, *v)
		}
		return nil
	})
	return list, err
}

// eachPage is how many orders EachTicket reads at once.
const eachPage = 1000

// EachTicket calls fn with the good tickets of an event, by order and unit, until
// it says false.
func (s Tickets) EachTicket(ctx context.Context, event string, fn func(*TicketView) bool) error {
	tiers, err := table.All(ctx, s.db.Read, func(r engine.Row, t *inventory.Tier) error { return r.Scan(&t.ID, &t.Name, (*string)(&t.Kind)) },
		"select id, name, kind from tiers where event_id = $1", event)
	if err != nil {
		return s.db.Classify(err)
	}
	byID := make(map[string]*inventory.Tier, len(tiers))
	for i := range tiers {
		byID[tiers[i].ID] = &tiers[i]
	}
	for after := ""; ; {
		page, err := table.All(ctx, s.db.Read, scanHeld, confirmedSQL, event, after, eachPage)
		if err != nil || len(page) == 0 {
			return s.db.Classify(err)
		}
		last := page[len(page)-1].Hold.ID
		held, err := s.holdings(ctx, event, id.TicketOf(page[0].Hold.ID, 1), id.TicketOf(last, id.MaxUnit))
		if err != nil {
			return err
		}
		items, err := itemsBetween(ctx, s.db.Read, event, page[0].Hold.ID, last)
		if err != nil {
			return s.db.Classify(err)
		}
		for i := range page {
			if !eachUnit(event, &page[i], items[page[i].Hold.ID], byID, held, fn) {
				return nil
			}
		}
		if after = last; len(page) < eachPage {
			return nil
		}
	}
}

var confirmedSQL = "select " + PersonTable.As("p") + ", " + HoldTable.As("h") + " from (select " + HoldTable.Columns + ` from holds
	where event_id = $1 and id > $2 and kind <> 'block' and state = 'confirmed' order by id limit $3) h
	cross join people p where p.event_id = $1 and p.id = h.person_id order by h.id`

// itemsBetween returns the items of the orders in a range of ids, by order.
func itemsBetween(ctx context.Context, q table.Querier, event, from, to string) (map[string][]inventory.Item, error) {
	rows, err := table.All(ctx, q, ScanItem, "select "+ItemTable.Columns+` from hold_items
		where event_id = $1 and hold_id >= $2 and hold_id <= $3 order by hold_id, no`, event, from, to)
	items := map[string][]inventory.Item{}
	for i := range rows {
		items[rows[i].Order] = append(items[rows[i].Order], rows[i].Item)
	}
	return items, err
}

// eachUnit calls fn with the good tickets of an order, and reports whether it wants
// more.
func eachUnit(event string, o *RegistrationView, items []inventory.Item, tiers map[string]*inventory.Tier, held map[string]*holding, fn func(*TicketView) bool) bool {
	view := func(unit int64) TicketView {
		return TicketView{
			ID: id.TicketOf(o.Hold.ID, unit), EventID: event, OrderID: o.Hold.ID, Unit: unit, Units: o.Hold.Numbers(),
			TierID: o.Hold.Tier, Valid: true, Person: o.Person, Name: o.Hold.Name, Guests: o.Hold.Guests,
		}
	}
	var list []TicketView
	if o.Hold.Kind == inventory.KindOrder {
		admits := func(it inventory.Item) bool { return tiers[it.Tier] == nil || tiers[it.Tier].Admits() }
		var units int64
		for i := range items {
			if admits(items[i]) {
				units++
			}
		}
		for i := range items {
			if it := &items[i]; it.Live() && it.Ticketed() {
				v := view(int64(it.No))
				v.TierID, v.Seat, v.Units, v.Extra = it.Tier, it.Seat, units, !admits(*it)
				list = append(list, v)
			}
		}
	} else {
		for _, unit := range UnitsOf(o.Hold) {
			list = append(list, view(unit))
		}
	}
	for i := range list {
		v := &list[i]
		if t := tiers[v.TierID]; t != nil {
			v.Tier = t.Name
		}
		if h := held[v.ID]; h != nil {
			v.holding = *h
		}
		v.holding.settle(v)
		if !fn(v) {
			return false
		}
	}
	return true
}

// holdings returns what is said of tickets in a range of ids; of most there is
// nothing to say.
func (s Tickets) holdings(ctx context.Context, event, from, to string) (map[string]*holding, error) {
	type row struct {
		holding
		ticket string
	}
	held := map[string]*holding{}
	versions, err := table.All(ctx, s.db.Read, func(r engine.Row, v *row) error {
		return r.Scan(&v.ticket, &v.version, &v.holder, &v.moved, &v.name, &v.email)
	}, `select v.ticket_id, v.version, v.holder_id, v.transfers, coalesce(hp.name, ''), coalesce(hp.email, '') from ticket_versions v
		left join people hp on hp.event_id = v.event_id and hp.id = v.holder_id
		where v.event_id = $1 and v.ticket_id >= $2 and v.ticket_id <= $3`, event, from, to)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	for i := range versions {
		held[versions[i].ticket] = &versions[i].holding
	}
	said, err := table.All(ctx, s.db.Read, func(r engine.Row, v *row) error { return r.Scan(&v.ticket, &v.said.Name, &v.said.Email) },
		"select ticket_id, name, email from attendees where event_id = $1 and ticket_id >= $2 and ticket_id <= $3", event, from, to)
	for i := range said {
		h := held[said[i].ticket]
		if h == nil {
			h = &holding{}
			held[said[i].ticket] = h
		}
		h.set, h.said = true, said[i].said
	}
	return held, s.db.Classify(err)
}

// staleByHand notes that something was said of a person that the ledger does not tell.
func staleByHand(ctx context.Context, tx *sql.Tx, event, person string) error {
	no, err := table.All(ctx, tx, table.ScanInt, "select no from guest_chunks where event_id = $1 and last_id >= $2 order by no limit 1", event, person)
	if err != nil || len(no) == 0 {
		return err
	}
	return NoteStale(ctx, tx, StaleGuest{EventID: event, No: no[0], PersonID: person})
}

// StaleGuest says that what the search knows of a person is older than the rows.
type StaleGuest struct {
	EventID  string
	No       int64
	PersonID string
	Noted    int64
	Erased   bool
}

// StaleTable describes the table guest_stale; a row is one StaleGuest.
var StaleTable = table.New("guest_stale", new(StaleGuest), func(c *table.Columns, v *StaleGuest) {
	c.Key("event_id", &v.EventID)
	c.NumberKey("no", &v.No)
	c.Key("person_id", &v.PersonID)
	c.Number("noted", &v.Noted)
	c.Truth("erased", &v.Erased)
})

// NoteStale notes that a person is to be indexed again.
func NoteStale(ctx context.Context, tx *sql.Tx, g StaleGuest) error {
	g.Noted = 1
	_, err := StaleTable.InsertUnless(ctx, tx, &g, `on conflict (event_id, no, person_id) do update
		set noted = guest_stale.noted + 1, erased = guest_stale.erased or excluded.erased`)
	return err
}
