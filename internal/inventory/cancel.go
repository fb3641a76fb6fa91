package inventory

// Cancel gives a confirmed registration back: by OrderID, or by UserID when
// OrderID is empty.
type Cancel struct {
	Who
	OrderID, UserID string
}

func (c Cancel) needs(n *RequiredRows) {
	n.Moved = true
	if c.OrderID != "" {
		n.HoldIDs = append(n.HoldIDs, c.OrderID)
	} else {
		n.UserIDs = append(n.UserIDs, c.UserID)
	}
}

func (c Cancel) forecast(f *forecast) {
	id := c.OrderID
	if id == "" {
		if p := f.w.People[c.UserID]; p != nil {
			id = p.HoldID
		}
	}
	f.release(f.w.Holds[id])
}

func (c Cancel) decide(d *decider) Outcome {
	h := d.registrationOf(c)
	if h == nil {
		return Outcome{Code: NotFound}
	}
	if h.State == HoldReleased {
		if h.ExpiresAt != 0 {
			return Outcome{Code: NotFound} // an offer that was never confirmed
		}
		return Outcome{Status: string(HoldReleased), OrderID: h.ID, Units: h.Units}
	}
	reason := ReasonCancelledByStaff
	if !c.Staff {
		if d.now >= d.st.Event.CancellationEnds() {
			return Outcome{Code: CancellationClosed}
		}
		if d.othersHold(h) {
			return Outcome{Code: TicketsMoved}
		}
		reason = ReasonCancelledByPerson
	}
	d.voidMoved(h, c.Actor)
	d.releaseRegistration(h, c.Actor, reason)
	return Outcome{Status: string(HoldReleased), OrderID: h.ID, Units: h.Units}
}

// registrationOf finds what a Cancel names: a registration that is or was
// confirmed. An open offer is none.
func (d *decider) registrationOf(c Cancel) *Hold {
	id := c.OrderID
	if id == "" {
		p := d.byUser(c.UserID)
		if p == nil {
			return nil
		}
		id = p.HoldID
	}
	h := d.w.Holds[id]
	if h == nil || h.Kind != KindRegistration || h.State == HoldHeld {
		return nil
	}
	return h
}
