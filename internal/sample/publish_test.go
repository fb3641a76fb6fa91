package sample

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestPublish: each event is sent once, under a key that its seed and number make, and the
// first that is refused ends it.
func TestPublish(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	sent := map[string]string{}
	refuse := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var body struct{ Title string }
		key := r.Header.Get("Idempotency-Key")
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/events" || r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s %s: %v", r.Method, r.URL, err)
		}
		if key == refuse {
			http.Error(w, "no such currency", http.StatusUnprocessableEntity)
			return
		}
		sent[key] = body.Title
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(server.Close)
	cfg := Config{Target: server.URL, Key: "secret", Seed: 4, First: 10, Events: 25, FirstDay: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Connections: 3}
	n, err := Publish(t.Context(), cfg)
	if err != nil || n != 25 || len(sent) != 25 || sent["sample-4-10"] != Of(4, 10).Title || sent["sample-4-34"] == "" {
		t.Errorf("%d published, %v: %v", n, err, sent)
	}
	refuse = "sample-4-12"
	if n, err := Publish(t.Context(), cfg); err == nil || n >= 25 || !strings.Contains(err.Error(), "event 12") || !strings.Contains(err.Error(), "no such currency") {
		t.Errorf("%d published, and %v", n, err)
	}
	for _, bad := range []Config{{Target: "nowhere", Events: 1, Connections: 1}, {Target: server.URL, Connections: 1}, {Target: server.URL, Events: 1}} {
		if _, err := Publish(t.Context(), bad); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
