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

	"github.com/holdfast-events/holdfast/internal/bench/finders"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/sample"
)

// Systems that find events.
const (
	findHoldfast = "holdfast"
	findFTS5     = "sqlite-fts5"
	findPG       = "postgresql"
)

// A turn asks so many questions, or as many as it can in the length of a turn.
const searchQuestions, fewestQuestions = 400, 3

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
	finders.Built
	CPU time.Duration // 0: of another process
}

// search measures finding events, beside the full-text search of SQLite and PostgreSQL, and by
// HTTP beside the no-op.
func (r *Report) search(ctx context.Context, l *lab) error {
	for _, events := range r.Config.Searched {
		if err := r.searchAmong(ctx, l, events); err != nil {
			return fmt.Errorf("bench: search among %d: %w", events, err)
		}
	}
	return r.searchOverHTTP(ctx, l)
}

func (r *Report) searchAmong(ctx context.Context, l *lab, events int) (err error) {
	dir, err := os.MkdirTemp(l.dir, "search")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	by := map[string]finders.Finder{findHoldfast: finders.Holdfast(dir), findFTS5: finders.FTS5(dir), findPG: finders.PostgreSQL(l.cluster, "search_"+strconv.Itoa(events))}
	systems := []string{findHoldfast, findFTS5, findPG}
	for _, system := range systems {
		f, used := by[system], treeCPU(os.Getpid())
		defer func() { err = errors.Join(err, f.Close(context.WithoutCancel(ctx))) }()
		built := searchBuild{System: system, Events: events}
		if built.Built, err = f.Build(ctx, events); err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		if system != findPG {
			built.CPU = treeCPU(os.Getpid()) - used
		}
		r.SearchBuilt = append(r.SearchBuilt, built)
		fmt.Fprintf(l.log, "search   %d events  %-12s built in %.1f s (CPU %.1f s), %d MB on disk, %d MB of memory\n", events, system, built.Took.Seconds(), built.CPU.Seconds(), built.Bytes>>20, built.Memory>>20)
	}
	for round := range r.Config.Rounds {
		for _, kind := range finders.Kinds() {
			for i := range systems {
				system := systems[(i+round)%len(systems)]
				if system != findHoldfast && !kind.Baselines {
					continue
				}
				t, err := askAll(ctx, by[system], &kind, round, r.Config.Length)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", system, kind.Name, err)
				}
				t.System, t.Events = system, events
				r.Search = append(r.Search, t)
				fmt.Fprintf(l.log, "search   round %d  %d events  %-12s %-50s p50 %8.3f  p99 %8.3f ms  CPU %7.3f  %7.3f ms  %d questions  foreign %.1f%%\n", round+1, events, system, kind.Name,
					milliseconds(t.P50), milliseconds(t.P99), milliseconds(t.CPU50), milliseconds(t.CPU99), t.Questions, 100*t.Foreign)
			}
		}
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// askAll asks questions one after the other.
func askAll(ctx context.Context, f finders.Finder, kind *finders.Kind, round int, length time.Duration) (t searchTurn, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	draw := sample.NewQueries(uint64(round)) //nolint:gosec // a number, not below 0
	var wall, cpu []time.Duration
	began, own, machine := time.Now(), treeCPU(os.Getpid()), readMachineCPU()
	for i := 0; i < fewestQuestions || i < searchQuestions && time.Since(began) < length; i++ {
		q := kind.Draw(draw)
		at, used := time.Now(), threadCPU()
		n, err := f.Find(ctx, &q)
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
	t.Kind, t.Round, t.Questions = kind.Name, round+1, len(wall)
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
	p.say("One caller, pages of %d, sample events in twelve languages, a tenth of them dates of series of ten. Filters are those of the public list; the baselines have an index for each. Holdfast finds a series once, also counts what it finds, up to %d, and looks for forms of the words, parts of compounds and, where nothing is found, typing errors; the baselines find the words, the last one by its beginning, and a page. All on one machine; the CPU time is that of the thread that searches.\n", finders.Page, discovery.MaxTotal)
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
		for _, kind := range finders.Kinds() {
			k := kind.Name
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
	writeSearchOverHTTP(p, r)
}
