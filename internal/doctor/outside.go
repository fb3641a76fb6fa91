package doctor

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/certs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/server"
)

// soon is when a certificate should have been renewed.
const soon = 14 * 24 * time.Hour

// maxAnswer bounds what is read of an answer.
const maxAnswer = 64 << 10

// address looks at the address that people come by.
func (e *examination) address() {
	const subject = "address"
	base := e.Server.Address()
	if base == "" {
		e.warn(subject, "name the public address with --base-url https://…, or with --tls-domain", "links in messages lead to this machine, which nobody else reaches")
		return
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		e.fault(subject, "name the public address with --base-url https://…", "--base-url %q is not an http or https address", base)
		return
	}
	if server.IsLoopback(u.Hostname()) {
		e.warn(subject, "name the public address with --base-url https://…", "%s leads to this machine, which nobody else reaches", base)
		return
	}
	if u.Scheme == "http" {
		e.fault(subject, "let the server speak TLS with --tls-domain, or put a proxy with TLS in front and name it with --base-url https://…",
			"%s is without TLS: whoever listens reads tickets and signs in", base)
	}
	host, _, err := net.SplitHostPort(e.Server.ListenAt())
	if err == nil && u.Scheme == "https" && !e.Server.TLS.On() && server.IsLoopback(host) && e.Server.TrustedProxies == 0 {
		e.warn(subject, "--trusted-proxies 1, if one proxy is in front",
			"the server listens for a proxy on this machine and believes none: everybody looks like one network, which the limits then stop")
	}
	e.certificate(u.Hostname())
	e.answers(u)
}

// certificate looks at what the server would speak TLS with.
func (e *examination) certificate(host string) {
	const subject = "certificate"
	t := &e.Server.TLS
	for _, name := range t.Domains {
		if _, err := e.DNS.LookupHost(e.ctx, name); err != nil {
			e.fault(subject, "let the name lead to this machine in the DNS: the certificate authority comes by it", "the DNS does not know %s: %s", name, short(err))
		}
	}
	if t.Cert == "" {
		return
	}
	files, err := certs.FromFiles(t.Cert, t.Key, slog.New(slog.DiscardHandler))
	if err != nil {
		e.fault(subject, "check --tls-cert and --tls-key", "%s", short(err))
		return
	}
	leaf := files.InUse()[0]
	if err := leaf.VerifyHostname(host); err != nil {
		e.fault(subject, "get one for the name that people come by", "that of --tls-cert is not for %s: %s", host, short(err))
	}
	e.lasts(leaf)
}

// lasts says until when a certificate is valid.
func (e *examination) lasts(c *x509.Certificate) {
	const subject = "certificate"
	left := c.NotAfter.Sub(e.Now())
	switch on := c.NotAfter.UTC().Format(time.DateOnly); {
	case left <= 0:
		e.fault(subject, "see why it was not renewed", "it ended on %s", on)
	case left < soon:
		e.warn(subject, "see why it is not renewed", "it ends on %s, in %s", on, of(int(left.Hours()/24), "day"))
	default:
		e.ok(subject, "it is valid until %s", on)
	}
}

// answers asks the public address whether the server is ready.
func (e *examination) answers(base *url.URL) {
	const subject = "address"
	req, err := http.NewRequestWithContext(e.ctx, http.MethodGet, strings.TrimRight(base.String(), "/")+"/readyz", nil)
	if err != nil {
		e.fault(subject, "", "%s", short(err))
		return
	}
	res, err := e.HTTP.Do(req)
	if err != nil {
		e.warn(subject, "start the server; if it runs, look at the DNS, the proxy and its certificate", "%s does not answer this machine: %s", base, short(err))
		return
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	err = errors.Join(err, res.Body.Close())
	var answer struct {
		Status any    `json:"status"`
		Code   string `json:"code"`
		Detail string `json:"detail"`
	}
	wrong := json.Unmarshal(body, &answer)
	switch {
	case err != nil:
		e.fault(subject, "look at the proxy in front", "%s: %s", base, short(err))
	case wrong != nil || res.StatusCode == http.StatusOK && answer.Status != "ok" || res.StatusCode != http.StatusOK && answer.Code == "":
		e.fault(subject, "lead this address to Holdfast, with all its paths", "%s: something else answers, with status %d", base, res.StatusCode)
	case res.StatusCode != http.StatusOK:
		e.fault(subject, "docs/RUNBOOK.md", "%s answers and is not ready: %s", base, answer.Detail)
	default:
		e.ok(subject, "%s answers and is ready", base)
	}
	if res.TLS == nil || len(res.TLS.PeerCertificates) == 0 {
		return
	}
	e.lasts(res.TLS.PeerCertificates[0])
}

// mail logs in at the mail server, and looks what the DNS says of the sender.
func (e *examination) mail() {
	const subject = "mail"
	if e.Server.SMTP == "" {
		e.warn(subject, "name a mail server with --smtp", "no mail server: people see messages on their pages only, and nobody can sign in by mail")
		return
	}
	signer, err := e.Server.Signer()
	if err != nil {
		e.fault(subject, "check --dkim-key-file, --dkim-domain and --dkim-selector", "%s", short(err))
		return
	}
	smtp, err := mail.NewSMTP(mail.Config{URL: e.Server.SMTP, Host: e.host(), Timeout: patience / 2, Sign: signer})
	if err != nil {
		e.fault(subject, "check --smtp", "%s", short(err))
		return
	}
	if err := smtp.Check(e.ctx); err != nil {
		e.fault(subject, "check --smtp: host, port, user and password", "the mail server does not take us: %s", short(err))
	} else {
		e.ok(subject, "the mail server takes us")
	}
	from, err := e.Server.From()
	if err != nil {
		e.fault("sender", "check --mail-from", "%s", short(err))
		return
	}
	_, domain, _ := strings.Cut(from.Addr, "@")
	if domain == "localhost" || !strings.Contains(domain, ".") {
		e.fault("sender", "--mail-from 'Name <tickets@your.domain>'", "mails come from %s, which no mail server takes", from.Addr)
		return
	}
	e.records(domain, signer)
}

// host is the name of this server in mails.
func (e *examination) host() string {
	if u, err := url.Parse(e.Server.Address()); err == nil {
		return u.Hostname()
	}
	return ""
}

// texts are the TXT records of a name; none when there is no such name.
func (e *examination) texts(ctx context.Context, name string) ([]string, error) {
	found, err := e.DNS.LookupTXT(ctx, name)
	var missing *net.DNSError
	if errors.As(err, &missing) && missing.IsNotFound {
		return nil, nil
	}
	return found, err
}

// records looks for what receivers ask the DNS about a sender: SPF (RFC 7208), DMARC
// (RFC 7489) and, where we sign, the key of DKIM (RFC 6376).
func (e *examination) records(domain string, signer *mail.Signer) {
	const subject = "sender"
	begins := func(with string) func(string) bool {
		return func(text string) bool { return strings.HasPrefix(strings.ToLower(text), with) }
	}
	found := 0
	for _, r := range []struct{ what, name, do string }{
		{"v=spf1", domain, "publish a TXT record at " + domain + " that lets the mail server send: your mail provider says which (SPF)"},
		{"v=dmarc1", "_dmarc." + domain, "publish a TXT record at _dmarc." + domain + ", as v=DMARC1; p=none"},
	} {
		texts, err := e.texts(e.ctx, r.name)
		switch {
		case err != nil:
			e.warn(subject, "", "the DNS does not say what %s publishes: %s", r.name, short(err))
			return
		case !slices.ContainsFunc(texts, begins(r.what)):
			e.warn(subject, r.do, "%s publishes no %s: large mail providers refuse such mails or sort them out", r.name, strings.ToUpper(r.what[2:len(r.what)-1]))
		default:
			found++
		}
	}
	if signer != nil {
		published, err := e.published(signer)
		record, wrong := signer.Record()
		switch {
		case err != nil || wrong != nil:
			e.warn(subject, "", "the DNS does not say what %s publishes: %s", signer.Where(), short(errors.Join(err, wrong)))
		case !published:
			e.fault(subject, "publish a TXT record at "+signer.Where()+": "+record, "%s does not publish the key that signs our mails", signer.Where())
		default:
			found++
		}
	}
	if found > 0 {
		e.ok(subject, "%s of what receivers look for %s published", of(found, "record"), map[bool]string{true: "is", false: "are"}[found == 1])
	}
}

func (e *examination) published(signer *mail.Signer) (bool, error) {
	texts, err := e.texts(e.ctx, signer.Where())
	if err != nil {
		return false, err
	}
	for _, text := range texts {
		if ok, err := signer.Published(text); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// payments looks at who takes money.
func (e *examination) payments() {
	if p := e.Server.Payments; p.Test && strings.HasPrefix(e.Server.BaseURL, "https://") {
		e.fault("payments", "start the server without the test provider", "the test provider is on at a public address: whoever presses its button has paid")
	}
}
