package discovery

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	// Key is what was compared of it where all is in one order, and Now the time of the
	// first page, at which prices are compared on all.
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
	facets      []string // beside those of the query
	exact       bool     // each row's times must be looked at
	expression  string   // what finds its rows, in the language of FTS5
}

// bound is what a query asks of events beside words and times. One that fits has one of
// some facets, and so have a few that do not: a condition tells them apart.
type bound struct {
	anyOf     []string
	condition string // of the rows of found f, and of events e when it joins those
	args      []any
	joins     bool
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
		{first: firstRow(from - longestEvent), last: day - 1, facets: []string{facetLong}, exact: true},
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

// search is a search in one snapshot of the file.
type search struct {
	tx     *sql.Tx
	span   span
	wants  []want
	bounds []bound
	size   int // of a window
}

// rows returns the first rows behind a row and up to another, in the order of the list;
// end 0: up to the last; limit -1: all.
func (s *search) rows(ctx context.Context, after, end int64, limit int) ([]int64, error) {
	var found []int64
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
		left := limit
		if limit >= 0 {
			if left = limit - len(found); left == 0 {
				break
			}
		}
		list, err := s.part(ctx, p, first, last, left)
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	return found, nil
}

// statement finds the rows of a part between a first and a last one that fit.
func (s *search) statement(p *part, first, last int64, joins bool) (from, where string, args []any) {
	from = " from found f"
	args = []any{p.expression, first, last}
	where = " where found match ? and f.rowid between ? and ?"
	if joins || p.exact || slices.ContainsFunc(s.bounds, func(b bound) bool { return b.joins }) {
		from += " cross join events e on e.row = f.rowid"
	}
	if p.exact {
		where += " and e.ends > ? and e.ends <= ? and e.starts < ? and e.last >= ? and e.first <= ?"
		args = append(args, s.span.endsAfter, s.span.endsBy, s.span.startsBefore, s.span.first, s.span.last)
	}
	for i := range s.bounds {
		where, args = where+s.bounds[i].condition, append(args, s.bounds[i].args...)
	}
	return from, where, args
}

func (s *search) part(ctx context.Context, p *part, first, last int64, limit int) ([]int64, error) {
	from, where, args := s.statement(p, first, last, false)
	order := " order by f.rowid"
	if s.span.down {
		order += " desc"
	}
	rows, err := s.tx.QueryContext(ctx, "select f.rowid"+from+where+order+" limit ?", append(args, limit)...)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(r *sql.Rows) (row int64, err error) {
		err = r.Scan(&row)
		return row, err
	})
}

func collect[T any](rows *sql.Rows, scan func(*sql.Rows) (T, error)) (list []T, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// ranked is an event of a window.
type ranked struct {
	row   int64
	score int
	Hit
}

// atOnce is how many rows one statement reads.
const atOnce = 100

// rank reads the events of rows and puts the best first; of those that fit as well,
// the first of the list.
func (s *search) rank(ctx context.Context, rows []int64, byDate bool) ([]ranked, error) {
	list := make([]ranked, 0, len(rows))
	for some := range slices.Chunk(rows, atOnce) {
		args := make([]any, len(some))
		for i := range some {
			args[i] = some[i]
		}
		found, err := s.tx.QueryContext(ctx, `select e.row, e.id, f.title, f.place, f.host, f.stems, f.others, f.tails
			from events e cross join found f on f.rowid = e.row where e.row in (?`+strings.Repeat(",?", len(some)-1)+`)`, args...)
		if err != nil {
			return nil, err
		}
		part, err := collect(found, func(r *sql.Rows) (v ranked, err error) {
			var c [6]string
			err = r.Scan(&v.row, &v.ID, &c[0], &c[1], &c[2], &c[3], &c[4], &c[5])
			var sum int
			sum, v.Matched = score(s.wants, &stored{
				strings.Fields(c[0]), strings.Fields(c[1]), strings.Fields(c[2]), strings.Fields(c[3]), strings.Fields(c[4]), strings.Fields(c[5]),
			})
			if !byDate {
				v.score = sum
			}
			return v, err
		})
		if err != nil {
			return nil, err
		}
		list = append(list, part...)
	}
	slices.SortFunc(list, func(a, b ranked) int { return s.order(a.score, a.row, b.score, b.row) })
	return list, nil
}

// order compares two places in the list of a window.
func (s *search) order(scoreA int, rowA int64, scoreB int, rowB int64) int {
	byRow := cmp.Compare(rowA, rowB)
	if s.span.down {
		byRow = -byRow
	}
	return cmp.Or(cmp.Compare(scoreB, scoreA), byRow)
}

// prepare makes what the statements of the search have in common, when its words are known.
func (s *search) prepare(q *Query) {
	var facets []string
	if q.Organizer != "" {
		facets = append(facets, facetOrganizer+q.Organizer)
	}
	if q.Available {
		facets = append(facets, facetAvailable)
	}
	if q.City != "" {
		facets = append(facets, cityFacet(q.City))
	}
	if q.Price != nil {
		s.bounds = append(s.bounds, q.Price.bound(q.Now))
	}
	if q.Near != nil {
		s.bounds = append(s.bounds, q.Near.bound())
	}
	anyOf := make([][]string, len(s.bounds))
	for i := range s.bounds {
		anyOf[i] = s.bounds[i].anyOf
	}
	s.span = q.span()
	for i := range s.span.parts {
		p := &s.span.parts[i]
		p.expression = expressionOf(s.wants, slices.Concat(facets, p.facets), anyOf...)
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
	instead, err := mended(ctx, s.tx, s.wants)
	if err != nil {
		return nil, err
	}
	r.DidYouMean = cmp.Or(q.After.Text, instead)
	if q.Sort == ByPrice && q.After.Now != 0 {
		then := *q
		then.Now = q.After.Now
		q = &then
	}
	s.prepare(q)
	counted, err := s.rows(ctx, 0, 0, MaxTotal+1)
	if err != nil {
		return nil, err
	}
	r.Total = len(counted)
	if q.Sort.Whole() {
		return r, s.sorted(ctx, q, r)
	}
	at := q.After
	at.Text = r.DidYouMean
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
	size := s.size
	if at.End != 0 {
		size = -1 // as it was when its first page was read, whatever came since
	}
	rows, err := s.rows(ctx, at.After, at.End, size)
	if err != nil {
		return false, err
	}
	if at.End == 0 {
		if len(rows) == 0 {
			return true, nil
		}
		at.End = rows[len(rows)-1]
	}
	list, err := s.rank(ctx, rows, q.Sort == ByDate)
	if err != nil {
		return false, err
	}
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
	*at = Position{After: at.End, Text: at.Text}
	behind, err := s.rows(ctx, at.After, 0, 1)
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
	x.use.RLock()
	defer x.use.RUnlock()
	if !x.ready.Load() || x.doubt.Load() {
		return nil, ErrNotReady
	}
	r, err := x.searchIn(ctx, q)
	if err != nil && ctx.Err() == nil {
		// Whatever it is, it is the file's: the query is made here.
		x.distrust(ctx, err)
		return nil, ErrNotReady
	}
	return r, err
}

func (x *Index) searchIn(ctx context.Context, q *Query) (*Result, error) {
	tx, err := x.file.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	s := search{tx: tx, size: x.window}
	r, err := s.run(ctx, q)
	if end := tx.Rollback(); end != nil && !errors.Is(end, sql.ErrTxDone) {
		err = errors.Join(err, end)
	}
	return r, err
}
