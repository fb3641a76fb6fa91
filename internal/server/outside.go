package server

import (
	"crypto/ed25519"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/integrations"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mailbox"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/webhook"
	"github.com/holdfast-events/holdfast/web"
)

// handler is everything that the server answers.
func (s *Server) handler(cfg *Config, testPay http.Handler, tickets *ticket.Keys, hooks *webhook.Sender, files objectstore.Store, auditKey ed25519.PublicKey, figures *metrics, queue *jobs.Jobs, messenger *delivery.Dispatcher, erasures *erasure.Keeper) (http.Handler, error) {
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
	wallets, err := cfg.Wallets.open(time.Now)
	if err != nil {
		return nil, err
	}
	h, err := api.New(api.Config{
		Site:  app,
		Store: s.Store, Sequencer: s.Sequencer, Settler: s.Till, Links: s.links, Tickets: tickets, Dispatcher: messenger, Mail: mailWay(cfg), PushKey: s.pushKey, Webhooks: hooks, Exports: integrations.Exports{Files: files, Job: queue.Export}, ImportJob: queue.Import, Erasures: erasures, AuditKey: auditKey, Answering: &s.answering, BaseURL: s.BaseURL, Letter: queue.Letter, Streams: s.live, Charts: s.charts, Wallets: wallets,
		Version: cfg.Version, TrustedProxies: cfg.TrustedProxies, Now: time.Now, Log: cfg.Log,
		// A line per answered request is what the proxy in front writes too, and
		// costs a tenth of a registration. Failures of ours are always logged.
		AccessLevel: slog.LevelDebug,
	})
	if err != nil {
		return nil, err
	}
	desk := &reports{courier: messenger, sms: s.sms, base: s.BaseURL, secret: []byte(cfg.BounceSecret), now: time.Now, log: cfg.Log}
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
		case strings.HasPrefix(path, hooksPath):
			desk.ServeHTTP(w, r)
		case box != nil && (path == "/mailbox" || strings.HasPrefix(path, "/mailbox/")):
			box.ServeHTTP(w, r)
		case testPay != nil && strings.HasPrefix(path, "/testpay/"):
			testPay.ServeHTTP(w, r)
		default:
			h.ServeHTTP(w, r)
		}
	}), nil
}
