package server

import (
	"crypto/ed25519"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/mailbox"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/webhook"
	"github.com/holdfast-events/holdfast/web"
)

// sender is where mail goes.
func (s *Server) sender(cfg *Config) (mail.Sender, error) {
	switch {
	case cfg.SMTP != "":
		host := ""
		if u, err := url.Parse(s.BaseURL); err == nil {
			host = u.Hostname()
		}
		return mail.NewSMTP(mail.Config{URL: cfg.SMTP, Host: host})
	case cfg.LocalMailbox:
		return mail.NewLocal(s.Store), nil
	}
	cfg.Log.Warn("no mail server is configured (--smtp): messages are in people's inboxes only")
	return mail.Nowhere{}, nil
}

// from is the sender's address as configured: name@host, or Name <name@host>.
func from(cfg *Config) (mail.Address, error) {
	a, err := netmail.ParseAddress(cfg.MailFrom)
	if err != nil {
		return mail.Address{}, fmt.Errorf("server: --mail-from %q is not an address: %w", cfg.MailFrom, err)
	}
	return mail.Address{Name: a.Name, Addr: a.Address}, nil
}

// handler is everything that the server answers.
func (s *Server) handler(cfg *Config, tickets *ticket.Keys, hooks *webhook.Sender, auditKey ed25519.PublicKey, figures *metrics, queue *jobs.Jobs) (http.Handler, error) {
	build, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		return nil, err
	}
	app, err := site.New(build, cfg.Log)
	if err != nil {
		return nil, err
	}
	if !app.Built() {
		cfg.Log.Warn("this binary was built without the web app: people see plain pages")
	}
	h, err := api.New(api.Config{
		Site:  app,
		Store: s.Store, Sequencer: s.Sequencer, Links: s.links, Tickets: tickets, Webhooks: hooks, AuditKey: auditKey, BaseURL: s.BaseURL, Letter: queue.Letter,
		Version: cfg.Version, TrustedProxies: cfg.TrustedProxies, Now: time.Now, Log: cfg.Log,
		// A line per answered request is what the proxy in front writes too, and
		// costs a tenth of a registration. Failures of ours are always logged.
		AccessLevel: slog.LevelDebug,
	})
	if err != nil {
		return nil, err
	}
	var box http.Handler
	if cfg.LocalMailbox {
		if box, err = mailbox.New(mailbox.Config{Store: s.Store, Log: cfg.Log}); err != nil {
			return nil, err
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == "/metrics":
			figures.handler.ServeHTTP(w, r)
		case box != nil && (path == "/mailbox" || strings.HasPrefix(path, "/mailbox/")):
			box.ServeHTTP(w, r)
		default:
			h.ServeHTTP(w, r)
		}
	}), nil
}
