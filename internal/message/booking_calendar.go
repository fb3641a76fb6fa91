package message

import (
	ics "github.com/arran4/golang-ical"

	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// statusOf is where what a calendar has stands.
func statusOf(b *mailkit.BookedTime) ics.ObjectStatus {
	switch {
	case b.Cancelled:
		return ics.ObjectStatusCancelled
	case b.Tentative:
		return ics.ObjectStatusTentative
	}
	return ics.ObjectStatusConfirmed
}

// CalendarOfBookings returns the calendar that goes with a mail to the booker of bookings. Of one it
// is an invitation, a newer one, or its cancellation. Several are published, each with where it
// stands: an invitation is to one event (RFC 5546, 3.2.2), and what is published has no attendees
// (3.2.1). The page of each booking hands out the same entry (UID).
func CalendarOfBookings(c CalendarConfig, list []mailkit.BookedTime, to string) *Calendar {
	method := ics.MethodPublish
	if len(list) == 1 {
		if method = ics.MethodRequest; list[0].Cancelled {
			method = ics.MethodCancel
		}
	}
	cal := ics.NewCalendarFor("Holdfast")
	cal.SetMethod(method)
	for i := range list {
		e := c.entry(cal, &list[i], "")
		if method != ics.MethodPublish {
			attends(e, to)
		}
		e.SetStatus(statusOf(&list[i]))
	}
	return &Calendar{Method: string(method), Text: cal.Serialize(ics.WithNewLineWindows)}
}
