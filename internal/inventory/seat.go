package inventory

import (
	"sort"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// MaxSeatsPerOrder bounds the named seats of one order, MaxSeatsPerBlock those
// of one block.
const (
	MaxSeatsPerOrder = seatmap.MaxTogether
	MaxSeatsPerBlock = 500
)

// SeatChange says where a seat stands after a batch. It is stored nowhere: what
// a seat is follows from the holds that name it.
type SeatChange struct {
	Seat     int32 // index in the plan
	From, To seatmap.State
}

// setSeat moves the seat of an item, if it has one.
func (d *decider) setSeat(it *Item, to seatmap.State) {
	if it.Seat == "" {
		return
	}
	seat, ok := d.st.Seats.Index(it.Seat)
	if !ok {
		panic("inventory: an item has the seat " + it.Seat + ", which the plan has not")
	}
	d.out.Seats = append(d.out.Seats, SeatChange{seat, d.st.Seats.State(seat), to})
	d.st.Seats.Set([]int32{seat}, to)
}

// seatState is where the seats of a hold stand.
func seatState(h *Hold, s HoldState) seatmap.State {
	switch {
	case h.Kind == KindBlock:
		return seatmap.Blocked
	case s == HoldConfirmed:
		return seatmap.Sold
	}
	return seatmap.Held
}

// seatLines puts named seats in the place of lines that ask for seats without
// naming them, and finds out the tiers of those that are named. All is looked at
// before anything is taken.
func (d *decider) seatLines(c *Reserve, codes *OrderCodes) Outcome {
	if d.st.Seats == nil {
		for i, l := range c.Lines {
			if l.Seat != "" || l.Best != nil {
				return Outcome{Code: NotFound, Field: lineField(i) + ".seat_id"}
			}
		}
		return Outcome{}
	}
	lines := make([]OrderLine, 0, len(c.Lines))
	var seats []int32
	named := 0 // of seats, those that the caller chose
	for i, l := range c.Lines {
		t := d.tiers[l.Tier]
		switch {
		case l.Seat != "":
			seat, o := d.namedSeat(c, &l, seats)
			if o.Code != OK {
				o.Field = lineField(i) + ".seat_id"
				return o
			}
			seats = append(seats[:named], append([]int32{seat}, seats[named:]...)...)
			named++
			lines = append(lines, l)
		case l.Best != nil || (t != nil && t.seats):
			found, o := d.bestSeats(c, &l, codes, seats)
			if o.Code != OK {
				o.Field = lineField(i) + o.Field
				return o
			}
			for _, s := range found {
				lines = append(lines, OrderLine{Tier: d.tierOf(s), Quantity: 1, Seat: d.st.Seats.ID(s), Price: l.Price, UnitPrice: l.UnitPrice})
			}
			seats = append(seats, found...)
		default:
			lines = append(lines, l)
		}
		if len(seats) > MaxSeatsPerOrder {
			return Outcome{Code: QuantityOutOfRange, Field: lineField(i) + ".quantity"}
		}
	}
	// What Best chooses leaves nobody alone who need not be.
	if m := d.st.Seats; m.NoSingleSeats && named > 0 && !c.Staff {
		seats = seats[:named]
		sort.Slice(seats, func(i, j int) bool { return seats[i] < seats[j] })
		if m.Lonely(seats) >= 0 {
			return Outcome{Code: SeatLeftAlone, Field: "items"}
		}
	}
	c.Lines = lines
	return Outcome{}
}

// namedSeat is the seat of a line, which must be open to the public.
func (d *decider) namedSeat(c *Reserve, l *OrderLine, before []int32) (int32, Outcome) {
	m := d.st.Seats
	seat, ok := m.Index(l.Seat)
	if !ok || l.Best != nil {
		return 0, Outcome{Code: NotFound}
	}
	if l.Quantity == 0 {
		l.Quantity = 1
	}
	tier := d.tierOf(seat)
	if l.Tier != "" && l.Tier != tier {
		return 0, Outcome{Code: NotFound}
	}
	l.Tier = tier
	for _, s := range before {
		if s == seat {
			return 0, Outcome{Code: SeatTaken}
		}
	}
	switch {
	case m.State(seat) == seatmap.Blocked:
		return 0, Outcome{Code: SeatBlocked}
	case !m.Open(seat):
		return 0, Outcome{Code: SeatTaken}
	}
	return seat, Outcome{}
}

func (d *decider) tierOf(seat int32) string {
	m := d.st.Seats
	return m.Tiers[m.Seats[seat].Tier]
}

// seatOpen reports whether the public could have the seat of an item, if it has one.
func (d *decider) seatOpen(it *Item) bool {
	if it.Seat == "" {
		return true
	}
	seat, ok := d.st.Seats.Index(it.Seat)
	return ok && d.st.Seats.Open(seat)
}
