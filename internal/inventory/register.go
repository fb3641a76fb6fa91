package inventory

import "strings"

// erasedPrefix begins the user id of an erased person. No caller's name for a
// person ever matches it.
const erasedPrefix = "erased:"

// byUser finds a person by the caller's own name.
func (d *decider) byUser(userID string) *Person {
	if strings.HasPrefix(userID, erasedPrefix) {
		return nil
	}
	return d.w.People[userID]
}

// mayTakePart checks everything that holds for a registration and for a place
// in line alike. The order of the checks is part of the contract: a caller with
// several faults learns of the first.
func (d *decider) mayTakePart(who Who, c *Party) (t *tierIndex, p *Person, refusal Outcome) {
	e := &d.st.Event
	refuse := func(code Code, field string) (*tierIndex, *Person, Outcome) {
		return nil, nil, Outcome{Code: code, Field: field}
	}
	switch {
	case e.Status == Draft:
		return refuse(EventNotPublished, "")
	case e.Status == Cancelled:
		return refuse(EventIsCancelled, "")
	case d.now >= e.EndsAt:
		return refuse(EventOver, "")
	case d.now >= e.RegistrationEnds():
		return refuse(RegistrationClosed, "")
	case !e.Settings.trusts(who):
		return refuse(AddressNotConfirmed, "email")
	}
	t = d.tiers[c.Tier]
	switch {
	case t == nil || (t.Hidden && !who.Staff):
		return refuse(NotFound, "tier_id")
	case t.onSale(d.now) != OK && !who.Staff:
		return refuse(t.onSale(d.now), "tier_id")
	case c.Class < 0 || c.Class > MaxClass || (c.Class > 0 && !who.Staff):
		return refuse(ClassNotAllowed, "priority_class")
	case c.Units < 1:
		return refuse(InvalidSettings, "units")
	case t.seats != (c.Wish != nil):
		return refuse(SeatsRequired, "tier_id")
	case c.Wish == nil && c.Units-1 > e.Settings.MaxGuests:
		return refuse(GuestsOverLimit, "guests")
	case strings.HasPrefix(c.UserID, erasedPrefix):
		return refuse(InvalidSettings, "user_id")
	}
	p = d.w.People[c.UserID]
	units := c.Units
	if p != nil {
		units += p.Units
		switch {
		case p.EntryID != "":
			return nil, p, Outcome{Code: AlreadyWaiting, EntryID: p.EntryID}
		case p.HoldID != "":
			return nil, p, Outcome{Code: AlreadyRegistered, OrderID: p.HoldID}
		}
	}
	switch limit := e.Settings.LimitPerPerson; {
	case limit > 0 && units > limit:
		return refuse(LimitReached, "")
	case c.Units > t.capacity():
		return refuse(PartyExceedsCapacity, "")
	}
	return t, p, Outcome{}
}

func (d *decider) register(c Register) (Outcome, *Entry) {
	t, p, refusal := d.mayTakePart(c.Who, &c.Party)
	if refusal.Code != OK {
		return refusal, nil
	}
	if t.Paid() {
		return Outcome{Code: PaymentRequired, Field: "tier_id"}, nil
	}
	if t.available() >= c.Units && !d.closed(t) {
		return d.confirmNew(&c, t, p), nil
	}
	if !c.JoinLine {
		return Outcome{Code: SoldOut}, nil
	}
	return d.enterLine(c.Who, &c.Party, t, p)
}

func (d *decider) join(c Join) (Outcome, *Entry) {
	if c.Wish != nil {
		return d.joinSeats(c)
	}
	t, p, refusal := d.mayTakePart(c.Who, &c.Party)
	if refusal.Code != OK {
		return refusal, nil
	}
	return d.enterLine(c.Who, &c.Party, t, p)
}

// confirmNew gives a registration at once.
func (d *decider) confirmNew(c *Register, t *tierIndex, p *Person) Outcome {
	p = d.personFor(&c.Party, p)
	h := d.holdSlab.new()
	*h = Hold{
		ID: c.OrderID, Kind: KindRegistration, PersonID: p.ID, Tier: t.ID, Units: c.Units, Guests: c.Guests,
	}
	d.take(h, t, HoldConfirmed, c.Actor, ReasonRegistered, "")
	p.HoldID, p.Units = h.ID, p.Units+h.Units
	return Outcome{Status: string(HoldConfirmed), OrderID: h.ID, Units: h.Units}
}

// personFor returns the person of a party, brought up to date, or a new one.
func (d *decider) personFor(c *Party, p *Person) *Person {
	if p == nil {
		p = d.personSlab.new()
		*p = Person{ID: c.PersonID, UserID: c.UserID, Profile: c.Profile}
		d.w.People[p.UserID] = p
		d.w.PeopleByID[p.ID] = p
		d.touchPerson(p, true)
		return p
	}
	change := d.touchPerson(p, false)
	if c.Profile != p.Profile && c.Profile != (Profile{}) {
		p.Profile = c.Profile
		change.ProfileChanged = !change.New
	}
	return p
}
