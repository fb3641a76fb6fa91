package rehearsal

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// Report is what a rehearsal has shown. Durations are in milliseconds, unless their name
// says seconds.
type Report struct {
	Event  string    `json:"event"` // that was copied
	Copy   string    `json:"copy"`  // the ID of the copy
	Title  string    `json:"title"` // of the copy
	Engine string    `json:"engine"`
	Began  time.Time `json:"began"`
	CPUs   int       `json:"cpus"`
	Seed   uint64    `json:"seed"`

	// People came as Curve says, so many in one second at the most. Factor is how many times
	// as many as came to EMF Camp at its peak; 0: another curve.
	People        int     `json:"people"`
	Curve         Curve   `json:"curve"`
	Factor        float64 `json:"factor,omitempty"`
	PeakPerSecond int     `json:"peak_per_second"`
	CameSeconds   float64 `json:"came_seconds"`
	Connections   int     `json:"connections"`

	WaitingRoom bool `json:"waiting_room"`
	// Mode is how the copy's makes its order: queue, draw or ballot; "": it has none.
	Mode      string `json:"mode,omitempty"`
	MaxInside int64  `json:"max_inside,omitempty"`
	// Differs says how the copy differs from the event.
	Differs   []string     `json:"differs"`
	DiffersBy []Difference `json:"differs_by"` // the same for programs, each once

	Capacity int64 `json:"capacity"` // places for the public
	Sold     int64 `json:"sold"`     // as the database says
	// SoldOut reports whether nothing is left, SoldOutSeconds when the last basket was taken.
	SoldOut        bool    `json:"sold_out"`
	SoldOutSeconds float64 `json:"sold_out_seconds,omitempty"`
	TookSeconds    float64 `json:"took_seconds"`

	// Drawn are those who took part in a draw or a ballot, Late those who joined a draw after its
	// seal. TooEarly tried to come in before they were called, and were told to wait; OutOfOrder
	// were let in before they were called.
	Drawn      int64 `json:"drawn,omitempty"`
	Late       int64 `json:"late,omitempty"`
	SlotsBegun int64 `json:"slots_begun,omitempty"` // of the time slots of a draw
	TooEarly   int64 `json:"too_early"`
	OutOfOrder int64 `json:"out_of_order"`
	// Offered had an offer of a ballot, OfferedLater one that others had let lapse.
	Offered      int64 `json:"offered,omitempty"`
	OfferedLater int64 `json:"offered_later,omitempty"`

	Joined      int64 `json:"joined"`
	Entered     int64 `json:"entered"`
	Bought      int64 `json:"bought"` // people with tickets
	CameBack    int64 `json:"came_back"`
	Absent      int64 `json:"absent"`
	Left        int64 `json:"left"`
	GaveBack    int64 `json:"gave_back"`
	ToldSoldOut int64 `json:"told_sold_out"`
	InVain      int64 `json:"in_vain"`
	Unanswered  int64 `json:"unanswered"`
	Unfinished  int64 `json:"unfinished"`

	// Inside is how long people who were let in waited for an answer, any of them. Purchase is
	// how long they waited in all until they had their tickets, without what they thought.
	Inside   Latency     `json:"inside"`
	Purchase Latency     `json:"purchase"`
	Join     Latency     `json:"join"`
	Document Latency     `json:"document"`
	Steps    []StepTimes `json:"steps"`

	Refusals map[string]int64 `json:"refusals"` // by code
	Broken   int64            `json:"broken_connections"`
	Failed   int64            `json:"failed"` // answers that nobody can go on with

	// Limits are how near anything came to its limit, the nearest first.
	Limits []Limit `json:"limits"`

	// Mails were rendered, and not sent: there is no way out. MailsWaiting were not rendered
	// by the end.
	Mails        int64 `json:"mails_rendered"`
	MailsWaiting int64 `json:"mails_waiting"`

	Baskets     int64              `json:"baskets"`
	LostBaskets []string           `json:"lost_baskets"`
	Verified    bool               `json:"verified"`
	Violations  []verify.Violation `json:"violations"`

	// TimeOver: it was ended by its time, before the sale had.
	TimeOver bool `json:"time_over"`
	// Kept is where the copy lies; "": it was removed.
	Kept    string   `json:"kept,omitempty"`
	Removed []string `json:"removed,omitempty"` // copies of rehearsals that were interrupted
}

// Difference is one of the ways in which a copy differs from its event.
type Difference string

// Differences.
const (
	AddressesUnconfirmed Difference = "addresses_unconfirmed"
	NoProofOfWork        Difference = "no_proof_of_work"
	NoWaitingRoom        Difference = "no_waiting_room"
	WaitingRoomAdded     Difference = "waiting_room_added"
	OtherInside          Difference = "other_inside"
	NothingDrawn         Difference = "nothing_drawn"
	OwnBeacon            Difference = "own_beacon"
	OwnTime              Difference = "own_time"
	NoSlots              Difference = "no_slots"
	ShortClaims          Difference = "short_claims"
	NobodySignedIn       Difference = "nobody_signed_in"
	CallsBounded         Difference = "calls_bounded"
	TiersOnSale          Difference = "tiers_on_sale"
	BlocksLeftOut        Difference = "blocks_left_out"
	NoQuestions          Difference = "no_questions"
	NoWaitlist           Difference = "no_waitlist"
	TakenOnSale          Difference = "taken_on_sale"
	ReleasedAtOnce       Difference = "released_at_once"
	Published            Difference = "published"
)

// Latency summarizes how long answers were waited for, in milliseconds.
type Latency struct {
	Answers int64   `json:"answers"`
	P50     float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
	Max     float64 `json:"max_ms"`
}

// StepTimes is the latency of one kind of request.
type StepTimes struct {
	Step string `json:"step"`
	Latency
}

// Limit is how near something came to its limit.
type Limit struct {
	Code  string  `json:"code"`
	Name  string  `json:"name"`
	Peak  float64 `json:"peak"`
	Limit float64 `json:"limit"`
	Share float64 `json:"share"` // of the limit, 1 is all
}

// Sound reports whether nothing was found that an on-sale must not have.
func (r *Report) Sound() bool {
	return r.Verified && len(r.LostBaskets) == 0 && r.Sold <= r.Capacity && r.Failed == 0 && r.Unanswered == 0 && r.OutOfOrder == 0
}

func latencyOf(h *hammer.Histogram) Latency {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return Latency{Answers: h.Count(), P50: ms(h.Quantile(0.5)), P99: ms(h.Quantile(0.99)), Max: ms(h.Max())}
}

// count takes over what was counted.
func (r *Report) count(t *tally, started time.Time) {
	r.TookSeconds, r.TimeOver = t.took.Seconds(), t.over
	r.Joined, r.Entered, r.Bought = t.joined, t.entered, t.bought
	r.CameBack, r.Absent, r.Left, r.GaveBack = t.habits[returns], t.habits[absent], t.habits[leaves], t.habits[giveUp]
	r.Drawn, r.TooEarly, r.OutOfOrder, r.Offered, r.OfferedLater = t.drawn, t.habits[hasty], t.outOfOrder(), t.offers, t.offersOn
	if r.Mode == string(inventory.OnsaleDraw) && r.Drawn > 0 {
		r.Late = r.Joined - r.Drawn
	}
	r.SlotsBegun = t.slots
	r.ToldSoldOut, r.InVain, r.Unanswered, r.Unfinished = t.soldOut, t.inVain, t.unanswered, t.unfinished
	r.Refusals, r.Broken, r.Failed = t.refusals, t.broken, t.failed
	r.Inside, r.Purchase, r.Document = latencyOf(&t.insideLatency), latencyOf(&t.purchase), latencyOf(&t.document)
	r.Join = latencyOf(&t.latency[join])
	for s := range t.latency {
		if t.latency[s].Count() > 0 {
			r.Steps = append(r.Steps, StepTimes{stepNames[s], latencyOf(&t.latency[s])})
		}
	}
	if !t.takenAt.IsZero() {
		r.SoldOutSeconds = t.takenAt.Sub(started).Seconds()
	}
	r.Baskets = int64(len(t.baskets))
}

// limit notes how near something came to its limit.
func (r *Report) limit(code, name string, peak, limit float64) {
	if limit <= 0 {
		return
	}
	r.Limits = append(r.Limits, Limit{Code: code, Name: name, Peak: peak, Limit: limit, Share: peak / limit})
	slices.SortStableFunc(r.Limits, func(a, b Limit) int { return cmp.Compare(b.Share, a.Share) })
}

// WriteJSON writes the report for machines.
func (r *Report) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		Sound bool `json:"sound"`
		*Report
	}{r.Sound(), r})
}

// Summary is the report as organizers are given it, as JSON.
func (r *Report) Summary() (json.RawMessage, error) {
	type refusal struct {
		Code  string `json:"code"`
		Count int64  `json:"count"`
	}
	out := struct {
		Sound bool `json:"sound"`
		*Report
		Refusals    []refusal    `json:"refusals"` // the most frequent first
		LostBaskets int          `json:"lost_baskets"`
		Mails       int64        `json:"mails"`
		Differs     []Difference `json:"differs"`
	}{Sound: r.Sound(), Report: r, Refusals: []refusal{}, LostBaskets: len(r.LostBaskets), Mails: r.Mails, Differs: r.DiffersBy}
	for code, n := range r.Refusals {
		out.Refusals = append(out.Refusals, refusal{code, n})
	}
	slices.SortFunc(out.Refusals, func(a, b refusal) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code)) })
	return json.Marshal(out)
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-18s %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(&b, "%s\nA copy of %s on %s, with %d processors. No money moved, and nothing was sent.\n\n", r.Title, r.Event, r.Engine, r.CPUs)
	r.writeCrowd(line)
	r.writeTimes(line)
	r.writeTrouble(line)
	r.writeVerdict(line)
	for i, d := range r.Differs {
		name := ""
		if i == 0 {
			name = "unlike the event"
		}
		line(name, "%s", d)
	}
	if r.Kept != "" {
		line("copy", "kept in %s", r.Kept)
	}
	if len(r.Removed) > 0 {
		line("removed", "%s of rehearsals that were interrupted", number(int64(len(r.Removed)), "copy", "copies"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type lineFunc func(name, format string, args ...any)

func (r *Report) writeCrowd(line lineFunc) {
	factor := ""
	if r.Factor > 0 {
		factor = fmt.Sprintf(", %.3g times that of EMF Camp", r.Factor)
	}
	line("arrivals", "%s in %.0f s, %d a second at the peak (%s%s)", number(int64(r.People), "person", "people"), r.CameSeconds, r.PeakPerSecond, r.Curve, factor)
	switch {
	case r.SoldOut:
		line("sold out", "after %.1f s: %d of %d", r.SoldOutSeconds, r.Sold, r.Capacity)
	case r.Capacity >= inventory.MaxCapacity:
		line("sold", "%d after %.1f s, of any number", r.Sold, r.TookSeconds)
	default:
		line("not sold out", "%d of %d are sold after %.1f s", r.Sold, r.Capacity, r.TookSeconds)
	}
	r.writeRoom(line)
	line("people", "%d have tickets, %d were told that it is sold out, %d waited until then", r.Bought, r.ToldSoldOut, r.InVain)
	line("", "%d closed the tab and came back by the receipt, %d never came, %d left, %d gave a basket back", r.CameBack, r.Absent, r.Left, r.GaveBack)
}

// writeRoom says how people were let in.
func (r *Report) writeRoom(line lineFunc) {
	switch r.Mode {
	case "":
		line("waiting room", "none")
		return
	case string(inventory.OnsaleBallot):
		line("ballot", "%d took part, %d were drawn, %d had an offer, %d of them one that others had let lapse", r.Joined, r.Drawn, r.Offered, r.OfferedLater)
		return
	}
	line("waiting room", "%d joined, %d came in, at most %d at once", r.Joined, r.Entered, r.MaxInside)
	if r.Mode == string(inventory.OnsaleDraw) {
		line("draw", "%d were drawn, %d came after the seal and stood behind them", r.Drawn, r.Late)
		if r.SlotsBegun > 0 {
			line("", "%s began, each for those whose places it has", number(r.SlotsBegun, "time slot", "time slots"))
		}
	}
	line("order", "%d were let in before they were called, %d tried to and were told to wait", r.OutOfOrder, r.TooEarly)
}

func (r *Report) writeTimes(line lineFunc) {
	ms := func(l *Latency) string {
		return fmt.Sprintf("p50 %.1f ms  p99 %.1f ms  most %.0f ms  (%d)", l.P50, l.P99, l.Max, l.Answers)
	}
	if r.WaitingRoom {
		line("to join", "%s", ms(&r.Join))
		line("inside", "%s", ms(&r.Inside))
	} else {
		line("any answer", "%s", ms(&r.Inside))
	}
	for i := range r.Steps {
		if s := &r.Steps[i]; s.Step != stepNames[join] {
			line("  "+s.Step, "%s", ms(&s.Latency))
		}
	}
	line("whole purchase", "%s without thinking", ms(&r.Purchase))
}

func (r *Report) writeTrouble(line lineFunc) {
	if len(r.Refusals) == 0 {
		line("refusals", "none")
	}
	for i, code := range slices.Sorted(maps.Keys(r.Refusals)) {
		name := ""
		if i == 0 {
			name = "refusals"
		}
		line(name, "%-24s %d", code, r.Refusals[code])
	}
	if r.Broken+r.Failed+r.Unanswered+r.Unfinished > 0 {
		line("trouble", "%d broken connections, %d answers to go on with nothing, %d people without an answer, %d unfinished", r.Broken, r.Failed, r.Unanswered, r.Unfinished)
	}
	for i := range r.Limits {
		name := ""
		if i == 0 {
			name = "nearest to limit"
		}
		l := &r.Limits[i]
		line(name, "%-24s %3.0f %% (%.4g of %.4g)", l.Name, l.Share*100, l.Peak, l.Limit)
	}
	if r.TimeOver {
		line("time", "it was over after %.0f s, before the sale was", r.TookSeconds)
	}
	line("mails", "%d rendered, %d not yet, none sent", r.Mails, r.MailsWaiting)
}

func (r *Report) writeVerdict(line lineFunc) {
	line("baskets", "%d taken, %d lost", r.Baskets, len(r.LostBaskets))
	for _, lost := range r.LostBaskets {
		line("", "%s", lost)
	}
	if r.Sold > r.Capacity {
		line("OVERSOLD", "%d of %d", r.Sold, r.Capacity)
	}
	if r.Verified {
		line("verify", "every invariant holds")
	} else {
		line("VERIFY", "not every invariant holds")
	}
	for i := range r.Violations {
		v := &r.Violations[i]
		line("", "invariant %d, %s: %s", v.Invariant, v.Subject, v.What)
	}
}

// number is a count with its noun.
func number(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
