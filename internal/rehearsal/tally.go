package rehearsal

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// basket is an order, or a registration, as a person left it.
type basket struct {
	order          string
	units          int64
	paid, gaveBack bool
}

// tally is what is counted: by each worker for itself, and added up at the end.
type tally struct {
	joined, entered, bought, units    int64
	soldOut                           int64 // people who were told so when they ordered
	unanswered, unfinished            int64
	broken                            int64 // connections
	failed                            int64 // answers that are none
	inVain                            int64 // people who waited until the end
	looks, inside                     int64
	habits                            [giveUp + 1]int64
	refusals                          map[string]int64
	baskets                           []basket
	latency                           [steps]hammer.Histogram
	insideLatency, purchase, document hammer.Histogram
	takenAt, boughtAt                 time.Time // the last
	took                              time.Duration
	over                              bool // the time was
}

func newTally() *tally { return &tally{refusals: map[string]int64{}} }

// answered counts an answer, by how long it was waited for.
func (t *tally) answered(s step, took time.Duration) {
	t.latency[s].Record(took)
	if s.inside() {
		t.insideLatency.Record(took)
	}
}

// add adds what another one has counted.
func (t *tally) add(o *tally) {
	t.joined += o.joined
	t.entered += o.entered
	t.bought += o.bought
	t.units += o.units
	t.soldOut += o.soldOut
	t.unanswered += o.unanswered
	t.broken += o.broken
	t.failed += o.failed
	for i := range o.habits {
		t.habits[i] += o.habits[i]
	}
	for code, n := range o.refusals {
		t.refusals[code] += n
	}
	t.baskets = append(t.baskets, o.baskets...)
	for i := range o.latency {
		t.latency[i].Merge(&o.latency[i])
	}
	t.insideLatency.Merge(&o.insideLatency)
	t.purchase.Merge(&o.purchase)
	if o.takenAt.After(t.takenAt) {
		t.takenAt = o.takenAt
	}
	if o.boughtAt.After(t.boughtAt) {
		t.boughtAt = o.boughtAt
	}
}
