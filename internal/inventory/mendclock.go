package inventory

// MendClock sets the clock of an event that stands ahead of now back to now, and
// writes an audit row that says so. It reports false when the clock is not ahead.
//
// It is not a command: a command is decided at a time, and here that time is what is
// wrong. What was decided while the clock was ahead stays as it is. Deadlines that
// were set then are later than they should be, never earlier.
func MendClock(st *State, now Instant, actor string) (Changes, bool) {
	e := &st.Event
	if e.Clock <= now {
		return Changes{}, false
	}
	e.Clock = now
	// A wave that began in the future would hold back offers until then.
	e.WaveStartedAt = min(e.WaveStartedAt, now)
	if e.DueAt != 0 {
		e.DueAt = min(e.DueAt, now) // the next batch finds out what is due, and when
	}
	var l ledger
	l.init(st, nil, 1)
	l.write(transition{who: actor, subject: e.ID, from: string(e.Status), to: string(e.Status), reason: ReasonClockMended})
	c := l.collect()
	c.EventChanged = true
	return c, true
}
