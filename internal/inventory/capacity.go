package inventory

// SetCapacity changes what a pool holds. Below what is taken it is allowed
// and recorded as an overcommit.
type SetCapacity struct {
	Who
	Pool     string
	Capacity int64
	// Within refuses a capacity below what is taken.
	Within bool
}

func (SetCapacity) needs(*RequiredRows) {}

// forecast: what a pool grows by goes to the waitlist first.
func (c SetCapacity) forecast(f *forecast) {
	if p := f.st.Pools[c.Pool]; p != nil {
		f.scan = true
		f.free(p.ID, max(0, c.Capacity-p.Capacity))
	}
}

func (c SetCapacity) decide(d *decider) Outcome {
	p := d.pools[c.Pool]
	switch {
	case p == nil:
		return Outcome{Code: NotFound, Field: "pool_id"}
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case c.Capacity < 0 || c.Capacity > MaxCapacity:
		return Outcome{Code: CapacityOutOfRange, Field: "capacity"}
	case c.Within && c.Capacity < p.Held+p.Confirmed+p.Blocked:
		return Outcome{Code: NotEnoughUnits, Field: "capacity"}
	case c.Capacity == p.Capacity:
		return Outcome{Status: text(p.Capacity)}
	}
	old := p.Capacity
	reason, units := ReasonCapacityRaised, c.Capacity-old
	if units < 0 {
		reason, units = ReasonCapacityLowered, -units
		if c.Capacity < p.Held+p.Confirmed+p.Blocked {
			reason = ReasonOvercommitted
		}
	}
	p.Capacity = c.Capacity
	d.movePool(p, text(old), text(c.Capacity), c.Actor, reason, units)
	d.waitlistDirty = true // a shrink too: a party may have become too large to ever fit
	return Outcome{Status: text(c.Capacity)}
}
