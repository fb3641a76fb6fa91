package resource

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Accepting an offer of a resource that has a ConfirmURL is a saga of two systems: here the
// offer is being accepted, and a confirmation asks the other system, again and again with
// the same key, until it has an answer that decides. What it decides is stored together with
// its end, so that there is one of each.

// ConfirmationState is where a confirmation stands.
type ConfirmationState string

// The states of confirmations.
const (
	Asking ConfirmationState = "asking"
	// Failed: there is no answer that decides, and people have to.
	Failed ConfirmationState = "failed"
	Ended  ConfirmationState = "ended"
)

// Outcome is what became of asking.
type Outcome string

// The outcomes.
const (
	OutcomeAccepted Outcome = "accepted"
	// OutcomeTaken: the other system has given it otherwise; the entry waits on.
	OutcomeTaken Outcome = "taken"
	// OutcomeDeclined: this person does not get it, and the units go on.
	OutcomeDeclined Outcome = "declined"
	// OutcomeReturned: people decided as if it were taken.
	OutcomeReturned Outcome = "returned"
	// OutcomeFailed is not an end.
	OutcomeFailed Outcome = "failed"
)

// Cause is why a confirmation failed, or declined. The list is closed.
type Cause string

// Causes of a failure.
const (
	CauseTimeout     Cause = "timeout"
	CauseUnreachable Cause = "unreachable"
	CauseUnavailable Cause = "unavailable"       // 503
	CauseTooMany     Cause = "too_many_requests" // 429
	CauseServerError Cause = "server_error"
	CauseUnexpected  Cause = "unexpected_answer"
	CauseNoAddress   Cause = "no_confirm_url" // it was taken away meanwhile
	CauseNotAsked    Cause = "not_asked"      // this server could not ask: it has no key, or no secret
)

// Causes for which the other system declines.
const (
	CausePayment     Cause = "payment_failed"
	CauseNotEligible Cause = "not_eligible"
	CauseLimit       Cause = "limit_reached"
	CauseUnspecified Cause = "unspecified"
)

// Causes in figures alone: the other system had given it otherwise; people decided what that
// system did not.
const (
	CauseTaken Cause = "taken"
	CauseStaff Cause = "decided_by_staff"
)

// FailureCauses are why an accepted offer may not be given, or may be left to people.
func FailureCauses() []Cause {
	return append([]Cause{CauseTaken, CauseTimeout, CauseUnreachable, CauseUnavailable, CauseTooMany, CauseServerError, CauseUnexpected, CauseNoAddress, CauseNotAsked}, Refusals...)
}

// Failure is why an accepted offer was not given, or was left to people, by a change; empty: the
// change says no such thing.
func (c *Change) Failure() Cause {
	switch {
	case c.Confirmation == nil:
	case c.Reason == ReasonTaken:
		return CauseTaken
	case c.Reason == ReasonRefused, c.Reason == ReasonUnanswered:
		return c.Confirmation.Cause
	}
	return ""
}

// Refusals are the causes that the other system can name.
var Refusals = []Cause{CausePayment, CauseNotEligible, CauseLimit, CauseUnspecified}

// Confirmation is the question to the other system whether somebody can have what they
// accept. There is one for each offer that was accepted so.
type Confirmation struct {
	OfferID string
	State   ConfirmationState
	Outcome Outcome // when it has ended
	Cause   Cause   // of a failure, or of OutcomeDeclined
	Status  int64   // of the answer that decided or failed, 0: none did
	Words   string  // of the other system about it, or empty
	Staff   bool    // people have decided it
	// BegunAt is when the offer was accepted, Since from when on it was asked: since then, or
	// since people wanted it asked again.
	BegunAt, Since, EndedAt inventory.Instant
	BegunSeq, EndedSeq      int64 // EndedSeq 0: it has not
	// FailedAt is since when people have to decide it, or had to; 0: never, or not since they wanted it asked
	// again. FailedSeq is the change by which it was left to them.
	FailedAt  inventory.Instant
	FailedSeq int64
}

// Bounds of asking.
const (
	// AskFor is how long the other system is asked at most before people have to decide.
	AskFor = inventory.Hour
	// Abandoned is how long after it should have been asked a question is given to another job: the one
	// that asks is gone.
	Abandoned = 10 * inventory.Minute
	// AskLease is for how long one server asks and no other does. It is longer than a call
	// takes.
	AskLease = inventory.Minute
	minWait  = 2 * inventory.Second
	maxWait  = 5 * inventory.Minute
	// MaxWords bounds what is kept of the other system's words, in characters.
	MaxWords = 200
)

// AskAgain returns when a question that was not answered is asked again, of which the first
// was asked at since; ok is false when it is not. The wait is as long as it was asked so far,
// which doubles that, and at least as long as the other system wants.
func AskAgain(since, now inventory.Instant, wanted inventory.Micros) (at inventory.Instant, ok bool) {
	wait := max(min(max(inventory.Micros(now-since), minWait), maxWait), wanted)
	at = now + inventory.Instant(wait)
	return at, at < since+inventory.Instant(AskFor)
}

// Reading is what an answer of the other system means.
type Reading struct {
	Outcome Outcome
	Cause   Cause
	// Again: it may answer otherwise when it is asked again.
	Again bool
}

// Read reads an answer: by its status, and by the cause that a refusal names. fault is why
// there was no answer, and is empty when there was.
func Read(status int, fault, named Cause) Reading {
	switch {
	case fault != "":
		return Reading{OutcomeFailed, fault, true}
	case status == 200 || status == 201:
		return Reading{Outcome: OutcomeAccepted}
	case status == 409:
		return Reading{Outcome: OutcomeTaken}
	case status == 422:
		if !slices.Contains(Refusals, named) {
			named = CauseUnspecified
		}
		return Reading{Outcome: OutcomeDeclined, Cause: named}
	case status == 503:
		return Reading{OutcomeFailed, CauseUnavailable, true}
	case status == 429:
		return Reading{OutcomeFailed, CauseTooMany, true}
	case status >= 500 && status < 600:
		return Reading{OutcomeFailed, CauseServerError, true}
	}
	return Reading{Outcome: OutcomeFailed, Cause: CauseUnexpected}
}

// Conclude ends a confirmation by the answer of the other system or, when Staff, by what
// people decide. With OutcomeFailed it is left to people.
type Conclude struct {
	OfferID string
	As      Outcome
	Cause   Cause
	Status  int64
	Words   string
	Staff   bool
}

// Retry asks once more, because staff want so.
type Retry struct{ OfferID string }

// ask begins a confirmation.
func (d *decision) ask(o *Offer, e *Entry) {
	c := &Confirmation{OfferID: o.ID, State: Asking, BegunAt: d.now, Since: d.now}
	d.st.Confirmations[o.ID] = c
	d.offer(o, ReasonAsked, OfferAccepting)
	d.entry(e, ReasonAsked, Accepting)
	d.confirmation(c, ReasonAsked)
}

func (d *decision) confirmation(c *Confirmation, why Reason) {
	seq := d.next()
	if why == ReasonAsked {
		c.BegunSeq = seq
	}
	if why == ReasonUnanswered {
		c.FailedSeq, c.FailedAt = seq, d.now
	}
	if c.State == Ended {
		c.EndedSeq, c.EndedAt = seq, d.now
	}
	v := *c
	d.Changes = append(d.Changes, Change{Seq: seq, Reason: why, Confirmation: &v})
}

// meanwhile is what becomes of leaving while the other system is asked: it has the last word,
// and whoever is erased is nobody until then.
func (c Leave) meanwhile(d *decision, e *Entry) Code {
	switch {
	case c.Reason != ReasonErased:
		return OfferBusy
	case e.UserID == "":
		d.Repeated = true
		return OK
	}
	e.UserID, e.Attributes = "", Attributes{}
	d.entry(e, ReasonErased, Accepting)
	if a := d.st.Confirmations[e.OfferID]; a != nil && a.Words != "" {
		a.Words = ""
		d.confirmation(a, ReasonErased)
	}
	return OK
}

func (c Conclude) decide(d *decision) Code {
	a, o := d.st.Confirmations[c.OfferID], d.st.Offers[c.OfferID]
	switch {
	case a == nil || o == nil:
		return NotFailed
	case a.State == Ended && c.Staff && (!a.Staff || a.Outcome != c.As):
		return OfferEnded
	case a.State == Ended, a.State == Failed && c.As == OutcomeFailed:
		d.Repeated = true
		return OK
	case c.Staff && a.State != Failed:
		return NotFailed
	}
	e := d.st.Entries[o.EntryID]
	a.Cause, a.Status, a.Words, a.Staff = c.Cause, c.Status, c.Words, c.Staff
	if e.UserID == "" { // erased while it was asked: nothing is kept about who it was
		a.Words = ""
	}
	if c.As == OutcomeFailed {
		a.State = Failed
		d.confirmation(a, ReasonUnanswered)
		return OK
	}
	a.State, a.Outcome = Ended, c.As
	why := ReasonAccepted
	switch c.As {
	case OutcomeAccepted:
		d.offer(o, why, OfferAccepted)
		d.entry(e, why, Accepted)
	case OutcomeDeclined:
		if why = ReasonRefused; c.Staff {
			why = ReasonRefusedByStaff
		}
		d.end(o, why, OfferDeclined)
		e.OfferID = ""
		d.entry(e, why, Declined)
	default:
		if why = ReasonTaken; c.As == OutcomeReturned {
			why = ReasonReturned
		}
		d.gone(o, why)
		e.OfferID = ""
		if e.UserID == "" {
			d.entry(e, ReasonErased, Removed)
		} else {
			d.entry(e, why, Waiting) // in its old place
		}
	}
	d.confirmation(a, why)
	d.tell(why, e, o)
	d.claim(o.ReleaseID)
	return OK
}

// gone ends an offer whose units the other system does not have any more.
func (d *decision) gone(o *Offer, why Reason) {
	d.offer(o, why, OfferWithdrawn)
	if s := d.st.Signals[o.ReleaseID]; s != nil {
		s.Offered -= o.Units
		s.Lost += o.Units
		d.signal(s, ReasonUnits)
	}
}

// claim gives what has become free of a release to the withdrawals that have waited for it.
func (d *decision) claim(release string) {
	of := d.st.Signals[release]
	if of == nil {
		return
	}
	var list []*Signal
	for _, w := range d.st.Signals {
		if w.Kind == Withdrawn && w.ReleaseID == release && w.Taken < w.Units {
			list = append(list, w)
		}
	}
	slices.SortFunc(list, func(a, b *Signal) int { return cmp.Compare(a.Seq, b.Seq) })
	for _, w := range list {
		d.withdraw(of, w)
	}
}

func (c Retry) decide(d *decision) Code {
	a := d.st.Confirmations[c.OfferID]
	if a == nil || a.State != Failed {
		return NotFailed
	}
	a.State, a.Since, a.Cause, a.Status, a.Words = Asking, d.now, "", 0, ""
	a.FailedAt, a.FailedSeq = 0, 0
	d.confirmation(a, ReasonAskedAgain)
	return OK
}
