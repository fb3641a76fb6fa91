package api

import (
	"cmp"
	"context"
	"slices"

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
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/message"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/page/keeper"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/statement"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/stream"
)

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
	bookers       bookers.Handlers
	joiners       joiners.Handlers
	roomcalendars roomcalendars.Handlers
	messages      messages.Handlers
	accounts      accounts.Handlers
	people        people.Handlers
	integrations  integrations.Handlers
	streams       streams.Handlers
	waitingrooms  waitingrooms.Handlers
	public        public.Handlers
	logs          logs.Handlers
	calendars     calendars.Handlers
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

// handlers gives the handlers of each resource what they need, group by group: each needs only the
// groups before it.
func (cfg *Config) handlers(s *shared) (*handlers, error) {
	h := &handlers{}
	h.makePublic(cfg, s)
	h.makeGuests(cfg, s)
	h.makeRooms(cfg, s)
	h.makeIntegrations(cfg, s)
	for _, group := range []func(*Config, *shared) error{h.makeEvents, h.makeAccounts, h.makeMoney, h.makeDoor, h.makePages} {
		if err := group(cfg, s); err != nil {
			return nil, err
		}
	}
	if cfg.Elsewhere != nil {
		people.AnswerOthers(&h.people)
		events.AnswerOthers(&h.events)
		integrations.AnswerOthers(&h.integrations)
	}
	return h, nil
}

// makePublic makes the handlers of what everybody may read.
func (h *handlers) makePublic(cfg *Config, s *shared) {
	h.public = public.Handlers{
		Log: cfg.Log, Now: cfg.Now, Ready: cfg.Ready, Search: cfg.Search, Store: cfg.Store, Reader: s.common.Reader, Trends: cfg.Trends, Version: cfg.Version,
	}
	h.public.Bound()
	h.calendars = calendars.Handlers{Now: cfg.Now, Origin: s.origin, Host: s.base.Hostname(), Reader: s.common.Reader, Store: cfg.Store}
	h.logs = logs.Handlers{Logs: cfg.Logs, Store: cfg.Store}
	h.pictures = pictures.Handlers{API: s.kit, Log: cfg.Log, Shelf: cfg.Pictures}
}

// makeGuests makes the handlers of what people have, and of what they are told.
func (h *handlers) makeGuests(cfg *Config, s *shared) {
	h.registrations = registrations.Handlers{Base: s.common, Checkout: cfg.hasCheckout, PseudonymKey: cfg.Links.Derive("pseudonym")}
	h.people = people.Handlers{
		Base: s.common, Elsewhere: cfg.Elsewhere, Erasures: cfg.Erasures, Joins: cfg.Joins, LinkReader: s.links,
		Hosts: func(ctx context.Context, organization string) error {
			_, err := h.public.Organizer(ctx, organization)
			return err
		},
		HostOfSeries: func(ctx context.Context, series string) (string, error) {
			s, err := h.public.Series(ctx, series, "")
			if err != nil {
				return "", err
			}
			return s.Organization.ID, nil
		},
	}
	h.messages = messages.Handlers{Base: s.common, Dispatcher: cfg.Dispatcher, PushKey: cfg.PushKey}
	h.streams = streams.Handlers{
		Base: s.common, Gate: stream.NewGate(0, cfg.StreamsPerNetwork), Looks: streams.NewLooks(), Heartbeat: cfg.StreamHeartbeat, Streams: cfg.Streams,
	}
}

// makeRooms makes the handlers of rooms and other capacity of venues, and of those who book it or wait for it.
func (h *handlers) makeRooms(cfg *Config, s *shared) {
	h.venues = venues.Handlers{
		Access: s.access, Charts: cfg.Charts, Days: venues.NewDays(), Money: venues.Money{Settler: cfg.Settler, Reader: s.common.Reader}, Now: cfg.Now, Store: cfg.Store,
	}
	h.roomcalendars = roomcalendars.Handlers{Now: cfg.Now, Store: cfg.Store, CheckURL: cfg.Webhooks.Check, Wrap: cfg.Wrap, Unwrap: cfg.Unwrap}
	h.bookers = bookers.Handlers{
		Access: s.access, Erasures: cfg.Erasures, IDs: s.common.IDs, Invoices: &h.invoices, Letter: cfg.Letter, Links: cfg.Links, Now: cfg.Now, Settler: cfg.Settler, Store: cfg.Store,
	}
	h.resources = resources.Handlers{Base: s.common, Broker: cfg.Broker, Waitlists: s.places, Erasures: cfg.Erasures, Settler: cfg.Settler, Webhooks: cfg.Webhooks}
}

// makeIntegrations makes the handlers of what other programs ask.
func (h *handlers) makeIntegrations(cfg *Config, s *shared) {
	h.integrations = integrations.Handlers{
		Base: s.common, API: s.kit, BaseURL: cfg.BaseURL, Catalogue: cmp.Or(cfg.Callers, cfg.Store), Elsewhere: cfg.Elsewhere, Exports: cfg.Exports,
		Webhooks: cfg.Webhooks, ImportJob: cfg.ImportJob, ReadAudit: cfg.ReadAudit,
	}
}

// makeEvents makes the handlers of events, and of what organizers say of them.
func (h *handlers) makeEvents(cfg *Config, s *shared) error {
	states, err := events.NewStates(cfg.Store, cfg.Now, cfg.Snapshots, cfg.MaxReplay)
	if err != nil {
		return err
	}
	figures, err := events.NewFigures(cfg.Store, cfg.Now)
	if err != nil {
		return err
	}
	passKeeper, err := passes.NewKeeper(passes.Config{Store: cfg.Store, Sequencer: cfg.Sequencer, Now: cfg.Now})
	if err != nil {
		return err
	}
	s.strangers = keeper.New(cfg.Store)
	h.events = events.Handlers{
		Base: s.common, AuditKey: cfg.AuditKey, Charts: cfg.Charts, Elsewhere: cfg.Elsewhere, InCell: cfg.Callers != nil && cfg.Callers != cfg.Store,
		Figures: figures, States: states, Passes: passKeeper, Providers: cfg.Settler.PageProviders,
		Strangers: events.NewStrangers(s.strangers),
	}
	h.questions = questions.Handlers{Base: s.common, Uploads: cfg.Uploads, Gate: questions.NewGate()}
	h.translations = translations.Handlers{Access: s.access, Store: cfg.Store}
	h.archives = archives.Handlers{Access: s.access, Job: cfg.ArchiveJob, Now: cfg.Now, Store: cfg.Store}
	h.waitingrooms = waitingrooms.Handlers{
		Access: s.access, Challenges: cfg.Challenges, Draws: cfg.Draws, IDs: s.common.IDs, Links: cfg.Links, Mail: cfg.Mail, Joins: cfg.Joins,
		Promises: &statement.Keeper{Store: cfg.Store}, Rehearsals: cfg.Rehearsals, Store: cfg.Store, Turnstile: cfg.Turnstile,
	}
	return nil
}

// makeAccounts makes the handlers of organizations, their members and everybody who signs in.
func (h *handlers) makeAccounts(cfg *Config, s *shared) error {
	passkeys, err := identity.NewPasskeys(s.base, cfg.Store, s.common.IDs, cfg.Now)
	if err != nil {
		return err
	}
	h.accounts = accounts.Handlers{Base: s.common, Letter: cfg.Letter, Mail: cfg.Mail, Merchants: cfg.Merchants, OIDC: cfg.OIDC, Passkeys: passkeys}
	return nil
}

// makeMoney makes the handlers of what is sold, how it is paid, and what is written about that.
func (h *handlers) makeMoney(cfg *Config, s *shared) error {
	renderer, err := message.New(cfg.Links)
	if err != nil {
		return err
	}
	h.orders = orders.Handlers{Base: s.common, Charts: cfg.Charts, Checkout: cfg.hasCheckout, Settler: cfg.Settler}
	h.bank = bank.Handlers{Log: cfg.Log, Now: cfg.Now, Settler: cfg.Settler, Store: cfg.Store}
	h.invoices = invoices.Handlers{
		Billing: s.biller, Now: cfg.Now, Store: cfg.Store, Print: page.InvoicePrinter{Paper: s.paper}.Print,
	}
	h.joiners = joiners.Handlers{
		Base: s.common, Waitlists: s.places, Erasures: cfg.Erasures, Invoices: &h.invoices, Letter: cfg.Letter, Settler: cfg.Settler,
	}
	h.marketing = marketing.Handlers{Base: s.common, Origin: s.origin, Renderer: renderer, Tracking: cfg.Tracking}
	return nil
}

// makeDoor makes the handlers of check-in, and of what is sold at the door.
func (h *handlers) makeDoor(cfg *Config, s *shared) error {
	admitter, err := admission.NewAdmitter(cfg.Store)
	if err != nil {
		return err
	}
	lists, err := checkins.NewListCache(cfg.Store)
	if err != nil {
		return err
	}
	h.checkins = checkins.Handlers{Base: s.common, Admitter: admitter, Lists: lists, Logs: cfg.Logs, Tickets: cfg.Tickets}
	h.tills = tills.Handlers{Base: s.common, Admit: h.checkins.Admit, Settler: cfg.Settler, ShowOrder: h.orders.Show}
	return nil
}

// makePages makes the pages for people, which ask the handlers of the other groups, and the handlers of
// what is printed as the pages show it.
func (h *handlers) makePages(cfg *Config, s *shared) (err error) {
	if s.pages, err = page.New(page.Config{
		Store: cfg.Store, Sequencer: cfg.Sequencer, Links: s.links, MayMail: s.mayMail(cfg), Tickets: cfg.Tickets, Paper: s.paper, Wallets: cfg.Wallets, Charts: cfg.Charts,
		Now: cfg.Now, Log: cfg.Log, Origin: s.origin, Site: cfg.Site, Mailbox: cfg.Mail == wire.MailMailbox, Logs: cfg.Logs, Rooms: cfg.Turnstile, RoomReceipt: cfg.Joins.Receipt, Returns: s.returns,
		Picture: cfg.Pictures.Load, Places: s.places, Pay: cfg.payer(s.biller), Pseudonym: h.registrations.Pseudonym,
		Keeper: s.strangers,
		Event: func(v *storeevents.EventView, by *organizations.Profile, at *storevenues.EventPlace) any {
			return events.EventBy(v, by, at, cfg.Now())
		},
		Events: s.listing(&h.public), Home: home(&h.public), Saw: s.saw(&h.public, cfg.Tracking), Host: host(&h.public), Series: series(&h.public),
		Follow: &follower{s.access.Logins, &h.people}, Find: s.finder(cfg, &h.accounts), Claim: s.claimer(cfg, &h.accounts),
		Bookers: &bookerPages{&h.bookers, s, cfg}, Joins: &joinPages{&h.joiners, s, cfg},
	}); err != nil {
		return err
	}
	h.tickets = tickets.Handlers{Base: s.common, Charts: cfg.Charts, Pages: s.pages, Tickets: cfg.Tickets, Wallets: cfg.Wallets}
	return nil
}
