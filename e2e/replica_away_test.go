package e2e

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestReplicaAwayUnderLoad has the object store of a server with --replicate-sync be away under load,
// for as many seconds as HOLDFAST_AWAY_SECONDS says, twice. Meanwhile nothing is acknowledged and
// people can read. Once it comes back, and people go on, and then the machine is lost: what it
// had acknowledged is restored in an empty folder. Once the machine is lost while the store is away.
func TestReplicaAwayUnderLoad(t *testing.T) {
	seed.InTurn(t, 1)
	away := time.Duration(count(t, "HOLDFAST_AWAY_SECONDS", 4)) * time.Second
	b, db := newBucket(t), sqlite(t)
	s := serve(t, db, b.flags("--replicate-sync", "--log-level", "error")...)
	l := s.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 300, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)})
	l.events(t, 3)
	stop := l.start(t)
	l.more(t, 100, "changes are acknowledged")

	s.without(t, b, l, away)
	b.away.Store(false)
	back := time.Now()
	within(t, 30*time.Second, "the server is ready again", func() bool {
		status, _ := s.get("/readyz")
		return status == 200
	})
	ready := time.Since(back)
	l.more(t, 100, "more is acknowledged")
	s.kill()
	loseDisk(t, db)
	db = sqlite(t) // another folder, on another machine
	must(t, append([]string{"restore", "--db", db}, b.flags()...)...)
	verified(t, db)
	s.args[2] = db
	t.Logf("the store was away for %s: ready %s after it was back; then the disk was lost, and the server is ready on a restored one in %s",
		away, ready.Round(time.Millisecond), s.restart().Round(time.Millisecond))
	l.more(t, 100, "more is acknowledged by the restored server")

	s.without(t, b, l, away)
	s.kill()
	loseDisk(t, db)
	b.away.Store(false)
	t.Logf("the store was away for %s when the disk was lost: the server is ready on an empty one in %s", away, s.restart().Round(time.Millisecond))
	l.more(t, 100, "more is acknowledged")
	onlyClean(t, stop())
	l.kept(t)
	s.stop()
	verified(t, db)
}

// without takes the object store away for a while, in which nothing is acknowledged and events can
// be read.
func (p *process) without(t *testing.T, b *bucket, l *load, away time.Duration) {
	t.Helper()
	b.away.Store(true)
	until := time.Now().Add(away)
	event := "/v1/events/" + l.cfg.Events[0]
	within(t, 10*time.Second, "the server says that it is not ready", func() bool {
		status, _ := p.get("/readyz")
		return status == 503
	})
	had, refused := l.acknowledged(), 0
	for n := 0; n == 0 || time.Now().Before(until); n++ {
		began := time.Now()
		if r := p.call("POST", event+"/registrations", person(stranger())).want(503); r.header.Get("Retry-After") == "" {
			t.Errorf("whoever is to come back is not told when: %s", r.body)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("it took %s to refuse a change", took)
		}
		refused++
		p.call("GET", event, nil).want(200)
		if status, _ := p.get("/readyz"); status != 503 {
			t.Errorf("the server says that it is ready (%d)", status)
		}
		<-time.After(100 * time.Millisecond)
	}
	if now := l.acknowledged(); now != had {
		t.Errorf("%d changes were acknowledged while the store was away", now-had)
	}
	t.Logf("the store is away: %d changes of one caller refused with 503, and nothing acknowledged to any", refused)
}
