package message

import (
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// onlineFor is where the event takes place online, in messages that tell somebody who has a
// ticket by then of it; "" in all others.
func onlineFor(ev *events.EventView, m *events.MessageView) string {
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgOrderConfirmed, inv.MsgTicketReceived, Reminder, EventChanged:
	default:
		return ""
	}
	if m.Transfer != nil {
		if t := &m.Transfer.Ticket; !t.Valid || t.HolderID != m.Person.ID {
			return ""
		}
	} else if m.Hold == nil || m.Hold.State != inv.HoldConfirmed {
		return ""
	}
	return ev.Details.OnlineURL
}
