package inventory

import (
	"slices"
	"strconv"
)

// ledger collects what a batch changes: each row once, in its final state.
type ledger struct {
	st *State
	w  *Work

	out    Changes
	people map[*Person]int // index into out.People
	offers map[*Offer]struct{}
	codes  map[*PriceCode]struct{} // nil until there is one
	// A hold or entry whose last transition is later than start is in out
	// already: no map is needed to know. extended are the holds that are in out
	// without a transition.
	start         int64
	extended      map[*Hold]struct{}
	repriced      []*Hold       // orders that cost something else than when they were made
	grown         map[*Hold]int // how many items were added to orders; nil until there is one
	waited        []bool        // beside out.Entries: was it waiting before the batch?
	touchedPools  []*Pool
	touchedQueues []*queue
	termsChanged  bool // by the command that is decided
	at            Instant
}

func (l *ledger) init(st *State, w *Work, commands int) {
	l.st, l.w, l.at = st, w, st.Event.Clock
	l.people = make(map[*Person]int, commands)
	l.start = st.Event.Seq
	l.extended = map[*Hold]struct{}{}
	l.offers = map[*Offer]struct{}{}
	l.out.Audit = make([]AuditRow, 0, commands)
	l.out.Messages = make([]Message, 0, commands)
	l.out.People = make([]PersonChange, 0, commands)
}

// transition is a change of state before it has its number.
type transition struct {
	who      string
	subject  string
	from, to string
	reason   Reason
	related  string
	units    int64
	person   string // whom it concerns
	prev     int64
}

// write appends the audit row of a transition, and the message that it calls
// for, and returns its ledger seq.
func (l *ledger) write(t transition) int64 {
	ev := &l.st.Event
	ev.Seq++
	l.out.Audit = append(l.out.Audit, AuditRow{
		Seq: ev.Seq, At: l.at, Actor: t.who, Subject: t.subject, From: t.from, To: t.to, Reason: t.reason,
		Rule: RuleVersion, Related: t.related, Units: t.units, PrevSeq: t.prev,
	})
	if t.person == "" {
		return ev.Seq
	}
	kind, ok := MessageFor(&l.out.Audit[len(l.out.Audit)-1])
	if !ok {
		return ev.Seq
	}
	ref := t.subject
	if kind == MsgOffer || kind == MsgOfferExpired || NamesTicket(kind) {
		ref = l.out.Audit[len(l.out.Audit)-1].Ticket() // or the offer, from which entry and hold are found
	}
	l.out.Messages = append(l.out.Messages, Message{Seq: ev.Seq, PersonID: t.person, Kind: kind, Ref: ref, At: l.at})
	return ev.Seq
}

// moveHold, moveEntry and movePool write a transition of a row and change it.
func (l *ledger) moveHold(h *Hold, to HoldState, who string, reason Reason, related string) {
	l.moveHoldOf(h.PersonID, h, to, who, reason, related)
}

// moveHoldOf is moveHold where the row concerns another person than whose hold it is.
func (l *ledger) moveHoldOf(person string, h *Hold, to HoldState, who string, reason Reason, related string) {
	l.commitHold(h)
	seq := l.write(transition{
		who: who, subject: h.ID, from: string(h.State), to: string(to), reason: reason,
		related: related, units: h.Units, person: person, prev: h.LastSeq,
	})
	l.touchHold(h)
	h.State, h.Reason, h.LastSeq, h.UpdatedAt = to, reason, seq, l.at
}

func (l *ledger) moveEntry(e *Entry, to EntryState, who string, reason Reason, related string) int64 {
	l.touchEntry(e)
	seq := l.write(transition{
		who: who, subject: e.ID, from: string(e.State), to: string(to), reason: reason,
		related: related, units: e.Units, person: e.PersonID, prev: e.LastSeq,
	})
	switch {
	case e.State == EntryWaiting && to != EntryWaiting:
		e.LeftSeq = seq
	case to == EntryApplied:
		e.LeftSeq = NeverWaited
	case to == EntryWaiting:
		e.LeftSeq = 0
	}
	e.State, e.Reason, e.LastSeq, e.UpdatedAt = to, reason, seq, l.at
	return seq
}

func (l *ledger) movePool(p *poolIndex, from, to string, who string, reason Reason, units int64) {
	l.write(transition{who: who, subject: p.ID, from: from, to: to, reason: reason, units: units})
	l.touchPool(p)
}

// touchHold and touchEntry are called before the row changes.
func (l *ledger) touchHold(h *Hold) {
	if h.LastSeq > l.start {
		return
	}
	if _, ok := l.extended[h]; !ok {
		l.out.Holds = append(l.out.Holds, HoldChange{Hold: h, New: h.State == HoldNone})
	}
}

// extendHold takes up a hold whose deadline moves, which is not a transition.
func (l *ledger) extendHold(h *Hold) {
	l.touchHold(h)
	l.extended[h] = struct{}{}
}

func (l *ledger) touchEntry(e *Entry) {
	if e.LastSeq > l.start {
		return
	}
	l.out.Entries = append(l.out.Entries, EntryChange{Entry: e, New: e.State == EntryNone})
	l.waited = append(l.waited, e.State == EntryWaiting)
}

func (l *ledger) touchOffer(o *Offer, isNew bool) {
	if _, ok := l.offers[o]; ok {
		return
	}
	l.offers[o] = struct{}{}
	l.out.Offers = append(l.out.Offers, OfferChange{o, isNew})
}

func (l *ledger) touchPerson(p *Person, isNew bool) *PersonChange {
	i, ok := l.people[p]
	if !ok {
		i = len(l.out.People)
		l.people[p] = i
		l.out.People = append(l.out.People, PersonChange{Person: p, New: isNew})
	}
	return &l.out.People[i]
}

// touchTier and touchCode look for what they list: a batch has few of them.
func (l *ledger) touchTier(t *Tier, isNew bool) {
	l.termsChanged = true
	if l.out.Created {
		return // all tiers are written
	}
	for i := range l.out.Tiers {
		if l.out.Tiers[i].Tier == t {
			return
		}
	}
	l.out.Tiers = append(l.out.Tiers, TierChange{t, isNew})
}

func (l *ledger) touchCode(c *PriceCode, isNew bool) {
	if _, ok := l.codes[c]; ok {
		return
	}
	if l.codes == nil {
		l.codes = map[*PriceCode]struct{}{}
	}
	l.codes[c] = struct{}{}
	l.out.Codes = append(l.out.Codes, CodeChange{c, isNew})
}

// touchInvitation is called before the row changes.
func (l *ledger) touchInvitation(v *Invitation) {
	if v.LastSeq <= l.start {
		l.out.Invitations = append(l.out.Invitations, InvitationChange{v, v.State == InvitationNone})
	}
}

func (l *ledger) touchPool(p *poolIndex) {
	if !p.touched {
		p.touched = true
		l.touchedPools = append(l.touchedPools, p.Pool)
	}
}

func (l *ledger) touchQueue(q *queue) {
	if !q.touched {
		q.touched = true
		l.touchedQueues = append(l.touchedQueues, q)
	}
}

// collect returns the changes. An entry that joined and was promoted within the
// batch never stood on the waitlist as others see it.
func (l *ledger) collect() Changes {
	moved := l.movedFrom()
	for i, c := range l.out.Entries {
		l.out.Entries[i].Approved = !c.New && c.ApprovedAt != 0 && c.PlacedSeq > l.start && moved[c.ID] == nil
		before, waits := moved[c.ID], c.State == EntryWaiting
		if before == nil {
			if waits == l.waited[i] {
				continue
			}
			before = &c.Placement
		}
		if l.waited[i] {
			l.waitingAt(before, -1)
		}
		if waits {
			l.waitingAt(&c.Placement, 1)
		}
	}
	for _, h := range l.repriced {
		at := slices.IndexFunc(l.out.Holds, func(c HoldChange) bool { return c.Hold == h })
		l.out.Holds[at].Repriced = true
		l.out.Holds[at].Added = l.grown[h]
	}
	l.out.Pools = l.touchedPools
	for _, q := range l.touchedQueues {
		l.out.Lanes = append(l.out.Lanes, q.Lane)
	}
	return l.out
}

func (l *ledger) waitingAt(p *Placement, delta int64) {
	l.out.Places = append(l.out.Places, PlaceChange{Lane: p.Lane(), JoinNo: p.JoinNo, Delta: delta})
}

// movedFrom returns where the entries that the batch moved stood before it.
func (l *ledger) movedFrom() map[string]*Placement {
	var from map[string]*Placement
	for i := range l.out.PastPlacements {
		p := &l.out.PastPlacements[i]
		if from == nil {
			from = map[string]*Placement{}
		}
		if from[p.EntryID] == nil {
			from[p.EntryID] = &p.Placement
		}
	}
	return from
}

// person returns the person of a row that was loaded. That it is there is the
// loader's promise; going on without it would lose units.
func (l *ledger) person(id string) *Person {
	p := l.w.PeopleByID[id]
	if p == nil {
		panic("inventory: the work lacks person " + id)
	}
	return p
}

func text(n int64) string { return strconv.FormatInt(n, 10) }
