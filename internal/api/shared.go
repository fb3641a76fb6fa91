package api

import (
	"net/url"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/challenge/signals"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/page/keeper"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/waitroom/returns"
)

// shared is what several resources need, made once.
type shared struct {
	base    *url.URL
	origin  string // scheme, host and port of base
	kit     *httpapi.API
	access  *access.Control
	links   *identity.LinkReader
	returns *returns.Estimator
	// common is what the handlers of most resources begin with.
	common wire.Base
	biller *billing.Biller
	places *waitlists.Service // on the waitlists of resources
	paper  *ticketpdf.Printer
	// strangers reads events for whoever shows no credentials.
	strangers *keeper.Keeper
	// pages are made after the handlers that they ask.
	pages *page.Pages
}

// shared makes what several resources need.
func (cfg *Config) shared(base *url.URL) (*shared, error) {
	s := &shared{base: base, origin: strings.TrimRight(cfg.BaseURL, "/")}
	if err := s.openAccess(cfg); err != nil {
		return nil, err
	}
	var err error
	if s.returns, err = returns.New(cfg.Store, cfg.Now); err != nil {
		return nil, err
	}
	s.common.Reader = &wire.Reader{
		Returns: s.returns,
		Access:  s.access, Charts: cfg.Charts, IDs: s.common.IDs, Links: cfg.Links, NewOrganizations: cfg.NewOrganizations, Now: cfg.Now, Sequencer: cfg.Sequencer,
		Store: cfg.Store, Tickets: cfg.Tickets, Tracking: cfg.Tracking, Wallets: cfg.Wallets,
	}
	if cfg.OIDC != nil {
		s.common.Reader.OIDCName, s.common.Reader.OIDCIssuer = cfg.OIDC.Name(), cfg.OIDC.Issuer()
	}
	if s.biller, err = billing.New(billing.Config{Store: cfg.Store, Tax: cfg.Settler.Tax, Register: cfg.VATRegister, Log: cfg.Log}); err != nil {
		return nil, err
	}
	if s.places, err = waitlists.New(cfg.Store, cfg.ResourceOutbox, cfg.Now, cfg.ResourceWatch); err != nil {
		return nil, err
	}
	s.paper, err = ticketpdf.New()
	return s, err
}

// openAccess makes what asks callers who they are, and how often they may call.
func (s *shared) openAccess(cfg *Config) error {
	known, err := problems()
	if err != nil {
		return err
	}
	if s.kit, err = httpapi.NewAPI(httpapi.APIConfig{
		Problems: known, CursorKey: cfg.Links.Derive("cursor"), Log: cfg.Log, AccessLevel: cfg.AccessLevel,
		Secure: s.base.Scheme == "https", Answering: cfg.Answering, Observe: cfg.Observe,
	}); err != nil {
		return err
	}
	if s.links, err = identity.NewLinkReader(identity.LinkReaderConfig{Links: cfg.Links, Store: cfg.Store, Mail: cfg.FreshLink, Now: cfg.Now}); err != nil {
		return err
	}
	seen, err := signals.New(cfg.Links.Derive("visit"), func() inventory.Instant { return inventory.At(cfg.Now()) }, cfg.Limits.Shared())
	if err != nil {
		return err
	}
	ids := &id.Maker{Now: cfg.Now}
	s.access, err = access.NewControl(access.ControlConfig{
		API: s.kit, Store: cfg.Store, Callers: cfg.Callers, Sequencer: cfg.Sequencer, LinkReader: s.links, IDs: ids, Now: cfg.Now, Base: s.base,
		Limits: cfg.Limits, TrustedProxies: cfg.TrustedProxies,
		OriginKey: cfg.Links.Derive("origin"), PassKey: cfg.PassKey, Challenges: cfg.Challenges, Signals: seen, TurnedAway: cfg.TurnedAway, Crowd: cfg.Crowd,
	})
	s.common = wire.Base{Access: s.access, IDs: ids, Links: cfg.Links, Log: cfg.Log, Now: cfg.Now, Store: cfg.Store}
	return err
}
