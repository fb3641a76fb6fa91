package inventorytest

import "github.com/holdfast-events/holdfast/internal/inventory"

// entryAt is an entry as it stood on the waitlist just after a ledger seq.
func (c *checker) entryAt(id string, seq int64) inventory.Entry {
	e := c.Entries[id]
	for _, s := range e.Stays(c.Past[id]) {
		if s.During(seq) {
			e.Placement = s.Placement
			return e
		}
	}
	c.want(false, "6: %s waits at %d, and stands nowhere", id, seq)
	return e
}

// placements: each entry stood somewhere from joining on, each move is told by a row
// of its own, numbers are given once and in order, and ranks grow with them.
func (c *checker) placements() {
	byNumber := map[int64]inventory.Placement{}
	for id, e := range c.Entries {
		until := int64(0)
		for _, s := range e.Stays(c.Past[id]) {
			c.want(byNumber[s.JoinNo].JoinNo == 0, "number %d is given twice, once to %s", s.JoinNo, id)
			byNumber[s.JoinNo] = s.Placement
			c.want(until == 0 || s.PlacedSeq == until, "%s stood nowhere from %d to %d", id, until, s.PlacedSeq)
			var row inventory.AuditRow
			if i := s.PlacedSeq - 1; i >= 0 && i < int64(len(c.Audit)) {
				row = c.Audit[i]
			}
			c.want(row.Subject == id && row.To == "waiting" && (row.From == "" || row.From == "applied") == (until == 0) && row.Reason != inventory.ReasonPassedPartySize,
				"%s is placed by row %d, which is %+v", id, s.PlacedSeq, row)
			until = s.UntilSeq
		}
	}
	c.want(int64(len(byNumber)) == c.Event.JoinNo, "%d numbers were given, and the last is %d", len(byNumber), c.Event.JoinNo)
	last, seq := map[inventory.LaneKey]int64{}, int64(0)
	for n := int64(1); n <= c.Event.JoinNo; n++ {
		p := byNumber[n]
		rank, known := last[p.Lane()]
		c.want(p.PlacedSeq > seq && (!known || p.Rank >= rank), "number %d stands at rank %d from %d on, after rank %d and row %d", n, p.Rank, p.PlacedSeq, rank, seq)
		last[p.Lane()], seq = p.Rank, p.PlacedSeq
	}
	for k, l := range c.Lanes {
		c.want(l.LastRank == last[k], "2: lane %v ends at rank %d, its placements at %d", k, l.LastRank, last[k])
	}
}

// line: the counts of the waitlist, and the places.
func (c *checker) line() {
	counts := map[inventory.LaneKey]int64{}
	places := map[PlaceKey]int64{}
	for id, e := range c.Entries {
		c.want(e.Passes <= maxPasses, "6: %s was passed %d times", id, e.Passes)
		c.want((e.LeftSeq == 0) == (e.State == inventory.EntryWaiting), "%s is %s and left at %d", id, e.State, e.LeftSeq)
		if e.State == inventory.EntryWaiting {
			counts[e.Lane()]++
			places[PlaceKey{e.Lane(), e.JoinNo}]++
		}
	}
	for k, l := range c.Lanes {
		c.want(l.Waiting == counts[k], "2: lane %v counts %d, its entries %d", k, l.Waiting, counts[k])
	}
	c.want(len(places) == len(c.Places), "2: %d places for %d waiting", len(c.Places), len(places))
	for k := range places {
		c.want(c.Places[k] == 1, "2: place %v counts %d", k, c.Places[k])
	}
}
