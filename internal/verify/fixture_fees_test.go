package verify_test

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// sellFees puts two fees on an event, of which one is kept: somebody buys two tickets and gives
// them back one by one, and somebody else buys one for what the first costs by then.
func (f *fixture) sellFees() {
	f.t.Helper()
	p := f.open(8, line(inventory.PromoteOffer, inventory.BoundedSkip))
	e := p.create.Event
	set := e.Settings
	set.Orders.SelfRefund = true
	fee := func(name string, terms inventory.FeeTerms) inventory.Tier {
		price := inventory.Price{TaxRate: 1900, TaxIncluded: true}
		return inventory.Tier{ID: f.ids.In(id.Tier, p.id), Name: name, Kind: inventory.FeeTier, Price: price, FeeTerms: terms}
	}
	booking := fee("Booking fee", inventory.FeeTerms{Order: 100, Ticket: 50, Rate: 250, Max: 1000})
	service := fee("Service fee", inventory.FeeTerms{Order: 77, Kept: true, NotAtDoor: true})
	p.must(inventory.Configure{
		Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: time.UTC, Settings: set, Tiers: []inventory.Tier{booking, service},
	})
	buy := func(who inventory.Who, n int64) inventory.Reserve {
		c := p.reserve("")
		c.Who, c.Lines = who, []inventory.OrderLine{{Tier: p.priced, Quantity: n}}
		p.must(c)
		p.must(p.payment(c.OrderID))
		return c
	}
	first := buy(inventory.Who{Actor: "public", Proven: true}, 2)
	for unit := 1; unit <= 2; unit++ {
		p.must(inventory.CancelItems{Who: inventory.Who{Actor: "public"}, OrderID: first.OrderID, Items: []int{unit}})
	}
	booking.FeeTerms.Order = 200
	p.must(inventory.SetTier{Who: staff, Tier: booking})
	buy(inventory.Who{Actor: "public", Proven: true}, 1)
}

// feeCorruptions are of fees of orders.
var feeCorruptions = []corruption{
	{"a fee is less than its terms make it", 45, "and by its terms and tickets it is", []string{
		"update hold_items set price = price - 1, gross = gross - 1, net = net - 1 where fee <> ''"}},
	{"a fee has other terms than were those of the event", 45, "which was", []string{
		"update hold_items set fee = replace(fee, '77;', '78;') where fee like '77;%'"}},
	{"an order lacks a fee", 45, "the order lacks the fee", []string{"delete from hold_items where fee like '77;%'"}},
	{"an order has a fee twice", 45, "is a fee that the order has already", []string{
		"update hold_items set tier_id = (select t.id from tiers t where t.event_id = hold_items.event_id and t.name = 'Booking fee') where fee <> ''"}},
	{"a fee is said to be a ticket", 45, "is said to be a fee: false", []string{"update hold_items set fee = '' where fee like '77;%'"}},
	{"a ticket is said to be a fee", 45, "is said to be a fee: true", []string{
		"update hold_items set fee = '77;0;0;0;kd' where no = 1 and hold_id in (select hold_id from hold_items where fee <> '')"}},
	{"a fee went back before the last ticket", 45, "is a fee that was given back, and a ticket was not", []string{
		"update hold_items set released_seq = 0, state = 'live' where no = 2 and hold_id in (select hold_id from hold_items where fee <> '' and released_seq > 0)"}},
	{"a kept fee was given back to its buyer", 45, "without the fees that are kept, and", []string{
		"update refunds_due set amount = amount + 77 where order_id in (select hold_id from hold_items where fee like '77;%k%' and released_seq > 0)"}},
}
