package inventorytest

import (
	"cmp"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// CreateSeated makes an event like Create, with seats. Its last
// tier is for standing.
func (g *Generator) CreateSeated(event, org string, now inventory.Instant) inventory.Create {
	c := g.Create(event, org, now)
	c.Pools, c.Tiers = nil, nil
	c.Event.Settings.NoSingleSeats = g.Intn(2) == 0
	if !g.Wild {
		c.Event.Settings.LimitPerPerson = 0
	}
	var seats []seatmap.Seat
	var counts []int64
	sections := 1 + g.Intn(2)
	row := int32(0)
	for section := range sections {
		for range 1 + g.Intn(3) {
			tier := int32(g.Intn(min(len(counts)+1, 2))) // counted in the order of their first seats
			if int(tier) == len(counts) {
				counts = append(counts, 0)
			}
			for range 2 + g.Intn(6) {
				s := seatmap.Seat{Section: int32(section), Tier: tier, Row: row}
				switch g.Intn(16) {
				case 0:
					s.Flags = seatmap.Accessible
				case 1:
					s.Flags = seatmap.Obstructed
				case 2:
					s.Flags = seatmap.Aisle
				}
				counts[tier]++
				seats = append(seats, s)
			}
			row++
		}
	}
	c.Pools = append(c.Pools, inventory.Pool{ID: g.id("pol_"), Capacity: int64(len(seats) + 2 + g.Intn(4)/3*100)})
	tiers := make([]string, len(counts))
	for i := range tiers {
		own := inventory.Pool{ID: g.id("pol_"), Capacity: counts[i]}
		t := inventory.Tier{ID: g.id("tir_"), Pools: []string{c.Pools[0].ID, own.ID}}
		if g.Intn(2) == 0 {
			t.Price = inventory.Price{Amount: g.amount(1 + g.Intn(5000))}
		}
		c.Pools, c.Tiers, tiers[i] = append(c.Pools, own), append(c.Tiers, t), t.ID
	}
	c.Tiers = append(c.Tiers, inventory.Tier{ID: g.id("tir_"), Pools: []string{c.Pools[0].ID}})
	g.extras(&c, now)
	g.fee(&c)
	names := make([]string, sections)
	for i := range names {
		names[i] = fmt.Sprint("section ", i)
	}
	c.Seats = seatmap.NewLayout(cmp.Or(g.SeatPrefix, "sea_"), names, tiers, seats)
	return c
}

func (g *Generator) blockSeats(k Known) inventory.Block {
	c := inventory.Block{Who: g.who(), HoldID: g.id("blk_")}
	for range 1 + g.Intn(4) {
		c.Seats = append(c.Seats, g.seat(k))
	}
	if g.shut == nil {
		g.shut = map[string][]string{}
	}
	g.shut[c.HoldID] = c.Seats
	return c
}

// unblock gives back a block, or some of its seats.
func (g *Generator) unblock(k Known) inventory.Unblock {
	c := inventory.Unblock{Who: g.who(), HoldID: g.one(k.Blocks, "blk_")}
	if seats := g.shut[c.HoldID]; len(seats) > 0 && g.Intn(3) > 0 {
		for range 1 + g.Intn(2) {
			c.Seats = append(c.Seats, seats[g.Intn(len(seats))])
		}
	}
	if k.Layout != nil && g.Intn(20) == 0 {
		c.Seats = append(c.Seats, g.seat(k))
	}
	return c
}

// reseat moves a ticket; where there are no seats, to none.
func (g *Generator) reseat(k Known) inventory.Reseat {
	o, unit := g.good(k)
	c := inventory.Reseat{Who: inventory.Who{Actor: "key_gen", Staff: true}, TicketID: g.ticket(o.ID, unit), OrderID: o.ID, Unit: int64(unit), Seat: "sea_nowhere"}
	if k.Layout != nil {
		c.Seat = g.seat(k)
	}
	return c
}

func (g *Generator) seat(k Known) string {
	if g.Intn(60) == 0 {
		return "sea_nowhere"
	}
	return k.Layout.ID(int32(g.Intn(len(k.Layout.Seats))))
}

func (g *Generator) section(k Known) string {
	if g.Intn(60) == 0 {
		return "nowhere"
	}
	return k.Layout.Sections[g.Intn(len(k.Layout.Sections))]
}

func (g *Generator) reserveSeats(k Known) inventory.Reserve {
	c := g.Reserve(k)
	c.Promo, c.Access, c.Currency, c.Lines = "", "", "", nil
	switch g.Intn(5) {
	case 0, 1: // neighbours, more often than not
		first := g.Intn(len(k.Layout.Seats))
		for i := range 1 + g.Intn(3) {
			seat := k.Layout.ID(int32(min(first+i, len(k.Layout.Seats)-1)))
			if g.Intn(20) == 0 {
				seat = g.seat(k)
			}
			c.Lines = append(c.Lines, inventory.OrderLine{Seat: seat})
		}
	case 2:
		l := inventory.OrderLine{Quantity: int64(1 + g.Intn(4)), Best: &inventory.Chosen{Accessible: g.Intn(6) == 0}}
		if g.Intn(2) == 0 {
			l.Best.Section = g.section(k)
		}
		if g.Intn(3) == 0 {
			l.Best.MaxGross = g.amount(1 + g.Intn(5000))
		}
		c.Lines = append(c.Lines, l)
	default:
		for range 1 + g.Intn(2) {
			c.Lines = append(c.Lines, inventory.OrderLine{Tier: g.one(k.Tiers, "tir_"), Quantity: int64(1 + g.Intn(3))})
		}
	}
	return g.perhapsAtDoor(g.perhapsImported(k, c))
}

func (g *Generator) joinSeats(k Known) inventory.Join {
	who := g.who()
	c := inventory.Join{Who: who, Party: g.party(k, who), OrderID: g.id("ord_"), Invites: g.Intn(2) == 0, NoCheckout: g.Intn(4) == 0}
	c.Who = from(who, c.UserID)
	c.Tier, c.Units, c.Wish = "", int64(1+g.Intn(3)), &inventory.SeatWish{}
	switch g.Intn(4) {
	case 0:
		for range 1 + g.Intn(3) {
			c.Wish.Seats = append(c.Wish.Seats, g.seat(k))
		}
	case 1:
		c.Wish.Sections = []string{g.section(k)}
	case 2:
		c.Wish.Tiers = []string{k.Layout.Tiers[g.Intn(len(k.Layout.Tiers))]}
	case 3:
		c.Wish.Seats, c.Wish.Tiers = []string{g.seat(k)}, append([]string(nil), k.Layout.Tiers...)
	}
	return c
}
