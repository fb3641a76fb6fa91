package discovery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// window is how many events are ranked together, the soonest first.
const window = 200

// MaxTotal is how far the events that fit are counted.
const MaxTotal = 1000

// longestEvent is how far back events begin that are still under way.
const longestEvent = inventory.Instant(366 * inventory.Day)

// Query says what is searched for.
type Query struct {
	Text      string // all its words; "": all events
	Organizer string // id; "": of all
	Available bool   // only with places left
	// Past: those that have ended at Now, the latest start first, instead of those that
	// have not.
	Past bool
	Now  inventory.Instant
	// Only those that end after From and start before Until; 0: no bound.
	From, Until inventory.Instant
	// Only those that take place between these days on the calendar of their place, both
	// among them; 0: no bound.
	FirstDay, LastDay Day
	// Price: only those whose cheapest ticket costs no more at Now; nil: whatever it costs.
	Price *Price
	// Near: only those in this area; nil: wherever they are.
	Near *Area
	// City: only those that count for the city of this id; "": wherever they are.
	City string
	// Category, Tag, Language and Performer: only those that say so, a tag and a name in any
	// spelling; "": all.
	Category, Tag, Language, Performer string
	// Series: only the dates of the series of this id; "": all events.
	Series string
	// Collapsed: of the dates of a series that fit, only the first in the order that is asked for.
	Collapsed bool
	// Age: only those that somebody of this age may come to; nil: all.
	Age *int64
	// Heats are what people come to, for ByRelevance; nil: nobody counts that.
	Heats Heats
	// Sort is the order. ByDistance is with Near only, ByPrice with a currency.
	Sort     Sort
	Currency string
	After    Position
	Limit    int
}

// Position is where a page begins: behind an event of a window. The zero value is the
// first page.
type Position struct {
	// A window has the rows behind After and up to End; 0: as many as it takes.
	After int64 `json:"a,omitempty"`
	End   int64 `json:"e,omitempty"`
	// The last event that was shown of it.
	Score int   `json:"s,omitempty"`
	Row   int64 `json:"r,omitempty"`
	// Hot are the events of the window that people came to when its first page was read.
	Hot []Hot `json:"h,omitempty"`
	// Key is what was compared of it where all is in one order, and Now the time of the
	// first page, at which prices are compared on all, where they are.
	Key float64           `json:"k,omitempty"`
	Now inventory.Instant `json:"n,omitempty"`
	// Text is what the first page searched for instead of what was typed.
	Text string `json:"t,omitempty"`
}

// Hit is an event that fits.
type Hit struct {
	ID      string
	Matched []string // fields that words stand in, as FieldTitle
}

// Result is a page.
type Result struct {
	Hits []Hit
	// Total is how many events fit, exact up to MaxTotal; MaxTotal+1: more.
	Total      int
	DidYouMean string    // what was searched for instead of the text; "": the text
	Next       *Position // nil: there are no more
}

// part is a span of rows, the first and the last, that is read on its own.
type part struct {
	first, last int64
	long        bool  // only what lasts longer than longStay
	exact       bool  // each event's times must be looked at
	node        *node // what its events have beside what the query asks for; nil: nothing
}

// span is where a query looks.
type span struct {
	parts []part // in the order of the list
	down  bool   // from late to soon
	// An event fits whose end is behind endsAfter, and not behind endsBy, and whose
	// start is before startsBefore.
	endsAfter, endsBy, startsBefore int64
	// Its last day is not before first, and its first not behind last.
	first, last int64
}

const forever = 1<<63 - 1

// span is the rows that a query looks at. Few of them must be looked at closely: what
// began long before the span and lasts is marked, and what begins in it is in it, except
// on days that have begun or ended in some places only.
func (q *Query) span() span {
	s := span{down: q.Past, endsAfter: -forever, endsBy: forever, startsBefore: forever, last: forever}
	after, until := q.From, q.Until
	var edgeFrom, edgeUntil inventory.Instant // how long after the one and before the other that is
	if q.FirstDay != 0 {
		s.first, after, edgeFrom = int64(q.FirstDay), max(after, q.FirstDay.Begins()), 2*offUTC
	}
	if q.LastDay != 0 {
		s.last, edgeUntil = int64(q.LastDay), 2*offUTC
		if end := q.LastDay.Ends(); until == 0 || end < until {
			until = end
		}
	}
	if until != 0 {
		s.startsBefore = int64(until)
	}
	if q.Past {
		last := q.Now
		if until != 0 {
			last = min(last, until)
		}
		first := int64(-forever)
		if after != 0 {
			s.endsAfter, first = int64(after), firstRow(after-longestEvent)
		}
		s.endsBy = int64(q.Now)
		s.parts = []part{{first: first, last: lastRow(last), exact: true}}
		return s
	}
	from := max(q.Now, after)
	s.endsAfter = int64(from)
	day, begun := firstRow(from-inventory.Instant(longStay)), lastRow(from+edgeFrom)
	s.parts = []part{
		{first: firstRow(from - longestEvent), last: day - 1, long: true, exact: true},
		{first: day, last: begun, exact: true},
	}
	if until == 0 {
		s.parts = append(s.parts, part{first: begun + 1, last: forever})
		return s
	}
	ending := firstRow(until - edgeUntil)
	s.parts = append(s.parts,
		part{first: begun + 1, last: ending - 1},
		part{first: max(ending, begun+1), last: lastRow(until), exact: true})
	return s
}

// search is a search in one snapshot.
type search struct {
	*snapshot
	span   span
	wants  []want
	nodes  []node // what an event must have
	bounds []bound
	sizes  sizes
	// collapsed: see Query.
	collapsed bool
	// Of an area: its middle, and the square of its reach.
	middle vector
	reach  float64

	found  []bitmap // the events of each segment that have it, once they were looked for
	loose  []int    // fresh ones of a part
	spare  *scratch
	stored stored // of the event that is weighed
}

// refs returns the first events behind a row and up to another, in the order of the list;
// end 0: up to the last; limit -1: all.
func (s *search) refs(ctx context.Context, after, end int64, limit int) (list []ref, err error) {
	first := s.firsts(ctx, after)
	err = s.walk(ctx, after, end, narrowed{}, func(r ref) bool {
		if first.is(r) {
			list = append(list, r)
		}
		return first.err == nil && len(list) != limit
	})
	return list, errors.Join(err, first.err)
}

// count counts the events that fit, up to a bound.
func (s *search) count(ctx context.Context, most int) (n int, err error) {
	first := s.firsts(ctx, 0)
	err = s.walk(ctx, 0, 0, narrowed{}, func(r ref) bool {
		if first.is(r) {
			n++
		}
		return n < most
	})
	return n, err
}

// ranked is an event of a window.
type ranked struct {
	row   int64
	score int
	Hit
}

// weigh says how well an event fits the words.
func (s *search) weigh(r ref) ranked {
	v := ranked{row: r.row(), Hit: Hit{ID: r.ids[r.i]}}
	if len(s.wants) == 0 {
		return v
	}
	d := &s.stored
	for f, list := range []*[]string{inTitle: &d.title, inPlace: &d.place, inHost: &d.host, inPerformers: &d.performers, inTags: &d.tags, inStems: &d.stems, inOthers: &d.others, inTails: &d.tails} {
		*list = textsOf(s.terms, r.field(r.i, f), (*list)[:0])
	}
	v.score, v.Matched = score(s.wants, d)
	return v
}

// rank puts the best of the events of a window first; of those that fit as well, the first of the list.
func (s *search) rank(q *Query, refs []ref, at *Position) []ranked {
	list := make([]ranked, len(refs))
	for i, r := range refs {
		if list[i] = s.weigh(r); q.Sort == ByDate {
			list[i].score = 0
		} else {
			list[i].score += s.points(q, r, at.Hot, at.Now)
		}
	}
	slices.SortFunc(list, func(a, b ranked) int { return s.order(a.score, a.row, b.score, b.row) })
	return list
}

// order compares two places in the list of a window.
func (s *search) order(scoreA int, rowA int64, scoreB int, rowB int64) int {
	byRow := cmp.Compare(rowA, rowB)
	if s.span.down {
		byRow = -byRow
	}
	return cmp.Or(cmp.Compare(scoreB, scoreA), byRow)
}

// prepare makes what the walks of the search have in common, when its words are known.
func (s *search) prepare(q *Query) {
	d := s.dictionary
	s.nodes, s.bounds = nil, nil
	for _, b := range s.found {
		if b != nil {
			s.spare.put(b)
		}
	}
	s.found = nil
	facet := func(text string) {
		s.nodes = append(s.nodes, d.anyTerm(kindFacet, []string{text}))
	}
	for i := range s.wants {
		w := &s.wants[i]
		s.nodes = append(s.nodes, w.node(d))
		if w.needsOrder() {
			s.bounds = append(s.bounds, bound{fits: w.inOrder(d)})
		}
	}
	if q.Organizer != "" {
		facet(facetOrganizer + q.Organizer)
	}
	if q.Series != "" {
		facet(facetSeries + q.Series)
	}
	if q.Available {
		facet(facetAvailable)
	}
	if q.City != "" {
		facet(cityFacet(q.City))
	}
	if q.Category != "" {
		facet(facetCategory + q.Category)
	}
	if q.Tag != "" {
		facet(tagFacet(q.Tag))
	}
	if q.Performer != "" {
		facet(performerFacet(q.Performer))
	}
	if q.Language != "" {
		facet(facetLanguage + q.Language)
	}
	if q.Age != nil {
		s.nodes = append(s.nodes, d.anyTerm(kindFacet, forAge(*q.Age)))
	}
	more := len(s.bounds)
	if q.Price != nil {
		s.bounds = append(s.bounds, q.Price.bound(d, q.Now))
	}
	if q.Near != nil {
		s.bounds = append(s.bounds, q.Near.bound(d))
		s.middle, s.reach = q.Near.vector(), q.Near.square()
	}
	for i := range s.bounds[more:] {
		s.nodes = append(s.nodes, s.bounds[more+i].node)
	}
	for i := range s.nodes {
		s.nodes[i] = s.nodes[i].plain()
	}
	s.span = q.span()
	for i := range s.span.parts {
		if p := &s.span.parts[i]; p.long {
			n := d.anyTerm(kindFacet, []string{facetLong}).plain()
			p.node = &n
		}
	}
}

// run reads a page.
func (s *search) run(ctx context.Context, q *Query) (*Result, error) {
	r := &Result{}
	text := q.Text
	if q.After.Text != "" {
		text = q.After.Text
	}
	s.wants = wantsOf(text)
	if q.Text != "" && len(s.wants) == 0 {
		return r, nil // signs only: no event has such words
	}
	r.DidYouMean = q.After.Text
	if q.Sort == ByPrice && q.After.Now != 0 {
		then := *q
		then.Now = q.After.Now
		q = &then
	}
	s.prepare(q)
	var err error
	if r.Total, err = s.count(ctx, MaxTotal+1); err != nil {
		return nil, err
	}
	if r.Total == 0 { // of what is found each word stands in some event
		instead, changed := s.mended()
		if !changed {
			return r, nil
		}
		r.DidYouMean = cmp.Or(r.DidYouMean, instead)
		s.prepare(q)
		if r.Total, err = s.count(ctx, MaxTotal+1); err != nil {
			return nil, err
		}
	}
	for i := range s.wants {
		s.wants[i].prune(s.dictionary)
	}
	if q.Sort.Whole() {
		return r, s.sorted(ctx, q, r)
	}
	at := q.After
	at.Text = r.DidYouMean
	if q.Sort == ByRelevance && q.Price != nil && at.Now == 0 {
		at.Now = q.Now
	}
	for len(r.Hits) < q.Limit {
		last, err := s.window(ctx, q, &at, r)
		if err != nil || last {
			return r, err
		}
	}
	r.Next = &at
	return r, nil
}

// window adds what is left of a window to a page, and moves the position. last: there
// is nothing behind it.
func (s *search) window(ctx context.Context, q *Query, at *Position, r *Result) (last bool, err error) {
	size := s.sizes.window
	if at.End != 0 {
		size = -1 // as it was when its first page was read, whatever came since
	}
	refs, err := s.refs(ctx, at.After, at.End, size)
	if err != nil {
		return false, err
	}
	if at.End == 0 {
		if len(refs) == 0 {
			return true, nil
		}
		at.End = refs[len(refs)-1].row()
		if q.Sort == ByRelevance {
			at.Hot = s.hot(refs, q.Heats, q.Now)
		}
	}
	list := s.rank(q, refs, at)
	if at.Row != 0 {
		list = slices.DeleteFunc(list, func(v ranked) bool { return s.order(v.score, v.row, at.Score, at.Row) <= 0 })
	}
	n := min(len(list), q.Limit-len(r.Hits))
	for i := range list[:n] {
		r.Hits = append(r.Hits, list[i].Hit)
	}
	if n < len(list) {
		at.Score, at.Row = list[n-1].score, list[n-1].row
		return false, nil
	}
	*at = Position{After: at.End, Text: at.Text, Now: at.Now}
	behind, err := s.refs(ctx, at.After, 0, 1)
	return len(behind) == 0, err
}

// Search reads a page of the events that fit. ErrNotReady: the index is being filled.
func (x *Index) Search(ctx context.Context, q *Query) (*Result, error) {
	if q.Limit < 1 {
		return nil, fmt.Errorf("discovery: a page of %d", q.Limit)
	}
	if q.Sort == ByDistance && q.Near == nil || q.Sort == ByPrice && q.Currency == "" {
		return nil, errors.New("discovery: an order of nothing")
	}
	now := x.live.Load()
	if now == nil || x.doubt.Load() {
		return nil, ErrNotReady
	}
	s := search{snapshot: now, sizes: x.sizes, collapsed: q.Collapsed, spare: spare.Get().(*scratch)}
	defer s.done()
	return s.run(ctx, q)
}

// done gives back what the search used.
func (s *search) done() {
	for _, b := range s.found {
		if b != nil {
			s.spare.put(b)
		}
	}
	s.spare.empty()
	spare.Put(s.spare)
}
