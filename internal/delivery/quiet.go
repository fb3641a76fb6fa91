package delivery

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// quiet returns when a message may go out: now, or at the end of the quiet hours in the
// person's time zone, which are those of the event and, for what can be left out, those that
// the person chose. late, if not empty, is why that would be too late to be of use,
// so that the message does not go out at all.
//
// Quiet hours do not hold back the reply to what a person has just done, messages of an
// event whose organizer marked it as time-critical, nor an offer that would be told too
// late to be claimed.
func quiet(ev *events.EventView, m *events.MessageView, a *addressee, now inventory.Instant) (due inventory.Instant, late string) {
	w := &ev.Event.Settings.Waitlist
	if w.TimeCritical || answers(m) && now-m.Message.At < awakeFor {
		return now, ""
	}
	zone := a.zone(ev)
	due = inventory.QuietUntil(now, zone, w.QuietFrom, w.QuietTo)
	if c := a.contact; c != nil && message.Optional(m.Message.Kind) {
		due = inventory.QuietUntil(due, zone, c.QuietFrom, c.QuietTo)
		due = inventory.QuietUntil(due, zone, w.QuietFrom, w.QuietTo) // in which the person's may end
	}
	if due == now {
		return now, ""
	}
	switch m.Message.Kind {
	case message.Reminder, message.NewEvent:
		if due >= ev.Event.StartsAt {
			return due, "quiet hours last until the event begins"
		}
	case message.Feedback:
		if due >= feedback.Ends(&ev.Event) {
			return due, "quiet hours last until feedback ends"
		}
	case message.EventChanged:
		if due >= ev.Event.EndsAt {
			return due, "quiet hours last until the event is over"
		}
	case inventory.MsgOffer, inventory.MsgOfferExtended:
		if m.Offer != nil && due >= ev.Event.RegistrationEnds() {
			// Package inventory lets such a claim window start at once, because nothing
			// of it would be left in the morning. So the offer goes out at once too: one
			// that nobody is told about would keep a ticket from everybody.
			return now, ""
		}
	}
	return due, ""
}

// awakeFor is how long a person counts as awake after they did something. A reply that
// is delayed for longer, by a mail server for example, waits for the morning.
const awakeFor = inventory.Instant(inventory.Hour)

// asleep is quiet for a task that is about to be sent: it may have been routed by day
// and reach its turn at night, because the provider was out, the queue was long, or it
// is for the second channel.
func asleep(task *Task, now inventory.Instant) (due inventory.Instant, late string) {
	return quiet(task.Event, task.Message, &task.addressee, now)
}

// answers reports whether a message replies to what its recipient has just done. A
// reissued ticket does: its holder asked for it, or stands at the door with a code that
// no longer works.
func answers(m *events.MessageView) bool {
	switch m.Message.Kind {
	case inventory.MsgApplied, inventory.MsgWaitlisted, inventory.MsgOrderPending, inventory.MsgTicketReissued, inventory.MsgTicketReceived:
		return true
	case inventory.MsgConfirmed, inventory.MsgOrderConfirmed:
		return m.Hold == nil || m.Hold.Reason != inventory.ReasonPromoted
	case inventory.MsgCancelled:
		return m.Hold != nil && m.Hold.Reason == inventory.ReasonCancelledByPerson
	}
	return false
}

// zone returns the person's time zone if it is known, and else the event's.
func (a *addressee) zone(ev *events.EventView) *time.Location {
	if a.contact != nil && a.contact.Zone != "" {
		if z, err := time.LoadLocation(a.contact.Zone); err == nil {
			return z
		}
	}
	if ev.Event.Zone != nil {
		return ev.Event.Zone
	}
	return time.UTC
}
