package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// The model's waitlist for goods: an entry in the order of all others, one for each goods and
// person, whatever else the person has.

func (m *Model) isGoods(tier string) bool { return m.sale[tier].Kind == inventory.GoodsTier }

// liveEntryFor is where an attendee waits for some goods.
func (m *Model) liveEntryFor(a *attendee, goods string) *waiter {
	for _, w := range m.liveEntries(a) {
		if w.tier == goods {
			return w
		}
	}
	return nil
}

func (m *Model) joinGoods(c inventory.Join) inventory.Outcome {
	a, t := m.users[c.UserID], m.sale[c.Tier]
	waits := m.liveEntryFor(told(c.Who, a), t.ID)
	price := charged(t.Price, 0, m.event.Settings.Orders.Currency).Gross
	code := first(append(m.ineligible(c.Who), []refusal{
		{t.Hidden && !c.Staff, inventory.NotFound},
		{!c.Staff && t.SaleStarts > m.now, inventory.SaleNotOpen},
		{!c.Staff && t.SaleEnds != 0 && t.SaleEnds <= m.now, inventory.SaleOver},
		{c.Class != 0 && !c.Staff, inventory.ClassNotAllowed},
		{c.Units > inventory.MaxOrderUnits, inventory.QuantityOutOfRange},
		{t.MaxPerOrder > 0 && c.Units > t.MaxPerOrder, inventory.LimitPerOrder},
		{m.needsInvitation(c.Who, a), inventory.NotInvited},
		{waits != nil, inventory.AlreadyWaiting},
		{c.Units > m.least(t.ID, m.size), inventory.PartyExceedsCapacity},
		{price*c.Units > inventory.MaxTotal, inventory.QuantityOutOfRange},
	}...))
	o := refuse(code)
	switch brought := c.Staff && (c.Invites || c.Import != ""); {
	case code == inventory.AlreadyWaiting:
		o.EntryID = waits.id
		return o
	case code != inventory.OK:
		return o
	case t.PriceMax > 0 && !brought && m.least(t.ID, m.free) >= c.Units && !m.reserved(t.ID):
		return refuse(inventory.PaymentRequired)
	case t.PriceMax > 0:
	default:
		if o := m.orderInstead(c, []inventory.OrderLine{{Tier: t.ID, Quantity: c.Units}}); o != nil {
			return *o
		}
	}
	return m.join(c.Who, c.Party)
}
