package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// A month of a venue, as its calendar asks for it: how many bookings stand on each day, and the first of them.
const (
	monthRooms = 50
	monthDays  = 31
	monthLimit = 5 // ms
	// monthAgain is asked again and again, monthChanged after each change of a booking of it.
	monthAgain, monthChanged = "bookings-month", "bookings-month-changed"
	// monthLeast is how often it is asked for at least, so that one in a hundred is there.
	monthLeast = 100
)

// roomHours are the hours at which each room is booked each day, for two hours.
var roomHours = [...]int{8, 11, 14, 17}

// monthTurn is a month that one caller asks for, one time after the other.
type monthTurn struct {
	Group, System string
	Round, Asked  int
	P50, P99      time.Duration
}

// bookedVenue is a server that has a venue with bookings, and the calls that are made of it.
type bookedVenue struct {
	run  *running
	cfg  hammer.Config
	path string // of the month
	size int    // of its answer, in bytes
	// move is the path that moves a booking of the month, to one of these hours in turn.
	move  string
	to    [2]time.Time
	moved int
}

// months measures a month of a venue, unchanged and after each change.
func months(ctx context.Context, r *Report, l *lab, rooms int) (err error) {
	venues := map[string]*bookedVenue{}
	for _, system := range []string{sysPG, sysLite, sysNoop} {
		run, failed := l.launch(ctx, system, false)
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, run.close()) }()
		cfg := l.load(spec{System: system}, run)
		h := &bookedVenue{run: run, cfg: cfg}
		if system == sysNoop {
			h.path = fmt.Sprintf("/v1/venues/ven_load/booking-days?%s=%d", noopBytes, venues[sysPG].size)
		} else if err := h.fill(ctx, l, rooms); err != nil {
			return fmt.Errorf("bench: a venue of %d rooms, %s: %w", rooms, system, err)
		}
		venues[system] = h
	}
	systems := []string{sysNoop, sysPG, sysLite}
	for round := range r.Config.Rounds {
		for i := range systems {
			system := systems[(i+round)%len(systems)]
			for _, group := range []string{monthAgain, monthChanged} {
				if system == sysNoop && group == monthChanged {
					continue // it has nothing that could change
				}
				t := monthTurn{Group: group, System: system, Round: round + 1}
				if err := t.take(ctx, venues[system], r.Config.WarmUp, r.Config.Length); err != nil {
					return fmt.Errorf("bench: %s, %s: %w", group, system, err)
				}
				r.Months = append(r.Months, t)
				fmt.Fprintf(l.log, "%-22s round %d  %-16s asked %6d times  p50 %6.2f ms  p99 %6.2f ms\n", t.Group, t.Round, t.System, t.Asked, ms(t.P50), ms(t.P99))
			}
		}
	}
	return nil
}

// fill makes the venue, each of whose rooms is booked four times a day.
func (h *bookedVenue) fill(ctx context.Context, l *lab, rooms int) error {
	const before, after = 7, 7 // days around the month
	venue, err := made(ctx, h.cfg, "/v1/venues", map[string]any{"name": "House"})
	if err != nil {
		return err
	}
	first := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 3)
	book := func(room string, starts time.Time, rule string) (string, error) {
		body := map[string]any{
			"rooms": []string{room}, "starts_at": starts, "ends_at": starts.Add(2 * time.Hour), "setup_minutes": 15, "teardown_minutes": 15, "people": 30, "purpose": "Choir rehearsal",
		}
		if rule != "" {
			body["rrule"] = rule
		}
		return made(ctx, h.cfg, "/v1/venues/"+venue+"/bookings", body)
	}
	var room string
	for n := range rooms {
		if room, err = made(ctx, h.cfg, "/v1/venues/"+venue+"/rooms", map[string]any{"name": fmt.Sprint("Room ", n)}); err != nil {
			return err
		}
		for _, hour := range roomHours {
			if _, err := book(room, first.Add(time.Duration(hour)*time.Hour), fmt.Sprintf("FREQ=DAILY;COUNT=%d", before+monthDays+after)); err != nil {
				return err
			}
		}
	}
	month := first.AddDate(0, 0, before)
	h.path = fmt.Sprintf("/v1/venues/%s/booking-days?date=%s&days=%d", venue, month.Format(time.DateOnly), monthDays)
	h.to[0] = month.AddDate(0, 0, 10).Add(20 * time.Hour)
	h.to[1] = h.to[0].Add(time.Hour)
	id, err := book(room, h.to[0], "")
	if err != nil {
		return err
	}
	h.move = "/v1/bookings/" + id + ":move"
	if err := errors.Join(settle(ctx, h.run), l.vacuum(ctx, h.run)); err != nil {
		return err
	}
	answer, err := readPath(ctx, h.cfg, h.path)
	if err != nil {
		return err
	}
	h.size = len(answer.text)
	text, err := answer.plain()
	if err != nil {
		return err
	}
	var days struct {
		Items []struct {
			Bookings int `json:"bookings"`
		} `json:"items"`
	}
	if err := json.Unmarshal(text, &days); err != nil {
		return err
	}
	n := 0
	for _, d := range days.Items {
		n += d.Bookings
	}
	if want := rooms*len(roomHours)*monthDays + 1; n != want {
		return fmt.Errorf("%d bookings stand in the month, of %d", n, want)
	}
	return nil
}

// change moves a booking.
func (h *bookedVenue) change(ctx context.Context) error {
	h.moved++
	starts := h.to[h.moved%len(h.to)]
	text, err := json.Marshal(map[string]any{"starts_at": starts, "ends_at": starts.Add(2 * time.Hour)})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.cfg.Targets[0]+h.move, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	_, err = replied(h.cfg, req, http.StatusOK)
	return err
}

// take asks for the month until its time is over, and often enough.
func (t *monthTurn) take(ctx context.Context, h *bookedVenue, warmUp, length time.Duration) error {
	var took []time.Duration
	for began := time.Now(); ; {
		if t.Group == monthChanged {
			if err := h.change(ctx); err != nil {
				return err
			}
		}
		asked := time.Now()
		if _, err := readPath(ctx, h.cfg, h.path); err != nil {
			return err
		}
		if asked.Sub(began) >= warmUp {
			took = append(took, time.Since(asked))
		}
		if time.Since(began) >= warmUp+length && len(took) >= monthLeast {
			break
		}
	}
	slices.Sort(took)
	t.Asked, t.P50, t.P99 = len(took), took[len(took)/2], took[len(took)*99/100]
	return nil
}

// monthFigure summarizes a figure of the turns of a system.
func monthFigure(r *Report, group, system string, figure func(*monthTurn) float64) summary {
	var v []float64
	for i := range r.Months {
		if t := &r.Months[i]; t.Group == group && t.System == system {
			v = append(v, figure(t))
		}
	}
	return summarize(v)
}

func monthP50(t *monthTurn) float64 { return ms(t.P50) }
func monthP99(t *monthTurn) float64 { return ms(t.P99) }

// monthTargets are the lines of "what it must show" about the month of a venue.
func monthTargets(r *Report) []target {
	var out []target
	for _, system := range []string{sysPG, sysLite} {
		for _, group := range []string{monthAgain, monthChanged} {
			what := fmt.Sprintf("a month of %d rooms, %s: p99 in ms", monthRooms, system)
			if group == monthChanged {
				what = fmt.Sprintf("a month of %d rooms after a change, %s: p99 in ms", monthRooms, system)
			}
			out = append(out, target{what: what, want: "≤ " + strconv.Itoa(monthLimit), got: monthFigure(r, group, system, monthP99), limit: monthLimit, atMost: true})
		}
	}
	return out
}

func writeMonths(p *page, r *Report) {
	p.say("### The month of a venue\n")
	if len(r.Months) == 0 {
		p.say("Not measured in this run.\n")
		return
	}
	p.say("%d rooms, each booked %d times a day. One caller asks, one time after the other, how many bookings stand on each of %d days and which are the first of them; after a change: each time, one of these bookings was moved before, which is not part of the time. The no-op answers as many bytes, which it does not make.\n",
		monthRooms, len(roomHours), monthDays)
	p.head("month", "system", "asked", "p50 ms", "p99 ms", "p99 / no-op")
	bare := monthFigure(r, monthAgain, sysNoop, monthP99).Median
	for _, row := range [][2]string{{monthAgain, sysNoop}, {monthAgain, sysPG}, {monthAgain, sysLite}, {monthChanged, sysPG}, {monthChanged, sysLite}} {
		slow := monthFigure(r, row[0], row[1], monthP99)
		what := "unchanged"
		if row[0] == monthChanged {
			what = "after a change"
		}
		p.row(what, row[1], monthFigure(r, row[0], row[1], func(t *monthTurn) float64 { return float64(t.Asked) }).text("%.0f"),
			monthFigure(r, row[0], row[1], monthP50).text("%.2f"), slow.text("%.2f"), fmt.Sprintf("%.1f", slow.Median/bare))
	}
	p.say("")
}

// answerBytes is what the no-op answers where only the number of bytes matters.
func answerBytes(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.URL.Query().Get(noopBytes))
	if err != nil || n < 0 || n > len(benchList) {
		http.Error(w, "bad number of bytes", http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(benchList[:n]) // the client sees an answer that was cut off
}
