package inventory

func (d *decider) setCapacity(c SetCapacity) Outcome {
	p := d.pools[c.Pool]
	switch {
	case p == nil:
		return Outcome{Code: NotFound, Field: "pool_id"}
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case c.Capacity < 0 || c.Capacity > MaxCapacity:
		return Outcome{Code: CapacityOutOfRange, Field: "capacity"}
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
	d.lineDirty = true // a shrink too: a party may have become too large to ever fit
	return Outcome{Status: text(c.Capacity)}
}

func (d *decider) block(c Block) Outcome {
	if len(c.Seats) > 0 {
		return d.blockSeats(c)
	}
	t := d.tiers[c.Tier]
	switch {
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= d.st.Event.EndsAt:
		return Outcome{Code: EventOver}
	case t == nil:
		return Outcome{Code: NotFound, Field: "tier_id"}
	case d.w.Holds[c.HoldID] != nil:
		return Outcome{Code: AlreadyExists}
	case t.seats:
		return Outcome{Code: SeatsRequired, Field: "seat_ids"}
	case c.Units < 1:
		return Outcome{Code: InvalidSettings, Field: "units"}
	case t.available() < c.Units:
		return Outcome{Code: NotEnoughUnits}
	}
	h := d.holdSlab.new()
	*h = Hold{ID: c.HoldID, Kind: KindBlock, Tier: c.Tier, Units: c.Units}
	d.take(h, t, HoldHeld, c.Actor, ReasonBlocked, "")
	d.lineDirty = true // a party that units gathered for may have nothing left to gather
	return Outcome{Status: string(HoldHeld), OrderID: h.ID, Units: h.Units}
}

func (d *decider) unblock(c Unblock) Outcome {
	h := d.w.Holds[c.HoldID]
	if h == nil || h.Kind != KindBlock {
		return Outcome{Code: NotFound}
	}
	if len(c.Seats) > 0 {
		return d.unblockSeats(c, h)
	}
	if h.State == HoldHeld {
		d.release(h, c.Actor, ReasonUnblocked, "")
	}
	return Outcome{Status: string(HoldReleased), OrderID: h.ID, Units: h.Units}
}
