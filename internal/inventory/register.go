package inventory

// Register wants a confirmed place now or, with JoinWaitlist, a place on the waitlist.
type Register struct {
	Who
	Party
	OrderID      string
	JoinWaitlist bool
}

func (c Register) needs(n *RequiredRows) {
	n.UserIDs = append(n.UserIDs, c.UserID)
	n.taking(c.Who)
}

func (c Register) forecast(f *forecast) {
	if c.JoinWaitlist {
		f.joins(c.Tier)
	}
}

func (c Register) decide(d *decider) Outcome {
	anySeats, refusal := d.wishForTier(c.Who, &c.Party)
	if refusal.Code != OK {
		return refusal
	}
	t, p, refusal := d.eligibleParty(c.Who, &c.Party, anySeats)
	if refusal.Code != OK {
		return refusal
	}
	if d.applies(c.Who, p) {
		return d.apply(c.Who, &c.Party, t, p)
	}
	if t.Paid() {
		return Outcome{Code: PaymentRequired, Field: "tier_id"}
	}
	if t.available() >= c.Units && !d.closed(t) {
		return d.confirmNew(&c, t, p)
	}
	if !c.JoinWaitlist {
		return Outcome{Code: SoldOut}
	}
	return d.enterWaitlist(c.Who, &c.Party, t, p)
}

// confirmNew gives a registration at once.
func (d *decider) confirmNew(c *Register, t *tierIndex, p *Person) Outcome {
	if o := d.crowded(c.Who, c.Units, false); o.Code != OK {
		return o
	}
	if d.isThere(c.Who, p, t, c.Units) {
		return d.pretendConfirmed(c, t, p)
	}
	p, name := d.personFor(c.Who, &c.Party, p)
	h := &Hold{
		ID: c.OrderID, Kind: KindRegistration, PersonID: p.ID, Tier: t.ID, Units: c.Units, Name: name, Guests: c.Guests,
		Entrant: d.takesWith(c.Who, true),
	}
	d.take(h, t, HoldConfirmed, c.Actor, ReasonRegistered, "")
	d.originates(c.Who, p, h.ID, h.Units, false)
	p.HoldID, p.Units = h.ID, p.Units+h.Units
	return Outcome{Status: string(HoldConfirmed), OrderID: h.ID, Units: h.Units}
}
