package inventory_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// seatRows reads "rows=A:general:5,B:general:4" into one section, hall: a row, its
// tier and how many seats it has.
func (s *tableCase) seatRows(text string) *seatmap.Layout {
	var tiers []string
	var seats []seatmap.Seat
	s.rows = map[string]int32{}
	for row, part := range strings.Split(text, ",") {
		words := strings.Split(part, ":")
		tier := slices.Index(tiers, "tir_"+words[1])
		if tier < 0 {
			tier, tiers = len(tiers), append(tiers, "tir_"+words[1])
		}
		s.rows[words[0]] = int32(len(seats))
		for range s.number(words[2]) {
			seats = append(seats, seatmap.Seat{Row: int32(row), Tier: int32(tier)})
		}
	}
	return seatmap.NewLayout("sea_", []string{"hall"}, tiers, seats)
}

// seat is the id of a seat that is called A1.
func (s *tableCase) seat(name string) string {
	if name == "" || s.store.Layout == nil {
		return name
	}
	n, err := strconv.Atoi(name[1:])
	s.fail(err)
	return s.store.Layout.ID(s.rows[name[:1]] + int32(n) - 1)
}

// seatName is what a seat is called.
func (s *tableCase) seatName(id string) string {
	seat, _ := s.store.Layout.Index(id)
	name, first := "", int32(-1)
	for row, at := range s.rows {
		if at <= seat && at > first {
			name, first = row, at
		}
	}
	return fmt.Sprint(name, seat-first+1)
}

// seatCommand parses "want ann 2 A1 A2", "want ann 2 hall", "shut back A1 A2",
// "unblock back A1", and "unblock back" for all of it. "move ann 1 A3" moves the first ticket
// of Ann's order.
func (s *tableCase) seatCommand(who inventory.Who, verb, name string, args []string) (inventory.Command, string) {
	if verb == "shut" {
		c := inventory.Block{Who: who, HoldID: "blk_" + name}
		for _, a := range args {
			c.Seats = append(c.Seats, s.seat(a))
		}
		return c, ""
	}
	if verb == "move" {
		order := s.orders[name]
		return inventory.Reseat{Who: who, OrderID: order, Unit: s.number(args[0]), TicketID: "tkt_" + order + "/" + args[0], Seat: s.seat(args[1])}, name
	}
	if verb == "unblock" {
		c := inventory.Unblock{Who: who, HoldID: "blk_" + name}
		for _, a := range args {
			c.Seats = append(c.Seats, s.seat(a))
		}
		return c, ""
	}
	s.made++
	c := inventory.Join{Who: who, OrderID: fmt.Sprintf("ord_%s-%d", name, s.made), Party: inventory.Party{
		UserID: name, Units: s.number(args[0]), Guests: "[]", Profile: inventory.Profile{Email: name + "@example.org", Name: name},
		PersonID: fmt.Sprintf("per_%s-%d", name, s.made), EntryID: fmt.Sprintf("wle_%s-%d", name, s.made), Wish: &inventory.SeatWish{},
	}}
	for _, a := range args[1:] {
		switch a {
		case "invited":
			c.Invites = true
		case "hall":
			c.Wish.Sections = append(c.Wish.Sections, a)
		default:
			c.Wish.Seats = append(c.Wish.Seats, s.seat(a))
		}
	}
	return c, name
}

// seats draws the rows: . free, h held, s sold, x blocked.
func (s *tableCase) seats() string {
	m := s.store.State().Seats
	var b strings.Builder
	for i := range m.Seats {
		if i > 0 && m.Seats[i].Row != m.Seats[i-1].Row {
			b.WriteByte(' ')
		}
		b.WriteByte(".hsx"[m.State(int32(i))])
	}
	return b.String()
}
