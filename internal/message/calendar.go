package message

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Calendar is a calendar entry that goes with a mail (RFC 5545, RFC 5546).
type Calendar struct {
	Method string // REQUEST, CANCEL or PUBLISH
	Text   string // lines end in \r\n
}

// CalendarConfig says who invites.
type CalendarConfig struct {
	Host      string // right side of the UID
	Organizer string // an address
	Name      string // of the organizer
	Now       time.Time
}

// CalendarOf returns the calendar entry that goes with a message: an invitation
// with a confirmation and with a ticket that somebody gave, a newer one when the
// event has changed, and a withdrawal when the registration, the order or the event
// is cancelled, or a ticket was given away or became void. An offer comes with one to look at, which
// is tentative, has nobody's answer in it and does not make anybody busy: is the
// evening free? Other messages have none: nil.
//
// There is one entry for a person in an event, whatever becomes of their orders and
// tickets: who has two and gives one back, or to somebody else, keeps it, which the
// caller has to see to.
// Its SEQUENCE is the number of the event's last ledger row, which grows with
// every change, so that a calendar takes a later entry for the newer one even
// when mails overtake each other.
func CalendarOf(c CalendarConfig, ev *store.EventView, m *store.MessageView) *Calendar {
	method, status := methodOf(m)
	if method == "" {
		return nil
	}
	cal := ics.NewCalendarFor("Holdfast")
	cal.SetMethod(method)
	e := cal.AddEvent(m.EventID + "." + m.Person.ID[max(0, len(m.Person.ID)-16):] + "@" + c.Host)
	e.SetDtStampTime(c.Now.UTC())
	e.SetSequence(int(max(ev.Event.Seq, m.Message.Seq))) // what is known of the event may be a moment older
	e.SetStartAt(ev.Event.StartsAt.Time().UTC())
	e.SetEndAt(ev.Event.EndsAt.Time().UTC())
	e.SetSummary(plain(clean(ev.Details.Title, maxTitle)))
	if where := plain(clean(ev.Details.Location, maxTitle)); where != "" {
		e.SetLocation(where)
	}
	e.SetOrganizer("mailto:"+c.Organizer, ics.WithCN(parameter(c.Name)))
	if method == ics.MethodPublish { // which names nobody who comes (RFC 5546, 3.2.1)
		e.SetTimeTransparency(ics.TransparencyTransparent)
	} else {
		e.AddAttendee(m.Person.Profile.Email, ics.CalendarUserTypeIndividual, ics.ParticipationRoleReqParticipant,
			ics.ParticipationStatusAccepted, ics.WithRSVP(false))
	}
	e.SetStatus(status)
	return &Calendar{Method: string(method), Text: cal.Serialize(ics.WithNewLineWindows)}
}

// methodOf is what a message does to the entry; "": nothing.
func methodOf(m *store.MessageView) (ics.Method, ics.ObjectStatus) {
	newer := m.Person.HoldID != "" && (m.Hold == nil || m.Person.HoldID != m.Hold.ID)
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgOrderConfirmed, EventChanged, inv.MsgTicketReceived:
		if m.Transfer != nil {
			if t := &m.Transfer.Ticket; t.Valid && t.HolderID == m.Person.ID {
				return ics.MethodRequest, ics.ObjectStatusConfirmed
			}
		} else if m.Hold != nil && m.Hold.State == inv.HoldConfirmed { // else a mail about that is on its way
			return ics.MethodRequest, ics.ObjectStatusConfirmed
		}
	case inv.MsgTransferAccepted, inv.MsgTicketVoided: // who has the first from now on is invited
		return ics.MethodCancel, ics.ObjectStatusCancelled
	case inv.MsgOffer, inv.MsgOfferExtended:
		if m.Offer != nil && m.Offer.State == inv.OfferOpen {
			return ics.MethodPublish, ics.ObjectStatusTentative
		}
	case inv.MsgOfferExpired:
		if !newer {
			return ics.MethodCancel, ics.ObjectStatusCancelled
		}
	case inv.MsgCancelled:
		if m.Hold != nil && !newer {
			return ics.MethodCancel, ics.ObjectStatusCancelled
		}
	case inv.MsgEventCancelled:
		if m.Transfer != nil || m.Hold != nil && !newer || m.Hold == nil && m.Entry != nil && m.Entry.OfferID != "" {
			return ics.MethodCancel, ics.ObjectStatusCancelled
		}
	case inv.MsgOrderCancelled, inv.MsgOrderRefunded:
		ended := m.Hold != nil && (m.Hold.Reason == inv.ReasonOrderCancelled || m.Hold.Reason == inv.ReasonOrderRefunded)
		if ended && m.Hold.State == inv.HoldReleased {
			return ics.MethodCancel, ics.ObjectStatusCancelled
		}
	}
	return "", ""
}

// parameter makes a text fit for the value of a parameter, which has no way to
// escape a quote (RFC 5545, 3.1).
func parameter(s string) string {
	return strings.NewReplacer(`"`, "'", "\r", "", "\n", " ").Replace(plain(clean(s, maxTitle)))
}
