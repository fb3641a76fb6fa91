package inventory

import "slices"

// MaxReviewed bounds the applications that one command answers.
const MaxReviewed = 200

// Approve says yes to applications: to all of them, or to none. Whoever is approved goes to
// the end of the waitlist, in the order of the applications, so that no old application comes
// before somebody who was approved earlier; and from there the waitlist goes on as always, in
// the same decision. An application that was answered or has ended before is left alone.
type Approve struct {
	Who
	EntryIDs []string
}

func (c Approve) needs(n *RequiredRows) { n.EntryIDs = append(n.EntryIDs, c.EntryIDs...) }

func (c Approve) forecast(f *forecast) {
	for _, id := range c.EntryIDs {
		if e := f.w.Entries[id]; e != nil && e.State == EntryApplied {
			f.joinsAgain(e)
		}
	}
}

func (c Approve) decide(d *decider) Outcome {
	switch e := &d.st.Event; {
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= e.Ends():
		return Outcome{Code: EventOver}
	case d.now >= e.RegistrationEnds():
		return Outcome{Code: RegistrationClosed}
	}
	open, refusal := d.applications(c.EntryIDs)
	if refusal.Code != OK {
		return refusal
	}
	for _, e := range open {
		d.approve(e, c.Actor)
	}
	return Outcome{Status: string(ReasonApproved), Units: int64(len(open))}
}

// approve puts an application at the end of its lane.
func (d *decider) approve(e *Entry, who string) {
	t := d.tiers[e.Tier]
	q := d.queueOf(t, e.Class)
	seq := d.moveEntry(e, EntryWaiting, who, ReasonApproved, "")
	d.place(e, q, d.rank(e.Class))
	e.PlacedSeq, e.ApprovedAt = seq, d.now
	d.st.Applications--
	d.startWaiting(e, q)
	if t.supply() > 0 || e.Wish != "" {
		d.waitlistDirty = true
	}
}

// DeclineApplications says no to applications, for one of a closed list of reasons. It is
// final; the person may apply again.
type DeclineApplications struct {
	Who
	EntryIDs []string
	Reason   Reason // one of DeclineReasons
}

// DeclineReasons are those for which an application can be declined.
func DeclineReasons() []Reason {
	return []Reason{ReasonDeclinedNoPlaces, ReasonDeclinedAudience, ReasonDeclinedIncomplete, ReasonDeclinedDuplicate, ReasonDeclinedRules}
}

func (c DeclineApplications) needs(n *RequiredRows) { n.EntryIDs = append(n.EntryIDs, c.EntryIDs...) }

func (DeclineApplications) forecast(*forecast) {}

func (c DeclineApplications) decide(d *decider) Outcome {
	if !slices.Contains(DeclineReasons(), c.Reason) {
		return Outcome{Code: InvalidSettings, Field: "reason"}
	}
	open, refusal := d.applications(c.EntryIDs)
	if refusal.Code != OK {
		return refusal
	}
	for _, e := range open {
		d.endApplication(e, EntryRejected, c.Actor, c.Reason)
	}
	return Outcome{Status: string(EntryRejected), Units: int64(len(open))}
}

// applications returns those of the entries that wait for an answer, in the order in which
// they came.
func (d *decider) applications(ids []string) ([]*Entry, Outcome) {
	if len(ids) == 0 || len(ids) > MaxReviewed {
		return nil, Outcome{Code: InvalidSettings, Field: "entry_ids"}
	}
	var open []*Entry
	for i, id := range ids {
		e := d.w.Entries[id]
		if e == nil {
			return nil, Outcome{Code: NotFound, Field: "entry_ids[" + text(int64(i)) + "]"}
		}
		if e.State == EntryApplied && !slices.Contains(open, e) {
			open = append(open, e)
		}
	}
	// An application has one row so far: the one with which it came.
	slices.SortFunc(open, func(a, b *Entry) int { return int(a.LastSeq - b.LastSeq) })
	return open, Outcome{}
}

// applies reports whether somebody who takes part has to be approved first. Staff
// have already chosen the people they bring, and so it is with invited people.
func (d *decider) applies(who Who, p *Person) bool {
	if !d.st.Event.Settings.Approval || who.Staff {
		return false
	}
	return who.stranger() || p == nil || p.Places == 0
}

// wishForTier makes what somebody applies for, who names a tier that is sold by seats, any seats of
// it: which these are is settled when the place is offered, as for whoever waits for a tier. anySeats
// reports that it did.
func (d *decider) wishForTier(who Who, c *Party) (anySeats bool, refusal Outcome) {
	t := d.tiers[c.Tier]
	if c.Wish != nil || t == nil || !t.seats || !d.applies(who, d.w.People[c.UserID]) {
		return false, Outcome{}
	}
	c.Wish = &SeatWish{Tiers: []string{c.Tier}}
	_, refusal = d.wanted(who, c, true)
	return true, refusal
}

// apply makes an application of a party that may take part. It takes no units and stands
// nowhere: nobody is before or behind it. What the tier costs is settled when the place is
// offered, by its price of then.
func (d *decider) apply(who Who, c *Party, t *tierIndex, p *Person) Outcome {
	if c.Units > d.payable(t) {
		return Outcome{Code: QuantityOutOfRange, Field: "guests"}
	}
	if d.waitlistFull() {
		return Outcome{Code: WaitlistFull}
	}
	if o := d.crowded(who, c.Units, false); o.Code != OK {
		return o
	}
	if d.isThere(who, p, t, c.Units) {
		d.askedAgain(who, p, t, c.EntryID, c.Units)
		return Outcome{Status: string(EntryApplied), EntryID: c.EntryID, Units: c.Units}
	}
	p, name := d.personFor(who, c, p)
	e := &Entry{
		ID: c.EntryID, PersonID: p.ID, Placement: Placement{Tier: t.ID, Class: c.Class}, Units: c.Units, Name: name, Guests: c.Guests,
		JoinedAt: d.now, Entrant: d.takesWith(who, true),
	}
	if c.Wish != nil {
		e.Wish = c.Wish.Text()
	}
	e.JoinNo = -d.moveEntry(e, EntryApplied, who.Actor, ReasonApplied, "")
	d.w.Entries[e.ID] = e
	d.originates(who, p, e.ID, e.Units, false)
	p.EntryID, p.Units = e.ID, p.Units+e.Units
	d.st.Applications++
	d.entered = e
	return Outcome{}
}

// endApplication ends an application without a place on the waitlist.
func (d *decider) endApplication(e *Entry, to EntryState, who string, reason Reason) {
	d.moveEntry(e, to, who, reason, "")
	p := d.person(e.PersonID)
	p.EntryID, p.Units = "", p.Units-e.Units
	d.touchPerson(p, false)
	d.st.Applications--
}

// approvalWrong says why an event cannot have that setting of Approval: its applications would be
// stranded without it.
func (d *decider) approvalWrong(s *Settings) Outcome {
	if !s.Approval && d.st.Applications > 0 {
		return Outcome{Code: ApplicationsPending, Field: "approval"}
	}
	return Outcome{}
}
