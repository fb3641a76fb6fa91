package inventory

import "time"

// Configure changes times and settings as a whole; the caller merges.
type Configure struct {
	Who
	// From is what the caller merged its wish with. When the event is no
	// longer that, somebody else was faster: nothing is changed and the
	// outcome is SettingsMoved. Nil: whatever it is.
	From             *Event
	StartsAt, EndsAt Instant
	Zone             *time.Location
	Settings         Settings
	// Reschedule: a postponed event is published again, with these times. It changes nothing
	// of one that is not postponed.
	Reschedule bool
	// Capacity, when not nil, and Tiers are what else changes, all or nothing.
	// Tiers are as in SetTier.
	Capacity *SetCapacity
	Tiers    []Tier
	// Pools are what the event gets for new tiers, each for one of Tiers.
	Pools []Pool
	// Releases, when not nil, is the plan of releases from then on. It cannot come with a
	// Capacity, which changes what could be held back.
	Releases *PlanReleases
}

func (c Configure) needs(n *RequiredRows) {
	if c.Releases != nil {
		c.Releases.needs(n)
	}
}

func (c Configure) forecast(f *forecast) {
	f.scan, f.reset = true, true
	f.lists += int64(len(f.st.Exchanges))
	if c.Capacity != nil {
		c.Capacity.forecast(f)
	}
	if c.Releases != nil {
		c.Releases.forecast(f)
	}
}

func (c Configure) decide(d *decider) Outcome {
	e := &d.st.Event
	if e.Status == Cancelled {
		return Outcome{Code: EventIsCancelled}
	}
	if f := c.From; f != nil && !e.sameTerms(f.StartsAt, f.EndsAt, f.Zone.String(), &f.Settings) {
		return Outcome{Code: SettingsMoved}
	}
	if e.Status == Postponed && !c.Reschedule && (c.StartsAt != e.StartsAt || c.EndsAt != e.EndsAt) {
		return Outcome{Code: EventPostponed}
	}
	settings := c.Settings.WithDefaults()
	settings.Onsale.Draw = OnsaleDrawState{}
	if settings.Onsale.Draws() {
		settings.Onsale.Draw = e.Settings.Onsale.Draw
	}
	if o := checkEvent(c.StartsAt, c.EndsAt, c.Zone != nil, &settings); o.Code != OK {
		return o
	}
	again := c.Reschedule && e.Status == Postponed
	if again && d.now >= c.EndsAt {
		return Outcome{Code: InvalidSettings, Field: "ends_at"}
	}
	if o := e.Settings.Onsale.moves(&settings.Onsale, d.now); o.Code != OK {
		return o
	}
	if !d.mayCountIn(settings.Orders.Currency) {
		return Outcome{Code: InvalidSettings, Field: "currency"}
	}
	if o := d.poolsWrong(c.Pools, c.Tiers); o.Code != OK {
		return o
	}
	for i := range c.Tiers {
		if o := d.tierWrong(&c.Tiers[i], settings.Orders.Currency, c.Tiers, c.Pools); o.Code != OK {
			o.Field = "tiers[" + text(int64(i)) + "]." + o.Field
			return o
		}
	}
	if o := d.approvalWrong(&settings); o.Code != OK {
		return o
	}
	var plan releasePlan
	if c.Releases != nil {
		if c.Capacity != nil {
			return Outcome{Code: InvalidSettings, Field: "capacity"}
		}
		var o Outcome
		if plan, o = d.planReleases(c.Releases.Releases); o.Code != OK {
			return o
		}
	}
	if c.Capacity != nil {
		if o := c.Capacity.decide(d); o.Code != OK {
			return o
		}
	}
	d.applyPlan(c.Actor, plan)
	was, byDemand := *e, e.roomByDemand(d.st.Tiers, d.now)
	for _, p := range c.Pools {
		d.addPool(c.Actor, p)
	}
	for i := range c.Tiers {
		d.changeTier(c.Actor, &c.Tiers[i])
	}
	next := was
	next.StartsAt, next.EndsAt, next.Settings = c.StartsAt, c.EndsAt, settings
	before := was
	if again { // nothing new: a room that the organizer took back stays away
		before.Status, next.Status = Published, Published
	}
	d.followDemand(&before, &next, byDemand)
	settings = next.Settings
	if !again && e.sameTerms(c.StartsAt, c.EndsAt, c.Zone.String(), &settings) {
		return Outcome{Status: string(e.Status)}
	}
	e.StartsAt, e.EndsAt, e.Zone, e.Settings = c.StartsAt, c.EndsAt, c.Zone, settings
	if d.st.Seats != nil {
		d.st.Seats.NoSingleSeats = settings.NoSingleSeats
	}
	if again {
		d.moveEvent(Published, c.Actor, ReasonRescheduled)
	} else {
		d.moveEvent(e.Status, c.Actor, ReasonSettingsChanged)
	}
	e.DrawDueAt = e.drawDueAt(d.now)
	d.out.SettingsChanged, d.termsChanged = true, true
	if d.now < e.RegistrationEnds() {
		e.SweptAt = 0 // the waitlist may open again, and must be closed again
	} else if d.waiting+d.st.Applications > 0 {
		e.SweptAt = 0
		d.workLeft = true
	}
	d.waitlistDirty = true
	return Outcome{Status: string(e.Status)}
}

// sameTerms reports whether the event has those times and settings.
func (e *Event) sameTerms(starts, ends Instant, zone string, s *Settings) bool {
	return e.StartsAt == starts && e.EndsAt == ends && e.Zone.String() == zone && e.Settings == *s
}
