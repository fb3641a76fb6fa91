package turns

import (
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Verdict tells whether the party that was given units was next.
type Verdict string

// Verdicts. Only NotNext is a contradiction.
const (
	Next       Verdict = "next"        // the rules name the same
	NotNext    Verdict = "not_next"    // the rules name somebody else
	SameMinute Verdict = "same_minute" // two classes, whose ranks lie in the same minute
	Seats      Verdict = "seats"       // it depends on the seats that were wished for
	OtherRules Verdict = "other_rules" // it was decided by rules that are not known here
)

// Verdicts returns all of them.
func Verdicts() []Verdict { return []Verdict{Next, NotNext, SameMinute, Seats, OtherRules} }

// Turn is one decision: units were given to somebody on the waitlist.
type Turn struct {
	Seq     int64
	Minute  string
	Party   string // pseudonym of the person who got them
	Tier    string
	Units   int64
	Reason  inventory.Reason // offered, or promoted
	Cause   inventory.Reason // why units had come free before; "": nothing tells
	Verdict Verdict
	Passed  []string // who stood before it and needed more units, by their own rows
	First   string   // NotNext: who was
}

// judge asks the rules whether a party was next, and notes its turn. It is called while the
// party waits.
func (h *History) judge(p *party, e *entry) Turn {
	t := Turn{Seq: e.seq, Minute: e.minute, Party: p.code, Tier: p.waiting.Tier, Units: p.units, Reason: e.reason, Cause: h.cause, Verdict: Next}
	for _, passed := range h.passing {
		t.Passed = append(t.Passed, passed.code)
	}
	switch {
	case e.rule != inventory.RuleVersion:
		t.Verdict = OtherRules
	case p.seats:
		t.Verdict = Seats
	default:
		t.Verdict, t.First = h.rules(p.waiting, t.Passed)
	}
	return t
}

// rules returns what the rules say of an entry that was given its units, and who was next
// if it was not.
//
// How many units were free is not in the log, and need not be known: they were at least as
// many as were given. Whoever the rules would give so few was due no later, and whoever
// needs more has to have a row of its own that it was passed.
func (h *History) rules(w *inventory.Entry, passed []string) (Verdict, string) {
	first := h.next(w, 0)
	if first != w.ID {
		if first != "" && h.next(w, -1) == w.ID {
			return SameMinute, ""
		}
		if first == "" {
			first = h.gathering(w)
		}
		return NotNext, first
	}
	for _, other := range h.ahead(w) {
		switch sure := other.Class == w.Class || other.Rank != w.Rank; {
		case slices.Contains(passed, other.ID):
		case sure:
			return NotNext, other.ID
		}
	}
	for _, code := range passed {
		other := h.parties[code].waiting
		if other == nil || !other.Before(w) && (other.Class == w.Class || other.Rank != w.Rank) {
			return NotNext, code // it is said to have been passed, and did not stand before
		}
	}
	if len(h.lanes) > 1 && h.next(w, 1) != w.ID {
		return SameMinute, ""
	}
	return Next, ""
}

// gathering returns who before an entry has been passed as often as may be, so that units
// gather for it.
func (h *History) gathering(w *inventory.Entry) string {
	for _, other := range h.ahead(w) {
		if other.Passes >= inventory.MaxPasses {
			return other.ID
		}
	}
	return ""
}

// next returns whom the rules would give as many units as an entry was given, were there
// no more: the decision of package inventory itself. shift moves the class of the entry
// before (-1) or behind (1) those of other classes with ranks of the same minute.
func (h *History) next(w *inventory.Entry, shift int64) string {
	pools := h.poolsOf(w.Tier)
	st := &inventory.State{Pools: map[string]*inventory.Pool{}, Tiers: map[string]*inventory.Tier{}, Lanes: map[inventory.LaneKey]*inventory.Lane{}}
	st.Event.Settings.Waitlist.PartyPolicy = inventory.BoundedSkip
	for _, id := range pools {
		st.Pools[id] = &inventory.Pool{ID: id, Capacity: inventory.MaxCapacity, Blocked: inventory.MaxCapacity - w.Units}
	}
	waiting := map[inventory.LaneKey][]*inventory.Entry{}
	for key, l := range h.lanes {
		of := h.poolsOf(key.Tier)
		switch {
		case len(l.waiting) == 0:
			continue
		case key.Tier == w.Tier:
		case h.exchanges > 0: // what a holder gives back need not be for all tiers
			continue
		case slices.ContainsFunc(of, func(id string) bool { return !slices.Contains(pools, id) }):
			continue // what else it takes from may be used up
		}
		st.Tiers[key.Tier] = &inventory.Tier{ID: key.Tier, Pools: of}
		st.Lanes[key] = &inventory.Lane{Tier: key.Tier, Class: key.Class}
		waiting[key] = l.waiting
	}
	if shift != 0 {
		waiting[w.Lane()] = shifted(waiting[w.Lane()], w.Rank, shift)
	}
	e := inventory.NextPromotion(st, waiting)
	if e == nil {
		return ""
	}
	return e.ID
}

// shifted returns a lane in which those with a rank have another.
func shifted(list []*inventory.Entry, rank, by int64) []*inventory.Entry {
	var out []*inventory.Entry
	for _, w := range list {
		if w.Rank > rank {
			break
		}
		if w.Rank == rank {
			other := *w
			other.Rank += by
			w = &other
		}
		out = append(out, w)
	}
	return out
}
