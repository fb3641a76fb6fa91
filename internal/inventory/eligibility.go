package inventory

import "strings"

// Who may take part is one question with four ways to ask it: Register, Join, Join
// for seats, and Reserve. What holds for all of them stands here: the event
// (eligible), the tier (sellsTo) and the person (overLimit). The order of the
// checks is part of the contract: a caller with several faults learns of the first.

// Who says who sends a command, for the audit row and for the cutoffs.
type Who struct {
	Actor string // see AuditRow.Actor
	Staff bool   // organizer or box office: may act after a cutoff, for others, and set a class
	// Proven says that mail to the address of the person taking part is known to reach
	// who asks. See Settings.RequireConfirmedAddress.
	Proven bool
	// Entrant is whose pass of the waiting room who asks has shown: 1 and the index; 0:
	// none was. That it is genuine is known, and not whether it is good: see Pass.
	Entrant int64
	// Origins are what the command is counted against; none for staff.
	Origins []Origin
	// Import is the name of another ticket shop from which staff bring what was sold or
	// promised there; empty: nothing is. See imports.
	Import string
	// Till is the till at which staff sell something at the door; empty: none is. See atDoor.
	Till string
}

// The codes of ineligible.
const (
	EventNotPublished   Code = "event_not_published"   // still a draft
	EventIsCancelled    Code = "event_cancelled"       //
	EventPostponed      Code = "event_postponed"       // it has no date now
	EventOver           Code = "event_over"            // past EndsAt
	RegistrationClosed  Code = "registration_closed"   // past the registration cutoff
	PassRequired        Code = "waiting_room"          // it is open, and Who has no Pass that is good
	AddressNotConfirmed Code = "address_not_confirmed" // RequireConfirmedAddress, and not Who.Proven
	NotInvited          Code = "not_invited"           // ByInvitation, and the person has no valid Invitation
)

// ineligible lists why nobody, or not this caller, may take part in an event.
var ineligible = [...]struct {
	code  Code
	field string
	is    func(d *decider, e *Event, who Who) bool
}{
	{EventNotPublished, "", func(_ *decider, e *Event, who Who) bool { return e.Status == Draft && !who.imports() }},
	{EventIsCancelled, "", func(_ *decider, e *Event, _ Who) bool { return e.Status == Cancelled }},
	{EventPostponed, "", func(_ *decider, e *Event, who Who) bool { return e.Status == Postponed && !who.imports() }},
	{EventOver, "", func(d *decider, e *Event, _ Who) bool { return d.now >= e.Ends() }},
	{RegistrationClosed, "", func(d *decider, e *Event, who Who) bool { return d.now >= e.RegistrationEnds() && !who.atDoor() }},
	{PassRequired, "Holdfast-Pass", func(d *decider, _ *Event, who Who) bool {
		return d.needsPass(who) && !d.w.Passes[who.Entrant].good(d.now)
	}},
	{AddressNotConfirmed, "email", func(_ *decider, e *Event, who Who) bool {
		return e.Settings.RequireConfirmedAddress && !who.Staff && !who.Proven
	}},
	// Whoever has proven no address could have typed that of somebody who is invited.
	{NotInvited, "", func(_ *decider, e *Event, who Who) bool {
		return e.Settings.VisibleTo() == ByInvitation && !who.Staff && !who.Proven
	}},
}

// EligibilityCodes returns the codes with which every way to take part can be
// refused, whatever is wanted. Each way adds its own.
func EligibilityCodes() []Code {
	return append(ineligibleCodes(), NotFound, SaleNotOpen, SaleOver, LimitReached, LimitPerCard)
}

func ineligibleCodes() []Code {
	codes := make([]Code, 0, len(ineligible)+4)
	for _, r := range ineligible {
		codes = append(codes, r.code)
	}
	return codes
}

// eligible refuses who may not take part in the event, whatever is wanted.
func (d *decider) eligible(who Who) Outcome {
	for i := range ineligible {
		if r := &ineligible[i]; r.is(d, &d.st.Event, who) {
			return Outcome{Code: r.code, Field: r.field}
		}
	}
	return Outcome{}
}

// ShownTo reports whether a caller may know of a tier; opened says that an access code
// opens it. Nobody knows of nil.
func (t *Tier) ShownTo(who Who, opened bool) bool {
	return t != nil && (!t.Hidden || opened || who.Staff)
}

// shownTo is ShownTo of a tier that may be none of the event.
func (t *tierIndex) shownTo(who Who, opened bool) bool { return t != nil && t.ShownTo(who, opened) }

// SellsTo returns OK when a caller may take of a tier now, else why not.
func (t *Tier) SellsTo(who Who, now Instant) Code {
	if who.Staff {
		return OK
	}
	return t.onSale(now)
}

// overLimit reports whether so many more units are too many for a person: by the rule of the
// event, or by the person's invitation.
func (d *decider) overLimit(p *Person, units int64) bool {
	if p != nil {
		units += p.Units
		if p.Places > 0 && units > p.Places {
			return true
		}
	}
	limit := d.st.Event.Settings.LimitPerPerson
	return limit > 0 && units > limit
}

// eligibleParty refuses a party that may neither register nor wait. anySeats: it wishes for any seats of
// its tier.
func (d *decider) eligibleParty(who Who, c *Party, anySeats bool) (t *tierIndex, p *Person, refusal Outcome) {
	refuse := func(code Code, field string) (*tierIndex, *Person, Outcome) {
		return nil, nil, Outcome{Code: code, Field: field}
	}
	if o := d.eligible(who); o.Code != OK {
		return nil, nil, o
	}
	t = d.tiers[c.Tier]
	if !t.shownTo(who, false) {
		return refuse(NotFound, "tier_id")
	}
	if !t.Admits() {
		return refuse(OrderedOnly, "tier_id")
	}
	if code := t.SellsTo(who, d.now); code != OK {
		return refuse(code, "tier_id")
	}
	switch {
	case c.Class < 0 || c.Class > MaxClass || (c.Class > 0 && !who.Staff):
		return refuse(ClassNotAllowed, "priority_class")
	case c.Units < 1:
		return refuse(InvalidSettings, "units")
	case t.seats != (c.Wish != nil):
		return refuse(SeatsRequired, "tier_id")
	case strings.HasPrefix(c.UserID, erasedPrefix):
		return refuse(InvalidSettings, "user_id")
	}
	p = d.w.People[c.UserID]
	told := p // whom the caller may be told about
	if who.stranger() {
		told = nil
	}
	invited := told != nil && p.Places > 0 // which bounds the party instead
	switch {
	case (c.Wish == nil || anySeats) && !invited && c.Units-1 > d.st.Event.Settings.MaxGuests:
		return refuse(GuestsOverLimit, "guests")
	case d.uninvited(who, p):
		return refuse(NotInvited, "")
	case told != nil && p.EntryID != "":
		return nil, p, Outcome{Code: AlreadyWaiting, EntryID: p.EntryID}
	case told != nil && p.HoldID != "":
		return nil, p, Outcome{Code: AlreadyRegistered, OrderID: p.HoldID}
	case d.overLimit(told, c.Units-d.strangers(who)):
		return refuse(LimitReached, "")
	case t.Paid() && d.tooManyForCard(who, c.Units):
		return refuse(LimitPerCard, "")
	case c.Units > t.capacity():
		return refuse(PartyExceedsCapacity, "")
	}
	return t, p, Outcome{}
}
