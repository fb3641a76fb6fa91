package inventory

// Postpone says of a published event that it does not take place at its time, and that
// another is not known yet. Who has a ticket keeps it, offers and orders that stand can be
// accepted and paid until their deadline, and nobody else comes in until Configure
// reschedules it.
type Postpone struct{ Who }

func (Postpone) needs(*RequiredRows) {}

func (Postpone) forecast(*forecast) {}

func (c Postpone) decide(d *decider) Outcome {
	switch e := &d.st.Event; {
	case e.Status == Draft:
		return Outcome{Code: EventNotPublished}
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case e.Status == Postponed:
		return Outcome{Status: string(Postponed)}
	case d.now >= e.EndsAt:
		return Outcome{Code: EventOver}
	}
	d.moveEvent(Postponed, c.Actor, ReasonPostponed)
	e := &d.st.Event
	e.DrawDueAt = e.drawDueAt(d.now)
	return Outcome{Status: string(Postponed)}
}

// never is later than any time that is said of an event.
const never Instant = 1 << 62

// Ends is when the event is over: never, while it has no date.
func (e *Event) Ends() Instant {
	if e.Status == Postponed {
		return never
	}
	return e.EndsAt
}
