package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// Sizes of the turns of mail.
const (
	mailConns   = 16  // of the bare loop: as many as the server has
	mailArrival = 200 // registrations per second while a reminder goes out
	mailBare    = 10  // the bare loop sends one for so many reminders
	mailWithin  = 20 * time.Minute
	quietFor    = 3 * time.Second
)

// mailTurn is one reminder to everybody in an event.
type mailTurn struct {
	System   string
	Round    int
	mailPart         // that nothing disturbed
	Bare     float64 // the bare loop's rate, per second
	// Registrations without and with a reminder going out; Meanwhile is how many
	// reminders went out in the second.
	Without, With *hammer.Result
	Meanwhile     int64
}

// mailPart is how the first mails of a reminder went out.
type mailPart struct {
	Mails                           int64
	Rate                            float64 // per second
	Bytes                           float64 // of a mail
	ServerCPU, DatabaseCPU, SinkCPU float64 // µs per mail
	Foreign                         float64
}

// mail measures reminders: people register, and then all of them are due one at
// once, again and again on the same database, as in an event with several.
func (r *Report) mail(ctx context.Context, l *lab) error {
	for _, system := range []string{sysPG, sysLite} {
		m, err := l.post(ctx, system, r.Config.Mails, false)
		if err != nil {
			return fmt.Errorf("bench: mail, %s: %w", system, err)
		}
		for round := range r.Config.Rounds {
			t, err := m.round(ctx, r.Config, round+1)
			if err != nil {
				return errors.Join(fmt.Errorf("bench: mail, %s: %w", system, err), m.close())
			}
			r.Mail = append(r.Mail, t)
			fmt.Fprintf(l.log, "mail     round %d  %-16s %8.0f/s, bare %8.0f/s, server %4.0f µs, db %4.0f µs, sink %4.0f µs  registration p99 %.2f → %.2f ms (%d mails meanwhile)  foreign %.1f%%\n",
				t.Round, t.System, t.Rate, t.Bare, t.ServerCPU, t.DatabaseCPU, t.SinkCPU,
				float64(t.Without.Latency.P99)/1000, float64(t.With.Latency.P99)/1000, t.Meanwhile, 100*t.Foreign)
		}
		if err := m.close(); err != nil {
			return err
		}
	}
	return nil
}

// post is a server whose event is full of people, with a mail server to send to.
type post struct {
	lab    *lab
	run    *running
	sink   *child
	system string
	cfg    hammer.Config
	mails  int64
}

// post fills an event and then starts the server again, with a mail server.
func (l *lab) post(ctx context.Context, system string, mails int, profile bool) (m *post, err error) {
	m = &post{lab: l, system: system, mails: int64(mails)}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.close())
		}
	}()
	if m.run, err = l.launch(ctx, system, false); err != nil {
		return m, err
	}
	fill := l.load(spec{System: system, Conns: joinConns}, m.run)
	fill.Requests, fill.Duration, fill.UserPrefix = m.mails, fillWithin, "fill"
	if _, err = checkedRun(ctx, fill); err != nil {
		return m, err
	}
	if err = m.run.stopServers(); err != nil {
		return m, err
	}
	if m.sink, err = start(ctx, role{Kind: roleSink}); err != nil {
		return m, err
	}
	c, err := start(ctx, role{Kind: roleHoldfast, DB: m.run.db, Dir: m.run.dir, SMTP: "smtp://" + m.sink.SMTP, Profile: profile})
	if err != nil {
		return m, err
	}
	m.run.children = []*child{c}
	m.cfg = l.load(spec{System: system, Conns: mailConns, Arrivals: mailArrival}, m.run)
	return m, m.quiet(ctx) // some of those who registered are told only now
}

func (po *post) close() error {
	var err error
	if po.run != nil {
		err = po.run.close()
	}
	if po.sink != nil {
		err = errors.Join(err, po.sink.stop())
	}
	return err
}

// quiet waits until no mail has come for a while.
func (po *post) quiet(ctx context.Context) error {
	last, at := int64(-1), time.Now()
	return po.until(ctx, func(t *sinkTally) bool {
		if t.All != last {
			last, at = t.All, time.Now()
		}
		return time.Since(at) > quietFor
	})
}

// round is one turn. The reminder's first half goes out undisturbed; then people
// register while it goes on.
func (po *post) round(ctx context.Context, c Config, round int) (t mailTurn, err error) {
	t = mailTurn{System: po.system, Round: round}
	po.cfg.WarmUp, po.cfg.Duration = c.WarmUp, c.Length
	po.cfg.UserPrefix = fmt.Sprintf("without%d-", round)
	if t.Without, err = checkedRun(ctx, po.cfg); err != nil {
		return t, err
	}
	if err := po.quiet(ctx); err != nil {
		return t, err
	}
	half := max(2, po.mails/2)
	before, err := po.begin(ctx, half)
	if err != nil {
		return t, err
	}
	if t.mailPart, err = po.sent(ctx, half, before); err != nil {
		return t, err
	}
	po.cfg.UserPrefix = fmt.Sprintf("with%d-", round)
	if t.With, err = checkedRun(ctx, po.cfg); err != nil {
		return t, err
	}
	late, err := po.tally(ctx, "")
	if err != nil {
		return t, err
	}
	t.Meanwhile = late.Count - t.Mails
	if err := po.quiet(ctx); err != nil {
		return t, err
	}
	if late, err = po.tally(ctx, ""); err == nil && late.Count < po.mails {
		err = fmt.Errorf("%d reminders came, %d were due", late.Count, po.mails)
	}
	if err != nil {
		return t, err
	}
	t.Bare, err = bareMails(po.sink.SMTP, mailConns, int(max(mailConns, po.mails/mailBare)), int(t.Bytes))
	return t, err
}

// mailUsed is used with the sink apart.
type mailUsed struct {
	used
	sink time.Duration
}

func (po *post) used() mailUsed { return mailUsed{usage(po.run), po.sink.cpu()} }

// begin makes a reminder due in a moment and returns what was used until its
// first mail. The sink says when want of them have come.
func (po *post) begin(ctx context.Context, want int64) (before mailUsed, err error) {
	if _, err := po.tally(ctx, fmt.Sprintf("?want=%d", want)); err != nil {
		return before, err
	}
	var event struct {
		StartsAt time.Time `json:"starts_at"`
	}
	path := "/v1/events/" + po.cfg.Events[0]
	if err := po.ask(ctx, http.MethodGet, path, nil, &event); err != nil {
		return before, err
	}
	due := int64(time.Until(event.StartsAt).Seconds()) - 2
	if err := po.ask(ctx, http.MethodPatch, path, map[string]any{"reminder_offsets_seconds": []int64{due}}, nil); err != nil {
		return before, err
	}
	err = po.until(ctx, func(s *sinkTally) bool { return s.Count > 0 })
	return po.used(), err
}

// sent waits for the mails that the sink wants, and says what they took since the
// first.
func (po *post) sent(ctx context.Context, want int64, before mailUsed) (p mailPart, err error) {
	if err := po.until(ctx, func(s *sinkTally) bool { return s.At != 0 }); err != nil {
		return p, err
	}
	after := po.used()
	t, err := po.tally(ctx, "")
	if err != nil {
		return p, err
	}
	server, base, sink, owner := after.server-before.server, after.base-before.base, after.sink-before.sink, after.owner-before.owner
	per := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(max(1, t.Count)) }
	foreign := after.machine.busy - before.machine.busy - server - base - sink - owner
	return mailPart{
		Mails: t.Count, Rate: float64(want-1) / (float64(t.At-t.First) / 1e6), Bytes: float64(t.Bytes) / float64(max(1, t.All)),
		ServerCPU: per(server), DatabaseCPU: per(base), SinkCPU: per(sink),
		Foreign: max(0, foreign.Seconds()/(after.at.Sub(before.at).Seconds()*float64(cores()))),
	}, nil
}

func (po *post) ask(ctx context.Context, method, path string, body, into any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	q, err := http.NewRequestWithContext(ctx, method, po.run.children[0].URL+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	q.Header.Set("Authorization", "Bearer "+po.cfg.APIKey)
	q.Header.Set("Content-Type", "application/json")
	return answered(q, into)
}

func (po *post) tally(ctx context.Context, query string) (t sinkTally, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, po.sink.URL+"/"+query, nil)
	if err != nil {
		return t, err
	}
	return t, answered(q, &t)
}

// answered sends a request and reads its answer, which must be a good one.
func answered(q *http.Request, into any) error {
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		return err
	}
	defer a.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %d: %.300s", q.Method, q.URL.Path, a.StatusCode, text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// until asks the sink until enough has come.
func (po *post) until(ctx context.Context, enough func(*sinkTally) bool) error {
	ctx, cancel := context.WithTimeout(ctx, mailWithin)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		t, err := po.tally(ctx, "")
		if err != nil || enough(&t) {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%d of %d reminders came: %w", t.Count, po.mails, ctx.Err())
		}
	}
}

// ProfileMail sends one reminder while its server is profiled, and writes
// cpu.pprof and heap.pprof into dir.
func ProfileMail(ctx context.Context, system string, mails int, dir string, log io.Writer) error {
	return inLab(ctx, dir, 1, log, func(l *lab) (err error) {
		m, err := l.post(ctx, system, mails, true)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, m.close()) }()
		before, err := m.begin(ctx, int64(mails))
		if err != nil {
			return err
		}
		const seconds = 5
		if err := fetchProfiles(ctx, m.run, seconds, dir); err != nil {
			return err
		}
		p, err := m.sent(ctx, int64(mails), before)
		if err != nil {
			return err
		}
		fmt.Fprintf(log, "%s: %d reminders of %.0f bytes, %.0f/s, server %.0f µs, database %.0f µs, sink %.0f µs\n",
			system, p.Mails, p.Bytes, p.Rate, p.ServerCPU, p.DatabaseCPU, p.SinkCPU)
		return nil
	})
}

// mailTargets are the lines of "what it must show" about reminders.
func (r *Report) mailTargets() []target {
	var out []target
	for _, of := range []struct {
		system, want string
		limit, aim   float64
	}{{sysPG, "≥ 5,000, aim 10,000", 5000, 10_000}, {sysLite, "≥ 1,500", 1500, 0}} {
		rate, slower := r.mailFigures(of.system)
		out = append(out,
			target{what: fmt.Sprintf("%d due one reminder at once, %s: deliveries per second", r.Config.Mails, of.system), want: of.want, got: rate, limit: of.limit, aim: of.aim, verb: "%.0f"},
			target{what: "registration while it goes out, " + of.system + ": p99 / without", want: "≤ 1.5", got: slower, limit: 1.5, atMost: true})
	}
	return out
}

func (r *Report) mailFigures(system string) (rate, slower summary) {
	var v, s []float64
	for i := range r.Mail {
		if t := &r.Mail[i]; t.System == system {
			v = append(v, t.Rate)
			s = append(s, float64(t.With.Latency.P99)/float64(max(1, t.Without.Latency.P99)))
		}
	}
	return summarize(v), summarize(s)
}

func (r *Report) writeMail(p *page) {
	p.say("## A reminder to everybody in an event\n")
	p.say("%d people, a mail server on the same machine that takes everything, without a rate; the bare loop sends mails of the same size to it over %d connections and does nothing else. Then people register at %d a second while the rest goes out, which makes room for them.\n", r.Config.Mails, mailConns, mailArrival)
	p.head("system", "round", "deliveries/s", "bare loop/s", "/ bare", "server CPU µs/mail", "database", "mail server", "bytes", "registration p99 ms without", "with", "deliveries meanwhile", "foreign %")
	for i := range r.Mail {
		t := &r.Mail[i]
		p.row(t.System, fmt.Sprint(t.Round), fmt.Sprintf("%.0f", t.Rate), fmt.Sprintf("%.0f", t.Bare), fmt.Sprintf("%.2f", t.Rate/t.Bare),
			fmt.Sprintf("%.0f", t.ServerCPU), fmt.Sprintf("%.0f", t.DatabaseCPU), fmt.Sprintf("%.0f", t.SinkCPU), fmt.Sprintf("%.0f", t.Bytes),
			fmt.Sprintf("%.2f", float64(t.Without.Latency.P99)/1000), fmt.Sprintf("%.2f", float64(t.With.Latency.P99)/1000), fmt.Sprint(t.Meanwhile), fmt.Sprintf("%.1f", 100*t.Foreign))
	}
	p.say("")
}
