package turns

import (
	"errors"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// StepKind says what a step of a story is.
type StepKind string

// Kinds of steps.
const (
	Own     StepKind = "own"     // a row of the entry itself, with its reason
	Before  StepKind = "before"  // units went to somebody who stood before it
	Passing StepKind = "passing" // they went to somebody behind it, because they were too few for it
	Behind  StepKind = "behind"  // they went to somebody behind it, and no row says why
	Unclear StepKind = "unclear" // they went to somebody, and who stood before whom cannot be told
	BySeats StepKind = "seats"   // they went to somebody who wished for seats, as it does
)

// Step is something that happened to an entry, or why it was not next when units were
// given to somebody else on the same waitlist.
type Step struct {
	Kind   StepKind
	Seq    int64
	Minute string
	Reason inventory.Reason // of an own row; else offered, or promoted
	Units  int64
	Party  string // who got the units, or passed it; of an own row what it leads to
	Ahead  int64  // of the row that put it on the waitlist: who stood before it, at least
}

// Story is what the log tells about one entry.
type Story struct {
	Party   string
	Tier    string
	Class   int
	Units   int64
	State   inventory.EntryState
	Ahead   int64 // while it waits: who stands before it by now
	BySeats bool
	Steps   []Step // oldest first
}

// Summary is what a log adds up to.
type Summary struct {
	Entries  int64 // of the log
	Parties  int64 // that were on the waitlist
	Waiting  int64 // that still are
	Verdicts map[Verdict]int64
	Passes   int64
}

// Summary adds up.
func (h *History) Summary() *Summary {
	s := &Summary{Entries: int64(len(h.leaves)), Verdicts: map[Verdict]int64{}}
	for _, p := range h.parties {
		if len(p.stays) > 0 {
			s.Parties++
		}
		if p.waiting != nil {
			s.Waiting++
		}
	}
	for i := range h.turns {
		s.Verdicts[h.turns[i].Verdict]++
		s.Passes += int64(len(h.turns[i].Passed))
	}
	return s
}

// Turns returns all decisions, in their order.
func (h *History) Turns() []Turn { return h.turns }

// Story returns what happened to an entry; false: there is none of that pseudonym.
func (h *History) Story(code string) (*Story, bool) {
	p := h.parties[code]
	if p == nil {
		return nil, false
	}
	s := &Story{Party: code, Units: p.units, State: p.state, BySeats: p.seats}
	if n := len(p.stays); n > 0 { // else it was not approved, and has stood nowhere
		s.Tier, s.Class = p.stays[n-1].Tier, p.stays[n-1].Class
	}
	if p.waiting != nil {
		s.Ahead = h.aheadAt(p, int64(len(h.leaves)))
	}
	for _, step := range p.steps {
		if i := slices.IndexFunc(p.stays, func(st stay) bool { return st.from == step.Seq }); i >= 0 {
			step.Ahead = h.aheadAt(p, step.Seq)
		}
		s.Steps = append(s.Steps, step)
	}
	for i := range h.turns {
		if step, ok := h.whyNot(p, &h.turns[i]); ok {
			s.Steps = append(s.Steps, step)
		}
	}
	slices.SortStableFunc(s.Steps, func(a, b Step) int { return int(a.Seq - b.Seq) })
	return s, true
}

// whyNot returns why a turn was not that of a party which waited for the same.
func (h *History) whyNot(p *party, t *Turn) (Step, bool) {
	at, waited := p.stood(t.Seq)
	other := h.parties[t.Party]
	passed := slices.Contains(t.Passed, p.code) // by somebody of another tier too, who takes from the same pools
	if !waited || other == p || !passed && (t.Tier != at.Tier || other.seats != p.seats) {
		return Step{}, false
	}
	theirs, _ := other.stood(t.Seq)
	s := Step{Kind: Behind, Seq: t.Seq, Minute: t.Minute, Reason: t.Reason, Units: t.Units, Party: t.Party}
	switch {
	case passed:
		s.Kind = Passing
	case p.seats:
		s.Kind = BySeats
	case theirs.Class != at.Class && theirs.Rank == at.Rank:
		s.Kind = Unclear
	case theirs.Before(&at.Placement):
		s.Kind = Before
	}
	return s, true
}

// stood returns where a party waited when the row with that seq was written: a row that
// ends it counts.
func (p *party) stood(seq int64) (*stay, bool) {
	for i := range p.stays {
		if s := &p.stays[i]; s.from < seq && (s.until == 0 || seq <= s.until) {
			return s, true
		}
	}
	return nil, false
}

// aheadAt counts who surely stood before a party after the row with that seq.
func (h *History) aheadAt(p *party, seq int64) (n int64) {
	at, ok := p.stood(seq + 1)
	if !ok {
		return 0
	}
	for _, other := range h.parties {
		if other == p || other.seats != p.seats {
			continue
		}
		theirs, waits := other.stood(seq + 1)
		if waits && theirs.Tier == at.Tier && theirs.Before(&at.Placement) && (theirs.Class == at.Class || theirs.Rank != at.Rank) {
			n++
		}
	}
	return n
}

// Errors of finding somebody's own entry.
var (
	// ErrNotThere: the log has another entry at that place.
	ErrNotThere = errors.New("turns: the log has no such entry")
	// ErrNoWaitlist: it is about something that did not come from the waitlist.
	ErrNoWaitlist = errors.New("turns: this did not come from the waitlist")
)

// Own returns the pseudonym of the entry that a proof is about, or that led to the hold
// that it is about. text is what the proof says that the log has.
func (h *History) Own(text string) (string, error) {
	e, err := readEntry(text)
	if err != nil {
		return "", err
	}
	if e.seq < 1 || e.seq > int64(len(h.leaves)) || h.leaves[e.seq-1] != tlog.RecordHash([]byte(text)) {
		return "", ErrNotThere
	}
	code := e.subject
	if e.kind == kindHold {
		code = h.holds[e.subject]
	}
	if h.parties[code] == nil {
		return "", ErrNoWaitlist
	}
	return code, nil
}
