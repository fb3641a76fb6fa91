package verify_test

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
)

// sellExtras is an event that got an add-on and goods after it was made: somebody bought both
// with two tickets, gave one of these back with its add-on, and was handed the goods.
func (f *fixture) sellExtras() {
	f.t.Helper()
	p := f.open(8, line(inventory.PromoteOffer, inventory.BoundedSkip))
	pool := func(name string) inventory.Pool {
		return inventory.Pool{ID: f.ids.In(id.Pool, p.id), Name: name, Capacity: 5}
	}
	parking, shirts := pool("Parking"), pool("T-shirt")
	addOn := inventory.Tier{ID: f.ids.In(id.Tier, p.id), Name: "Parking", Pools: []string{parking.ID}, Kind: inventory.AddOnTier, PerTicket: 1, GoesWith: []string{p.priced}}
	goods := inventory.Tier{ID: f.ids.In(id.Tier, p.id), Name: "T-shirt", Pools: []string{shirts.ID}, Kind: inventory.GoodsTier}
	e := p.create.Event
	p.must(inventory.Configure{
		Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: time.UTC, Settings: e.Settings,
		Pools: []inventory.Pool{parking, shirts}, Tiers: []inventory.Tier{addOn, goods},
	})
	c := p.reserve("")
	c.Lines = []inventory.OrderLine{{Tier: p.priced, Quantity: 2}, {Tier: addOn.ID, Quantity: 2}, {Tier: goods.ID, Quantity: 1}}
	p.must(c)
	p.must(p.payment(c.OrderID))
	p.must(inventory.CancelItems{Who: staff, OrderID: c.OrderID, Items: []int{1}})
	p.giveGifts()
	list := checkins.List{ID: f.ids.In(id.List, p.id), EventID: p.id, Name: "Hand over", Rules: checkin.Rules{Tiers: []string{goods.ID}, ReEntry: checkin.Once}}
	if err := f.store.CheckIns.CreateList(f.t.Context(), list); err != nil {
		f.t.Fatal(err)
	}
	got, err := f.store.CheckIns.CheckIn(f.t.Context(), p.id, []checkins.Entering{{
		Version: -1, ReEntry: checkin.Once,
		Scan: checkin.Scan{Device: "counter", ID: "1", List: list.ID, Ticket: id.TicketOf(c.OrderID, 5), At: inventory.At(f.now)},
	}})
	if err != nil || got[0].Verdict != checkin.Admit {
		f.t.Fatalf("%v, %v", got, err)
	}
	p.waitForGoods(goods.ID, 4)
}

// giveGifts asks for a donation: somebody gives with a ticket and cancels, which leaves the donation,
// and somebody gets it back from staff.
func (p *party) giveGifts() {
	e, f := p.create.Event, p.h
	f.t.Helper()
	of := inventory.Pool{ID: f.ids.In(id.Pool, p.id), Name: "Gift", Capacity: inventory.MaxCapacity}
	gift := inventory.Tier{
		ID: f.ids.In(id.Tier, p.id), Name: "Gift", Pools: []string{of.ID}, Kind: inventory.DonationTier, MaxPerOrder: 1,
		Price: inventory.Price{Amount: 500, TaxIncluded: true}, PriceMin: 100, PriceMax: 5000, Suggested: []int64{500, 1000},
	}
	set := e.Settings
	set.Orders.SelfRefund = true
	p.must(inventory.Configure{
		Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: time.UTC, Settings: set, Pools: []inventory.Pool{of}, Tiers: []inventory.Tier{gift},
	})
	for _, who := range []inventory.Who{{Actor: "public"}, staff} {
		c, amount := p.reserve(""), int64(1000)
		c.Lines = []inventory.OrderLine{{Tier: gift.ID, Quantity: 1, UnitPrice: &amount}, {Tier: p.priced, Quantity: 1}}
		p.must(c)
		p.must(p.payment(c.OrderID))
		p.must(inventory.CancelOrder{Who: who, OrderID: c.OrderID})
	}
}

// extraCorruptions are of add-ons and goods.
var extraCorruptions = []corruption{
	{"an add-on goes with no ticket", 2, "is an add-on, and goes with item 0", []string{"update hold_items set goes_with = 0 where goes_with = 2"}},
	{"an add-on goes with another add-on", 2, "which is not a ticket that it can go with", []string{"update hold_items set goes_with = 3 where goes_with = 2"}},
	{"an add-on goes with tickets of other tiers", 2, "which is not a ticket that it can go with", []string{
		"update tiers set goes_with = (select t.id from tiers t where t.event_id = tiers.event_id and t.name = 'VIP') where kind = 'add_on'"}},
	{"an add-on outlives its ticket", 2, "which it goes with, was given back", []string{"update hold_items set goes_with = 1 where goes_with = 2"}},
	{"more of an add-on goes with a ticket than may", 1, "is one more of an add-on than", []string{"update hold_items set goes_with = 1 where goes_with = 2"}},
	{"a ticket goes with another one", 2, "and is not an add-on", []string{"update hold_items set goes_with = 1 where goes_with = 0 and no = 2"}},
	{"goods count for a person", 2, "units in all and has", []string{"update tiers set kind = '' where kind = 'goods'"}},
	{"a donation is given back by its buyer", 44, "which is a donation, and is of", []string{
		"update audit set actor = 'public' where reason = 'order_refunded' and subject in (select hold_id from hold_items where donation = 1)"}},
	{"a donation is said to be for sale", 44, "is said to be a donation: false", []string{"update hold_items set donation = 0 where donation = 1"}},
	{"a donation has a discount", 44, "and a discount of 1", []string{"update hold_items set discount = 1 where donation = 1"}},
	{"a donation is given beside nothing", 44, "and nothing else", []string{"update hold_items set donation = 1 where goes_with = 0 and hold_id in (select hold_id from hold_items where donation = 1)"}},
	{"a donation is given twice", 44, "given before in the order", []string{
		"update hold_items set tier_id = (select t.id from tiers t where t.event_id = hold_items.event_id and t.kind = 'donation'), donation = 1 where hold_id in (select hold_id from hold_items where donation = 1)"}},
}
