package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/sample"
)

// Systems that find events.
const (
	findHoldfast = "holdfast"
	findFTS5     = "sqlite-fts5"
	findPG       = "postgresql"
)

const (
	searchSeed  = 1
	searchPage  = 20
	searchAtUTC = 1_790_000_000 // seconds since 1970: the start of the first day
	// A turn asks so many questions, or as many as it can in the length of a turn.
	searchQuestions, fewestQuestions = 400, 3
)

// question is what is searched for.
type question struct {
	words     string
	at        *discovery.Point
	km        float64
	available bool
	days      int   // until when; 0: no bound
	most      int64 // what it may cost, in cents of EUR; 0: whatever
	sort      discovery.Sort
}

// searchKind draws questions of one kind.
type searchKind struct {
	name string
	// baselines: they can answer it. They know no typing errors.
	baselines bool
	draw      func(q *sample.Queries) question
}

func searchKinds() []searchKind {
	near := func(q *sample.Queries) *discovery.Point {
		latitude, longitude := q.Town()
		return &discovery.Point{Latitude: latitude, Longitude: longitude}
	}
	return []searchKind{
		{"a common word", true, func(q *sample.Queries) question { return question{words: q.Common()} }},
		{"two words", true, func(q *sample.Queries) question { return question{words: q.Two()} }},
		{"a rare word", true, func(q *sample.Queries) question { return question{words: q.Rare()} }},
		{"the beginning of a word", true, func(q *sample.Queries) question { return question{words: q.Beginning()} }},
		{"a word with a typing error", false, func(q *sample.Queries) question { return question{words: q.Misspelt()} }},
		{"a common word, 25 km, available, 30 days", true, func(q *sample.Queries) question {
			return question{words: q.Common(), at: near(q), km: 25, available: true, days: 30}
		}},
		{"two words, 100 km, up to EUR 20", true, func(q *sample.Queries) question {
			return question{words: q.Two(), at: near(q), km: 100, most: 2000}
		}},
		{"by date", true, func(*sample.Queries) question { return question{sort: discovery.ByDate} }},
		{"by date, available, 30 days", true, func(*sample.Queries) question {
			return question{sort: discovery.ByDate, available: true, days: 30}
		}},
		{"by date, 25 km", true, func(q *sample.Queries) question { return question{sort: discovery.ByDate, at: near(q), km: 25} }},
		{"by date, 25 km, 30 days", true, func(q *sample.Queries) question {
			return question{sort: discovery.ByDate, at: near(q), km: 25, days: 30}
		}},
		{"by date, up to EUR 20", true, func(*sample.Queries) question { return question{sort: discovery.ByDate, most: 2000} }},
		{"by price, a common word", true, func(q *sample.Queries) question { return question{sort: discovery.ByPrice, words: q.Common()} }},
		{"by price, 30 days", true, func(*sample.Queries) question { return question{sort: discovery.ByPrice, days: 30} }},
		{"by price, everything", true, func(*sample.Queries) question { return question{sort: discovery.ByPrice} }},
		{"by distance, 25 km", true, func(q *sample.Queries) question { return question{sort: discovery.ByDistance, at: near(q), km: 25} }},
		{"by distance, 25 km, 30 days", true, func(q *sample.Queries) question {
			return question{sort: discovery.ByDistance, at: near(q), km: 25, days: 30}
		}},
		{"by distance, 500 km", true, func(q *sample.Queries) question { return question{sort: discovery.ByDistance, at: near(q), km: 500} }},
	}
}

// searchTurn is what one system took for questions of one kind.
type searchTurn struct {
	System, Kind     string
	Events, Round    int
	Questions, Found int // of the first page, in all
	P50, P99         time.Duration
	// CPU50 and CPU99 are of the thread that searches; 0 where another process does.
	CPU50, CPU99 time.Duration
	Foreign      float64 // of the machine, during the turn
}

// searchBuild is what it took to have the index of one system.
type searchBuild struct {
	System string
	Events int
	Took   time.Duration
	CPU    time.Duration // 0: of another process
	Bytes  int64         // on disk
	Memory int64         // 0: it is not known
}

// finder answers questions.
type finder interface {
	build(ctx context.Context, events int) (searchBuild, error)
	find(ctx context.Context, q *question) (found int, err error)
	close(ctx context.Context) error
}

// search measures finding events, beside the full-text search of SQLite and PostgreSQL.
func (r *Report) search(ctx context.Context, l *lab) error {
	for _, events := range r.Config.Searched {
		if err := r.searchAmong(ctx, l, events); err != nil {
			return fmt.Errorf("bench: search among %d: %w", events, err)
		}
	}
	return nil
}

func (r *Report) searchAmong(ctx context.Context, l *lab, events int) (err error) {
	dir, err := os.MkdirTemp(l.dir, "search")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	finders := map[string]finder{findHoldfast: &ownFinder{dir: dir}, findFTS5: &ftsFinder{dir: dir}, findPG: &pgFinder{lab: l, name: "search_" + strconv.Itoa(events)}}
	systems := []string{findHoldfast, findFTS5, findPG}
	for _, system := range systems {
		f := finders[system]
		defer func() { err = errors.Join(err, f.close(context.WithoutCancel(ctx))) }()
		built, err := f.build(ctx, events)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		built.System, built.Events = system, events
		r.SearchBuilt = append(r.SearchBuilt, built)
		fmt.Fprintf(l.log, "search   %d events  %-12s built in %.1f s (CPU %.1f s), %d MB on disk, %d MB of memory\n", events, system, built.Took.Seconds(), built.CPU.Seconds(), built.Bytes>>20, built.Memory>>20)
	}
	for round := range r.Config.Rounds {
		for _, kind := range searchKinds() {
			for i := range systems {
				system := systems[(i+round)%len(systems)]
				if system != findHoldfast && !kind.baselines {
					continue
				}
				t, err := askAll(ctx, finders[system], &kind, round, r.Config.Length)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", system, kind.name, err)
				}
				t.System, t.Events = system, events
				r.Search = append(r.Search, t)
				fmt.Fprintf(l.log, "search   round %d  %d events  %-12s %-42s p50 %8.3f  p99 %8.3f ms  CPU %7.3f  %7.3f ms  %d questions  foreign %.1f%%\n", round+1, events, system, kind.name,
					milliseconds(t.P50), milliseconds(t.P99), milliseconds(t.CPU50), milliseconds(t.CPU99), t.Questions, 100*t.Foreign)
			}
		}
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// askAll asks questions one after the other.
func askAll(ctx context.Context, f finder, kind *searchKind, round int, length time.Duration) (t searchTurn, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	draw := sample.NewQueries(uint64(round)) //nolint:gosec // a number, not below 0
	var wall, cpu []time.Duration
	began, own, machine := time.Now(), treeCPU(os.Getpid()), readMachineCPU()
	for i := 0; i < fewestQuestions || i < searchQuestions && time.Since(began) < length; i++ {
		q := kind.draw(draw)
		at, used := time.Now(), threadCPU()
		n, err := f.find(ctx, &q)
		wall, cpu = append(wall, time.Since(at)), append(cpu, threadCPU()-used)
		if err != nil {
			return t, fmt.Errorf("%+v: %w", q, err)
		}
		t.Found += n
	}
	busy := readMachineCPU().busy - machine.busy - (treeCPU(os.Getpid()) - own)
	slices.Sort(wall)
	slices.Sort(cpu)
	of := func(list []time.Duration, p float64) time.Duration { return list[int(p*float64(len(list)-1))] }
	t.Kind, t.Round, t.Questions = kind.name, round+1, len(wall)
	t.P50, t.P99, t.CPU50, t.CPU99 = of(wall, 0.5), of(wall, 0.99), of(cpu, 0.5), of(cpu, 0.99)
	t.Foreign = max(0, busy.Seconds()/(time.Since(began).Seconds()*float64(cores())))
	return t, nil
}

// searchLimit is what the 99th percentile of a search among so many events may take.
func searchLimit(events int) float64 {
	if events > 100_000 {
		return 5
	}
	return 1
}

// searchFigures are figures of turns among so many events by kind, each over the rounds.
func (r *Report) searchFigures(system string, events int, figure func(*searchTurn) float64) map[string]summary {
	values := map[string][]float64{}
	for i := range r.Search {
		if t := &r.Search[i]; t.System == system && t.Events == events {
			values[t.Kind] = append(values[t.Kind], figure(t))
		}
	}
	out := map[string]summary{}
	for kind, v := range values {
		out[kind] = summarize(v)
	}
	return out
}

func searchP50(t *searchTurn) float64   { return milliseconds(t.P50) }
func searchP99(t *searchTurn) float64   { return milliseconds(t.P99) }
func searchCPU99(t *searchTurn) float64 { return milliseconds(t.CPU99) }

// searchRatio is the figure of Holdfast by that of another system in the same round.
func (r *Report) searchRatio(by, kind string, events int, figure func(*searchTurn) float64) summary {
	own, other := map[int]float64{}, map[int]float64{}
	for i := range r.Search {
		if t := &r.Search[i]; t.Kind == kind && t.Events == events {
			switch t.System {
			case findHoldfast:
				own[t.Round] = figure(t)
			case by:
				other[t.Round] = figure(t)
			}
		}
	}
	var v []float64
	for round, n := range own {
		if d := other[round]; d > 0 {
			v = append(v, n/d)
		}
	}
	return summarize(v)
}

// searchTargets are the lines of "what it must show" about finding events.
func (r *Report) searchTargets() []target {
	var out []target
	for _, events := range r.Config.Searched {
		limit := searchLimit(events)
		worst := func(what string, figure func(*searchTurn) float64) {
			kind, most := "none", summary{}
			for k, s := range r.searchFigures(findHoldfast, events, figure) {
				if kind == "none" || s.Median > most.Median {
					kind, most = k, s
				}
			}
			out = append(out, target{what: fmt.Sprintf("search among %d events, the slowest kind (%s): %s in ms", events, kind, what), want: fmt.Sprintf("≤ %g", limit), got: most, limit: limit, atMost: true})
		}
		worst("p99", searchP99)
		worst("p99 of the CPU time of a search", searchCPU99)
		for _, by := range []string{findFTS5, findPG} {
			out = append(out, target{what: fmt.Sprintf("search among %d events, a common word: p50 / %s", events, by), want: "≤ 0.1", got: r.searchRatio(by, "a common word", events, searchP50), limit: 0.1, atMost: true, verb: "%.4f"})
		}
	}
	return out
}

func (r *Report) writeSearch(p *page) {
	p.say("## Finding events\n")
	if len(r.Search) == 0 {
		p.say("Not measured in this run.\n")
		return
	}
	p.say("One caller, pages of %d, sample events in twelve languages, a tenth of them dates of series of ten. Holdfast finds a series once, also counts what it finds, up to %d, and looks for forms of the words, parts of compounds and, where nothing is found, typing errors; the baselines find the words, the last one by its beginning, and a page. All on one machine; the CPU time is that of the thread that searches.\n", searchPage, discovery.MaxTotal)
	for _, events := range r.Config.Searched {
		p.say("### Among %d events\n", events)
		p.head("system", "built in s", "CPU s", "MB on disk", "MB of memory")
		for _, b := range r.SearchBuilt {
			if b.Events == events {
				known := func(v float64, format string) string {
					if v == 0 {
						return "–"
					}
					return fmt.Sprintf(format, v)
				}
				p.row(b.System, fmt.Sprintf("%.1f", b.Took.Seconds()), known(b.CPU.Seconds(), "%.1f"), fmt.Sprint(b.Bytes>>20), known(float64(b.Memory>>20), "%.0f"))
			}
		}
		p.say("")
		p.head("question", "p50 ms", "p99 ms", "CPU p99 ms", "p50 / FTS5 with bm25", "p99 / FTS5", "p50 / PostgreSQL with GIN", "p99 / PostgreSQL")
		own50, own99, cpu99 := r.searchFigures(findHoldfast, events, searchP50), r.searchFigures(findHoldfast, events, searchP99), r.searchFigures(findHoldfast, events, searchCPU99)
		for _, kind := range searchKinds() {
			k := kind.name
			p.row(k, own50[k].text("%.3f"), own99[k].text("%.3f"), cpu99[k].text("%.3f"),
				r.searchRatio(findFTS5, k, events, searchP50).text("%.4f"), r.searchRatio(findFTS5, k, events, searchP99).text("%.4f"),
				r.searchRatio(findPG, k, events, searchP50).text("%.4f"), r.searchRatio(findPG, k, events, searchP99).text("%.4f"))
		}
		p.say("")
	}
	var foreign []float64
	for i := range r.Search {
		foreign = append(foreign, 100*r.Search[i].Foreign)
	}
	p.say("CPU used by others during these turns: %s %%.\n", summarize(foreign).text("%.1f"))
}
