package inventory

import (
	"encoding/json"
	"slices"
	"sort"

	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
)

// Bounds of what one entry can wait for.
const (
	MaxWishSeats    = 100
	MaxWishSections = 50
)

// SeatWish is what an entry waits for in a hall with seats: so many units of any
// of these. Seats that are named need not be side by side; others are.
type SeatWish struct {
	Seats    []string `json:"seats,omitempty"`    // ids; the first is the dearest
	Sections []string `json:"sections,omitempty"` // names, in order of preference
	Tiers    []string `json:"tiers,omitempty"`    // ids, in order of preference
}

// Text is the wish as it is stored.
func (w *SeatWish) Text() string {
	text, err := json.Marshal(w)
	if err != nil {
		panic("inventory: strings that cannot be written: " + err.Error())
	}
	return string(text)
}

// ReadSeatWish reads what Text wrote.
func ReadSeatWish(text string) (*SeatWish, error) {
	w := new(SeatWish)
	return w, json.Unmarshal([]byte(text), w)
}

// SeatWait is an entry of the waitlist for seats, as much of it as a scan needs.
type SeatWait struct {
	EntryID string
	Placement
	Units  int64
	Passes int64
	Wish   seatmap.Wish
}

// AddSeatWait puts a waiting entry with a wish into the waitlist for seats. It is for
// the loader and for Decide. The error says that the wish is not one of this plan.
func (s *State) AddSeatWait(e *Entry) error {
	w, err := WishOf(s.Seats, e)
	if err != nil {
		return err
	}
	i := s.seatPlace(e)
	s.SeatWaitlist = append(s.SeatWaitlist, nil)
	copy(s.SeatWaitlist[i+1:], s.SeatWaitlist[i:])
	s.SeatWaitlist[i] = &SeatWait{EntryID: e.ID, Placement: e.Placement, Units: e.Units, Passes: e.Passes, Wish: w}
	s.Seats.Wait(&w, 1)
	return nil
}

// WishOf is what an entry waits for, on this map. The error says that the wish is
// not one of its plan.
func WishOf(m *seatmap.Map, e *Entry) (seatmap.Wish, error) {
	wish, err := ReadSeatWish(e.Wish)
	if err != nil {
		return seatmap.Wish{}, err
	}
	w, _, field := resolveWish(m, wish)
	if field != "" {
		return w, errWish{e.ID, field}
	}
	return w, nil
}

// seatPlace is where an entry stands, or would stand, on the waitlist for seats.
func (s *State) seatPlace(e *Entry) int {
	return sort.Search(len(s.SeatWaitlist), func(i int) bool { return !s.SeatWaitlist[i].Before(&e.Placement) })
}

// dropSeatWait takes an entry that stops waiting out of the waitlist for seats.
func (s *State) dropSeatWait(e *Entry) {
	i := s.seatPlace(e)
	s.Seats.Wait(&s.SeatWaitlist[i].Wish, -1)
	s.SeatWaitlist = append(s.SeatWaitlist[:i], s.SeatWaitlist[i+1:]...)
	if len(s.SeatWaitlist) == 0 {
		s.SeatWaitlist = nil
	}
}

type errWish struct{ entry, field string }

func (e errWish) Error() string {
	return "inventory: entry " + e.entry + " waits for what the plan has not: " + e.field
}

// resolveWish finds what a wish names, and the tier of the first thing named.
// field says what is not there, or is there too often; empty for a good wish.
func resolveWish(m *seatmap.Map, in *SeatWish) (w seatmap.Wish, tier, field string) {
	if m == nil || len(in.Seats)+len(in.Sections)+len(in.Tiers) == 0 || len(in.Seats) > MaxWishSeats {
		return w, "", "seat_ids"
	}
	if len(in.Sections) > MaxWishSections {
		return w, "", "sections"
	}
	add := func(list *[]int32, at int32, what string, i int) bool {
		for _, have := range *list {
			if have == at {
				at = -1
			}
		}
		if at < 0 {
			field = what + "[" + text(int64(i)) + "]"
			return false
		}
		*list = append(*list, at)
		return true
	}
	for i, id := range in.Seats {
		seat, ok := m.Index(id)
		if !ok {
			seat = -1
		}
		if !add(&w.Seats, seat, "seat_ids", i) {
			return w, "", field
		}
	}
	for i, name := range in.Sections {
		if !add(&w.Sections, int32(m.SectionIndex(name)), "sections", i) {
			return w, "", field
		}
	}
	for i, id := range in.Tiers {
		if !add(&w.Tiers, int32(m.TierIndex(id)), "tier_ids", i) {
			return w, "", field
		}
	}
	return w, firstTier(m, &w), ""
}

// firstTier is the tier that an entry with this wish is listed under.
func firstTier(m *seatmap.Map, w *seatmap.Wish) string {
	switch {
	case len(w.Seats) > 0:
		return m.Tiers[m.Seats[w.Seats[0]].Tier]
	case len(w.Tiers) > 0:
		return m.Tiers[w.Tiers[0]]
	}
	for i := range m.Seats {
		if m.Seats[i].Section == w.Sections[0] {
			return m.Tiers[m.Seats[i].Tier]
		}
	}
	return "" // a section without a seat: no plan has one
}

// seatGather is a party that was met in the scan, could have some of the seats
// that it waits for, and not enough of them.
type seatGather struct {
	*SeatWait
	firm bool // nobody may pass it
}

// SeatsFor is what a scan of the waitlist for seats comes to: who is given which
// seats, past whom.
type SeatsFor struct {
	*SeatWait
	Seats  []int32
	Passed []*SeatWait
}

// seatScan walks the waitlist for seats in order and asks give for each entry that
// can have its seats; give returns false to end the scan. What is free is given
// first, and only then what somebody else has and would give (see Exchange).
//
// Anyone who cannot have all seats keeps a claim on those there are, and later ones may
// take them only as far as the policy lets them pass. Giving seats away makes
// nobody before able to have more, so one walk is enough.
func seatScan(st *State, has func(seats []int32) bool, give func(SeatsFor) bool) {
	free, standing := st.Seats.Idle(), st.standing()
	there := slices.Concat(free, standing) // what anybody could be given
	slices.Sort(there)
	strict := st.Event.Settings.Waitlist.PartyPolicy == Strict
	var gathers []seatGather
	// The waitlist changes under the walk when somebody is given seats.
	line := append([]*SeatWait(nil), st.SeatWaitlist...)
	for _, w := range line {
		if len(there) == 0 {
			return
		}
		seats := st.Seats.Match(&w.Wish, int(w.Units), free, has)
		if seats == nil && len(standing) > 0 {
			seats = st.Seats.Match(&w.Wish, int(w.Units), there, has)
		}
		passed, ok := passes(st.Seats, gathers, seats)
		covered := func(s int32) bool { return st.Seats.Covers(&w.Wish, s) }
		if seats == nil || !ok {
			if !slices.ContainsFunc(there, covered) {
				continue // nothing is here for it
			}
			g := seatGather{SeatWait: w, firm: strict || w.Passes >= MaxPasses}
			if g.firm || !ok {
				free, there = without(free, covered), without(there, covered)
			}
			gathers = append(gathers, g)
			continue
		}
		if !give(SeatsFor{w, seats, passed}) {
			return
		}
		given := func(s int32) bool { return slices.Contains(seats, s) }
		free, there = without(free, given), without(there, given)
		for i := range gathers {
			if g := &gathers[i]; !g.firm && g.Passes >= MaxPasses {
				g.firm = true
				theirs := func(s int32) bool { return st.Seats.Covers(&g.Wish, s) }
				free, there = without(free, theirs), without(there, theirs)
			}
		}
	}
}

// passes says whom a party passes that takes these seats; not ok when they are
// more than one party may pass at once.
func passes(m *seatmap.Map, gathers []seatGather, seats []int32) (passed []*SeatWait, ok bool) {
	for i := range gathers {
		for _, s := range seats {
			if m.Covers(&gathers[i].Wish, s) {
				if len(passed) == PassReach {
					return nil, false
				}
				passed = append(passed, gathers[i].SeatWait)
				break
			}
		}
	}
	return passed, true
}

func without(list []int32, drop func(int32) bool) []int32 {
	kept := list[:0]
	for _, s := range list {
		if !drop(s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// promoteSeats gives the waitlist for seats what can be given.
func (d *decider) promoteSeats() {
	if len(d.st.SeatWaitlist) == 0 || d.seatsBlocked {
		return
	}
	seatScan(d.st, func(seats []int32) bool { return d.hasRoom(d.st.Seats, seats) }, func(f SeatsFor) bool {
		if d.w.Entries[f.EntryID] == nil || !d.loaded(f.Passed) {
			// As with the head of a lane that was not loaded far enough.
			d.workLeft = d.workLeft || d.progress > 0 || !d.wasDue
			return false
		}
		if d.progress >= MaxPromotions {
			d.workLeft, d.seatsBlocked = true, true
			return false
		}
		if d.st.Event.waveUsedUp(d.now) {
			d.waveBlocked = true
			return false
		}
		d.giveSeats(f)
		d.progress++
		return true
	})
}

// hasRoom reports whether the pools have units for the seats, which they lack only
// when an organizer has lowered them below the plan. A seat that somebody has
// needs none more. Seats whose total is more than an order may have fit nobody.
func (x *index) hasRoom(m *seatmap.Map, seats []int32) bool {
	var list []need
	var total int64
	for _, s := range seats {
		tier := x.tiers[m.Tiers[m.Seats[s].Tier]]
		if total += Charged(tier.Price, 0, x.event.Settings.Orders.Currency).Gross; total > MaxTotal {
			return false
		}
		if m.State(s) == seatmap.Free {
			list = tier.needs(list, 1)
		}
	}
	return room(list)
}

func (d *decider) loaded(waits []*SeatWait) bool {
	for _, w := range waits {
		if d.w.Entries[w.EntryID] == nil {
			return false
		}
	}
	return true
}

// giveSeats promotes an entry: an offer, or the seats at once when the event
// gives them so and they cost nothing.
func (d *decider) giveSeats(f SeatsFor) {
	e := d.w.Entries[f.EntryID]
	for _, p := range f.Passed {
		entry := d.w.Entries[p.EntryID]
		d.moveEntry(entry, EntryWaiting, systemActor, ReasonPassedPartySize, e.ID)
		entry.Passes++
		p.Passes++
	}
	hold := func(id string) *Hold { return d.seatOrder(e, f.Seats, id) }
	if d.st.Event.Settings.Waitlist.Promotion == PromoteConfirm && d.seatsFree(f.Seats) {
		d.confirmEntryWith(e, nil, hold)
		return
	}
	if d.st.Event.Settings.Waitlist.Promotion == PromoteOffer {
		d.countWave()
	}
	d.openOfferWith(e, nil, hold)
}

// seatsFree reports whether the seats cost nothing.
func (d *decider) seatsFree(seats []int32) bool {
	for _, s := range seats {
		if d.tiers[d.tierOf(s)].Paid() {
			return false
		}
	}
	return true
}

// seatOrder makes the hold of a promoted entry with its seats, at the prices of
// this moment.
func (d *decider) seatOrder(e *Entry, seats []int32, id string) *Hold {
	o := &Order{Currency: d.st.Event.Settings.Orders.Currency}
	for _, s := range seats {
		tier := d.tierOf(s)
		charge := Charged(d.tiers[tier].Price, 0, o.Currency)
		o.Items = append(o.Items, Item{No: len(o.Items) + 1, Tier: tier, Seat: d.st.Seats.ID(s), Charge: charge})
		o.Total += charge.Gross
	}
	d.addFees(o, false, false)
	d.touchPerson(d.person(e.PersonID), false)
	h := &Hold{ID: id, Kind: KindOrder, PersonID: e.PersonID, Units: e.Units, EntryID: e.ID, Name: e.Name, Guests: e.Guests, Order: o}
	return h
}

// SeatLookaheadWanted names the entries of the waitlist for seats that the batch might
// promote or let pass: those who wait for a seat that is free now or may become
// so, or that is in exchange. It is called when everything else is loaded, as
// LookaheadWanted is.
func SeatLookaheadWanted(st *State, w *Work, b Batch) []string {
	if st.Event.Status == Cancelled || len(st.SeatWaitlist) == 0 {
		return nil
	}
	f := forecastOf(st, w, b)
	if !f.scan || (f.now >= st.Event.RegistrationEnds() && !f.reset) {
		return nil
	}
	seats := append(st.Seats.Idle(), f.seats...)
	for _, x := range st.Exchanges {
		if seat, ok := st.Seats.Index(x.Seat); ok {
			seats = append(seats, seat)
		}
	}
	var ids []string
	for _, wait := range st.SeatWaitlist {
		if len(ids) == MaxPromotions+PassReach {
			break
		}
		for _, s := range seats {
			if st.Seats.Covers(&wait.Wish, s) {
				ids = append(ids, wait.EntryID)
				break
			}
		}
	}
	return ids
}

// NextSeats returns whom Decide would give seats next, as NextPromotion does for
// the rest of the waitlist; ok is false when there is nobody. Nothing is changed.
func NextSeats(st *State) (next SeatsFor, ok bool) {
	if len(st.SeatWaitlist) == 0 {
		return next, false
	}
	var x index
	x.build(st, NewWork())
	seatScan(st, func(seats []int32) bool { return x.hasRoom(st.Seats, seats) }, func(f SeatsFor) bool {
		next, ok = f, true
		return false
	})
	return next, ok
}
