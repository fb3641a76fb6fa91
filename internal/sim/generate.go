package sim

import (
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// people is how many different persons a history has: few, so that they meet
// their own registrations, entries and limits.
const people = 14

var zones = []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"}

// zone loads a zone of the list above; the binary carries the zone files.
func zone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic("sim: " + err.Error())
	}
	return z
}

func pick[T any](w *world, from []T) T { return from[w.sim.rand.IntN(len(from))] }

// create is an event with one to three tiers over one to three pools, or in a
// hall with seats.
func (w *world) create() inventory.Create {
	if w.sim.rand.IntN(3) == 0 {
		return w.createHall()
	}
	return w.createWith(w.counted)
}

// createWith is an event whose pools and tiers another makes.
func (w *world) createWith(inventoryOf func(*inventory.Create)) inventory.Create {
	s, r := w.sim, w.sim.rand
	w.start = s.now.Add(time.Duration(24+r.IntN(600)) * time.Hour)
	c := inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true}, Publish: r.IntN(20) > 0,
		Event: inventory.Event{
			ID: w.event, OrgID: s.org, Zone: zone(pick(w, zones)),
			StartsAt: inventory.At(w.start), EndsAt: inventory.At(w.start.Add(3 * time.Hour)),
			Settings: w.settings(),
		},
	}
	inventoryOf(&c)
	for _, p := range c.Pools {
		w.pools = append(w.pools, p.ID)
	}
	for _, t := range c.Tiers {
		w.tiers = append(w.tiers, t.ID)
	}
	return c
}

// counted gives an event pools and tiers without seats.
func (w *world) counted(c *inventory.Create) {
	s, r := w.sim, w.sim.rand
	pools := 1 + r.IntN(3)
	for i := range pools {
		p := inventory.Pool{ID: s.ids.In(id.Pool, w.event), Name: fmt.Sprint("pool ", i), Capacity: int64(r.IntN(9))}
		c.Pools = append(c.Pools, p)
	}
	for i := range 1 + r.IntN(3) {
		t := inventory.Tier{ID: s.ids.In(id.Tier, w.event), Name: fmt.Sprint("tier ", i), Pools: []string{c.Pools[0].ID}}
		if pools > 1 && r.IntN(2) == 0 {
			t.Pools = append(t.Pools, c.Pools[1+r.IntN(pools-1)].ID)
		}
		if r.IntN(3) == 0 {
			t.Price = inventory.Price{Amount: int64(1 + r.IntN(3000)), TaxRate: 1900, TaxIncluded: r.IntN(2) == 0}
		}
		c.Tiers = append(c.Tiers, t)
	}
}

func (w *world) settings() inventory.Settings {
	r := w.sim.rand
	s := inventory.Settings{
		MaxGuests:      int64(r.IntN(5)),
		LimitPerPerson: int64(r.IntN(3) * 3),
		Waitlist: inventory.WaitlistSettings{
			Disabled:        r.IntN(25) == 0,
			Limit:           int64(r.IntN(3) * 6),
			Promotion:       pick(w, []inventory.Promotion{inventory.PromoteOffer, inventory.PromoteOffer, inventory.PromoteConfirm}),
			PartyPolicy:     pick(w, []inventory.PartyPolicy{inventory.BoundedSkip, inventory.Strict}),
			PositionDisplay: inventory.PositionExact,
			ClaimWindow:     inventory.Micros(1+r.IntN(12)) * inventory.Hour / 2,
			TimeCritical:    r.IntN(3) == 0,
			ClassHeadStart:  inventory.Micros(1+r.IntN(48)) * inventory.Hour,
		},
		Orders: inventory.OrderSettings{
			Currency: "EUR", HoldTime: inventory.Micros(5+r.IntN(60)) * inventory.Minute, SelfRefund: r.IntN(2) == 0,
		},
	}
	if r.IntN(3) == 0 {
		s.Orders.Instructions = "To the account of the house."
	}
	if r.IntN(3) == 0 {
		s.Waitlist.WaveSize, s.Waitlist.WaveInterval = int64(1+r.IntN(3)), inventory.Micros(1+r.IntN(90))*inventory.Minute
	}
	if r.IntN(2) == 0 {
		s.Waitlist.QuietFrom, s.Waitlist.QuietTo = r.IntN(1440), r.IntN(1440)
	}
	if r.IntN(3) == 0 {
		s.RegistrationCutoff = inventory.At(w.start.Add(-time.Duration(r.IntN(200)) * time.Hour))
	}
	s.ConfirmedAddress = r.IntN(6) == 0
	s.KeepPairs = r.IntN(2) == 0
	if r.IntN(4) == 0 {
		s.CancellationCutoff = inventory.At(w.start.Add(-time.Duration(r.IntN(200)) * time.Hour))
	}
	return s
}

// who is a person, or now and then somebody of the staff.
func (w *world) who() inventory.Who {
	if w.sim.rand.IntN(4) == 0 {
		return inventory.Who{Actor: "key_staff", Staff: true}
	}
	return inventory.Who{Actor: "public", Proven: w.sim.rand.IntN(4) > 0}
}

var staff = inventory.Who{Actor: "key_staff", Staff: true}

func (w *world) party(who inventory.Who) inventory.Party {
	s, r := w.sim, w.sim.rand
	n := r.IntN(people)
	p := inventory.Party{
		UserID: fmt.Sprint("user-", n), Tier: pick(w, w.tiers), Guests: "[]", Units: 1,
		Profile:  inventory.Profile{Email: fmt.Sprintf("u%d@example.org", n), Name: fmt.Sprint("User ", n), Locale: "en"},
		PersonID: s.ids.In(id.Person, w.event), EntryID: s.ids.In(id.Entry, w.event),
	}
	if r.IntN(2) == 0 {
		p.Units = int64(1 + r.IntN(5))
	}
	if who.Staff && r.IntN(2) == 0 {
		p.Class = r.IntN(3)
	}
	return p
}

// known is one of the ids, or one that does not exist.
func (w *world) known(ids []string, prefix string) string {
	if len(ids) == 0 || w.sim.rand.IntN(30) == 0 {
		return w.sim.ids.In(prefix, w.event)
	}
	// The latest are the most interesting.
	if n := len(ids); n > 4 && w.sim.rand.IntN(2) == 0 {
		ids = ids[n-4:]
	}
	return pick(w, ids)
}

// command is a random wish. The weights keep events full and lines moving.
func (w *world) command() inventory.Command {
	r := w.sim.rand
	if w.hall != nil && r.IntN(2) == 0 {
		return w.seatCommand()
	}
	if r.IntN(4) == 0 {
		return w.orderCommand()
	}
	switch n := r.IntN(100); {
	case n < 30:
		who := w.who()
		return inventory.Register{Who: who, Party: w.party(who), OrderID: w.sim.ids.In(id.Order, w.event), JoinWaitlist: r.IntN(5) > 0}
	case n < 36:
		who := w.who()
		return inventory.Join{Who: who, Party: w.party(who)}
	case n < 50:
		if r.IntN(2) == 0 {
			return inventory.Cancel{Who: w.who(), UserID: fmt.Sprint("user-", r.IntN(people))}
		}
		return inventory.Cancel{Who: w.who(), OrderID: w.known(w.orders, id.Order)}
	case n < 56:
		return inventory.Leave{Who: w.who(), EntryID: w.known(w.entries, id.Entry)}
	case n < 68:
		return inventory.Accept{Who: w.who(), OfferID: w.known(w.offers, id.Offer)}
	case n < 74:
		return inventory.Decline{Who: w.who(), OfferID: w.known(w.offers, id.Offer)}
	case n < 78:
		return inventory.Extend{Who: staff, OfferID: w.known(w.offers, id.Offer), By: inventory.Micros(r.IntN(600)) * inventory.Minute}
	case n < 84:
		return inventory.SetCapacity{Who: staff, Pool: pick(w, w.pools), Capacity: int64(r.IntN(12))}
	case n < 87:
		return inventory.Block{Who: staff, HoldID: w.sim.ids.In(id.Block, w.event), Tier: pick(w, w.tiers), Units: int64(1 + r.IntN(3))}
	case n < 90:
		return inventory.Unblock{Who: staff, HoldID: w.known(w.blocks, id.Block)}
	case n < 92:
		return inventory.Configure{
			Who: staff, StartsAt: inventory.At(w.start), EndsAt: inventory.At(w.start.Add(3 * time.Hour)),
			Zone: zone(pick(w, zones)), Settings: w.settings(),
		}
	case n < 94:
		return inventory.Publish{Who: staff}
	case n < 96:
		return inventory.Erase{Who: staff, UserID: fmt.Sprint("user-", r.IntN(people))}
	case n == 99 && r.IntN(8) == 0:
		return inventory.CancelEvent{Who: staff}
	}
	return inventory.Tick{}
}
