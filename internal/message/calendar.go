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
	Method string // REQUEST or CANCEL
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
// with a confirmation, a newer one when the event has changed, and a withdrawal
// when the registration or the event is cancelled. Other messages have none: nil.
//
// There is one entry for a person in an event, whatever becomes of their orders.
// Its SEQUENCE is the number of the event's last ledger row, which grows with
// every change, so that a calendar takes a later entry for the newer one even
// when mails overtake each other.
func CalendarOf(c CalendarConfig, ev *store.EventView, m *store.MessageView) *Calendar {
	method := ics.MethodRequest
	switch m.Message.Kind {
	case inv.MsgConfirmed, EventChanged:
		if m.Hold == nil || m.Hold.State != inv.HoldConfirmed {
			return nil // cancelled since: a mail about that is on its way
		}
	case inv.MsgCancelled, inv.MsgEventCancelled:
		if m.Hold == nil || (m.Person.HoldID != "" && m.Person.HoldID != m.Hold.ID) {
			return nil // nothing was in the calendar, or a newer registration is
		}
		method = ics.MethodCancel
	default:
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
	e.AddAttendee(m.Person.Profile.Email, ics.CalendarUserTypeIndividual, ics.ParticipationRoleReqParticipant,
		ics.ParticipationStatusAccepted, ics.WithRSVP(false))
	e.SetStatus(ics.ObjectStatusConfirmed)
	if method == ics.MethodCancel {
		e.SetStatus(ics.ObjectStatusCancelled)
	}
	return &Calendar{Method: string(method), Text: cal.Serialize(ics.WithNewLineWindows)}
}

// parameter makes a text fit for the value of a parameter, which has no way to
// escape a quote (RFC 5545, 3.1).
func parameter(s string) string {
	return strings.NewReplacer(`"`, "'", "\r", "", "\n", " ").Replace(plain(clean(s, maxTitle)))
}
