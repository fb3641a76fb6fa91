package inventory

// Publish opens a draft to people.
type Publish struct{ Who }

func (Publish) needs(*RequiredRows) {}

func (Publish) forecast(f *forecast) { f.scan, f.reset = true, true }

func (c Publish) decide(d *decider) Outcome {
	switch e := &d.st.Event; {
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case e.Status == Postponed:
		return Outcome{Code: EventPostponed}
	case e.Status == Published:
		return Outcome{Code: AlreadyPublished}
	case d.now >= e.EndsAt:
		return Outcome{Code: EventOver}
	}
	if d.demandAtPublishing() {
		d.out.SettingsChanged, d.termsChanged = true, true
	}
	d.moveEvent(Published, c.Actor, ReasonPublished)
	d.waitlistDirty = true
	return Outcome{Status: string(Published)}
}
