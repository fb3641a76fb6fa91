package api

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/accounts"
	"github.com/holdfast-events/holdfast/internal/api/archives"
	"github.com/holdfast-events/holdfast/internal/api/bank"
	"github.com/holdfast-events/holdfast/internal/api/bookers"
	"github.com/holdfast-events/holdfast/internal/api/calendars"
	"github.com/holdfast-events/holdfast/internal/api/checkins"
	"github.com/holdfast-events/holdfast/internal/api/events"
	"github.com/holdfast-events/holdfast/internal/api/integrations"
	"github.com/holdfast-events/holdfast/internal/api/invoices"
	"github.com/holdfast-events/holdfast/internal/api/joiners"
	"github.com/holdfast-events/holdfast/internal/api/logs"
	"github.com/holdfast-events/holdfast/internal/api/marketing"
	"github.com/holdfast-events/holdfast/internal/api/messages"
	"github.com/holdfast-events/holdfast/internal/api/orders"
	"github.com/holdfast-events/holdfast/internal/api/people"
	"github.com/holdfast-events/holdfast/internal/api/pictures"
	"github.com/holdfast-events/holdfast/internal/api/public"
	"github.com/holdfast-events/holdfast/internal/api/questions"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/registrations"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/api/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/api/tickets"
	"github.com/holdfast-events/holdfast/internal/api/tills"
	"github.com/holdfast-events/holdfast/internal/api/translations"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/api/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/challenge/signals"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/resource/desk"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/statement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	storemessages "github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/tracking"
	"github.com/holdfast-events/holdfast/internal/upload"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/waitroom/returns"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
	"github.com/holdfast-events/holdfast/internal/wallet"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// Elsewhere is what the servers of other cells are asked.
type Elsewhere interface {
	people.Elsewhere
	events.Elsewhere
	integrations.Elsewhere
}

// Config configures the API. Store, Sequencer, Links and Tickets are required.
type Config struct {
	Store     *store.Store
	Sequencer *sequencer.Sequencer
	// Settler moves money; required.
	Settler *settlement.Settler
	// VATRegister is asked for VAT numbers of buyers; nil: they are taken as they are written.
	VATRegister billing.Register
	// Merchants has the payment accounts of organizations; required.
	Merchants *merchant.Accounts
	// Wrap wraps a secret of an organization for a purpose, and Unwrap opens what it made; required.
	Wrap   func(purpose string, secret []byte) (organizations.ServerKey, error)
	Unwrap func(*organizations.ServerKey) ([]byte, error)
	// Links makes and reads the signed links of messages. Its key also signs
	// cursors and makes the pseudonyms of histories.
	Links identity.Links
	// Callers is where keys, sessions and members are; nil: in Store.
	Callers *store.Store
	// Elsewhere is the servers of other cells; nil: there are none.
	Elsewhere Elsewhere
	// Tickets makes and checks the tokens of tickets.
	Tickets *ticket.Keys
	// Exports makes and keeps files.
	Exports integrations.Exports
	// Pictures keeps the pictures of events.
	Pictures *shelf.Shelf
	// Uploads keeps the files that questions are answered with.
	Uploads *upload.Shelf
	// Erasures erases people and keeps the list of erased people.
	Erasures *erasure.Keeper
	// ImportJob makes the job that is stored with the import of a guest list.
	ImportJob func(name string) (database.Job, error)
	// ArchiveJob makes the job that archives an event, or brings it back.
	ArchiveJob func(event string, back bool) (database.Job, error)
	// ReadAudit reads audit rows of events, of those too that are archived.
	ReadAudit storemessages.ReadAudit
	// Joins, Turnstile and Draws are the waiting rooms; PassKey has signed their passes.
	Draws     *draws.Keeper
	Joins     *joins.Writer
	Turnstile *turnstile.Turnstile
	PassKey   []byte
	// Rehearsals rehearses on-sales for organizers.
	Rehearsals *runs.Keeper
	// Challenges asks strangers for a proof of work.
	Challenges *challenge.Gate
	// Logs are the public logs of events.
	Logs *publiclog.Logs
	// Snapshots is told about events whose stored snapshots are missing or wrong; nil: nobody
	// makes any.
	Snapshots *stored.Keeper
	// MaxReplay is how many audit rows a request folds; 0: as many as is meant for servers.
	MaxReplay int64
	// Webhooks sends to organizers' own servers.
	Webhooks *webhook.Sender
	// Dispatcher sends tests of messages. Nil: there are none.
	Dispatcher *delivery.Dispatcher
	// ResourceOutbox makes the jobs that tell of places on the waitlists of resources; nil:
	// nobody is told.
	ResourceOutbox desk.Outbox
	// Broker: servers of the installation take what systems publish of resources.
	Broker bool
	// ResourceWatch is called with each decision about such places; nil: nobody is.
	ResourceWatch desk.Watch
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
	// Limits bound how often callers may call; nil: as their table says, on this server alone.
	Limits *limit.Limits
	// NewOrganizations says who creates organizations; empty: identity.ByOperator.
	NewOrganizations identity.NewOrganizations
	// Wallets makes passes for telephones, as far as that is set up.
	Wallets wallet.Wallets
	// Letter makes the job that mails a one-time link or an invitation, stored
	// with what it is about. Nil: nothing is mailed.
	Letter func(what message.AccountMailKind, thing, org string) (database.Job, error)
	// FreshLink makes the job that mails a person a fresh link to a thing. Nil: none is mailed.
	FreshLink func(thing, person string) (database.Job, error)
	// Charts of seats, the same that Streams has; nil: its own.
	Charts *seatchart.Charts
	// Streams is the hub of streams, made by streams.NewLive. Nil: there are none.
	Streams *stream.Hub
	// StreamsPerNetwork bounds the open streams of one network; 0: stream.DefaultPerNetwork.
	StreamsPerNetwork int
	// StreamHeartbeat is how often a stream asks whether its reader still may have
	// it; 0: streams.DefaultHeartbeat.
	StreamHeartbeat time.Duration
	// TrustedProxies is how many proxies in front of the server append to
	// X-Forwarded-For. 0: the header is not read.
	TrustedProxies int
	// Answering, when not nil, counts the calls that are being answered, without
	// the time that streams stay open.
	Answering *atomic.Int64
	// Search finds public events by words; nil: the list is read for them.
	Search *discovery.Index
	// Tracking counts what comes through the links of organizers; nil: on this server alone,
	// and no visits.
	Tracking *tracking.Links
	// Trends says which events people come to; nil: nobody counts that.
	Trends *discovery.Trends
	// Observe, when not nil, is told about each answer (httpapi.APIConfig).
	Observe func(method, route string, status int, took time.Duration)
	// Ready, when not nil, says why the server should be given no requests though
	// its database answers.
	Ready func() error
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: slog.Default()
	// AccessLevel is the level at which requests that succeed are logged;
	// errors of ours are always logged as such.
	AccessLevel slog.Level
}

// check completes the configuration, or says what is missing in it.
func (cfg *Config) check() (base *url.URL, err error) {
	if cfg.Store == nil || cfg.Sequencer == nil || cfg.Tickets == nil || cfg.Webhooks == nil || cfg.Exports.Files == nil || cfg.Exports.Job == nil || cfg.ImportJob == nil || cfg.Erasures == nil || cfg.Pictures == nil || cfg.Uploads == nil {
		return nil, errors.New("api: Config.Store, Sequencer, Tickets, Webhooks, Exports, ImportJob, Erasures, Pictures and Uploads are required")
	}
	if cfg.Joins == nil || cfg.Turnstile == nil || cfg.Draws == nil || cfg.Challenges == nil || cfg.Rehearsals == nil || len(cfg.PassKey) == 0 {
		return nil, errors.New("api: Config.Joins, Turnstile, Draws, Challenges, Rehearsals and PassKey are required")
	}
	if cfg.Settler == nil || cfg.Merchants == nil || cfg.Logs == nil || cfg.ReadAudit == nil || cfg.Wrap == nil || cfg.Unwrap == nil {
		return nil, errors.New("api: Config.Settler, Merchants, Logs, ReadAudit, Wrap and Unwrap are required")
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
	if cfg.Limits == nil {
		cfg.Limits = limit.New(limit.Config{})
	}
	if cfg.Tracking == nil {
		if cfg.Tracking, err = tracking.New(cfg.Store, cfg.Now, cfg.Log); err != nil {
			return nil, err
		}
	}
	if cfg.Charts == nil {
		cfg.Charts, err = seatchart.New(seatchart.Config{Store: cfg.Store})
	}
	return base, err
}

// problems are the problems of all resources. Of two errors that both match, the
// one that stands first counts, so what resources say of their own comes first.
func problems() (*httpapi.Registry, error) {
	return httpapi.NewRegistry(events.Problems, tickets.Problems, venues.Problems, bookers.Problems, joiners.Problems, roomcalendars.Problems, questions.Problems, marketing.Problems, checkins.Problems, messages.Problems, integrations.Problems, accounts.Problems, people.Problems,
		orders.Problems, tills.Problems, bank.Problems, invoices.Problems, streams.Problems, logs.Problems, waitingrooms.Problems, resources.Problems, pictures.Problems, archives.Problems, access.Problems, refusal.Problems(), httpapi.OwnProblems)
}

// handlers are those of all resources.
type handlers struct {
	events        events.Handlers
	registrations registrations.Handlers
	orders        orders.Handlers
	tills         tills.Handlers
	bank          bank.Handlers
	invoices      invoices.Handlers
	tickets       tickets.Handlers
	questions     questions.Handlers
	marketing     marketing.Handlers
	checkins      checkins.Handlers
	venues        venues.Handlers
	bookers       *bookers.Handlers
	joiners       *joiners.Handlers
	roomcalendars roomcalendars.Handlers
	messages      messages.Handlers
	accounts      accounts.Handlers
	people        people.Handlers
	integrations  integrations.Handlers
	streams       streams.Handlers
	waitingrooms  waitingrooms.Handlers
	public        *public.Handlers
	logs          logs.Handlers
	calendars     *calendars.Handlers
	resources     resources.Handlers
	pictures      pictures.Handlers
	archives      archives.Handlers
	translations  translations.Handlers
}

// routes is the table of everything that the API answers, beside its
// documentation and the pages for people.
func (h *handlers) routes() []access.Route {
	return slices.Concat(h.events.Routes(), h.registrations.Routes(), h.orders.Routes(), h.tills.Routes(), h.bank.Routes(), h.invoices.Routes(), h.tickets.Routes(), h.questions.Routes(), h.marketing.Routes(), h.checkins.Routes(), h.venues.Routes(), h.bookers.Routes(), h.joiners.Routes(), h.roomcalendars.Routes(),
		h.messages.Routes(), h.accounts.Routes(), h.people.Routes(), h.integrations.Routes(), h.streams.Routes(), h.waitingrooms.Routes(), h.public.Routes(), h.logs.Routes(), h.calendars.Routes(), h.resources.Routes(), h.pictures.Routes(), h.archives.Routes(), h.translations.Routes())
}

// shared is what several resources need, made once.
type shared struct {
	base   *url.URL
	kit    *httpapi.API
	access *access.Control
	links  *identity.LinkReader
	reader *wire.Reader
	ids    *id.Maker
	pages  *page.Pages

	returns *returns.Estimator
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
	s := &shared{base: base, ids: &id.Maker{Now: cfg.Now}}
	if s.kit, err = httpapi.NewAPI(httpapi.APIConfig{
		Problems: known, CursorKey: cfg.Links.Derive("cursor"), Log: cfg.Log, AccessLevel: cfg.AccessLevel,
		Secure: base.Scheme == "https", Answering: cfg.Answering, Observe: cfg.Observe,
	}); err != nil {
		return nil, err
	}
	if s.links, err = identity.NewLinkReader(identity.LinkReaderConfig{Links: cfg.Links, Store: cfg.Store, Mail: cfg.FreshLink, Now: cfg.Now}); err != nil {
		return nil, err
	}
	seen, err := signals.New(cfg.Links.Derive("visit"), func() inventory.Instant { return inventory.At(cfg.Now()) }, cfg.Limits.Shared())
	if err != nil {
		return nil, err
	}
	if s.access, err = access.NewControl(access.ControlConfig{
		API: s.kit, Store: cfg.Store, Callers: cfg.Callers, Sequencer: cfg.Sequencer, LinkReader: s.links, IDs: s.ids, Now: cfg.Now, Base: base,
		Limits: cfg.Limits, TrustedProxies: cfg.TrustedProxies,
		OriginKey: cfg.Links.Derive("origin"), PassKey: cfg.PassKey, Challenges: cfg.Challenges, Signals: seen,
	}); err != nil {
		return nil, err
	}
	if s.returns, err = returns.New(cfg.Store, cfg.Now); err != nil {
		return nil, err
	}
	s.reader = &wire.Reader{
		Returns: s.returns,
		Access:  s.access, Charts: cfg.Charts, IDs: s.ids, Links: cfg.Links, NewOrganizations: cfg.NewOrganizations, Now: cfg.Now, Sequencer: cfg.Sequencer,
		Store: cfg.Store, Tickets: cfg.Tickets, Tracking: cfg.Tracking, Wallets: cfg.Wallets,
	}
	h, err := cfg.handlers(s)
	if err != nil {
		return nil, err
	}
	rts := h.routes()
	doc := document()
	if err := doc.Prepare(documented(rts)...); err != nil {
		return nil, err
	}
	// Written when somebody asks for it: that takes longer than all the rest.
	spec := sync.OnceValues(doc.At(cfg.Version, strings.TrimSuffix(cfg.BaseURL, "/")).Bytes)
	return s.kit.Outer(s.router(rts, spec, h)), nil
}

// mayMail counts a mail that somebody asks for on a page, and reports whether it may be
// sent.
func (s *shared) mayMail(cfg *Config) func(*http.Request) bool {
	return func(r *http.Request) bool {
		return s.access.MayMail(identity.ClientAddress(r, cfg.TrustedProxies)) == nil
	}
}

// handlers gives the handlers of each resource what they need.
func (cfg *Config) handlers(s *shared) (*handlers, error) {
	passkeys, err := identity.NewPasskeys(s.base, cfg.Store, s.ids, cfg.Now)
	if err != nil {
		return nil, err
	}
	admitter, err := admission.NewAdmitter(cfg.Store)
	if err != nil {
		return nil, err
	}
	states, err := events.NewStates(cfg.Store, cfg.Now, cfg.Snapshots, cfg.MaxReplay)
	if err != nil {
		return nil, err
	}
	figures, err := events.NewFigures(cfg.Store, cfg.Now)
	if err != nil {
		return nil, err
	}
	lists, err := checkins.NewListCache(cfg.Store)
	if err != nil {
		return nil, err
	}
	printer, err := ticketpdf.New()
	if err != nil {
		return nil, err
	}
	who := registrations.Handlers{
		Checkout: cfg.hasCheckout, IDs: s.ids, Links: cfg.Links, Log: cfg.Log, PseudonymKey: cfg.Links.Derive("pseudonym"), Reader: s.reader, Store: cfg.Store,
	}
	places, err := desk.New(cfg.Store, cfg.ResourceOutbox, cfg.Now, cfg.ResourceWatch)
	if err != nil {
		return nil, err
	}
	visitors := &public.Handlers{
		Log: cfg.Log, Now: cfg.Now, Ready: cfg.Ready, Search: cfg.Search, Store: cfg.Store, Reader: s.reader, Trends: cfg.Trends, Version: cfg.Version,
	}
	mine := people.Handlers{
		Access: s.access, Elsewhere: cfg.Elsewhere, Erasures: cfg.Erasures, Joins: cfg.Joins, Links: s.links, Log: cfg.Log, Now: cfg.Now, Reader: s.reader, Store: cfg.Store,
		Hosts: func(ctx context.Context, organization string) error {
			_, err := visitors.Organizer(ctx, organization)
			return err
		},
		HostOfSeries: func(ctx context.Context, series string) (string, error) {
			s, err := visitors.Series(ctx, series, "")
			if err != nil {
				return "", err
			}
			return s.Organization.ID, nil
		},
	}
	entrances := accounts.Handlers{
		Access: s.access, IDs: s.ids, Letter: cfg.Letter, Links: cfg.Links, Mail: cfg.Mail, Merchants: cfg.Merchants, Now: cfg.Now,
		Passkeys: passkeys, Reader: s.reader, Store: cfg.Store,
	}
	booking := &bookers.Handlers{
		Access: s.access, Erasures: cfg.Erasures, IDs: s.ids, Letter: cfg.Letter, Links: cfg.Links, Now: cfg.Now, Settler: cfg.Settler, Store: cfg.Store,
	}
	joining := &joiners.Handlers{
		Access: s.access, Desk: places, Erasures: cfg.Erasures, IDs: s.ids, Letter: cfg.Letter, Links: cfg.Links, Now: cfg.Now, Settler: cfg.Settler, Store: cfg.Store,
	}
	biller, err := billing.New(billing.Config{Store: cfg.Store, Tax: cfg.Settler.Tax, Register: cfg.VATRegister, Log: cfg.Log})
	if err != nil {
		return nil, err
	}
	if s.pages, err = page.New(page.Config{
		Store: cfg.Store, Sequencer: cfg.Sequencer, Links: s.links, MayMail: s.mayMail(cfg), Tickets: cfg.Tickets, Paper: printer, Wallets: cfg.Wallets, Charts: cfg.Charts, Now: cfg.Now, Log: cfg.Log,
		Origin: strings.TrimRight(cfg.BaseURL, "/"), Pseudonym: who.Pseudonym, Site: cfg.Site, Mailbox: cfg.Mail == wire.MailMailbox, Event: func(v *storeevents.EventView, by *organizations.Profile, at *bookings.EventPlace) any {
			return events.EventBy(v, by, at, cfg.Now())
		},
		Logs: cfg.Logs, Events: s.listing(visitors), Home: home(visitors), Saw: s.saw(visitors, cfg.Tracking), Host: host(visitors), Series: series(visitors), Follow: &follower{s.access.Logins, &mine}, Find: s.finder(cfg, &entrances), Claim: s.claimer(cfg, &entrances), Places: places, Bookers: &bookerPages{booking, s, cfg}, Joins: &joinPages{joining, s, cfg}, Rooms: cfg.Turnstile, Returns: s.returns, Picture: cfg.Pictures.Load, Pay: cfg.payer(biller),
	}); err != nil {
		return nil, err
	}
	keeper, err := passes.NewKeeper(passes.Config{Store: cfg.Store, Sequencer: cfg.Sequencer, Now: cfg.Now})
	if err != nil {
		return nil, err
	}
	door := checkins.Handlers{
		Access: s.access, Admitter: admitter, IDs: s.ids, Links: cfg.Links, Lists: lists, Log: cfg.Log, Logs: cfg.Logs, Now: cfg.Now, Reader: s.reader, Store: cfg.Store, Tickets: cfg.Tickets,
	}
	bought := orders.Handlers{Charts: cfg.Charts, Checkout: cfg.hasCheckout, IDs: s.ids, Links: cfg.Links, Log: cfg.Log, Now: cfg.Now, Reader: s.reader, Settler: cfg.Settler, Store: cfg.Store}
	renderer, err := message.New(cfg.Links)
	if err != nil {
		return nil, err
	}
	all := &handlers{
		events:        events.Handlers{Access: s.access, AuditKey: cfg.AuditKey, Charts: cfg.Charts, Elsewhere: cfg.Elsewhere, InCell: cfg.Callers != nil && cfg.Callers != cfg.Store, Figures: figures, States: states, IDs: s.ids, Now: cfg.Now, Passes: keeper, Providers: cfg.Settler.PageProviders, Store: cfg.Store},
		registrations: who,
		orders:        bought,
		tills:         tills.Handlers{Admit: door.Admit, Links: cfg.Links, Now: cfg.Now, Reader: s.reader, Settler: cfg.Settler, ShowOrder: bought.Show, Store: cfg.Store},
		bank:          bank.Handlers{Log: cfg.Log, Now: cfg.Now, Settler: cfg.Settler, Store: cfg.Store},
		invoices:      invoices.Handlers{Billing: biller, Now: cfg.Now, Print: s.pages.Invoice, Store: cfg.Store},
		marketing:     marketing.Handlers{Access: s.access, Links: cfg.Links, Now: cfg.Now, Origin: strings.TrimRight(cfg.BaseURL, "/"), Renderer: renderer, Store: cfg.Store, Tracking: cfg.Tracking},
		questions:     questions.Handlers{Access: s.access, Now: cfg.Now, Reader: s.reader, Store: cfg.Store, Uploads: cfg.Uploads, Gate: questions.NewGate(), Log: cfg.Log},
		tickets:       tickets.Handlers{Charts: cfg.Charts, IDs: s.ids, Now: cfg.Now, Pages: s.pages, Reader: s.reader, Store: cfg.Store, Tickets: cfg.Tickets, Wallets: cfg.Wallets},
		checkins:      door,
		resources: resources.Handlers{
			Access: s.access, Broker: cfg.Broker, Desk: places, Erasures: cfg.Erasures, Links: cfg.Links, Now: cfg.Now, Settler: cfg.Settler, Store: cfg.Store, Webhooks: cfg.Webhooks,
		},
		translations:  translations.Handlers{Access: s.access, Store: cfg.Store},
		archives:      archives.Handlers{Access: s.access, Job: cfg.ArchiveJob, Now: cfg.Now, Store: cfg.Store},
		pictures:      pictures.Handlers{API: s.kit, Log: cfg.Log, Shelf: cfg.Pictures},
		venues:        venues.Handlers{Access: s.access, Charts: cfg.Charts, Days: venues.NewDays(), Money: venues.Money{Settler: cfg.Settler, Reader: s.reader}, Now: cfg.Now, Store: cfg.Store},
		bookers:       booking,
		joiners:       joining,
		roomcalendars: roomcalendars.Handlers{Now: cfg.Now, Store: cfg.Store, CheckURL: cfg.Webhooks.Check, Wrap: cfg.Wrap, Unwrap: cfg.Unwrap},
		messages:      messages.Handlers{Access: s.access, Dispatcher: cfg.Dispatcher, IDs: s.ids, Now: cfg.Now, PushKey: cfg.PushKey, Reader: s.reader, Store: cfg.Store},
		accounts:      entrances,
		people:        mine,
		integrations: integrations.Handlers{
			API: s.kit, Access: s.access, BaseURL: cfg.BaseURL, Catalogue: cmp.Or(cfg.Callers, cfg.Store), Elsewhere: cfg.Elsewhere, Exports: cfg.Exports, Webhooks: cfg.Webhooks, IDs: s.ids, ImportJob: cfg.ImportJob, Links: cfg.Links,
			Log: cfg.Log, Now: cfg.Now, ReadAudit: cfg.ReadAudit, Reader: s.reader, Store: cfg.Store,
		},
		streams: streams.Handlers{
			Access: s.access, Gate: stream.NewGate(0, cfg.StreamsPerNetwork), Looks: streams.NewLooks(), Heartbeat: cfg.StreamHeartbeat, Log: cfg.Log, Now: cfg.Now, Reader: s.reader, Store: cfg.Store, Streams: cfg.Streams,
		},
		waitingrooms: waitingrooms.Handlers{Access: s.access, Challenges: cfg.Challenges, Draws: cfg.Draws, IDs: s.ids, Links: cfg.Links, Mail: cfg.Mail, Joins: cfg.Joins, Promises: &statement.Keeper{Store: cfg.Store}, Rehearsals: cfg.Rehearsals, Store: cfg.Store, Turnstile: cfg.Turnstile},
		public:       visitors,
		logs:         logs.Handlers{Logs: cfg.Logs, Store: cfg.Store},
		calendars: &calendars.Handlers{
			Now: cfg.Now, Origin: strings.TrimRight(cfg.BaseURL, "/"), Host: s.base.Hostname(), Reader: s.reader, Store: cfg.Store,
		},
	}
	joining.Invoices = &all.invoices
	if cfg.Elsewhere != nil {
		people.AnswerOthers(&all.people)
		events.AnswerOthers(&all.events)
		integrations.AnswerOthers(&all.integrations)
	}
	return all, nil
}

// document is the document of all routes. They are the same of every server, and it takes
// longer to make than a server.
var document = sync.OnceValue(func() *httpapi.Document {
	doc := newDocument()
	doc.Add(documented((&handlers{}).routes())...)
	doc.AddHooks(integrations.Hooks()...)
	return doc
})

// documented is what the document says of routes.
func documented(rts []access.Route) []*httpapi.Route {
	all := make([]*httpapi.Route, len(rts))
	for i := range rts {
		all[i] = &rts[i].Route
	}
	return all
}

// OpenAPI returns the OpenAPI 3.1 document, without a server. It is the same
// each time.
func OpenAPI() ([]byte, error) { return document().At("", "/").Bytes() }
