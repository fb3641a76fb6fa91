package e2e

import (
	"math/rand/v2"
	"strconv"
	"strings"
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
		var home, other *process
		within(t, time.Minute, "a server is a home, and the other hands on to it", func() bool {
			for _, s := range [][2]*process{{one, two}, {two, one}} {
				if s[0].figure("holdfast_homes_events") > 0 && s[1].figure(`holdfast_homes_commands_total{ended="handed_on"}`) > 0 {
					home, other = s[0], s[1]
					return true
				}
			}
			return false
		})
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
