package inventory

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Reseat moves a good ticket to another seat that costs the same. The seat that it had
// comes free in the same step, for the waitlist first. Asked for the seat that the ticket
// has, it changes nothing. It is for staff: no rule about gaps applies.
type Reseat struct {
	Who
	TicketID, OrderID string
	Unit              int64
	Seat              string
}

func (c Reseat) needs(n *RequiredRows) {
	n.HoldIDs, n.TicketIDs = append(n.HoldIDs, c.OrderID), append(n.TicketIDs, c.TicketID)
}

// forecast: no unit comes free, and one seat does.
func (c Reseat) forecast(f *forecast) {
	h := f.w.Holds[c.OrderID]
	if h == nil || h.Order == nil || f.st.Seats == nil || c.Unit < 1 || c.Unit > int64(len(h.Order.Items)) {
		return
	}
	if seat, ok := f.st.Seats.Index(h.Order.Items[c.Unit-1].Seat); ok {
		f.scan, f.seats = true, append(f.seats, seat)
		for _, id := range f.st.Tiers[h.Order.Items[c.Unit-1].Tier].Pools {
			f.free(id, 1)
		}
	}
}

func (c Reseat) decide(d *decider) Outcome {
	if o := d.movable(); o.Code != OK {
		return o
	}
	h := d.w.Holds[c.OrderID]
	if !h.good(c.Unit) {
		return Outcome{Code: TicketVoid}
	}
	if h.Order == nil || h.Order.Items[c.Unit-1].Seat == "" {
		return Outcome{Code: TicketUnseated}
	}
	it := &h.Order.Items[c.Unit-1]
	done := Outcome{Status: "reseated", OrderID: h.ID, Units: 1}
	if c.Seat == it.Seat {
		return done
	}
	seat, ok := d.st.Seats.Index(c.Seat)
	switch {
	case !ok:
		return Outcome{Code: NotFound, Field: "seat_id"}
	case d.exchanges.ofItem[itemKey{h.ID, c.Unit}] != nil:
		return Outcome{Code: ExchangeStands}
	case d.tierOf(seat) != it.Tier:
		return Outcome{Code: SeatOtherTier, Field: "seat_id"}
	case d.st.Seats.State(seat) == seatmap.Blocked:
		return Outcome{Code: SeatBlocked, Field: "seat_id"}
	case !d.st.Seats.Open(seat): // what the waitlist is owed is not given past it
		return Outcome{Code: SeatTaken, Field: "seat_id"}
	}
	holder := h.PersonID
	if t := d.w.Tickets[c.TicketID]; t != nil {
		holder = t.holder(h)
	}
	d.moveHoldOf(holder, h, h.State, c.Actor, ReasonReseated, SeatMove{c.TicketID, it.Seat, c.Seat}.Related())
	d.reseatItem(h, it, c.Seat)
	return done
}

// reseatItem is takeItem and giveItem in one, of seats alone: the pools of the tier stay as
// they are.
func (d *decider) reseatItem(h *Hold, it *Item, to string) {
	if it.FirstSeat == "" {
		it.FirstSeat = it.Seat
	}
	d.setSeat(it, seatmap.Free)
	it.Seat = to
	d.setSeat(it, seatState(h, h.State))
	d.waitlistDirty = true
	for _, r := range d.out.Reseated {
		if r.Hold == h && r.Item == it {
			return
		}
	}
	d.out.Reseated = append(d.out.Reseated, Reseated{Hold: h, Item: it})
}

// Reseated is an item that has another seat than before the batch, or had in between.
type Reseated struct {
	Hold *Hold
	Item *Item
}

// SeatMove is what an audit row with ReasonReseated is about.
type SeatMove struct{ TicketID, From, To string }

// Related is how the row says it.
func (m SeatMove) Related() string { return m.TicketID + " " + m.From + " " + m.To }

// SeatMove reads what Related wrote; ok is false for a row with another reason, and for
// one that says something else.
func (r *AuditRow) SeatMove() (m SeatMove, ok bool) {
	if r.Reason != ReasonReseated {
		return m, false
	}
	return ReadSeatMove(r.Related)
}

// ReadSeatMove reads what SeatMove.Related wrote.
func ReadSeatMove(related string) (m SeatMove, ok bool) {
	words := strings.Split(related, " ")
	if len(words) != 3 || words[0] == "" || words[1] == "" || words[2] == "" {
		return m, false
	}
	return SeatMove{words[0], words[1], words[2]}, true
}

// Ticket is the ticket that a row about a ticket names.
func (r *AuditRow) Ticket() string {
	if m, ok := r.SeatMove(); ok {
		return m.TicketID
	}
	return r.Related
}

// SeatAtFirst is the seat that the item was taken with.
func (it *Item) SeatAtFirst() string {
	if it.FirstSeat != "" {
		return it.FirstSeat
	}
	return it.Seat
}
