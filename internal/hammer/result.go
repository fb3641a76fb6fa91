package hammer

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tally is what one connection counts.
type tally struct {
	sent, acknowledged, decided, retried, broken, unanswered int64
	confirmed, waitlisted, other                             int64
	refused                                                  map[int]int64
	sample                                                   string // the first refusal or failure
	latency                                                  Histogram
	steps                                                    map[Op]*Histogram // of Room and Draw; else nil
	last                                                     time.Time
}

func (t *tally) status(op Op, reply *Reply) {
	if !op.changes() {
		t.other++
		return
	}
	if op == OpCheckIn {
		if Field(reply.Body, "verdict") == "admit" {
			t.confirmed++
		} else {
			t.other++
		}
		return
	}
	switch Field(reply.Body, "status") {
	case "confirmed":
		t.confirmed++
	case "waitlisted":
		t.waitlisted++
	default:
		t.other++
	}
}

func (t *tally) fail(err error) {
	t.broken++
	if t.sample == "" {
		t.sample = err.Error()
	}
}

func (t *tally) refuse(reply *Reply) {
	if reply == nil {
		t.unanswered++
		return
	}
	if t.refused == nil {
		t.refused = map[int]int64{}
	}
	t.refused[reply.Status]++
	if t.sample == "" {
		t.sample = fmt.Sprintf("%d: %.300s", reply.Status, reply.Body)
	}
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Latency summarises how long acknowledged requests took, in microseconds. In
// an open loop it counts from the moment at which each was meant to be sent.
type Latency struct {
	Mean int64 `json:"mean_us"`
	P50  int64 `json:"p50_us"`
	P90  int64 `json:"p90_us"`
	P99  int64 `json:"p99_us"`
	P999 int64 `json:"p99_9_us"`
	Max  int64 `json:"max_us"`
}

// Result is what a run has measured.
type Result struct {
	Scenario    Scenario `json:"scenario"`
	Loop        string   `json:"loop"` // closed, open
	Connections int      `json:"connections"`
	Rate        float64  `json:"rate,omitempty"` // of an open loop
	Seed        uint64   `json:"seed"`
	UserPrefix  string   `json:"user_prefix"`
	Events      []string `json:"events"`

	// Seconds is the length of the measured window. Acknowledged were answered
	// 2xx inside it. PerSecond is the one by the other.
	Seconds      float64 `json:"seconds"`
	Acknowledged int64   `json:"acknowledged"`
	PerSecond    float64 `json:"acknowledged_per_second"`
	Latency      Latency `json:"latency"`
	// Decided were acknowledged, or refused by a rule (409).
	Decided          int64   `json:"decided"`
	DecidedPerSecond float64 `json:"decided_per_second"`

	// Of the whole run, warm-up included: Sent counts attempts. Refused are
	// final answers that are not 2xx, by status. Retried were answered 503 and
	// sent again. Broken are failures of a connection, Unanswered the requests
	// that got no answer in the end.
	Sent       int64         `json:"sent"`
	Confirmed  int64         `json:"confirmed"` // of check-ins: admitted
	Waitlisted int64         `json:"waitlisted"`
	Other      int64         `json:"other"`
	Refused    map[int]int64 `json:"refused"`
	Retried    int64         `json:"retried_503"`
	Broken     int64         `json:"broken_connections"`
	Unanswered int64         `json:"unanswered"`
	Sample     string        `json:"sample,omitempty"` // the first refusal or failure

	Room *RoomResult `json:"room,omitempty"` // of the scenario Room; else nil
}

// RefusedTotal is the number of requests whose final answer was not 2xx.
func (r *Result) RefusedTotal() int64 {
	var n int64
	for _, c := range r.Refused {
		n += c
	}
	return n
}

func (r *run) result(workers []*worker) *Result {
	res := &Result{
		Scenario: r.cfg.Scenario, Loop: "closed", Connections: r.cfg.Connections, Rate: r.cfg.Rate,
		Seed: r.cfg.Seed, UserPrefix: r.cfg.UserPrefix, Events: r.cfg.Events, Refused: map[int]int64{},
	}
	if r.cfg.Rate > 0 {
		res.Loop = "open"
	}
	var all Histogram
	end := r.from
	for _, w := range workers {
		t := &w.tally
		res.Acknowledged += t.acknowledged
		res.Decided += t.decided
		res.Sent += t.sent
		res.Confirmed += t.confirmed
		res.Waitlisted += t.waitlisted
		res.Other += t.other
		res.Retried += t.retried
		res.Broken += t.broken
		res.Unanswered += t.unanswered
		for status, n := range t.refused {
			res.Refused[status] += n
		}
		if res.Sample == "" {
			res.Sample = t.sample
		}
		if t.last.After(end) {
			end = t.last
		}
		all.Merge(&t.latency)
	}
	if end.After(r.until) {
		end = r.until
	}
	res.Seconds = end.Sub(r.from).Seconds()
	if res.Seconds > 0 {
		res.PerSecond = float64(res.Acknowledged) / res.Seconds
		res.DecidedPerSecond = float64(res.Decided) / res.Seconds
	}
	res.Latency = latencyOf(&all)
	if r.crowd != nil {
		res.Room = r.crowd.result(workers)
	}
	return res
}

// Write prints a result for people.
func (r *Result) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s loop, %d connections", r.Scenario, r.Loop, r.Connections)
	if r.Rate > 0 {
		fmt.Fprintf(&b, ", %.0f requests/s wanted", r.Rate)
	}
	fmt.Fprintf(&b, ", %d events, seed %d\n", len(r.Events), r.Seed)
	fmt.Fprintf(&b, "  acknowledged  %d in %.1f s = %.0f/s\n", r.Acknowledged, r.Seconds, r.PerSecond)
	ms := func(us int64) string { return fmt.Sprintf("%.2f ms", float64(us)/1000) }
	l := r.Latency
	fmt.Fprintf(&b, "  latency       p50 %s  p90 %s  p99 %s  p99.9 %s  max %s\n", ms(l.P50), ms(l.P90), ms(l.P99), ms(l.P999), ms(l.Max))
	fmt.Fprintf(&b, "  whole run     %d sent, %d confirmed, %d waitlisted, %d other\n", r.Sent, r.Confirmed, r.Waitlisted, r.Other)
	fmt.Fprintf(&b, "  trouble       %d answered 503 and sent again, %d broken connections, %d never answered\n", r.Retried, r.Broken, r.Unanswered)
	for _, status := range slices.Sorted(maps.Keys(r.Refused)) {
		fmt.Fprintf(&b, "  refused %d   %d\n", status, r.Refused[status])
	}
	if r.Room != nil {
		r.Room.write(&b)
	}
	if r.Sample != "" {
		fmt.Fprintf(&b, "  first trouble %s\n", r.Sample)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("hammer: print result: %w", err)
	}
	return nil
}
