package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// TestWebhook: an organizer's server is told, signed and in order, of what
// happens to the real binary, across a restart.
func TestWebhook(t *testing.T) {
	together(t, func(t *testing.T, db string) {
		s := serve(t, db, "--private-webhooks")
		var mu sync.Mutex
		var got []string
		var verifier *webhooks.Webhook
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || verifier.Verify(body, r.Header) != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			got = append(got, r.Header.Get("webhook-id"))
		}))
		defer receiver.Close()
		made := s.call("POST", "/v1/webhook-endpoints", object{"url": receiver.URL, "types": []string{"order.*"}}).want(201)
		var err error
		if verifier, err = webhooks.NewWebhook(made.at("secret")); err != nil {
			t.Fatal(err)
		}
		s.call("POST", "/v1/webhook-endpoints/"+made.at("id")+":test", nil).want(200).is("taken", "true")
		count := func() int {
			mu.Lock()
			defer mu.Unlock()
			return len(got)
		}
		event := s.newEvent(10, nil)
		s.call("POST", "/v1/events/"+event+"/registrations", person("Ada")).want(201)
		within(t, 20*time.Second, "the first registration", func() bool { return count() == 2 })
		// A server that is stopped between the answer and its record tells again.
		within(t, 20*time.Second, "the delivery is recorded", func() bool {
			return len(items[object](s.call("GET", "/v1/webhook-endpoints/"+made.at("id")+"/deliveries?delivery_state=delivered", nil).want(200))) == 1
		})
		s.stop()
		s.restart()
		s.call("POST", "/v1/events/"+event+"/registrations", person("Bert")).want(201)
		within(t, 20*time.Second, "the second registration", func() bool { return count() == 3 })
		mu.Lock()
		defer mu.Unlock()
		if got[1] >= got[2] {
			t.Errorf("not in order, or twice: %v", got)
		}
		s.stop()
		verified(t, db)
	})
}

// TestDisabledEndpoint: an endpoint whose server says that it is gone for good is
// told nothing more, its owners are told that, and when it is enabled again it is
// told what it missed, from a row of the ledger on if it asks for that.
func TestDisabledEndpoint(t *testing.T) {
	t.Parallel()
	db := sqlite(t)
	s := serve(t, db, "--private-webhooks")
	s.key = strings.TrimSpace(must(t, "apikey", "create", "--db", db, "--org", "End to End", "--role", "owner"))
	s.call("POST", "/v1/members", object{"email": "owner@example.org", "role": "owner"}).want(201)
	var gone atomic.Bool
	gone.Store(true)
	var mu sync.Mutex
	var told []string
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			w.WriteHeader(http.StatusGone)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		told = append(told, r.Header.Get("webhook-id"))
	}))
	defer receiver.Close()
	made := s.call("POST", "/v1/webhook-endpoints", object{"url": receiver.URL, "types": []string{"order.*"}}).want(201)
	endpoint := "/v1/webhook-endpoints/" + made.at("id")
	event := s.newEvent(10, nil)
	for _, name := range []string{"Ada", "Bert", "Cleo"} {
		s.call("POST", "/v1/events/"+event+"/registrations", person(name)).want(201)
	}
	within(t, 30*time.Second, "the endpoint is disabled", func() bool { return s.call("GET", endpoint, nil).want(200).at("state") == "disabled" })
	if mail := s.mailTo("owner@example.org", "Webhooks to"); !strings.Contains(mail, "127.0.0.1") {
		t.Errorf("the owner is told: %s", mail)
	}
	gone.Store(false)
	s.call("PATCH", endpoint, object{"enabled": true}).want(200)
	count := func(n int) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(told) == n
		}
	}
	within(t, 20*time.Second, "what was missed", count(3))
	last := items[struct{ Seq int64 }](s.call("GET", "/v1/events/"+event+"/audit?limit=100", nil))
	s.call("POST", endpoint+":replay", object{"event_id": event, "ledger_seq": last[len(last)-1].Seq}).want(200)
	within(t, 20*time.Second, "the last, once more", count(4))
	mu.Lock()
	defer mu.Unlock()
	if told[3] != told[2] || told[0] == told[1] {
		t.Errorf("told %v", told)
	}
	s.stop()
	verified(t, db)
}
