package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
)

// load is a run of the hammer against one server or several.
type load struct {
	cfg hammer.Config
	// wait waits for the end of a run that was started, and returns what was measured.
	wait func(*testing.T) *hammer.Result
}

// load prepares a run against this server and others of the same database.
func (p *process) load(cfg hammer.Config, others ...*process) *load {
	cfg.Targets = []string{p.base}
	for _, o := range others {
		cfg.Targets = append(cfg.Targets, o.base)
	}
	cfg.APIKey = p.key
	cfg.Keys = true
	if cfg.Connections == 0 {
		cfg.Connections = 16
	}
	if cfg.Duration == 0 {
		cfg.Duration = 10 * time.Minute
	}
	return &load{cfg: cfg}
}

// events makes the events that the run will load, so that the run itself can
// begin while the server is away.
func (l *load) events(t *testing.T, n int) {
	t.Helper()
	events, err := hammer.NewEvents(t.Context(), l.cfg, n)
	if err != nil {
		t.Fatal(err)
	}
	l.cfg.Events = events
}

// run sends everything and returns what was measured.
func (l *load) run(t *testing.T) *hammer.Result {
	t.Helper()
	result, err := hammer.Run(t.Context(), l.cfg)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// start sends in the background. stop ends that and returns what was measured.
func (l *load) start(t *testing.T) (stop func() *hammer.Result) {
	t.Helper()
	if len(l.cfg.Events) == 0 {
		l.events(t, 1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	type outcome struct {
		result *hammer.Result
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := hammer.Run(ctx, l.cfg)
		done <- outcome{r, err}
	}()
	var result *hammer.Result
	l.wait = func(t *testing.T) *hammer.Result {
		t.Helper()
		if result == nil {
			o := <-done
			if o.err != nil {
				t.Fatal(o.err)
			}
			result = o.result
		}
		return result
	}
	stop = func() *hammer.Result {
		t.Helper()
		cancel()
		return l.wait(t)
	}
	t.Cleanup(cancel)
	return stop
}

// kept fails the test when something that was acknowledged is not there, was
// given twice, or stands in the wrong order.
func (l *load) kept(t *testing.T) {
	t.Helper()
	source, err := hammer.NewHTTPSource(l.cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	report, err := hammer.CheckAcks(t.Context(), l.cfg.Acks, source)
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Errorf("%d acknowledged, %d lost, %d doubled, %d out of order: %v", report.Acks, report.Lost, report.Doubled, report.Unfair, report.Faults)
	}
	if report.Acks == 0 {
		t.Error("nothing was acknowledged: the load did nothing")
	}
	t.Logf("%d changes acknowledged, of which %d are lost, %d doubled and %d out of order; %d without an answer", report.Acks, report.Lost, report.Doubled, report.Unfair, report.Unknown)
}

// acknowledged is how many changes were acknowledged so far.
func (l *load) acknowledged() (n int) {
	for _, a := range l.cfg.Acks.Acks() {
		if !a.Unknown() {
			n++
		}
	}
	return n
}

// more waits until so many more changes were acknowledged.
func (l *load) more(t *testing.T, n int, what string) {
	t.Helper()
	had := l.acknowledged()
	within(t, 60*time.Second, what, func() bool { return l.acknowledged() >= had+n })
}

// onlyClean fails the test when a request was answered in another way than by
// doing it, refusing it by a rule, or asking to come back.
func onlyClean(t *testing.T, r *hammer.Result) {
	t.Helper()
	t.Logf("%d requests sent, %d answered 503 and sent again, %d refused in the end (by status: %v), %d connections broken, %d never answered",
		r.Sent, r.Retried, r.RefusedTotal(), r.Refused, r.Broken, r.Unanswered)
	for status, n := range r.Refused {
		switch status {
		case 404, 409, 410, 422, 503:
		default:
			t.Errorf("%d requests were answered %d; the first trouble: %s", n, status, r.Sample)
		}
	}
}
