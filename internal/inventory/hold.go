package inventory

// take makes a hold in the state to and counts its units in each pool of the
// tier; an order has no tier of its own, and t is nil.
func (d *decider) take(h *Hold, t *tierIndex, to HoldState, who string, reason Reason, related string) {
	h.CreatedAt = d.now
	d.moveHold(h, to, who, reason, related)
	d.w.Holds[h.ID] = h
	if h.Order != nil {
		d.takeItems(h)
		return
	}
	for _, p := range t.pools {
		*counterOf(p, h, to) += h.Units
		d.touchPool(p)
	}
}

// confirm turns a held hold into a confirmed one. It takes nothing: the units
// were the hold's all along.
func (d *decider) confirm(h *Hold, who string, reason Reason, related string) {
	d.moveHold(h, HoldConfirmed, who, reason, related)
	h.ExpiresAt = 0
	if h.Order != nil {
		d.confirmItems(h)
		return
	}
	for _, p := range d.tiers[h.Tier].pools {
		p.Held -= h.Units
		p.Confirmed += h.Units
		d.touchPool(p)
	}
}

// release gives the units of a live hold back.
func (d *decider) release(h *Hold, who string, reason Reason, related string) {
	from := h.State
	d.moveHold(h, HoldReleased, who, reason, related)
	d.waitlistDirty = true
	if h.Order != nil {
		d.giveItems(h, from)
		return
	}
	for _, p := range d.tiers[h.Tier].pools {
		*counterOf(p, h, from) -= h.Units
		d.touchPool(p)
	}
}

// counterOf is where a pool counts the units of a hold in a state.
func counterOf(p *poolIndex, h *Hold, s HoldState) *int64 {
	switch {
	case h.Kind == KindBlock:
		return &p.Blocked
	case s == HoldConfirmed:
		return &p.Confirmed
	default:
		return &p.Held
	}
}

// giveUnit gives one unit of a confirmed registration back, which goes on with the
// others under their numbers.
func (d *decider) giveUnit(h *Hold, unit int64, who string, reason Reason, ticket string) {
	left := h.Units - 1
	h.Units = 1 // the row tells how many go
	d.moveHold(h, h.State, who, reason, ticket)
	h.Units = left
	h.giveBack(unit)
	for _, p := range d.tiers[h.Tier].pools {
		*counterOf(p, h, h.State)--
		d.touchPool(p)
	}
	p := d.person(h.PersonID)
	p.Units--
	d.touchPerson(p, false)
	d.waitlistDirty = true
}

// releaseRegistration ends a confirmed registration.
func (d *decider) releaseRegistration(h *Hold, who string, reason Reason) {
	d.release(h, who, reason, "")
	p := d.person(h.PersonID)
	p.HoldID, p.Units = "", p.Units-h.Units
	d.touchPerson(p, false)
}
