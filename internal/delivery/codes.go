package delivery

import (
	"context"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/message"
)

// Code is a ticket that goes with a mail, and the picture of its QR code.
type Code struct {
	Ticket  message.Ticket // without ContentID
	Picture mail.Image
}

// render renders the message of a task with its tickets.
func (d *Dispatcher) render(task *Task, codes []Code) (err error) {
	tickets := make([]message.Ticket, len(codes))
	task.Images = make([]mail.Image, len(codes))
	for i := range codes {
		tickets[i], task.Images[i] = codes[i].Ticket, codes[i].Picture
		tickets[i].ContentID = task.Images[i].ID
	}
	task.Words, err = d.renderer.RenderWith(task.Style, task.Log, task.Event, task.Message, tickets)
	return err
}

// showsCodes reports whether messages of a kind show the tickets that they are about.
func showsCodes(kind inventory.MessageKind) bool {
	switch kind {
	case inventory.MsgConfirmed, inventory.MsgOrderConfirmed, inventory.MsgTicketReissued, inventory.MsgTicketReseated, inventory.MsgTicketReceived:
		return true
	}
	return false
}

// codes returns the tickets that a message is about. If their QR codes cannot be made,
// the mail goes out without them; it links to the page that shows them.
func (d *Dispatcher) codes(ctx context.Context, task *Task) []Code {
	m, order := task.Message, ""
	switch {
	case !showsCodes(m.Message.Kind):
	case m.Transfer != nil:
		order = m.Transfer.Ticket.OrderID
	case m.Hold != nil:
		order = m.Hold.ID
	}
	if d.cfg.Codes == nil || order == "" {
		return nil
	}
	codes, err := d.cfg.Codes(ctx, order, m.Person.ID)
	if err != nil {
		d.log.WarnContext(ctx, "delivery: mail sent without its QR codes", slog.String("event", task.Delivery.EventID), slog.Any("error", err))
		return nil
	}
	return codes
}
