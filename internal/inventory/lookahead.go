package inventory

// LookaheadWanted says how many entries from the head of each lane must be loaded,
// with their persons, so that the batch can promote: none while nothing can come
// free, and never more than MaxPromotions + PassReach. It is called when
// everything else is loaded.
func LookaheadWanted(st *State, w *Work, b Batch) map[LaneKey]int {
	if st.Event.Status == Cancelled || st.Waiting() == 0 {
		return nil
	}
	f := forecastOf(st, w, b)
	if !f.scan || (f.now >= st.Event.RegistrationEnds() && !f.reset) {
		return nil
	}
	var wanted map[LaneKey]int
	for k, l := range st.Lanes {
		if st.Seats != nil && st.Seats.TierIndex(k.Tier) >= 0 {
			continue // see SeatLookaheadWanted
		}
		if n := f.depth(st.Tiers[k.Tier], l); n > 0 {
			if wanted == nil {
				wanted = make(map[LaneKey]int)
			}
			wanted[k] = n
		}
	}
	return wanted
}

func forecastOf(st *State, w *Work, b Batch) *forecast {
	f := &forecast{st: st, w: w, now: clock(st, b)}
	f.scan = isDue(st, f.now)
	for _, id := range w.Due {
		f.release(w.Holds[id])
	}
	for _, c := range b.Commands {
		c.forecast(f)
	}
	return f
}

// forecast is what a batch might set free, at most. Erring on the low side costs
// a batch, not an entry: Decide sees that the waitlist is not loaded far enough, and
// the rest is due at once.
type forecast struct {
	st    *State
	w     *Work
	now   Instant
	scan  bool // the waitlist may have to be scanned
	reset bool // the rules themselves may change
	gone  int  // entries that may end by command
	freed map[string]int64
	seats []int32 // that may come free
	lists int64   // units that holders may offer to the waitlist
}

// joins: a new entry can be given units at once only where some are free.
func (f *forecast) joins(tier string) {
	t := f.st.Tiers[tier]
	if t == nil || f.scan {
		return
	}
	for _, id := range t.Pools {
		if f.st.Pools[id].Available() == 0 && f.st.spare(t) == 0 {
			return
		}
	}
	f.scan = true
}

// joinsForSeats: whoever joins for named seats may be given them at once, and so may
// whoever waits for one of them before.
func (f *forecast) joinsForSeats(wish *SeatWish) {
	f.scan = true
	if f.st.Seats == nil {
		return
	}
	if w, _, field := resolveWish(f.st.Seats, wish); field == "" {
		f.seats = append(f.seats, w.Seats...)
	}
}

// joinsAgain: an application is put on the waitlist as one that joins.
func (f *forecast) joinsAgain(e *Entry) {
	wish, err := ReadSeatWish(e.Wish)
	if e.Wish == "" || err != nil { // a wish that cannot be read is refused by the decision
		f.joins(e.Tier)
		return
	}
	f.joinsForSeats(wish)
}

// late: what comes after the window finds the offer expired.
func (f *forecast) late(id string) {
	if o := f.w.Offers[id]; o != nil && o.ExpiresAt <= f.now {
		f.offer(id)
	}
}

// offer: one that ends without a registration gives its units back.
func (f *forecast) offer(id string) {
	if o := f.w.Offers[id]; o != nil && o.State == OfferOpen {
		f.release(f.w.Holds[o.OrderID])
	}
}

func (f *forecast) entry(e *Entry) {
	switch {
	case e == nil:
	case e.State == EntryWaiting:
		f.scan = true
		f.gone++
	case e.State == EntryOffered:
		f.offer(e.OfferID)
	}
}

func (f *forecast) release(h *Hold) {
	if h == nil || !h.Live() {
		return
	}
	f.scan = true
	if h.Order != nil {
		for _, it := range liveItems(h.Order) {
			for _, id := range f.st.Tiers[it.Tier].Pools {
				f.free(id, 1)
			}
			if it.Seat != "" && f.st.Seats != nil {
				if seat, ok := f.st.Seats.Index(it.Seat); ok {
					f.seats = append(f.seats, seat)
				}
			}
		}
		return
	}
	for _, id := range f.st.Tiers[h.Tier].Pools {
		f.free(id, h.Units)
	}
}

// lapses: an order that is not paid in time gives its units back.
func (f *forecast) lapses(h *Hold) {
	if h != nil && h.State == HoldHeld && h.ExpiresAt != 0 && h.ExpiresAt <= f.now {
		f.release(h)
	}
}

func (f *forecast) free(pool string, units int64) {
	if f.freed == nil {
		f.freed = make(map[string]int64)
	}
	f.freed[pool] += units
}

// depth is how far into a lane the batch might have to look: past everybody who
// may be given units, and those who may be passed or stand in the way.
func (f *forecast) depth(t *Tier, l *Lane) int {
	units := int64(MaxPromotions)
	for _, id := range t.Pools {
		units = min(units, f.st.Pools[id].Free()+f.freed[id])
	}
	units = min(MaxPromotions, max(0, units)+f.st.spare(t)+f.lists)
	if units == 0 {
		return 0
	}
	s := &f.st.Event.Settings.Waitlist
	if s.WaveSize > 0 && s.Promotion == PromoteOffer && !f.reset {
		units = min(units, s.WaveSize+1)
	}
	n := units + int64(f.gone) + int64(PassReach*len(t.Pools)) + 1
	return int(min(n, MaxPromotions+PassReach, l.Waiting))
}

// spare is how many exchanges the waitlist of a tier could have, those included that
// somebody stands on.
func (s *State) spare(t *Tier) (n int64) {
	for _, x := range s.Exchanges {
		if x.Seat == "" && covers(s.Tiers[x.Tier], t) {
			n++
		}
	}
	return n
}
