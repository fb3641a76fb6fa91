package bench

import (
	"fmt"
	"slices"
)

// summary is the median and the extremes of some figures.
type summary struct {
	Median, Min, Max float64
	N                int
}

func summarize(values []float64) summary {
	if len(values) == 0 {
		return summary{}
	}
	v := slices.Sorted(slices.Values(values))
	mid := v[len(v)/2]
	if len(v)%2 == 0 {
		mid = (v[len(v)/2-1] + mid) / 2
	}
	return summary{Median: mid, Min: v[0], Max: v[len(v)-1], N: len(v)}
}

// text writes a summary with a verb for each number, as "median (min–max)".
func (s summary) text(verb string) string {
	if s.N == 0 {
		return "–"
	}
	return fmt.Sprintf(verb+" ("+verb+"–"+verb+")", s.Median, s.Min, s.Max)
}

// selection picks turns.
type selection struct {
	Group, System string
	Conns         int // 0: any
}

// byRound returns a figure of the selected turns, by round.
func (r *Report) byRound(s selection, figure func(*turn) float64) map[int]float64 {
	out := map[int]float64{}
	for i := range r.Turns {
		t := &r.Turns[i]
		if t.Group == s.Group && t.System == s.System && (s.Conns == 0 || t.Conns == s.Conns) {
			out[t.Round] = figure(t)
		}
	}
	return out
}

// figures summarizes a figure of the selected turns.
func (r *Report) figures(s selection, figure func(*turn) float64) summary {
	var v []float64
	for _, f := range r.byRound(s, figure) {
		v = append(v, f)
	}
	return summarize(v)
}

// ratio summarizes, over the rounds, the figure of one by that of another in
// the same round.
func (r *Report) ratio(of, by selection, figure func(*turn) float64) summary {
	num, den := r.byRound(of, figure), r.byRound(by, figure)
	var v []float64
	for round, n := range num {
		if d, ok := den[round]; ok && d > 0 {
			v = append(v, n/d)
		}
	}
	return summarize(v)
}

func perSecond(t *turn) float64 { return t.PerSecond }
func p50(t *turn) float64       { return float64(t.Latency.P50) / 1000 }
func p99(t *turn) float64       { return float64(t.Latency.P99) / 1000 }
func serverCPU(t *turn) float64 { return t.ServerCPU }
func allCPU(t *turn) float64    { return t.ServerCPU + t.DatabaseCPU }
