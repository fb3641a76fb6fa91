package message

import (
	"strconv"
	"strings"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// orderedOf returns what a message about an order of goods alone is about, "2 × Shirt, Poster", or one
// about the new code of an item that lets nobody in; "": it is about none.
func orderedOf(d *dictionary, ev *events.EventView, m *events.MessageView) string {
	switch m.Message.Kind {
	case inv.MsgTicketReissued:
		return reissuedOf(ev, m)
	case inv.MsgConfirmed, inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled, inv.MsgOrderRefunded,
		Reminder, EventChanged, EventPostponed, inv.MsgEventCancelled:
	default:
		return ""
	}
	if m.Hold == nil || m.Transfer != nil {
		return ""
	}
	var names []string
	for _, g := range ev.OnlyGoods(m.Hold) {
		name := mailkit.Clean(g.Name, mailkit.MaxTitle)
		if g.Units > 1 {
			name = strconv.FormatInt(g.Units, 10) + " × " + name
		}
		names = append(names, name)
	}
	return strings.Join(names, locale.Comma(d.Tag))
}

// reissuedOf returns what has a new code that lets nobody in; "": it is a ticket.
func reissuedOf(ev *events.EventView, m *events.MessageView) string {
	id := ""
	switch {
	case m.Transfer != nil:
		id = m.Transfer.Ticket.TierID
	case m.Hold != nil && m.Hold.Order != nil:
		for i := range m.Hold.Order.Items {
			if it := &m.Hold.Order.Items[i]; int64(it.No) == m.TicketUnit() {
				id = it.Tier
			}
		}
	}
	if tier := ev.Tier(id); tier != nil && !tier.Admits() {
		return mailkit.Clean(tier.Name, mailkit.MaxTitle)
	}
	return ""
}

// forOrdered returns the words of a message about an order of goods alone.
func (d *dictionary) forOrdered(w mailkit.Wording, m *events.MessageView, about *about) mailkit.Wording {
	if about.ordered == "" {
		return w
	}
	words := orderedWordings[d]
	view := d.wordings[wordings.Key{Kind: inv.MsgOrderPending}].Action
	switch m.Message.Kind {
	case inv.MsgConfirmed:
		return mailkit.Wording{Subject: words.confirmedSubject, Heading: words.confirmedHeading, Body: []string{words.ordered, words.pickUp}, Action: view}
	case inv.MsgOrderPending:
		w.Heading, w.Body, w.After = words.awaiting, []string{words.thanks, w.Body[1]}, []string{words.oncePaid}
	case inv.MsgOrderConfirmed:
		return mailkit.Wording{Subject: words.confirmedSubject, Heading: words.confirmedHeading, Body: []string{words.ordered, words.pickUp}, Action: view}
	case inv.MsgOrderExpired:
		w.Body, w.After = []string{words.lapsed}, []string{words.lapsedPaid}
	case inv.MsgOrderCancelled:
		w.Heading, w.Body = words.cancelledHeading, []string{words.cancelled}
	case inv.MsgOrderRefunded:
		switch about.reason {
		case inv.ReasonPaymentLate:
			w.Body = []string{words.late}
		case inv.ReasonPaymentAgain:
			w.Body = []string{words.again}
		case inv.ReasonPaymentMismatch, inv.ReasonCardLimit:
		default:
			w.Body = []string{words.refunded}
		}
	case inv.MsgTicketReissued:
		w.Subject, w.Heading, w.Body, w.Action = words.newSubject, words.newHeading, []string{words.reissued, words.showNew}, transferredWordings[d].action
	case Reminder:
		w.Body, w.Action, w.After = []string{words.soon}, view, nil
	case EventChanged, EventPostponed:
		w.Body, w.Action, w.After = []string{w.Body[0], words.stays}, view, nil
	case inv.MsgEventCancelled:
		w.Body = []string{words.off}
	}
	return w
}
