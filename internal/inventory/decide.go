package inventory

// Decide applies what is due and then each command in order, promotes the waitlist
// wherever units came free, and says what must be written. st and w are changed
// in place; if the changes are not committed, both must be thrown away.
//
// Event.Version is not Decide's: the writer that commits counts it.
func Decide(st *State, w *Work, b Batch) Result {
	d := newDecider(st, w, b)
	d.releaseDue()
	d.sweep()
	d.closeExchanges()
	if d.wasDue {
		d.waitlistDirty = true
	}
	d.promote()
	outcomes := make([]Outcome, len(b.Commands))
	for i, c := range b.Commands {
		outcomes[i] = d.command(c)
	}
	d.schedule()
	return Result{Outcomes: outcomes, Changes: d.changes()}
}

// decider is one decision under way.
type decider struct {
	st  *State
	w   *Work
	now Instant
	id  func(prefix string, seq int64) string

	index
	ledger

	// wasDue says that Event.DueAt had come, so that Due was loaded.
	wasDue bool
	// lineDirty says that something happened after which an entry might be
	// promoted that could not be before.
	waitlistDirty bool
	// progress counts the entries promoted, or closed as too large, in this batch.
	progress int
	// waveBlocked: an entry was ready and the wave was used up. workLeft:
	// the next batch can do more at once.
	waveBlocked bool
	workLeft    bool
	// seatsBlocked says that the waitlist for seats got what one batch may give.
	seatsBlocked bool
	// nextDue is the earliest moment found so far at which something is due.
	nextDue Instant
	// entered is the entry that the command under way made, nil when it made none.
	entered *Entry
	// swapping is the exchange whose unit goes to the person who paid for it.
	swapping *Exchange
	before   Event // as it was loaded, to see what differs
}

func newDecider(st *State, w *Work, b Batch) *decider {
	d := &decider{st: st, w: w, id: b.DeriveID, before: st.Event}
	d.now = clock(st, b)
	d.wasDue = isDue(st, d.now)
	st.Event.Clock = d.now
	d.index.build(st, w)
	d.ledger.init(st, w, len(b.Commands))
	return d
}

// clock is the time of a batch: within an event it never runs backwards.
func clock(st *State, b Batch) Instant { return max(b.Now, st.Event.Clock) }

func isDue(st *State, now Instant) bool { return st.Event.DueAt != 0 && st.Event.DueAt <= now }

// command decides one command and what it sets free.
func (d *decider) command(c Command) Outcome {
	if _, ok := c.(eventless); !ok && d.st.Event.ID == "" {
		return Outcome{Code: NotFound, Field: "event_id"}
	}
	d.entered = nil
	o := c.decide(d)
	d.commitTerms()
	d.promote()
	if d.entered != nil {
		d.joined(&o, d.entered)
	}
	o.Seq = d.st.Event.Seq
	return o
}

// due notes that something must happen at t, and no later.
func (d *decider) due(t Instant) {
	if t != 0 && (d.nextDue == 0 || t < d.nextDue) {
		d.nextDue = t
	}
}

// schedule sets Event.DueAt. A batch that did not load what is due knows only
// what it added itself, so it may move DueAt earlier, never later.
func (d *decider) schedule() {
	e := &d.st.Event
	if d.wasDue {
		d.due(d.w.NextExpiry)
	} else {
		d.due(e.DueAt)
	}
	if d.workLeft || d.w.DueMore || (e.Status == Cancelled && e.SweptAt == 0) {
		d.due(d.now)
	}
	if d.waveBlocked {
		d.due(e.WaveStartedAt + Instant(e.Settings.Waitlist.WaveInterval))
	}
	if (d.waiting+d.st.Applications > 0 || d.st.exchangesWait()) && e.Status == Published {
		d.due(max(e.RegistrationEnds(), d.now))
	}
	if e.Status == Cancelled && e.SweptAt != 0 {
		d.nextDue = 0 // nothing is live any more
	}
	e.DueAt = d.nextDue
}

// changes collects what the batch touched.
func (d *decider) changes() Changes {
	d.commitHolds()
	c := d.ledger.collect()
	e := d.st.Event
	c.EventChanged = len(c.Audit) > 0 || e.DueAt != d.before.DueAt || e.SweptAt != d.before.SweptAt ||
		e.WaveStartedAt != d.before.WaveStartedAt || e.WaveUsed != d.before.WaveUsed
	return c
}

// RegistrationEnds is the first moment at which nobody can register, join, be
// offered or claim any more.
func (e *Event) RegistrationEnds() Instant { return e.cutoff(e.Settings.RegistrationCutoff) }

// CancellationEnds is the first moment at which a person cannot cancel alone.
func (e *Event) CancellationEnds() Instant { return e.cutoff(e.Settings.CancellationCutoff) }

// cutoff is when something ends that ends with the event unless it is set to end before; never
// while the event has no date.
func (e *Event) cutoff(set Instant) Instant {
	if ends := e.Ends(); set == 0 || set > ends || e.Status == Postponed {
		return ends
	}
	return set
}

// Open reports whether the waitlist can be given units at now: the event is published,
// not past its registration cutoff, and the wave of offers is not used up.
func (e *Event) Open(now Instant) bool {
	return e.Status == Published && now < e.RegistrationEnds() && !e.waveUsedUp(now)
}

func (e *Event) waveUsedUp(now Instant) bool {
	w := &e.Settings.Waitlist
	return w.WaveSize > 0 && w.Promotion == PromoteOffer && e.WaveStartedAt != 0 &&
		now < e.WaveStartedAt+Instant(w.WaveInterval) && e.WaveUsed >= w.WaveSize
}
