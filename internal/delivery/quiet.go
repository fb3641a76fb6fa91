package delivery

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/store"
)

// quiet returns when a message may go out, now or at the end of the quiet hours
// in the person's zone. late, when not empty, says that this would be too late
// for it to be of any use, and so it does not go out at all.
//
// Quiet hours do not hold back the answer to what a person has just done, nor
// anything of an event whose organizer marked it as time-critical.
func quiet(ev *store.EventView, m *store.MessageView, zone *time.Location, now inventory.Instant) (due inventory.Instant, late string) {
	w := &ev.Event.Settings.Waitlist
	if w.TimeCritical || answers(m) && now-m.Message.At < awakeFor {
		return now, ""
	}
	due = inventory.QuietUntil(now, zone, w.QuietFrom, w.QuietTo)
	if due == now {
		return now, ""
	}
	switch m.Message.Kind {
	case message.Reminder:
		if due >= ev.Event.StartsAt {
			return due, "quiet hours last until the event begins"
		}
	case message.EventChanged:
		if due >= ev.Event.EndsAt {
			return due, "quiet hours last until the event is over"
		}
	case inventory.MsgOffer, inventory.MsgOfferExtended:
		if m.Offer != nil && due >= ev.Event.RegistrationEnds() {
			// Package inventory lets such a window start at once, because waiting would leave
			// nothing of it. The person learns of it in the morning or never: a message
			// in the night is the lesser evil only where the event says so.
			return due, "quiet hours last until registration closes"
		}
	}
	return due, ""
}

// awakeFor is how long after they did something a person counts as awake. An
// answer that a mail server took hours to take waits for the morning like others.
const awakeFor = inventory.Instant(inventory.Hour)

// asleep is quiet for a letter that is about to go out: it may have been routed
// by day and come to its turn at night, because a provider was away, a storm was
// before it, or it is the second channel's turn.
func (k *Dispatcher) asleep(l *Letter, now inventory.Instant) (due inventory.Instant, late string) {
	return quiet(l.Event, l.Message, l.addressee.zone(l.Event), now)
}

// answers says whether a message answers what its person has just done. A ticket
// is issued anew because its holder asked, or stands at the door with a code that
// no longer works.
func answers(m *store.MessageView) bool {
	switch m.Message.Kind {
	case inventory.MsgWaitlisted, inventory.MsgOrderPending, inventory.MsgTicketReissued, inventory.MsgTicketReceived:
		return true
	case inventory.MsgConfirmed, inventory.MsgOrderConfirmed:
		return m.Hold == nil || m.Hold.Reason != inventory.ReasonPromoted
	case inventory.MsgCancelled:
		return m.Hold != nil && m.Hold.Reason == inventory.ReasonCancelledByPerson
	}
	return false
}

// zone is the person's own where it is known, else the event's.
func (a *addressee) zone(ev *store.EventView) *time.Location {
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
