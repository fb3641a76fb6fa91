package server

import (
	"crypto/ed25519"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/integrations"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mailbox"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/web"
)

// handler is everything that the server answers. It lists what asks that by itself.
func handler(b *background, l *lifecycle) (http.Handler, error) {
	cfg := b.cfg
	build, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		return nil, err
	}
	app, err := site.New(build, cfg.Log)
	if err != nil {
		return nil, err
	}
	if !app.Built() {
		cfg.Log.Warn("server: this binary was built without the web app: people see plain pages")
	}
	app.Admit(b.rooms.gate.Sources())
	wallets, err := cfg.Wallets.open(b.now)
	if err != nil {
		return nil, err
	}
	var others api.Elsewhere
	if b.cells.front != nil {
		others = b.cells.front.Others()
	}
	register, err := vatRegister(b)
	if err != nil {
		return nil, err
	}
	h, err := api.New(api.Config{
		VATRegister: register,
		Elsewhere:   others, Site: app, Store: b.store, Callers: b.cells.catalogue, Sequencer: b.sequencer, Settler: b.settler, Merchants: b.merchants, Wrap: b.wrap, Unwrap: b.unwrap, Links: b.links, Tickets: b.tickets, Dispatcher: b.dispatcher,
		Mail: mailWay(cfg), PushKey: b.channels.push.PublicKey(), Webhooks: b.hooks, Pictures: b.pictures, Uploads: b.uploads, Exports: integrations.Exports{Files: b.files, Job: jobs.Export},
		ImportJob: jobs.Import, ArchiveJob: jobs.Archive, ReadAudit: b.archives.Audit, Erasures: b.erasures, Logs: b.logs, Snapshots: b.snapshots, AuditKey: b.auditKey.Public().(ed25519.PublicKey), Answering: b.answering, Observe: b.figures.answered,
		Ready: b.drain.ready(b.clock.Ready), BaseURL: b.baseURL, Letter: jobs.AccountMail, ResourceOutbox: jobs.ResourceOutbox, Broker: cfg.NATS.On(), ResourceWatch: b.figures.offered, FreshLink: jobs.FreshLink, Streams: b.streams, Search: b.search, Trends: b.trends, Tracking: b.tracking, TurnedAway: b.turnedAway, Charts: b.charts, Wallets: wallets,
		Draws: b.draws, Joins: b.rooms.joins, Turnstile: b.rooms.turnstile, PassKey: b.rooms.passKey, Challenges: b.rooms.gate, Crowd: b.rooms.crowd, Rehearsals: b.rehearsals,
		Version: cfg.Version, TrustedProxies: cfg.TrustedProxies, Limits: b.limits, NewOrganizations: cfg.NewOrganizations, OIDC: b.oidc, Now: b.now, Log: b.log,
		// A line per answered request is what the proxy in front writes too, and
		// costs a tenth of a registration. Failures of ours are always logged.
		AccessLevel: slog.LevelDebug,
	})
	if err != nil {
		return nil, err
	}
	if err := addWarming(b, l, h); err != nil {
		return nil, err
	}
	hooks := &reports{dispatcher: b.dispatcher, sms: b.channels.sms, base: b.baseURL, secret: []byte(cfg.BounceSecret), now: b.now, log: b.log}
	var box http.Handler
	if cfg.LocalMailbox {
		if box, err = mailbox.New(mailbox.Config{Store: b.store, Log: b.log}); err != nil {
			return nil, err
		}
	}
	figures := metricsFor(cfg, b.addr, b.figures.handler)
	all := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == "/metrics":
			figures.ServeHTTP(w, r)
		case strings.HasPrefix(path, hooksPath):
			hooks.ServeHTTP(w, r)
		case box != nil && (path == "/mailbox" || strings.HasPrefix(path, "/mailbox/")):
			box.ServeHTTP(w, r)
		case b.testPages != nil && strings.HasPrefix(path, "/testpay/"):
			b.testPages.ServeHTTP(w, r)
		default:
			h.ServeHTTP(w, r)
		}
	})
	if cfg.Trial || cfg.LocalMailbox {
		return onlyOwnHosts(cfg, b.addr, all), nil
	}
	return all, nil
}
