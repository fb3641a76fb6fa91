package verify

import "github.com/holdfast-events/holdfast/internal/inventory"

// Invariant 6: nobody was served before an earlier one who was eligible, unless
// a pass with a reason stands in the log. The ledger is replayed, and each time
// an entry is served:
//
//   - no earlier entry of its tier with as small a party waits: whatever fits
//     the later one fits the earlier one;
//   - where the tier shares no pool, no earlier entry waits that would fit into
//     what is free;
//   - the first of all who could have something, in any tier, does not fit;
//   - every earlier entry of its tier that waits has been passed by a row that
//     names it, at most maxPasses times in all.
//
// And nobody registers past a line whose units are owed.
//
// Settings are not in the ledger, so whether passing was allowed at all (strict)
// can only be told since they were last changed. Between tiers that share a pool,
// who of the later ones may be served depends on what gathers for the earlier
// ones; beyond the first on the waitlist only the recorded passes are checked.

// maxPasses is how often an entry may be passed, as its guests were promised. It is a
// number of its own: that of package inventory is part of what is checked.
const maxPasses = 3

// pass is a row that says that an entry was passed.
type pass struct {
	seq    int64
	passed key
	by     key
}

// entryJoined replays the joining of the waitlist, and checks where it was placed.
func (c *check) entryJoined(e *entryRecord, r *inventory.AuditRow) {
	c.compare(4, r.Subject, "the entry is said to have joined at %d, its audit row is of %d", int64(e.joinedAt), int64(r.At))
	c.entryStands(e, r)
}

// entryStands checks where an entry was placed that joins, or whose application is approved:
// it stands there by the time of that row.
func (c *check) entryStands(e *entryRecord, r *inventory.AuditRow) {
	c.compare(4, r.Subject, "the entry is said to have joined by audit row %d, and did by row %d", e.placedSeq, r.Seq)
	c.entryPlaced(e, r)
	switch at := int64(r.At); {
	case e.rank > at && e.rank <= int64(c.setBack):
		// Whoever joined before the clock was set back stays before those who joined since.
	case e.class == 0 && e.rank != at:
		c.fail(6, r.Subject, "the rank is %d, and by the time it joined it is %d", e.rank, at)
	case e.rank > at:
		c.fail(6, r.Subject, "the rank %d is worse than that of the time it joined, %d", e.rank, at)
	}
}

// entryPassed notes that an entry was passed.
func (c *check) entryPassed(e *entryRecord, r *inventory.AuditRow) {
	e.toldPasses++
	c.sincePass++
	if e.toldPasses > maxPasses {
		c.fail(6, r.Subject, "audit row %d passes the entry for the %d. time, and %d are allowed", r.Seq, e.toldPasses, maxPasses)
	}
	c.passes = append(c.passes, pass{seq: r.Seq, passed: e.id, by: c.names.key(r.Related)})
}

// entryServed checks an entry that gets its units. The pools have not been
// taken from yet: the row of the hold comes next.
func (c *check) entryServed(e *entryRecord, r *inventory.AuditRow) {
	tier := c.tierByID[e.tier]
	if tier == nil {
		return
	}
	if c.wishes(e) {
		c.seatsServed(e, r)
		return
	}
	if at := tier.line.firstFit(e.position, r.Units); at >= 0 {
		c.skipped(e, tier.line.entries[at], r, "with no larger a party")
	} else if at := tier.line.firstFit(e.position, tier.free()); at >= 0 && len(tier.shares) == 1 {
		c.skipped(e, tier.line.entries[at], r, "with a party that fits")
	} else if first := c.firstOfAll(); first != nil && first.before(e) && first.told.units <= c.tierByID[first.tier].free() {
		c.skipped(e, first, r, "as the first of all, with a party that fits")
	}
	c.checkPasses(e, r, tier)
}

func (c *check) skipped(e, earlier *entryRecord, r *inventory.AuditRow, how string) {
	c.fail(6, r.Subject, "audit row %d serves a party of %d, while %s waits before it %s (%d units)",
		r.Seq, r.Units, c.names.id(earlier.id), how, earlier.told.units)
}

// firstOfAll is the first waiting entry of all tiers that have something to give,
// or may have: what gathers there may be in the way of others.
func (c *check) firstOfAll() *entryRecord {
	var first *entryRecord
	for _, t := range c.tiers {
		if t.seats || t.line.waiting() == 0 || t.free()+t.spare < 1 {
			continue
		}
		head := t.line.entries[t.line.firstFit(int32(len(t.line.entries)), noParty-1)]
		if first == nil || head.before(first) {
			first = head
		}
	}
	return first
}

// checkPasses compares the passes recorded for an entry with whom it passed.
func (c *check) checkPasses(e *entryRecord, r *inventory.AuditRow, tier *tierRecord) {
	var own int32
	for _, p := range c.passes {
		earlier := c.entries.find(p.passed)
		if earlier.tier == e.tier {
			own++
		}
		if !earlier.before(e) || p.by != e.id {
			c.fail(6, c.names.id(p.passed), "audit row %d says that %s passed it, which was not behind it", p.seq, r.Subject)
		}
	}
	if n := tier.line.before(e.position); n != own {
		c.fail(6, r.Subject, "audit row %d serves the entry while %d wait before it in its tier, of whom %d are recorded as passed", r.Seq, n, own)
	}
	c.passes = c.passes[:0]
}

// endOfPasses sees to it that recorded passes are followed by the row that
// serves who passed. next is nil at the end of the ledger.
func (c *check) endOfPasses(next *inventory.AuditRow) {
	if len(c.passes) == 0 {
		return
	}
	by := c.names.id(c.passes[0].by)
	switch {
	case next != nil && next.Reason == inventory.ReasonPassedPartySize && next.Related == by:
	case next != nil && next.Subject == by && (next.Reason == inventory.ReasonOffered || next.Reason == inventory.ReasonPromoted):
	default:
		c.fail(6, by, "audit row %d says that the entry passed another one, and no row serves it", c.passes[0].seq)
		c.passes = c.passes[:0]
	}
}

// publicServed checks a registration that did not come from the waitlist: no units
// of its pools are owed to anybody who waits.
func (c *check) publicServed(h *holdRecord, r *inventory.AuditRow) {
	if r.Reason == inventory.ReasonRegistered {
		c.publicTook(c.tierByID[h.tier], r)
	}
}

func (c *check) publicTook(tier *tierRecord, r *inventory.AuditRow) {
	if tier == nil {
		return
	}
	for _, t := range tier.shares {
		if n := t.line.waiting(); n > 0 && !t.seats && t.free() > 0 {
			c.fail(6, r.Subject, "audit row %d gives units to the public, while %d wait for tier %s, which has %d to give", r.Seq, n, t.ID, t.free())
			return
		}
	}
}

// checkOrder checks what can only be told at the end of the ledger.
func (c *check) checkOrder() {
	if c.event.Event.Settings.Waitlist.PartyPolicy == inventory.Strict && c.sincePass > 0 {
		c.fail(6, c.event.Event.ID, "%d entries were passed although the party policy is strict", c.sincePass)
	}
}
