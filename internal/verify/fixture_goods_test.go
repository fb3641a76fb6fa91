package verify_test

import "github.com/holdfast-events/holdfast/internal/inventory"

// waitForGoods takes what is left of some goods, and has people wait for them: one accepts what is
// given back, one waits for two while one comes free, which is offered to the next past them.
func (p *party) waitForGoods(goods string, left int64) {
	p.h.t.Helper()
	c := p.reserve("")
	c.Lines = []inventory.OrderLine{{Tier: goods, Quantity: left}}
	p.must(c)
	p.joinGoods(goods, 1)
	p.joinGoods(goods, 2)
	p.joinGoods(goods, 1)
	p.must(inventory.CancelItems{Who: staff, OrderID: c.OrderID, Items: []int{1}})
	open := p.h.column("select o.id from offers o, waitlist_entries e where o.event_id = $1 and o.state = 'open' and e.event_id = o.event_id and e.id = o.entry_id and e.tier_id = $2", p.id, goods)
	if len(open) != 1 {
		p.h.t.Fatalf("offers of goods: %v", open)
	}
	p.must(inventory.Accept{Who: inventory.Who{Actor: "public"}, OfferID: open[0]})
	p.must(inventory.CancelItems{Who: staff, OrderID: c.OrderID, Items: []int{2}})
}

func (p *party) joinGoods(goods string, units int64) {
	p.h.t.Helper()
	c := p.register(0, 1, 0).(inventory.Register)
	c.Tier, c.Units, c.Guests = goods, units, inventory.NoGuests
	p.must(inventory.Join{Who: staff, Party: c.Party, OrderID: c.OrderID})
}

// ofGoods is the condition that an entry is for goods.
const ofGoods = "tier_id in (select t.id from tiers t where t.kind = 'goods')"

// goodsCorruptions are of the waitlist for goods.
var goodsCorruptions = []corruption{
	{"a place on the waitlist for goods is forgotten", 2, "is said to wait for goods as", []string{"update people set goods_entries = '' where goods_entries <> ''"}},
	{"a person waits twice for the same goods", 3, "two live entries for the same goods", []string{"drop index entries_live_person",
		"update waitlist_entries set person_id = (select e.person_id from waitlist_entries e where e.event_id = waitlist_entries.event_id and e.state = 'offered' and e." + ofGoods + ") where state = 'waiting' and " + ofGoods}},
	{"somebody waits for an add-on", 3, "which nobody can wait for", []string{
		"update waitlist_entries set tier_id = (select t.id from tiers t where t.event_id = waitlist_entries.event_id and t.kind = 'add_on') where state = 'waiting' and " + ofGoods}},
	{"a place for goods counts as one for a ticket", 2, "is said to wait as", []string{"update people set entry_id = goods_entries, goods_entries = '' where goods_entries <> ''"}},
}
