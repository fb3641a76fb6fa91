package events

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// TransferView is a transfer with its ticket and both persons.
type TransferView struct {
	EventID  string
	Transfer inventory.Transfer
	Ticket   TicketView
	From, To inventory.Person
}

// TransferByID returns a transfer, or ErrNotFound.
func (s Tickets) TransferByID(ctx context.Context, transfer string) (*TransferView, error) {
	event, ok := id.EventOf(transfer, id.Transfer)
	if !ok {
		return nil, database.ErrNotFound
	}
	v := &TransferView{}
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		*v = TransferView{EventID: event}
		if v.Transfer, err = table.One(ctx, tx, TransferTable.Scan, "select "+TransferTable.Columns+" from transfers"+table.WithID, event, transfer); err != nil {
			return err
		}
		return v.complete(ctx, tx)
	})
	return v, err
}

// complete reads the ticket and the persons of a transfer. That one of them is
// missing is a fault, and not ErrNotFound.
func (v *TransferView) complete(ctx context.Context, q table.Querier) error {
	order, unit, _ := id.UnitOf(v.Transfer.TicketID)
	ticket, err := ReadTicketView(ctx, q, v.EventID, order, unit, v.Transfer.TicketID)
	if err != nil {
		return fmt.Errorf("store: ticket of %s: %w", v.Transfer.ID, err)
	}
	v.Ticket = *ticket
	for id, p := range map[string]*inventory.Person{v.Transfer.From: &v.From, v.Transfer.To: &v.To} {
		got, err := get(ctx, q, PersonKind, v.EventID, id)
		if err != nil {
			return err
		}
		*p = *got
	}
	return nil
}

// OpenTransfers returns the transfers of tickets of an order that are open, by
// ticket.
func (s Tickets) OpenTransfers(ctx context.Context, order string) (map[string]inventory.Transfer, error) {
	event, ok := id.EventOf(order, id.Order)
	if !ok {
		return nil, database.ErrNotFound
	}
	list, err := table.All(ctx, s.db.Read, TransferTable.Scan, "select "+TransferTable.Columns+` from transfers
		where event_id = $1 and ticket_id >= $2 and ticket_id <= $3 and state = 'offered'`, event, id.TicketOf(order, 1), id.TicketOf(order, id.MaxUnit))
	open := make(map[string]inventory.Transfer, len(list))
	for _, t := range list {
		open[t.TicketID] = t
	}
	return open, s.db.Classify(err)
}

// attachGiven fills in the transfer by which the reader of a message about a
// ticket came to hold it, if it is not of an order of theirs.
func attachGiven(ctx context.Context, q table.Querier, event string, list []MessageView) error {
	for i := range list {
		m := &list[i]
		if m.Hold == nil || m.Hold.PersonID == m.Message.PersonID || !strings.HasPrefix(m.Message.Ref, id.Ticket) {
			continue
		}
		found, err := table.All(ctx, q, table.ScanText, acceptedTransfer, event, m.Message.Ref, m.Message.PersonID)
		if err == nil && len(found) > 0 {
			err = attachTransfer(ctx, q, event, found[0], m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// attachTransfer fills in the transfer that a message tells of. There are few of
// these, so each is read by itself.
func attachTransfer(ctx context.Context, q table.Querier, event, transfer string, m *MessageView) error {
	v := &TransferView{EventID: event}
	var err error
	if v.Transfer, err = table.One(ctx, q, TransferTable.Scan, "select "+TransferTable.Columns+" from transfers"+table.WithID, event, transfer); err != nil {
		return fmt.Errorf("store: message %d of %s names %s: %w", m.Message.Seq, event, transfer, err)
	}
	m.Transfer = v
	return v.complete(ctx, q)
}
