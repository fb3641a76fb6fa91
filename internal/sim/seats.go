package sim

import (
	"encoding/json"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store"
)

// createHall is an event in a small hall with seats, and a tier for who stands.
func (w *world) createHall() inventory.Create {
	s, r := w.sim, w.sim.rand
	c := w.createWith(func(c *inventory.Create) {
		g := inventorytest.Generator{
			Intn: r.IntN, ID: func(prefix string) string { return s.ids.In(prefix, w.event) }, SeatPrefix: id.SeatPrefix(w.event),
		}
		hall := g.CreateHall(w.event, s.org, inventory.At(s.now))
		c.Pools, c.Tiers, c.Seats = hall.Pools, hall.Tiers, hall.Seats
	})
	for i := range c.Seats.Seats {
		w.seats = append(w.seats, c.Seats.ID(int32(i)))
	}
	for _, t := range c.Tiers {
		w.prices[t.ID] = t.Price
	}
	w.sections, w.hall = c.Seats.Sections, c.Seats
	return c
}

// seating is the plan of the hall as it is stored.
func (w *world) seating() *store.Seating {
	text, err := json.Marshal(seating.PlanOf(w.hall).Document())
	if err != nil {
		panic("sim: a plan that cannot be written: " + err.Error())
	}
	tiers := map[string]string{}
	for _, tier := range w.hall.Tiers {
		tiers[tier] = tier // its tiers are called as their ids
	}
	return &store.Seating{PlanID: w.sim.ids.Top(id.SeatingPlan), Version: 1, Document: string(text), Tiers: tiers}
}

// seatCommand is a random wish about seats.
func (w *world) seatCommand() inventory.Command {
	s, r := w.sim, w.sim.rand
	if len(w.script) > 0 && r.IntN(4) > 0 {
		c := w.script[0]
		w.script = w.script[1:]
		return c
	}
	switch n := r.IntN(100); {
	case n < 30:
		return w.reserveSeats()
	case n < 50:
		return w.joinSeats(w.who(), int64(1+r.IntN(3)), w.wish())
	case n < 55:
		c := inventory.Block{Who: staff, HoldID: s.ids.In(id.Block, w.event)}
		first := r.IntN(len(w.seats))
		c.Seats = w.seats[first:min(len(w.seats), first+1+r.IntN(4))]
		w.shut[c.HoldID] = c.Seats
		return c
	case n < 62:
		c := inventory.Unblock{Who: staff, HoldID: w.known(w.blocks, id.Block)}
		if had := w.shut[c.HoldID]; len(had) > 0 && r.IntN(3) > 0 {
			c.Seats = had[r.IntN(len(had)):]
		}
		return c
	case n < 92:
		return w.seatToLine()
	default:
		order := w.known(w.orders, id.Order)
		return inventory.CancelOrder{Who: w.who(), OrderID: order}
	}
}

// seatToLine pays for a seat that somebody stands on. Else somebody orders a seat,
// pays for it and gives it to the waitlist, which another joins for that very seat: what
// comes between is chance.
func (w *world) seatToLine() inventory.Command {
	s, r := w.sim, w.sim.rand
	if w.taking != "" && r.IntN(3) > 0 {
		return w.pay(w.taking)
	}
	c, at := w.reserve(), r.IntN(len(w.seats))
	c.Who, c.Promo, c.Lines = staff, "", []inventory.OrderLine{{Seat: w.seats[at]}}
	w.price = inventory.Charged(w.prices[w.hall.Tiers[w.hall.Seats[at].Tier]], 0).Gross
	w.totals[c.OrderID] = w.price
	w.script = []inventory.Command{
		w.pay(c.OrderID),
		inventory.ExchangeTicket{Who: staff, ExchangeID: s.ids.In(id.Exchange, w.event), TicketID: id.TicketOf(c.OrderID, 1), OrderID: c.OrderID, Unit: 1},
		w.joinSeats(staff, 1, &inventory.SeatWish{Seats: []string{w.seats[at]}}),
	}
	return c
}

func (w *world) joinSeats(who inventory.Who, units int64, wish *inventory.SeatWish) inventory.Join {
	c := inventory.Join{Who: who, Party: w.party(who)}
	c.Tier, c.Units, c.Wish = "", units, wish
	return c
}

func (w *world) reserveSeats() inventory.Command {
	r := w.sim.rand
	c := w.reserve()
	if r.IntN(3) == 0 {
		return c // the best of a tier
	}
	c.Promo, c.Lines = "", nil
	if r.IntN(3) == 0 {
		l := inventory.OrderLine{Quantity: int64(1 + r.IntN(4)), Best: &inventory.Chosen{Accessible: r.IntN(6) == 0}}
		if r.IntN(2) == 0 {
			l.Best.Section = pick(w, w.sections)
		}
		c.Lines = append(c.Lines, l)
		return c
	}
	first := r.IntN(len(w.seats))
	for _, seat := range w.seats[first:min(len(w.seats), first+1+r.IntN(3))] {
		c.Lines = append(c.Lines, inventory.OrderLine{Seat: seat})
	}
	return c
}

func (w *world) wish() *inventory.SeatWish {
	r := w.sim.rand
	switch r.IntN(3) {
	case 0:
		first := r.IntN(len(w.seats))
		return &inventory.SeatWish{Seats: w.seats[first:min(len(w.seats), first+3)]}
	case 1:
		return &inventory.SeatWish{Sections: []string{pick(w, w.sections)}}
	}
	return &inventory.SeatWish{Seats: []string{pick(w, w.seats)}, Tiers: []string{pick(w, w.hall.Tiers)}}
}
