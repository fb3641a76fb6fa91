package webhook_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// TestAsk: a question has a key and a signature, and what the receiver answers is read as far
// as it is JSON.
func TestAsk(t *testing.T) {
	held := make(chan struct{})
	answers := map[string]http.HandlerFunc{
		"yes": func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Idempotency-Key") != "rof_1" || r.Header.Get("Webhook-Id") != "rof_1" || !strings.HasPrefix(r.Header.Get("Webhook-Signature"), "v1,") {
				t.Errorf("%v", r.Header)
			}
			w.WriteHeader(http.StatusCreated)
		},
		"no": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = w.Write([]byte(`{"reason":"limit_reached","message":"One each","more":[1]}`))
		},
		"page": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = w.Write([]byte("<h1>No</h1>"))
		},
		"busy": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		},
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/yes", http.StatusTemporaryRedirect)
		},
		"half": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			w.WriteHeader(http.StatusCreated)
		},
		"silent": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-held:
			case <-r.Context().Done():
			}
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answers[r.URL.Path[1:]](w, r) }))
	defer server.Close()
	defer close(held)
	ask := func(ctx context.Context, url string, inside bool) webhook.Reply {
		t.Helper()
		s := webhook.NewSender(webhook.Secrets{Key: make([]byte, 32)}, netguard.Guard{Private: inside}, nil, time.Now, "test")
		reply, err := s.Ask(ctx, &webhook.Parcel{URL: url, Owner: "res_x", SecretVersion: 1, ID: "rof_1", Type: "resource_offer.confirm", Data: webhook.ResourceConfirm{OfferID: "rof_1"}})
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	for path, want := range map[string]webhook.Reply{
		"yes": {Status: 201}, "no": {Status: 422, Reason: "limit_reached", Message: "One each"}, "page": {Status: 422}, "busy": {Status: 503, Wait: 7 * time.Second},
		"elsewhere": {Status: 307}, "half": {},
	} {
		if got := ask(t.Context(), server.URL+"/"+path, true); got != want {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
	over, end := context.WithDeadline(t.Context(), time.Now())
	defer end()
	if got := ask(over, server.URL+"/silent", true); got != (webhook.Reply{TimedOut: true}) {
		t.Errorf("silent: %+v", got)
	}
	for _, url := range []string{server.URL + "/yes", "http://127.0.0.1:1/", "::"} {
		if got := ask(t.Context(), url, url != server.URL+"/yes"); got != (webhook.Reply{}) {
			t.Errorf("%s: %+v", url, got)
		}
	}
}
