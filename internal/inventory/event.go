package inventory

func (d *decider) moveEvent(to EventStatus, who string, reason Reason) {
	e := &d.st.Event
	d.write(transition{who: who, subject: e.ID, from: string(e.Status), to: string(to), reason: reason})
	e.Status = to
}

// taken reports whether any person holds units.
func (d *decider) taken() bool {
	for _, p := range d.pools {
		if p.Held+p.Confirmed > 0 {
			return true
		}
	}
	return false
}
