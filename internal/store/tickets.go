package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
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
	// Valid says that the order is confirmed, has that unit, and that the event
	// was not cancelled.
	Valid bool
	// Person is whose order it is, HolderID who holds the ticket: the same person
	// until it is transferred.
	Person   inventory.Person
	HolderID string
	// Transfers is how often it went to somebody else.
	Transfers int64
	// Attendee is who comes in with it, as far as it is known.
	Attendee Attendee
	Guests   string // JSON, as in the hold
	Units    int64  // of the order

	holding holding
}

// TicketByID returns a ticket, or ErrNotFound when there is no such order or it
// never had that unit. That the order is not, or no longer, confirmed is in Valid.
func (s *Store) TicketByID(ctx context.Context, ticket string) (*TicketView, error) {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return nil, ErrNotFound
	}
	event, _ := id.EventOf(order, id.Order)
	v, err := ticketView(ctx, s.read, event, order, unit, ticket)
	return v, s.classify(err)
}

// TicketVersion is a ticket for which a newer token was issued.
type TicketVersion struct {
	TicketID  string
	Version   int64
	HolderID  string // "": whose order it is
	Transfers int64
}

const versionColumns = "ticket_id, version, holder_id, transfers"

func scanVersion(r engine.Row, v *TicketVersion) error {
	return r.Scan(&v.TicketID, &v.Version, &v.HolderID, &v.Transfers)
}

// ReissueTicket raises the version of a ticket from one to the next, which makes
// all its tokens so far void. Doing it again changes nothing. ErrNotFound says
// that the ticket is not one of a confirmed order, ErrConflict that its version
// is another one.
func (s *Store) ReissueTicket(ctx context.Context, ticket string, from uint32, now inventory.Instant) error {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return ErrNotFound
	}
	event, _ := id.EventOf(order, id.Order)
	return s.withTx(ctx, func(tx *sql.Tx) error {
		if err := s.lockEvent(ctx, tx, event); err != nil { // a transfer raises it too
			return err
		}
		_, err := one(ctx, tx, scanInt, `select h.units from holds h where h.event_id = $1 and h.id = $2
			and h.kind = 'registration' and h.state = 'confirmed' and h.units >= $3`, event, order, unit)
		if err != nil {
			return err
		}
		if from == 0 {
			_, err = exec(ctx, tx, `insert into ticket_versions (event_id, ticket_id, version, issued_at, holder_id, transfers) values ($1, $2, 1, $3, '', 0)
				on conflict (event_id, ticket_id) do nothing`, event, ticket, int64(now))
		} else {
			_, err = exec(ctx, tx, `update ticket_versions set version = version + 1, issued_at = $1
				where event_id = $2 and ticket_id = $3 and version = $4`, int64(now), event, ticket, int64(from))
		}
		if err != nil {
			return err
		}
		list, err := all(ctx, tx, scanInt, "select version from ticket_versions where event_id = $1 and ticket_id = $2", event, ticket)
		if err == nil && (len(list) == 0 || list[0] != int64(from)+1) {
			err = fmt.Errorf("%w: the ticket does not have version %d", ErrConflict, from)
		}
		return err
	})
}

// IssuedOrder is an order that has tickets, or had.
type IssuedOrder struct {
	OrderID string
	Units   int64
	TierID  string
	// Void says that its tickets are no longer good.
	Void bool
	// Versions of its tickets that are not 0, by unit.
	Versions map[int64]uint32
}

// IssuedOrders returns a page of the orders of an event that are confirmed, or
// were and have been released, by id, ids greater than after.
func (s *Store) IssuedOrders(ctx context.Context, event, after string, limit int) ([]IssuedOrder, error) {
	var list []IssuedOrder
	err := s.withSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = all(ctx, tx, func(r engine.Row, o *IssuedOrder) error { return r.Scan(&o.OrderID, &o.Units, &o.TierID, &o.Void) },
			`select h.id, h.units, h.tier_id, h.state <> 'confirmed' from holds h where h.event_id = $1 and h.id > $2 and h.kind = 'registration' and `+
				issued+` order by h.id limit $3`, event, after, limit)
		if err != nil || len(list) == 0 {
			return err
		}
		versions, err := all(ctx, tx, scanVersion, `select `+versionColumns+` from ticket_versions
			where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by ticket_id`,
			event, id.TicketOf(list[0].OrderID, 1), id.TicketOf(list[len(list)-1].OrderID, id.MaxUnit))
		if err != nil {
			return err
		}
		at := make(map[string]int, len(list))
		for i := range list {
			at[list[i].OrderID] = i
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

// issued is the condition that a hold h is confirmed, or was: its last audit
// row, by which it was released, began at confirmed.
const issued = `(h.state = 'confirmed' or h.state = 'released' and exists
	(select 1 from audit a where a.event_id = h.event_id and a.seq = h.last_seq and a.state_from = 'confirmed'))`

// TicketsVersion changes whenever a ticket of the event begins or ends to be
// good, and with the lists of the door.
type TicketsVersion struct{ Seq, Reissued, Lists int64 }

// TicketsVersion returns where the tickets of an event stand, or ErrNotFound.
func (s *Store) TicketsVersion(ctx context.Context, event string) (TicketsVersion, error) {
	v, err := one(ctx, s.read, func(r engine.Row, v *TicketsVersion) error { return r.Scan(&v.Seq, &v.Reissued, &v.Lists) },
		`select e.seq, cast(coalesce((select sum(v.version) from ticket_versions v where v.event_id = e.id), 0) as bigint),
		cast(coalesce((select sum(l.version + 1) from checkin_lists l where l.event_id = e.id), 0) as bigint)
		from events e where e.id = $1`, event)
	return v, s.classify(err)
}
