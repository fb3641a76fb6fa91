package inventory

// CancelEvent ends an event for good. What is live is closed by the batches
// that follow, at most MaxSweep holds and entries each; the first is due at once.
type CancelEvent struct{ Who }

func (CancelEvent) needs(n *RequiredRows) { n.Releases = true }

func (CancelEvent) forecast(*forecast) {}

// decide sets the state, and ends the releases, which are few. What else is live is
// swept by the batches that follow, of which the first is due at once, because it may be
// more than one batch can hold.
func (c CancelEvent) decide(d *decider) Outcome {
	e := &d.st.Event
	switch {
	case e.Status == Cancelled:
		return Outcome{Status: string(Cancelled)}
	case d.now >= e.Ends():
		return Outcome{Code: EventOver}
	}
	d.moveEvent(Cancelled, c.Actor, ReasonEventCancelled)
	d.voidReleases()
	e.DrawDueAt = e.drawDueAt(d.now)
	e.SweptAt = 0
	if d.waiting == 0 && d.st.LiveOffers == 0 && d.st.Applications == 0 && !d.taken() {
		e.SweptAt = d.now
	}
	return Outcome{Status: string(Cancelled)}
}
