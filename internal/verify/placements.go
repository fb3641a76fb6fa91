package verify

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Where entries stand is read from their placements, the newest in the row of the
// entry and the others in past_placements. Each begins with an audit row of the
// entry, where the one before it ends, and the replay judges what happened in
// between by it: so nobody is said to have been passed by entries that came ahead of them
// later. That the placements follow each other and that numbers and ranks grow
// together in each lane belongs to invariant 6; which row begins which, to 4.

// placement is where an entry stands from an audit row on.
type placement struct {
	tier         word
	class        int32
	position     int32 // among all placements of its tier, 0 for the first
	joinNo, rank int64
	placedSeq    int64
}

// pastPlacement is one that was ended by the audit row until.
type pastPlacement struct {
	placement
	until int64
}

func (c *check) placementOf(p *inventory.Placement) placement {
	return placement{tier: c.words.number(p.Tier), class: int32(p.Class), joinNo: p.JoinNo, rank: p.Rank, placedSeq: p.PlacedSeq}
}

// before reports whether p comes before q on the waitlist.
func (p *placement) before(q *placement) bool {
	a, b := inventory.Placement{Rank: p.rank, JoinNo: p.joinNo}, inventory.Placement{Rank: q.rank, JoinNo: q.joinNo}
	return a.Before(&b)
}

func (e *entryRecord) before(f *entryRecord) bool { return e.placement.before(&f.placement) }

// loadPlacements takes each entry that was moved back to where it joined.
func (c *check) loadPlacements() error {
	err := c.run.snapshot.PastPlacements(c.event.Event.ID, func(p *inventory.PastPlacement) error {
		c.run.report.Checked.PastPlacements++
		k := c.names.key(p.EntryID)
		if c.entries.find(k) == nil {
			c.fail(6, p.EntryID, "a past placement is that of an entry that is not stored")
			return nil
		}
		c.past[k] = append(c.past[k], pastPlacement{c.placementOf(&p.Placement), p.UntilSeq})
		return nil
	})
	if err != nil || len(c.past) == 0 {
		return err
	}
	for e := range c.entries.all() {
		past := c.past[e.id]
		if len(past) == 0 {
			continue
		}
		list := make([]placement, 0, len(past)+1)
		for i := range past {
			list = append(list, past[i].placement)
		}
		list = append(list, e.placement)
		for i := range past {
			c.compare(6, c.names.id(e.id), "the entry stood in one place until audit row %d, and in the next from row %d on", past[i].until, list[i+1].placedSeq)
		}
		e.placement, c.moves[e.id] = list[0], list[1:]
	}
	return nil
}

// standing is a placement and whose it is.
type standing struct {
	*placement
	entry *entryRecord
}

// formLines puts the placements of each tier in the order of its waitlist.
func (c *check) formLines() {
	byTier := map[word][]standing{}
	add := func(p *placement, e *entryRecord) { byTier[p.tier] = append(byTier[p.tier], standing{p, e}) }
	for e := range c.entries.all() {
		if e.joinNo <= 0 {
			continue // an application
		}
		add(&e.placement, e)
		for i := range c.moves[e.id] {
			add(&c.moves[e.id][i], e)
		}
	}
	for t, list := range byTier {
		slices.SortFunc(list, func(a, b standing) int {
			if a.before(b.placement) {
				return -1
			}
			return 1
		})
		entries := make([]*entryRecord, len(list))
		for i, s := range list {
			s.position, entries[i] = int32(i), s.entry
		}
		if tier := c.tierByID[t]; tier != nil {
			tier.line = newLine(entries)
			c.checkNumbers(list)
		}
	}
	for _, t := range c.tiers {
		if t.line == nil {
			t.line = newLine(nil)
		}
	}
}

// checkNumbers checks that numbers grow along each lane of a tier.
func (c *check) checkNumbers(list []standing) {
	last := map[int32]standing{} // by class
	for _, s := range list {
		if l, ok := last[s.class]; ok && l.joinNo > s.joinNo {
			c.fail(6, c.names.id(s.entry.id), "the entry stands behind %s, which joined its lane later", c.names.id(l.entry.id))
		}
		last[s.class] = s
	}
}

// entryPlaced checks a row that places an entry, when it joins or is moved.
func (c *check) entryPlaced(e *entryRecord, r *inventory.AuditRow) {
	if e.joinNo != c.joinNo+1 {
		c.fail(6, r.Subject, "audit row %d joins the waitlist with number %d, after number %d", r.Seq, e.joinNo, c.joinNo)
	}
	c.joinNo = e.joinNo
}

// entryMoved replays a row that says that the entry stands elsewhere from now on. It is
// false when no placement says where.
func (c *check) entryMoved(e *entryRecord, r *inventory.AuditRow) bool {
	moves := c.moves[e.id]
	if len(moves) == 0 || moves[0].placedSeq != r.Seq {
		c.fail(4, r.Subject, "audit row %d moves the entry, and it is placed nowhere from there on", r.Seq)
		return false
	}
	if tier := c.tierByID[e.tier]; tier != nil {
		tier.line.set(e.position, false, r.Units)
	}
	e.placement, c.moves[e.id] = moves[0], moves[1:]
	c.entryPlaced(e, r)
	return true
}

// endOfMoves looks for placements that no audit row begins, and leaves each entry
// where its row says that it stands.
func (c *check) endOfMoves() {
	for e := range c.entries.all() {
		moves := c.moves[e.id]
		for i := range moves {
			c.fail(4, c.names.id(e.id), "the entry is said to have been moved by audit row %d, which did not move it", moves[i].placedSeq)
			e.placement = moves[i]
		}
	}
}
