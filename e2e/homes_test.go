package e2e

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestHomeKilled kills the server that is the home of busy events, as often as
// HOLDFAST_HOME_KILLS says, and starts it again: the other goes on, nothing that was
// acknowledged is lost, and nothing is done twice.
func TestHomeKilled(t *testing.T) {
	seed.InTurn(t, 3)
	kills, from := count(t, "HOLDFAST_HOME_KILLS", 2), seed.Of(t)
	db := pgserver.ForTest(t)
	one := serve(t, db, "--log-level", "error", "--peer-listen", "127.0.0.1:0")
	two := serveAs(t, db, one.key, "--log-level", "error", "--peer-listen", "127.0.0.1:0")
	l := one.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: from}, two)
	l.events(t, 3)
	random := rand.New(rand.NewPCG(from, uint64(kills)))
	for range kills {
		stop := l.start(t) // at both: callers whose server is gone stay with the other one
		home, other := homeOf(t, one, two)
		<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
		home.kill()
		had := len(l.cfg.Acks.Acks())
		within(t, recoverIn, "the other server goes on alone", func() bool { return len(l.cfg.Acks.Acks()) > had+20 })
		other.call("GET", "/v1/events/"+l.cfg.Events[0], nil).want(200)
		onlyClean(t, stop())
		home.restart()
	}
	l.kept(t)
	one.stop()
	two.stop()
	verified(t, db)
}

// homeOf waits until one of two servers is the home of events that the other hands on.
func homeOf(t *testing.T, one, two *process) (home, other *process) {
	t.Helper()
	const handed = `holdfast_homes_commands_total{ended="handed_on"}`
	before := map[*process]float64{one: one.figure(handed), two: two.figure(handed)}
	within(t, time.Minute, "a server is a home, and the other hands on to it", func() bool {
		for _, s := range [][2]*process{{one, two}, {two, one}} {
			if s[0].figure("holdfast_homes_events") > 0 && s[1].figure(handed) > before[s[1]] {
				home, other = s[0], s[1]
				return true
			}
		}
		return false
	})
	return home, other
}

// goesOnIn bounds how long an event waits for a home that hangs: its connection is given up after
// three seconds, and the locks of a transaction that it stands in after fifteen.
const goesOnIn = 20 * time.Second

// TestHomeHangs stops the server that is the home of busy events where it is, as often as
// HOLDFAST_HOME_HANGS says, as a machine that hangs: its connections are there, and nobody answers.
// Each event goes on at the other server within a bound. Then it wakes in the middle of what it was
// doing: nothing that was acknowledged is lost, nothing is done twice, and it goes on too.
func TestHomeHangs(t *testing.T) {
	seed.InTurn(t, 2)
	hangs, from := count(t, "HOLDFAST_HOME_HANGS", 1), seed.Of(t)
	db := pgserver.ForTest(t)
	one := serve(t, db, "--log-level", "error", "--peer-listen", "127.0.0.1:0")
	two := serveAs(t, db, one.key, "--log-level", "error", "--peer-listen", "127.0.0.1:0")
	// Callers give a server up that does not answer, and go to the other one.
	l := one.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: from, Timeout: 5 * time.Second}, two)
	l.events(t, 3)
	random := rand.New(rand.NewPCG(from, uint64(hangs)))
	var slowest time.Duration
	for n := range hangs {
		stop := l.start(t)
		home, other := homeOf(t, one, two)
		<-time.After(time.Duration(random.Int64N(int64(200 * time.Millisecond))))
		var watches []*outage
		for _, event := range l.cfg.Events {
			watches = append(watches, other.watchOutage(t, event))
		}
		home.signal(syscall.SIGSTOP)
		hung := time.Now()
		had := l.acknowledged()
		within(t, 2*goesOnIn, "the other server goes on alone, with each event", func() bool {
			return l.acknowledged() > had+50 && !slices.ContainsFunc(watches, func(o *outage) bool { return !o.answersSince(hung) })
		})
		took := time.Since(hung)
		for i, o := range watches {
			o.within(t, goesOnIn, fmt.Sprintf("hang %d, event %d", n+1, i+1))
		}
		home.signal(syscall.SIGCONT)
		back := home.ready(recoverIn)
		slowest = max(slowest, took)
		t.Logf("hang %d: each event goes on at the other server after %s; the one that hung is ready %s after it woke", n+1, took.Round(time.Millisecond), back.Round(time.Millisecond))
		l.more(t, 50, "more is acknowledged by both")
		onlyClean(t, stop())
	}
	t.Logf("%d hangs; the events went on within %s", hangs, slowest.Round(time.Millisecond))
	l.kept(t)
	one.stop()
	two.stop()
	verified(t, db)
}

// figure is the value of a metric of a server.
func (p *process) figure(name string) float64 {
	p.t.Helper()
	_, figures := p.get("/metrics")
	for line := range strings.Lines(figures) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), name+" "); ok {
			v, err := strconv.ParseFloat(rest, 64)
			if err != nil {
				p.t.Fatalf("%s: %v", name, err)
			}
			return v
		}
	}
	p.t.Fatalf("there is no figure %s", name)
	return 0
}
