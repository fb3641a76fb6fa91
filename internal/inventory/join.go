package inventory

// Join wants a place on the waitlist even if units are free for the public; when
// units fit at once it is promoted in the same decision.
type Join struct {
	Who
	Party
}

func (c Join) needs(n *RequiredRows) { n.UserIDs = append(n.UserIDs, c.UserID) }

func (c Join) forecast(f *forecast) {
	f.joins(c.Tier)
	if c.Wish != nil {
		f.joinsForSeats(c.Wish)
	}
}

func (c Join) decide(d *decider) Outcome {
	if c.Wish != nil {
		return d.joinSeats(c)
	}
	t, p, refusal := d.eligibleParty(c.Who, &c.Party)
	if refusal.Code != OK {
		return refusal
	}
	if c.Units > d.payable(t) {
		return Outcome{Code: QuantityOutOfRange, Field: "guests"}
	}
	return d.enterWaitlist(c.Who, &c.Party, t, p)
}

// joinSeats makes a place on the waitlist for seats. When they are there at once they
// are given in the same decision.
func (d *decider) joinSeats(c Join) Outcome {
	w, tier, field := resolveWish(d.st.Seats, c.Wish)
	switch {
	case field != "":
		return Outcome{Code: NotFound, Field: field}
	case c.Units > MaxSeatsPerOrder:
		return Outcome{Code: QuantityOutOfRange, Field: "quantity"}
	case !d.st.Seats.Could(&w, int(c.Units)):
		return Outcome{Code: PartyExceedsCapacity, Field: "quantity"}
	}
	c.Tier = tier
	t, p, refusal := d.eligibleParty(c.Who, &c.Party)
	if refusal.Code != OK {
		return refusal
	}
	if c.Units > d.payable(t) {
		return Outcome{Code: QuantityOutOfRange, Field: "quantity"}
	}
	return d.enterWaitlist(c.Who, &c.Party, t, p)
}
