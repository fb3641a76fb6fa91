package server

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/captcha/captchatest"
	"github.com/holdfast-events/holdfast/internal/challenge"
)

// TestCaptchaSettings: what is given by half is refused before anything starts.
func TestCaptchaSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]Captcha{
		"a key without a company": {SiteKey: "x"}, "a secret without a company": {SecretFile: "x"}, "no such purpose": {Kind: captcha.Turnstile, Open: []challenge.Purpose{"dance"}},
	} {
		if err := c.check(); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
	if err := (&Captcha{}).check(); err != nil {
		t.Error(err)
	}
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Captcha{
		"no site key": {Kind: captcha.Turnstile, SecretFile: file}, "no secret": {Kind: captcha.Turnstile, SiteKey: "x"}, "no such file": {Kind: captcha.Turnstile, SiteKey: "x", SecretFile: file + "x"},
	} {
		if _, err := c.Provider("tickets.example"); err == nil || !strings.Contains(err.Error(), "--captcha-") {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err := (&Captcha{Kind: captcha.HCaptcha, SiteKey: "x", SecretFile: file}).Provider("tickets.example")
	if err != nil || p.Secret != "s3cret" {
		t.Errorf("%v, %v", p, err)
	}
}

// TestCaptchaServes: a server with a company says what it asks, tells its metrics of it, and
// says the secret to nobody but the company.
func TestCaptchaServes(t *testing.T) {
	company := captchatest.New(captcha.Turnstile, time.Now)
	at := httptest.NewServer(company)
	t.Cleanup(at.Close)
	folder := t.TempDir()
	file := filepath.Join(folder, "secret")
	if err := os.WriteFile(file, []byte(captchatest.Secret), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ready := make(chan string, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{
			DB: "sqlite:" + filepath.Join(folder, "holdfast.db"), Listen: "127.0.0.1:0", Log: slog.New(slog.NewTextHandler(log, nil)),
			Captcha: Captcha{Kind: captcha.Turnstile, SiteKey: captchatest.SiteKey, SecretFile: file, Base: at.URL},
		}, func(_ context.Context, s *Server) error {
			ready <- s.BaseURL
			return nil
		})
	}()
	var base string
	select {
	case base = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	told := ""
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(told, `holdfast_captcha_calls_total{outcome="invalid"}`) && time.Now().Before(deadline); {
		res, err := http.Get(base + "/metrics") //nolint:noctx // a test
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if err != nil || res.Body.Close() != nil {
			t.Fatal(err)
		}
		told = string(text)
	}
	if !strings.Contains(told, "holdfast_captcha_down 0") {
		t.Error("the metrics do not say whether the company is away")
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String(), captchatest.Secret) || strings.Contains(told, captchatest.Secret) {
		t.Error("the secret is in the log or in the metrics")
	}
	database, err := os.ReadFile(filepath.Join(folder, "holdfast.db"))
	if err != nil || bytes.Contains(database, []byte(captchatest.Secret)) {
		t.Errorf("the secret is in the database: %v", err)
	}
}
