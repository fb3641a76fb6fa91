package doctor_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/captcha"
	"github.com/holdfast-events/holdfast/internal/captcha/captchatest"
	"github.com/holdfast-events/holdfast/internal/certs/certstest"
	"github.com/holdfast-events/holdfast/internal/doctor"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/oidc/oidctest"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// zone is a DNS: the TXT records of names; a nil list is an answer that does not come.
type zone map[string][]string

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	texts, ok := z[name]
	switch {
	case !ok:
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case texts == nil:
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTemporary: true}
	}
	return texts, nil
}

// LookupHost knows the names of the zone.
func (z zone) LookupHost(_ context.Context, name string) ([]string, error) {
	if _, ok := z[name]; !ok {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return []string{"192.0.2.1"}, nil
}

// installation is a sound one, and what a test may spoil of it.
type installation struct {
	doctor.Config
	zone   zone
	folder string
	answer func(http.ResponseWriter)
}

const certificateEnds = 2084 // of the certificate of httptest

// sound returns an installation of which nothing is to be said but that nobody has set it up.
func sound(t *testing.T, db string) *installation {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	i := &installation{folder: t.TempDir()}
	i.answer = func(w http.ResponseWriter) { fmt.Fprint(w, `{"status":"ok","version":"1"}`) }
	front := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		i.answer(w)
	}))
	t.Cleanup(front.Close)
	way := front.Client().Transport.(*http.Transport).Clone()
	way.TLSClientConfig.ServerName = "example.com" // which the certificate is for
	way.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, front.Listener.Addr().String())
	}
	t.Cleanup(way.CloseIdleConnections)
	i.HTTP = &http.Client{Transport: way}

	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(i.folder, "dkim.pem")
	if err := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	i.zone = zone{
		"tickets.example":                     {"something else", "v=spf1 mx -all"},
		"_dmarc.tickets.example":              {"v=DMARC1; p=none"},
		"holdfast._domainkey.tickets.example": {"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)},
	}
	i.DNS = i.zone
	post := mailtest.Start(t, &mailtest.Server{User: "holdfast", Password: "secret"})
	i.Server = server.Config{
		DB: db, Log: quiet, MasterKeys: server.MasterKeys{File: filepath.Join(i.folder, "master.keys")}, Files: i.folder,
		Listen: "127.0.0.1:8080", BaseURL: "https://tickets.example", TrustedProxies: 1,
		SMTP: "smtp://holdfast:secret@" + post.Addr + "?starttls=never", MailFrom: "Holdfast <tickets@tickets.example>",
		DKIMKeyFile: key, DKIMDomain: "tickets.example", DKIMSelector: "holdfast",
	}
	if _, err := i.Server.MasterKeys.AuditKey(t.Context(), testdb.Open(t, db), quiet); err != nil {
		t.Fatal(err)
	}
	return i
}

// levels are the findings of a level, subject and text.
func levels(found []doctor.Finding, l doctor.Level) (list []string) {
	for _, f := range found {
		if f.Level == l {
			list = append(list, f.Subject+": "+f.Says)
		}
	}
	return list
}

func TestASoundInstallation(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		i := sound(t, db)
		found := doctor.Look(t.Context(), i.Config)
		if faults := levels(found, doctor.Fault); len(faults) > 0 || !doctor.Sound(found) {
			t.Errorf("faults: %q", faults)
		}
		if warnings := levels(found, doctor.Warning); !slices.Equal(warnings, []string{"members: nobody has set this installation up"}) {
			t.Errorf("warnings: %q", warnings)
		}
		for _, subject := range []string{"database", "keys", "clock", "files", "address", "certificate", "mail", "sender"} {
			if !slices.ContainsFunc(found, func(f doctor.Finding) bool { return f.Subject == subject && f.Level == doctor.OK }) {
				t.Errorf("nothing is said of %s: %+v", subject, found)
			}
		}
		if left, err := os.ReadDir(filepath.Join(i.folder, "doctor")); err == nil && len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// withPair lets the server speak TLS with a certificate in files.
func withPair(t *testing.T, i *installation, valid time.Duration, name string) {
	t.Helper()
	i.Server.TLS.Cert, i.Server.TLS.Key = filepath.Join(i.folder, "cert.pem"), filepath.Join(i.folder, "key.pem")
	certstest.Pair(t, i.Server.TLS.Cert, i.Server.TLS.Key, valid, name)
}

// withCaptcha lets a company ask strangers.
func withCaptcha(t *testing.T, i *installation, secret string, mode os.FileMode) *captchatest.Server {
	t.Helper()
	company := captchatest.New(captcha.Turnstile, time.Now)
	at := httptest.NewServer(company)
	t.Cleanup(at.Close)
	file := filepath.Join(i.folder, "captcha")
	if err := os.WriteFile(file, []byte(secret+"\n"), mode); err != nil {
		t.Fatal(err)
	}
	i.Server.Captcha = server.Captcha{Kind: captcha.Turnstile, SiteKey: captchatest.SiteKey, SecretFile: file, Base: at.URL}
	return company
}

// withProvider lets members sign in with a provider.
func withProvider(t *testing.T, i *installation, mode os.FileMode) *oidctest.Provider {
	t.Helper()
	other, stop := oidctest.Start("https://tickets.example/sign-in/oidc", time.Now)
	t.Cleanup(stop)
	file := filepath.Join(i.folder, "oidc")
	if err := os.WriteFile(file, []byte(oidctest.Secret+"\n"), mode); err != nil {
		t.Fatal(err)
	}
	i.Server.OIDC = server.OIDC{Issuer: other.URL, ClientID: oidctest.ClientID, SecretFile: file, Domains: []string{"example.org"}, Private: true}
	return other
}

// TestWhatIsMissing spoils a sound installation in one way each, and wants it said.
func TestWhatIsMissing(t *testing.T) {
	t.Parallel()
	remove := func(t *testing.T, path string) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	file := func(db string) string { return strings.TrimPrefix(db, "sqlite:") }
	for name, c := range map[string]struct {
		spoil   func(*testing.T, *installation)
		level   doctor.Level
		subject string
		says    string
	}{
		"no database": {func(t *testing.T, i *installation) { i.Server.DB = "sqlite:" + filepath.Join(i.folder, "none.db") },
			doctor.Warning, "database", "there is no database"},
		"an earlier database": {func(t *testing.T, i *installation) {
			i.Server.DB = "sqlite:" + filepath.Join(i.folder, "empty.db")
			if err := os.WriteFile(file(i.Server.DB), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, doctor.Fault, "database", "schema is older"},
		"no such server": {func(_ *testing.T, i *installation) { i.Server.DB = "postgres://nobody@127.0.0.1:1/none" }, doctor.Fault, "database", "127.0.0.1"},
		"no database at all": {func(t *testing.T, i *installation) {
			i.Server.DB = "sqlite:" + filepath.Join(i.folder, "text.db")
			if err := os.WriteFile(file(i.Server.DB), bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
				t.Fatal(err)
			}
		}, doctor.Fault, "database", "not a database"},
		"a database that was moved": {func(t *testing.T, i *installation) {
			if err := testdb.Open(t, i.Server.DB).Moves.Leave(t.Context(), moves.MoveRecord{ID: "m", Other: "postgres://db/events"}, 0); err != nil {
				t.Fatal(err)
			}
		}, doctor.Fault, "database", "on its way to postgres://db/events"},
		"a database that others read": {func(t *testing.T, i *installation) {
			if err := os.Chmod(file(i.Server.DB), 0o644); err != nil { //nolint:gosec // that is the fault
				t.Fatal(err)
			}
		}, doctor.Warning, "database", "other users"},
		"keys that are gone": {func(t *testing.T, i *installation) {
			withSecret(t, i)
			remove(t, i.Server.MasterKeys.File)
		}, doctor.Fault, "keys", "there is no master key"},
		"keys of another installation": {func(t *testing.T, i *installation) {
			withSecret(t, i)
			remove(t, i.Server.MasterKeys.File)
			other := sound(t, testdb.SQLite(t))
			i.Server.MasterKeys = other.Server.MasterKeys
		}, doctor.Fault, "keys", "not the one of this database"},
		"keys that others read": {func(t *testing.T, i *installation) {
			if err := os.Chmod(i.Server.MasterKeys.File, 0o644); err != nil { //nolint:gosec // that is the fault
				t.Fatal(err)
			}
		}, doctor.Warning, "keys", "other users"},
		"a place for files that is none": {func(_ *testing.T, i *installation) { i.Server.Files = i.Server.DKIMKeyFile }, doctor.Fault, "files", "not a directory"},
		"no address":                     {func(_ *testing.T, i *installation) { i.Server.BaseURL = "" }, doctor.Warning, "address", "this machine"},
		"an address of this machine":     {func(_ *testing.T, i *installation) { i.Server.BaseURL = "http://127.0.0.1:8080" }, doctor.Warning, "address", "this machine"},
		"an address that is none":        {func(_ *testing.T, i *installation) { i.Server.BaseURL = "tickets.example" }, doctor.Fault, "address", "not an http or https"},
		"an address without TLS":         {func(_ *testing.T, i *installation) { i.Server.BaseURL = "http://tickets.example" }, doctor.Fault, "address", "without TLS"},
		"a proxy that is not believed":   {func(_ *testing.T, i *installation) { i.Server.TrustedProxies = 0 }, doctor.Warning, "address", "one network"},
		"nobody answers": {func(_ *testing.T, i *installation) {
			i.HTTP.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("refused") }
		}, doctor.Warning, "address", "does not answer"},
		"a certificate of somebody else": {func(_ *testing.T, i *installation) {
			i.HTTP.Transport.(*http.Transport).TLSClientConfig.ServerName = "tickets.example"
		}, doctor.Warning, "address", "certificate"},
		"something else answers": {func(_ *testing.T, i *installation) {
			i.answer = func(w http.ResponseWriter) { fmt.Fprint(w, "<h1>It works!</h1>") }
		}, doctor.Fault, "address", "something else"},
		"another service answers JSON": {func(_ *testing.T, i *installation) {
			i.answer = func(w http.ResponseWriter) { fmt.Fprint(w, "{}") }
		}, doctor.Fault, "address", "something else"},
		"a server that is not ready": {func(_ *testing.T, i *installation) {
			i.answer = func(w http.ResponseWriter) {
				w.WriteHeader(http.StatusServiceUnavailable)
				fmt.Fprint(w, `{"status":503,"code":"unavailable","detail":"The disk is full."}`)
			}
		}, doctor.Fault, "address", "The disk is full."},
		"a certificate that ends soon": {func(_ *testing.T, i *installation) {
			i.Now = func() time.Time { return time.Date(certificateEnds, 1, 20, 0, 0, 0, 0, time.UTC) }
		}, doctor.Warning, "certificate", "it ends on 2084"},
		"a name that nobody knows": {func(_ *testing.T, i *installation) {
			i.Server.BaseURL, i.Server.TLS.Domains = "", []string{"tickets.example", "shop.example"}
		}, doctor.Fault, "certificate", "does not know shop.example"},
		"no certificate in the files": {func(t *testing.T, i *installation) {
			withPair(t, i, time.Hour, "tickets.example")
			i.Server.TLS.Key = i.Server.TLS.Cert
		}, doctor.Fault, "certificate", "cert.pem"},
		"a certificate for another name": {func(t *testing.T, i *installation) { withPair(t, i, 60*24*time.Hour, "x.example") },
			doctor.Fault, "certificate", "is not for tickets.example"},
		"a certificate that has ended": {func(t *testing.T, i *installation) { withPair(t, i, -time.Minute, "tickets.example") },
			doctor.Fault, "certificate", "it ended on"},
		"a certificate that ends tomorrow": {func(t *testing.T, i *installation) { withPair(t, i, 36*time.Hour, "tickets.example") },
			doctor.Warning, "certificate", "in 1 day"},
		"settings of nobody's provider": {func(_ *testing.T, i *installation) { i.Server.OIDC = server.OIDC{ClientID: "x"} }, doctor.Fault, "oidc", "not said who that is"},
		"a provider without a client": {func(_ *testing.T, i *installation) {
			i.Server.OIDC = server.OIDC{Issuer: "https://id.example", Secret: "x"}
		}, doctor.Fault, "oidc", "client id is missing"},
		"a provider inside": {func(_ *testing.T, i *installation) {
			i.Server.OIDC = server.OIDC{Issuer: "https://10.0.0.1", ClientID: "x", Secret: "x"}
		}, doctor.Fault, "oidc", "private network"},
		"a provider that is away": {func(t *testing.T, i *installation) { withProvider(t, i, 0o600).Behave(oidctest.Down) },
			doctor.Fault, "oidc", "does not answer as a provider"},
		"something else at its address": {func(t *testing.T, i *installation) { withProvider(t, i, 0o600).Behave(oidctest.Garbage) },
			doctor.Fault, "oidc", "does not answer as a provider"},
		"a secret of a client that others read": {func(t *testing.T, i *installation) { withProvider(t, i, 0o644) },
			doctor.Warning, "oidc", "others on this machine"},
		"a provider for everybody": {func(t *testing.T, i *installation) {
			withProvider(t, i, 0o600)
			i.Server.OIDC.Domains = nil
		}, doctor.Warning, "oidc", "whoever has a verified address"},
		"a captcha without its site key": {func(_ *testing.T, i *installation) {
			i.Server.Captcha = server.Captcha{Kind: captcha.Turnstile, SecretFile: "x"}
		}, doctor.Fault, "captcha", "the site key is missing"},
		"a captcha without its secret": {func(_ *testing.T, i *installation) {
			i.Server.Captcha = server.Captcha{Kind: captcha.HCaptcha, SiteKey: "x"}
		}, doctor.Fault, "captcha", "the secret is missing"},
		"keys of a captcha that nobody is named for": {func(_ *testing.T, i *installation) { i.Server.Captcha = server.Captcha{SiteKey: "x"} },
			doctor.Fault, "captcha", "not said whose they are"},
		"a secret that is not there": {func(_ *testing.T, i *installation) {
			i.Server.Captcha = server.Captcha{Kind: captcha.Turnstile, SiteKey: "x", SecretFile: filepath.Join(i.folder, "none")}
		}, doctor.Fault, "captcha", "no such file"},
		"a secret that is another's": {func(t *testing.T, i *installation) { withCaptcha(t, i, "another's", 0o600) },
			doctor.Fault, "captcha", "refuses the keys"},
		"a secret that others read": {func(t *testing.T, i *installation) { withCaptcha(t, i, captchatest.Secret, 0o644) },
			doctor.Warning, "captcha", "others on this machine"},
		"a secret for tests": {func(t *testing.T, i *installation) { withCaptcha(t, i, "1x0000000000000000000000000000000AA", 0o600) },
			doctor.Fault, "captcha", "publishes for tests"},
		"a captcha that is away": {func(t *testing.T, i *installation) {
			withCaptcha(t, i, captchatest.Secret, 0o600).Behave(captchatest.Broken)
		}, doctor.Fault, "captcha", "does not answer"},
		"no mail server":             {func(_ *testing.T, i *installation) { i.Server.SMTP = "" }, doctor.Warning, "mail", "no mail server"},
		"a mail server that is gone": {func(_ *testing.T, i *installation) { i.Server.SMTP = "smtp://127.0.0.1:1" }, doctor.Fault, "mail", "does not take us"},
		"a wrong password": {func(_ *testing.T, i *installation) {
			i.Server.SMTP = strings.Replace(i.Server.SMTP, "secret", "guess", 1)
		},
			doctor.Fault, "mail", "does not take us"},
		"an address of no mail server": {func(_ *testing.T, i *installation) { i.Server.SMTP = "http://x" }, doctor.Fault, "mail", "smtp"},
		"a sender that is none":        {func(_ *testing.T, i *installation) { i.Server.MailFrom = "nobody" }, doctor.Fault, "sender", "not an address"},
		"a sender of this machine":     {func(_ *testing.T, i *installation) { i.Server.MailFrom = "holdfast@localhost" }, doctor.Fault, "sender", "no mail server takes"},
		"no SPF":                       {func(_ *testing.T, i *installation) { delete(i.zone, "tickets.example") }, doctor.Warning, "sender", "no SPF"},
		"no DMARC":                     {func(_ *testing.T, i *installation) { delete(i.zone, "_dmarc.tickets.example") }, doctor.Warning, "sender", "no DMARC"},
		"a DNS that is silent":         {func(_ *testing.T, i *installation) { i.zone["tickets.example"] = nil }, doctor.Warning, "sender", "misbehaving"},
		"a key that is not published":  {func(_ *testing.T, i *installation) { delete(i.zone, "holdfast._domainkey.tickets.example") }, doctor.Fault, "sender", "does not publish the key"},
		"another key is published": {func(_ *testing.T, i *installation) {
			i.zone["holdfast._domainkey.tickets.example"] = []string{"v=DKIM1; p=AAAA"}
		},
			doctor.Fault, "sender", "does not publish the key"},
		"no DKIM key":       {func(_ *testing.T, i *installation) { i.Server.DKIMKeyFile += ".none" }, doctor.Fault, "mail", "no such file"},
		"the test provider": {func(_ *testing.T, i *installation) { i.Server.Payments.Test = true }, doctor.Fault, "payments", "test provider"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := sound(t, testdb.SQLite(t))
			c.spoil(t, i)
			found := doctor.Look(t.Context(), i.Config)
			if !slices.ContainsFunc(found, func(f doctor.Finding) bool {
				return f.Subject == c.subject && f.Level == c.level && strings.Contains(f.Says, c.says)
			}) {
				t.Errorf("no %s of %s says %q: %+v", c.level, c.subject, c.says, found)
			}
			if doctor.Sound(found) != (c.level != doctor.Fault) {
				t.Errorf("sound: %t", doctor.Sound(found))
			}
			var text bytes.Buffer
			if err := errors.Join(doctor.WriteText(&text, found), doctor.WriteJSON(&text, found)); err != nil || !strings.Contains(text.String(), c.says) {
				t.Errorf("%v: %s", err, &text)
			}
			if strings.Contains(text.String(), "guess") {
				t.Errorf("the password is shown: %s", &text)
			}
		})
	}
}

// withSecret stores a secret that the installation's key has wrapped.
func withSecret(t *testing.T, i *installation) {
	t.Helper()
	if err := server.Run(t.Context(), firstStart(i), func(context.Context, *server.Server) error { return errEnough }); !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
}

var errEnough = errors.New("enough")

// firstStart are the settings with which the server is started once.
func firstStart(i *installation) server.Config {
	return server.Config{DB: i.Server.DB, Log: i.Server.Log, MasterKeys: i.Server.MasterKeys, Files: i.Server.Files, Listen: "127.0.0.1:0"}
}
