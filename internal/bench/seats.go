package bench

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// seatConns is how many connections the buyers of seats come by.
const seatConns = 256

// seats measures a race for named seats: every turn a fresh database with a hall
// in it, and twice as many buyers as there are seats.
func (r *Report) seats(ctx context.Context, l *lab) error {
	return r.turns(seatConns, specs(groupSeats, sysNoop, sysPG, sysLite), func(s spec) (turn, error) {
		s.WarmUp, s.Length = 0, fillWithin
		return l.race(ctx, s, r.Config.Buyers)
	})
}

// race runs one turn with so many buyers. It ends with the last of them.
func (l *lab) race(ctx context.Context, s spec, buyers int64) (t turn, err error) {
	run, err := l.launch(ctx, s.System, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg := l.load(s, run)
	cfg.Scenario, cfg.Buyers = hammer.SeatRace, buyers
	cfg.Hall = &hammer.Hall{Event: cfg.Events[0], Rows: hallRows(buyers)}
	if run.db != "" {
		if cfg.Hall, err = hammer.NewHall(ctx, cfg, cfg.Hall.Rows); err != nil {
			return t, err
		}
	}
	before := usage(run)
	res, err := raced(ctx, cfg)
	if err != nil {
		return t, err
	}
	after := usage(run)
	t = turn{spec: s, Result: res, Stored: -1}
	t.account(before, after)
	if err := run.stopServers(); err != nil {
		return t, err
	}
	if run.db != "" {
		if t.Stored, err = soldSeats(ctx, run.db, cfg.Hall.Event); err == nil && t.Stored < int64(cfg.Hall.Seats())*99/100 {
			err = fmt.Errorf("%d of %d seats were sold to %d buyers", t.Stored, cfg.Hall.Seats(), buyers)
		}
	}
	fmt.Fprintf(l.log, "%s  decided %.0f/s\n", t.line(), t.DecidedPerSecond)
	return t, err
}

// raced runs a race, in which nobody may be refused but for a seat.
func raced(ctx context.Context, cfg hammer.Config) (*hammer.Result, error) {
	res, err := hammer.Run(ctx, cfg)
	if err == nil && (res.Unanswered > 0 || res.RefusedTotal() != res.Refused[http.StatusConflict]) {
		err = fmt.Errorf("%d unanswered, refused %v: %s", res.Unanswered, res.Refused, res.Sample)
	}
	return res, err
}

// hallRows is how many rows have half as many seats as there are buyers.
func hallRows(buyers int64) int {
	one := hammer.Hall{Rows: 1}
	return max(2, int(buyers)/2/one.Seats())
}

// soldSeats counts the seats that somebody has.
func soldSeats(ctx context.Context, db, event string) (n int64, err error) {
	s, err := store.Open(ctx, database.Config{URL: db})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	v, err := s.Events.Seats(ctx, event)
	if err != nil {
		return 0, err
	}
	for _, seat := range v.Seats {
		if seat.To == seatmap.Sold {
			n++
		}
	}
	return n, nil
}

func decided(t *turn) float64 { return t.DecidedPerSecond }

// served is how many buyers of a race were done with in a second.
func (r *Report) served(t *turn) float64 { return float64(r.Config.Buyers) / t.Seconds }

// seatTargets are the lines of "what it must show" about the race for seats.
func (r *Report) seatTargets() []target {
	var out []target
	noop := selection{Group: groupSeats, System: sysNoop}
	for _, system := range []string{sysPG, sysLite} {
		out = append(out, target{
			what: "race for named seats, " + system + ": orders decided / no-op", want: "≥ 0.25",
			got: r.ratio(selection{Group: groupSeats, System: system}, noop, decided), limit: 0.25,
		})
	}
	return out
}

func (r *Report) writeSeats(p *page) {
	p.say("## A race for named seats\n")
	p.say("%d buyers, %d connections, half as many seats in rows of 25, one to four side by side each: three times seats that the buyer names, then the best that are left. No seat may be left alone. An order is decided when it is answered: placed, or refused because of a seat. A buyer is served who has seats or was told that there are none: that takes one request of the no-op, and most buyers of a hall that fills four and more.\n", r.Config.Buyers, seatConns)
	p.head("system", "decided/s", "/ no-op", "buyers served/s", "placed/s", "p50 ms", "p99 ms", "server CPU µs/request", "with database")
	noop := selection{Group: groupSeats, System: sysNoop}
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		s := selection{Group: groupSeats, System: system}
		p.row(system, r.figures(s, decided).text("%.0f"), r.ratio(s, noop, decided).text("%.2f"), r.figures(s, r.served).text("%.0f"), r.figures(s, perSecond).text("%.0f"),
			r.figures(s, p50).text("%.1f"), r.figures(s, p99).text("%.1f"), r.figures(s, serverCPU).text("%.0f"), r.figures(s, allCPU).text("%.0f"))
	}
	p.say("")
}
