package guests

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/ngram"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Limits of one search.
const (
	// latestScan is how many people who are in no chunk yet are looked at, latestPage
	// how many at a time. Without a rush fewer than chunkPeople + chunkLate are in none.
	latestScan = 4000
	latestPage = 1000
	// firstWindow is how many chunks are looked at first, and maxWindow at most at a
	// time: a word that many people have is found in the first.
	firstWindow = 4
	maxWindow   = 256
)

// FindGuests finds people of an event whose texts may hold all of these folded words,
// of which there is one at least, the latest first: those with ids below before ("" for
// all), limit of them, or fewer when it has looked at latestScan people one by one. Who it
// returns has to be looked at closely. from is where the next search goes on; done says
// that there is nothing left to find.
func (s People) FindGuests(ctx context.Context, event string, words []string, before string, limit int) (ids []string, from string, done bool, err error) {
	err = s.db.WithSnapshot(ctx, func(tx *sql.Tx) error {
		f := &guestSearch{q: s.db.Reader(tx), event: event, words: words, from: before, limit: limit}
		if err := f.run(ctx); err != nil {
			return err
		}
		ids, from, done = f.found, f.from, f.done
		return nil
	})
	return ids, from, done, err
}

type guestSearch struct {
	q     table.Reader
	event string
	words []string
	limit int
	from  string // all with this id and above were looked at; "": nobody was
	found []string
	done  bool

	chunks []chunkRange
	stale  map[int64][]string // of whom something was said, by chunk
}

func (s *guestSearch) run(ctx context.Context) (err error) {
	if s.chunks, err = chunkRanges(ctx, s.q, s.event); err != nil {
		return err
	}
	if done, err := s.latest(ctx); err != nil || !done {
		return err
	}
	if len(s.chunks) == 0 {
		s.done = true
		return nil
	}
	if err := s.readStale(ctx); err != nil {
		return err
	}
	return s.indexed(ctx)
}

// latest looks at the people who are in no chunk yet. done says that it has seen all.
func (s *guestSearch) latest(ctx context.Context) (done bool, err error) {
	last := ""
	if n := len(s.chunks); n > 0 {
		if last = s.chunks[n-1].last; s.from != "" && s.from <= last {
			return true, nil
		}
	}
	for range latestScan / latestPage {
		page, err := guestTexts(ctx, s.q, s.event, latest(last, s.from, latestPage))
		if err != nil {
			return false, err
		}
		for _, g := range slices.Backward(page) {
			if len(s.found) == s.limit {
				return false, nil
			}
			if s.from = g.id; g.holds(s.words) {
				s.found = append(s.found, g.id)
			}
		}
		if len(page) < latestPage {
			return true, nil
		}
	}
	return false, nil
}

// readStale reads of whom something was said that their chunks do not have, and the
// newest of it from the ledger itself.
func (s *guestSearch) readStale(ctx context.Context) error {
	list, err := table.All(ctx, s.q, events.StaleTable.Scan, events.StaleTable.From()+" where event_id = $1", s.event)
	if err != nil {
		return err
	}
	mark, err := table.All(ctx, s.q, GuestMarkTable.Scan, GuestMarkTable.From()+" where event_id = $1", s.event)
	if err != nil {
		return err
	}
	if len(mark) > 0 {
		said, _, _, err := saidSince(ctx, s.q, s.event, mark[0].Seq, s.chunks)
		if err != nil {
			return err
		}
		list = append(list, said...)
	}
	s.stale = map[int64][]string{}
	for _, g := range list {
		if !slices.Contains(s.stale[g.No], g.PersonID) {
			s.stale[g.No] = append(s.stale[g.No], g.PersonID)
		}
	}
	return nil
}

// indexed goes through the chunks, the latest first.
func (s *guestSearch) indexed(ctx context.Context) error {
	end := len(s.chunks)
	for s.from != "" && end > 1 && s.chunks[end-2].last >= s.from { // all its people were looked at
		end--
	}
	for size := firstWindow; end > 0; size = min(maxWindow, size*4) {
		window := s.chunks[max(0, end-size):end]
		full, err := s.window(ctx, window)
		if err != nil || full {
			return err
		}
		end -= len(window)
	}
	s.done = true
	return nil
}

// window finds people in some chunks, the latest first. full says that enough were
// found before the end.
func (s *guestSearch) window(ctx context.Context, window []chunkRange) (full bool, err error) {
	sets, err := s.sets(ctx, window)
	if err != nil {
		return false, err
	}
	for _, c := range slices.Backward(window) {
		found, err := s.stillSaid(ctx, s.stale[c.no])
		if err != nil {
			return false, err
		}
		if set := sets[c.no]; set != nil {
			chunk, err := table.One(ctx, s.q, ChunkTable.Scan, ChunkTable.From()+" where event_id = $1 and no = $2", s.event, c.no)
			if err != nil {
				return false, err
			}
			ids := chunk.ids()
			set.Down(func(n int) bool {
				if n < len(ids) {
					found = append(found, ids[n])
				}
				return true
			})
		}
		slices.SortFunc(found, func(a, b string) int { return strings.Compare(b, a) })
		for _, person := range slices.Compact(found) {
			if s.from != "" && person >= s.from {
				continue
			}
			if len(s.found) == s.limit {
				return true, nil
			}
			s.found, s.from = append(s.found, person), person
		}
	}
	return false, nil
}

// stillSaid returns those of the people whose texts have the words.
func (s *guestSearch) stillSaid(ctx context.Context, people []string) (found []string, err error) {
	texts, err := guestTextsOf(ctx, s.q, s.event, people)
	for _, g := range texts {
		if g.holds(s.words) {
			found = append(found, g.id)
		}
	}
	return found, err
}

// GuestRunsSQL reads a run of some chunks. Its last condition always holds; it keeps
// PostgreSQL on the primary key before it knows the table (see table.WholeKey).
const GuestRunsSQL = `select run, no, build, people from guest_runs where event_id = $1 and run = $2 and no >= $3 and no <= $4
	and (event_id, run, no) >= (cast($1 as text), cast($2 as text), cast($3 as bigint))`

// sets returns the numbers of those who have all runs of the words, by chunk; of a
// chunk that has none, nothing.
func (s *guestSearch) sets(ctx context.Context, window []chunkRange) (map[int64]ngram.Set, error) {
	chunks := map[int64]*chunkRange{}
	for i := range window {
		chunks[window[i].no] = &window[i]
	}
	first, last := window[0].no, window[len(window)-1].no
	sets, hits := map[int64]ngram.Set{}, map[int64]int{}
	runs := ngram.Runs(s.words)
	for _, run := range runs {
		rows, err := table.All(ctx, s.q, RunTable.Scan, GuestRunsSQL, s.event, run, first, last)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			c := chunks[r.No]
			if c == nil || r.Build != c.build {
				continue
			}
			set, err := ngram.Decode(r.People, int(c.size))
			if err != nil {
				return nil, err
			}
			if hits[r.No]++; sets[r.No] == nil {
				sets[r.No] = set
			} else {
				sets[r.No].Intersect(set)
			}
		}
	}
	for no := range sets {
		if hits[no] < len(runs) {
			delete(sets, no)
		}
	}
	return sets, nil
}
