package message

import (
	ics "github.com/arran4/golang-ical"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

// BookedTime is what a calendar has of a booking of rooms, or of an event.
type BookedTime struct {
	ID string
	// Sequence grows with each change of it.
	Sequence     int64
	Title, Where string
	Starts, Ends inv.Instant
	Cancelled    bool
}

// CalendarOfBooking returns the calendar entry that goes with a mail to the booker of a booking: an
// invitation, a newer one, or its cancellation. The page of the booking hands out the same entry
// (UID).
func CalendarOfBooking(c CalendarConfig, b *BookedTime, to string) *Calendar {
	method, status := ics.MethodRequest, ics.ObjectStatusConfirmed
	if b.Cancelled {
		method, status = ics.MethodCancel, ics.ObjectStatusCancelled
	}
	cal := ics.NewCalendarFor("Holdfast")
	cal.SetMethod(method)
	e := c.entry(cal, b, "")
	attends(e, to)
	e.SetStatus(status)
	return &Calendar{Method: string(method), Text: cal.Serialize(ics.WithNewLineWindows)}
}
