package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

const (
	// doorConns is how many scanners stand at the doors of the one event.
	doorConns = 64
	// doorArrivals is how many people per second come to the doors of a large
	// venue, and doorRate the turns at that rate: in a closed loop each scanner has
	// another ticket the moment that the last is answered, and what it measures
	// then is its own queue.
	doorArrivals = 2000
	doorRate     = groupDoor + "-rate"
)

// door measures check-in: every turn a fresh database, people who have
// registered, and scanners that let them in.
func (r *Report) door(ctx context.Context, l *lab) error {
	list := specs(groupDoor, sysNoop, sysPG, sysLite)
	for _, s := range specs(doorRate, sysNoop, sysPG, sysLite) {
		s.Arrivals = doorArrivals
		list = append(list, s)
	}
	return r.turns(doorConns, list, func(s spec) (turn, error) { return l.checkIn(ctx, s, r.Config.Tickets) })
}

// checkIn runs one turn with so many tickets. It ends early with the last.
func (l *lab) checkIn(ctx context.Context, s spec, tickets int) (t turn, err error) {
	run, err := l.launch(ctx, s.System, false)
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, run.close()) }()
	cfg := l.load(s, run)
	if run.db == "" {
		cfg.Tokens = []string{strings.Repeat("x", ticket.TokenChars)}
		for len(cfg.Tokens) < tickets {
			cfg.Tokens = append(cfg.Tokens, cfg.Tokens[0])
		}
	} else {
		if cfg.Tokens, err = sell(ctx, cfg, run, tickets); err != nil {
			return t, err
		}
		// People come to the door long after their confirmations have gone out.
		if err := settle(ctx, run); err != nil {
			return t, err
		}
	}
	cfg.Scenario, cfg.Connections = hammer.CheckIn, s.Conns
	before := usage(run)
	res, err := checkedRun(ctx, cfg)
	if err != nil {
		return t, err
	}
	after := usage(run)
	t = turn{spec: s, Result: res, Stored: -1}
	t.account(before, after)
	if res.Other > 0 {
		return t, fmt.Errorf("%d tickets were not admitted", res.Other)
	}
	if err := run.stopServers(); err != nil {
		return t, err
	}
	if run.db != "" {
		if t.Stored, err = admitted(ctx, run.db, cfg.Events[0]); err == nil && t.Stored < res.Confirmed {
			err = fmt.Errorf("%d were admitted and %d stored", res.Confirmed, t.Stored)
		}
	}
	fmt.Fprintf(l.log, "%s\n", t.line())
	return t, err
}

// sell has people register, one ticket each, and returns what their codes say.
func sell(ctx context.Context, cfg hammer.Config, run *running, n int) (tokens []string, err error) {
	// As fast as they can, however many come to the door.
	cfg.Connections, cfg.Rate, cfg.Requests, cfg.WarmUp, cfg.Duration = joinConns, 0, int64(n), 0, fillWithin
	if _, err := checkedRun(ctx, cfg); err != nil {
		return nil, err
	}
	s, err := store.Open(ctx, database.Config{URL: run.db})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	secret, err := masterKeys(run.dir).Secret(ctx, s, "ticket")
	if err != nil {
		return nil, err
	}
	keys, err := ticket.NewKeys(secret)
	if err != nil {
		return nil, err
	}
	const page = 5000
	for after := ""; ; {
		orders, err := s.Tickets.IssuedOrders(ctx, cfg.Events[0], after, page)
		if err != nil {
			return nil, err
		}
		for i := range orders {
			token, err := keys.Token(ticket.Ticket{ID: id.TicketOf(orders[i].OrderID, 1)})
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, token)
		}
		if len(orders) < page {
			return tokens, nil
		}
		after = orders[len(orders)-1].OrderID
	}
}

// admitted counts who is in.
func admitted(ctx context.Context, db, event string) (n int64, err error) {
	s, err := store.Open(ctx, database.Config{URL: db})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	a, err := s.CheckIns.Attendance(ctx, event, "")
	if err != nil {
		return 0, err
	}
	return a.Admitted, nil
}

// doorTargets are the lines of "what it must show" about check-in.
func (r *Report) doorTargets() []target {
	var out []target
	for _, system := range []string{sysPG, sysLite} {
		s := selection{Group: groupDoor, System: system}
		out = append(out,
			target{what: fmt.Sprintf("check-in at %d scanners, %s: per second", doorConns, system), want: "≥ 2,000", got: r.figures(s, perSecond), limit: 2000, verb: "%.0f"},
			target{what: fmt.Sprintf("check-in at %d scanners, %s: p99 in ms, closed loop", doorConns, system), want: "≤ 20", got: r.figures(s, p99), limit: 20, atMost: true, verb: "%.1f"},
			target{
				what: fmt.Sprintf("check-in at %d scanners, %s: p99 in ms, at %d/s", doorConns, system, doorArrivals), want: "≤ 20",
				got: r.figures(selection{Group: doorRate, System: system}, p99), limit: 20, atMost: true, verb: "%.1f",
			})
	}
	return out
}

func (r *Report) writeDoor(p *page) {
	p.say("## Check-in, one event\n")
	p.say("%d scanners, each with another ticket each time, by the code of its QR.\n", doorConns)
	p.head("scanners", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/scan", "with database")
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		r.writeRow(p, fmt.Sprint(doorConns), system, selection{Group: groupDoor, System: system}, selection{Group: groupDoor, System: sysNoop})
	}
	p.say("")
	p.say("The same at %d people per second, open loop, counted from the moment at which each scan was meant to be made.\n", doorArrivals)
	p.head("system", "scans/s", "p50 ms", "p99 ms")
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		s := selection{Group: doorRate, System: system}
		p.row(system, r.figures(s, perSecond).text("%.0f"), r.figures(s, p50).text("%.2f"), r.figures(s, p99).text("%.2f"))
	}
	p.say("")
}
