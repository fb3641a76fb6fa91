package discovery

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/sample"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/trending"
)

// among is a source of some events, and then of so many sample events of a seed.
type among struct {
	first []Change
	seed  uint64
	many  int
}

func (a *among) Changes(_ context.Context, cursor string, limit int) (list []Change, next string, err error) {
	from := 0
	if cursor != "" {
		if from, err = strconv.Atoi(cursor); err != nil {
			return nil, "", err
		}
	}
	to := min(len(a.first)+a.many, from+limit)
	for i := from; i < to; i++ {
		if i < len(a.first) {
			list = append(list, a.first[i])
		} else {
			list = append(list, Change{Event: sampled(a.seed, i-len(a.first))})
		}
	}
	return list, strconv.Itoa(to), nil
}

// sampled is a sample event as the index knows it.
func sampled(of uint64, i int) Event {
	s := sample.Of(of, i)
	after := func(d time.Duration) inventory.Instant { return now + inventory.Instant(d.Microseconds()) }
	e := Event{
		ID: fmt.Sprint("sample ", i), Title: s.Title, Place: s.Place, Host: s.Host, Organizer: fmt.Sprint("org_", s.Organizer), Description: s.Description,
		StartsAt: after(s.Begins), EndsAt: after(s.Begins + s.Lasts), Available: s.Available, Currency: s.Currency,
		Prices: []inventory.PriceSince{{Lowest: s.Price}}, At: &Point{s.Latitude, s.Longitude}, Category: s.Category, Spoken: s.Language, AgeMin: s.AgeMin,
	}
	e.FirstDay, e.LastDay = DaysOf(e.StartsAt, e.EndsAt, time.UTC)
	return e
}

// many is an index of some events and very many others.
func many(t testing.TB, source *among) *Index {
	t.Helper()
	x, err := New(Config{Source: source, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	poll.Within(t, 5*time.Minute, "the index has all", func() bool { return x.Ready() && x.Figures(time.Now()).Events == int64(len(source.first)+source.many) })
	return x
}

// TestPagesWhileHeatMoves: while pages are read what people come to changes, and each event is on one of them once,
// what they came to when its window was begun first.
func TestPagesWhileHeatMoves(t *testing.T) {
	t.Parallel()
	var source list
	const n, size = 60, 25
	for i := range n {
		source.put(event(fmt.Sprintf("e%02d", i), "Concert", float64(i+1)))
	}
	x := opened(t, &source, temporary(t))
	x.sizes.window = size
	r := rand.New(rand.NewPCG(seed.Of(t), 1))
	for _, limit := range []int{1, 7, 25, 40} {
		q := Query{Text: "concert", Now: now, Limit: limit}
		var got []string
		for range n {
			most := r.IntN(n)
			named := func(i int) string { return fmt.Sprintf("e%02d", i%n) }
			hottest := named(most)
			begins := len(got)%size == 0
			q.Heats = heatsOf(map[string]float64{hottest: 5000, named(most + 7): 300, named(most + 13): 40})
			a := find(t, x, q)
			if of := ids(a); begins && most >= len(got) && most < len(got)+size && of[0] != hottest {
				t.Errorf("pages of %d: %v begins with the window behind %d, and people come to %s", limit, of, len(got), hottest)
			}
			if got = append(got, ids(a)...); a.Next == nil {
				break
			}
			q.After = *a.Next
		}
		slices.Sort(got)
		if len(got) != n || len(slices.Compact(got)) != n {
			t.Errorf("pages of %d have %d: %v", limit, len(got), got)
		}
	}
}

// TestPointsAreFewer: whatever people come to, what is near and what is cheap: a word in a title is worth more than
// one in an address.
func TestPointsAreFewer(t *testing.T) {
	t.Parallel()
	if all := pointsHot + pointsNear + pointsCheap; all >= weightTitle-weightPlace {
		t.Errorf("%d points are as many as a title is worth more than a place", all)
	}
	var source list
	here := Point{53.55, 9.99}
	titled, placed := event("titled", "Jazz", 9), event("placed", "Breakfast", 1)
	placed.Place, placed.At = "Jazz club", &here
	titled.At = &Point{53.75, 9.99}
	for _, e := range []*Change{&titled, &placed} {
		e.Currency = "EUR"
	}
	titled.Prices, placed.Prices = []inventory.PriceSince{{Lowest: 2000}}, []inventory.PriceSince{{}}
	nearer := titled
	nearer.ID, nearer.At, nearer.StartsAt, nearer.EndsAt = "nearer", &here, at(20), at(21)
	source.put(titled, placed, nearer)
	x := opened(t, &source, temporary(t))
	q := Query{Text: "jazz", Near: &Area{here, 25_000}, Price: &Price{2000, "EUR"}, Heats: heatsOf(map[string]float64{"placed": 9000})}
	if got := ids(find(t, x, q)); !slices.Equal(got, []string{"nearer", "titled", "placed"}) {
		t.Errorf("%v", got)
	}
	q.Heats = heatsOf(map[string]float64{"titled": 9000, "nearer": 100})
	if got := ids(find(t, x, q)); !slices.Equal(got, []string{"titled", "nearer", "placed"}) {
		t.Errorf("as near as it is gone to: %v", got)
	}
	q.Sort = ByDate
	if got := ids(find(t, x, q)); !slices.Equal(got, []string{"placed", "titled", "nearer"}) {
		t.Errorf("by date: %v", got)
	}
	// Without words the points alone say what is best.
	if got := ids(find(t, x, Query{Near: q.Near, Heats: heatsOf(map[string]float64{"nearer": 100})})); !slices.Equal(got, []string{"nearer", "placed", "titled"}) {
		t.Errorf("without words: %v", got)
	}
}

// TestAreaCells: all of an area is in the cells in which what people come to is looked for, of which there are few.
func TestAreaCells(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(seed.Of(t), 2))
	anywhere := func() Point { return Point{r.Float64()*180 - 90, r.Float64()*360 - 180} }
	for range 2000 {
		a := Area{anywhere(), []float64{100, 5000, 25_000, 100_000, MaxMeters}[r.IntN(5)]}
		cells := a.cubes(squares)
		if len(cells) == 0 || len(cells) > 27 {
			t.Fatalf("%+v is in %d cells", a, len(cells))
		}
		for range 20 {
			p := Point{a.Latitude + (r.Float64()-0.5)*a.Meters/60_000, a.Longitude + (r.Float64()-0.5)*a.Meters/30_000}
			if a.Has(p) && !slices.ContainsFunc(cubesOf(p.vector(), squares), func(c string) bool { return slices.Contains(cells, c) }) {
				t.Fatalf("%+v is in %+v, and in none of %v", p, a, cells)
			}
		}
	}
}

// BenchmarkPoints asks what is asked with words for pages with what people come to and without, in turns, among as
// many sample events as HOLDFAST_SEARCHED_EVENTS says, and reports what part the points take. A hundredth of them
// have been come to.
func BenchmarkPoints(b *testing.B) {
	n := seed.Count(b, "HOLDFAST_SEARCHED_EVENTS", 3000)
	x := many(b, &among{seed: 3, many: n})
	board := trending.NewBoard()
	for i := range n / 100 {
		e := sampled(3, i*100)
		v := e.At.vector()
		board.Set(e.ID, trending.Place{Cells: cubesOf(v, squares), At: v}, trending.Of(float64(1+i%997), now))
	}
	near := func(draw *sample.Queries) *Area {
		lat, lon := draw.Town()
		return &Area{Point{lat, lon}, 100_000}
	}
	for _, c := range []struct {
		name string
		draw func(*sample.Queries) Query
	}{
		{"a common word", func(d *sample.Queries) Query { return Query{Text: d.Common()} }},
		{"two words", func(d *sample.Queries) Query { return Query{Text: d.Two()} }},
		{"a rare word", func(d *sample.Queries) Query { return Query{Text: d.Rare()} }},
		{"two words, 100 km, up to EUR 20", func(d *sample.Queries) Query {
			return Query{Text: d.Two(), Near: near(d), Price: &Price{2000, "EUR"}}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			draw := sample.NewQueries(5)
			var took [2][]time.Duration
			for i := 0; b.Loop(); i++ {
				q := c.draw(draw)
				q.Now, q.Limit, q.Collapsed = now, 20, true
				for k := range 2 {
					with := (i+k)%2 == 1 // in turns
					if q.Heats = nil; with {
						q.Heats = board.Heats
					}
					began := time.Now()
					if _, err := x.Search(b.Context(), &q); err != nil {
						b.Fatal(err)
					}
					at := 0
					if with {
						at = 1
					}
					took[at] = append(took[at], time.Since(began))
				}
			}
			for i := range took {
				slices.Sort(took[i])
			}
			of := func(i, percent int) float64 { return float64(took[i][len(took[i])*percent/100].Nanoseconds()) }
			b.ReportMetric(of(1, 50)/1e6, "p50-ms")
			b.ReportMetric(of(1, 99)/1e6, "p99-ms")
			b.ReportMetric(of(1, 50)/of(0, 50), "p50/without")
			b.ReportMetric(of(1, 99)/of(0, 99), "p99/without")
		})
	}
}
