package api

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/accounts"
	"github.com/holdfast-events/holdfast/internal/api/archives"
	"github.com/holdfast-events/holdfast/internal/api/bank"
	"github.com/holdfast-events/holdfast/internal/api/bookers"
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
	"github.com/holdfast-events/holdfast/internal/api/questions"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/resources"
	"github.com/holdfast-events/holdfast/internal/api/roomcalendars"
	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/api/tickets"
	"github.com/holdfast-events/holdfast/internal/api/tills"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/api/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/billing"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/discovery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/oidc"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storemessages "github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/tracking"
	"github.com/holdfast-events/holdfast/internal/turnedaway"
	"github.com/holdfast-events/holdfast/internal/turns"
	"github.com/holdfast-events/holdfast/internal/upload"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
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
	// Crowd gives turns to those who join a waiting room; nil: all have theirs at once.
	Crowd *turns.Gate
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
	ResourceOutbox waitlists.Outbox
	// Broker: servers of the installation take what systems publish of resources.
	Broker bool
	// ResourceWatch is called with each decision about such places; nil: nobody is.
	ResourceWatch waitlists.Watch
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
	// OIDC is the OpenID Connect provider that members sign in with; nil: there is none.
	OIDC *oidc.Provider
	// Wallets makes passes for telephones, as far as that is set up.
	Wallets wallet.Wallets
	// Letter makes the job that mails a one-time link or an invitation, stored
	// with what it is about. Nil: nothing is mailed.
	Letter func(what accountmail.Kind, thing, org string) (database.Job, error)
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
	// TurnedAway counts why people were refused at events; nil: on this server alone, and nothing is written.
	TurnedAway *turnedaway.Counter
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
	if cfg.TurnedAway == nil {
		if cfg.TurnedAway, err = turnedaway.New(turnedaway.Config{Store: cfg.Store, Server: rand.Text(), Now: cfg.Now, Log: cfg.Log}); err != nil {
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

// New checks the configuration and returns the handler of everything that the
// server answers: the API, its documentation, and the pages for people.
func New(cfg Config) (http.Handler, error) {
	base, err := cfg.check()
	if err != nil {
		return nil, err
	}
	s, err := cfg.shared(base)
	if err != nil {
		return nil, err
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
