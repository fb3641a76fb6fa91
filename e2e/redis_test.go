package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/redisserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestRedisBetweenServers has a Redis between two servers of one PostgreSQL, and a third
// server that has none. A change by the first is seen on a stream of the second sooner than on
// one of the third, which asks the database. Then the Redis forgets everything, restarts, hangs
// and is killed under load: nothing that was acknowledged is lost, changes are seen while it
// is gone, and afterwards both servers count strangers together again.
func TestRedisBetweenServers(t *testing.T) {
	seed.InTurn(t, 3)
	rounds := count(t, "HOLDFAST_REDIS_FAULTS", 1)
	db := pgserver.ForTest(t)
	r := redisserver.ForTest(t, redisserver.Options{Password: "swordfish"})
	client := redis.NewClient(&redis.Options{Addr: r.Address(), Password: "swordfish"})
	t.Cleanup(func() { client.Close() }) //nolint:errcheck,gosec // only asked
	// A limit that nobody reaches, so that calls with a key are counted.
	with := []string{"--redis", r.URL(), "--key-rate", "100000"}
	one := serve(t, db, with...)
	two, alone := serveAs(t, db, one.key, with...), serveAs(t, db, one.key)
	for _, s := range []*process{one, two} {
		s.usesRedis()
	}

	event := one.newEvent(1000, nil)
	onTwo, onAlone := two.watch(event), alone.watch(event)
	// One after another, until it is not chance: on a busy machine a single one says little.
	const lead, most = 8, 60
	sooner, later := 0, 0
	for i := 0; sooner-later < lead && i < most; i++ {
		seq, _ := one.change(event, fmt.Sprint("Guest", i))
		if two.sees(onTwo, seq).Before(alone.sees(onAlone, seq)) {
			sooner++
		} else {
			later++
		}
	}
	t.Logf("of %d changes %d are seen sooner where it is told than where the database is asked", sooner+later, sooner)
	if sooner-later < lead {
		t.Error("a change is not seen sooner where it is told")
	}

	l := one.load(hammer.Config{Scenario: hammer.Mixed, Capacity: 500, Connections: 16, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t)}, two)
	l.events(t, 1)
	stop := l.start(t)
	goesOn := func(while string) {
		t.Helper()
		had := len(l.cfg.Acks.Acks())
		within(t, 30*time.Second, "more is acknowledged while Redis "+while, func() bool { return len(l.cfg.Acks.Acks()) > had+60 })
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	goesOn("works")
	for round := range rounds {
		do(client.FlushAll(t.Context()).Err())
		do(client.ScriptFlush(t.Context()).Err())
		goesOn("has forgotten everything")
		do(r.Restart(t.Context()))
		goesOn("restarts")
		do(r.Freeze())
		thaw := time.Now().Add(2 * time.Second)
		goesOn("hangs")
		within(t, 10*time.Second, "two seconds have passed", func() bool { return time.Now().After(thaw) })
		do(r.Thaw())
		goesOn("answers late")
		do(r.Stop())
		goesOn("is gone")
		seq, _ := one.change(event, fmt.Sprint("Late", round))
		two.sees(onTwo, seq)
		do(r.Restart(t.Context()))
		for _, s := range []*process{one, two} {
			s.usesRedis()
		}
		goesOn("is back")
	}
	onlyClean(t, stop())
	l.kept(t)

	// Ten mails may be asked for from one address, here and there together.
	sent, refused := 0, 0
	for i := range 16 {
		switch answer := []*process{one, two}[i%2].call("POST", "/v1/auth/links", object{"email": fmt.Sprintf("p%d@example.org", i)}, "Authorization: "); answer.status {
		case http.StatusAccepted:
			sent++
		case http.StatusTooManyRequests:
			answer.is("limit", "mail_address")
			refused++
		default:
			t.Fatalf("%d %s", answer.status, answer.body)
		}
	}
	if sent < 10 || sent > 12 || refused == 0 { // one more each 20 seconds
		t.Errorf("%d mails are sent, %d refused; want 10 and 6", sent, refused)
	}
	for _, s := range []*process{one, two} {
		_, figures := s.get("/metrics")
		for _, want := range []string{`holdfast_limits_counted_total{by="redis"} `, `holdfast_redis_messages_total{what="sent"} `, "holdfast_redis_failures_total "} {
			if !strings.Contains(figures, "\n"+want) || strings.Contains(figures, "\n"+want+"0\n") {
				t.Errorf("%s: none of %s", s.base, want)
			}
		}
		s.stop()
		if strings.Contains(s.log.String(), "swordfish") {
			t.Errorf("the log of %s has the password", s.base)
		}
	}
	alone.stop()
	verified(t, db)
}

// TestOpenRedisIsRefused: a server does not start with a Redis that others can reach without
// a password, and says what to do.
func TestOpenRedisIsRefused(t *testing.T) {
	t.Parallel()
	out, err := holdfast(t, "serve", "--db", sqlite(t), "--listen", freeAddress(t), "--files", t.TempDir(), "--redis", "redis://cache.example.org:6379")
	if err == nil || !strings.Contains(err.Error(), "requirepass") {
		t.Errorf("%v %s", err, out)
	}
	if out, err := holdfast(t, "doctor", "--db", sqlite(t), "--redis", "redis://cache.example.org:6379"); err == nil || !strings.Contains(out, "FAULT    redis") {
		t.Errorf("doctor: %v %s", err, out)
	}
}

// usesRedis waits until a server counts in Redis and hears by it.
func (p *process) usesRedis() {
	p.t.Helper()
	within(p.t, 30*time.Second, p.base+" uses Redis", func() bool {
		_, figures := p.get("/metrics")
		return strings.Contains(figures, "\nholdfast_redis_up 1\n") && strings.Contains(figures, "\nholdfast_redis_hears 1\n")
	})
}

// change registers somebody, and returns the ledger seq of that and when it was asked for.
func (p *process) change(event, name string) (seq int64, begun time.Time) {
	p.t.Helper()
	begun = time.Now()
	text := p.call("POST", "/v1/events/"+event+"/registrations", person(name)).want(201).at("ledger_seq")
	seq, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		p.t.Fatal(err)
	}
	return seq, begun
}

// seen is what a stream said and when.
type seen struct {
	seq int64
	at  time.Time
}

// watch opens the stream of an event, and waits for what it begins with.
func (p *process) watch(event string) <-chan seen {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/v1/events/"+event+"/stream", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	frames := make(chan seen, 1000)
	go func() {
		defer res.Body.Close() //nolint:errcheck // it has ended
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				if seq, err := strconv.ParseInt(text, 10, 64); err == nil {
					frames <- seen{seq, time.Now()}
				}
			}
		}
	}()
	p.sees(frames, 1)
	return frames
}

// sees waits until a stream has come to a ledger seq, and returns when it did.
func (p *process) sees(frames <-chan seen, seq int64) time.Time {
	p.t.Helper()
	for {
		select {
		case f := <-frames:
			if f.seq >= seq {
				return f.at
			}
		case <-time.After(20 * time.Second):
			p.t.Fatalf("%s: change %d is not seen", p.base, seq)
		}
	}
}
