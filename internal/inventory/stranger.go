package inventory

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// A stranger has proven no address and showed no credentials: whatever is typed could be
// the address of somebody else. Strangers are answered as if nobody were known, or the
// answers would tell them who comes. What they ask for an address that is there already
// makes nothing: the answer looks like that of a newcomer, and whoever has the address is
// mailed what they have.

// stranger reports whether nobody vouches for the person who asks.
func (w *Who) stranger() bool { return !w.Staff && !w.Proven && len(w.Origins) > 0 }

// AskedAgain is a person for whom a stranger asked for what the person has already.
type AskedAgain struct {
	PersonID string
	Thing    string // their registration or entry; empty: the limit of a person is used up
}

// isThere reports whether units that a stranger asks for are those of a person who would
// be refused them.
func (d *decider) isThere(who Who, p *Person, t *tierIndex, units int64) bool {
	if !t.Admits() {
		return who.stranger() && d.entryFor(p, t) != ""
	}
	return p != nil && who.stranger() && (p.EntryID != "" || p.HoldID != "" || d.overLimit(p, units))
}

// beyondLimit refuses units that an order would have beyond the limit of a person. Where
// there is a limit an order takes a proven address, whosever it is: else the answer
// would say what the person of an address has, or anybody could have more than the limit
// with somebody's address.
func (d *decider) beyondLimit(who Who, p *Person, units int64) Outcome {
	stranger := who.stranger()
	if stranger {
		p = nil
	}
	switch {
	case d.overLimit(p, units-d.strangers(who)):
		return Outcome{Code: LimitReached}
	case stranger && d.st.Event.Settings.LimitPerPerson > 0:
		return Outcome{Code: AddressNotConfirmed, Field: "email"}
	}
	return Outcome{}
}

// askedAgain writes the audit rows that the request of a newcomer would have: replies name the
// last row, so that fewer of them would tell a stranger that the person is known.
func (d *decider) askedAgain(who Who, p *Person, t *tierIndex, thing string, units int64, more ...string) {
	for _, named := range append([]string{thing}, more...) {
		d.write(transition{who: who.Actor, subject: p.ID, from: "known", to: "known", reason: ReasonAskedAgain, related: named})
	}
	d.originates(who, p, thing, units, false)
	d.takesWith(who, true)
	has := p.HoldID
	if waits := d.entryFor(p, t); waits != "" {
		has = waits
	}
	d.out.AskedAgain = append(d.out.AskedAgain, AskedAgain{p.ID, has})
}

// pretendConfirmed answers a registration as confirmNew would answer a newcomer.
func (d *decider) pretendConfirmed(c *Register, t *tierIndex, p *Person) Outcome {
	d.askedAgain(c.Who, p, t, c.OrderID, c.Units)
	return Outcome{Status: string(HoldConfirmed), OrderID: c.OrderID, Units: c.Units}
}

// pretendWaiting answers a join as it would answer that of a newcomer: with an entry that
// waits, or that gets at once what is there for it.
func (d *decider) pretendWaiting(who Who, c *Party, t *tierIndex, p *Person) Outcome {
	e := &Entry{ID: c.EntryID, State: EntryWaiting, Units: c.Units, Placement: Placement{
		Tier: t.ID, Class: c.Class, JoinNo: d.st.Event.JoinNo + 1, Rank: d.rank(c.Class),
	}}
	if c.Wish != nil {
		e.Wish = c.Wish.Text()
	}
	o := Outcome{EntryID: e.ID, Units: e.Units}
	fate := d.fateOf(e, t)
	var more []string
	switch at := d.st.Event.Seq + 2 + fate.passed; fate.state {
	case EntryOffered:
		o.Status, o.OfferID = string(EntryOffered), d.id("off_", at)
		_, o.ExpiresAt = ClaimWindow(&d.st.Event, d.now)
		more = slices.Repeat([]string{o.OfferID}, 2+int(fate.passed+fate.matched))
	case EntryAccepted:
		o.Status, o.OrderID = string(HoldConfirmed), d.id("ord_", at)
		more = slices.Repeat([]string{o.OrderID}, 2+int(fate.passed))
	case EntryClosed:
		o.Status, more = string(EntryClosed), []string{e.ID}
	default:
		// Strangers have no class, and nobody who came before stands behind them.
		o.Status, o.Place = "waitlisted", t.waiting+1
	}
	d.askedAgain(who, p, t, e.ID, e.Units, more...)
	return o
}

// fate is what would become of an entry in the decision that makes it.
type fate struct {
	state   EntryState
	passed  int64 // parties that it would pass
	matched int64 // exchanges that its order would stand on
}

// fateOf says what would become of an entry that nobody makes: it is put on the waitlist
// for as long as promote takes to say whether it would be next.
func (d *decider) fateOf(e *Entry, t *tierIndex) fate {
	waits := fate{state: EntryWaiting}
	if d.progress >= MaxPromotions || d.st.Event.waveUsedUp(d.now) {
		return waits
	}
	if e.Wish != "" {
		return d.fateAmongSeats(e)
	}
	if t.supply() == 0 {
		return waits
	}
	q := &queue{Lane: &Lane{Tier: t.ID, Class: e.Class}, tier: t}
	for _, have := range t.queues {
		if have.Class == e.Class {
			lane := *have.Lane
			q = have
			defer func(lane *Lane) { q.Lane = lane }(q.Lane)
			q.Lane = &lane
		}
	}
	if !q.whole() {
		return waits
	}
	queues, window := d.queues, q.window
	defer func() { d.queues, q.window, q.loaded = queues, window, q.loaded-1 }()
	if q.Waiting == 0 && !slices.Contains(t.queues, q) {
		d.queues = append(slices.Clone(queues), q)
	}
	e.Rank = max(e.Rank, q.LastRank)
	q.window, q.loaded = append(slices.Clone(window), e), q.loaded+1
	q.Waiting++
	next, _, passed, v := d.scan()
	switch {
	case next != e:
		return waits
	case v == closeEntry:
		return fate{state: EntryClosed}
	case d.st.Event.Settings.Waitlist.Promotion != PromoteOffer && !t.Paid():
		return fate{state: EntryAccepted, passed: int64(len(passed))}
	}
	f := fate{state: EntryOffered, passed: int64(len(passed))}
	if t.Paid() {
		f.matched = max(0, e.Units-t.available())
	}
	return f
}

// fateAmongSeats is fateOf for an entry with a wish.
func (d *decider) fateAmongSeats(e *Entry) fate {
	f := fate{state: EntryWaiting}
	if d.seatsBlocked {
		return f
	}
	if err := d.st.AddSeatWait(e); err != nil {
		panic("inventory: a wish that was looked at: " + err.Error())
	}
	defer d.st.dropSeatWait(e)
	seatScan(d.st, func(seats []int32) bool { return d.hasRoom(d.st.Seats, seats) }, func(next SeatsFor) bool {
		if next.EntryID != e.ID || !d.loaded(next.Passed) {
			return false
		}
		f.state, f.passed = EntryOffered, int64(len(next.Passed))
		if d.st.Event.Settings.Waitlist.Promotion == PromoteConfirm && d.seatsFree(next.Seats) {
			f.state = EntryAccepted
			return false
		}
		for _, s := range next.Seats {
			if d.st.Seats.State(s) != seatmap.Free {
				f.matched++
			}
		}
		return false
	})
	return f
}
