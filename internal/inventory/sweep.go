package inventory

// SweepWanted says what must be loaded to go on closing down the waitlist or the
// event; ok is false when there is nothing to close.
func SweepWanted(st *State, b Batch) (s Sweep, ok bool) {
	e := &st.Event
	switch {
	case e.SweptAt != 0 || e.ID == "":
		return Sweep{}, false
	case e.Status == Cancelled:
		return Sweep{Holds: true, Entries: true}, true
	case clock(st, b) >= e.RegistrationEnds() && st.Waiting()+st.Applications > 0:
		return Sweep{Entries: true}, true
	}
	return Sweep{}, false
}

// sweep closes what is left of a cancelled event, or of a waitlist whose
// registration has closed, as much as one batch may.
func (d *decider) sweep() {
	e := &d.st.Event
	want, ok := SweepWanted(d.st, Batch{Now: d.now})
	if !ok {
		return
	}
	for _, id := range d.w.SweepEntries {
		switch entry := d.w.Entries[id]; {
		case want.Holds:
			d.closeEntry(entry)
		case entry == nil:
		case entry.State == EntryWaiting:
			d.endWaiting(entry, EntryClosed, systemActor, ReasonRegistrationClosed)
		case entry.State == EntryApplied:
			d.endApplication(entry, EntryClosed, systemActor, ReasonRegistrationClosed)
		}
	}
	for _, id := range d.w.SweepHolds {
		switch h := d.w.Holds[id]; {
		case h == nil || !h.Live():
		case h.Kind == KindOrder:
			d.closeOrder(h)
		case h.State == HoldConfirmed && h.Kind == KindRegistration:
			d.releaseRegistration(h, systemActor, ReasonEventCancelled)
		case h.State == HoldHeld:
			d.closeEntry(d.w.Entries[h.EntryID])
		}
	}
	if len(d.w.SweepHolds) < MaxSweep && len(d.w.SweepEntries) < MaxSweep {
		e.SweptAt = d.now
	} else {
		d.workLeft = true
	}
}

// closeEntry ends an entry because the event was cancelled.
func (d *decider) closeEntry(e *Entry) {
	switch {
	case e == nil:
	case e.State == EntryWaiting:
		d.endWaiting(e, EntryClosed, systemActor, ReasonEventCancelled)
	case e.State == EntryApplied:
		d.endApplication(e, EntryClosed, systemActor, ReasonEventCancelled)
	case e.State == EntryOffered:
		d.endOffer(d.w.Offers[e.OfferID], OfferRevoked, EntryClosed, systemActor, ReasonEventCancelled)
	}
}
