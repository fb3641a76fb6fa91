package inventory

import "strings"

// mayTakePart checks everything that holds for a registration and for a place
// on the waitlist alike. The order of the checks is part of the contract: a caller with
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
