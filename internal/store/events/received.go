package events

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Received is a ticket that its holder has from somebody else.
type Received struct {
	TicketVersion
	Good      bool // it lets in
	CalledOff bool // it did until the event was called off
}

// ReceivedWhere reads those tickets of an event that people have from others and
// that a condition selects, which may go on with an order and a limit.
func ReceivedWhere(ctx context.Context, q table.Reader, event, where string, args ...any) ([]Received, error) {
	got, err := table.All(ctx, q, TicketTable.Scan, "select "+TicketTable.Columns+" from ticket_versions where event_id = $1 and holder_id <> '' and "+where,
		append([]any{event}, args...)...)
	if err != nil {
		return nil, err
	}
	return withStanding(ctx, q, event, got)
}

// TicketsByHolder looks up the tickets that people hold who did not order them.
var TicketsByHolder = &engine.LookupSpec{Table: "ticket_versions", Cols: TicketTable.Columns, Event: "event_id", Key: "holder_id", Where: "holder_id <> ''", Many: true}

// receivedBy reads what people have from others, by ticket.
func receivedBy(ctx context.Context, q table.Reader, event string, people []string) ([]Received, error) {
	got, err := table.LookUp(ctx, q, TicketsByHolder, TicketTable.Scan, event, people)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(got, func(a, b TicketVersion) int { return strings.Compare(a.TicketID, b.TicketID) })
	return withStanding(ctx, q, event, got)
}

// withStanding reads from their orders what tickets are worth.
func withStanding(ctx context.Context, q table.Reader, event string, got []TicketVersion) ([]Received, error) {
	if len(got) == 0 {
		return nil, nil
	}
	orders := make([]string, len(got))
	for i := range got {
		orders[i], _, _ = id.UnitOf(got[i].TicketID)
	}
	from, err := table.ByID(ctx, q, HoldKind, event, orders)
	if err != nil {
		return nil, err
	}
	if err := AttachOrders(ctx, q, event, slices.Collect(maps.Values(from))...); err != nil {
		return nil, err
	}
	list := make([]Received, len(got))
	for i, v := range got {
		_, unit, _ := id.UnitOf(v.TicketID)
		list[i].TicketVersion = v
		if h := from[orders[i]]; h != nil {
			list[i].Good = slices.Contains(UnitsOf(h), unit)
			list[i].CalledOff = endedByCancel(h, unit)
		}
	}
	return list, nil
}

// endedByCancel reports whether a unit was good until the event was called off.
func endedByCancel(h *inventory.Hold, unit int64) bool {
	switch {
	case h.State != inventory.HoldReleased || h.Reason != inventory.ReasonEventCancelled:
		return false
	case h.Order == nil:
		return unit <= h.Numbers() && !h.HasGivenBack(unit)
	}
	return slices.ContainsFunc(h.Order.Items, func(it inventory.Item) bool { return int64(it.No) == unit && it.ReleasedSeq == h.LastSeq })
}

// ReceivedTickets returns the good tickets that people have from others.
func ReceivedTickets(ctx context.Context, q table.Reader, event string, ids []string) ([]Received, error) {
	got, err := receivedBy(ctx, q, event, ids)
	return slices.DeleteFunc(got, func(r Received) bool { return !r.Good }), err
}

// FromOthers returns what a person of an event has from somebody else, each with the
// transfer that it came by: the tickets that are good, or were until the event was
// called off, and those that are offered and not yet answered.
func (s Tickets) FromOthers(ctx context.Context, event, person string, limit int) ([]TransferView, error) {
	var list []TransferView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		list = nil
		ids, err := table.All(ctx, tx, table.ScanText, "select id from transfers where event_id = $1 and to_person = $2 and state = 'offered' order by id limit $3",
			event, person, limit)
		if err != nil {
			return err
		}
		got, err := ReceivedWhere(ctx, s.db.Reader(tx), event, "holder_id = $2 order by ticket_id limit $3", person, limit)
		if err != nil {
			return err
		}
		for i := range got {
			if !got[i].Good && !got[i].CalledOff {
				continue
			}
			transfer, err := table.One(ctx, tx, table.ScanText, acceptedTransfer, event, got[i].TicketID, person)
			if err != nil {
				return err
			}
			ids = append(ids, transfer)
		}
		for _, transfer := range ids {
			v := TransferView{EventID: event}
			if v.Transfer, err = table.One(ctx, tx, TransferTable.Scan, "select "+TransferTable.Columns+" from transfers"+table.WithID, event, transfer); err != nil {
				return err
			}
			if err := v.complete(ctx, tx); err != nil {
				return err
			}
			list = append(list, v)
		}
		return nil
	})
	return list, err
}

// WithOthers counts the good tickets of an order that other people hold.
func (s Tickets) WithOthers(ctx context.Context, order string) (n int64, err error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return 0, database.ErrNotFound
	}
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		n = 0
		got, err := ReceivedWhere(ctx, s.db.Reader(tx), event, "ticket_id >= $2 and ticket_id <= $3", id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit))
		for i := range got {
			if got[i].Good {
				n++
			}
		}
		return err
	})
	return n, err
}

// AttachReceived fills in the transfer by which somebody has a ticket. There are few
// of these, so each is read by itself.
func AttachReceived(ctx context.Context, q table.Querier, v *MessageView, r *Received) error {
	transfer, err := table.One(ctx, q, table.ScanText, acceptedTransfer, v.EventID, r.TicketID, r.HolderID)
	if err != nil {
		return err
	}
	return attachTransfer(ctx, q, v.EventID, transfer, v)
}

// acceptedTransfer asks for the transfer by which a person has a ticket.
const acceptedTransfer = `select id from transfers
	where event_id = $1 and ticket_id = $2 and to_person = $3 and state = 'accepted' order by last_seq desc limit 1`

// OtherTickets finds the ticket from somebody else of a person without a confirmed place.
func OtherTickets(ctx context.Context, q table.Reader, event string, found map[string]*MessageView) error {
	var ids []string
	for id, v := range found {
		if v.Hold == nil || v.Hold.State != inventory.HoldConfirmed {
			ids = append(ids, id)
		}
	}
	got, err := receivedBy(ctx, q, event, ids)
	if err != nil {
		return err
	}
	for i := range got {
		v := found[got[i].HolderID]
		if better := got[i].Good || got[i].CalledOff && v.Transfer == nil; !better || v.Transfer != nil && v.Transfer.Ticket.Valid {
			continue
		}
		if err := AttachReceived(ctx, q, v, &got[i]); err != nil {
			return err
		}
	}
	return nil
}
