package inventory

// gather is a party that was met in the scan, could not be given its units, and
// keeps a claim on them: in each pool of its tier, through is how many units it
// and the parties before it need.
type gather struct {
	entry   *Entry
	tier    *tierIndex
	firm    bool // nobody may pass it
	through []int64
}

// verdict is what a scan of the waitlist comes to.
type verdict int

const (
	nothing    verdict = iota // nobody can be given anything
	unknown                   // the loaded part of the waitlist is too short to tell
	giveUnits                 // the entry gets its units
	closeEntry                // the entry's party can never fit
)

// promote gives the waitlist what can be given. It does nothing unless something
// happened after which more can be given than before.
func (d *decider) promote() {
	if !d.waitlistDirty {
		return
	}
	e := &d.st.Event
	if d.waiting == 0 || e.Status != Published || d.now >= e.RegistrationEnds() {
		d.waitlistDirty = false
		return
	}
	d.promoteSeats()
	for {
		entry, tier, passed, v := d.scan()
		switch v {
		case nothing:
			d.waitlistDirty = false
			return
		case unknown:
			// The next batch loads more. When this one was already called to do
			// so and got nowhere, another would not get further.
			d.workLeft = d.workLeft || d.progress > 0 || !d.wasDue
			d.waitlistDirty = false
			return
		}
		if d.progress >= MaxPromotions {
			d.workLeft = true
			return // still dirty, but no later command of this batch may promote either
		}
		if v == closeEntry {
			d.endWaiting(entry, EntryClosed, systemActor, ReasonPartyTooLarge)
			d.progress++
			continue
		}
		if e.waveUsedUp(d.now) {
			d.waveBlocked = true
			d.waitlistDirty = false
			return
		}
		d.give(entry, tier, passed)
		d.progress++
	}
}

// give promotes an entry past the parties it passes.
func (d *decider) give(e *Entry, t *tierIndex, passed []*Entry) {
	for _, p := range passed {
		d.moveEntry(p, EntryWaiting, systemActor, ReasonPassedPartySize, e.ID)
		p.Passes++
	}
	if d.st.Event.Settings.Waitlist.Promotion == PromoteOffer {
		d.countWave()
	} else if !t.Paid() {
		d.confirmEntry(e, t)
		return
	}
	d.openOffer(e, t) // what costs something cannot be given before it is paid
}

func (d *decider) countWave() {
	e := &d.st.Event
	if e.Settings.Waitlist.WaveSize == 0 {
		return
	}
	if e.WaveStartedAt == 0 || d.now >= e.WaveStartedAt+Instant(e.Settings.Waitlist.WaveInterval) {
		e.WaveStartedAt, e.WaveUsed = d.now, 0
	}
	e.WaveUsed++
}

// scanWith walks the waitlist in order, all lanes merged, to the first entry that can be
// given its units now.
//
// An entry whose tier has a pool with nothing to give is left out: it neither
// stands in anybody's way nor is passed. An entry that could have something but
// not enough keeps a claim on what it needs (see gather), and a later one may
// only take what is not spoken for, or pass, as far as the policy allows. Once
// nothing of a pool can be taken by anybody later, whoever draws on it is left
// out too, so a scan looks at no more than a few dozen parties.
func (x *index) scanWith(policy PartyPolicy, closeTooLarge bool) (*Entry, *tierIndex, []*Entry, verdict) {
	x.beginScan()
	for {
		q, incomplete := x.nextQueue()
		if incomplete {
			return nil, nil, nil, unknown
		}
		if q == nil {
			return nil, nil, nil, nothing
		}
		e := q.window[q.cursor]
		q.cursor++
		if e.Units > min(q.tier.capacity(), x.payable(q.tier)) {
			if closeTooLarge {
				return e, q.tier, nil, closeEntry
			}
			continue
		}
		if passed, ok := x.fits(e, q.tier); ok {
			return e, q.tier, passed, giveUnits
		}
		x.gather(e, q.tier, policy == Strict || e.Passes >= MaxPasses)
	}
}

func (d *decider) scan() (*Entry, *tierIndex, []*Entry, verdict) {
	return d.scanWith(d.st.Event.Settings.Waitlist.PartyPolicy, true)
}

func (x *index) beginScan() {
	x.gathers = x.gathers[:0]
	for _, q := range x.queues {
		for q.first < len(q.window) && q.window[q.first].State != EntryWaiting {
			q.first++
		}
		q.cursor = q.first
		for _, p := range q.tier.pools {
			p.reserved, p.passing, p.closed = 0, 0, false
		}
	}
}

// nextQueue returns the lane whose next entry is first on the waitlist, nil at the
// end of the waitlist. incomplete says that a lane which still matters is not loaded
// far enough to tell.
func (x *index) nextQueue() (first *queue, incomplete bool) {
	for _, q := range x.queues {
		if q.Waiting == 0 || q.tier.seats || q.tier.supply() == 0 || q.tier.shut() {
			continue
		}
		for q.cursor < len(q.window) && q.window[q.cursor].State != EntryWaiting {
			q.cursor++
		}
		switch {
		case q.cursor == len(q.window):
			if !q.whole() {
				return nil, true
			}
		case first == nil || q.window[q.cursor].Before(first.window[first.cursor]):
			first = q
		}
	}
	return first, false
}

// shut reports whether nobody later on the waitlist of this tier can be given anything.
func (t *tierIndex) shut() bool {
	for _, p := range t.pools {
		if p.closed {
			return true
		}
	}
	return false
}

// fits reports whether an entry can be given its units, and whom it passes then.
func (x *index) fits(e *Entry, t *tierIndex) (passed []*Entry, ok bool) {
	if t.supply() < e.Units {
		return nil, false
	}
	for i := range x.gathers {
		g := &x.gathers[i]
		if !g.hurtBy(e, t) {
			continue
		}
		if g.firm || len(passed) == PassReach {
			return nil, false
		}
		passed = append(passed, g.entry)
	}
	return passed, true
}

// hurtBy reports whether giving e its units would leave, in a pool that both draw
// on, fewer than g and those before g need, together with the exchanges that g
// could have.
func (g *gather) hurtBy(e *Entry, t *tierIndex) bool {
	for i, p := range g.tier.pools {
		if p.Available()+g.tier.spare-g.through[i] >= e.Units {
			continue
		}
		for _, own := range t.pools {
			if own == p {
				return true
			}
		}
	}
	return false
}

// gather notes that a party waits for more units than it can have now.
func (x *index) gather(e *Entry, t *tierIndex, firm bool) {
	g := gather{entry: e, tier: t, firm: firm, through: make([]int64, len(t.pools))}
	for i, p := range t.pools {
		p.reserved += e.Units
		g.through[i] = p.reserved
		if p.Available()+t.spare > p.reserved {
			continue
		}
		p.passing++
		if firm || p.passing > PassReach {
			p.closed = true
		}
	}
	x.gathers = append(x.gathers, g)
}

// NextPromotion returns the entry that Decide would promote next, by the order
// of the waitlist and the sizes of the parties alone, or nil when none could be
// given its units. waiting are all waiting entries of each lane, in order. Whether
// the event gives units at all at that moment is Event.Open. Nothing is changed.
func NextPromotion(st *State, waiting map[LaneKey][]*Entry) *Entry {
	var x index
	x.build(st, NewWork())
	for _, q := range x.queues {
		q.window = waiting[LaneKey{q.Lane.Tier, q.Class}]
		q.Lane = &Lane{Tier: q.Lane.Tier, Class: q.Class, Waiting: int64(len(q.window))}
		q.loaded = q.Waiting
	}
	e, _, _, v := x.scanWith(st.Event.Settings.Waitlist.PartyPolicy, false)
	if v != giveUnits {
		return nil
	}
	return e
}
