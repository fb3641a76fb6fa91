package inventory

import (
	"slices"
	"strings"
)

// Goods that are gone are waited for like any other tier: an entry in the lane of their tier, an
// offer in the order of the waitlist, a claim window. What is offered is an order, also of goods
// that cost nothing, as whoever comes in time orders them. A unit of goods is no place: whoever
// waits for goods may have a ticket, wait for one, and wait for other goods, and counts neither as
// a party nor towards the limit of a person. An add-on goes with a ticket of its own order, which
// an offer has not, and is not waited for.

// WaitedFor reports whether people may wait for the tier when it is gone.
func (t *Tier) WaitedFor() bool { return t.Admits() || t.Kind == GoodsTier }

// goodsEntries are the person's live entries for goods.
func (p *Person) goodsEntries() []string {
	if p == nil {
		return nil
	}
	return strings.Fields(p.GoodsEntries)
}

// LiveEntries returns the ids of the person's live entries: that for tickets first, if there is
// one, then those for goods in the order in which they were made.
func (p *Person) LiveEntries() []string {
	if p.GoodsEntries == "" {
		if p.EntryID == "" {
			return nil
		}
		return []string{p.EntryID}
	}
	list := p.goodsEntries()
	if p.EntryID != "" {
		list = slices.Insert(list, 0, p.EntryID)
	}
	return list
}

// entryFor is the live entry of a person that a new one for the tier would be another of; "" when
// there is none.
func (d *decider) entryFor(p *Person, t *tierIndex) string {
	switch {
	case p == nil:
		return ""
	case t.Admits():
		return p.EntryID
	}
	for _, id := range p.goodsEntries() {
		if e := d.w.Entries[id]; e != nil && e.Tier == t.ID {
			return id
		}
	}
	return ""
}

// begins makes an entry a live one of its person.
func (d *decider) begins(p *Person, e *Entry) {
	if d.tiers[e.Tier].Admits() {
		p.EntryID, p.Units = e.ID, p.Units+e.Units
		return
	}
	p.GoodsEntries = strings.Join(append(p.goodsEntries(), e.ID), " ")
	d.touchPerson(p, false)
}

// ceases takes an entry that is no longer live from its person, with so many of the units that the
// person waited for or held by it.
func (d *decider) ceases(p *Person, e *Entry, units int64) {
	if d.tiers[e.Tier].Admits() {
		p.EntryID, p.Units = "", p.Units-units
	} else {
		id := e.ID
		p.GoodsEntries = strings.Join(slices.DeleteFunc(p.goodsEntries(), func(have string) bool { return have == id }), " ")
	}
	d.touchPerson(p, false)
}

// joinGoods makes a place on the waitlist for goods. While they are there for everybody they are
// ordered instead.
func (d *decider) joinGoods(c Join) Outcome {
	t := d.tiers[c.Tier]
	p, refusal := d.eligibleForGoods(&c, t)
	if refusal.Code != OK {
		return refusal
	}
	switch {
	case c.invites():
	case t.Chosen(): // as with tickets: nobody has said for how much
		if t.available() >= c.Units && !d.closed(t) {
			return Outcome{Code: PaymentRequired, Field: "tier_id"}
		}
	default:
		if o, sold := d.sellInstead(&c, []OrderLine{{Tier: t.ID, Quantity: c.Units}}, "quantity"); sold {
			return o
		}
	}
	return d.enterWaitlist(c.Who, &c.Party, t, p)
}

// eligibleForGoods refuses a person who may not wait for so many of some goods. The order of the
// checks is part of the contract.
func (d *decider) eligibleForGoods(c *Join, t *tierIndex) (*Person, Outcome) {
	refuse := func(code Code, field string) (*Person, Outcome) { return nil, Outcome{Code: code, Field: field} }
	if o := d.eligible(c.Who); o.Code != OK {
		return nil, o
	}
	if !t.shownTo(c.Who, false) {
		return refuse(NotFound, "tier_id")
	}
	if code := t.SellsTo(c.Who, d.now); code != OK {
		return refuse(code, "tier_id")
	}
	switch {
	case c.Class < 0 || c.Class > MaxClass || (c.Class > 0 && !c.Staff):
		return refuse(ClassNotAllowed, "priority_class")
	case c.Units < 1 || c.Units > MaxOrderUnits:
		return refuse(QuantityOutOfRange, "quantity")
	case t.MaxPerOrder > 0 && c.Units > t.MaxPerOrder:
		return refuse(LimitPerOrder, "quantity")
	case strings.HasPrefix(c.UserID, erasedPrefix):
		return refuse(InvalidSettings, "user_id")
	}
	p := d.w.People[c.UserID]
	told := p // whom the caller may be told about
	if c.stranger() {
		told = nil
	}
	switch waits := d.entryFor(told, t); {
	case d.uninvited(c.Who, p):
		return refuse(NotInvited, "")
	case waits != "":
		return nil, Outcome{Code: AlreadyWaiting, EntryID: waits}
	case c.Units > t.capacity():
		return refuse(PartyExceedsCapacity, "quantity")
	case c.Units > d.payable(t):
		return refuse(QuantityOutOfRange, "quantity")
	}
	return p, Outcome{}
}
