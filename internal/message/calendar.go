package message

import (
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/holdfast-events/holdfast/internal/calendar"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Calendar is a calendar entry that goes with a mail (RFC 5545, RFC 5546).
type Calendar struct {
	Method string // REQUEST, CANCEL or PUBLISH
	Text   string // lines end in \r\n
}

// CalendarConfig is the organizer of calendar entries.
type CalendarConfig struct {
	Host      string // right side of the UID
	Organizer string // an address
	Name      string // of the organizer
	Now       time.Time
}

// CalendarOf returns the calendar entry of a message, or nil if it has none. A
// confirmation and a received ticket have an invitation, a changed event an updated one.
// When the registration, the order or the event is cancelled, or a ticket was transferred
// or voided, the entry is cancelled. An offer has a published entry without a
// participant: tentative and transparent, to see whether the evening is free. A pass of a series
// puts the dates that it covers into the calendar, and what becomes of one of them later changes
// the same entry.
//
// A person has one entry per event, whatever happens to their orders and tickets, and
// the file that a page hands out is the same entry (UID). A person with two tickets who
// gives one back keeps the entry, which the caller has to ensure. The SEQUENCE is the number of the event's last ledger row. It grows with every
// change, so that a calendar recognizes the newer entry even when mails overtake each
// other.
func CalendarOf(c CalendarConfig, ev *events.EventView, m *events.MessageView) *Calendar {
	method, status := methodOf(m)
	if method == "" {
		return nil
	}
	ev = ev.In(locale.Name(m.Person.Profile.Locale))
	cal := ics.NewCalendarFor("Holdfast")
	if len(ev.Covers) > 0 {
		cal.SetMethod(ics.MethodPublish)
		for _, date := range ev.Covers {
			c.addDate(cal, date.In(locale.Name(m.Person.Profile.Locale)), method, status)
		}
		return &Calendar{Method: string(ics.MethodPublish), Text: cal.Serialize(ics.WithNewLineWindows)}
	}
	cal.SetMethod(method)
	about := timeOf(ev)
	about.Sequence = max(about.Sequence, m.Message.Seq) // the event may have been read before the message
	online := ""
	if method == ics.MethodRequest {
		online = ev.Details.OnlineURL
	}
	e := c.entry(cal, &about, online)
	if method == ics.MethodPublish { // has no attendees (RFC 5546, 3.2.1)
		e.SetTimeTransparency(ics.TransparencyTransparent)
	} else {
		attends(e, m.Person.Profile.Email)
	}
	e.SetStatus(status)
	return &Calendar{Method: string(method), Text: cal.Serialize(ics.WithNewLineWindows)}
}

// timeOf is what an entry says of an event.
func timeOf(ev *events.EventView) mailkit.BookedTime {
	return mailkit.BookedTime{ID: ev.Event.ID, Sequence: ev.Event.Seq, Title: ev.Details.Title, Where: ev.Details.Location, Starts: ev.Event.StartsAt, Ends: ev.Event.EndsAt}
}

// entry adds an entry to a calendar, with where it takes place online; "": nowhere, or others read
// it. Who attends, and its status, are for the caller to add.
func (c *CalendarConfig) entry(cal *ics.Calendar, b *mailkit.BookedTime, online string) *ics.VEvent {
	e := cal.AddEvent(calendar.UID(b.ID, c.Host))
	e.SetDtStampTime(c.Now.UTC())
	e.SetSequence(int(b.Sequence))
	e.SetStartAt(b.Starts.Time().UTC())
	e.SetEndAt(b.Ends.Time().UTC())
	e.SetSummary(mailkit.Plain(mailkit.Clean(b.Title, mailkit.MaxTitle)))
	if where := mailkit.Plain(mailkit.Clean(b.Where, mailkit.MaxTitle)); where != "" {
		e.SetLocation(where)
	}
	if online != "" {
		calendar.Online(e, online)
	}
	e.SetOrganizer("mailto:"+c.Organizer, ics.WithCN(parameter(c.Name)))
	return e
}

// attends makes whoever is mailed an entry its participant, who has said that they come.
func attends(e *ics.VEvent, address string) {
	e.AddAttendee(address, ics.CalendarUserTypeIndividual, ics.ParticipationRoleReqParticipant, ics.ParticipationStatusAccepted, ics.WithRSVP(false))
}

// addDate adds a date that a pass covers, as the entry that messages of the date have. It is
// published, whatever the method of what is said of the pass: an invitation is to one event (RFC
// 5546, 3.2.2).
func (c *CalendarConfig) addDate(cal *ics.Calendar, date *events.EventView, method ics.Method, status ics.ObjectStatus) {
	about, online := timeOf(date), ""
	if status == ics.ObjectStatusConfirmed {
		online = date.Details.OnlineURL
	}
	e := c.entry(cal, &about, online)
	if method == ics.MethodPublish {
		e.SetTimeTransparency(ics.TransparencyTransparent)
	}
	switch {
	case date.Event.Status == inv.Cancelled:
		status = ics.ObjectStatusCancelled
	case date.Event.Status == inv.Postponed && status == ics.ObjectStatusConfirmed:
		status = ics.ObjectStatusTentative
	}
	e.SetStatus(status)
}

// methodOf returns the method and status of a message's calendar entry; "" for none.
func methodOf(m *events.MessageView) (ics.Method, ics.ObjectStatus) {
	newer := m.Person.HoldID != "" && (m.Hold == nil || m.Person.HoldID != m.Hold.ID)
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgOrderConfirmed, EventChanged, inv.MsgTicketReceived:
		if m.Transfer != nil {
			if t := &m.Transfer.Ticket; t.Valid && t.HolderID == m.Person.ID {
				return ics.MethodRequest, ics.ObjectStatusConfirmed
			}
		} else if m.Hold != nil && m.Hold.State == inv.HoldConfirmed { // else another mail cancels the entry
			return ics.MethodRequest, ics.ObjectStatusConfirmed
		}
	case EventPostponed:
		if t := m.Transfer; t != nil && t.Ticket.Valid && t.Ticket.HolderID == m.Person.ID || t == nil && m.Hold != nil && m.Hold.State == inv.HoldConfirmed {
			return ics.MethodRequest, ics.ObjectStatusTentative
		}
	case inv.MsgTransferAccepted, inv.MsgTicketVoided: // the new holder gets an invitation
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
		if m.Pass != nil || m.Transfer != nil || m.Hold != nil && !newer || m.Hold == nil && m.Entry != nil && m.Entry.OfferID != "" {
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

// parameter makes a text fit for a parameter value, in which quotes cannot be escaped
// (RFC 5545, 3.1).
func parameter(s string) string {
	return strings.NewReplacer(`"`, "'", "\r", "", "\n", " ").Replace(mailkit.Plain(mailkit.Clean(s, mailkit.MaxTitle)))
}
