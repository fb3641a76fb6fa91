package turns

import (
	"fmt"
	"slices"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Kinds of what entries of the log are about, as package tlog calls them.
const (
	kindEntry    = "entry"
	kindHold     = "hold"
	kindBlock    = "block"
	kindPool     = "pool"
	kindExchange = "exchange"
)

// Tier is what is sold, and the pools that one unit of it takes from.
type Tier struct {
	ID    string
	Pools []string
}

// History is what a log tells about its waitlist.
type History struct {
	event   string
	pools   map[string][]string // by tier
	parties map[string]*party   // by pseudonym
	holds   map[string]string   // of people from the waitlist: to the pseudonym of the entry
	turns   []Turn
	leaves  []tlog.Hash // of all entries of the log

	lanes   map[inventory.LaneKey]*lane
	placed  int64    // how many were put on the waitlist
	passing []*party // by the rows just read, before the row of the entry that passes them
	passer  string   // for whom they were passed
	cause   inventory.Reason
	// exchanges are how many tickets their holders would give to the waitlist.
	exchanges int
}

// party is an entry of the waitlist.
type party struct {
	code    string // its pseudonym
	units   int64
	seats   bool // it wishes for seats
	state   inventory.EntryState
	last    int64 // seq of its newest row
	passes  int64
	stays   []stay // where it has stood, oldest first
	steps   []Step // its own rows
	waiting *inventory.Entry
}

// stay is where a party stood, from one row to another.
type stay struct {
	from, until int64 // seq; until is 0 while it stands there
	inventory.Placement
}

// lane is who stands in one priority class of a tier.
type lane struct {
	waiting []*inventory.Entry // in order; those at the head wait
}

func newHistory(event string, tiers []Tier) *History {
	h := &History{
		event: event, pools: map[string][]string{}, parties: map[string]*party{}, holds: map[string]string{}, lanes: map[inventory.LaneKey]*lane{},
	}
	for _, t := range tiers {
		h.pools[t.ID] = t.Pools
	}
	return h
}

// poolsOf returns the pools of a tier.
func (h *History) poolsOf(tier string) []string {
	if pools := h.pools[tier]; len(pools) > 0 {
		return pools
	}
	return []string{"pools of " + tier}
}

// take folds the next entry of the log.
func (h *History) take(e *entry) error {
	if e.event != h.event {
		return fmt.Errorf("%w: it is of another event", ErrBroken)
	}
	if e.kind == kindEntry {
		return h.entryRow(e)
	}
	if len(h.passing) > 0 {
		return fmt.Errorf("%w: somebody was passed, and nobody came next", ErrBroken)
	}
	if e.kind == kindHold && e.relatedKind == kindEntry && (e.reason == inventory.ReasonOffered || e.reason == inventory.ReasonPromoted) {
		h.holds[e.subject] = e.related
	}
	if e.kind == kindExchange {
		h.exchanges += ended(e.from) - ended(e.to)
	}
	if frees(e) {
		h.cause = e.reason
	}
	return nil
}

// ended returns 1 for a state in which nothing can come of an exchange, else 0.
func ended(state string) int {
	switch inventory.ExchangeState(state) {
	case inventory.ExchangeOpen, inventory.ExchangeMatched:
		return 0
	}
	return 1
}

// frees reports whether a row gives back units, or makes more: what is given to the
// waitlist next may come from it.
func frees(e *entry) bool {
	switch e.kind {
	case kindHold, kindBlock:
		return slices.Contains(givingBack, e.reason)
	case kindPool:
		return e.reason == inventory.ReasonCapacityRaised
	case kindExchange:
		return e.reason == inventory.ReasonExchangeOpened
	}
	return false
}

// givingBack are the reasons of holds and blocks after which there is more for others.
var givingBack = []inventory.Reason{
	inventory.ReasonCancelledByPerson, inventory.ReasonCancelledByStaff, inventory.ReasonGuestCancelled, inventory.ReasonDeclined, inventory.ReasonOfferExpired,
	inventory.ReasonLeft, inventory.ReasonRemovedByStaff, inventory.ReasonOrderExpired, inventory.ReasonOrderCancelled, inventory.ReasonOrderRefunded,
	inventory.ReasonItemsCancelled, inventory.ReasonItemsRefunded, inventory.ReasonUnblocked, inventory.ReasonSeatsUnblocked, inventory.ReasonUnitsReleased,
	inventory.ReasonReleaseWithdrawn, inventory.ReasonReseated,
}

func (h *History) entryRow(e *entry) error {
	p := h.parties[e.subject]
	from, to := inventory.EntryState(e.from), inventory.EntryState(e.to)
	switch {
	case !inventory.LegalEntry(from, to, e.reason) && !e.places():
		return fmt.Errorf("%w: this is not a legal transition", ErrBroken)
	case len(h.passing) > 0 && e.reason != inventory.ReasonPassedPartySize && e.subject != h.passer:
		return fmt.Errorf("%w: others were passed by somebody else", ErrBroken)
	case from == inventory.EntryApplied && to == inventory.EntryWaiting && e.reason != inventory.ReasonApproved:
		return fmt.Errorf("%w: its application was not approved", ErrBroken)
	case p == nil && (from != inventory.EntryNone || !e.places() && to != inventory.EntryApplied):
		return fmt.Errorf("%w: it never joined the waitlist", ErrBroken)
	case p == nil:
		p = &party{code: e.subject, units: e.units, seats: e.seats}
		h.parties[e.subject] = p
	case from != p.state || e.previous != p.last || e.units != p.units:
		return fmt.Errorf("%w: it was %q by row %d, with %d units", ErrBroken, p.state, p.last, p.units)
	}
	if err := h.step(p, e, from, to); err != nil {
		return err
	}
	p.state, p.last = to, e.seq
	p.steps = append(p.steps, Step{Kind: Own, Seq: e.seq, Minute: e.minute, Reason: e.reason, Units: e.units, Party: e.related})
	return nil
}

// step moves a party on by its row.
func (h *History) step(p *party, e *entry, from, to inventory.EntryState) error {
	switch {
	case e.reason == inventory.ReasonPassedPartySize:
		if len(h.passing) > 0 && h.passer != e.related {
			return fmt.Errorf("%w: the row before passes for somebody else", ErrBroken)
		}
		h.passing, h.passer = append(h.passing, p), e.related
	case e.places():
		if from == inventory.EntryWaiting {
			h.leave(p, e.seq)
		}
		if from == inventory.EntryApplied {
			p.seats = e.seats // what an application wishes for is told once it is approved
		}
		return h.place(p, e)
	case from == inventory.EntryWaiting:
		if e.reason == inventory.ReasonOffered || e.reason == inventory.ReasonPromoted {
			h.turns = append(h.turns, h.judge(p, e))
		}
		for _, passed := range h.passing {
			passed.passes++
			if passed.waiting != nil {
				passed.waiting.Passes = passed.passes
			}
		}
		h.passing, h.passer = nil, ""
		h.leave(p, e.seq)
	}
	return nil
}

// place puts a party at the end of the lane that the row names.
func (h *History) place(p *party, e *entry) error {
	minute, err := time.Parse("2006-01-02T15:04Z", e.rank)
	if err != nil {
		return fmt.Errorf("%w: its rank is %q", ErrForm, e.rank)
	}
	h.placed++
	at := inventory.Placement{Tier: e.tier, Class: int(e.class), JoinNo: h.placed, Rank: minute.Unix() / 60, PlacedSeq: e.seq}
	p.stays = append(p.stays, stay{from: e.seq, Placement: at})
	p.waiting = &inventory.Entry{ID: p.code, State: inventory.EntryWaiting, Units: p.units, Placement: at, Passes: p.passes}
	if p.seats {
		return nil // who wishes for seats is given them by another rule
	}
	l := h.lanes[at.Lane()]
	if l == nil {
		l = &lane{}
		h.lanes[at.Lane()] = l
	}
	if n := len(l.waiting); n > 0 && l.waiting[n-1].Rank > at.Rank {
		return fmt.Errorf("%w: its rank lies before that of the last one in its class", ErrBroken)
	}
	l.waiting = append(l.waiting, p.waiting)
	return nil
}

// leave takes a party off the waitlist.
func (h *History) leave(p *party, seq int64) {
	p.stays[len(p.stays)-1].until = seq
	w := p.waiting
	w.State, p.waiting = inventory.EntryNone, nil
	l := h.lanes[w.Lane()]
	if l == nil {
		return
	}
	i := 0
	for i < len(l.waiting) && l.waiting[i].State != inventory.EntryWaiting {
		i++
	}
	l.waiting = l.waiting[i:]
}

// ahead returns who of a tier waits before a party, in order. Those who wish for seats
// and those who do not are two waitlists.
func (h *History) ahead(of *inventory.Entry) []*inventory.Entry {
	var list []*inventory.Entry
	for key, l := range h.lanes {
		if key.Tier != of.Tier {
			continue
		}
		for _, w := range l.waiting {
			if w != of && !w.Before(of) {
				break
			}
			if w != of && w.State == inventory.EntryWaiting {
				list = append(list, w)
			}
		}
	}
	slices.SortFunc(list, func(a, b *inventory.Entry) int {
		if a.Before(b) {
			return -1
		}
		return 1
	})
	return list
}
