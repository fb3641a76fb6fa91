package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// target is one line of "what it must show".
type target struct {
	what   string
	want   string
	got    summary
	verb   string
	limit  float64
	atMost bool    // the limit is an upper one
	aim    float64 // 0: none
}

func (t *target) verdict() string {
	meets := func(limit float64) bool {
		if t.atMost {
			return t.got.Median <= limit
		}
		return t.got.Median >= limit
	}
	switch {
	case t.got.N == 0:
		return "not measured"
	case !meets(t.limit):
		return "**missed**"
	case t.aim != 0 && !meets(t.aim):
		return "met, aim missed"
	case t.aim != 0:
		return "met, aim too"
	}
	return "met"
}

// targets holds what was measured against what is wanted.
func (r *Report) targets() []target {
	var out []target
	in := func(system string, conns int) selection {
		return selection{Group: groupMain, System: system, Conns: conns}
	}
	for _, c := range []int{256, 1024} {
		at := fmt.Sprintf("%d connections, PostgreSQL: rate", c)
		out = append(out,
			target{what: at + " / no-op", want: "≥ 0.30, aim 0.45", got: r.ratio(in(sysPG, c), in(sysNoop, c), perSecond), limit: 0.30, aim: 0.45},
			target{what: at + " / textbook", want: "≥ 15", got: r.ratio(in(sysPG, c), in(sysTextbook, c), perSecond), limit: 15, verb: "%.1f"},
			target{what: at + " / Redis with write-behind", want: "≥ 1", got: r.ratio(in(sysPG, c), in(sysRedis, c), perSecond), limit: 1})
	}
	for _, c := range []int{256, 1024} {
		out = append(out, target{what: fmt.Sprintf("%d connections, SQLite: rate / no-op", c), want: "≥ 0.20, aim 0.30", got: r.ratio(in(sysLite, c), in(sysNoop, c), perSecond), limit: 0.20, aim: 0.30})
	}
	for _, system := range []string{sysPG, sysLite} {
		out = append(out, target{what: "a rush that lasts, " + system + ": rate / of its first seconds", want: "≥ 0.8", limit: 0.8,
			got: r.ratio(selection{Group: groupLasting, System: system}, in(system, r.middle()), perSecond)})
	}
	half := func(system string) selection { return selection{Group: openHalf, System: system} }
	spread := func(system string) selection { return selection{Group: groupSpread, System: system} }
	ratio99 := func(what string, of, by selection) target {
		return target{what: what, want: "≤ 1.5, aim 1.2", got: r.ratio(of, by, p99), limit: 1.5, aim: 1.2, atMost: true}
	}
	out = append(out,
		ratio99("256 connections, closed loop: p99 / no-op", in(sysPG, 256), in(sysNoop, 256)),
		ratio99("256 connections, open loop, each at half of its capacity: p99 / no-op", half(sysPG), half(sysNoop)),
		ratio99("256 connections, open loop, both at half of Holdfast's capacity: p99 / no-op", half(sysPG), selection{Group: openSameRate, System: sysNoop}),
		target{what: "1,000 events / one hot event, PostgreSQL", want: "≥ 0.7", got: r.ratio(spread(sysSpread), spread(sysPG), perSecond), limit: 0.7},
		target{what: "1,000 events / one hot event, SQLite", want: "≥ 0.7", got: r.ratio(spread(sysSpreadOne), spread(sysLite), perSecond), limit: 0.7})
	shape := func(system string) selection { return selection{Group: groupShape, System: system} }
	out = append(out, target{what: "two servers / one, one event", want: "≥ 0.9", got: r.ratio(shape(sysTwo), shape(sysPG), perSecond), limit: 0.9})
	for _, system := range []string{sysPG, sysLite} {
		joins, places, waits, looks, slower := r.waitlistFigures(system)
		out = append(out,
			target{what: "long waitlist, " + system + ": join rate / waitlist of 1,000", want: "≥ 0.8", got: joins, limit: 0.8},
			target{what: "long waitlist, " + system + ": reading one's position, closed loop: p99 in ms", want: "≤ 10", got: places, limit: 10, atMost: true, verb: "%.1f"},
			target{what: "long waitlist, " + system + ": reading one's position, open loop at half of that rate: p99 in ms", want: "≤ 10", got: waits, limit: 10, atMost: true, verb: "%.1f"},
			target{what: fmt.Sprintf("long waitlist, %s: reading one's position, open loop at %d/s: p99 in ms", system, lookRate), want: "≤ 10", got: looks, limit: 10, atMost: true, verb: "%.1f"},
			target{what: "long waitlist, " + system + ": reading one's position, p50 / waitlist of 1,000", want: "no growth, ≤ 1.5", got: slower, limit: 1.5, atMost: true})
	}
	return slices.Concat(out, r.doorTargets(), r.seatTargets(), r.bookingTargets(), r.mapTargets(), r.mailTargets(), r.paymentTargets(), r.searchTargets(), r.streamTargets(), r.roomTargets())
}

func (r *Report) waitlistFigures(system string) (joins, places, waits, looks, slower summary) {
	var j, p, w, l, s []float64
	for i := range r.Waitlist {
		if t := &r.Waitlist[i]; t.System == system {
			j = append(j, t.JoinLong.PerSecond/t.JoinShort.PerSecond)
			p = append(p, float64(t.PlaceLong.Latency.P99)/1000)
			w = append(w, float64(t.PlaceHalf.Latency.P99)/1000)
			l = append(l, float64(t.PlaceLook.Latency.P99)/1000)
			s = append(s, float64(t.PlaceLong.Latency.P50)/float64(t.PlaceShort.Latency.P50))
		}
	}
	return summarize(j), summarize(p), summarize(w), summarize(l), summarize(s)
}

// page is a markdown document under construction.
type page struct{ strings.Builder }

func (p *page) say(format string, a ...any) { fmt.Fprintf(p, format+"\n", a...) }

func (p *page) row(cells ...string) { p.say("| %s |", strings.Join(cells, " | ")) }

func (p *page) head(cells ...string) {
	p.row(cells...)
	p.say("|%s", strings.Repeat(" --- |", len(cells)))
}

// whole reports whether all groups were asked for.
func (r *Report) whole() bool { return len(r.Config.Groups) == len(Groups()) }

// Write prints the report as markdown.
func (r *Report) Write(w io.Writer) error {
	var p page
	p.say("# Benchmarks\n")
	p.say("Written by `make bench`; do not edit. Every figure is a median over %d rounds (with minimum and maximum) in which the systems took turns, %s each after %s of warm-up. Ratios are taken within a round. Nothing was left out.\n",
		r.Config.Rounds, r.Config.Length, r.Config.WarmUp)
	if r.Config.Short {
		p.say("**This was a short run, a smoke test. Its figures mean nothing.**\n")
	}
	if !r.whole() {
		p.say("Only these groups were asked for: %s. What others show is left out.\n", strings.Join(r.Config.Groups, ", "))
	}
	r.writeTargets(&p)
	r.writeMachine(&p)
	for _, part := range []struct {
		group string
		write func(*page)
	}{
		{groupMain, r.writeRates}, {groupLasting, r.writeLasting}, {groupShape, r.writeShape}, {groupSpread, r.writeSpread}, {groupOpen, r.writeOpen}, {groupSlow, r.writeSlow},
		{groupWaitlist, r.writeWaitlist}, {groupDoor, r.writeDoor}, {groupSeats, r.writeSeats}, {groupBookings, r.writeBookings}, {groupMap, r.writeMap}, {groupMail, r.writeMail},
		{groupPayments, r.writePayments}, {groupSearch, r.writeSearch}, {groupStreams, r.writeStreams}, {groupRoom, r.writeRoom},
	} {
		if slices.Contains(r.Config.Groups, part.group) {
			part.write(&p)
		}
	}
	writeMethod(&p)
	r.writeTurns(&p)
	if _, err := io.WriteString(w, p.String()); err != nil {
		return fmt.Errorf("bench: write report: %w", err)
	}
	return nil
}

func (r *Report) writeTargets(p *page) {
	p.say("## What it must show\n")
	p.head("what", "wanted", "measured", "verdict")
	for _, t := range r.targets() {
		if t.got.N == 0 && !r.whole() {
			continue
		}
		verb := t.verb
		if verb == "" {
			verb = "%.2f"
		}
		p.row(t.what, t.want, t.got.text(verb), t.verdict())
	}
	p.say("")
}

func (r *Report) writeMachine(p *page) {
	p.say("## The machine\n")
	p.head("what", "which")
	for _, l := range r.Machine.lines() {
		p.row(l[0], l[1])
	}
	var foreign, stolen []float64
	for i := range r.Turns {
		foreign, stolen = append(foreign, 100*r.Turns[i].Foreign), append(stolen, 100*r.Turns[i].Stolen)
	}
	p.row("CPU used by others during the turns", summarize(foreign).text("%.1f")+" %")
	p.row("CPU kept by the hypervisor", summarize(stolen).text("%.1f")+" %")
	p.row("the run took", fmt.Sprintf("%.0f min", r.Took.Minutes()))
	p.say("\nThe load generator runs on the same cores as the server and its database, and takes its share of them.\n")
}

func (r *Report) writeRates(p *page) {
	p.say("## Acknowledged registrations per second, one event\n")
	p.head("connections", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/request", "with database")
	for _, c := range r.Config.Conns {
		noop := selection{Group: groupMain, System: sysNoop, Conns: c}
		for _, system := range []string{sysNoop, sysPG, sysLite, sysTextbook, sysRedis} {
			r.writeRow(p, fmt.Sprint(c), system, selection{Group: groupMain, System: system, Conns: c}, noop)
		}
	}
	p.say("")
}

func (r *Report) writeRow(p *page, first, system string, s, noop selection) {
	p.row(first, system, r.figures(s, perSecond).text("%.0f"), r.ratio(s, noop, perSecond).text("%.2f"),
		r.figures(s, p50).text("%.1f"), r.figures(s, p99).text("%.1f"), r.ratio(s, noop, p99).text("%.2f"),
		r.figures(s, serverCPU).text("%.0f"), r.figures(s, allCPU).text("%.0f"))
}

func (r *Report) writeLasting(p *page) {
	p.say("## A rush that lasts\n")
	p.say("%d connections, measured for %s after %s of warm-up. In the turns above public logs and messages wait for the end of the rush; here they have waited for as long as they do, and go on beside it.\n", r.middle(), lastingFor, lastingAfter)
	p.head("connections", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/request", "with database")
	for _, system := range []string{sysNoop, sysPG, sysLite} {
		r.writeRow(p, fmt.Sprint(r.middle()), system, selection{Group: groupLasting, System: system}, selection{Group: groupLasting, System: sysNoop})
	}
	p.say("")
}

func (r *Report) writeShape(p *page) {
	p.say("## One event, two processes, idempotency keys\n")
	p.say("%d connections. The two processes serve one event on one PostgreSQL; of holdfast-pg-two one of them is its home, and those of holdfast-pg-two-apart write it in turn.\n", r.middle())
	p.head("connections", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/request", "with database")
	for _, system := range []string{sysNoop, sysPG, sysTwo, sysTwoApart, sysKeys, sysLite, sysLiteKeys} {
		r.writeRow(p, fmt.Sprint(r.middle()), system, selection{Group: groupShape, System: system}, selection{Group: groupShape, System: sysNoop})
	}
	p.say("")
}

// writeSpread has the same load on one event and on many, side by side.
func (r *Report) writeSpread(p *page) {
	p.say("## Many events\n")
	p.say("%d connections. The same people register for one event, or for any of %d.\n", r.middle(), r.Config.Events)
	p.head("system", "per second", "/ one event", "p50 ms", "p99 ms", "server CPU µs/request", "with database", "/ one event")
	for _, pair := range [][2]string{{sysPG, sysSpread}, {sysLite, sysSpreadOne}} {
		one := selection{Group: groupSpread, System: pair[0]}
		for _, system := range pair {
			s := selection{Group: groupSpread, System: system}
			p.row(system, r.figures(s, perSecond).text("%.0f"), r.ratio(s, one, perSecond).text("%.2f"), r.figures(s, p50).text("%.1f"), r.figures(s, p99).text("%.1f"),
				r.figures(s, serverCPU).text("%.0f"), r.figures(s, allCPU).text("%.0f"), r.ratio(s, one, allCPU).text("%.2f"))
		}
	}
	p.say("")
}

func (r *Report) writeOpen(p *page) {
	p.say("## Latency at a constant arrival rate\n")
	p.say("Open loop, %d connections, counted from the moment at which each request was meant to be sent.\n", r.middle())
	p.head("system", "arrivals/s", "acknowledged/s", "p50 ms", "p99 ms")
	for _, s := range []selection{{openHalf, sysNoop, 0}, {openSameRate, sysNoop, 0}, {openHalf, sysPG, 0}, {openHalf, sysLite, 0}} {
		rate := r.figures(s, func(t *turn) float64 { return t.Arrivals })
		p.row(s.System, fmt.Sprintf("%.0f", rate.Median), r.figures(s, perSecond).text("%.0f"), r.figures(s, p50).text("%.2f"), r.figures(s, p99).text("%.2f"))
	}
	p.say("")
}

func (r *Report) writeSlow(p *page) {
	p.say("## With 1.5 ms added to each fsync\n")
	if r.figures(selection{Group: groupSlow, System: sysPG}, perSecond).N == 0 {
		p.say("Not measured in this run.\n")
		return
	}
	p.head("connections", "system", "per second", "/ no-op", "p50 ms", "p99 ms", "p99 / no-op", "server CPU µs/request", "with database")
	for _, system := range []string{sysNoop, sysPG, sysLite, sysTextbook} {
		r.writeRow(p, fmt.Sprint(r.middle()), system, selection{Group: groupSlow, System: system}, selection{Group: groupSlow, System: sysNoop})
	}
	p.say("")
}

func (r *Report) writeWaitlist(p *page) {
	p.say("## A long waitlist\n")
	p.say("%d connections join, %d read their own position. The short waitlist begins each round at %d. Positions are read when the messages of those who joined before have gone out, and PostgreSQL has been vacuumed. The no-op answers the same question without knowing: what it takes is the machine's.\n", joinConns, readConns, shortWaitlist)
	p.head("system", "round", "long waitlist", "join/s short", "join/s long", "ratio", "position p50/p99 ms short", "position p50/p99 ms long", "at half that rate", fmt.Sprintf("at %d/s", lookRate), "no-op", "no-op at half")
	for i := range r.Waitlist {
		t := &r.Waitlist[i]
		ms := func(l int64) string { return fmt.Sprintf("%.2f", float64(l)/1000) }
		p.row(t.System, fmt.Sprint(t.Round), fmt.Sprint(t.Long), fmt.Sprintf("%.0f", t.JoinShort.PerSecond), fmt.Sprintf("%.0f", t.JoinLong.PerSecond),
			fmt.Sprintf("%.2f", t.JoinLong.PerSecond/t.JoinShort.PerSecond),
			ms(t.PlaceShort.Latency.P50)+" / "+ms(t.PlaceShort.Latency.P99), ms(t.PlaceLong.Latency.P50)+" / "+ms(t.PlaceLong.Latency.P99),
			ms(t.PlaceHalf.Latency.P50)+" / "+ms(t.PlaceHalf.Latency.P99), ms(t.PlaceLook.Latency.P50)+" / "+ms(t.PlaceLook.Latency.P99),
			ms(t.Bare.Latency.P50)+" / "+ms(t.Bare.Latency.P99), ms(t.BareHalf.Latency.P50)+" / "+ms(t.BareHalf.Latency.P99))
	}
	p.say("")
}

func writeMethod(p *page) {
	p.say(`## How it was measured

- **noop** decodes the registration, makes an id, encodes the answer and stores nothing. It has no authentication, no checks and no middleware: the rate that is left when a server does nothing is the yardstick.
- **holdfast-pg** and **holdfast-sqlite** are the whole server as ` + "`holdfast serve`" + ` runs it, with API key, checks, audit chain, signed head, inbox, public log and the jobs that deliver messages. The last two wait for up to five seconds in a rush and then go on at a slower pace: in turns of seconds they wait, and what they cost then is in "A rush that lasts". Its log has no line for a request that succeeds, as by default. No mail server is configured.
- **textbook** is one transaction per request on the same schema: SELECT … FOR UPDATE on the event, look, insert person, order, audit row and message, update the counters; pgx, ` + fmt.Sprint(textbookConns) + ` connections.
- **redis** decides in a Lua script, answers, and writes behind in bulk to the same tables. It answers before anything is durable: a crash loses acknowledged registrations.
- Each turn starts fresh processes on a fresh copy of one prepared database, whose public logs are complete, after a checkpoint. Afterwards the rows are counted: a system that stored less than it acknowledged ends the run with an error.
- Every registration is of a new person, with an API key, and is confirmed: the capacity is ample for all systems.
- Check-in: before a turn people register, and the codes of their tickets are made with the server's key. Then each scanner shows one after the other, every ticket once. The answer comes after the commit. The no-op decodes the scan and answers.
- Seats: the hall is made by the API on the fresh database of each turn. The no-op decodes the order and answers as if all seats were there.
- The map of a hall is fetched from Holdfast once and given to nginx as files: both answer with the same bytes, the same coding and the same headers.
- Reminders: the people are in the event before; then it is given a reminder that is due two seconds later, and another one in each round. The rate is that of the first half, from its first mail on, which nothing disturbs.
- Payments: a stand-in of Stripe makes the pages; it refuses what Stripe refuses, wrong or repeated keys among it, and runs beside the load generator. Its webhooks are signed before they are sent. What jobs have to do after a step is done before the next is measured.
- CPU is from the process table (children and database backends included), whole turns with warm-up, per acknowledged request.
- The slower fsync is injected by strace with its filter in the kernel, which stops a program at fsync and fdatasync only. It slows down PostgreSQL, or the server on SQLite.
`)
}

func (r *Report) writeTurns(p *page) {
	p.say("## All turns\n")
	p.head("group", "round", "system", "conns", "arrivals/s", "per second", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms", "max ms", "server µs", "database µs", "load µs", "refused", "503", "foreign %", "stolen %")
	for i := range r.Turns {
		t := &r.Turns[i]
		ms := func(l int64) string { return fmt.Sprintf("%.1f", float64(l)/1000) }
		p.row(t.Group, fmt.Sprint(t.Round), t.System, fmt.Sprint(t.Conns), fmt.Sprintf("%.0f", t.Arrivals), fmt.Sprintf("%.0f", t.PerSecond),
			ms(t.Latency.P50), ms(t.Latency.P90), ms(t.Latency.P99), ms(t.Latency.P999), ms(t.Latency.Max),
			fmt.Sprintf("%.0f", t.ServerCPU), fmt.Sprintf("%.0f", t.DatabaseCPU), fmt.Sprintf("%.0f", t.LoadCPU),
			fmt.Sprint(t.RefusedTotal()), fmt.Sprint(t.Retried), fmt.Sprintf("%.1f", 100*t.Foreign), fmt.Sprintf("%.1f", 100*t.Stolen))
	}
}
