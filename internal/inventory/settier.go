package inventory

// SetTier changes what a tier costs and when and to whom it is sold, or adds
// a tier. The pools of a known tier stay as they are.
type SetTier struct {
	Who
	Tier Tier
}

func (SetTier) needs(*RequiredRows) {}

func (SetTier) forecast(f *forecast) {
	if n := int64(len(f.st.Exchanges)); n > 0 {
		f.scan = true
		f.lists += n // of which this tier could not have any while it was free
	}
}

// decide changes a tier, or adds one. Orders keep the price they were made at.
func (c SetTier) decide(d *decider) Outcome {
	e := &d.st.Event
	if e.Status == Cancelled {
		return Outcome{Code: EventIsCancelled}
	}
	if o := d.tierWrong(&c.Tier, e.Settings.Orders.Currency, nil, nil); o.Code != OK {
		return o
	}
	was, byDemand := *e, e.roomByDemand(d.st.Tiers, d.now)
	out := d.changeTier(c.Actor, &c.Tier)
	next := was
	if d.followDemand(&was, &next, byDemand); next.Settings != was.Settings {
		e.Settings = next.Settings
		d.moveEvent(e.Status, c.Actor, ReasonSettingsChanged)
		d.out.SettingsChanged, d.termsChanged = true, true
	}
	return out
}
