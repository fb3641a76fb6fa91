package message

import (
	"strings"
	"testing"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestCalendarEntries: which messages put the event into a calendar, change it
// there, show it, or take it out.
func TestCalendarEntries(t *testing.T) {
	confirmed := func(m *events.MessageView) { m.Hold.State = inv.HoldConfirmed }
	released := func(m *events.MessageView) { m.Hold.State = inv.HoldReleased }
	both := func(list ...func(*events.MessageView)) func(*events.MessageView) {
		return func(m *events.MessageView) {
			for _, f := range list {
				f(m)
			}
		}
	}
	for name, c := range map[string]struct {
		kind   inv.MessageKind
		reason inv.Reason
		change func(*events.MessageView)
		want   string // method and status
	}{
		"a registration":                       {inv.MsgConfirmed, inv.ReasonRegistered, confirmed, "REQUEST CONFIRMED"},
		"one that was given back since":        {inv.MsgConfirmed, inv.ReasonCancelledByPerson, released, ""},
		"an order that is paid":                {inv.MsgOrderConfirmed, inv.ReasonPaid, confirmed, "REQUEST CONFIRMED"},
		"an event that moved":                  {EventChanged, "", confirmed, "REQUEST CONFIRMED"},
		"a ticket that was given":              {inv.MsgTicketReceived, "", nil, "REQUEST CONFIRMED"},
		"one that is void by then":             {inv.MsgTicketReceived, "", func(m *events.MessageView) { m.Transfer.Ticket.Valid = false }, ""},
		"one that went on by then":             {inv.MsgTicketReceived, "", func(m *events.MessageView) { m.Transfer.Ticket.HolderID = "per_9" }, ""},
		"a ticket that is offered":             {inv.MsgTransferOffered, "", nil, ""},
		"a ticket that was given away":         {inv.MsgTransferAccepted, "", nil, "CANCEL CANCELLED"},
		"a ticket that became void":            {inv.MsgTicketVoided, "", nil, "CANCEL CANCELLED"},
		"a reminder":                           {Reminder, "", confirmed, ""},
		"a reminder of a ticket":               {Reminder, inv.ReasonTicketReceived, nil, ""},
		"one that moved, of a ticket":          {EventChanged, inv.ReasonTicketReceived, nil, "REQUEST CONFIRMED"},
		"one that is off, of a ticket":         {inv.MsgEventCancelled, inv.ReasonTicketReceived, func(m *events.MessageView) { m.Transfer.Ticket.Valid = false }, "CANCEL CANCELLED"},
		"waiting":                              {inv.MsgWaitlisted, inv.ReasonJoined, nil, ""},
		"an offer":                             {inv.MsgOffer, inv.ReasonOffered, nil, "PUBLISH TENTATIVE"},
		"an offer that was declined":           {inv.MsgOffer, inv.ReasonOffered, func(m *events.MessageView) { m.Offer.State = inv.OfferDeclined }, ""},
		"an offer that lasts longer":           {inv.MsgOfferExtended, inv.ReasonOffered, nil, "PUBLISH TENTATIVE"},
		"an offer that lapsed":                 {inv.MsgOfferExpired, inv.ReasonOfferExpired, nil, "CANCEL CANCELLED"},
		"one of a person who registered since": {inv.MsgOfferExpired, inv.ReasonOfferExpired, func(m *events.MessageView) { m.Person.HoldID = "ord_2" }, ""},
		"a cancellation":                       {inv.MsgCancelled, inv.ReasonCancelledByPerson, released, "CANCEL CANCELLED"},
		"one of a person who came back since":  {inv.MsgCancelled, inv.ReasonCancelledByPerson, both(released, func(m *events.MessageView) { m.Person.HoldID = "ord_2" }), ""},
		"an order given back":                  {inv.MsgOrderCancelled, inv.ReasonOrderCancelled, released, "CANCEL CANCELLED"},
		"a guest of a party":                   {inv.MsgGuestCancelled, inv.ReasonGuestCancelled, confirmed, ""},
		"half of an order":                     {inv.MsgOrderCancelled, inv.ReasonItemsCancelled, confirmed, ""},
		"an order refunded":                    {inv.MsgOrderRefunded, inv.ReasonOrderRefunded, released, "CANCEL CANCELLED"},
		"a payment that came too late":         {inv.MsgOrderRefunded, inv.ReasonPaymentLate, released, ""},
		"an event that is off":                 {inv.MsgEventCancelled, inv.ReasonEventCancelled, released, "CANCEL CANCELLED"},
		"an event that is off, waiting":        {inv.MsgEventCancelled, inv.ReasonEventCancelled, func(m *events.MessageView) { m.Hold, m.Entry = nil, &inv.Entry{} }, ""},
		"an event that is off, an offer":       {inv.MsgEventCancelled, inv.ReasonEventCancelled, func(m *events.MessageView) { m.Hold, m.Entry = nil, &inv.Entry{OfferID: "off_1"} }, "CANCEL CANCELLED"},
	} {
		m := told(t, c.kind, c.reason, "en")
		if c.change != nil {
			c.change(m)
		}
		cal := CalendarOf(CalendarConfig{Host: "holdfast.example", Organizer: "events@holdfast.example", Name: `The "Harbour"`, Now: time.Unix(0, 0)}, concert(t), m)
		if cal == nil {
			if c.want != "" {
				t.Errorf("%s: no entry", name)
			}
			continue
		}
		text := strings.ReplaceAll(cal.Text, "\r\n ", "")
		method, status, _ := strings.Cut(c.want, " ")
		if c.want == "" || cal.Method != method || !strings.Contains(text, "\r\nMETHOD:"+method+"\r\n") || !strings.Contains(text, "\r\nSTATUS:"+status+"\r\n") {
			t.Errorf("%s: want %q:\n%s", name, c.want, cal.Text)
		}
		if published := method == "PUBLISH"; strings.Contains(text, "\r\nATTENDEE") == published || strings.Contains(text, "\r\nTRANSP:TRANSPARENT\r\n") != published {
			t.Errorf("%s: who comes:\n%s", name, cal.Text)
		}
		for _, line := range []string{"UID:evt_1@holdfast.example", "SEQUENCE:"} {
			if !strings.Contains(text, "\r\n"+line) {
				t.Errorf("%s: no %s:\n%s", name, line, cal.Text)
			}
		}
	}
}

// TestOnlineAddress: where an event takes place online stands in the messages and entries that
// tell somebody who has a ticket of it, and in no others.
func TestOnlineAddress(t *testing.T) {
	const address = "https://meet.example/walk?pwd=1"
	ev := concert(t)
	ev.Details.OnlineURL = address
	r, err := New(plainLinks{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		kind   inv.MessageKind
		reason inv.Reason
		change func(*events.MessageView)
		want   bool
	}{
		"a registration":                {inv.MsgConfirmed, inv.ReasonRegistered, func(m *events.MessageView) { m.Hold.State = inv.HoldConfirmed }, true},
		"one that was given back since": {inv.MsgConfirmed, inv.ReasonRegistered, func(m *events.MessageView) { m.Hold.State = inv.HoldReleased }, false},
		"an order that is paid":         {inv.MsgOrderConfirmed, inv.ReasonPaid, func(m *events.MessageView) { m.Hold.State = inv.HoldConfirmed }, true},
		"an order that is to be paid":   {inv.MsgOrderPending, inv.ReasonPaymentAsked, func(m *events.MessageView) { m.Hold.State = inv.HoldHeld }, false},
		"a reminder":                    {Reminder, "", func(m *events.MessageView) { m.Hold.State = inv.HoldConfirmed }, true},
		"a change":                      {EventChanged, "", func(m *events.MessageView) { m.Hold.State = inv.HoldConfirmed }, true},
		"a ticket that was given":       {inv.MsgTicketReceived, "", nil, true},
		"one that went on since":        {inv.MsgTicketReceived, "", func(m *events.MessageView) { m.Transfer.Ticket.HolderID = "per_9" }, false},
		"a ticket that is offered":      {inv.MsgTransferOffered, "", nil, false},
		"waiting":                       {inv.MsgWaitlisted, inv.ReasonJoined, nil, false},
		"an offer":                      {inv.MsgOffer, inv.ReasonOffered, nil, false},
		"a cancellation":                {inv.MsgCancelled, inv.ReasonCancelledByPerson, func(m *events.MessageView) { m.Hold.State = inv.HoldReleased }, false},
	} {
		for _, lang := range []string{"en", "ar"} {
			m := told(t, c.kind, c.reason, lang)
			if c.change != nil {
				c.change(m)
			}
			out, err := r.Render(ev, m)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(out.Text, address) != c.want || strings.Contains(out.HTML, `href="`+address) != c.want {
				t.Errorf("%s, %s: told is not %t:\n%s", name, lang, c.want, out.Text)
			}
			cal := CalendarOf(CalendarConfig{Host: "holdfast.example", Organizer: "events@holdfast.example", Name: "Harbour", Now: time.Unix(0, 0)}, ev, m)
			if cal == nil {
				continue
			}
			text := strings.ReplaceAll(cal.Text, "\r\n ", "")
			if strings.Contains(text, "\r\nCONFERENCE;FEATURE=VIDEO;VALUE=URI:"+address+"\r\n") != c.want || strings.Contains(text, "DESCRIPTION:"+address) != c.want {
				t.Errorf("%s: the entry says it is not %t:\n%s", name, c.want, text)
			}
		}
	}
}
