package inventory

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// MaxReleases bounds the releases of an event, those included that have happened.
const MaxReleases = 24

// Release is a part of the inventory that nobody can have before a time: it is held back by
// a block whose deadline that time is. Then it goes to the waitlist first, and what is left
// to whoever comes.
type Release struct {
	HoldID string // of its block; used when the release is new
	At     Instant
	Tier   string
	Units  int64
	Seats  []string // instead of Tier and Units: these, all or none
}

// PlanReleases replaces the releases of an event that have not happened. Those that are in
// the plan already stay as they are; those that have happened may be in it or not.
type PlanReleases struct {
	Who
	Releases []Release
}

func (PlanReleases) needs(n *RequiredRows) { n.Releases = true }

// forecast: what is not held back any more goes to the waitlist first.
func (PlanReleases) forecast(f *forecast) {
	f.scan = true
	for _, h := range f.w.Holds {
		if h.IsRelease() && h.State == HoldHeld {
			f.release(h)
		}
	}
}

func (c PlanReleases) decide(d *decider) Outcome {
	p, o := d.planReleases(c.Releases)
	if o.Code == OK {
		d.applyPlan(c.Actor, p)
		o.Status = text(int64(len(c.Releases)))
	}
	return o
}

// IsRelease reports whether the hold is a block that ends by itself.
func (h *Hold) IsRelease() bool { return h.Kind == KindBlock && h.ExpiresAt != 0 }

// Happened reports whether a release has given its units, rather than being taken out of
// the plan.
func (h *Hold) Happened() bool { return h.IsRelease() && h.Reason == ReasonUnitsReleased }

// releases returns the releases of the event, all of which are loaded, by their time.
func (d *decider) releases() []*Hold {
	var list []*Hold
	for _, h := range d.w.Holds {
		if h.IsRelease() && (h.State == HoldHeld || h.Happened()) {
			list = append(list, h)
		}
	}
	slices.SortFunc(list, func(a, b *Hold) int { return cmp.Or(cmp.Compare(a.ExpiresAt, b.ExpiresAt), cmp.Compare(a.ID, b.ID)) })
	return list
}

// releasePlan is what changes when releases are planned anew.
type releasePlan struct {
	withdraw []*Hold
	take     []*Hold
}

// planReleases finds out what changes, or why it may not. Nothing is changed.
func (d *decider) planReleases(wanted []Release) (p releasePlan, o Outcome) {
	e := &d.st.Event
	switch {
	case e.Status == Cancelled:
		return p, Outcome{Code: EventIsCancelled}
	case d.now >= e.Ends():
		return p, Outcome{Code: EventOver}
	}
	there := d.releases()
	var added []int
	for i := range wanted {
		if at := slices.IndexFunc(there, wanted[i].is); at >= 0 {
			there = slices.Delete(there, at, at+1)
		} else {
			added = append(added, i)
		}
	}
	happened := 0
	for _, h := range there {
		if h.State == HoldHeld {
			p.withdraw = append(p.withdraw, h)
		} else {
			happened++
		}
	}
	switch {
	case len(added)+len(p.withdraw) == 0:
		return p, Outcome{}
	case e.Settings.Onsale.Opened(d.now):
		return p, Outcome{Code: OnsaleFrozen, Field: "releases"}
	case len(wanted)+happened > MaxReleases:
		return p, Outcome{Code: InvalidSettings, Field: "releases"}
	}
	return p, d.heldBack(&p, wanted, added)
}

// is reports whether a hold is that release.
func (r *Release) is(h *Hold) bool {
	if r.At != h.ExpiresAt {
		return false
	}
	if h.Order == nil {
		return len(r.Seats) == 0 && r.Tier == h.Tier && r.Units == h.Units
	}
	return slices.EqualFunc(r.Seats, h.Order.Items, func(seat string, it Item) bool { return seat == it.Seat })
}

// heldBack makes the blocks of the releases that are new, all of which must fit.
func (d *decider) heldBack(p *releasePlan, wanted []Release, added []int) Outcome {
	e := &d.st.Event
	free := d.withdrawn(p.withdraw)
	var list []need
	for _, i := range added {
		r := &wanted[i]
		wrong := func(code Code, field string) Outcome {
			return Outcome{Code: code, Field: "releases[" + text(int64(i)) + "]." + field}
		}
		h := &Hold{ID: r.HoldID, Kind: KindBlock, Tier: r.Tier, Units: r.Units, ExpiresAt: r.At}
		switch {
		case d.w.Holds[r.HoldID] != nil || slices.ContainsFunc(p.take, func(h *Hold) bool { return h.ID == r.HoldID }):
			return Outcome{Code: AlreadyExists}
		case r.At <= d.now || r.At >= e.RegistrationEnds():
			return wrong(InvalidSettings, "at")
		case len(r.Seats) > 0:
			code, field := d.holdSeatsBack(h, r, free)
			if code != OK {
				return wrong(code, field)
			}
			for i := range h.Order.Items {
				list = d.tiers[h.Order.Items[i].Tier].needs(list, 1)
			}
		default:
			t := d.tiers[r.Tier]
			switch {
			case t == nil || t.Fee():
				return wrong(NotFound, "tier_id")
			case t.seats:
				return wrong(SeatsRequired, "seat_ids")
			case r.Units < 1 || r.Units > MaxCapacity:
				return wrong(InvalidSettings, "units")
			}
			list = t.needs(list, r.Units)
		}
		for _, n := range list {
			if n.pool.Free()+free.units[n.pool] < n.units {
				return wrong(NotEnoughUnits, "units")
			}
		}
		p.take = append(p.take, h)
	}
	return Outcome{}
}

// freed is what releases that are taken out of the plan give back.
type freed struct {
	units map[*poolIndex]int64
	seats map[string]bool
}

func (d *decider) withdrawn(holds []*Hold) freed {
	f := freed{map[*poolIndex]int64{}, map[string]bool{}}
	for _, h := range holds {
		if h.Order == nil {
			for _, p := range d.tiers[h.Tier].pools {
				f.units[p] += h.Units
			}
			continue
		}
		for _, it := range liveItems(h.Order) {
			f.seats[it.Seat] = true
			for _, p := range d.tiers[it.Tier].pools {
				f.units[p]++
			}
		}
	}
	return f
}

// holdSeatsBack makes the items of a release of seats. A seat that it names is not available
// to another one.
func (d *decider) holdSeatsBack(h *Hold, r *Release, free freed) (Code, string) {
	if len(r.Seats) > MaxSeatsPerBlock || r.Tier != "" || r.Units != 0 {
		return InvalidSettings, "seat_ids"
	}
	o := &Order{Items: make([]Item, 0, len(r.Seats))}
	for i, id := range r.Seats {
		field := "seat_ids[" + text(int64(i)) + "]"
		if d.st.Seats == nil {
			return NotFound, field
		}
		seat, ok := d.st.Seats.Index(id)
		if !ok {
			return NotFound, field
		}
		if given, known := free.seats[id]; known && !given || !known && d.st.Seats.State(seat) != seatmap.Free {
			return SeatTaken, field
		}
		free.seats[id] = false
		o.Items = append(o.Items, Item{No: i + 1, Tier: d.tierOf(seat), Seat: id})
	}
	h.Order, h.Units = o, int64(len(o.Items))
	return OK, ""
}

// applyPlan changes the plan. What both have is never available in between.
func (d *decider) applyPlan(who string, p releasePlan) {
	for _, h := range p.withdraw {
		d.release(h, who, ReasonReleaseWithdrawn, "")
	}
	for _, h := range p.take {
		d.take(h, d.tiers[h.Tier], HoldHeld, who, ReasonHeldBack, "")
		d.due(h.ExpiresAt)
		d.waitlistDirty = true // a party that units gathered for may have nothing left to gather
	}
}

// voidReleases ends the releases of an event that is cancelled.
func (d *decider) voidReleases() {
	for _, h := range d.releases() {
		if h.State == HoldHeld {
			d.release(h, systemActor, ReasonEventCancelled, "")
		}
	}
}
