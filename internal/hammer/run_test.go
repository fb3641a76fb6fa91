package hammer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const testEvent = "evt_3k9q0a7c1v5m"

func TestConfigRefusesRemoteAndUnbounded(t *testing.T) {
	ok := Config{Targets: []string{"http://127.0.0.1:1"}, Duration: time.Second}
	if _, err := ok.checked(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"remote address": func(c *Config) { c.Targets = []string{"http://192.0.2.1:80"} },
		"remote name":    func(c *Config) { c.Targets = []string{"http://example.com"} },
		"disguised":      func(c *Config) { c.Targets = []string{"http://127.0.0.1@example.com"} },
		"https":          func(c *Config) { c.Targets = []string{"https://127.0.0.1"} },
		"path":           func(c *Config) { c.Targets = []string{"http://127.0.0.1/x"} },
		"no target":      func(c *Config) { c.Targets = nil },
		"no end":         func(c *Config) { c.Duration = 0 },
		"too long":       func(c *Config) { c.Duration = MaxDuration + 1 },
		"connections":    func(c *Config) { c.Connections = MaxConnections + 1 },
		"rate":           func(c *Config) { c.Rate = -1 },
		"scenario":       func(c *Config) { c.Scenario = "flood" },
		"no entries":     func(c *Config) { c.Scenario = Place },
		"no tokens":      func(c *Config) { c.Scenario = CheckIn },
		"capacity":       func(c *Config) { c.Capacity = -1 },
		"requests":       func(c *Config) { c.Requests = MaxRequests + 1 },
	} {
		c := ok
		change(&c)
		if _, err := Run(t.Context(), c); !errors.Is(err, errConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	remote := ok
	remote.Targets, remote.AllowRemote = []string{"http://192.0.2.1:80"}, true
	if _, err := remote.checked(); err != nil {
		t.Errorf("remote, allowed: %v", err)
	}
}

// confirmAll answers every registration like a server with room for all.
func confirmAll() http.HandlerFunc {
	var seq atomic.Int64
	return func(w http.ResponseWriter, _ *http.Request) {
		n := seq.Add(1)
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"status":"confirmed","order_id":"ord_%d","ledger_seq":%d}`, n, n)
	}
}

func TestClosedLoopCountsWhatWasAnswered(t *testing.T) {
	srv := httptest.NewServer(confirmAll())
	defer srv.Close()
	var file bytes.Buffer
	log := NewAckLog(&file)
	res, err := Run(t.Context(), Config{
		Targets: []string{srv.URL}, Events: []string{testEvent}, Connections: 8,
		Requests: 500, Duration: 20 * time.Second, Acks: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	if res.Acknowledged != 500 || res.Confirmed != 500 || res.Sent != 500 || res.RefusedTotal() != 0 {
		t.Errorf("%+v", res)
	}
	if res.Latency.P50 <= 0 || res.Latency.Max < res.Latency.P99 {
		t.Errorf("latency %+v", res.Latency)
	}
	if err := log.Flush(); err != nil {
		t.Fatal(err)
	}
	again, err := ReadAckLog(&file)
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]bool{}
	for _, a := range again.Acks() {
		users[a.User] = true
	}
	if len(users) != 500 {
		t.Errorf("%d people in the log file", len(users))
	}
}

func TestBusyServerIsAskedAgainNotBeforeItSaid(t *testing.T) {
	var turned sync.Map
	ok := confirmAll()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if at, again := turned.LoadOrStore(key, time.Now()); !again {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		} else if since := time.Since(at.(time.Time)); since < time.Second {
			t.Errorf("came back after %s", since)
		}
		ok(w, r)
	}))
	defer srv.Close()
	res, err := Run(t.Context(), Config{
		Targets: []string{srv.URL}, Events: []string{testEvent}, Connections: 4,
		Requests: 4, Duration: 20 * time.Second, Keys: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if res.Retried != 4 || res.Confirmed != 4 || res.RefusedTotal() != 0 {
		t.Errorf("%+v", res)
	}
}

// TestOpenLoopSeesAStall is the difference between the loops: a server that
// stands still for 300 ms once. A closed loop of one connection sees one slow
// answer; of those that were meant to be sent meanwhile nothing would be known.
func TestOpenLoopSeesAStall(t *testing.T) {
	const stall, rate = 300 * time.Millisecond, 500
	stalling := func() *httptest.Server {
		var n atomic.Int64
		ok := confirmAll()
		return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if n.Add(1) == 50 {
				<-time.After(stall)
			}
			ok(w, r)
		}))
	}
	measure := func(rate float64) *Result {
		srv := stalling()
		defer srv.Close()
		res, err := Run(t.Context(), Config{
			Targets: []string{srv.URL}, Events: []string{testEvent}, Connections: 1,
			Rate: rate, Requests: 500, Duration: 20 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	if p99 := measure(rate).Latency.P99; p99 < stall.Microseconds()/2 {
		t.Errorf("open loop: p99 %d µs hides a stall of %s", p99, stall)
	}
	if p99 := measure(0).Latency.P99; p99 > stall.Microseconds()/2 {
		t.Errorf("closed loop: p99 %d µs; the control of this test is gone", p99)
	}
}

func TestKeyedRequestsSurviveBrokenConnections(t *testing.T) {
	var n atomic.Int64
	ok := confirmAll()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1)%5 == 0 {
			panic(http.ErrAbortHandler)
		}
		ok(w, r)
	}))
	defer srv.Close()
	cfg := Config{Targets: []string{srv.URL}, Events: []string{testEvent}, Connections: 3, Requests: 60, Duration: 20 * time.Second, Keys: true}
	res, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if res.Confirmed != 60 || res.Broken == 0 || res.Unanswered != 0 {
		t.Errorf("with keys: %+v", res)
	}
	cfg.Keys, cfg.Acks = false, NewAckLog(nil)
	if res, err = Run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	unknown := int64(0)
	for _, a := range cfg.Acks.Acks() {
		if a.Unknown() {
			unknown++
		}
	}
	if unknown == 0 || unknown != res.Unanswered || res.Confirmed+unknown != 60 {
		t.Errorf("without keys: %d unknown, %+v", unknown, res)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	hang := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer srv.Close()
	defer close(hang)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	res, err := Run(ctx, Config{Targets: []string{srv.URL}, Events: []string{testEvent}, Connections: 2, Duration: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if res.Acknowledged != 0 || res.Unanswered != 2 || time.Since(began) > 10*time.Second {
		t.Errorf("after %s: %+v", time.Since(began), res)
	}
	var out bytes.Buffer
	if err := res.Write(&out); err != nil || !bytes.Contains(out.Bytes(), []byte("2 never answered")) {
		t.Errorf("%v\n%s", err, &out)
	}
}
