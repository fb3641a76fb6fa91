package hammer

import (
	"fmt"
	"strings"
	"time"
)

// RoomResult is what a run of the scenario Room or Draw has seen of the waiting room.
type RoomResult struct {
	Joined  int64 `json:"joined"`
	Entered int64 `json:"entered"`
	Bought  int64 `json:"bought"`
	// TurnedAway is how often somebody tried to come in who was not called, or found as
	// many inside as may be.
	TurnedAway int64 `json:"turned_away"`
	Serving    int64 `json:"serving"` // people were called up to this place
	// NotDrawn is why the value of the ceremony of a draw was not taken, as it was answered last;
	// empty: it was taken, or there is none.
	NotDrawn string `json:"not_drawn,omitempty"`
	Entrants int64  `json:"entrants"`
	// MostInside is the most that the public document said, of MaxInside.
	MostInside int64 `json:"most_inside"`
	MaxInside  int64 `json:"max_inside"`
	// Steps are how long answers of each kind took, counted from when the guest wanted
	// to act, tries after a 503 or a broken connection included.
	Steps []StepLatency `json:"steps"`
	// Inside is the same of those who were called, whatever they did.
	Inside Latency `json:"inside"`
}

// StepLatency is how long requests of one kind took.
type StepLatency struct {
	Op    Op    `json:"op"`
	Count int64 `json:"count"`
	Latency
}

// roomSteps are the kinds of requests of the scenario Room.
var roomSteps = []Op{OpArrive, OpWatch, OpEnter, OpBuy, OpPay, OpQuit}

// step records how long an answer took, by its kind, in the scenario Room.
func (t *tally) step(op Op, took time.Duration) {
	if t.steps == nil {
		return
	}
	h := t.steps[op]
	if h == nil {
		h = &Histogram{}
		t.steps[op] = h
	}
	h.Record(took)
}

func latencyOf(h *Histogram) Latency {
	us := func(d time.Duration) int64 { return d.Microseconds() }
	return Latency{Mean: us(h.Mean()), P50: us(h.Quantile(0.5)), P90: us(h.Quantile(0.9)), P99: us(h.Quantile(0.99)), P999: us(h.Quantile(0.999)), Max: us(h.Max())}
}

// result returns what was seen.
func (c *crowd) result(workers []*worker) *RoomResult {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &RoomResult{
		Joined: c.joined, Entered: c.entered, Bought: c.bought, TurnedAway: c.turned, Serving: c.serving, Entrants: c.entrants, MostInside: c.inside, MaxInside: c.limit,
	}
	if !c.drawn {
		r.NotDrawn = c.notDrawn
	}
	var within Histogram
	for _, op := range roomSteps {
		var all Histogram
		for _, w := range workers {
			if h := w.tally.steps[op]; h != nil {
				all.Merge(h)
			}
		}
		if all.Count() == 0 {
			continue
		}
		r.Steps = append(r.Steps, StepLatency{op, all.Count(), latencyOf(&all)})
		if op != OpArrive && op != OpWatch {
			within.Merge(&all)
		}
	}
	r.Inside = latencyOf(&within)
	return r
}

// Step returns how long requests of a kind took.
func (r *RoomResult) Step(op Op) StepLatency {
	for _, s := range r.Steps {
		if s.Op == op {
			return s
		}
	}
	return StepLatency{Op: op}
}

func (r *RoomResult) write(b *strings.Builder) {
	fmt.Fprintf(b, "  waiting room  %d joined, %d called, %d entered, %d bought, at most %d of %d inside, %d turned away\n",
		r.Joined, r.Serving, r.Entered, r.Bought, r.MostInside, r.MaxInside, r.TurnedAway)
	if r.NotDrawn != "" {
		fmt.Fprintf(b, "  not drawn: %s\n", r.NotDrawn)
	}
	line := func(name string, n int64, l Latency) {
		ms := func(us int64) float64 { return float64(us) / 1000 }
		fmt.Fprintf(b, "  %-13s %d, p50 %.2f ms  p99 %.2f ms  max %.2f ms\n", name, n, ms(l.P50), ms(l.P99), ms(l.Max))
	}
	var within int64
	for _, s := range r.Steps {
		line(string(s.Op), s.Count, s.Latency)
		if s.Op != OpArrive && s.Op != OpWatch {
			within += s.Count
		}
	}
	line("inside", within, r.Inside)
}
