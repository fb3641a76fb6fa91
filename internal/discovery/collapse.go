package discovery

import "context"

// firsts tells the first date of each series from the others in a walk that goes in the order of
// the list, so that a series is found once.
type firsts struct {
	s     *search
	ctx   context.Context
	after int64           // the walk begins behind this row; 0: with the first
	seen  map[uint32]bool // series of which a date came
	err   error           // of looking for one before the walk
}

// firsts begins such a walk; the search has one at a time.
func (s *search) firsts(ctx context.Context, after int64) *firsts {
	clear(s.spare.seen)
	return &firsts{s: s, ctx: ctx, after: after, seen: s.spare.seen}
}

// is reports whether an event of the walk is the first date of its series that fits, or none.
func (f *firsts) is(r ref) bool {
	series := r.series[r.i]
	if !f.s.collapsed || series == 0 {
		return true
	}
	if f.seen[series] || f.err != nil {
		return false
	}
	f.seen[series] = true
	if f.after == 0 {
		return true
	}
	// What came on an earlier page is looked for in the few segments that have the series.
	before := false
	loose := f.s.loose // the walk that asks goes on with it
	f.s.loose = nil
	f.err = f.s.walk(f.ctx, 0, f.after, f.s.ofSeries(series), func(ref) bool {
		before = true
		return false
	})
	f.s.loose = loose
	return !before && f.err == nil
}

// ofSeries narrows a walk to one series.
func (s *search) ofSeries(series uint32) narrowed {
	n := &node{op: opTerm, id: series - 1}
	return narrowed{n, func(g *segment) bool { return g.find(s.terms, n.id).n == 0 }}
}

// addOnce adds an event, of a series only the best date: it waits for flush, which is called when
// no better one can come.
func (b *best) addOnce(key float64, r ref) {
	series := r.series[r.i]
	if !b.s.collapsed || series == 0 {
		b.add(key, r)
		return
	}
	if b.done[series] {
		return
	}
	v := keyed{key, r.row(), r}
	if have, ok := b.waiting[series]; ok && b.s.compare(&have, &v) <= 0 {
		return
	}
	b.waiting[series] = v
}

// flush adds the dates that wait.
func (b *best) flush() {
	for series, v := range b.waiting {
		b.done[series] = true
		b.add(v.key, v.ref)
	}
	clear(b.waiting)
}

// again forgets what was added.
func (b *best) again() {
	b.list = b.list[:0]
	clear(b.waiting)
	clear(b.done)
}
