package inventory

// CardOrigin is what the keys of origins that are cards begin with. The rest is a keyed hash of
// what a payment provider tells cards apart by.
const CardOrigin = "card:"

// byCard decides about a payment that would buy so many tickets, where the event limits what one
// card buys: it is given back when they would be too many, and the order goes on as it was. Until
// the provider was asked for the card nothing is decided. A payment without a card, such as a bank
// transfer, is not counted.
func (d *decider) byCard(h *Hold, c *Pay, tickets int64) (o Outcome, refused bool) {
	limit := d.st.Event.Settings.Orders.LimitPerCard
	switch {
	case limit == 0:
		return Outcome{}, false
	case c.Unasked:
		return Outcome{Status: CardNeeded, OrderID: h.ID}, true
	case c.Card == "":
		return Outcome{}, false
	}
	if have := d.w.Origins[c.Card]; have != nil {
		tickets += have.Bought
	}
	if tickets <= limit {
		return Outcome{}, false
	}
	return d.turnDown(h, c, ReasonCardLimit), true
}

// boughtBy counts an order for the card that has paid it.
func (d *decider) boughtBy(h *Hold, c *Pay) {
	if c.Card == "" {
		return
	}
	have := d.w.Origins[c.Card]
	if have == nil {
		have = new(OriginCount)
		d.w.Origins[c.Card] = have
	}
	have.Bought += d.tickets(h.Order.Items)
	d.out.Origins = append(d.out.Origins, Originated{Origin: c.Card, ThingID: h.ID, PersonID: h.PersonID, Units: h.Units})
}

// tooManyForCard reports whether no card could pay for so many tickets. Staff may sell them
// otherwise.
func (d *decider) tooManyForCard(who Who, tickets int64) bool {
	limit := d.st.Event.Settings.Orders.LimitPerCard
	return limit > 0 && tickets > limit && !who.Staff
}
