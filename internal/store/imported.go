package store

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ImportedTicket is a ticket that another shop has sold, by the hash of the code that it
// sold it with (ticket.HashOfCode): whoever has that code comes in with it, as long as no
// newer token was issued for the ticket.
type ImportedTicket struct{ TicketID, Hash string }

// ImportedTicketTable describes the codes of tickets that another shop sold.
var ImportedTicketTable = table.NewBatched("imported_tickets", "event_id", engine.Insert, new(ImportedTicket), func(c *table.Columns, t *ImportedTicket) {
	c.Key("ticket_id", &t.TicketID)
	c.Text("hash", &t.Hash)
})

// ImportedAttendee is the person who comes in with a ticket that another shop has sold.
type ImportedAttendee struct {
	TicketID, PersonID string
	Attendee
}

// TicketOfCode returns the ticket that another shop has sold with the code of that hash, or
// ErrNotFound.
func (s Tickets) TicketOfCode(ctx context.Context, event, hash string) (string, error) {
	ticket, err := table.One(ctx, s.oftenRead(), table.ScanText, "select ticket_id from imported_tickets where event_id = $1 and hash = $2 order by ticket_id limit 1", event, hash)
	return ticket, s.Classify(err)
}

// ImportedTickets returns those of the tickets of orders of an event that another shop has
// sold, by ticket. The orders are in order, and all of them that have an ID between the
// first and the last.
func (s Tickets) ImportedTickets(ctx context.Context, event string, orders []IssuedOrder) (map[string]string, error) {
	found := map[string]string{}
	if len(orders) == 0 {
		return found, nil
	}
	rows, err := table.All(ctx, s.read, ImportedTicketTable.Scan, ImportedTicketTable.From()+" where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 order by ticket_id",
		event, id.TicketOf(orders[0].OrderID, 1), id.TicketOf(orders[len(orders)-1].OrderID, id.MaxUnit))
	for i := range rows {
		found[rows[i].TicketID] = rows[i].Hash
	}
	return found, s.Classify(err)
}

// ImportedAlready says which of these orders and entries of an event are here.
func (s Imports) ImportedAlready(ctx context.Context, event string, names []string) (map[string]bool, error) {
	found := map[string]bool{}
	for part := range slices.Chunk(names, table.MaxInList/2) {
		list, args := table.InList(2, part)
		rows, err := table.All(ctx, s.read, table.ScanText, "select id from holds where event_id = $1 and id in ("+list+") union all select id from waitlist_entries where event_id = $1 and id in ("+list+")",
			append([]any{event}, args...)...)
		if err != nil {
			return nil, s.Classify(err)
		}
		for _, name := range rows {
			found[name] = true
		}
	}
	return found, nil
}

// ImportedTickets streams the tickets of an event that another shop has sold, by ticket.
func (v *Snapshot) ImportedTickets(event string, fn func(*ImportedTicket) error) error {
	return stream(func(last *ImportedTicket) ([]ImportedTicket, error) {
		if last == nil {
			last = &ImportedTicket{}
		}
		return table.All(v.ctx, v.q, ImportedTicketTable.Scan, ImportedTicketTable.From()+" where event_id = $1 and ticket_id > $2 order by ticket_id limit $3",
			event, last.TicketID, pageRows)
	}, fn)
}
