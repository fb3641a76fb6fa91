package resource

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Code is the outcome of a command.
type Code string

// The outcomes.
const (
	OK Code = "ok"
	// AlreadyWaiting: the same user is on the waitlist.
	AlreadyWaiting Code = "already_waiting"
	WaitlistFull   Code = "waitlist_full"
	TooManyUnits   Code = "too_many_units"
	EntryEnded     Code = "entry_ended"
	OfferEnded     Code = "offer_ended"
	// OfferBusy: the offer is being accepted, and the other system has not answered yet.
	OfferBusy Code = "offer_accepting"
	// AcceptedByAnother: it was offered to several at once, and somebody else was first.
	AcceptedByAnother Code = "accepted_by_another"
	// NotFailed: the question about the offer is not one that people have to decide.
	NotFailed Code = "confirmation_not_failed"
	// EventIDReused: the event id was taken with something else.
	EventIDReused Code = "event_id_reused"
	// NotReleased: an event id is withdrawn from that is not a release.
	NotReleased    Code = "not_a_release"
	TooManyRelease Code = "too_many_releases"
)

// Reason is why something changed. The list is closed.
type Reason string

// The reasons.
const (
	ReasonJoined    Reason = "joined"
	ReasonPaid      Reason = "fee_paid"
	ReasonUnpaid    Reason = "fee_unpaid"
	ReasonOffered   Reason = "offered"
	ReasonAccepted  Reason = "accepted"
	ReasonDeclined  Reason = "declined"
	ReasonExpired   Reason = "offer_expired"
	ReasonWithdrawn Reason = "capacity_withdrawn"
	ReasonLeft      Reason = "left"
	ReasonRemoved   Reason = "removed_by_staff"
	ReasonErased    Reason = "person_erased"
	ReasonReleased  Reason = "capacity_released"
	// ReasonAsked: it was accepted, and the other system is asked; ReasonAskedAgain: once
	// more, because staff wanted so. ReasonUnanswered: it gave no answer that decides.
	ReasonAsked      Reason = "confirmation_asked"
	ReasonAskedAgain Reason = "confirmation_asked_again"
	ReasonUnanswered Reason = "confirmation_failed"
	// ReasonTaken: the other system had given it otherwise when it was accepted.
	// ReasonRefused: it does not give it to this person. ReasonReturned: staff put the
	// person back on the waitlist, and ReasonRefusedByStaff: declined for them.
	ReasonTaken          Reason = "taken_meanwhile"
	ReasonRefused        Reason = "not_confirmed"
	ReasonReturned       Reason = "returned_by_staff"
	ReasonRefusedByStaff Reason = "declined_by_staff"
	// ReasonFaster: it was offered to several at once, and somebody else accepted first.
	ReasonFaster Reason = "accepted_by_another"
	// ReasonUnits: how much of a signal is offered, or withdrawn, is another number.
	ReasonUnits Reason = "units_changed"
)

// Change is something that changed, as it is from then on: one of the four.
type Change struct {
	Seq          int64
	Reason       Reason
	Entry        *Entry
	Offer        *Offer
	Signal       *Signal
	Confirmation *Confirmation
}

// Told is something that a person is told.
type Told struct {
	Reason  Reason
	EntryID string
	OfferID string // that it is about, or empty
}

// Decision is what became of a command.
type Decision struct {
	Code Code
	// Repeated: the command was taken before, and nothing changed.
	Repeated bool
	Changes  []Change
	Tells    []Told
	// Seq and Joined are the counters from then on.
	Seq, Joined int64
	// EntryID is the entry that is in the way of AlreadyWaiting.
	EntryID string
	// Ended are the offers that a withdrawal has ended.
	Ended []string
	// Ends are the ends of offers, for figures.
	Ends []End
}

// End is how an offer ended.
type End struct {
	State OfferState
	// Seen: its person had opened the page of it.
	Seen bool
	// Since is how long ago its units were released.
	Since inventory.Micros
}

// Command is one of the types below.
type Command interface{ decide(d *decision) Code }

// Join puts somebody on the waitlist.
type Join struct {
	EntryID, UserID string
	Address         string // the folded email of the person
	Units           int64
	Attributes      Attributes
	Class           int64
	// Own: the person joins by themselves. An address is one person then, whoever has put it
	// on the waitlist before.
	Own bool
}

// Leave ends an entry: because its person left, or was removed or erased.
type Leave struct {
	EntryID string
	Reason  Reason
}

// Answer accepts or declines an offer.
type Answer struct {
	OfferID string
	Accept  bool
}

// Receive takes a signal of the other system. Of the signal the last four fields are not read.
type Receive struct{ Signal Signal }

// Tick does what is due.
type Tick struct{}

type decision struct {
	Decision
	st  *State
	now inventory.Instant
	ids func() string // of offers
	// rounds are the offers of each round, whatever became of them.
	rounds map[string][]*Offer
}

// Decide applies a command to a state at a time, after what is due by then; ids makes the ids
// of offers. The state stays as it is.
func Decide(st *State, cmd Command, now inventory.Instant, ids func() string) *Decision {
	d := &decision{st: st.clone(), now: now, ids: ids, rounds: map[string][]*Offer{}}
	for _, o := range d.st.Offers {
		d.rounds[o.Round] = append(d.rounds[o.Round], o)
	}
	d.lapse()
	d.unpaid()
	// Anyone who waits comes before whoever comes now.
	d.promote()
	d.Code = cmd.decide(d)
	d.promote()
	d.Seq, d.Joined = d.st.Seq, d.st.Joined
	return &d.Decision
}

// After returns the state that a decision leaves.
func (d *Decision) After(st *State) *State {
	c := st.clone()
	c.Seq, c.Joined = d.Seq, d.Joined
	for i := range d.Changes {
		switch ch := &d.Changes[i]; {
		case ch.Entry != nil:
			v := *ch.Entry
			c.Entries[v.ID] = &v
		case ch.Offer != nil:
			v := *ch.Offer
			c.Offers[v.ID] = &v
		case ch.Confirmation != nil:
			v := *ch.Confirmation
			c.Confirmations[v.OfferID] = &v
		default:
			v := *ch.Signal
			c.Signals[v.EventID] = &v
		}
	}
	return c
}

func (d *decision) next() int64 {
	d.st.Seq++
	return d.st.Seq
}

func (d *decision) entry(e *Entry, why Reason, state EntryState) {
	was := e.State
	e.State = state
	seq := d.next()
	switch why {
	case ReasonJoined:
		e.JoinedSeq = seq
	case ReasonPaid:
		e.PaidSeq = seq
	}
	if !state.Live() {
		e.EndedSeq, e.EndedAt = seq, d.now
		e.endFee(was, why)
	}
	v := *e
	d.Changes = append(d.Changes, Change{Seq: seq, Reason: why, Entry: &v})
}

func (d *decision) offer(o *Offer, why Reason, state OfferState) {
	o.State = state
	seq := d.next()
	switch state {
	case OfferOpen:
		o.MadeSeq = seq
	case OfferAccepting:
	default:
		o.EndedSeq, o.EndedAt = seq, d.now
		end := End{State: state, Seen: o.SeenAt != 0}
		if s := d.st.Signals[o.ReleaseID]; s != nil {
			end.Since = inventory.Micros(d.now - s.At)
		}
		d.Ends = append(d.Ends, end)
	}
	v := *o
	d.Changes = append(d.Changes, Change{Seq: seq, Reason: why, Offer: &v})
}

func (d *decision) signal(s *Signal, why Reason) {
	seq := d.next()
	if why != ReasonUnits {
		s.Seq, s.At = seq, d.now
	}
	v := *s
	d.Changes = append(d.Changes, Change{Seq: seq, Reason: why, Signal: &v})
}

func (d *decision) tell(why Reason, e *Entry, o *Offer) {
	t := Told{Reason: why, EntryID: e.ID}
	if o != nil {
		t.OfferID = o.ID
	}
	d.Tells = append(d.Tells, t)
}

// end ends an offer otherwise than by accepting it, and gives its units back, unless others of its
// round are still offered them.
func (d *decision) end(o *Offer, why Reason, state OfferState) {
	units := o.Units
	if o.State == OfferOpen && o.Round != "" {
		if units = o.RoundUnits; len(d.round(o)) > 1 {
			units = 0
		}
	}
	d.offer(o, why, state)
	if s := d.st.Signals[o.ReleaseID]; s != nil && units > 0 {
		s.Offered -= units
		d.signal(s, ReasonUnits)
	}
}

// part takes an offer that has ended from its entry, which has another state then, and tells its
// person.
func (d *decision) part(o *Offer, why Reason, state EntryState) {
	e := d.st.Entries[o.EntryID]
	e.OfferID = ""
	d.entry(e, why, state)
	d.tell(why, e, o)
}

// open are the offers that are open, the last that was made first.
func (d *decision) open() []*Offer { return openOf(maps.Values(d.st.Offers)) }

func openOf(offers iter.Seq[*Offer]) []*Offer {
	var list []*Offer
	for o := range offers {
		if o.State == OfferOpen {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b *Offer) int { return cmp.Compare(b.MadeSeq, a.MadeSeq) })
	return list
}

// lapse ends the offers whose time is over, in the order of their deadlines.
func (d *decision) lapse() {
	due := slices.DeleteFunc(d.open(), func(o *Offer) bool { return o.Deadline > d.now })
	slices.SortFunc(due, func(a, b *Offer) int {
		return cmp.Or(cmp.Compare(a.Deadline, b.Deadline), cmp.Compare(a.MadeSeq, b.MadeSeq))
	})
	for _, o := range due {
		d.end(o, ReasonExpired, OfferExpired)
		d.part(o, ReasonExpired, Expired)
	}
}

func (c Join) decide(d *decision) Code {
	if e := d.st.Entries[c.EntryID]; e != nil {
		d.Repeated = true
		return OK
	}
	line := d.st.Line()
	for _, e := range line {
		if e.UserID == c.UserID || c.Own && e.Address == c.Address {
			d.EntryID = e.ID
			return AlreadyWaiting
		}
	}
	switch {
	case c.Units > d.st.Settings.MaxUnits:
		return TooManyUnits
	case int64(len(line)) >= d.st.Settings.WaitlistLimit:
		return WaitlistFull
	}
	d.st.Joined++
	e := &Entry{
		ID: c.EntryID, UserID: c.UserID, Address: c.Address, Own: c.Own, Units: c.Units, Attributes: c.Attributes, Class: c.Class, JoinNo: d.st.Joined,
		Rank: int64(d.now) - c.Class*int64(d.st.Settings.HeadStart), JoinedAt: d.now,
	}
	d.st.Entries[e.ID] = e
	state := Waiting
	if d.asksFee(e); e.Fee > 0 {
		state = PendingPayment
	}
	d.entry(e, ReasonJoined, state)
	d.tell(ReasonJoined, e, nil)
	return OK
}

func (c Leave) decide(d *decision) Code {
	e := d.st.Entries[c.EntryID]
	switch {
	case e == nil:
		return EntryEnded
	case e.State == Accepting:
		return c.meanwhile(d, e)
	case !e.State.Live():
		if c.Reason == ReasonErased || e.State == Left && c.Reason == ReasonLeft || e.State == Removed && c.Reason == ReasonRemoved {
			d.Repeated = true
			return OK
		}
		return EntryEnded
	}
	if o := d.st.Offers[e.OfferID]; o != nil && o.State == OfferOpen {
		d.end(o, c.Reason, OfferWithdrawn)
	}
	e.OfferID = ""
	state := Left
	if c.Reason != ReasonLeft {
		state = Removed
	}
	d.entry(e, c.Reason, state)
	if c.Reason != ReasonErased {
		d.tell(c.Reason, e, nil)
	}
	return OK
}

func (c Answer) decide(d *decision) Code {
	o := d.st.Offers[c.OfferID]
	if o == nil {
		return OfferEnded
	}
	e := d.st.Entries[o.EntryID]
	switch {
	case o.State == OfferAccepting && c.Accept:
		d.Repeated = true
		return OK
	case o.State == OfferAccepting:
		return OfferBusy
	case o.State == OfferTaken && c.Accept:
		return AcceptedByAnother
	case o.State != OfferOpen:
		if c.Accept && o.State == OfferAccepted || !c.Accept && o.State == OfferDeclined {
			d.Repeated = true
			return OK
		}
		return OfferEnded
	}
	if c.Accept {
		if d.st.Settings.ConfirmURL != "" {
			d.ask(o, e)
		} else {
			d.offer(o, ReasonAccepted, OfferAccepted)
			d.entry(e, ReasonAccepted, Accepted)
			d.tell(ReasonAccepted, e, o)
		}
		d.outrun(o)
		return OK
	}
	d.end(o, ReasonDeclined, OfferDeclined)
	d.part(o, ReasonDeclined, Declined)
	return OK
}

func (c Receive) decide(d *decision) Code {
	s := c.Signal
	if have := d.st.Signals[s.EventID]; have != nil {
		if !have.Same(&s) {
			return EventIDReused
		}
		d.Repeated = true
		return OK
	}
	s.Offered, s.Taken, s.Lost = 0, 0, 0
	var before []*Signal // withdrawals from it that came before it
	for _, w := range d.st.Signals {
		if w.ReleaseID == s.EventID {
			before = append(before, w)
		}
	}
	if s.Kind == Withdrawn {
		of := d.st.Signals[s.ReleaseID]
		if of != nil && of.Kind != Released || s.ReleaseID == s.EventID || len(before) > 0 {
			return NotReleased
		}
		d.st.Signals[s.EventID] = &s
		d.signal(&s, ReasonWithdrawn)
		if of != nil {
			d.withdraw(of, &s)
		}
		return OK
	}
	open := 0
	for _, g := range d.st.Signals {
		if g.Free(d.now) > 0 {
			open++
		}
	}
	if open >= MaxOpen {
		return TooManyRelease
	}
	d.st.Signals[s.EventID] = &s
	d.signal(&s, ReasonReleased)
	slices.SortFunc(before, func(a, b *Signal) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, w := range before {
		d.withdraw(&s, w)
	}
	return OK
}

// withdraw takes units of a release back, as far as it has not: those that the other system
// has said are gone, those that are in no offer, then those of the offers that were made last.
// What is accepted stays; what is being accepted is waited for (see claim).
func (d *decision) withdraw(of, w *Signal) {
	if n := min(of.Lost, w.Units-w.Taken); n > 0 {
		of.Lost -= n
		d.take(of, w, n)
	}
	for _, last := range d.open() {
		if last.State != OfferOpen || last.ReleaseID != of.EventID || of.left() >= w.Units-w.Taken {
			continue
		}
		for _, o := range d.round(last) {
			d.end(o, ReasonWithdrawn, OfferWithdrawn)
			d.Ended = append(d.Ended, o.ID)
			d.part(o, ReasonWithdrawn, Waiting) // in its old place
		}
	}
	if n := min(of.left(), w.Units-w.Taken); n > 0 {
		d.take(of, w, n)
	}
}

func (d *decision) take(of, w *Signal, n int64) {
	of.Taken += n
	d.signal(of, ReasonUnits)
	w.Taken += n
	d.signal(w, ReasonUnits)
}

func (Tick) decide(*decision) Code { return OK }
