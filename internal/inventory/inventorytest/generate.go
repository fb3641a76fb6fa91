package inventorytest

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Generator makes events and commands. Its choices come from Stream, or from Intn
// when that is nil, so a seeded source makes the same sequence again and rapid can
// shrink one. A Generator is of one event.
type Generator struct {
	// Stream makes the source of the choices of one kind of command, by name. With
	// one for each kind, a kind more or less does not change what the others choose,
	// nor in which order they come. See Seeded.
	Stream func(kind string) func(n int) int
	// Intn returns a number from 0 to n-1, for what is being made.
	Intn func(n int) int
	// ID makes a new id with a prefix; nil counts.
	ID func(prefix string) string
	// Ticket is the id of the ticket of a unit of an order; nil: TicketID.
	Ticket func(order string, unit int) string
	// Users is how many different people there are; default 12.
	Users int
	// SeatPrefix begins the ids of seats; default "sea_".
	SeatPrefix string
	// Currency is what events count in; default "EUR".
	Currency string
	// Calm leaves out what changes the whole event: its settings, its end.
	Calm bool
	// Uninvited leaves out invitations.
	Uninvited bool
	// Unapproved leaves out events at which the organizer approves each.
	Unapproved bool
	// Bounded makes events with bounds that strangers come to.
	Bounded bool
	// Wild takes in what the model does not follow: other zones and hours, drafts,
	// and changes of pools, tiers and codes in an event with seats.
	Wild bool

	made    int
	streams map[string]func(n int) int
	due     []int64 // of kinds: when each comes next; 0: never
	codes   []inventory.PriceCode
	shut    map[string][]string // seats of the blocks that were made
	script  []func(Known) inventory.Command
	// imported is the last order that was brought in, which may come again.
	imported string
}

// Seeded makes the streams of a seed: another one for each kind of command.
func Seeded(seed uint64) func(kind string) func(n int) int {
	return func(kind string) func(n int) int {
		h := fnv.New64a()
		_, _ = h.Write([]byte(kind)) // never fails
		return rand.New(rand.NewPCG(seed, h.Sum64())).IntN
	}
}

// use makes the choices that follow those of one kind.
func (g *Generator) use(kind string) {
	if g.Stream == nil {
		return
	}
	if g.streams[kind] == nil {
		if g.streams == nil {
			g.streams = map[string]func(n int) int{}
		}
		g.streams[kind] = g.Stream(kind)
	}
	g.Intn = g.streams[kind]
}

// Some is a number from 1 to most: how many commands come together.
func (g *Generator) Some(most int) int {
	g.use("batch")
	return 1 + g.Intn(most)
}

// scale is what the shares of kinds are parts of.
const scale = 10_000

// Command makes a command, sensible more often than not. Each kind comes at times
// of its own, as often as its share says, whatever other kinds there are.
func (g *Generator) Command(k Known) inventory.Command {
	if g.due == nil {
		g.due = make([]int64, len(kinds))
		for i := range kinds {
			g.again(i, k)
		}
	}
	if g.drawMoves(k) {
		return g.advanceDraw(k)
	}
	next := -1
	for i := range kinds {
		if g.due[i] > 0 && (next < 0 || g.due[i] < g.due[next]) {
			next = i
		}
	}
	g.use(kinds[next].name)
	c := kinds[next].make(g, k)
	g.again(next, k)
	return c
}

// again says when a kind comes next.
func (g *Generator) again(i int, k Known) {
	share := kinds[i].counted
	if k.Layout != nil {
		share = kinds[i].seated
	}
	if share == 0 || g.Calm && kinds[i].whole || g.Uninvited && kinds[i].invites || k.Layout != nil && kinds[i].unmodelled && !g.Wild {
		return
	}
	g.use(kinds[i].name)
	gap := 2 * scale / share
	if kinds[i].command == nil && len(g.script) > 0 {
		gap = 3 // before time goes on
	}
	g.due[i] += 1 + int64(g.Intn(gap))
}

// Known is what commands can name.
type Known struct {
	Event                                         inventory.Event
	Tiers, Pools, Orders, Blocks, Entries, Offers []string
	Fees                                          []string // tiers too, which nobody orders
	// Paid are the orders with items, with what hangs on them.
	Paid []KnownOrder
	// Exchanges are those that there are, with their holders.
	Exchanges []inventory.Exchange
	// Good are the confirmed registrations and orders; Holders who holds a ticket
	// of theirs that moved, and Transfers those on their way and arrived.
	Good      []KnownOrder
	Holders   map[string]string
	Transfers []inventory.Transfer
	// Applications are the entries that wait for an answer.
	Applications []string
	// Invitations are the ids of those that there are.
	Invitations []string
	// Handed are those without an address that stand, Made when the links of all were made.
	Handed []string
	Made   map[string]inventory.Instant
	Sale   map[string]inventory.Tier
	// OfferTiers are the tiers of the offers, as far as they are known.
	OfferTiers map[string]string
	// Releases are those that are planned or have happened.
	Releases []inventory.Release
	// Layout is where the seats are, nil in an event without.
	Layout *seatmap.Layout
}

// KnownOrder is an order with items, or a registration.
type KnownOrder struct {
	ID       string
	Total    int64
	Currency string
	Items    int
	Person   string // empty: only staff can act on it
	State    inventory.HoldState
	Order    bool // it has items
}

// Known returns what stands in the store, in a fixed order.
func (w *MemoryStore) Known() Known {
	k := Known{Event: w.Event, Tiers: slices.Sorted(maps.Keys(w.Tiers)), Pools: slices.Sorted(maps.Keys(w.Pools)), Entries: slices.Sorted(maps.Keys(w.Entries)), Offers: slices.Sorted(maps.Keys(w.Offers)), Sale: w.Tiers, Layout: w.Layout, Invitations: slices.Sorted(maps.Keys(w.Invitations)), Made: map[string]inventory.Instant{}}
	k.Tiers = slices.DeleteFunc(k.Tiers, func(id string) bool {
		fee := k.Sale[id].Kind == inventory.FeeTier
		if fee {
			k.Fees = append(k.Fees, id)
		}
		return fee
	})
	for _, id := range k.Invitations {
		v := w.Invitations[id]
		if k.Made[id] = v.SentAt; v.State == inventory.InvitationSent && w.People[v.PersonID].Profile.Email == "" {
			k.Handed = append(k.Handed, id)
		}
	}
	for _, id := range k.Entries {
		if w.Entries[id].State == inventory.EntryApplied {
			k.Applications = append(k.Applications, id)
		}
	}
	k.OfferTiers = make(map[string]string, len(w.Offers))
	for id, o := range w.Offers {
		k.OfferTiers[id] = w.Entries[o.EntryID].Tier
	}
	k.Holders = map[string]string{}
	for id, t := range w.Tickets {
		k.Holders[id] = t.HolderID
	}
	for _, id := range slices.Sorted(maps.Keys(w.Transfers)) {
		k.Transfers = append(k.Transfers, w.Transfers[id])
	}
	for _, id := range slices.Sorted(maps.Keys(w.Holds)) {
		if h := w.Holds[id]; h.State == inventory.HoldConfirmed && h.Kind != inventory.KindBlock {
			k.Good = append(k.Good, KnownOrder{ID: id, Items: int(h.Numbers()), Person: h.PersonID, State: h.State, Order: h.Order != nil})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.Exchanges)) {
		k.Exchanges = append(k.Exchanges, w.Exchanges[id])
	}
	for _, id := range slices.Sorted(maps.Keys(w.Holds)) {
		if w.Holds[id].Kind == inventory.KindBlock {
			k.Blocks = append(k.Blocks, id)
			k.AddRelease(w.Holds[id])
		} else {
			k.Orders = append(k.Orders, id)
		}
		if o := w.Holds[id].Order; o != nil && w.Holds[id].Kind == inventory.KindOrder {
			k.Paid = append(k.Paid, KnownOrder{id, o.Total, o.Currency, len(o.Items), w.Holds[id].PersonID, w.Holds[id].State, true})
		}
	}
	return k
}

func (g *Generator) id(prefix string) string {
	if g.ID != nil {
		return g.ID(prefix)
	}
	g.made++
	return fmt.Sprintf("%s%05d", prefix, g.made)
}

// nobody is the id of something that does not exist.
func (g *Generator) nobody(prefix string) string {
	if g.ID != nil {
		return g.ID(prefix)
	}
	return prefix + "nobody"
}

// one returns one of ids, mostly one of the latest, now and then one that
// nobody has made.
func (g *Generator) one(ids []string, prefix string) string {
	if len(ids) == 0 || g.Intn(30) == 0 {
		return g.nobody(prefix)
	}
	if recent := 6; len(ids) > recent && g.Intn(3) > 0 {
		ids = ids[len(ids)-recent:]
	}
	return ids[g.Intn(len(ids))]
}

func (g *Generator) who() inventory.Who {
	if g.Intn(4) == 0 {
		return inventory.Who{Actor: "key_gen", Staff: true}
	}
	who := inventory.Who{Actor: "public"}
	before := g.Intn
	facts(g, &who)
	if g.use("pass"); g.Intn(6) > 0 {
		who.Entrant = int64(1 + g.Intn(Entrants))
	}
	g.Intn = before
	return who
}

// facts draws what is known of somebody who takes part alone: whatever Who says with yes
// or no, which is yes more often.
func facts(g *Generator, who *inventory.Who) {
	v := reflect.ValueOf(who).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Field(i).Kind() != reflect.Bool || name == "Staff" {
			continue
		}
		g.use("who " + name)
		v.Field(i).SetBool(g.Intn(4) > 0)
	}
}

// from says where somebody who takes part as a user comes from: all strangers come
// from one network.
func from(who inventory.Who, user string) inventory.Who {
	switch {
	case who.Staff:
	case who.Proven:
		who.Origins = []inventory.Origin{{Key: "proven " + user, Bound: inventory.BoundPerson}, {Key: "address " + user, Bound: inventory.BoundNothing}}
	default:
		who.Origins = []inventory.Origin{{Key: "network", Share: 1}, {Key: "address " + user, Bound: inventory.BoundPerson}}
	}
	return who
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

func (g *Generator) register(k Known) inventory.Register {
	who := g.who()
	p := g.party(k, who)
	return inventory.Register{Who: from(who, p.UserID), Party: p, OrderID: g.id("ord_"), JoinWaitlist: g.Intn(4) > 0}
}

func (g *Generator) join(k Known) inventory.Join {
	who := g.who()
	p := g.party(k, who)
	c := inventory.Join{Who: from(who, p.UserID), Party: p, OrderID: g.id("ord_"), Invites: g.Intn(2) == 0, NoCheckout: g.Intn(4) == 0}
	before := g.Intn
	if g.use("import"); c.Staff && g.Intn(9) == 0 { // who waits at another shop
		c.Import = "pretix"
	}
	g.Intn = before
	g.perhapsGoods(k, &c)
	return c
}

func (g *Generator) cancel(k Known) inventory.Cancel {
	if g.Intn(2) == 0 {
		return inventory.Cancel{Who: g.who(), UserID: g.user()}
	}
	return inventory.Cancel{Who: g.who(), OrderID: g.one(k.Orders, "ord_")}
}

// cancelGuest gives back a unit of a registration, now and then of an order.
func (g *Generator) cancelGuest(k Known) inventory.CancelGuest {
	o, unit := g.good(k)
	for range 5 {
		if o.Order || o.Items < 2 {
			o, unit = g.good(k)
		}
	}
	who := by(o.Person, g.who())
	return inventory.CancelGuest{Who: who, TicketID: g.ticket(o.ID, unit), OrderID: o.ID, Unit: int64(unit)}
}

func (g *Generator) leave(k Known) inventory.Leave {
	return inventory.Leave{Who: g.who(), EntryID: g.one(k.Entries, "wle_")}
}

func (g *Generator) accept(k Known) inventory.Accept {
	c := inventory.Accept{Who: g.who(), OfferID: g.one(k.Offers, "off_")}
	c.UnitPrice = g.chosen(g.offered(k, c.OfferID))
	before := g.Intn
	defer func() { g.Intn = before }()
	g.withAddOns(k, &c)
	switch g.use("accept code"); { // now and then with a code, from a stream of its own
	case g.Intn(4) > 0:
	case len(g.codes) == 0 || g.Intn(15) == 0:
		c.Promo = "NOSUCHCODE"
	default:
		c.Promo = g.codes[g.Intn(len(g.codes))].Text
	}
	return c
}

func (g *Generator) decline(k Known) inventory.Decline {
	return inventory.Decline{Who: g.who(), OfferID: g.one(k.Offers, "off_")}
}

func (g *Generator) extend(k Known) inventory.Extend {
	return inventory.Extend{Who: g.who(), OfferID: g.one(k.Offers, "off_"), By: inventory.Micros(g.Intn(48)-2) * inventory.Hour}
}

func (g *Generator) setCapacity(k Known) inventory.SetCapacity {
	return inventory.SetCapacity{Who: g.who(), Pool: g.one(k.Pools, "pol_"), Capacity: int64(g.Intn(10)), Within: g.Intn(3) == 0}
}

func (g *Generator) block(k Known) inventory.Block {
	c := inventory.Block{Who: g.who(), HoldID: g.id("blk_"), Tier: g.one(k.Tiers, "tir_"), Units: int64(1 + g.Intn(3))}
	for range g.Intn(3) {
		c.Replaces = append(c.Replaces, g.one(k.Blocks, "blk_"))
	}
	return c
}

func (g *Generator) erase(Known) inventory.Erase {
	return inventory.Erase{Who: g.who(), UserID: g.user()}
}

func (g *Generator) configure(k Known) inventory.Configure {
	c := inventory.Configure{
		Who: g.who(), StartsAt: k.Event.StartsAt, EndsAt: k.Event.EndsAt, Zone: k.Event.Zone,
		Settings: g.Settings(k.Event.EndsAt, k.Event.Clock), Reschedule: true,
	}
	if g.Wild {
		c.Zone = g.zone()
	}
	if o := k.Event.Settings.Onsale; o.Opened(k.Event.Clock) {
		g.steer(&c.Settings.Onsale, o)
	}
	if c.Settings.Onsale.Mode != "" {
		c.Settings.Visibility = ""
	}
	g.approvalStays(k, &c.Settings)
	c.Releases = g.releasesToo(k, c.Who)
	if k.Layout != nil && !g.Wild {
		c.Settings.NoSingleSeats, c.Settings.LimitPerPerson = g.Intn(2) == 0, 0
		return c
	}
	if g.Intn(2) == 0 {
		sized := g.setCapacity(k)
		sized.Who = c.Who
		c.Capacity = &sized
	}
	return c
}

func (g *Generator) publish(Known) inventory.Publish { return inventory.Publish{Who: g.who()} }

func (g *Generator) postpone(Known) inventory.Postpone { return inventory.Postpone{Who: g.who()} }

func (g *Generator) cancelEvent(Known) inventory.CancelEvent {
	return inventory.CancelEvent{Who: g.who()}
}

func (*Generator) tick(Known) inventory.Tick { return inventory.Tick{} }

// Step makes the time until the next batch: mostly short, sometimes past a
// claim window, now and then backwards as a stepped clock would go.
func (g *Generator) Step() inventory.Micros {
	g.use("step")
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
