package rehearsal

import (
	"slices"
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
	habits                            [hasty + 1]int64
	drawn, offers, offersOn, slots    int64     // of draws
	admitted                          []calling // who were let in, when and at which place
	seen                              []calling // up to which place people were called when
	refusals                          map[string]int64
	baskets                           []basket
	latency                           [steps]hammer.Histogram
	insideLatency, purchase, document hammer.Histogram
	takenAt, boughtAt                 time.Time // the last
	took                              time.Duration
	over                              bool // the time was
}

// calling is a place at a time of the copy.
type calling struct {
	at    time.Time
	place int64
}

// outOfOrder counts those who were let in before they were called: the next public document that
// was made after it calls fewer.
func (t *tally) outOfOrder() (n int64) {
	for _, a := range t.admitted {
		i, _ := slices.BinarySearchFunc(t.seen, a.at, func(c calling, at time.Time) int {
			if c.at.After(at) {
				return 1
			}
			return -1
		})
		if i < len(t.seen) && t.seen[i].place < a.place {
			n++
		}
	}
	return n
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
	t.admitted = append(t.admitted, o.admitted...)
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
