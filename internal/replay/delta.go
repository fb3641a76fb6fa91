package replay

import (
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// DeltaFormat is the version of what a Delta looks like and of what the rules make of rows.
// Whoever changes either gives it the next number: deltas of another version are not read.
const DeltaFormat = 2

// Kinds of records in a delta.
const (
	ofHold       = 'h'
	ofEntry      = 'e'
	ofOffer      = 'o'
	ofExchange   = 'x'
	ofTransfer   = 't'
	ofInvitation = 'i'
	ofTicket     = 'k'
	ofCode       = 'c'
	ofErased     = 'p'
)

// kinds are those of records, by the kind of a row's subject. Events, pools, tiers and the
// statement have none: each delta has them whole.
var kinds = map[string]byte{
	"ord": ofHold, "blk": ofHold, "wle": ofEntry, "off": ofOffer, "exc": ofExchange, "trf": ofTransfer, "inv": ofInvitation, "cod": ofCode,
}

// subject is one of those that rows changed.
type subject struct {
	kind byte
	id   string
}

// Follow begins to note what rows change, for Delta.
func (s *State) Follow() { s.changed = map[subject]struct{}{} }

// touch notes that a row has changed a subject.
func (s *State) touch(kind byte, id string) {
	if s.changed != nil {
		s.changed[subject{kind, id}] = struct{}{}
	}
}

// Delta returns what has changed since Follow, or since the Delta before it, and begins
// again: that of nothing, put together with each Delta since then in their order, is the
// State (see Restore). The same rows and facts give the same bytes. It is nobody's
// business what they look like.
func (s *State) Delta() []byte {
	names := slices.SortedFunc(maps.Keys(s.changed), func(a, b subject) int {
		switch {
		case a.kind != b.kind:
			return int(a.kind) - int(b.kind)
		case a.id < b.id:
			return -1
		}
		return 1
	})
	c := &coder{}
	s.code(c)
	var body coder
	for _, n := range names {
		kind, id := int64(n.kind), n.id
		body.buf = body.buf[:0]
		lives := s.codeRecord(&body, n.kind, id)
		c.number(&kind)
		word(c, &id)
		c.flag(&lives)
		text := string(body.buf)
		word(c, &text)
	}
	clear(s.changed)
	return c.buf
}

// Restore puts a Delta onto what those before it made of a new State. Of what no longer
// matters for how the event stands (what was released, has ended or never had a seat),
// only what is named is kept; named nil keeps all. Restored ends it.
//
// A State of which not all was kept folds rows about what is named and what lives, and
// shows Figures, Waitlist and Seats. It cannot be compared with tables.
func (s *State) Restore(delta []byte, named map[string]struct{}) error {
	c := &coder{buf: delta, reading: true}
	s.code(c)
	if s.pending == nil {
		s.pending = map[string][]string{}
	}
	for c.err == nil && len(c.buf) > 0 {
		var kind int64
		var lives bool
		c.number(&kind)
		id := c.bytes()
		c.flag(&lives)
		body := coder{buf: c.bytes(), reading: true}
		if c.err != nil {
			break
		}
		if _, wanted := named[string(id)]; named != nil && !lives && !wanted {
			s.forget(byte(kind), string(id))
			continue
		}
		s.codeRecord(&body, byte(kind), string(id))
		if body.err != nil || len(body.buf) > 0 {
			return fmt.Errorf("%w: the record of %s", ErrDamaged, id)
		}
	}
	return c.err
}

// Restored ends restoring.
func (s *State) Restored() error {
	for id, on := range s.pending {
		h := s.holds[id]
		if h == nil || len(on) != len(h.items) {
			return fmt.Errorf("%w: what %s stands on", ErrDamaged, id)
		}
		for i, exchange := range on {
			if exchange == "" {
				continue
			}
			x := s.exchanges[exchange]
			if x == nil {
				return fmt.Errorf("%w: there is no %s", ErrDamaged, exchange)
			}
			h.items[i].on, x.taker, x.home = x, &h.items[i], h
		}
	}
	for order, ids := range s.expected {
		for _, id := range ids {
			x := s.exchanges[id]
			if x == nil {
				return fmt.Errorf("%w: there is no %s", ErrDamaged, id)
			}
			s.coming[order] = append(s.coming[order], x)
		}
	}
	s.pending, s.expected = nil, nil
	for id, h := range s.holds {
		if err := s.seatItems(h); err != nil {
			return fmt.Errorf("%w: %s", err, id)
		}
	}
	for id, e := range s.entries {
		if e.placed < 0 || e.state == string(inventory.EntryOffered) && s.offers[e.offer] == nil {
			return fmt.Errorf("%w: %s", ErrDamaged, id)
		}
	}
	return nil
}

// seatItems gives the items of a hold the seats that they have taken.
func (s *State) seatItems(h *hold) error {
	for _, i := range h.ended {
		if i < 0 || i >= len(h.items) {
			return ErrDamaged
		}
	}
	for i := range h.items {
		it := &h.items[i]
		if !it.taken {
			continue
		}
		if s.tier(it.Tier) == nil || it.Seat != "" && s.seats[it.Seat] != "" {
			return ErrDamaged
		}
		if it.Seat != "" {
			s.seats[it.Seat] = h.ID
		}
	}
	return nil
}

// code codes what a state has beside its records: all of it, each time.
func (s *State) code(c *coder) {
	c.number(&s.seq)
	c.number((*int64)(&s.at))
	word(c, &s.status)
	c.number(&s.joinNo)
	c.number(&s.offered)
	c.number(&s.applied)
	word(c, &s.statement.id)
	c.number(&s.statement.versions)
	s.statement.code(c)
	s.codePools(c)
	s.codeTiers(c)
	s.codeLanes(c)
	s.codeComing(c)
}

// codePools codes the pools.
func (s *State) codePools(c *coder) {
	ids := slices.Sorted(maps.Keys(s.pools))
	list(c, &ids, func(id *string) {
		word(c, id)
		p := s.pools[*id]
		if p == nil {
			p = &pool{id: *id}
			s.pools[*id] = p
		}
		c.number(&p.capacity)
		p.trace.code(c)
	})
}

// codeTiers codes the tiers that are there by now. One that comes later is not known to
// whoever makes a delta before.
func (s *State) codeTiers(c *coder) {
	ids := slices.DeleteFunc(slices.Sorted(maps.Keys(s.tiers)), func(id string) bool { return s.tier(id) == nil })
	list(c, &ids, func(id *string) {
		word(c, id)
		t := s.tiers[*id]
		if t == nil {
			c.fail()
			return
		}
		c.flag(&t.told)
		word(c, &t.price)
		c.number(&t.held)
		c.number(&t.confirmed)
		c.number(&t.blocked)
	})
}

// codeComing codes which exchanges an order stands on whose first row is the next one.
func (s *State) codeComing(c *coder) {
	if c.reading {
		s.expected = map[string][]string{}
	}
	orders := slices.Sorted(maps.Keys(s.coming))
	list(c, &orders, func(order *string) {
		word(c, order)
		var ids []string
		for _, x := range s.coming[*order] {
			ids = append(ids, x.ID)
		}
		list(c, &ids, func(id *string) { word(c, id) })
		if c.reading {
			s.expected[*order] = ids
		}
	})
}

// codeLanes codes the last rank of each lane.
func (s *State) codeLanes(c *coder) {
	type lane struct {
		inventory.LaneKey
		rank int64
	}
	var lanes []lane
	for k, rank := range s.lastRank {
		lanes = append(lanes, lane{k, rank})
	}
	slices.SortFunc(lanes, func(a, b lane) int {
		switch {
		case a.Tier < b.Tier:
			return -1
		case a.Tier > b.Tier:
			return 1
		}
		return a.Class - b.Class
	})
	list(c, &lanes, func(l *lane) {
		word(c, &l.Tier)
		c.small(&l.Class)
		c.number(&l.rank)
	})
	for _, l := range lanes {
		s.lastRank[l.LaneKey] = l.rank
	}
}

func (t *trace) code(c *coder) {
	word(c, &t.state)
	word(c, &t.reason)
	c.number(&t.lastSeq)
}
