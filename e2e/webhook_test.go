package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// TestWebhook: an organizer's server is told, signed and in order, of what
// happens to the real binary, across a restart.
func TestWebhook(t *testing.T) {
	engines(t, func(t *testing.T, db string) {
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
