package inventory

// Demand says how many an organizer expects to come at once when something opens.
type Demand string

const (
	DemandNormal Demand = "normal" // the default
	DemandHigh   Demand = "high"
	// DemandExtreme brings a waiting room, where the organizer has made none; see demandRoom.
	DemandExtreme Demand = "extreme"
)

// What the waiting room is like that extreme demand brings.
const (
	DemandRoomBefore    = 30 * Minute // before the first sale
	DemandRoomInside    = 500
	DemandRoomAdmission = 10 * Minute
)

// DemandExpected is how many the organizer expects.
func (s *Settings) DemandExpected() Demand {
	if s.Demand == "" {
		return DemandNormal
	}
	return s.Demand
}

// wantsRoom reports whether the event has a waiting room because of its demand, unless it
// has another one, or its organizer took it back.
func (e *Event) wantsRoom() bool {
	return e.Status == Published && e.Settings.DemandExpected() == DemandExtreme
}

// demandRoom returns the waiting room that extreme demand brings: a queue that serves from
// when the first tier that everybody sees is sold. Its mode is OnsaleOpen when none will be.
func (e *Event) demandRoom(tiers map[string]*Tier, now Instant) Onsale {
	o := Onsale{Challenge: e.Settings.Onsale.Challenge}
	first := e.RegistrationEnds()
	for _, t := range tiers {
		if starts := max(t.SaleStarts, now); !t.Hidden && t.Admits() && (t.SaleEnds == 0 || starts < t.SaleEnds) {
			first = min(first, starts)
		}
	}
	if first >= e.RegistrationEnds() {
		return o
	}
	o.Mode, o.Identity, o.Inside, o.Admission = OnsaleQueue, OnsaleAccount, DemandRoomInside, DemandRoomAdmission
	o.OpensAt, o.ServesAt = max(now, first-Instant(DemandRoomBefore)), first
	return o
}

// roomByDemand reports whether the waiting room of the event is the one that its demand has
// brought and nobody has changed, before it has opened. It follows the first sale then, and
// goes when the demand does.
func (e *Event) roomByDemand(tiers map[string]*Tier, now Instant) bool {
	o := e.demandRoom(tiers, now)
	return e.wantsRoom() && o.Mode != OnsaleOpen && !e.Settings.Onsale.Opened(now) && o.terms() == e.Settings.Onsale.terms()
}

// followDemand gives next, which is the event as it is about to be, the waiting room that
// its demand brings. was is the event before, and its whether the room of that was by demand.
func (d *decider) followDemand(was, next *Event, its bool) {
	o := &next.Settings.Onsale
	kept := o.terms() == was.Settings.Onsale.terms()
	switch to := next.demandRoom(d.st.Tiers, d.now); {
	case next.wantsRoom() && (its && kept || !was.wantsRoom() && o.Mode == OnsaleOpen):
		to.Paused, to.PerMinute = o.Paused && to.Mode != OnsaleOpen, o.PerMinute
		if to.Mode == OnsaleOpen {
			to.PerMinute = 0
		}
		*o = to
	case its && kept:
		*o = Onsale{Challenge: o.Challenge}
	}
}

// demandAtPublishing is followDemand for a draft that is about to be published. It reports
// whether that brings a waiting room.
func (d *decider) demandAtPublishing() bool {
	e := &d.st.Event
	next := *e
	next.Status = Published
	d.followDemand(e, &next, false)
	changed := e.Settings != next.Settings
	e.Settings = next.Settings
	return changed
}
