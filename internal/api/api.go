package api

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/wallet"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Config configures the API. Store, Sequencer, Links and Tickets are required.
type Config struct {
	Store     *store.Store
	Sequencer *sequencer.Sequencer
	// Till moves money; required.
	Settler *settlement.Settler
	// Links makes and reads the signed links of messages. Its key also signs
	// cursors and makes the pseudonyms of histories.
	Links identity.Links
	// Tickets makes and checks the tokens of tickets.
	Tickets *ticket.Keys
	// Exports makes and keeps files.
	Exports Exports
	// Erasures erases people and keeps the list of who was erased.
	Erasures *erasure.Keeper
	// ImportJob makes the job that is stored with the import of a guest list.
	ImportJob func(name string) (store.Job, error)
	// Webhooks sends to organizers' own servers.
	Webhooks *webhook.Sender
	// Courier sends tests of messages. Nil: there are none.
	Dispatcher *delivery.Dispatcher
	// Mail says where mail of this installation goes: MailServer, MailMailbox, or
	// MailNowhere, which is also meant by "".
	Mail string
	// PushKey is what browsers subscribe to web push with; "": they cannot.
	PushKey string
	// AuditKey verifies the signed heads of the audit chains; it is published
	// with them. Nil: heads are shown without it.
	AuditKey ed25519.PublicKey
	// BaseURL is where people reach the server, without a path.
	BaseURL string
	// Site is the web app; nil: there is none.
	Site    *site.Site
	Version string // of the build, shown by the documentation
	// PublicRate bounds callers without credentials.
	PublicRate identity.RateConfig
	// MailRate bounds who makes the server send mail without being known: one
	// address a few times, one network more.
	MailRate identity.RateConfig
	// Wallets makes passes for telephones, as far as that is set up.
	Wallets wallet.Wallets
	// Letter makes the job that mails a one-time link or an invitation, stored
	// with what it is about. Nil: nothing is mailed.
	Letter func(what message.LetterKind, thing, org string) (store.Job, error)
	// Charts of seats, the same that Live has; nil: its own.
	Charts *seatchart.Charts
	// Live is the hub of streams, made by NewLive. Nil: there are none.
	Streams *stream.Hub
	// StreamsPerNetwork bounds the open streams of one network; 0: live.DefaultPerNetwork.
	StreamsPerNetwork int
	// TrustedProxies is how many proxies in front of the server append to
	// X-Forwarded-For. 0: the header is not read.
	TrustedProxies int
	// Answering, when not nil, counts the calls that are being answered, without
	// the time that streams stay open.
	Answering *atomic.Int64
	Now       func() time.Time // nil: time.Now
	Log       *slog.Logger     // nil: slog.Default()
	// AccessLevel is the level at which requests that succeed are logged;
	// errors of ours are always logged as such.
	AccessLevel slog.Level
}

// Where mail of an installation goes: to a mail server, into the mailbox for
// trying things out, or nowhere.
const (
	MailServer  = "server"
	MailMailbox = "mailbox"
	MailNowhere = "none"
)

// server is what all handlers share.
type server struct {
	cfg      Config
	kit      *API
	access   *Control
	now      func() time.Time
	log      *slog.Logger
	store    *store.Store
	seq      *sequencer.Sequencer
	links    identity.Links
	tickets  *ticket.Keys
	hooks    *webhook.Sender
	desk     *admission.Admitter
	charts   *seatchart.Charts
	figures  *cache.Cache[string, *Figures]
	lists    *cache.Cache[string, []store.List] // of the door, by event
	paper    *ticketpdf.Printer
	ids      *id.Maker
	pseudo   []byte // key of the pseudonyms in histories
	pages    *page.Pages
	gate     *stream.Gate
	passkeys *identity.Passkeys
	booking  sync.Mutex // held by who brings the address book up to date
	mails    *identity.Rate
	merging  stripes // one PATCH of an event at a time

	spec   []byte
	router chi.Router
}

// Rates at which strangers may make the server send mail, per second.
const (
	mailAddressRate, mailAddressBurst = 1.0 / 20, 10
	mailNetworkRate, mailNetworkBurst = 0.5, 60
)

// problems are the problems of all resources. Of two errors that both match, the
// one that stands first counts, so what resources say of their own comes first.
func problems() (*Registry, error) {
	return NewRegistry(ticketsProblems, checkinsProblems, messagesProblems, integrationsProblems, accountsProblems, peopleProblems,
		paymentsProblems, streamProblems, accessProblems, refusalProblems(), kitProblems)
}

// check completes the configuration, or says what is missing in it.
func (cfg *Config) check() (base *url.URL, err error) {
	if cfg.Store == nil || cfg.Sequencer == nil || cfg.Tickets == nil || cfg.Webhooks == nil || cfg.Exports.Files == nil || cfg.Exports.Job == nil || cfg.ImportJob == nil || cfg.Erasures == nil {
		return nil, errors.New("api: Config.Store, Sequencer, Tickets, Webhooks, Exports, ImportJob and Erasures are required")
	}
	if cfg.Settler == nil {
		return nil, errors.New("api: Config.Till is required")
	}
	if err := cfg.Links.Check(); err != nil {
		return nil, fmt.Errorf("api: Config.Links: %w", err)
	}
	base, err = url.Parse(cfg.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("api: Config.BaseURL %q is not the address of a server", cfg.BaseURL)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.MailRate == (identity.RateConfig{}) {
		cfg.MailRate = identity.RateConfig{
			AddressRate: mailAddressRate, AddressBurst: mailAddressBurst, NetworkRate: mailNetworkRate, NetworkBurst: mailNetworkBurst,
		}
	}
	if cfg.Charts == nil {
		cfg.Charts, err = seatchart.New(seatchart.Config{Store: cfg.Store})
	}
	return base, err
}

// New checks the configuration and returns the handler of everything that the
// server answers: the API, its documentation, and the pages for people.
func New(cfg Config) (http.Handler, error) {
	base, err := cfg.check()
	if err != nil {
		return nil, err
	}
	known, err := problems()
	if err != nil {
		return nil, err
	}
	s := &server{
		cfg: cfg, now: cfg.Now, log: cfg.Log, store: cfg.Store, seq: cfg.Sequencer, links: cfg.Links, tickets: cfg.Tickets, hooks: cfg.Webhooks,
		charts: cfg.Charts, mails: identity.NewRate(cfg.MailRate),
		gate:   stream.NewGate(0, cfg.StreamsPerNetwork),
		pseudo: cfg.Links.Derive("pseudonym"),
		ids:    &id.Maker{Now: cfg.Now},
	}
	if s.kit, err = NewAPI(APIConfig{
		Problems: known, CursorKey: cfg.Links.Derive("cursor"), Log: cfg.Log, AccessLevel: cfg.AccessLevel,
		Secure: base.Scheme == "https", Answering: cfg.Answering,
	}); err != nil {
		return nil, err
	}
	if s.access, err = NewControl(ControlConfig{
		API: s.kit, Store: cfg.Store, Sequencer: cfg.Sequencer, Links: cfg.Links, IDs: s.ids, Now: cfg.Now, Base: base,
		PublicRate: cfg.PublicRate, TrustedProxies: cfg.TrustedProxies,
	}); err != nil {
		return nil, err
	}
	if s.passkeys, err = identity.NewPasskeys(base, s.store, s.ids, s.now); err != nil {
		return nil, err
	}
	if s.desk, err = admission.NewAdmitter(cfg.Store); err != nil {
		return nil, err
	}
	if s.figures, err = newFigures(cfg.Store, s.now); err != nil {
		return nil, err
	}
	if s.lists, err = newListMemo(cfg.Store); err != nil {
		return nil, err
	}
	if s.paper, err = ticketpdf.New(); err != nil {
		return nil, err
	}
	if s.pages, err = page.New(page.Config{
		Store: cfg.Store, Sequencer: cfg.Sequencer, Links: cfg.Links, Tickets: cfg.Tickets, Paper: s.paper, Wallets: cfg.Wallets, Charts: s.charts, Now: s.now, Log: s.log,
		Origin: strings.TrimRight(cfg.BaseURL, "/"), Pseudonym: s.pseudonym, Site: cfg.Site, Mailbox: cfg.Mail == MailMailbox, Event: eventBy, Pay: cfg.payer(),
	}); err != nil {
		return nil, err
	}
	rts := s.routes()
	doc := documented(cfg.Version, rts)
	if s.spec, err = doc.Bytes(); err != nil {
		return nil, err
	}
	s.route(rts)
	return s.kit.Outer(s.router), nil
}

// documented is the document of all routes.
func documented(version string, rts []route) *Document {
	doc := newDocument(version)
	for i := range rts {
		doc.Add(&rts[i].Route)
	}
	return doc
}

// route puts all routes on a router.
func (s *server) route(rts []route) {
	r := chi.NewRouter()
	r.Use(middleware.GetHead)
	r.NotFound(func(w http.ResponseWriter, req *http.Request) {
		if s.pages.Missing(w, req) {
			return
		}
		s.kit.WriteProblem(w, kindNotFound.With("There is nothing at this address."))
	})
	r.MethodNotAllowed(func(w http.ResponseWriter, req *http.Request) {
		path := req.URL.RawPath
		if path == "" {
			path = req.URL.Path
		}
		for _, m := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete} {
			as := m
			if m == http.MethodHead {
				as = http.MethodGet
			}
			if r.Match(chi.NewRouteContext(), as, path) {
				w.Header().Add("Allow", m)
			}
		}
		s.kit.WriteProblem(w, kindMethod.Problem())
	})
	for i := range rts {
		r.Method(rts[i].Method, rts[i].Path, s.access.handler(&rts[i]))
	}
	s.kit.Documentation(r, s.spec)
	r.Get("/v1/exports/{export_id}/file", s.exportFile)
	for _, p := range s.pages.Routes() {
		r.Method(p.Method, p.Pattern, p.Handler)
	}
	s.router = r
}

// OpenAPI returns the OpenAPI 3.1 document, without a server. It is the same
// each time.
func OpenAPI() ([]byte, error) {
	return documented("", (&server{}).routes()).Bytes()
}
