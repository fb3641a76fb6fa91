package message

import (
	ics "github.com/arran4/golang-ical"

	"github.com/holdfast-events/holdfast/internal/calendar"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
)

// BookedTime is a booking of rooms as the calendar of its booker has it.
type BookedTime struct {
	ID string
	// Sequence grows with each change of the booking.
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
	e := cal.AddEvent(calendar.UID(b.ID, c.Host))
	e.SetDtStampTime(c.Now.UTC())
	e.SetSequence(int(b.Sequence))
	e.SetStartAt(b.Starts.Time().UTC())
	e.SetEndAt(b.Ends.Time().UTC())
	e.SetSummary(plain(clean(b.Title, maxTitle)))
	if where := plain(clean(b.Where, maxTitle)); where != "" {
		e.SetLocation(where)
	}
	e.SetOrganizer("mailto:"+c.Organizer, ics.WithCN(parameter(c.Name)))
	e.AddAttendee(to, ics.CalendarUserTypeIndividual, ics.ParticipationRoleReqParticipant, ics.ParticipationStatusAccepted, ics.WithRSVP(false))
	e.SetStatus(status)
	return &Calendar{Method: string(method), Text: cal.Serialize(ics.WithNewLineWindows)}
}
