package inventory

// Pass lets somebody take part while a waiting room is open: an entrant who was called, and
// came in. It is good for one thing that stands: a registration, an
// order that is paid or costs nothing, or a place on the waitlist. Anyone who has that is done,
// and somebody else comes in. An order that waits for its payment leaves the pass as it is,
// so that whoever lets it go may choose anew.
type Pass struct {
	Index     int64 // of the entrant, from 0
	EnteredAt Instant
	Until     Instant // the first moment at which it is over
	LeftAt    Instant // when the place inside was given up before that; 0: it was not
	// DoneAt is when something was taken that stands, before it was over or given up; 0:
	// nothing was.
	DoneAt Instant
}

// good reports whether somebody may take part with a pass.
func (p *Pass) good(now Instant) bool {
	return p != nil && p.EnteredAt <= now && now < p.Until && p.LeftAt == 0 && p.DoneAt == 0
}

// needsPass reports whether the caller takes part with a pass only.
func (d *decider) needsPass(who Who) bool {
	return d.st.Event.Settings.Onsale.Guards(d.now) && !who.Staff
}

// takesWith returns the entrant with whose pass something is taken, or for whom a ballot
// takes it, 0 where none is needed. stands says that whoever has it is done.
func (d *decider) takesWith(who Who, stands bool) int64 {
	if who.Staff && d.st.Event.Settings.Onsale.Mode == OnsaleBallot {
		return who.Entrant // whose turn it is: nobody has a pass of a ballot
	}
	if !d.needsPass(who) {
		return 0
	}
	if stands {
		d.endPass(who.Entrant)
	}
	return who.Entrant
}

// endPass ends the pass of an entrant, if it is good, because something that was taken with
// it stands.
func (d *decider) endPass(entrant int64) {
	if p := d.w.Passes[entrant]; p.good(d.now) {
		p.DoneAt = d.now
		d.out.Passes = append(d.out.Passes, p)
	}
}
