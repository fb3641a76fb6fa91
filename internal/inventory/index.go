package inventory

import "slices"

// index is what is derived from a State once per batch, so that no command has
// to walk its maps.
type index struct {
	event   *Event
	pools   map[string]*poolIndex
	tiers   map[string]*tierIndex
	queues  []*queue
	waiting int64 // entries in state waiting, over all lanes
	gathers []gather

	exchanges exchanges
}

// poolIndex is a pool, who draws on it, and the scratch space of a scan.
type poolIndex struct {
	*Pool
	tiers   []*tierIndex
	touched bool
	// Of the scan under way: units spoken for by earlier parties, how many of
	// these parties a taker of one unit would pass, and whether nobody may.
	reserved int64
	passing  int
	closed   bool
}

// tierIndex is a tier with its pools and lanes.
type tierIndex struct {
	*Tier
	pools   []*poolIndex
	queues  []*queue // at most one per class
	waiting int64
	spare   int64 // exchanges that the waitlist of the tier could have
	// seats: it is sold by seats. Anyone who waits for it stands in State.SeatLine, and
	// what is reserved for them are seats, not units.
	seats bool
}

// queue is a lane with the part of it that was loaded.
type queue struct {
	*Lane
	tier    *tierIndex
	window  []*Entry // the loaded head of the lane, in order, ended entries included
	first   int      // index of the first that may still be waiting
	loaded  int64    // entries of the window that still wait
	touched bool
	cursor  int // of the scan under way
}

// whole reports whether every waiting entry of the lane is in the window.
func (q *queue) whole() bool { return q.loaded == q.Waiting }

// holds reports whether a waiting entry of the lane stands within the window.
func (q *queue) holds(e *Entry) bool {
	return len(q.window) > 0 && !q.window[len(q.window)-1].Before(e)
}

// drop takes an entry that waits elsewhere from now on out of the window.
func (q *queue) drop(e *Entry) {
	i := slices.Index(q.window, e)
	if i < 0 {
		return
	}
	q.window = slices.Delete(q.window, i, i+1)
	if i < q.first {
		q.first--
	}
}

func (x *index) build(st *State, w *Work) {
	x.pools = make(map[string]*poolIndex, len(st.Pools))
	x.tiers = make(map[string]*tierIndex, len(st.Tiers))
	x.queues = nil
	x.waiting = 0
	x.event = &st.Event
	for id, p := range st.Pools {
		x.pools[id] = &poolIndex{Pool: p}
	}
	for id, t := range st.Tiers {
		ti := &tierIndex{Tier: t, pools: make([]*poolIndex, 0, len(t.Pools))}
		for _, id := range t.Pools {
			p := x.pools[id]
			p.tiers = append(p.tiers, ti)
			ti.pools = append(ti.pools, p)
		}
		x.tiers[id] = ti
	}
	if st.Seats != nil {
		for _, id := range st.Seats.Tiers {
			x.tiers[id].seats = true
		}
	}
	x.buildExchanges(st)
	for k, l := range st.Lanes {
		q := x.addQueue(l, x.tiers[k.Tier])
		for _, e := range w.Lookahead[k] {
			q.add(w.own(e))
		}
		q.tier.waiting += l.Waiting
		x.waiting += l.Waiting
	}
}

func (x *index) addQueue(l *Lane, t *tierIndex) *queue {
	q := &queue{Lane: l, tier: t}
	t.queues = append(t.queues, q)
	x.queues = append(x.queues, q)
	return q
}

func (q *queue) add(e *Entry) {
	q.window = append(q.window, e)
	if e.State == EntryWaiting {
		q.loaded++
	}
}

// own returns the one copy of an entry that the batch changes: commands may
// name an entry that was also loaded as the head of a lane.
func (w *Work) own(e *Entry) *Entry {
	if known := w.Entries[e.ID]; known != nil {
		return known
	}
	w.Entries[e.ID] = e
	return e
}

// queueOf returns the lane of a tier and class, making it when it is new.
func (d *decider) queueOf(t *tierIndex, class int) *queue {
	for _, q := range t.queues {
		if q.Class == class {
			return q
		}
	}
	l := &Lane{Tier: t.ID, Class: class}
	d.st.Lanes[LaneKey{t.ID, class}] = l
	return d.addQueue(l, t)
}

// available is the number of units that a taker of the tier could have.
func (t *tierIndex) available() int64 {
	n := int64(MaxCapacity)
	for _, p := range t.pools {
		n = min(n, p.Available())
	}
	return n
}

// capacity is the size of the largest party that the tier could ever hold.
func (t *tierIndex) capacity() int64 {
	n := int64(MaxCapacity)
	for _, p := range t.pools {
		n = min(n, p.Capacity)
	}
	return n
}

// payable is how many units of a tier an order may have at today's price, so that its
// total stays within MaxTotal.
func (x *index) payable(t *tierIndex) int64 {
	gross := Charged(t.Price, 0, x.event.Settings.Orders.Currency).Gross
	if gross == 0 {
		return MaxCapacity
	}
	return x.mostUnits(gross)
}

// closed reports whether the units of a tier are reserved for the waitlist: somebody waits
// in a tier that shares a pool with it, and that tier has units to give.
func (x *index) closed(t *tierIndex) bool {
	if x.waiting == 0 {
		return false
	}
	for _, p := range t.pools {
		for _, other := range p.tiers {
			if other.waiting > 0 && !other.seats && other.available() > 0 {
				return true
			}
		}
	}
	return false
}
