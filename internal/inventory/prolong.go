package inventory

// MaxProlong bounds by how much Prolong moves a deadline.
const MaxProlong = Hour

// Prolong moves the deadline of a pending order, because a payment is under
// way, to By from now. It does so once, at most by MaxProlong; again it
// changes nothing.
type Prolong struct {
	Who
	OrderID string
	By      Micros
}

func (c Prolong) needs(n *RequiredRows) { n.HoldIDs = append(n.HoldIDs, c.OrderID) }

func (c Prolong) forecast(f *forecast) { f.lapses(f.w.Holds[c.OrderID]) }

func (c Prolong) decide(d *decider) Outcome {
	h, refusal := d.pendingOrder(c.OrderID)
	switch {
	case h == nil:
		return refusal
	case c.By < 0 || c.By > MaxProlong:
		return Outcome{Code: InvalidSettings, Field: "by_seconds"}
	}
	d.acceptOrder(h, c.Actor)
	until := d.now + Instant(c.By)
	if h.Order.Prolonged || until <= h.ExpiresAt {
		return orderOutcome(h)
	}
	h.Order.Prolonged = true
	d.moveHold(h, HoldHeld, c.Actor, ReasonProlonged, "")
	h.ExpiresAt = until
	d.due(until)
	return orderOutcome(h)
}
