package inventory

import "slices"

// Placement is where an entry stands on the waitlist from one audit row on: its lane,
// its rank and its number. The order of the waitlist is the order of placements, and
// is decided nowhere else: Decide, the statements of the store and verify compare
// what this type holds.
//
// An entry is placed when it joins, or, having applied, when it is approved; and again whenever it is moved. Either way it
// goes to the end of a lane, with the next number of the event and a rank that is no
// better than that of the entry before it. So numbers and ranks grow together within
// a lane, whatever happens, and a position can be counted along the numbers.
type Placement struct {
	Tier   string // with a wish, that of the first thing wished for
	Class  int
	JoinNo int64 // 1, 2, 3, … in the order in which entries were placed, without gaps, per event
	Rank   int64 // order of the waitlist: lower first, then JoinNo (see WaitlistSettings.ClassHeadStart)
	// PlacedSeq is the ledger seq of the row that placed the entry: from there on it
	// stands here.
	PlacedSeq int64
}

// Before reports whether p comes before q on the waitlist.
func (p *Placement) Before(q *Placement) bool {
	if p.Rank != q.Rank {
		return p.Rank < q.Rank
	}
	return p.JoinNo < q.JoinNo
}

// Lane is the key of the lane.
func (p *Placement) Lane() LaneKey { return LaneKey{p.Tier, p.Class} }

// Places reports whether the row puts an entry on the waitlist, as it joins, is approved or
// is moved:
// a Placement begins with it.
func (r *AuditRow) Places() bool {
	return subjectKind(r.Subject) == "wle" && r.To == string(EntryWaiting) && r.Reason != ReasonPassedPartySize
}

// PastPlacement is a placement that an entry no longer has, because it was moved.
// An entry that was never moved has none, and its row tells all of its past.
type PastPlacement struct {
	EntryID string
	Placement
	UntilSeq int64 // ledger seq of the row that moved the entry
}

// Stay is a placement with the part of the ledger in which somebody waited there.
type Stay struct {
	Placement
	UntilSeq int64 // ledger seq of the row that ended it; 0: none did
}

// During reports whether the stay covers the moment just after a ledger seq.
func (s *Stay) During(seq int64) bool {
	return s.PlacedSeq <= seq && (s.UntilSeq == 0 || seq < s.UntilSeq)
}

// Stays returns where an entry has stood, oldest first. past are its past placements.
func (e *Entry) Stays(past []PastPlacement) []Stay {
	if !e.Placed() {
		return nil
	}
	stays := make([]Stay, 0, len(past)+1)
	for i := range past {
		stays = append(stays, Stay{past[i].Placement, past[i].UntilSeq})
	}
	slices.SortFunc(stays, func(a, b Stay) int { return int(a.PlacedSeq - b.PlacedSeq) })
	return append(stays, Stay{e.Placement, e.LeftSeq})
}

// place puts an entry that waits at the end of a lane. Its placement lacks only the
// ledger seq, which comes with the row that tells of it.
func (d *decider) place(e *Entry, q *queue, rank int64) {
	d.st.Event.JoinNo++
	e.Placement = Placement{Tier: q.Tier, Class: q.Class, JoinNo: d.st.Event.JoinNo, Rank: max(q.LastRank, rank)}
}

// moveTo moves a waiting entry to the end of a lane, another one or its own, and
// keeps where it stood before. rank is where it is to stand: it is given the nearest
// rank that does not go back within the lane.
func (d *decider) moveTo(e *Entry, q *queue, rank int64, who string, reason Reason) {
	before := e.Placement
	d.stopWaiting(e)
	d.queueOf(d.tiers[e.Tier], e.Class).drop(e)
	seq := d.moveEntry(e, EntryWaiting, who, reason, "")
	d.place(e, q, rank)
	e.PlacedSeq = seq
	d.startWaiting(e, q)
	d.out.PastPlacements = append(d.out.PastPlacements, PastPlacement{e.ID, before, seq})
	d.waitlistDirty = true // units may have been gathering for it
}
