package verify_test

import (
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// openRows creates an event that sells rows of seats at a price, and returns it
// with the ids of the seats. 0: they cost nothing.
func (f *fixture) openRows(rows, perRow int, price int64, settings inventory.Settings) (*party, []string) {
	f.t.Helper()
	p := &party{h: f, id: f.ids.Top(id.Event)}
	p.pools, p.priced = []string{f.ids.In(id.Pool, p.id)}, f.ids.In(id.Tier, p.id)
	seats := make([]seatmap.Seat, 0, rows*perRow)
	for row := range rows {
		for range perRow {
			seats = append(seats, seatmap.Seat{Row: int32(row)})
		}
	}
	layout := seatmap.NewLayout(id.SeatPrefix(p.id), []string{"Stalls"}, []string{p.priced}, seats)
	now := inventory.At(f.now)
	settings.Orders.Currency = "EUR"
	p.create = inventory.Create{
		Who: staff, Publish: true, Seats: layout,
		Event: inventory.Event{
			ID: p.id, OrgID: f.org, Zone: time.UTC, Settings: settings,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
		},
		Pools: []inventory.Pool{{ID: p.pools[0], Name: "all", Capacity: int64(len(seats))}},
		Tiers: []inventory.Tier{{ID: p.priced, Name: "Stalls", Pools: p.pools, Price: inventory.Price{Amount: price, TaxRate: 700}}},
	}
	details := events.Details{Title: "Seats"}.All()
	details.Seating = storetest.SeatingOf(f.t, layout)
	if r := p.write(sequencer.Request{EventID: p.id, Command: p.create, Details: details})[0]; r.Code != inventory.OK {
		f.t.Fatalf("create: %+v", r)
	}
	ids := make([]string, len(seats))
	for i := range ids {
		ids[i] = layout.ID(int32(i))
	}
	return p, ids
}

// seats is the wish of a new person for seats by their ids.
func (p *party) seats(user string, ids ...string) inventory.Reserve {
	c := inventory.Reserve{
		Who: inventory.Who{Actor: "public"}, OrderID: p.h.ids.In(id.Order, p.id), PersonID: p.h.ids.In(id.Person, p.id), UserID: user, Guests: "[]",
		Profile: inventory.Profile{Email: user + "@example.org", Name: "N"},
	}
	for _, s := range ids {
		c.Lines = append(c.Lines, inventory.OrderLine{Seat: s})
	}
	return c
}

// must does commands none of which may be refused.
func (p *party) must(cmds ...inventory.Command) []sequencer.Reply {
	p.h.t.Helper()
	replies := p.do(cmds...)
	for i, r := range replies {
		if r.Code != inventory.OK {
			p.h.t.Fatalf("%T: %+v", cmds[i], r)
		}
	}
	return replies
}

// waitFor joins the waitlist for any of some seats.
func (p *party) waitFor(units int64, wish inventory.SeatWish) {
	p.h.t.Helper()
	p.h.keys++
	p.must(inventory.Join{Who: inventory.Who{Actor: "public"}, OrderID: p.h.ids.In(id.Order, p.id), Party: inventory.Party{
		UserID: fmt.Sprint("waits", p.h.keys), Profile: inventory.Profile{Email: fmt.Sprintf("w%d@example.org", p.h.keys), Name: "N"},
		Guests: "[]", Units: units, PersonID: p.h.ids.In(id.Person, p.id), EntryID: p.h.ids.In(id.Entry, p.id), Wish: &wish,
	}})
}
