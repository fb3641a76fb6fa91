package mail_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mail/mailtest"
	"github.com/holdfast-events/holdfast/internal/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func letter(n int) mail.Mail {
	return mail.Mail{
		ID: fmt.Sprintf("evt_1.%d", n), From: mail.Address{Name: "Holdfast", Addr: "events@holdfast.example"},
		To: mail.Address{Addr: fmt.Sprintf("ana%d@example.org", n)}, Subject: "Bestätigt: Konzert",
		Text: "Hallo Ana,\n.\nein Punkt allein\n", HTML: "<!doctype html><p>Hallo Ana,",
		Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC),
	}
}

func sender(t *testing.T, s *mailtest.Server, change func(*mail.Config)) *mail.SMTP {
	t.Helper()
	c := mail.Config{URL: "smtp://" + s.Addr, Host: "holdfast.example", Timeout: 5 * time.Second}
	if change != nil {
		change(&c)
	}
	out, err := mail.NewSMTP(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	})
	return out
}

func failureOf(t *testing.T, err error) *provider.Error {
	t.Helper()
	e, ok := errors.AsType[*provider.Error](err)
	if !ok {
		t.Fatalf("got %v, want a *provider.Error", err)
	}
	return e
}

func TestSendArrivesWhole(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{})
	if err := sender(t, s, nil).Send(t.Context(), letter(7)); err != nil {
		t.Fatal(err)
	}
	got := s.Received()
	if len(got) != 1 || got[0].From != "events@holdfast.example" || got[0].To != "ana7@example.org" {
		t.Fatalf("received %+v", got)
	}
	msg, err := netmail.ReadMessage(strings.NewReader(got[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Message-Id": "<evt_1.7@holdfast.example>", "Auto-Submitted": "auto-generated",
		"Date": "Fri, 20 Nov 2026 18:00:00 +0000", "To": "<ana7@example.org>", "From": `"Holdfast" <events@holdfast.example>`,
	} {
		if got := msg.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil || subject != "Bestätigt: Konzert" {
		t.Errorf("subject %q, %v", subject, err)
	}
	text, html := parts(t, msg)
	if text != "Hallo Ana,\r\n.\r\nein Punkt allein\r\n" || !strings.Contains(html, "<p>Hallo Ana,") {
		t.Errorf("text %q, html %q", text, html)
	}
}

// A server that is known by its address only says so in the form of RFC 5321.
func TestHostIsAnAddress(t *testing.T) {
	for host, want := range map[string]string{"127.0.0.1": "[127.0.0.1]", "::1": "[IPv6:::1]", "": "localhost"} {
		s := mailtest.Start(t, &mailtest.Server{})
		if err := sender(t, s, func(c *mail.Config) { c.Host = host }).Send(t.Context(), letter(7)); err != nil {
			t.Fatal(err)
		}
		if got := s.Received()[0].Header("Message-ID"); got != "<evt_1.7@"+want+">" {
			t.Errorf("host %q: %s", host, got)
		}
	}
}

func parts(t *testing.T, msg *netmail.Message) (text, html string) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("content type %q, %v", kind, err)
	}
	r := multipart.NewReader(msg.Body, params["boundary"])
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return text, html
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(p.Header.Get("Content-Type"), "text/plain") {
			text = string(body)
		} else {
			html = string(body)
		}
	}
}

func TestConnectionsAreUsedAgain(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{})
	out := sender(t, s, func(c *mail.Config) { c.Conns = 2 })
	var all sync.WaitGroup
	for n := range 40 {
		all.Go(func() {
			if err := out.Send(t.Context(), letter(n)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if s.Count() != 40 || s.Conns() > 2 {
		t.Errorf("%d mails over %d connections, want 40 over at most 2", s.Count(), s.Conns())
	}
}

// A server that closed the connection between two mails costs nothing.
func TestClosedIdleConnectionIsReplaced(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{})
	out := sender(t, s, nil)
	if err := out.Send(t.Context(), letter(1)); err != nil {
		t.Fatal(err)
	}
	addr := s.Addr
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(l)
	if err := out.Send(t.Context(), letter(2)); err != nil {
		t.Fatal(err)
	}
	if s.Count() != 2 || s.Conns() != 2 {
		t.Errorf("%d mails over %d connections", s.Count(), s.Conns())
	}
}

func TestAnswersAreClassified(t *testing.T) {
	for _, c := range []struct {
		phase             string
		code              int
		permanent, server bool
	}{
		{"MAIL", 451, false, true},
		{"MAIL", 550, false, true}, // our own address is refused: the operator's to mend
		{"RCPT", 450, false, false},
		{"RCPT", 550, true, false},
		{"RCPT", 421, false, true},
		{"RCPT", 530, false, true},
		{"DATA", 452, false, false},
		{"DATA", 554, true, false},
	} {
		t.Run(fmt.Sprint(c.phase, c.code), func(t *testing.T) {
			s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
				if phase == c.phase {
					return &smtp.SMTPError{Code: c.code, EnhancedCode: smtp.EnhancedCode{c.code / 100, 1, 1}, Message: "<ana1@example.org>: user ANA1 says no"}
				}
				return nil
			}})
			e := failureOf(t, sender(t, s, nil).Send(t.Context(), letter(1)))
			if e.Code != c.code || e.Permanent != c.permanent || e.Outage != c.server || e.Phase != c.phase {
				t.Errorf("got %+v", e)
			}
			if text := strings.ToLower(e.Error()); strings.Contains(text, "example.org") || strings.Contains(text, "ana1") {
				t.Errorf("the error shows the address: %s", text)
			}
			if s.Count() != 0 {
				t.Error("the mail was taken all the same")
			}
		})
	}
}

// A refused mail leaves the connection fit for the next one.
func TestRefusalKeepsTheConnection(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, to string) error {
		if phase == "RCPT" && to == "ana1@example.org" {
			return &smtp.SMTPError{Code: 550, Message: "no such user"}
		}
		return nil
	}})
	out := sender(t, s, nil)
	if err := out.Send(t.Context(), letter(1)); !provider.IsPermanent(err) {
		t.Fatalf("got %v, want a permanent failure", err)
	}
	if err := out.Send(t.Context(), letter(2)); err != nil {
		t.Fatal(err)
	}
	if s.Conns() != 1 {
		t.Errorf("%d connections, want 1", s.Conns())
	}
}

func TestHangUpIsTemporary(t *testing.T) {
	for _, phase := range []string{"MAIL", "RCPT", "DATA"} {
		s := mailtest.Start(t, &mailtest.Server{Answer: func(at, _ string) error {
			if at == phase {
				return mailtest.ErrHangUp
			}
			return nil
		}})
		e := failureOf(t, sender(t, s, nil).Send(t.Context(), letter(1)))
		if e.Permanent || !e.Outage || e.Code != 0 || e.Phase != phase {
			t.Errorf("%s: got %+v", phase, e)
		}
	}
}

func TestNobodyListens(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{})
	out := sender(t, s, nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	e := failureOf(t, out.Send(t.Context(), letter(1)))
	if e.Permanent || !e.Outage || e.Phase != "connect" || e.Reason != "the server cannot be reached" {
		t.Errorf("got %+v", e)
	}
}

// A tarpit answers a byte now and then; the deadline is for the whole mail.
func TestTarpit(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var conns sync.WaitGroup
	conns.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() {
				defer c.Close() //nolint:errcheck // the client has given up
				if _, err := io.WriteString(c, "220-"); err != nil {
					return
				}
				drip := time.NewTicker(5 * time.Millisecond)
				defer drip.Stop()
				for range drip.C {
					if _, err := c.Write([]byte("x")); err != nil {
						return
					}
				}
			})
		}
	})
	defer conns.Wait()
	defer l.Close() //nolint:errcheck // the test is over
	out, err := mail.NewSMTP(mail.Config{URL: "smtp://" + l.Addr().String(), Timeout: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	e := failureOf(t, out.Send(t.Context(), letter(1)))
	if e.Permanent || !e.Outage || e.Reason != "the server did not answer in time" {
		t.Errorf("got %+v", e)
	}
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("it took %s", took)
	}
}

func TestCancelInterruptsSend(t *testing.T) {
	reached, release := make(chan struct{}), make(chan struct{})
	s := mailtest.Start(t, &mailtest.Server{Answer: func(phase, _ string) error {
		if phase == "RCPT" {
			close(reached)
			<-release
		}
		return nil
	}})
	defer close(release)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-reached; cancel() }()
	e := failureOf(t, sender(t, s, func(c *mail.Config) { c.Timeout = time.Minute }).Send(ctx, letter(1)))
	if !errors.Is(e, context.Canceled) || e.Permanent {
		t.Errorf("got %+v", e)
	}
}

func TestLogin(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{User: "holdfast", Password: "p@ss:word"})
	with := func(user string) func(*mail.Config) {
		return func(c *mail.Config) { c.URL = "smtp://" + user + "@" + s.Addr }
	}
	if err := sender(t, s, with("holdfast:p%40ss%3Aword")).Send(t.Context(), letter(1)); err != nil {
		t.Fatal(err)
	}
	e := failureOf(t, sender(t, s, with("holdfast:wrong")).Send(t.Context(), letter(1)))
	if e.Permanent || !e.Outage || e.Phase != "auth" {
		t.Errorf("a wrong password: %+v", e)
	}
	if strings.Contains(e.Error(), "wrong") {
		t.Errorf("the error shows the password: %s", e)
	}
	e = failureOf(t, sender(t, s, nil).Send(t.Context(), letter(1)))
	if e.Permanent || !e.Outage {
		t.Errorf("no login: %+v", e)
	}
}

func TestTLS(t *testing.T) {
	server, client := certificate(t)
	s := mailtest.Start(t, &mailtest.Server{TLS: server})
	withTLS := func(url string) func(*mail.Config) {
		return func(c *mail.Config) { c.URL, c.TLS = url, client }
	}
	if err := sender(t, s, withTLS("smtp://"+s.Addr+"?starttls=required")).Send(t.Context(), letter(1)); err != nil {
		t.Errorf("STARTTLS: %v", err)
	}
	if err := sender(t, s, func(c *mail.Config) { c.URL = "smtp://" + s.Addr + "?starttls=required" }).Send(t.Context(), letter(2)); err == nil {
		t.Error("a certificate that nobody vouches for was accepted")
	}
	plain := mailtest.Start(t, &mailtest.Server{})
	e := failureOf(t, sender(t, plain, withTLS("smtp://"+plain.Addr+"?starttls=required")).Send(t.Context(), letter(3)))
	if e.Permanent || plain.Count() != 0 {
		t.Errorf("mail without the required encryption: %+v", e)
	}
	l, err := tls.Listen("tcp", "127.0.0.1:0", server)
	if err != nil {
		t.Fatal(err)
	}
	implicit := &mailtest.Server{}
	implicit.Serve(l)
	defer implicit.Close() //nolint:errcheck // the test is over
	if err := sender(t, implicit, withTLS("smtps://"+implicit.Addr)).Send(t.Context(), letter(4)); err != nil {
		t.Errorf("smtps: %v", err)
	}
	if s.Count() != 1 || implicit.Count() != 1 {
		t.Errorf("%d and %d mails came", s.Count(), implicit.Count())
	}
}

// certificate makes a server's certificate and a client that trusts it.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, &tls.Config{RootCAs: roots}
}

// Nothing that people typed gets past the recipient's line.
func TestInjectionIsRefused(t *testing.T) {
	s := mailtest.Start(t, &mailtest.Server{})
	out := sender(t, s, nil)
	for name, change := range map[string]func(*mail.Mail){
		"line break in address":   func(m *mail.Mail) { m.To.Addr = "a@example.org\r\nRCPT TO:<b@example.org>" },
		"two addresses":           func(m *mail.Mail) { m.To.Addr = "a@example.org,b@example.org" },
		"name in address":         func(m *mail.Mail) { m.To.Addr = "Ana <a@example.org>" },
		"brackets":                func(m *mail.Mail) { m.To.Addr = "a@example.org>" },
		"no address":              func(m *mail.Mail) { m.To.Addr = "" },
		"no domain":               func(m *mail.Mail) { m.To.Addr = "ana@" },
		"too long":                func(m *mail.Mail) { m.To.Addr = strings.Repeat("a", 250) + "@example.org" },
		"line break in subject":   func(m *mail.Mail) { m.Subject = "x\r\nBcc: b@example.org" },
		"line break in from name": func(m *mail.Mail) { m.From.Name = "x\nBcc: b@example.org" },
		"line break in to name":   func(m *mail.Mail) { m.To.Name = "x\rBcc: b@example.org" },
		"line break in id":        func(m *mail.Mail) { m.ID = "x>\r\nBcc: b@example.org" },
	} {
		m := letter(1)
		change(&m)
		if err := out.Send(t.Context(), m); !provider.IsPermanent(err) {
			t.Errorf("%s: got %v, want a permanent failure", name, err)
		}
	}
	if s.Conns() != 0 {
		t.Error("the server was asked all the same")
	}
}

func TestCheckAddress(t *testing.T) {
	for in, want := range map[string]string{
		"ana@example.org": "ana@example.org", "ana+x@bücher.example": "ana+x@xn--bcher-kva.example",
		`o'neil@example.org`: `o'neil@example.org`,
	} {
		if got, err := mail.CheckAddress(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func FuzzCheckAddress(f *testing.F) {
	for _, s := range []string{"ana@example.org", "a@b\r\nc@d", `"a b"@c.d`, "@", "a@[127.0.0.1]", "a@bücher.example", "<a@b.c>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := mail.CheckAddress(s)
		if err == nil && (strings.ContainsAny(got, "\r\n <>,\x00") || strings.Count(got, "@") < 1) {
			t.Errorf("%q became %q", s, got)
		}
	})
}

func TestURL(t *testing.T) {
	for _, url := range []string{
		"", "holdfast.example", "http://holdfast.example", "smtp://", "smtp:holdfast.example", "smtp://h:0", "smtp://h:99999",
		"smtp://h/path", "smtp://h?starttls=maybe", "smtp://h?tls=1", "smtps://h?starttls=never", "smtp://user:secret@h:port",
	} {
		_, err := mail.NewSMTP(mail.Config{URL: url})
		if err == nil {
			t.Errorf("%q was accepted", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
	for _, url := range []string{"smtp://h", "smtps://u:p@h", "smtp://[::1]:25?starttls=never", "smtp://h:25/?starttls=auto"} {
		if _, err := mail.NewSMTP(mail.Config{URL: url}); err != nil {
			t.Errorf("%q: %v", url, err)
		}
	}
}
