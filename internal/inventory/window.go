package inventory

import "time"

// ClaimWindow returns when the window of an offer opened at now starts and ends.
//
// It starts when the person could have seen the offer: at the end of the quiet
// hours when now is inside them, unless the event's offers are time-critical or
// the quiet hours last until the registration cutoff, which would leave nothing.
func ClaimWindow(e *Event, now Instant) (starts, ends Instant) {
	w := &e.Settings.Waitlist
	last := e.RegistrationEnds()
	starts = now
	if !w.TimeCritical {
		if t := QuietUntil(now, e.Zone, w.QuietFrom, w.QuietTo); t < last {
			starts = t
		}
	}
	return starts, min(starts+Instant(w.ClaimWindow), last)
}

// QuietUntil returns the first moment, from now on, that is outside the quiet
// hours: now itself when it is not inside them. from and to are minutes after
// local midnight.
func QuietUntil(now Instant, zone *time.Location, from, to int) Instant {
	if from == to || zone == nil {
		return now
	}
	local := now.Time().In(zone)
	minute := local.Hour()*60 + local.Minute()
	day := local.Day()
	switch {
	case from < to && (minute < from || minute >= to):
		return now
	case from > to && minute < from && minute >= to:
		return now
	case from > to && minute >= from:
		day++
	}
	return clockReads(local, day, to)
}

// clockReads returns the first moment after local at which the clock on the wall
// shows the minute of that day, or has jumped past it.
func clockReads(local time.Time, day, minute int) Instant {
	at := time.Date(local.Year(), local.Month(), day, minute/60, minute%60, 0, 0, local.Location())
	shows := at.Hour()*60 + at.Minute()
	zoneStart, zoneEnd := at.ZoneBounds()
	switch {
	case shows > minute: // the clock jumped over it, and at is after the jump
		return At(zoneStart)
	case shows < minute: // the same, and at is before the jump
		return At(zoneEnd)
	}
	// The clock shows it twice on the day it is set back. time.Date does not
	// promise which of the two it returns.
	best := at
	for _, other := range []time.Time{sameReading(at, zoneStart.Add(-1)), sameReading(at, zoneEnd)} {
		if other.After(local) && (other.Before(best) || !best.After(local)) {
			best = other
		}
	}
	return At(best)
}

// sameReading returns the moment at which a clock with the offset in force at
// near reads what at reads, or at itself when the zone has no such moment.
func sameReading(at, near time.Time) time.Time {
	if near.Year() < 1000 {
		return at // the zone has no change on that side
	}
	_, offset := at.Zone()
	_, offsetNear := near.Zone()
	other := at.Add(time.Duration(offset-offsetNear) * time.Second)
	if other.Hour() != at.Hour() || other.Minute() != at.Minute() || other.Day() != at.Day() {
		return at
	}
	return other
}
