package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// beyondCard reports whether a card would have bought more than one may by paying an order.
func (m *Model) beyondCard(card string, o *claim) bool {
	most := m.event.Settings.Orders.LimitPerCard
	return card != "" && most > 0 && m.counted[card].Bought+m.people(o) > most
}

// boughtBy counts an order for the card that has paid it.
func (m *Model) boughtBy(card string, o *claim) {
	if card == "" {
		return
	}
	m.origins = append(m.origins, inventory.Originated{Origin: card, ThingID: o.id, PersonID: o.owner.user, Units: o.units})
	n := m.counted[card]
	n.Bought += m.people(o)
	m.counted[card] = n
}

// tooManyForCard reports whether no card may buy so many tickets.
func (m *Model) tooManyForCard(who inventory.Who, tickets int64) bool {
	most := m.event.Settings.Orders.LimitPerCard
	return !who.Staff && most > 0 && tickets > most
}

// isPaid reports whether a unit of a tier costs something.
func (m *Model) isPaid(tier string) bool {
	t := m.sale[tier]
	return t.Paid()
}

// cardOf is the card that pays an order: one of two. It draws nothing, so that histories stay what
// they were.
func cardOf(order string) string {
	if order == "" {
		return ""
	}
	return inventory.CardOrigin + [...]string{"visa", "mastercard"}[(len(order)+int(order[len(order)-1]))%2]
}

func (c *claim) owe(payment string, amount int64) {
	if amount == 0 {
		return
	}
	if c.back == nil {
		c.back, c.owed = map[string]int64{}, map[string]string{}
	}
	c.back[payment] += amount
}
