package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/oidc/oidctest"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// TestOIDCSettings: what is given by half is refused before anything starts.
func TestOIDCSettings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("s3cret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := OIDC{Issuer: "https://id.example", ClientID: "c", SecretFile: file}
	for name, change := range map[string]func(*OIDC){
		"no issuer":        func(c *OIDC) { c.Issuer = "" },
		"no client":        func(c *OIDC) { c.ClientID = "" },
		"no secret":        func(c *OIDC) { c.SecretFile = "" },
		"two secrets":      func(c *OIDC) { c.Secret = "x" },
		"no such file":     func(c *OIDC) { c.SecretFile += "x" },
		"an empty secret":  func(c *OIDC) { c.SecretFile = os.DevNull },
		"a private issuer": func(c *OIDC) { c.Issuer = "https://192.168.1.4" },
		"without TLS":      func(c *OIDC) { c.Issuer = "http://id.example" },
		"a wrong domain":   func(c *OIDC) { c.Domains = []string{"example"} },
	} {
		c := good
		change(&c)
		if err := c.check(); err == nil || !strings.Contains(err.Error(), "--oidc") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]OIDC{"only a name": {Name: "x"}, "only domains": {Domains: []string{"example.org"}}, "only a secret": {Secret: "x"}} {
		if err := c.check(); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
	for name, c := range map[string]OIDC{"none": {}, "a file": good, "a secret": {Issuer: good.Issuer, ClientID: "c", Secret: "s"}, "inside": {Issuer: "http://keycloak:8080/realms/x", ClientID: "c", Secret: "s", Private: true}} {
		if err := c.check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, err := (&OIDC{}).Provider("https://tickets.example", nil); p != nil || err != nil {
		t.Errorf("%v, %v", p, err)
	}
}

// TestRecover: a server with a provider tells of it, and an owner whose organization asks for that is let in
// by a link of the command line, once. The secret of the client is nowhere.
func TestRecover(t *testing.T) {
	t.Parallel()
	other, end := oidctest.Start("http://127.0.0.1/sign-in/oidc", time.Now)
	t.Cleanup(end)
	folder, log := t.TempDir(), &bytes.Buffer{}
	db := "sqlite:" + filepath.Join(folder, "holdfast.db")
	keys := MasterKeys{}.At(db)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	ready := make(chan *Server, 1)
	go func() {
		ended <- Run(ctx, Config{
			DB: db, Listen: "127.0.0.1:0", Log: slog.New(slog.NewTextHandler(log, nil)),
			OIDC: OIDC{Issuer: other.URL, ClientID: oidctest.ClientID, Secret: oidctest.Secret, Name: "Keycloak", Private: true},
		}, func(_ context.Context, s *Server) error {
			ready <- s
			return nil
		})
	}()
	var s *Server
	select {
	case s = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	call := func(method, path, body string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, s.BaseURL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if err != nil || res.Body.Close() != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	if status, text := call("POST", "/v1/auth/oidc", ""); status != http.StatusOK || !strings.Contains(text, "code_challenge_method=S256") || !strings.Contains(text, "sign-in%2Foidc") {
		t.Errorf("begun: %d %s", status, text)
	}
	org := organizations.Organization{ID: "org_000000000001", Name: "Museum", CreatedAt: 1}
	if err := s.Store.Organizations.CreateOrganization(ctx, org); err != nil {
		t.Fatal(err)
	}
	for role, address := range map[string]string{"owner": "olga@example.org", "organizer": "ora@example.org"} {
		m := organizations.Member{ID: "mem_" + role, OrgID: org.ID, Address: address, Email: address, Role: role, CreatedAt: 1}
		if err := s.Store.Organizations.AddMember(ctx, m, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Store.Organizations.ChangeProfile(ctx, organizations.Profile{ID: org.ID, Name: org.Name, StaffOIDC: true, Websites: []string{}}); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"ora@example.org", "nobody@example.org", ""} {
		if _, _, err := Recover(ctx, s.Store, keys, s.BaseURL, address, time.Now()); !errors.Is(err, ErrNotOwner) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, _, err := Recover(ctx, s.Store, MasterKeys{File: filepath.Join(folder, "none")}, s.BaseURL, "olga@example.org", time.Now()); !errors.Is(err, ErrNoMasterKey) {
		t.Errorf("without the master keys: %v", err)
	}
	link, owned, err := Recover(ctx, s.Store, keys, s.BaseURL, "Olga@Example.org", time.Now())
	if err != nil || len(owned) != 1 || owned[0] != "Museum" {
		t.Fatalf("%v: %v", owned, err)
	}
	page, token, _ := strings.Cut(link, "#")
	if page != s.BaseURL+"/sign-in" {
		t.Errorf("the link: %s", page)
	}
	body, err := json.Marshal(map[string]string{"token": token})
	if err != nil {
		t.Fatal(err)
	}
	if status, text := call("POST", "/v1/auth/sessions", string(body)); status != http.StatusCreated || !strings.Contains(text, `"method":"recovery"`) || !strings.Contains(text, `"oidc_required":false`) {
		t.Errorf("recovered: %d %s", status, text)
	}
	if status, text := call("POST", "/v1/auth/sessions", string(body)); status != http.StatusGone {
		t.Errorf("used again: %d %s", status, text)
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	database, err := os.ReadFile(filepath.Join(folder, "holdfast.db"))
	if err != nil || bytes.Contains(database, []byte(oidctest.Secret)) || strings.Contains(log.String(), oidctest.Secret) || strings.Contains(log.String(), token) {
		t.Errorf("a secret is in the database or in the log: %v", err)
	}
}
