package discovery

import (
	"context"
	"slices"
	"sync"
)

// node is what an event must have, as a tree.
type node struct {
	op   op
	kind kind
	text string
	id   uint32
	of   []node
}

type op byte

const (
	opAny    op = iota // one of the nodes; of none of them: nothing
	opAll              // all of the nodes
	opTerm             // the term
	opPrefix           // a term that begins with the text
)

// term is a term that any event may have; false: none has.
func (d *dictionary) term(k kind, text string) (node, bool) {
	id, ok := d.lookup(k, text)
	return node{op: opTerm, id: id}, ok
}

// anyTerm is one of some terms.
func (d *dictionary) anyTerm(k kind, texts []string) node {
	n := node{op: opAny}
	for _, text := range texts {
		if t, ok := d.term(k, text); ok {
			n.of = append(n.of, t)
		}
	}
	return n
}

// plain is the node without lists of one.
func (n node) plain() node {
	for (n.op == opAny || n.op == opAll) && len(n.of) == 1 {
		n = n.of[0]
	}
	return n
}

func prefix(k kind, text string) node { return node{op: opPrefix, kind: k, text: text} }

// bound is what a query asks of events beside words and times. One that fits has what the
// node says, and so have a few that do not: fits tells them apart.
type bound struct {
	node node
	fits func(s *segment, i int) bool
}

// ref is an event of a segment.
type ref struct {
	*segment
	i int
}

func (r ref) row() int64 { return r.rows[r.i] }

// scratch is what a search has done with, for the next one.
type scratch struct {
	bitmaps []bitmap
	seen    map[uint32]bool  // see firsts
	waiting map[uint32]keyed // see best
	done    map[uint32]bool
}

var spare = sync.Pool{New: func() any {
	return &scratch{seen: map[uint32]bool{}, waiting: map[uint32]keyed{}, done: map[uint32]bool{}}
}}

// empty forgets the series, and lets go of the segments that they are in. To clear a map takes as
// long as it ever was large: one of very many series is not kept.
func (s *scratch) empty() {
	if max(len(s.seen), len(s.waiting), len(s.done)) > MaxTotal {
		s.seen, s.waiting, s.done = map[uint32]bool{}, map[uint32]keyed{}, map[uint32]bool{}
	}
	clear(s.seen)
	clear(s.waiting)
	clear(s.done)
}

// get returns a bitmap without bits.
func (s *scratch) get(words int) bitmap {
	if n := len(s.bitmaps); n > 0 {
		m := s.bitmaps[n-1]
		if s.bitmaps = s.bitmaps[:n-1]; cap(m) >= words {
			m = m[:words]
			clear(m)
			return m
		}
	}
	return make(bitmap, words, max(words, segmentSize/64))
}

func (s *scratch) put(m bitmap) { s.bitmaps = append(s.bitmaps, m) }

// add adds the events of a segment that have what a node says.
func (s *search) add(g *segment, n *node, to bitmap) {
	switch n.op {
	case opTerm:
		g.addTo(to, g.find(s.terms, n.id))
	case opPrefix:
		from, end := g.begin(s.terms, n.kind, n.text)
		for _, p := range g.postings[from:end] {
			g.addTo(to, p)
		}
	case opAny:
		for i := range n.of {
			s.add(g, &n.of[i], to)
		}
	case opAll:
		b := s.all(g, n.of)
		to.or(b)
		s.spare.put(b)
	}
}

// all returns the events of a segment that have what all nodes say.
func (s *search) all(g *segment, nodes []node) bitmap {
	b := s.spare.get(g.words())
	if len(nodes) == 0 {
		for i := range b {
			b[i] = ^uint64(0)
		}
		if over := len(b)*64 - len(g.rows); over > 0 {
			b[len(b)-1] >>= over
		}
		return b
	}
	s.add(g, &nodes[0], b)
	for i := range nodes[1:] {
		if b.empty() {
			break
		}
		s.only(g, &nodes[i+1], b)
	}
	return b
}

// only leaves those events that have what a node says.
func (s *search) only(g *segment, n *node, b bitmap) {
	if n.op == opTerm {
		if p := g.find(s.terms, n.id); g.dense(p.n) {
			b.and(g.maps[p.at:][:g.words()])
			return
		}
	}
	other := s.spare.get(g.words())
	s.add(g, n, other)
	b.and(other)
	s.spare.put(other)
}

// matching returns the events of a segment that have what the query asks for. They are
// looked for once. n is the number of the segment; that of the fresh one is behind all.
func (s *search) matching(n int) bitmap {
	if s.found == nil {
		s.found = make([]bitmap, len(s.segments)+1)
	}
	if s.found[n] == nil {
		s.found[n] = s.all(s.segment(n), s.nodes)
	}
	return s.found[n]
}

func (s *search) segment(n int) *segment {
	if n == len(s.segments) {
		return s.fresh
	}
	return s.segments[n]
}

// fits reports whether an event of a part that matches is one that is asked for.
func (s *search) fits(g *segment, i int, p *part) bool {
	if g.dead.has(i) {
		return false
	}
	if p.exact && (g.ends[i] <= s.span.endsAfter || g.ends[i] > s.span.endsBy || g.starts[i] >= s.span.startsBefore ||
		int64(g.last[i]) < s.span.first || int64(g.first[i]) > s.span.last) {
		return false
	}
	for n := range s.bounds {
		if !s.bounds[n].fits(g, i) {
			return false
		}
	}
	return true
}

// narrowed is what a walk asks for beside the query.
type narrowed struct {
	node *node                 // nil: nothing
	skip func(g *segment) bool // whether a segment has nothing that is wanted; nil: it may
}

// walk calls visit with the events that fit, behind a row and up to another, in the order
// of the list, until it says false; end 0: up to the last.
func (s *search) walk(ctx context.Context, after, end int64, by narrowed, visit func(ref) bool) error {
	for i := range s.span.parts {
		p := &s.span.parts[i]
		first, last := p.first, p.last
		if s.span.down {
			if after != 0 {
				last = min(last, after-1)
			}
			if end != 0 {
				first = max(first, end)
			}
		} else {
			if after != 0 {
				first = max(first, after+1)
			}
			if end != 0 {
				last = min(last, end)
			}
		}
		if first > last {
			continue
		}
		if goOn, err := s.walkPart(ctx, p, first, last, by, visit); err != nil || !goOn {
			return err
		}
	}
	return nil
}

// walkPart walks over a part. goOn: visit did not say false.
func (s *search) walkPart(ctx context.Context, p *part, first, last int64, by narrowed, visit func(ref) bool) (goOn bool, err error) {
	s.loose = s.loose[:0]
	s.within(len(s.segments), p, first, last, by, func(i int) bool {
		s.loose = append(s.loose, i)
		return true
	})
	loose := s.loose
	// next visits the fresh events before a row.
	next := func(row int64, all bool) bool {
		for len(loose) > 0 && (all || (s.fresh.rows[loose[0]] < row) != s.span.down) {
			r := ref{s.fresh, loose[0]}
			if loose = loose[1:]; !visit(r) {
				return false
			}
		}
		return true
	}
	from, to := max(0, s.at(first)), s.at(last)
	for n := from; n <= to; n++ {
		at := n
		if s.span.down {
			at = to - (n - from)
		}
		g := s.segments[at]
		if by.skip != nil && by.skip(g) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if !s.within(at, p, first, last, by, func(i int) bool { return next(g.rows[i], false) && visit(ref{g, i}) }) {
			return false, nil
		}
	}
	return next(0, true), nil
}

// within calls visit with the events of a segment that fit, in the order of the list, until
// it says false.
func (s *search) within(n int, p *part, first, last int64, by narrowed, visit func(i int) bool) bool {
	g := s.segment(n)
	low, _ := slices.BinarySearch(g.rows, first)
	high := len(g.rows)
	if last != forever {
		high, _ = slices.BinarySearch(g.rows, last+1)
	}
	if low >= high {
		return true
	}
	b := s.matching(n)
	if p.node != nil || by.node != nil {
		c := s.spare.get(g.words())
		copy(c, b)
		b = c
		for _, more := range []*node{by.node, p.node} {
			if more != nil && !b.empty() {
				s.only(g, more, b)
			}
		}
		defer s.spare.put(c)
	}
	return b.each(low, high, s.span.down, func(i int) bool { return !s.fits(g, i, p) || visit(i) })
}

// anywhere reports whether any event at all has what a node says.
func (s *search) anywhere(n *node, fits func(g *segment, i int) bool) bool {
	for k := range len(s.segments) + 1 {
		g := s.segment(k)
		b := s.spare.get(g.words())
		s.add(g, n, b)
		none := b.each(0, len(g.rows), false, func(i int) bool { return g.dead.has(i) || fits != nil && !fits(g, i) })
		s.spare.put(b)
		if !none {
			return true
		}
	}
	return false
}
