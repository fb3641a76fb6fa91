package inventory

import "github.com/holdfast-events/holdfast/internal/inventory/seatmap"

func (d *decider) create(c Create) Outcome {
	e := &d.st.Event
	if e.ID != "" {
		return Outcome{Code: AlreadyExists}
	}
	settings := c.Event.Settings.WithDefaults()
	if o := checkEvent(c.Event.StartsAt, c.Event.EndsAt, c.Event.Zone != nil, &settings); o.Code != OK {
		return o
	}
	if o := checkInventory(c.Pools, c.Tiers, settings.Orders.Currency); o.Code != OK {
		return o
	}
	if c.Seats != nil {
		for _, id := range c.Seats.Tiers {
			if !knownTier(c.Tiers, id) {
				return Outcome{Code: InvalidSettings, Field: "seating"}
			}
		}
	}
	e.ID, e.OrgID, e.Status = c.Event.ID, c.Event.OrgID, Draft
	e.StartsAt, e.EndsAt, e.Zone, e.Settings = c.Event.StartsAt, c.Event.EndsAt, c.Event.Zone, settings
	d.st.Pools = make(map[string]*Pool, len(c.Pools))
	d.st.Tiers = make(map[string]*Tier, len(c.Tiers))
	if d.st.Lanes == nil {
		d.st.Lanes = map[LaneKey]*Lane{}
	}
	for _, p := range c.Pools {
		d.st.Pools[p.ID] = &Pool{ID: p.ID, Name: p.Name, Capacity: p.Capacity}
	}
	for _, t := range c.Tiers {
		t.Pools = append([]string(nil), t.Pools...)
		d.st.Tiers[t.ID] = &t
	}
	if c.Seats != nil {
		d.st.Seats = seatmap.New(c.Seats, settings.KeepPairs)
	}
	d.index.build(d.st, d.w)
	d.write(transition{who: c.Actor, subject: e.ID, to: string(Draft), reason: ReasonCreated})
	for _, p := range c.Pools {
		d.movePool(d.pools[p.ID], "", text(p.Capacity), c.Actor, ReasonCreated, p.Capacity)
	}
	if c.Publish {
		d.moveEvent(Published, c.Actor, ReasonPublished)
	}
	d.out.Created, d.out.SettingsChanged = true, true
	return Outcome{Status: string(e.Status)}
}

func (d *decider) moveEvent(to EventStatus, who string, reason Reason) {
	e := &d.st.Event
	d.write(transition{who: who, subject: e.ID, from: string(e.Status), to: string(to), reason: reason})
	e.Status = to
}

func (d *decider) configure(c Configure) Outcome {
	e := &d.st.Event
	if e.Status == Cancelled {
		return Outcome{Code: EventIsCancelled}
	}
	if f := c.From; f != nil && !e.sameTerms(f.StartsAt, f.EndsAt, f.Zone.String(), &f.Settings) {
		return Outcome{Code: SettingsMoved}
	}
	settings := c.Settings.WithDefaults()
	if o := checkEvent(c.StartsAt, c.EndsAt, c.Zone != nil, &settings); o.Code != OK {
		return o
	}
	if !d.mayCountIn(settings.Orders.Currency) {
		return Outcome{Code: InvalidSettings, Field: "currency"}
	}
	for i := range c.Tiers {
		if o := d.tierWrong(&c.Tiers[i], settings.Orders.Currency); o.Code != OK {
			o.Field = "tiers[" + text(int64(i)) + "]." + o.Field
			return o
		}
	}
	if c.Capacity != nil {
		if o := d.setCapacity(*c.Capacity); o.Code != OK {
			return o
		}
	}
	for i := range c.Tiers {
		d.changeTier(c.Actor, &c.Tiers[i])
	}
	if e.sameTerms(c.StartsAt, c.EndsAt, c.Zone.String(), &settings) {
		return Outcome{Status: string(e.Status)}
	}
	e.StartsAt, e.EndsAt, e.Zone, e.Settings = c.StartsAt, c.EndsAt, c.Zone, settings
	if d.st.Seats != nil {
		d.st.Seats.KeepPairs = settings.KeepPairs
	}
	d.moveEvent(e.Status, c.Actor, ReasonSettingsChanged)
	d.out.SettingsChanged = true
	if d.now < e.RegistrationEnds() {
		e.SweptAt = 0 // the line may open again, and must be closed again
	} else if d.waiting > 0 {
		e.SweptAt = 0
		d.owed = true
	}
	d.lineDirty = true
	return Outcome{Status: string(e.Status)}
}

// sameTerms says whether the event has those times and settings.
func (e *Event) sameTerms(starts, ends Instant, zone string, s *Settings) bool {
	return e.StartsAt == starts && e.EndsAt == ends && e.Zone.String() == zone && e.Settings == *s
}

func (d *decider) publish(c Publish) Outcome {
	switch e := &d.st.Event; {
	case e.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case e.Status == Published:
		return Outcome{Code: AlreadyPublished}
	case d.now >= e.EndsAt:
		return Outcome{Code: EventOver}
	}
	d.moveEvent(Published, c.Actor, ReasonPublished)
	d.lineDirty = true
	return Outcome{Status: string(Published)}
}

// cancelEvent only sets the state. What is live is swept by the batches that
// follow, of which the first is due at once, because it may be more than one
// batch can hold.
func (d *decider) cancelEvent(c CancelEvent) Outcome {
	e := &d.st.Event
	switch {
	case e.Status == Cancelled:
		return Outcome{Status: string(Cancelled)}
	case d.now >= e.EndsAt:
		return Outcome{Code: EventOver}
	}
	d.moveEvent(Cancelled, c.Actor, ReasonEventCancelled)
	e.SweptAt = 0
	if d.waiting == 0 && d.st.LiveOffers == 0 && !d.taken() {
		e.SweptAt = d.now
	}
	return Outcome{Status: string(Cancelled)}
}

// taken says whether any person holds units.
func (d *decider) taken() bool {
	for _, p := range d.pools {
		if p.Held+p.Confirmed > 0 {
			return true
		}
	}
	return false
}

func knownTier(tiers []Tier, id string) bool {
	for i := range tiers {
		if tiers[i].ID == id {
			return true
		}
	}
	return false
}
