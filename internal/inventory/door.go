package inventory

// What is sold at the door is an order like any other, decided by Reserve and Pay: it takes
// what is free, and passes nobody who waits, holds an offer or has a seat. Who.Till says at
// which till staff sell it:
//
//   - it is sold until the event ends, also past the registration cutoff;
//   - the first audit row of the order names the till;
//   - nobody is asked to pay it, since whoever buys stands there;
//   - Reserve.Complimentary takes the whole price off.

// atDoor reports whether staff sell something at a till.
func (w Who) atDoor() bool { return w.Staff && w.Till != "" && w.Import == "" }

// cameFrom is what the first audit row of the order names: the till, or the other shop.
func (c *Reserve) cameFrom() string {
	if c.atDoor() {
		return c.Till
	}
	return c.source()
}

// complimentary is the charge of what is given away: its price, all of which is off.
func complimentary(p Price, currency string) Charge { return Charged(p, p.Amount, currency) }
