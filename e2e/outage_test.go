package e2e

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// outage is what somebody sees who registers people for an event all the time, at one server.
type outage struct {
	p     *process
	event string
	names string // begins the names of those who register
	end   chan struct{}
	ended sync.WaitGroup

	mu       sync.Mutex
	answered int            // guarded by mu; 201
	last     time.Time      // guarded by mu; when the last of them was asked
	refused  int            // guarded by mu; 503
	since    time.Time      // guarded by mu; when the present stretch of 503 began; zero: it is answered
	longest  time.Duration  // guarded by mu; of a stretch without an answer
	others   map[string]int // guarded by mu; what else was answered
}

// watchOutage begins to register people, about ten a second, until what it returns is told to end.
func (p *process) watchOutage(t *testing.T, event string) *outage {
	t.Helper()
	o := &outage{p: p, event: event, names: fmt.Sprintf("watch%x-", time.Now().UnixNano()), end: make(chan struct{}), others: map[string]int{}}
	client := &http.Client{Timeout: time.Minute}
	o.ended.Go(func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for n := 0; ; n++ {
			select {
			case <-o.end:
				return
			case <-tick.C:
				o.ask(client, n)
			}
		}
	})
	t.Cleanup(o.stop)
	return o
}

func (o *outage) ask(client *http.Client, n int) {
	who := o.names + strconv.Itoa(n)
	body := fmt.Sprintf(`{"user_id": %q, "email": %q, "name": "Watch", "join_waitlist": true}`, who, who+"@example.org")
	asked := time.Now()
	req, err := http.NewRequest("POST", o.p.base+"/v1/events/"+o.event+"/registrations", strings.NewReader(body))
	if err != nil {
		o.note(asked, 0, err.Error())
		return
	}
	req.Header.Set("Authorization", "Bearer "+o.p.key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		o.note(asked, 0, err.Error())
		return
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(resp.Body, 300))
	if err == nil && resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") == "" {
		o.note(asked, 0, "503 without Retry-After: "+string(text))
		return
	}
	o.note(asked, resp.StatusCode, string(text))
}

// note counts an answer. A request that hangs and then succeeds was without an answer for as long.
func (o *outage) note(asked time.Time, status int, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.since.IsZero() {
		o.since = asked
	}
	o.longest = max(o.longest, time.Since(o.since))
	switch status {
	case http.StatusCreated:
		o.answered++
		o.last = asked
		o.since = time.Time{}
	case http.StatusServiceUnavailable:
		o.refused++
	default:
		o.others[fmt.Sprintf("%d %s", status, text)]++
	}
}

// answersSince reports whether somebody was registered who asked after a moment.
func (o *outage) answersSince(when time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last.After(when)
}

// stop ends it.
func (o *outage) stop() {
	o.mu.Lock()
	select {
	case <-o.end:
	default:
		close(o.end)
	}
	o.mu.Unlock()
	o.ended.Wait()
}

// within ends it and fails the test when somebody was without an answer for longer than most, or was
// answered in another way than by being registered or asked to come back.
func (o *outage) within(t *testing.T, most time.Duration, where string) {
	t.Helper()
	o.stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	t.Logf("%s: %d people registered, %d times 503, without an answer for %s at most", where, o.answered, o.refused, o.longest.Round(time.Millisecond))
	if o.longest > most || o.answered == 0 {
		t.Errorf("%s: %d people registered; without an answer for %s, want at most %s", where, o.answered, o.longest.Round(time.Millisecond), most)
	}
	for _, what := range slices.Sorted(maps.Keys(o.others)) {
		t.Errorf("%s: %d times %s", where, o.others[what], what)
	}
}
