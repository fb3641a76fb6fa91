package verify

import "github.com/holdfast-events/holdfast/internal/inventory"

// Invariant 7: an entry has at most one open offer, each offer ends exactly
// once, and offer, hold and entry agree.

// offerOpened replays the row that offers an entry its units.
func (c *check) offerOpened(e *entryRecord, r *inventory.AuditRow, before inventory.EntryState) {
	k := c.names.key(r.Related)
	if before == inventory.EntryOffered {
		c.fail(7, r.Subject, "audit row %d opens offer %s, while offer %s stands open", r.Seq, r.Related, c.names.id(e.lastOffer))
	}
	e.lastOffer = k
	o := c.offers.find(k)
	if o == nil {
		c.fail(7, r.Subject, "audit row %d opens offer %s, which is not stored", r.Seq, r.Related)
		return
	}
	if o.toldState != 0 {
		c.fail(7, r.Related, "audit row %d opens the offer again", r.Seq)
	}
	if o.entry != e.id {
		c.fail(7, r.Related, "the offer names entry %s, but audit row %d offers it to %s", c.names.id(o.entry), r.Seq, r.Subject)
	}
	o.toldState = c.words.number(string(inventory.OfferOpen))
	o.toldOpened, o.toldRule = r.At, r.Rule
}

// offerEnded replays the row that ends an entry's offer.
func (c *check) offerEnded(e *entryRecord, r *inventory.AuditRow, to inventory.EntryState) {
	k := c.names.key(r.Related)
	if k != e.lastOffer {
		c.fail(7, r.Subject, "audit row %d ends offer %q, while %q is the one that stands open", r.Seq, r.Related, c.names.id(e.lastOffer))
	}
	o := c.offers.find(k)
	if o == nil {
		return // offerOpened said so, or the row above
	}
	o.ended++
	ends := inventory.OfferEnds(to)
	o.toldState, o.toldEnded = c.words.number(string(ends)), r.At
	c.windowKept(o, r, ends)
}

// checkOffers compares the offers with their history, holds and entries.
func (c *check) checkOffers() {
	open := map[key]key{} // entry → its open offer
	for o := range c.offers.all() {
		c.checkEnds(o)
		c.checkTriangle(o)
		if c.offerState(o) != inventory.OfferOpen {
			continue
		}
		if other, ok := open[o.entry]; ok {
			c.fail(7, c.names.id(o.entry), "the entry has two open offers, %s and %s", c.names.id(other), c.names.id(o.id))
		}
		open[o.entry] = o.id
	}
	for e := range c.entries.all() {
		offer, ok := open[e.id]
		if offered := c.entryState(e) == inventory.EntryOffered; offered != ok {
			c.fail(7, c.names.id(e.id), "the entry is %s, and its open offer is %q", c.entryState(e), c.names.id(offer))
		}
		if e.offer != e.lastOffer {
			c.fail(7, c.names.id(e.id), "the entry names offer %q, and its last one is %q", c.names.id(e.offer), c.names.id(e.lastOffer))
		}
	}
	for h := range c.holds.all() {
		if c.words.text(h.kind) == string(inventory.KindBlock) || c.holdState(h) != inventory.HoldHeld {
			continue
		}
		o := c.offers.find(h.offer)
		if c.words.text(h.kind) == string(inventory.KindOrder) && (h.offer == key{} || o != nil && c.offerState(o) == inventory.OfferAccepted) {
			continue // it waits for its payment
		}
		if o == nil || c.offerState(o) != inventory.OfferOpen {
			c.fail(7, c.names.id(h.id), "the hold is held for offer %q, which is not open", c.names.id(h.offer))
		}
	}
}

// checkEnds compares how often, when and how an offer ended.
func (c *check) checkEnds(o *offerRecord) {
	id, state := c.names.id(o.id), c.offerState(o)
	want := int32(1)
	if state == inventory.OfferOpen {
		want = 0
	}
	switch {
	case o.toldState == 0:
		c.fail(7, id, "no audit row opens the offer")
		return
	case o.ended != want:
		c.fail(7, id, "the offer is %s, and %d audit rows end it", state, o.ended)
	case o.state != o.toldState:
		c.fail(4, id, "the offer is %s, and by its audit rows it is %s", state, c.words.text(o.toldState))
	}
	if o.openedAt != o.toldOpened || o.endedAt != o.toldEnded {
		c.fail(7, id, "the offer was opened and ended at %d and %d, its audit rows say %d and %d", o.openedAt, o.endedAt, o.toldOpened, o.toldEnded)
	}
	if o.windowStartsAt < o.openedAt || o.expiresAt < o.windowStartsAt {
		c.fail(7, id, "the claim window begins at %d and ends at %d, the offer was opened at %d", o.windowStartsAt, o.expiresAt, o.openedAt)
	}
	if o.rule != o.toldRule {
		c.fail(4, id, "the offer was made by rule version %d, its audit row says %d", o.rule, o.toldRule)
	}
	c.compare(4, id, "the offer was extended %d times, its audit rows say %d", o.extensions, o.toldExtensions)
	c.compare(4, id, "the offer's last audit row is said to be %d and is %d", o.lastSeq, o.toldLastSeq)
}

// checkTriangle compares an offer with its hold and entry.
func (c *check) checkTriangle(o *offerRecord) {
	id, state := c.names.id(o.id), c.offerState(o)
	h, e := c.holds.find(o.order), c.entries.find(o.entry)
	if h == nil || e == nil {
		c.fail(7, id, "hold %q or entry %q of the offer is not stored", c.names.id(o.order), c.names.id(o.entry))
		return
	}
	if h.offer != o.id || h.entry != o.entry {
		c.fail(7, id, "the offer's hold %s names offer %q and entry %q", c.names.id(o.order), c.names.id(h.offer), c.names.id(h.entry))
	}
	if h.person != o.person || e.person != o.person {
		c.fail(7, id, "offer, hold and entry name different persons")
	}
	order := c.orderOf(h)
	if order != nil {
		c.checkOfferedItems(id, order, e)
	} else if c.forGoods(e) {
		c.fail(7, id, "the entry is for goods, which are ordered, and the hold of the offer is no order")
	} else if c.numbers(h) != e.units || h.tier != e.tier {
		c.fail(7, id, "the hold is for %d units of tier %s, the entry for %d of tier %s", c.numbers(h), c.words.text(h.tier), e.units, c.words.text(e.tier))
	}
	held := c.holdState(h) == inventory.HoldHeld
	switch {
	case (state == inventory.OfferOpen) != held && (order == nil || state != inventory.OfferAccepted):
		c.fail(7, id, "the offer is %s and its hold is %s", state, c.holdState(h))
	case state == inventory.OfferOpen && h.expiresAt != o.expiresAt:
		c.fail(7, id, "the offer ends at %s and its hold at %s", clock(o.expiresAt), clock(h.expiresAt))
	case state != inventory.OfferAccepted && c.holdState(h) == inventory.HoldConfirmed:
		c.fail(7, id, "the offer is %s and its hold is confirmed", state)
	}
	entryEnds := inventory.OfferEnds(c.entryState(e))
	switch s := c.entryState(e); {
	case s == inventory.EntryWaiting:
		c.fail(7, id, "the entry of the offer waits")
	case s == inventory.EntryOffered:
		if state != inventory.OfferOpen {
			c.fail(7, id, "the offer is %s and its entry is offered", state)
		}
	case entryEnds != state:
		c.fail(7, id, "the offer is %s and its entry is %s", state, s)
	}
}

// checkOfferedItems compares the order of an offer in a tier that costs
// something with the entry.
func (c *check) checkOfferedItems(offer string, o *orderRecord, e *entryRecord) {
	for i := range o.items {
		it := &o.items[i]
		if it.with == 0 && !it.donation && it.tier != e.tier && !c.isFee(it) && !c.wishes(e) { // who waits for seats may be given those of any tier
			c.fail(7, offer, "item %d of the offer's order is of tier %s, the entry of %s", i+1, c.words.text(it.tier), c.words.text(e.tier))
		}
	}
	c.compare(7, offer, "the offer's order has %d items, the entry is for %d units", c.offeredUnits(o), e.units)
}

// offeredUnits is how many units of an order were offered: its add-ons were taken with the acceptance.
func (c *check) offeredUnits(o *orderRecord) (n int64) {
	for i := range o.items {
		if o.items[i].with == 0 && !o.items[i].donation {
			n += c.unitsAt(o, i)
		}
	}
	return n
}
