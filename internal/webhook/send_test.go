package webhook_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/netguard/netguardtest"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// TestPrivateAtDialTime: what a name stands for, and where a redirect leads, is
// checked when the connection is made, not when the endpoint was stored.
func TestPrivateAtDialTime(t *testing.T) {
	called := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer server.Close()
	secrets := webhook.Secrets{Key: make([]byte, 32)}
	send := func(inside bool, url string) webhook.Answer {
		s := webhook.NewSender(secrets, netguard.Guard{Private: inside}, nil, time.Now, "test")
		a, err := s.Send(t.Context(), &messages.WebhookEndpoint{ID: "whk_x", URL: url, SecretVersion: 1}, changefeed.Change{ID: "chg_x"})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for _, url := range []string{server.URL, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)} {
		if a := send(false, url); a.Taken() || !strings.Contains(a.Error, "private network") || called {
			t.Errorf("%s: %+v, called %t", url, a, called)
		}
	}
	redirect := httptest.NewServer(http.RedirectHandler(server.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	if a := send(true, redirect.URL); a.Taken() || a.Status != 307 || !strings.Contains(a.Error, "redirect") || called {
		t.Errorf("redirect: %+v, called %t", a, called)
	}
	if a := send(true, server.URL); !a.Taken() || !called {
		t.Errorf("with private networks allowed: %+v", a)
	}
	if a := send(true, "http://127.0.0.1:1/"); a.Taken() || a.Status != 0 || strings.Contains(a.Error, "127.0.0.1") {
		t.Errorf("nobody there: %+v", a)
	}
}

// TestNameThatChanges: a name that stood for a public address when the endpoint
// was stored stands for this machine when it is called.
func TestNameThatChanges(t *testing.T) {
	called := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called++ }))
	defer server.Close()
	url := strings.Replace(server.URL, "127.0.0.1", "hooks.example.org", 1)
	for _, inside := range []bool{false, true} {
		resolver := netguardtest.NewResolver(netguardtest.Addrs("93.184.215.14"), netguardtest.Addrs("127.0.0.1")).Net()
		s := webhook.NewSender(webhook.Secrets{Key: make([]byte, 32)}, netguard.Guard{Private: inside, Resolver: resolver}, nil, time.Now, "test")
		if err := s.Check(strings.Replace(url, "http:", "https:", 1)); err != nil {
			t.Fatal(err)
		}
		if first, err := resolver.LookupHost(t.Context(), "hooks.example.org"); err != nil || first[0] != "93.184.215.14" {
			t.Fatalf("at first it is %v, %v", first, err)
		}
		a, err := s.Send(t.Context(), &messages.WebhookEndpoint{ID: "whk_x", URL: url, SecretVersion: 1}, changefeed.Change{ID: "chg_x"})
		if err != nil || a.Taken() != inside || inside != (called == 1) || !inside && !strings.Contains(a.Error, "private network") {
			t.Errorf("private networks allowed %t: %+v, %v, called %d times", inside, a, err, called)
		}
	}
}
