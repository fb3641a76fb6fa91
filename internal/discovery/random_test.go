package discovery

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/trending"
)

// naive reports whether an event fits, from its fields alone. The words of the test have
// no stems and no ends in common, so that a word is found where it stands or begins one.
func naive(q *Query, e *Event) bool {
	has := func(asked string, last bool) bool {
		for _, w := range strings.Fields(strings.ToLower(strings.Join(append(append([]string{e.Title, e.Place, e.Host}, e.Tags...), e.Performers...), " "))) {
			if w == asked || (len(asked) >= minPrefix || last && len(asked) >= minLastPrefix) && strings.HasPrefix(w, asked) {
				return true
			}
		}
		return false
	}
	if q.Series != "" && e.Series != q.Series {
		return false
	}
	asked := strings.Fields(q.Text)
	for i, w := range asked {
		if !has(w, i == len(asked)-1) {
			return false
		}
	}
	over := e.EndsAt <= q.Now
	return over == q.Past && (q.Organizer == "" || e.Organizer == q.Organizer) && (!q.Available || e.Available) &&
		(q.From == 0 || e.EndsAt > q.From) && (q.Until == 0 || e.StartsAt < q.Until) &&
		(q.Category == "" || e.Category == q.Category) && (q.Language == "" || e.Spoken == q.Language) && (q.Age == nil || e.AgeMin <= *q.Age) &&
		(q.Tag == "" || slices.Contains(e.Tags, q.Tag)) &&
		(q.Near == nil || e.At != nil && haversine(q.Near.Point, *e.At) <= q.Near.Meters) &&
		(q.Price == nil || costs(q, e)) && (q.FirstDay == 0 || e.LastDay >= q.FirstDay) && (q.LastDay == 0 || e.FirstDay <= q.LastDay)
}

// costs reports whether the cheapest ticket costs no more than asked for.
func costs(q *Query, e *Event) bool {
	last := -1
	for i, p := range e.Prices {
		if p.Since <= q.Now {
			last = i
		}
	}
	return last >= 0 && (e.Prices[last].Lowest == 0 || e.Prices[last].Lowest <= q.Price.Most && e.Currency == q.Price.Currency)
}

// drawn is an index of what was drawn, for one run of a property, and what closes it.
func drawn(t *testing.T, rt *rapid.T, source Source) (x *Index, done func()) {
	x, err := New(Config{Path: temporary(t), Source: source, Log: quiet})
	if err != nil {
		rt.Fatal(err)
	}
	x.sizes.segment, x.sizes.fresh = rapid.IntRange(1, 12).Draw(rt, "segment"), rapid.IntRange(0, 12).Draw(rt, "fresh")
	if err := x.open(t.Context()); err != nil {
		rt.Fatal(err)
	}
	done = func() {
		if err := errors.Join(x.file.close(t.Context()), x.locked.free()); err != nil {
			rt.Error(err)
		}
	}
	if err := x.turn(t.Context()); err != nil {
		done()
		rt.Fatal(err)
	}
	return x, done
}

// TestAgainstNaive: whatever was written and taken out, the pages together have exactly
// the events that fit, each once, in windows of events that follow each other, and the
// best of each window first.
func TestAgainstNaive(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		words := []string{"kubo", "kubolat", "zyx", "wub", "wubzo", "qof", "ix"}
		text := rapid.Custom(func(rt *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 3).Draw(rt, "words"), " ")
		})
		moment := rapid.Custom(func(rt *rapid.T) inventory.Instant {
			return now + inventory.Instant(rapid.Int64Range(-50, 50).Draw(rt, "steps"))*inventory.Instant(rapid.SampledFrom([]inventory.Micros{1, 60_000_000, inventory.Hour, inventory.Day}).Draw(rt, "step"))
		})
		amount := rapid.SampledFrom([]int64{0, 1, 99, 100, 101, 200, 201, 500, 1000, 1001, 1999, 2000, 2001, 5000, 5001, 2_000_000_000_000})
		var source list
		all := map[string]Event{}
		x, done := drawn(t, rt, &source)
		defer done()
		for range rapid.IntRange(0, 60).Draw(rt, "changes") {
			e := Event{ID: "e" + strconv.Itoa(rapid.IntRange(0, 30).Draw(rt, "id")), Title: text.Draw(rt, "title"), Place: text.Draw(rt, "place"), Host: text.Draw(rt, "host"),
				Organizer: rapid.SampledFrom([]string{"org_1", "org_2"}).Draw(rt, "organizer"), Available: rapid.Bool().Draw(rt, "available"), StartsAt: moment.Draw(rt, "starts")}
			e.EndsAt = e.StartsAt + inventory.Instant(rapid.SampledFrom([]inventory.Micros{1, inventory.Hour, inventory.Day, inventory.Day + 1, 20 * inventory.Day}).Draw(rt, "lasts"))
			zone := time.FixedZone("", rapid.IntRange(-12*3600, 14*3600).Draw(rt, "zone"))
			e.FirstDay, e.LastDay = DaysOf(e.StartsAt, e.EndsAt, zone)
			e.Category, e.Spoken = rapid.SampledFrom([]string{"", "music", "film"}).Draw(rt, "category"), rapid.SampledFrom([]string{"", "de", "en"}).Draw(rt, "spoken")
			e.Tags, e.Performers = rapid.SliceOfN(rapid.SampledFrom(words), 0, 2).Draw(rt, "tags"), rapid.SliceOfN(rapid.SampledFrom(words), 0, 2).Draw(rt, "performers")
			e.Series = rapid.SampledFrom([]string{"", "ser_1", "ser_2", "ser_3"}).Draw(rt, "series")
			e.AgeMin = rapid.SampledFrom([]int64{0, 6, 18}).Draw(rt, "age")
			e.Currency = rapid.SampledFrom([]string{"EUR", "JPY"}).Draw(rt, "currency")
			for i := range rapid.IntRange(0, 3).Draw(rt, "prices") {
				var since inventory.Instant
				if i > 0 {
					since = max(e.Prices[i-1].Since, now-inventory.Instant(inventory.Hour)) + inventory.Instant(rapid.Int64Range(1, int64(inventory.Hour)).Draw(rt, "since"))
				}
				e.Prices = append(e.Prices, inventory.PriceSince{Since: since, Lowest: amount.Draw(rt, "lowest")})
			}
			if rapid.IntRange(0, 3).Draw(rt, "nowhere") > 0 {
				// Many are at the same place, and no two others are as far from where is asked.
				e.At = &Point{53.55, 9.99 + float64(rapid.IntRange(-4, 4).Draw(rt, "to the east"))/2}
			}
			gone := rapid.IntRange(0, 4).Draw(rt, "gone") == 0
			if delete(all, e.ID); !gone {
				all[e.ID] = e
			}
			source.put(Change{e, gone})
			if rapid.IntRange(0, 4).Draw(rt, "a turn") == 0 {
				if err := x.turn(t.Context()); err != nil {
					rt.Fatal(err)
				}
			}
		}
		if rapid.Bool().Draw(rt, "read again") {
			x.memory = nil
		}
		if err := x.turn(t.Context()); err != nil {
			rt.Fatal(err)
		}
		for range 5 {
			x.sizes.few = rapid.SampledFrom([]int{-1, 3, MaxTotal}).Draw(rt, "few")
			x.sizes.window = rapid.SampledFrom([]int{1, 2, 5, 200}).Draw(rt, "window")
			q := Query{Text: text.Draw(rt, "text"), Now: now, Past: rapid.Bool().Draw(rt, "past"), Available: rapid.Bool().Draw(rt, "only available"),
				Organizer: rapid.SampledFrom([]string{"", "org_1"}).Draw(rt, "of"), Sort: rapid.SampledFrom([]Sort{ByRelevance, ByDate, ByDistance, ByPrice}).Draw(rt, "sort"),
				Currency: rapid.SampledFrom([]string{"EUR", "JPY"}).Draw(rt, "prices in"), Limit: rapid.IntRange(1, 7).Draw(rt, "limit")}
			q.Collapsed, q.Series = rapid.Bool().Draw(rt, "collapsed"), rapid.SampledFrom([]string{"", "", "", "ser_2"}).Draw(rt, "dates of")
			if rapid.Bool().Draw(rt, "from?") {
				q.From = moment.Draw(rt, "from")
			}
			if rapid.Bool().Draw(rt, "until?") {
				q.Until = max(q.From, now-inventory.Instant(60*inventory.Day)) + inventory.Instant(rapid.Int64Range(1, int64(40*inventory.Day)).Draw(rt, "until"))
			}
			today := dayOf(now.Time().UTC())
			if rapid.Bool().Draw(rt, "first day?") {
				q.FirstDay = today + Day(rapid.IntRange(-5, 20).Draw(rt, "first day"))
			}
			if rapid.Bool().Draw(rt, "last day?") {
				q.LastDay = max(q.FirstDay, today-5) + Day(rapid.IntRange(0, 5).Draw(rt, "days"))
			}
			if rapid.Bool().Draw(rt, "price?") {
				q.Price = &Price{amount.Draw(rt, "most"), rapid.SampledFrom([]string{"EUR", "JPY", "CHF"}).Draw(rt, "in")}
			}
			if rapid.IntRange(0, 2).Draw(rt, "labels?") == 0 {
				q.Category, q.Language = rapid.SampledFrom([]string{"", "music"}).Draw(rt, "of category"), rapid.SampledFrom([]string{"", "de"}).Draw(rt, "in language")
				q.Tag = rapid.SampledFrom(append([]string{""}, words...)).Draw(rt, "tag")
				if rapid.Bool().Draw(rt, "age?") {
					q.Age = new(rapid.Int64Range(0, 20).Draw(rt, "of age"))
				}
			}
			if q.Sort == ByDistance || rapid.IntRange(0, 3).Draw(rt, "near?") == 0 {
				q.Near = &Area{Point{53.55, rapid.SampledFrom([]float64{9.9, 10.6}).Draw(rt, "from there")}, 100_500}
			}
			if wordIsMissing(all, q.Text) {
				continue // something else may be meant
			}
			check(rt, x, q, all)
		}
	})
}

// wordIsMissing reports whether a word stands in no event at all.
func wordIsMissing(all map[string]Event, text string) bool {
	for w := range strings.FieldsSeq(text) {
		found := false
		for _, e := range all {
			words := strings.Fields(strings.Join(append(append([]string{e.Title, e.Place, e.Host}, e.Tags...), e.Performers...), " "))
			found = found || slices.ContainsFunc(words, func(h string) bool { return strings.HasPrefix(h, w) })
		}
		if !found {
			return true
		}
	}
	return false
}

// keyOf is what a sort compares: millimeters, or minor units.
func keyOf(q *Query, e Event) int64 {
	switch q.Sort {
	case ByDistance:
		return int64(math.Round(haversine(q.Near.Point, *e.At) * 1000))
	case ByPrice:
		last := -1
		for i, p := range e.Prices {
			if p.Since <= q.Now {
				last = i
			}
		}
		if last >= 0 && (e.Prices[last].Lowest == 0 || e.Currency == q.Currency) {
			return e.Prices[last].Lowest
		}
		return math.MaxInt64
	}
	return 0
}

// naivePoints are those of what is near and what is cheap.
func naivePoints(q *Query, e *Event) (n int) {
	if q.Near != nil {
		n += max(0, pointsNear-int(4*haversine(q.Near.Point, *e.At)/q.Near.Meters))
	}
	if q.Price != nil && q.Price.Most > 0 {
		last := -1
		for i, p := range e.Prices {
			if p.Since <= q.Now {
				last = i
			}
		}
		if e.Prices[last].Lowest <= q.Price.Most/2 {
			n += pointsCheap
		}
	}
	return n
}

// naiveHot are the points of what people come to, of the events of a window.
func naiveHot(part []string, heats map[string]float64) map[string]int {
	points, most := map[string]int{}, 0.0
	for _, id := range part {
		most = max(most, heats[id])
	}
	for _, id := range part {
		switch w := heats[id]; {
		case w < leastHeat:
		case w > most/2:
			points[id] = 3
		case w > most/8:
			points[id] = 2
		case w > most/32:
			points[id] = 1
		}
	}
	return points
}

// heatsOf are heats by what is done in events, as deeds weigh now.
func heatsOf(weights map[string]float64) Heats {
	return func(n int, id func(int) string, hot func(int, trending.Heat)) {
		for i := range n {
			if w := weights[id(i)]; w > 0 {
				hot(i, trending.Of(w, now))
			}
		}
	}
}

func check(rt *rapid.T, x *Index, q Query, all map[string]Event) {
	// What people come to: few enough that each of a window may have points.
	heats := map[string]float64{}
	for range rapid.IntRange(0, mostHot).Draw(rt, "hot ones") {
		heats["e"+strconv.Itoa(rapid.IntRange(0, 30).Draw(rt, "hot"))] = rapid.SampledFrom([]float64{1, 19, 21, 100, 301, 999, 5000}).Draw(rt, "heat")
	}
	q.Heats = heatsOf(heats)
	// Windows follow each other; in one of them only the score may put a later one first.
	byMinute := func(a, b string) int {
		c := cmp.Compare(firstRow(all[a].StartsAt), firstRow(all[b].StartsAt))
		if q.Past {
			c = -c
		}
		return c
	}
	inSort := func(a, b string) int {
		return cmp.Or(cmp.Compare(keyOf(&q, all[a]), keyOf(&q, all[b])), byMinute(a, b))
	}
	var want []string
	first := map[string]string{} // the date that a series is found with
	for id, e := range all {
		switch {
		case !naive(&q, &e):
		case !q.Collapsed || e.Series == "":
			want = append(want, id)
		case first[e.Series] == "" || inSort(id, first[e.Series]) < 0:
			first[e.Series] = id
		}
	}
	want = slices.AppendSeq(want, maps.Values(first))
	var got []string
	for {
		r, err := x.Search(rt.Context(), &q)
		if err != nil {
			rt.Fatalf("%+v: %v", q, err)
		}
		if r.Total != len(want) || len(r.Hits) > q.Limit || r.Next != nil && len(r.Hits) < q.Limit {
			rt.Fatalf("%+v: a page of %d, total %d, want %d", q, len(r.Hits), r.Total, len(want))
		}
		got = append(got, ids(r)...)
		if r.Next == nil {
			break
		}
		q.After = *r.Next
	}
	inOrder := slices.Clone(got)
	for i, id := range inOrder {
		// Of two dates in one minute either may be the first.
		e := all[id]
		if one := first[e.Series]; one != "" && naive(&q, &e) && inSort(id, one) == 0 {
			inOrder[i] = one
		}
	}
	slices.Sort(inOrder)
	slices.Sort(want)
	if !slices.Equal(inOrder, want) {
		rt.Fatalf("%+v: found %v, want %v", q, inOrder, want)
	}
	size := x.sizes.window
	if q.Sort != ByRelevance {
		if !slices.IsSortedFunc(got, inSort) {
			rt.Fatalf("%+v: %v is not in order", q, got)
		}
		return
	}
	wants := wantsOf(q.Text)
	var hot map[string]int // points of a window
	scoreOf := func(id string) int {
		e := all[id]
		d := documentOf(&e)
		f := strings.Fields
		n, _ := score(wants, &stored{f(d.title), f(d.place), f(d.host), f(d.performers), f(d.tags), f(d.stems), f(d.others), f(d.tails)})
		return n + hot[id] + naivePoints(&q, &e)
	}
	var before []string
	for part := range slices.Chunk(got, size) {
		if len(before) > 0 && byMinute(slices.MaxFunc(before, byMinute), slices.MinFunc(part, byMinute)) > 0 {
			rt.Fatalf("%+v: the window %v comes before %v", q, before, part)
		}
		hot = naiveHot(part, heats)
		if !slices.IsSortedFunc(part, func(a, b string) int { return cmp.Compare(scoreOf(b), scoreOf(a)) }) {
			rt.Fatalf("%+v: the best of %v are not first", q, part)
		}
		before = part
	}
}

// TestSpacelessAgainstNaive: a word without spaces is found where its characters stand one after
// the other in one field, in every order of the list.
func TestSpacelessAgainstNaive(t *testing.T) {
	t.Parallel()
	word := rapid.StringOfN(rapid.SampledFrom([]rune("音楽会祭")), 1, 5, -1)
	text := rapid.Custom(func(rt *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 2).Draw(rt, "words"), " ") })
	rapid.Check(t, func(rt *rapid.T) {
		var source list
		all := map[string][]string{}
		for i := range rapid.IntRange(1, 20).Draw(rt, "events") {
			e := Event{ID: "e" + strconv.Itoa(i), Title: text.Draw(rt, "title"), Place: text.Draw(rt, "place"), Host: text.Draw(rt, "host"),
				Performers: rapid.SliceOfN(word, 0, 2).Draw(rt, "performers"), Tags: rapid.SliceOfN(word, 0, 2).Draw(rt, "tags"),
				StartsAt: now + inventory.Instant(i+1)*inventory.Instant(inventory.Hour), EndsAt: now + inventory.Instant(i+2)*inventory.Instant(inventory.Hour),
				Currency: "EUR", Prices: []inventory.PriceSince{{Lowest: rapid.Int64Range(0, 300).Draw(rt, "price")}}}
			source.put(Change{Event: e})
			all[e.ID] = strings.Fields(strings.Join(slices.Concat([]string{e.Title, e.Place, e.Host}, e.Performers, e.Tags), " "))
		}
		x, done := drawn(t, rt, &source)
		defer done()
		asked := rapid.StringOfN(rapid.SampledFrom([]rune("音楽会祭")), 2, 4, -1).Draw(rt, "asked")
		var want []string
		for id, words := range all {
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, asked) }) {
				want = append(want, id)
			}
		}
		slices.Sort(want)
		for _, sort := range []Sort{ByRelevance, ByDate, ByPrice} {
			x.sizes.few = rapid.SampledFrom([]int{-1, MaxTotal}).Draw(rt, "few")
			r, err := x.Search(rt.Context(), &Query{Text: asked, Now: now, Sort: sort, Currency: "EUR", Limit: 100})
			if err != nil {
				rt.Fatal(err)
			}
			got := ids(r)
			slices.Sort(got)
			if !slices.Equal(got, want) || r.Total != len(want) {
				rt.Fatalf("%q by %d: %v of %d, want %v", asked, sort, got, r.Total, want)
			}
		}
	})
}
