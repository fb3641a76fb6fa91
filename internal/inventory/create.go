package inventory

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Create brings the event to life: pools, tiers and settings into an empty
// State. It is the first command of every event.
type Create struct {
	Who
	Event   Event // ID, OrgID, StartsAt, EndsAt, Zone, Settings are read
	Pools   []Pool
	Tiers   []Tier
	Seats   *seatmap.Layout // nil: the event has no seats
	Publish bool
}

func (Create) needs(*RequiredRows) {}

func (Create) forecast(*forecast) {}

func (Create) eventless() {}

func (c Create) decide(d *decider) Outcome {
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
			switch t := tierOfID(c.Tiers, id); {
			case t == nil:
				return Outcome{Code: InvalidSettings, Field: "seating"}
			case t.Chosen():
				return Outcome{Code: InvalidSettings, Field: "pricing"}
			case !t.Admits():
				return Outcome{Code: InvalidSettings, Field: "kind"}
			}
		}
	}
	e.ID, e.OrgID, e.Status = c.Event.ID, c.Event.OrgID, Draft
	settings.Onsale.Draw = OnsaleDrawState{}
	e.StartsAt, e.EndsAt, e.Zone, e.Settings = c.Event.StartsAt, c.Event.EndsAt, c.Event.Zone, settings
	e.DrawDueAt = e.drawDueAt(d.now)
	d.st.Pools = make(map[string]*Pool, len(c.Pools))
	d.st.Tiers = make(map[string]*Tier, len(c.Tiers))
	if d.st.Lanes == nil {
		d.st.Lanes = map[LaneKey]*Lane{}
	}
	for _, p := range c.Pools {
		d.st.Pools[p.ID] = &Pool{ID: p.ID, Name: p.Name, Capacity: p.Capacity}
	}
	for _, t := range c.Tiers {
		t.Pools, t.GoesWith, t.Suggested = slices.Clone(t.Pools), slices.Clone(t.GoesWith), slices.Clone(t.Suggested)
		d.st.Tiers[t.ID] = &t
	}
	if c.Seats != nil {
		d.st.Seats = seatmap.New(c.Seats, settings.NoSingleSeats)
	}
	d.index.build(d.st, d.w)
	d.write(transition{who: c.Actor, subject: e.ID, to: string(Draft), reason: ReasonCreated})
	for _, p := range c.Pools {
		d.movePool(d.pools[p.ID], "", text(p.Capacity), c.Actor, ReasonCreated, p.Capacity)
	}
	if c.Publish {
		d.demandAtPublishing()
		d.moveEvent(Published, c.Actor, ReasonPublished)
	}
	d.out.Created, d.out.SettingsChanged, d.termsChanged = true, true, true
	return Outcome{Status: string(e.Status)}
}

func tierOfID(tiers []Tier, id string) *Tier {
	for i := range tiers {
		if tiers[i].ID == id {
			return &tiers[i]
		}
	}
	return nil
}
