package inventory

// enterWaitlist makes a place on the waitlist for a party that may take part. Its outcome is
// completed when it is known whether the entry was promoted at once.
func (d *decider) enterWaitlist(who Who, c *Party, t *tierIndex, p *Person) Outcome {
	s := &d.st.Event.Settings.Waitlist
	switch {
	case s.Disabled:
		return Outcome{Code: WaitlistDisabled}
	case d.waitlistFull():
		return Outcome{Code: WaitlistFull}
	}
	if o := d.crowded(who, c.Units, false); o.Code != OK {
		return o
	}
	if d.isThere(who, p, t, c.Units) {
		return d.pretendWaiting(who, c, t, p)
	}
	p, name := d.personFor(who, c, p)
	q := d.queueOf(t, c.Class)
	e := &Entry{ID: c.EntryID, PersonID: p.ID, Units: c.Units, Name: name, Guests: c.Guests, JoinedAt: d.now, Entrant: d.takesWith(who, true)}
	d.place(e, q, d.rank(c.Class))
	if c.Wish != nil {
		e.Wish = c.Wish.Text()
	}
	e.PlacedSeq = d.moveEntry(e, EntryWaiting, who.Actor, ReasonJoined, who.source())
	d.w.Entries[e.ID] = e
	d.originates(who, p, e.ID, e.Units, false)
	d.begins(p, e)
	d.startWaiting(e, q)
	if t.supply() > 0 || e.Wish != "" {
		d.waitlistDirty = true
	}
	d.entered = e
	return Outcome{}
}

// waitlistFull reports whether as many are on the waitlist, or want to be, as may.
func (d *decider) waitlistFull() bool {
	limit := d.st.Event.Settings.Waitlist.Limit
	return limit > 0 && d.waiting+d.st.LiveOffers+d.st.Applications >= limit
}

// rank is the rank that somebody who joins now with a class should have.
func (d *decider) rank(class int) int64 {
	start := d.st.Event.Settings.Waitlist.ClassHeadStart
	if start == 0 {
		start = Day
	}
	return int64(d.now) - int64(class)*int64(start)
}

// startWaiting counts an entry that was placed at the end of a lane into it. While
// the end of the lane is not loaded, the entry is beyond the window and is left for a
// later batch.
func (d *decider) startWaiting(e *Entry, q *queue) {
	if q.whole() {
		q.add(e)
	}
	q.LastRank = e.Rank
	q.Waiting++
	q.tier.waiting++
	d.waiting++
	d.touchQueue(q)
	if e.Wish != "" {
		if err := d.st.AddSeatWait(e); err != nil {
			panic("inventory: a wish that was looked at: " + err.Error())
		}
	}
}

// stopWaiting counts an entry out of its lane. It is called while the entry is
// still waiting.
func (d *decider) stopWaiting(e *Entry) {
	q := d.queueOf(d.tiers[e.Tier], e.Class)
	if e.Wish != "" {
		d.st.dropSeatWait(e)
	}
	if q.holds(e) {
		q.loaded--
	}
	q.Waiting--
	q.tier.waiting--
	d.waiting--
	d.touchQueue(q)
}

// endWaiting ends an entry that is waiting and has no offer.
func (d *decider) endWaiting(e *Entry, to EntryState, who string, reason Reason) {
	d.stopWaiting(e)
	d.moveEntry(e, to, who, reason, "")
	d.ceases(d.person(e.PersonID), e, e.Units)
	d.waitlistDirty = true // units may have been gathering for it
}

// joined completes the outcome of a command that made an entry, once it is
// known whether the entry was promoted at once.
func (d *decider) joined(o *Outcome, e *Entry) {
	o.EntryID, o.Units = e.ID, e.Units
	switch e.State {
	case EntryOffered:
		offer := d.w.Offers[e.OfferID]
		o.Status, o.OfferID, o.ExpiresAt = string(EntryOffered), offer.ID, offer.ExpiresAt
	case EntryAccepted:
		o.Status, o.OrderID = string(HoldConfirmed), d.person(e.PersonID).HoldID
		for _, h := range d.out.Holds {
			if h.EntryID == e.ID { // an order: a person is not its one hold
				o.OrderID = h.ID
			}
		}
	case EntryClosed, EntryApplied:
		o.Status = string(e.State)
	default:
		o.Status = "waitlisted"
		o.Place = d.tiers[e.Tier].lastPlace(e)
	}
}

// lastPlace is the place of an entry that has just joined: the last of its lane.
// With other classes on the waitlist it cannot be told from counts, and is 0.
func (t *tierIndex) lastPlace(e *Entry) int64 {
	var place int64
	for _, q := range t.queues {
		if q.Class == e.Class {
			place = q.Waiting
		} else if q.Waiting > 0 {
			return 0
		}
	}
	return place
}
