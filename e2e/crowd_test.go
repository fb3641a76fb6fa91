package e2e

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/hammer"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestFlashCrowd lets as many people as HOLDFAST_CROWD says (make prove: 60,000)
// ask for a third as many places of one event at once. verify looks for gaps and
// duplicates on the waitlist.
func TestFlashCrowd(t *testing.T) {
	people := int64(count(t, "HOLDFAST_CROWD", 3000))
	capacity := people / 3
	if testing.Short() {
		t.Skip("a crowd takes its time; the suite runs it without -short")
	}
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db)
		l := s.load(hammer.Config{
			Scenario: hammer.Register, Requests: people, Capacity: capacity, Connections: 256,
			Acks: hammer.NewAckLog(nil), Attempts: 1000,
		})
		r := l.run(t)
		t.Logf("%.0f/s, p99 %.1f ms", r.PerSecond, float64(r.Latency.P99)/1000)
		if r.Confirmed != capacity || r.Waitlisted != people-capacity || r.RefusedTotal() != 0 {
			t.Errorf("%d confirmed, %d waitlisted, refused %v: %s", r.Confirmed, r.Waitlisted, r.Refused, r.Sample)
		}
		s.call("GET", "/v1/events/"+r.Events[0], nil).want(200).
			is("availability.confirmed", fmt.Sprint(capacity)).is("availability.waiting", fmt.Sprint(people-capacity)).
			is("availability.available", "0").is("availability.held", "0")
		places := map[int64]bool{}
		first := items[struct{ Position int64 }](s.call("GET", "/v1/events/"+r.Events[0]+"/waitlist", nil))
		for i, e := range first {
			if e.Position != int64(i+1) || places[e.Position] {
				t.Errorf("entry %d of the waitlist has place %d", i+1, e.Position)
			}
			places[e.Position] = true
		}
		l.kept(t)
		s.stop()
		verified(t, db)
	})
}

// TestTwoServers loads two servers of one PostgreSQL with the same event.
func TestTwoServers(t *testing.T) {
	db := pgserver.ForTest(t)
	one := serve(t, db)
	two := serveAs(t, db, one.key)
	requests := int64(count(t, "HOLDFAST_TWO_SERVERS", 1500))
	if testing.Short() {
		requests = 2000
	}
	l := one.load(hammer.Config{
		Scenario: hammer.Mixed, Requests: requests, Capacity: 500, Connections: 32, Acks: hammer.NewAckLog(nil), Seed: seed.Of(t),
	}, two)
	r := l.run(t)
	onlyClean(t, r)
	for _, s := range []*process{one, two} {
		s.call("GET", "/v1/events/"+r.Events[0], nil).want(200).is("id", r.Events[0])
	}
	l.kept(t)
	one.stop()
	// The other goes on alone.
	two.call("POST", "/v1/events/"+r.Events[0]+"/registrations", person("Late")).want(201)
	two.stop()
	verified(t, db)
}

// TestLastUnit lets 1,000 buyers at two servers race for one place, in as many
// rounds as HOLDFAST_ROUNDS says: each has exactly one owner.
func TestLastUnit(t *testing.T) {
	rounds, buyers := count(t, "HOLDFAST_ROUNDS", 3), 1000
	if testing.Short() {
		rounds, buyers = 5, 200
	}
	db := pgserver.ForTest(t)
	one := serve(t, db)
	two := serveAs(t, db, one.key)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64}, Timeout: time.Minute}
	defer client.CloseIdleConnections()
	for round := range rounds {
		event := one.newEvent(1, nil)
		won, refused := race(t, client, event, buyers, one, two)
		if won != 1 || refused != int64(buyers)-1 {
			t.Fatalf("round %d: %d owners, %d refused, want 1 and %d", round+1, won, refused, buyers-1)
		}
		two.call("GET", "/v1/events/"+event, nil).want(200).is("availability.confirmed", "1").is("availability.available", "0")
	}
	one.stop()
	two.stop()
	verified(t, db)
}

// race sends one registration for each buyer, half to each server, and counts
// those who got the place and those who were told that it is gone.
func race(t *testing.T, client *http.Client, event string, buyers int, servers ...*process) (won, refused int64) {
	t.Helper()
	var next, yes, no atomic.Int64
	var work sync.WaitGroup
	start := make(chan struct{})
	for n := range 128 {
		s := servers[n%len(servers)]
		work.Go(func() {
			<-start
			for i := next.Add(1); i <= int64(buyers); i = next.Add(1) {
				switch status, err := buy(client, s, event, i); {
				case err != nil:
					t.Errorf("buyer %d: %v", i, err)
				case status == http.StatusCreated:
					yes.Add(1)
				case status == http.StatusConflict:
					no.Add(1)
				default:
					t.Errorf("buyer %d was answered %d", i, status)
				}
			}
		})
	}
	close(start)
	work.Wait()
	return yes.Load(), no.Load()
}

func buy(client *http.Client, s *process, event string, buyer int64) (status int, err error) {
	body := fmt.Sprintf(`{"user_id": "b%d", "email": "b%d@example.org", "name": "Buyer"}`, buyer, buyer)
	req, err := http.NewRequest("POST", s.base+"/v1/events/"+event+"/registrations", bytes.NewReader([]byte(body)))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+s.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
