package webhook_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

func TestCheckURL(t *testing.T) {
	for url, want := range map[string]error{
		"https://example.org/hook":             nil,
		"https://example.org:8443/a?b=c":       nil,
		"https://93.184.215.14/":               nil,
		"https://[2606:2800:21f:cb07::1]/":     nil,
		"http://example.org/":                  webhook.ErrNoURL,
		"ftp://example.org/":                   webhook.ErrNoURL,
		"https://ada:pass@example.org/":        webhook.ErrNoURL,
		"https://example.org/#x":               webhook.ErrNoURL,
		"https:///x":                           webhook.ErrNoURL,
		"https:example.org":                    webhook.ErrNoURL,
		"":                                     webhook.ErrNoURL,
		"https://exa mple.org/":                webhook.ErrNoURL,
		"https://localhost/":                   webhook.ErrForbidden,
		"https://LOCALHOST./":                  webhook.ErrForbidden,
		"https://db.internal/":                 webhook.ErrForbidden,
		"https://printer.local/":               webhook.ErrForbidden,
		"https://intranet/":                    webhook.ErrForbidden,
		"https://127.0.0.1/":                   webhook.ErrForbidden,
		"https://127.1/":                       webhook.ErrForbidden,
		"https://2130706433/":                  webhook.ErrForbidden,
		"https://0x7f.0.0.0x1/":                webhook.ErrForbidden,
		"https://10.1.2.3/":                    webhook.ErrForbidden,
		"https://172.16.0.1/":                  webhook.ErrForbidden,
		"https://192.168.1.1/":                 webhook.ErrForbidden,
		"https://169.254.169.254/latest":       webhook.ErrForbidden,
		"https://100.64.0.1/":                  webhook.ErrForbidden,
		"https://0.0.0.0/":                     webhook.ErrForbidden,
		"https://224.0.0.1/":                   webhook.ErrForbidden,
		"https://255.255.255.255/":             webhook.ErrForbidden,
		"https://[::1]/":                       webhook.ErrForbidden,
		"https://[::]/":                        webhook.ErrForbidden,
		"https://[::ffff:10.0.0.1]/":           webhook.ErrForbidden,
		"https://[::ffff:169.254.169.254]/":    webhook.ErrForbidden,
		"https://[64:ff9b::a00:1]/":            webhook.ErrForbidden,
		"https://[2002:a00:1::]/":              webhook.ErrForbidden,
		"https://[fd00::1]/":                   webhook.ErrForbidden,
		"https://[fe80::1%25eth0]/":            webhook.ErrForbidden,
		"https://" + strings.Repeat("a", 2000): webhook.ErrNoURL,
	} {
		if got := webhook.CheckURL(url, false); !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
	for _, url := range []string{"http://localhost:9000/hook", "https://10.0.0.1/"} {
		if err := webhook.CheckURL(url, true); err != nil {
			t.Errorf("%s with private networks allowed: %v", url, err)
		}
	}
}

// TestPrivateAtDialTime: what a name stands for, and where a redirect leads, is
// checked when the connection is made, not when the endpoint was stored.
func TestPrivateAtDialTime(t *testing.T) {
	called := false
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer server.Close()
	secrets := webhook.Secrets{Key: make([]byte, 32)}
	send := func(inside bool, url string) webhook.Answer {
		s := webhook.NewSender(secrets, inside, nil, time.Now, "test")
		a, err := s.Send(t.Context(), &store.WebhookEndpoint{ID: "whk_x", URL: url, SecretVersion: 1}, changefeed.Change{ID: "chg_x"})
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
