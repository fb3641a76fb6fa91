package events

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// TicketView is a ticket as the door sees it.
type TicketView struct {
	ID      string
	EventID string
	OrderID string
	Unit    int64
	Version uint32 // of the token that is good
	Tier    string // name of the tier
	TierID  string
	Extra   bool   // it is an add-on or goods: it lets nobody in, and is handed over
	Seat    string // the named seat; "": any place of the tier
	// Valid says that the order is confirmed, has that unit, and that the event
	// was not cancelled.
	Valid bool
	// Kept says that the order waits for its payment and has that unit, and that
	// the event was not cancelled: once it is paid the ticket is good.
	Kept bool
	// Person is whose order it is, HolderID who holds the ticket: the same person
	// until it is transferred.
	Person   inventory.Person
	HolderID string
	// Transfers is how often it went to somebody else.
	Transfers int64
	// Attendee is the person who comes in with it, as far as it is known.
	Attendee Attendee
	Name     string // typed with the order, as in the hold
	Guests   string // JSON, as in the hold
	Units    int64  // of the order, those that let somebody in

	holding holding
}

// TicketByID returns a ticket, or ErrNotFound when there is no such order or it
// never had that unit. That the order is not, or no longer, confirmed is in Valid.
func (s Tickets) TicketByID(ctx context.Context, ticket string) (*TicketView, error) {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return nil, database.ErrNotFound
	}
	event, _ := id.EventOf(order, id.Order)
	v, err := ReadTicketView(ctx, s.db.OftenRead(), event, order, unit, ticket)
	return v, s.db.Classify(err)
}

// TicketVersion is a ticket for which a newer token was issued.
type TicketVersion struct {
	TicketID  string
	Version   int64
	HolderID  string // "": whose order it is
	Transfers int64
}

// IssuedOrder is an order that has tickets, or had.
type IssuedOrder struct {
	OrderID string
	Units   int64
	TierID  string
	// GivenBack are the units of a registration that are no longer good, though it is.
	GivenBack string
	// Void says that its tickets are no longer good.
	Void bool
	// Items are the units of an order with items, by number; nil for a
	// registration, whose units are numbered from 1 and all alike.
	Items []inventory.Item
	// Versions of its tickets that are not 0, by unit.
	Versions map[int64]uint32
}

// IssuedOrders returns a page of the orders of an event that are confirmed, or
// were and have been released, by id, ids greater than after.
func (s Tickets) IssuedOrders(ctx context.Context, event, after string, limit int) ([]IssuedOrder, error) {
	var list []IssuedOrder
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = table.All(ctx, tx, func(r engine.Row, o *IssuedOrder) error {
			return r.Scan(&o.OrderID, &o.Units, &o.TierID, &o.GivenBack, &o.Void)
		},
			`select h.id, h.units, h.tier_id, h.given_back, h.state <> 'confirmed' from holds h where h.event_id = $1 and h.id > $2 and `+
				Issued+` order by h.id limit $3`, event, after, limit)
		if err != nil || len(list) == 0 {
			return err
		}
		versions, err := table.All(ctx, tx, TicketTable.Scan, `select `+TicketTable.Columns+` from ticket_versions
			where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by ticket_id`,
			event, id.TicketOf(list[0].OrderID, 1), id.TicketOf(list[len(list)-1].OrderID, id.MaxUnit))
		if err != nil {
			return err
		}
		items, err := itemsBetween(ctx, tx, event, list[0].OrderID, list[len(list)-1].OrderID)
		if err != nil {
			return err
		}
		at := make(map[string]int, len(list))
		for i := range list {
			at[list[i].OrderID], list[i].Items = i, items[list[i].OrderID]
		}
		for _, v := range versions {
			order, unit, _ := id.UnitOf(v.TicketID)
			i, ok := at[order]
			if !ok {
				continue
			}
			if list[i].Versions == nil {
				list[i].Versions = map[int64]uint32{}
			}
			list[i].Versions[unit] = uint32(v.Version)
		}
		return nil
	})
	return list, err
}

// Issued is the condition that a hold h is confirmed, or was. Of a registration
// the last audit row, by which it was released, began at confirmed. What an order
// became after its end is told by rows of its own, so there what confirmed it is
// asked for: a payment, or that there was nothing to pay.
const Issued = `(h.kind <> 'block' and (h.state = 'confirmed' or h.state = 'released' and (
	h.kind = 'registration' and exists (select 1 from audit a where a.event_id = h.event_id and a.seq = h.last_seq and a.state_from = 'confirmed')
	or h.kind = 'order' and exists (select 1 from orders o where o.event_id = h.event_id and o.id = h.id and (o.payment_id <> '' or o.total = 0)))))`

// TicketsVersion changes whenever a ticket of the event begins or ends to be
// good, and with the lists of the door.
type TicketsVersion struct{ Seq, Reissued, Lists int64 }

// TicketsVersion returns where the tickets of an event stand, or ErrNotFound.
func (s Tickets) TicketsVersion(ctx context.Context, event string) (TicketsVersion, error) {
	v, err := table.One(ctx, s.db.Read, func(r engine.Row, v *TicketsVersion) error { return r.Scan(&v.Seq, &v.Reissued, &v.Lists) },
		`select e.seq, cast(coalesce((select sum(v.version) from ticket_versions v where v.event_id = e.id), 0) as bigint),
		cast(coalesce((select sum(l.version + 1) from checkin_lists l where l.event_id = e.id), 0) as bigint)
		from events e where e.id = $1`, event)
	return v, s.db.Classify(err)
}

// Tickets is tickets, who holds them, who comes in with them, and how they change hands.
type Tickets struct{ db *database.DB }

// NewTickets returns Tickets on a database.
func NewTickets(db *database.DB) Tickets { return Tickets{db} }

// TicketOfCode returns the ticket that another shop has sold with the code of that hash, or
// ErrNotFound.
func (s Tickets) TicketOfCode(ctx context.Context, event, hash string) (string, error) {
	ticket, err := table.One(ctx, s.db.OftenRead(), table.ScanText, "select ticket_id from imported_tickets where event_id = $1 and hash = $2 order by ticket_id limit 1", event, hash)
	return ticket, s.db.Classify(err)
}

// ImportedTickets returns those of the tickets of orders of an event that another shop has
// sold, by ticket. The orders are in order, and all of them that have an ID between the
// first and the last.
func (s Tickets) ImportedTickets(ctx context.Context, event string, orders []IssuedOrder) (map[string]string, error) {
	found := map[string]string{}
	if len(orders) == 0 {
		return found, nil
	}
	rows, err := table.All(ctx, s.db.Read, ImportedTicketTable.Scan, ImportedTicketTable.From()+" where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by ticket_id",
		event, id.TicketOf(orders[0].OrderID, 1), id.TicketOf(orders[len(orders)-1].OrderID, id.MaxUnit))
	for i := range rows {
		found[rows[i].TicketID] = rows[i].Hash
	}
	return found, s.db.Classify(err)
}

// UnitsOf are the units of a confirmed hold that have a ticket.
func UnitsOf(h *inventory.Hold) []int64 {
	var units []int64
	switch {
	case h.State != inventory.HoldConfirmed:
	case h.Order != nil:
		for i := range h.Order.Items {
			if it := &h.Order.Items[i]; it.Live() && it.Ticketed() {
				units = append(units, int64(h.Order.Items[i].No))
			}
		}
	default:
		for unit := int64(1); unit <= h.Numbers(); unit++ {
			if !h.HasGivenBack(unit) {
				units = append(units, unit)
			}
		}
	}
	return units
}

// ImportedTicket is a ticket that another shop has sold, by the hash of the code that it
// sold it with (ticket.HashOfCode): whoever has that code comes in with it, as long as no
// newer token was issued for the ticket.
type ImportedTicket struct{ TicketID, Hash string }

// ImportedTicketTable describes the codes of tickets that another shop sold.
var ImportedTicketTable = table.NewBatched("imported_tickets", "event_id", engine.Insert, new(ImportedTicket), func(c *table.Columns, t *ImportedTicket) {
	c.Key("ticket_id", &t.TicketID)
	c.Text("hash", &t.Hash)
})
