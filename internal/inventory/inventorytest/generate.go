package inventorytest

import (
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Generator makes events and commands. All its choices come from Intn, so a
// seeded source makes the same sequence again and rapid can shrink one.
type Generator struct {
	// Intn returns a number from 0 to n-1.
	Intn func(n int) int
	// ID makes a new id with a prefix; nil counts.
	ID func(prefix string) string
	// Users is how many different people there are; default 12.
	Users int
	// SeatPrefix begins the ids of seats; default "sea_".
	SeatPrefix string
	// Calm leaves out what changes the whole event: its settings, its end.
	Calm bool

	made int
}

// Known is what commands can name.
type Known struct {
	Event                                         inventory.Event
	Tiers, Pools, Orders, Blocks, Entries, Offers []string
	// Paid are the orders with items, with what hangs on them, Codes the texts
	// of codes.
	Paid  []KnownOrder
	Codes []inventory.PriceCode
	// Exchanges are those that there are, with their holders.
	Exchanges []inventory.Exchange
	// Good are the confirmed registrations and orders; Holders who holds a ticket
	// of theirs that moved, and Transfers those on their way and arrived.
	Good      []KnownOrder
	Holders   map[string]string
	Transfers []inventory.Transfer
	Sale      map[string]inventory.Tier
	// Layout is where the seats are, nil in an event without; Shut are the seats
	// that blocks have or had.
	Layout *seatmap.Layout
	Shut   map[string][]string
}

// KnownOrder is an order with items.
type KnownOrder struct {
	ID       string
	Total    int64
	Currency string
	Items    int
	Person   string
	State    inventory.HoldState
}

// Known returns what stands in the world, in a fixed order.
func (w *World) Known() Known {
	k := Known{Event: w.Event, Tiers: sortedKeys(w.Tiers), Pools: sortedKeys(w.Pools), Entries: sortedKeys(w.Entries), Offers: sortedKeys(w.Offers), Sale: w.Tiers, Layout: w.Layout}
	for _, id := range sortedKeys(w.Codes) {
		k.Codes = append(k.Codes, w.Codes[id])
	}
	k.Holders = map[string]string{}
	for id, t := range w.Tickets {
		k.Holders[id] = t.HolderID
	}
	for _, id := range sortedKeys(w.Transfers) {
		k.Transfers = append(k.Transfers, w.Transfers[id])
	}
	for _, id := range sortedKeys(w.Holds) {
		if h := w.Holds[id]; h.State == inventory.HoldConfirmed && h.Kind != inventory.KindBlock {
			units := int(h.Units)
			if h.Order != nil {
				units = len(h.Order.Items)
			}
			k.Good = append(k.Good, KnownOrder{ID: id, Items: units, Person: h.PersonID, State: h.State})
		}
	}
	for _, id := range sortedKeys(w.Exchanges) {
		k.Exchanges = append(k.Exchanges, w.Exchanges[id])
	}
	for _, id := range sortedKeys(w.Holds) {
		if w.Holds[id].Kind == inventory.KindBlock {
			k.Blocks = append(k.Blocks, id)
			k.shut(id, w.Holds[id].Order)
		} else {
			k.Orders = append(k.Orders, id)
		}
		if o := w.Holds[id].Order; o != nil && w.Holds[id].Kind == inventory.KindOrder {
			k.Paid = append(k.Paid, KnownOrder{id, o.Total, o.Currency, len(o.Items), w.Holds[id].PersonID, w.Holds[id].State})
		}
	}
	return k
}

func (k *Known) shut(block string, o *inventory.Order) {
	if o == nil {
		return
	}
	if k.Shut == nil {
		k.Shut = map[string][]string{}
	}
	for i := range o.Items {
		k.Shut[block] = append(k.Shut[block], o.Items[i].Seat)
	}
}

func (g *Generator) id(prefix string) string {
	if g.ID != nil {
		return g.ID(prefix)
	}
	g.made++
	return fmt.Sprintf("%s%05d", prefix, g.made)
}

// one returns one of ids, mostly one of the latest, now and then one that
// nobody has made.
func (g *Generator) one(ids []string, prefix string) string {
	if len(ids) == 0 || g.Intn(30) == 0 {
		return prefix + "nobody"
	}
	if recent := 6; len(ids) > recent && g.Intn(3) > 0 {
		ids = ids[len(ids)-recent:]
	}
	return ids[g.Intn(len(ids))]
}

// Create makes a small published event: one tier, tiers that share a pool, or
// tiers with pools of their own under a common one.
func (g *Generator) Create(event, org string, now inventory.Instant) inventory.Create {
	c := inventory.Create{
		Who:     inventory.Who{Actor: "key_gen", Staff: true},
		Event:   inventory.Event{ID: event, OrgID: org, StartsAt: now + 30*inventory.Instant(inventory.Day), Zone: time.UTC},
		Publish: true,
	}
	c.Event.EndsAt = c.Event.StartsAt + 3*inventory.Instant(inventory.Hour)
	c.Event.Settings = g.Settings(c.Event.EndsAt, now)
	pool := func(capacity int) string {
		c.Pools = append(c.Pools, inventory.Pool{ID: g.id("pol_"), Capacity: int64(capacity)})
		return c.Pools[len(c.Pools)-1].ID
	}
	tier := func(pools ...string) {
		c.Tiers = append(c.Tiers, g.sale(inventory.Tier{ID: g.id("tir_"), Pools: pools}, now))
	}
	common := pool(1 + g.Intn(8))
	switch g.Intn(4) {
	case 0:
		tier(common)
	case 1:
		tier(common)
		tier(common)
	case 2:
		tier(common, pool(1+g.Intn(5)))
		tier(common, pool(1+g.Intn(5)))
	case 3:
		tier(common, pool(1+g.Intn(5)))
		tier(common)
		tier(pool(1 + g.Intn(3)))
	}
	return c
}

// Settings makes rules for an event.
func (g *Generator) Settings(ends, now inventory.Instant) inventory.Settings {
	s := inventory.Settings{
		MaxGuests: 5,
		Waitlist: inventory.WaitlistSettings{
			Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact,
			ClaimWindow: inventory.Micros(1+g.Intn(6)) * inventory.Hour,
		},
	}
	s.Orders = inventory.OrderSettings{
		Currency: "EUR", HoldTime: 15 * inventory.Minute, SeatHoldTime: 2 * inventory.Minute, SelfRefund: g.Intn(2) == 0,
	}
	if s.Orders.SelfRefund {
		s.Orders.Instructions = "In cash."
	}
	w := &s.Waitlist
	switch g.Intn(8) {
	case 0:
		w.Promotion = inventory.PromoteConfirm
	case 1:
		w.WaveSize, w.WaveInterval = int64(1+g.Intn(2)), inventory.Hour
	case 2:
		w.QuietFrom, w.QuietTo = 22*60, 8*60
	case 3:
		w.Limit = 4
	case 4:
		s.LimitPerPerson = 3
	}
	s.ConfirmedAddress = g.Intn(6) == 0
	if g.Intn(3) == 0 {
		w.PartyPolicy = inventory.Strict
	}
	if g.Intn(4) == 0 {
		s.RegistrationCutoff = min(ends, now+inventory.Instant(1+g.Intn(10))*inventory.Instant(inventory.Day))
	}
	if g.Intn(4) == 0 {
		s.CancellationCutoff = min(ends, now+inventory.Instant(1+g.Intn(10))*inventory.Instant(inventory.Day))
	}
	return s
}

func (g *Generator) who() inventory.Who {
	if g.Intn(4) == 0 {
		return inventory.Who{Actor: "key_gen", Staff: true}
	}
	return inventory.Who{Actor: "public", Proven: g.Intn(4) > 0}
}

func (g *Generator) user() string {
	n := g.Users
	if n == 0 {
		n = 12
	}
	return fmt.Sprintf("user%d", g.Intn(n))
}

func (g *Generator) party(k Known, who inventory.Who) inventory.Party {
	p := inventory.Party{
		UserID: g.user(), Tier: g.one(k.Tiers, "tir_"), Units: 1, Guests: "[]",
		PersonID: g.id("per_"), EntryID: g.id("wle_"),
	}
	p.Profile = inventory.Profile{Email: p.UserID + "@example.org", Name: p.UserID, Locale: "en"}
	if g.Intn(2) == 0 {
		p.Units += int64(g.Intn(6))
	}
	if who.Staff && g.Intn(2) == 0 {
		p.Class = g.Intn(3)
	}
	return p
}

// Command makes a command, sensible more often than not.
func (g *Generator) Command(k Known) inventory.Command {
	who := g.who()
	if g.Intn(4) == 0 {
		return g.orderCommand(k, who)
	}
	switch n := g.Intn(100); {
	case n < 34:
		return inventory.Register{Who: who, Party: g.party(k, who), OrderID: g.id("ord_"), JoinWaitlist: g.Intn(4) > 0}
	case n < 42:
		return inventory.Join{Who: who, Party: g.party(k, who)}
	case n < 55:
		if g.Intn(2) == 0 {
			return inventory.Cancel{Who: who, UserID: g.user()}
		}
		return inventory.Cancel{Who: who, OrderID: g.one(k.Orders, "ord_")}
	case n < 61:
		return inventory.Leave{Who: who, EntryID: g.one(k.Entries, "wle_")}
	case n < 72:
		return inventory.Accept{Who: who, OfferID: g.one(k.Offers, "off_")}
	case n < 78:
		return inventory.Decline{Who: who, OfferID: g.one(k.Offers, "off_")}
	case n < 82:
		return inventory.Extend{Who: who, OfferID: g.one(k.Offers, "off_"), By: inventory.Micros(g.Intn(48)-2) * inventory.Hour}
	case n < 87:
		return inventory.SetCapacity{Who: who, Pool: g.one(k.Pools, "pol_"), Capacity: int64(g.Intn(10))}
	case n < 90:
		return inventory.Block{Who: who, HoldID: g.id("blk_"), Tier: g.one(k.Tiers, "tir_"), Units: int64(1 + g.Intn(3))}
	case n < 93:
		return inventory.Unblock{Who: who, HoldID: g.one(k.Blocks, "blk_")}
	case n < 95:
		return inventory.Erase{Who: who, UserID: g.user()}
	case n < 97 && !g.Calm:
		c := inventory.Configure{
			Who: who, StartsAt: k.Event.StartsAt, EndsAt: k.Event.EndsAt, Zone: k.Event.Zone,
			Settings: g.Settings(k.Event.EndsAt, k.Event.Clock),
		}
		if g.Intn(2) == 0 {
			c.Capacity = &inventory.SetCapacity{Who: who, Pool: g.one(k.Pools, "pol_"), Capacity: int64(g.Intn(10))}
		}
		return c
	case n == 98 && !g.Calm && g.Intn(4) == 0:
		return inventory.CancelEvent{Who: who}
	default:
		return inventory.Tick{}
	}
}

// Step makes the time until the next batch: mostly short, sometimes past a
// claim window, now and then backwards as a stepped clock would go.
func (g *Generator) Step() inventory.Micros {
	switch n := g.Intn(20); {
	case n < 8:
		return 0
	case n < 15:
		return inventory.Micros(1+g.Intn(60)) * inventory.Minute
	case n < 19:
		return inventory.Micros(1+g.Intn(48)) * inventory.Hour
	default:
		return -inventory.Hour
	}
}
