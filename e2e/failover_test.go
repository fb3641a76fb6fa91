package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/redisserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// pair are two PostgreSQL, of which one follows the other.
type pair struct {
	t       *testing.T
	both    [2]*pgserver.Server
	primary int
}

func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{t: t}
	first, err := pgserver.Start(t.Context(), pgserver.Options{})
	pgserver.Require(t, err)
	p.both[0] = first
	t.Cleanup(func() {
		for _, s := range p.both {
			if s != nil {
				if err := s.Stop(); err != nil {
					t.Error(err)
				}
			}
		}
	})
	p.both[1], err = first.Standby(t.Context(), name(1))
	p.do(err)
	_, err = first.CreateDB(t.Context(), "holdfast", "")
	p.do(err)
	p.synchronous()
	return p
}

func name(i int) string { return fmt.Sprint("server", i) }

func (p *pair) do(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// url is that of the database on whichever of the two is the primary.
func (p *pair) url() string {
	return fmt.Sprintf("postgres://holdfast@%s,%s/holdfast?sslmode=disable&target_session_attrs=read-write", p.both[0].Host(), p.both[1].Host())
}

func (p *pair) standby() int { return 1 - p.primary }

// synchronous lets COMMIT wait for the standby, from now on and once it has caught up.
func (p *pair) synchronous() {
	p.t.Helper()
	now := p.both[p.primary]
	p.do(now.Set(p.t.Context(), "synchronous_standby_names", name(p.standby())))
	within(p.t, time.Minute, "the standby is synchronous", func() bool {
		n, err := now.Ask(p.t.Context(), "postgres", "select count(*)::text from pg_stat_replication where sync_state = 'sync' and application_name = '"+name(p.standby())+"'")
		p.do(err)
		return n == "1"
	})
}

// failOver kills the primary and promotes the other one, which then waits for nobody.
func (p *pair) failOver(meanwhile func()) {
	p.t.Helper()
	p.do(p.both[p.primary].Kill())
	meanwhile()
	p.primary = p.standby()
	p.do(p.both[p.primary].Promote(p.t.Context()))
}

// rebuild makes the one that was killed a standby of the other one.
func (p *pair) rebuild() {
	p.t.Helper()
	p.do(p.both[p.standby()].Follow(p.t.Context(), p.both[p.primary], name(p.standby())))
	p.synchronous()
}

// TestFailover kills the primary of two PostgreSQL under load and promotes its synchronous
// standby, as often as HOLDFAST_FAILOVERS says: two servers, one with a Redis and one
// without, answer 503 meanwhile and go on by themselves on the other one. Nothing that was
// acknowledged is lost and nothing is done twice.
func TestFailover(t *testing.T) {
	seed.InTurn(t, 0)
	failovers := count(t, "HOLDFAST_FAILOVERS", 2)
	p := newPair(t)
	db := p.url()
	one := serve(t, db, "--log-level", "error")
	two := serveAs(t, db, one.key, "--log-level", "error", "--redis", redisserver.ForTest(t, redisserver.Options{}).URL())
	l := one.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)}, two)
	l.events(t, 3)
	stop := l.start(t)
	var slowest time.Duration
	for n := range failovers {
		had := len(l.cfg.Acks.Acks())
		within(t, 60*time.Second, "more is acknowledged", func() bool { return len(l.cfg.Acks.Acks()) > had+50 })
		killed := time.Now()
		var refused time.Duration
		p.failOver(func() {
			for _, s := range []*process{one, two} {
				within(t, recoverIn, "the server says that it is not ready", func() bool {
					status, _ := s.get("/readyz")
					return status == 503
				})
				s.call("GET", "/v1/events/"+l.cfg.Events[0], nil).want(503)
			}
			refused = time.Since(killed)
		})
		promoted := time.Now()
		had = len(l.cfg.Acks.Acks())
		var took time.Duration
		for _, s := range []*process{one, two} {
			took = max(took, s.ready(3*recoverIn))
		}
		within(t, recoverIn, "more is acknowledged by the new primary", func() bool { return len(l.cfg.Acks.Acks()) > had })
		t.Logf("failover %d: 503 after %s, promoted after %s, ready %s later, the next change acknowledged after %s", n+1,
			refused.Round(time.Millisecond), promoted.Sub(killed).Round(time.Millisecond), took.Round(time.Millisecond), time.Since(promoted).Round(time.Millisecond))
		if slowest = max(slowest, took); took > recoverIn {
			t.Errorf("failover %d: ready after %s, want at most %s", n+1, took, recoverIn)
		}
		if n == 0 {
			doctorSays(t, db, "nobody follows the primary")
		}
		p.rebuild()
	}
	doctorSays(t, db, "nothing that is acknowledged is lost with the primary")
	for _, s := range []*process{one, two} {
		if _, figures := s.get("/metrics"); !strings.Contains(figures, fmt.Sprintf("\nholdfast_database_primary_changes %d\n", failovers)) {
			t.Errorf("%s does not tell of %d failovers", s.base, failovers)
		}
	}
	t.Logf("%d failovers; ready at most %s after the promotion", failovers, slowest.Round(time.Millisecond))
	onlyClean(t, stop())
	l.kept(t)
	one.stop()
	two.stop()
	verified(t, db)
}

// doctorSays fails the test unless doctor says something of the database.
func doctorSays(t *testing.T, db, want string) {
	t.Helper()
	out, _ := holdfast(t, "doctor", "--db", db) // there is no address, no mail, and so on
	if !strings.Contains(out, want) {
		t.Errorf("doctor does not say %q:\n%s", want, out)
	}
}
