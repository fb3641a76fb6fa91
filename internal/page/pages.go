package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"image"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page/keeper"
	"github.com/holdfast-events/holdfast/internal/preview"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
	"github.com/holdfast-events/holdfast/internal/waitroom"
	"github.com/holdfast-events/holdfast/internal/waitroom/returns"
	"github.com/holdfast-events/holdfast/internal/waitroom/turnstile"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

//go:embed asset
var assets embed.FS

// historyShown is how many steps of a history a page shows; the API has them all.
const historyShown = 50

// Config configures the pages. All but Now and Log are required.
type Config struct {
	Store     *store.Store
	Sequencer *sequencer.Sequencer
	// Links reads the signed links that lead here.
	Links *identity.LinkReader
	// MayMail counts a mail that somebody asks for, and reports whether it is sent; nil: it is.
	MayMail func(*http.Request) bool
	// Tickets makes the codes that an order's page shows.
	Tickets *ticket.Keys
	// Paper prints tickets.
	Paper *ticketpdf.Printer
	// Wallets makes passes for telephones, as far as that is set up.
	Wallets wallet.Wallets
	// Charts knows where named seats are.
	Charts *seatchart.Charts
	// Origin is where people reach the server: scheme, host and port.
	Origin string
	// Pseudonym names another person in the history of an entry.
	Pseudonym func(entry, person string) string
	// Site is the web app that enhances the pages; nil: they stand alone.
	Site *site.Site
	// Mailbox: mail is kept here, for trying things out, and the app says where.
	Mailbox bool
	// Logs are the public logs of events; nil: there are none.
	Logs *publiclog.Logs
	// Keeper reads events for strangers; nil: a new one.
	Keeper *keeper.Keeper
	// Event is how the API shows an event, for the app to begin with; nil: the
	// app asks for it.
	Event func(*events.EventView, *organizations.Profile, *venues.EventPlace) any
	// Events lists events as the API does; nil: none are listed.
	Events Events
	// Home lists events by sections as the API does; nil: the home page is the list.
	Home Home
	// Saw is told that somebody looked at the page of an event; nil: nobody counts that.
	Saw func(r *http.Request, event string)
	// Host finds an organization that everybody may see, or database.ErrNotFound, and what
	// the API says of it; nil: hosts have no pages.
	Host func(ctx context.Context, organization string) (*Host, any, error)
	// Series finds a series that everybody may see, or database.ErrNotFound; nil: series have
	// no pages.
	Series func(ctx context.Context, series, language string) (*SeriesListing, error)
	// Follow follows organizations for the signed-in account; nil: pages offer no form for it.
	Follow Follower
	// Claim mails a link that confirms an address for an invitation; nil: nobody can.
	Claim Claimer
	// Find mails somebody what they booked; nil: that takes the app.
	Find Finder
	// Places answers for places on the waitlists of resources; nil: they have no pages.
	Places *waitlists.Service
	// Bookers answers for people who book rooms without being members; nil: they cannot.
	Bookers Bookers
	// Joins answers for people who join waitlists of resources by themselves; nil: they cannot.
	Joins Joins
	// Returns says about how long people on waitlists wait; nil: nobody does.
	Returns *returns.Estimator
	// Rooms reports the status of places in waiting rooms; nil: they have no pages.
	Rooms *turnstile.Turnstile
	// RoomReceipt makes the receipt of such a place again, as it was given; nil: pages have no file of it.
	RoomReceipt func(ctx context.Context, event string, index int64) (*waitroom.Receipt, error)
	// Picture opens a picture of an event, or says database.ErrNotFound; nil: previews of links have
	// the drawn art.
	Picture func(ctx context.Context, name string, width int) (image.Image, error)
	// SitemapEvents is how many events are in one file of the sitemap; 0: as many as may be.
	SitemapEvents int
	// Pay is how an order is paid; the zero Payer: not here.
	Pay Payer
	Now func() time.Time // nil: time.Now
	Log *slog.Logger     // nil: slog.Default()
}

// Pages serves the pages.
type Pages struct {
	ids      id.Maker
	feedback feedback.Collector // takes what guests say of an event after it
	cfg      Config
	html     *template.Template
	css      []byte
	cssURL   string
	guard    *http.CrossOriginProtection
	// previews are those of links that were drawn lately.
	previews *previews
	// mapping are the files of the sitemap that were read lately.
	mapping *mapping
}

// Route is one route of the pages. Patterns have a {token} that is read with
// http.Request.PathValue.
type Route struct {
	Method, Pattern string
	Handler         http.Handler
}

// New checks the configuration.
func New(cfg Config) (*Pages, error) {
	if cfg.Store == nil || cfg.Sequencer == nil || cfg.Links == nil || cfg.Tickets == nil || cfg.Paper == nil || cfg.Charts == nil || cfg.Pseudonym == nil {
		return nil, errors.New("page: Config.Store, Sequencer, Links, Tickets, Paper, Charts and Pseudonym are required")
	}
	if cfg.SitemapEvents <= 0 {
		cfg.SitemapEvents = mapEvents
	}
	if cfg.Keeper == nil {
		cfg.Keeper = keeper.New(cfg.Store)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	p := &Pages{cfg: cfg, guard: http.NewCrossOriginProtection(), previews: newPreviews(&preview.Drawer{Letters: cfg.Paper}), mapping: newMapping()}
	p.feedback = feedback.Collector{Store: cfg.Store, Now: func() inventory.Instant { return inventory.At(cfg.Now()) }}
	if err := p.guard.AddTrustedOrigin(cfg.Origin); err != nil {
		return nil, fmt.Errorf("page: Config.Origin: %w", err)
	}
	p.guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.show(w, r, http.StatusForbidden, &view{State: "foreign"})
	}))
	var err error
	if p.html, err = template.ParseFS(assets, "asset/*.html"); err != nil {
		return nil, fmt.Errorf("page: templates: %w", err)
	}
	if p.css, err = assets.ReadFile("asset/page.css"); err != nil {
		return nil, fmt.Errorf("page: stylesheet: %w", err)
	}
	// The name holds the content, so that browsers can keep it for good.
	sum := sha256.Sum256(p.css)
	p.cssURL = "/assets/page-" + hex.EncodeToString(sum[:6]) + ".css"
	return p, nil
}

// Routes returns the routes of the pages.
func (p *Pages) Routes() []Route {
	get := func(pattern string, kind identity.LinkKind) Route {
		return Route{http.MethodGet, pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.get(w, r, kind) })}
	}
	post := func(pattern string, kind identity.LinkKind, do action) Route {
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.post(w, r, kind, do) })
		return Route{http.MethodPost, pattern, p.guard.Handler(h)}
	}
	routes := []Route{
		get("/o/{token}", identity.OfferLink),
		post("/o/{token}/accept", identity.OfferLink, accept),
		post("/o/{token}/decline", identity.OfferLink, decline),
		get("/e/{token}", identity.EntryLink),
		post("/e/{token}/accept", identity.EntryLink, accept),
		post("/e/{token}/decline", identity.EntryLink, decline),
		post("/e/{token}/leave", identity.EntryLink, leave),
		{http.MethodGet, "/u/{token}", http.HandlerFunc(p.preferences)},
		// Mail programs without one-click open the address of the header themselves.
		{http.MethodGet, "/u/{token}/unsubscribe", http.HandlerFunc(p.preferences)},
		// One click comes from a mail program, which is another origin (RFC 8058).
		// The token is what shows that it may.
		{http.MethodPost, "/u/{token}/unsubscribe", http.HandlerFunc(p.unsubscribe)},
		{http.MethodPost, "/u/{token}/subscribe", p.guard.Handler(http.HandlerFunc(p.subscribe))},
		{http.MethodPost, "/u/{token}/withdraw", p.guard.Handler(http.HandlerFunc(p.withdrawConsent))},
		{http.MethodGet, "/h/{token}", http.HandlerFunc(p.feedbackForm)},
		{http.MethodPost, "/h/{token}", p.guard.Handler(http.HandlerFunc(p.takeFeedback))},
		{http.MethodGet, "/i/{token}", http.HandlerFunc(p.invitation)},
		{http.MethodPost, "/i/{token}", p.guard.Handler(http.HandlerFunc(p.takeInvitation))},
		{http.MethodPost, "/i/{token}/decline", p.guard.Handler(http.HandlerFunc(p.declineInvitation))},
		{http.MethodGet, "/f/{token}", http.HandlerFunc(p.followLink)},
		{http.MethodGet, "/f/{token}/unsubscribe", http.HandlerFunc(p.followLink)},
		{http.MethodPost, "/f/{token}/unsubscribe", http.HandlerFunc(p.unfollowByLink)},
		{http.MethodPost, "/f/{token}/reach", p.guard.Handler(http.HandlerFunc(followPages{p}.takeReach))},
		p.renewForm(identity.OfferLink), p.renewForm(identity.EntryLink), p.renewForm(identity.OrderLink), p.renewForm(identity.TransferLink), p.renewForm(identity.PreferenceLink),
		p.proof(identity.EntryLink), p.proof(identity.OrderLink),
		get("/r/{token}", identity.OrderLink),
		post("/r/{token}/cancel", identity.OrderLink, cancel),
		{http.MethodPost, "/r/{token}/billing", p.guard.Handler(http.HandlerFunc(businessPages{p}.take))},
		{http.MethodPost, "/r/{token}/pay/{provider}", p.guard.Handler(http.HandlerFunc(p.pay))},
		{http.MethodGet, "/r/{token}/tickets.pdf", http.HandlerFunc(p.pdf)},
		{http.MethodGet, "/r/{token}/receipt.pdf", http.HandlerFunc(p.receipt)},
		{http.MethodGet, "/r/{token}/invoices/{invoice}/{file}", http.HandlerFunc(p.invoiceFile)},
		{http.MethodGet, "/r/{token}/{ticket}/pass.pkpass", p.pass(p.ofOrder, p.sendApple)},
		{http.MethodGet, "/r/{token}/{ticket}/google-wallet", p.pass(p.ofOrder, p.toGoogle)},
		{http.MethodGet, "/t/{token}/pass.pkpass", p.pass(p.ofTransfer, p.sendApple)},
		{http.MethodGet, "/t/{token}/google-wallet", p.pass(p.ofTransfer, p.toGoogle)},
		{http.MethodGet, "/t/{token}", http.HandlerFunc(p.transferPage)},
		{http.MethodGet, "/t/{token}/ticket.pdf", http.HandlerFunc(p.transferPDF)},
		p.transferForm("accept", func(who inventory.Who, t string) inventory.Command {
			return inventory.AcceptTransfer{Who: who, TransferID: t}
		}),
		p.transferForm("decline", func(who inventory.Who, t string) inventory.Command {
			return inventory.DeclineTransfer{Who: who, TransferID: t}
		}),
		p.transferForm("cancel", func(who inventory.Who, t string) inventory.Command {
			return inventory.CancelTransfer{Who: who, TransferID: t}
		}),
		{http.MethodGet, venuePath + "{venue_id}", http.HandlerFunc(p.venuePage)},
		{http.MethodGet, p.cssURL, http.HandlerFunc(p.stylesheet)},
	}
	routes = append(routes, consentPages{p}.routes()...)
	if p.cfg.Follow != nil {
		routes = append(routes, p.followForm("follow"), p.followForm("unfollow"))
	}
	if p.cfg.Places != nil {
		routes = append(routes, p.placeRoutes()...)
	}
	if p.cfg.Bookers != nil {
		routes = append(routes, bookingPages{p}.routes()...)
	}
	if p.cfg.Rooms != nil {
		routes = append(routes, p.roomRoutes()...)
	}
	if p.cfg.Claim != nil {
		routes = append(routes, claimPages{p}.routes()...)
	}
	if p.cfg.Find != nil {
		routes = append(routes, Route{http.MethodPost, findPath, p.guard.Handler(http.HandlerFunc(p.findBookings))})
	}
	return append(routes, p.appRoutes()...)
}

func (p *Pages) stylesheet(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write(p.css) // the client went away: there is nobody to tell
}

// subject is what a link leads to, as it stands.
type subject struct {
	link  identity.Link
	event *events.EventView
	v     *events.RegistrationView
	typed string     // as a price, with what was sent
	code  string     // the same, as a promo code
	form  url.Values // all that was sent; nil: nothing was
}

var errNotTheirs = errors.New("page: the thing is not the person's")

// find reads what a token leads to.
func (p *Pages) find(ctx context.Context, token string, kind identity.LinkKind) (*subject, error) {
	link, err := p.cfg.Links.Read(ctx, token)
	if err != nil {
		return nil, err
	}
	if link.Kind != kind {
		return nil, identity.ErrLinkInvalid
	}
	s := &subject{link: link}
	switch kind {
	case identity.OfferLink:
		s.v, err = p.cfg.Store.Registrations.OfferByID(ctx, link.ID)
	case identity.EntryLink:
		s.v, err = p.cfg.Store.Registrations.Entry(ctx, link.ID)
	default:
		s.v, err = p.cfg.Store.Registrations.Hold(ctx, link.ID)
	}
	if err != nil {
		return nil, err
	}
	if s.v.Person.ID != link.Person && !link.Bears() {
		return nil, errNotTheirs
	}
	s.event, err = p.cfg.Store.Events.Event(ctx, link.Event())
	return s, err
}

func (p *Pages) get(w http.ResponseWriter, r *http.Request, kind identity.LinkKind) {
	s, err := p.find(r.Context(), r.PathValue("token"), kind)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v, err := p.view(r, s)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v.Embedded = embedded{Link: &linkTarget{Kind: targets[kind], ID: s.link.ID, EventID: s.link.Event(), Bearer: s.link.Bears(), Pays: s.link.Reach == identity.ReachPay, ConsentsURL: v.ConsentsURL}}
	p.show(w, r, http.StatusOK, v)
}

// action makes the command of a form.
type action func(s *subject, who inventory.Who) (inventory.Command, bool)

func accept(s *subject, who inventory.Who) (inventory.Command, bool) {
	if s.v.Offer == nil {
		return nil, false
	}
	c := inventory.Accept{Who: who, OfferID: s.v.Offer.ID, Promo: strings.ToUpper(s.code), AddOns: s.taken()}
	if offeredTier(s) != nil {
		c.UnitPrice = readAmount(s.typed, s.event.Event.Settings.Orders.Currency)
	}
	return c, true
}

func decline(s *subject, who inventory.Who) (inventory.Command, bool) {
	if s.v.Offer == nil {
		return nil, false
	}
	return inventory.Decline{Who: who, OfferID: s.v.Offer.ID}, true
}

func leave(s *subject, who inventory.Who) (inventory.Command, bool) {
	return inventory.Leave{Who: who, EntryID: s.v.Entry.ID}, true
}

func cancel(s *subject, who inventory.Who) (inventory.Command, bool) {
	if s.v.Hold.Kind == inventory.KindOrder {
		return inventory.CancelOrder{Who: who, OrderID: s.v.Hold.ID}, true
	}
	return inventory.Cancel{Who: who, OrderID: s.v.Hold.ID}, true
}

// post does what a form asks for and shows the page again, by a redirect, so
// that reloading repeats nothing. All these commands may be given twice.
func (p *Pages) post(w http.ResponseWriter, r *http.Request, kind identity.LinkKind, do action) {
	token := r.PathValue("token")
	s, err := p.find(r.Context(), token, kind)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxOfferForm)
	if r.ParseForm() != nil { // what it asks for is not known
		p.show(w, r, http.StatusBadRequest, &view{State: "refused", Title: translated(r, s.event).Details.Title, Back: "/" + string(kind) + "/" + token})
		return
	}
	s.form, s.typed, s.code = r.PostForm, r.PostForm.Get("price"), strings.TrimSpace(r.PostForm.Get("code"))
	cmd, ok := do(s, inventory.Who{Actor: s.link.Actor()})
	if _, ends := cmd.(inventory.CancelOrder); ends && !s.link.MayEnd(s.v.Hold) {
		if !mayEnd(&s.event.Event, s.v.Hold, inventory.At(p.cfg.Now())) { // a fresh link would not help
			p.refuse(w, r, s, kind, token)
			return
		}
		p.fail(w, r, identity.ErrReach)
		return
	}
	if ok {
		reply, err := p.cfg.Sequencer.Submit(r.Context(), sequencer.Request{EventID: s.link.Event(), Command: cmd})
		switch {
		case err != nil:
			p.fail(w, r, err)
			return
		case besideRefused(&reply), reply.Code == inventory.PriceOutOfRange,
			reply.Code == inventory.CodeUnknown, reply.Code == inventory.CodeNotValid, reply.Code == inventory.CodeUsedUp, reply.Code == inventory.CodeNotApplicable:
			p.refusedTyped(w, r, s, &reply)
			return
		case reply.Code == inventory.CancellationClosed, reply.Code == inventory.RegistrationClosed, reply.Code == inventory.RefundByStaffOnly,
			reply.Code == inventory.TicketsMoved:
			p.refuse(w, r, s, kind, token)
			return
		}
		// Every other refusal means that it has ended meanwhile, and how: the
		// page says so.
	}
	http.Redirect(w, r, "/"+string(kind)+"/"+token, http.StatusSeeOther)
}

// refuse says that the organizer does not allow what a form asked for.
func (p *Pages) refuse(w http.ResponseWriter, r *http.Request, s *subject, kind identity.LinkKind, token string) {
	p.show(w, r, http.StatusConflict, &view{State: "refused", Title: translated(r, s.event).Details.Title, Back: "/" + string(kind) + "/" + token})
}

// fail shows what went wrong, and no more than that.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, state := http.StatusInternalServerError, "error"
	switch {
	case errors.Is(err, identity.ErrLinkExpired):
		status, state = http.StatusGone, "expired"
	case errors.Is(err, identity.ErrLinkRevoked):
		status, state = http.StatusGone, "revoked"
	case errors.Is(err, identity.ErrReach):
		status, state = http.StatusForbidden, "fresh"
	case errors.Is(err, identity.ErrLinkInvalid), errors.Is(err, errNotTheirs), errors.Is(err, database.ErrNotFound):
		status, state = http.StatusNotFound, "invalid"
	case errors.Is(err, sequencer.ErrBusy), errors.Is(err, sequencer.ErrClosed), errors.Is(err, sequencer.ErrUnavailable),
		errors.Is(err, sequencer.ErrUnknown), errors.Is(err, sequencer.ErrClock), errors.Is(err, database.ErrUnavailable), errors.Is(err, ErrBusy), errors.Is(err, context.DeadlineExceeded):
		status, state = http.StatusServiceUnavailable, "busy"
		w.Header().Set("Retry-After", "2")
	case errors.Is(err, context.Canceled):
		return // nobody is there to read it
	default:
		p.cfg.Log.Error("page failed", "request_id", w.Header().Get("X-Request-Id"), "error", err)
	}
	v := &view{State: state, Embedded: embedded{Problem: &failure{Code: problems[state], Status: status}}}
	if state == "expired" || state == "revoked" || state == "fresh" {
		kind, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		v.Turn = &ending{WordsFor(r.Header.Get("Accept-Language")).MailFresh, "/" + kind + "/" + r.PathValue("token") + "/renew"}
	}
	p.show(w, r, status, v)
}

// renewForm is the route of the form that has a fresh link mailed to the person of a
// link, whether that one still works or not.
func (p *Pages) renewForm(kind identity.LinkKind) Route {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.cfg.MayMail != nil && !p.cfg.MayMail(r) {
			p.show(w, r, http.StatusTooManyRequests, &view{State: "busy"})
			return
		}
		if err := p.cfg.Links.Renew(r.Context(), r.PathValue("token")); err != nil {
			p.fail(w, r, err)
			return
		}
		p.show(w, r, http.StatusOK, &view{State: "mailed", Good: true})
	})
	return Route{http.MethodPost, "/" + string(kind) + "/{token}/renew", p.guard.Handler(h)}
}

func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, v *view) {
	v.Words = WordsFor(r.Header.Get("Accept-Language"))
	v.CSS = p.cssURL
	if p.enhances(r) {
		p.enhanced(w, status, v, r)
		return
	}
	body, ok := p.render(w, "page.html", v)
	if !ok {
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", v.Words.Tag.String())
	h.Set("Vary", "Accept-Language")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	if !v.Public {
		h.Set("X-Robots-Tag", "noindex, nofollow")
	}
	h.Set("Permissions-Policy", site.Permissions)
	images := ""
	if v.Picture != nil || len(v.Pictured) > 0 {
		images = "img-src 'self'; "
	}
	h.Set("Content-Security-Policy", "default-src 'none'; "+images+"style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	w.Write(body) // the client went away: there is nobody to tell
}

// serverOnly is where pages are for which the app has none: it would show there that
// there is nothing.
var serverOnly = []string{"/u/", "/h/", "/i/", identity.HandoverPath, "/f/", "/m/", identity.PlacePath, identity.BookingPath, venuePath, resourcePath}

// enhances reports whether the app takes over the page that a request is answered with.
// The answer to a form goes to somebody without a script.
func (p *Pages) enhances(r *http.Request) bool {
	return p.cfg.Site != nil && p.cfg.Site.Built() && r.Method != http.MethodPost && !slices.ContainsFunc(serverOnly, func(prefix string) bool { return strings.HasPrefix(r.URL.Path, prefix) })
}

// render executes a template, or answers that it could not.
func (p *Pages) render(w http.ResponseWriter, name string, v *view) ([]byte, bool) {
	var buf bytes.Buffer
	if err := p.html.ExecuteTemplate(&buf, name, v); err != nil {
		p.cfg.Log.Error("page not rendered", "error", err)
		http.Error(w, v.Words.Headings["error"], http.StatusInternalServerError)
		return nil, false
	}
	return buf.Bytes(), true
}
