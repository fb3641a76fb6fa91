package inventory

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Block takes units of a tier out of circulation, until Unblock.
type Block struct {
	Who
	HoldID string
	Tier   string
	Units  int64
	Seats  []string // instead of Tier and Units: these, all or none
	// Replaces are blocks of units that end with this command, of which one is held: nobody can
	// take in between what both have. If none of them is, they were replaced before.
	Replaces []string
}

func (c Block) needs(n *RequiredRows) { n.HoldIDs = append(append(n.HoldIDs, c.HoldID), c.Replaces...) }

func (c Block) forecast(f *forecast) {
	f.scan = true
	for _, id := range c.Replaces {
		f.release(f.w.Holds[id])
	}
}

func (c Block) decide(d *decider) Outcome {
	if len(c.Seats) > 0 {
		return d.blockSeats(c)
	}
	t := d.tiers[c.Tier]
	switch {
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= d.st.Event.Ends():
		return Outcome{Code: EventOver}
	case t == nil || t.Fee():
		return Outcome{Code: NotFound, Field: "tier_id"}
	case d.w.Holds[c.HoldID] != nil:
		return Outcome{Code: AlreadyExists}
	case t.seats:
		return Outcome{Code: SeatsRequired, Field: "seat_ids"}
	case c.Units < 1:
		return Outcome{Code: InvalidSettings, Field: "units"}
	}
	replaced, o := d.replacedBy(&c)
	if o.Code != OK {
		return o
	}
	given := d.withdrawn(replaced)
	for _, n := range t.needs(nil, c.Units) {
		// Of what is over capacity nothing is taken anew; less than is given is less than was taken.
		if back := given.units[n.pool]; n.units > back && n.pool.Free()+back < n.units {
			return Outcome{Code: NotEnoughUnits}
		}
	}
	for _, h := range replaced {
		d.release(h, c.Actor, ReasonUnblocked, "")
	}
	h := &Hold{ID: c.HoldID, Kind: KindBlock, Tier: c.Tier, Units: c.Units}
	d.take(h, t, HoldHeld, c.Actor, ReasonBlocked, "")
	d.waitlistDirty = true // a party that units gathered for may have nothing left to gather
	return Outcome{Status: string(HoldHeld), OrderID: h.ID, Units: h.Units}
}

// replacedBy are the blocks that end because another begins.
func (d *decider) replacedBy(c *Block) (holds []*Hold, o Outcome) {
	for _, id := range c.Replaces {
		h := d.w.Holds[id]
		switch {
		case h == nil:
		case h.Kind != KindBlock || h.IsRelease() || h.Order != nil:
			return nil, Outcome{Code: NotFound, Field: "replaces"}
		case h.State == HoldHeld && !slices.Contains(holds, h):
			holds = append(holds, h)
		}
	}
	if len(c.Replaces) > 0 && len(holds) == 0 {
		return nil, Outcome{Code: AlreadyExists}
	}
	return holds, Outcome{}
}

// blockSeats takes named seats out of circulation.
func (d *decider) blockSeats(c Block) Outcome {
	m := d.st.Seats
	switch {
	case d.st.Event.Status == Cancelled:
		return Outcome{Code: EventIsCancelled}
	case d.now >= d.st.Event.Ends():
		return Outcome{Code: EventOver}
	case d.w.Holds[c.HoldID] != nil:
		return Outcome{Code: AlreadyExists}
	case len(c.Seats) > MaxSeatsPerBlock || c.Tier != "" || c.Units != 0:
		return Outcome{Code: InvalidSettings, Field: "seat_ids"}
	}
	o := &Order{Items: make([]Item, 0, len(c.Seats))}
	named := make(map[int32]bool, len(c.Seats))
	var list []need
	for i, id := range c.Seats {
		refuse := func(code Code) Outcome { return Outcome{Code: code, Field: "seat_ids[" + text(int64(i)) + "]"} }
		if m == nil {
			return refuse(NotFound)
		}
		seat, ok := m.Index(id)
		switch {
		case !ok:
			return refuse(NotFound)
		case m.State(seat) == seatmap.Blocked:
			return refuse(SeatBlocked)
		case m.State(seat) != seatmap.Free || named[seat]:
			return refuse(SeatTaken)
		}
		named[seat] = true
		o.Items = append(o.Items, Item{No: i + 1, Tier: d.tierOf(seat), Seat: id})
		list = d.tiers[d.tierOf(seat)].needs(list, 1)
	}
	if !room(list) {
		return Outcome{Code: NotEnoughUnits}
	}
	h := &Hold{ID: c.HoldID, Kind: KindBlock, Units: int64(len(o.Items)), Order: o}
	d.take(h, nil, HoldHeld, c.Actor, ReasonBlocked, "")
	d.waitlistDirty = true
	return Outcome{Status: string(HoldHeld), OrderID: h.ID, Units: h.Units}
}

// Unblock gives the units of a block back: to the waitlist first.
type Unblock struct {
	Who
	HoldID string
	// Seats are those of a block of seats that it gives back; empty: all that it
	// has. One that it gave back before is left alone.
	Seats []string
}

func (c Unblock) needs(n *RequiredRows) { n.HoldIDs = append(n.HoldIDs, c.HoldID) }

func (c Unblock) forecast(f *forecast) { f.release(f.w.Holds[c.HoldID]) }

func (c Unblock) decide(d *decider) Outcome {
	h := d.w.Holds[c.HoldID]
	if h == nil || h.Kind != KindBlock || h.IsRelease() { // which PlanReleases takes out of the plan
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

// unblockSeats gives back some of the seats of a block, which ends with its last.
func (d *decider) unblockSeats(c Unblock, h *Hold) Outcome {
	wanted := make(map[string]bool, len(c.Seats))
	for i, id := range c.Seats {
		if h.Order == nil || !slices.ContainsFunc(h.Order.Items, func(it Item) bool { return it.Seat == id }) {
			return Outcome{Code: NotFound, Field: "seat_ids[" + text(int64(i)) + "]"}
		}
		wanted[id] = true
	}
	if h.State == HoldHeld {
		items := slices.DeleteFunc(liveItems(h.Order), func(it *Item) bool { return !wanted[it.Seat] })
		switch int64(len(items)) {
		case 0: // done before
		case h.Units:
			d.release(h, c.Actor, ReasonUnblocked, "")
		default:
			d.giveSome(h, c.Actor, items, ReasonSeatsUnblocked)
		}
	}
	return Outcome{Status: string(h.State), OrderID: h.ID, Units: h.Units}
}
