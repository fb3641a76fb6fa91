package replay

import "github.com/holdfast-events/holdfast/internal/inventory"

// codeRecord codes a subject, and reports whether how the event stands depends on it.
func (s *State) codeRecord(c *coder, kind byte, id string) (lives bool) {
	switch kind {
	case ofHold:
		h := at(s.holds, c, id)
		h.ID = id
		return s.codeHold(c, h)
	case ofEntry:
		e := at(s.entries, c, id)
		e.ID = id
		e.code(c)
		return e.state == string(inventory.EntryWaiting) || e.state == string(inventory.EntryOffered)
	case ofOffer:
		o := at(s.offers, c, id)
		word(c, &o.entry)
		word(c, &o.state)
		c.number(&o.last)
		return o.state == inventory.OfferOpen
	case ofExchange:
		x := at(s.exchanges, c, id)
		x.ID = id
		word(c, &x.OrderID)
		c.number(&x.Unit)
		word(c, &x.Tier)
		word(c, &x.Seat)
		x.trace.code(c)
		return x.taker != nil || x.state == string(inventory.ExchangeOpen) || x.state == string(inventory.ExchangeMatched)
	case ofTransfer:
		t := at(s.transfers, c, id)
		t.ID = id
		word(c, &t.TicketID)
		word(c, &t.To)
		t.trace.code(c)
	case ofInvitation:
		v := at(s.invitations, c, id)
		v.trace.code(c)
		word(c, &v.person)
		c.number(&v.places)
		c.number((*int64)(&v.sentAt))
	case ofTicket:
		t := at(s.tickets, c, id)
		word(c, &t.holder)
		c.number(&t.transfers)
		c.number(&t.reissued)
	case ofCode:
		at(s.codes, c, id).code(c)
	case ofErased:
		s.erased[id] = true
	default:
		c.fail()
	}
	return false
}

// at returns a record to be written, or a new one to be read.
func at[T any](m map[string]*T, c *coder, id string) *T {
	if c.reading {
		v := new(T)
		m[id] = v
		return v
	}
	return m[id]
}

// forget drops what a delta before knew of a subject.
func (s *State) forget(kind byte, id string) {
	switch kind {
	case ofHold:
		delete(s.holds, id)
		delete(s.pending, id)
	case ofEntry:
		delete(s.entries, id)
	case ofOffer:
		delete(s.offers, id)
	case ofExchange:
		delete(s.exchanges, id)
	}
}

// codeHold codes a hold with its items. It lives while it has a seat or stands on an
// exchange: whatever else it takes is in the counters of its tiers.
func (s *State) codeHold(c *coder, h *hold) (lives bool) {
	on := make([]string, h.begun)
	for i := range h.items[:h.begun] {
		it := &h.items[i]
		if it.on != nil {
			on[i] = it.on.ID
		}
		lives = lives || it.on != nil || it.taken && it.Seat != ""
	}
	h.code(c)
	list(c, &on, func(id *string) { word(c, id) })
	if c.reading {
		delete(s.pending, h.ID)
		for _, exchange := range on {
			if exchange != "" {
				s.pending[h.ID] = on
			}
		}
	}
	return lives
}

func (h *hold) code(c *coder) {
	word(c, &h.Kind)
	word(c, &h.PersonID)
	word(c, &h.Tier)
	c.flag(&h.open)
	codes, items := h.Codes, h.items[:h.begun] // what rows have not told of is known from what is stored
	if h.open {
		codes = nil
	}
	list(c, &codes, func(code *string) { word(c, code) })
	list(c, &items, func(it *item) {
		word(c, &it.Tier)
		word(c, &it.Seat)
		c.flag(&it.taken)
		c.number(&it.released)
	})
	if c.reading {
		h.Codes, h.items, h.begun = codes, items, len(items)
		for i := range h.items {
			h.Items = append(h.Items, h.items[i].Item)
		}
	}
	h.trace.code(c)
	c.number(&h.units)
	list(c, &h.ended, func(i *int) { c.small(i) })
	list(c, &h.gaveUp, func(ticket *string) { word(c, ticket) })
}

// code codes an entry, without where it may come to stand: that is told with the rows that
// bring it there.
func (e *entry) code(c *coder) {
	word(c, &e.PersonID)
	word(c, &e.Wish)
	e.trace.code(c)
	word(c, &e.Placement.Tier)
	c.small(&e.Class)
	c.number(&e.JoinNo)
	c.number(&e.Rank)
	c.number(&e.PlacedSeq)
	c.small(&e.placed)
	c.number(&e.units)
	c.number(&e.passes)
	c.number(&e.leftSeq)
	word(c, &e.offer)
}
