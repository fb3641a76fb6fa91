package page

import (
	"html/template"
	"net/http"
	"strings"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/site"
	checkers "github.com/holdfast-events/holdfast/verify"
)

// embedded is what the app finds in a page, to spare it the first question.
type embedded struct {
	Link    *linkTarget `json:"link,omitempty"`
	Room    *roomTarget `json:"room,omitempty"`
	Problem *failure    `json:"problem,omitempty"`
	Event   any         `json:"event,omitempty"`
	// Events and Past are the first pages of what is listed here, and Host who hosts it.
	Events any `json:"events,omitempty"`
	Past   any `json:"past,omitempty"`
	// Home is what the home page lists.
	Home any `json:"home,omitempty"`
	Host any `json:"host,omitempty"`
	// Series is the series whose page it is.
	Series any `json:"series,omitempty"`
	// Mailbox: mail is kept here, for trying things out.
	Mailbox bool `json:"mailbox,omitempty"`
}

// linkTarget is what a signed link leads to. The token itself is in the address.
type linkTarget struct {
	Kind    string `json:"kind"`
	ID      string `json:"id"`
	EventID string `json:"event_id"`
	// Bearer: the link is for whoever has it, and tells nothing of a person.
	Bearer bool `json:"bearer,omitempty"`
	// Pays: it does no more than that; who comes in is for others to say.
	Pays bool `json:"pays,omitempty"`
	// ConsentsURL is where the reader withdraws what they have agreed to; empty: it is nothing.
	ConsentsURL string `json:"consents_url,omitempty"`
}

// roomTarget is the event in whose waiting room a place is. The token that leads to it is in the
// address.
type roomTarget struct {
	EventID string `json:"event_id"`
}

// failure is why there is nothing to show, as the API would say it.
type failure struct {
	Code   string `json:"code"`
	Status int    `json:"status"`
}

// targets are the kinds of links as the API calls what they lead to.
var targets = map[identity.LinkKind]string{identity.OfferLink: "offer", identity.EntryLink: "entry", identity.OrderLink: "order"}

// problems are the API's codes of the states in which there is nothing to show.
var problems = map[string]string{"expired": "link_expired", "revoked": "link_revoked", "fresh": "fresh_link_required", "invalid": "invalid_link", "busy": "busy", "error": "internal_error"}

// appAddresses are where the app has pages that the server knows nothing of. A *
// stands for everything below.
var appAddresses = []string{"/sign-in", "/sign-in/oidc", findPath, "/setup", "/me", "/me/*", "/manage", "/manage/*", "/door", "/door/*"}

// appRoutes are the routes of the app and its files, and the pages of an event.
func (p *Pages) appRoutes() []Route {
	route := func(pattern string, h http.HandlerFunc) Route { return Route{http.MethodGet, pattern, h} }
	routes := []Route{route("/events/{event_id}", p.eventPage), route("/series/{series_id}", p.seriesPage), route("/events/{event_id}/log", p.logPage), route(previewPattern, p.preview), route(venuePreviewPattern, p.preview), route("/robots.txt", p.robots), route("/sitemap.xml", p.sitemap), route(mapPath+"{file}", p.sitemapFile),
		route(checkerPath, sendChecker("log.py", checkers.Log)), route(installationCheckerPath, sendChecker("installation.py", checkers.Installation))}
	if p.cfg.Site == nil {
		return routes
	}
	routes = append(routes,
		route("/", p.homePage),
		route("/hosts/{organization_id}", p.hostPage),
		route("/events/{event_id}/*", p.eventPage),
		route(framePath+"{event_id}", p.framedEvent),
		route(framePath+"{event_id}/waiting-room", p.framedEvent),
		route(listFramePath+"{organization_id}", p.framedList),
		route("/_app/*", p.file),
	)
	for _, a := range appAddresses {
		routes = append(routes, route(a, p.shell))
	}
	for _, a := range p.cfg.Site.Paths() {
		routes = append(routes, route(a, p.file))
	}
	return routes
}

// shell answers with the app; it finds out by the address what to show. Anyone who has no
// script is told that it takes one, or gets the form that takes none.
func (p *Pages) shell(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	v := &view{Words: WordsFor(r.Header.Get("Accept-Language")), State: "script"}
	title := "Holdfast"
	switch {
	case r.URL.Path == "/sign-in":
		v.State, v.WithoutScript = "sign-in", v.SignInScript
	case r.URL.Path == findPath && p.cfg.Find != nil:
		v.State, v.Finding = "find", v.finding("", "")
		title = v.Name()
	}
	body, ok := p.render(w, "boot", v)
	if !ok {
		return
	}
	shown := site.Page{Lang: langOf(w, r), Title: title, Body: template.HTML(body), NeedsScript: v.State == "script", Private: true} // of our own templates
	if p.cfg.Mailbox {
		shown.Embedded = embedded{Mailbox: true}
	}
	p.cfg.Site.Show(w, r, shown)
}

func langOf(w http.ResponseWriter, r *http.Request) string {
	w.Header().Set("Vary", "Accept-Language")
	return WordsFor(r.Header.Get("Accept-Language")).Tag.String()
}

func (p *Pages) file(w http.ResponseWriter, r *http.Request) {
	if !p.cfg.Site.ServeFile(w, r) {
		// An old page asks for a file of an older build, or somebody made it up.
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, http.StatusText(http.StatusNotFound), http.StatusNotFound)
	}
}

// Missing answers for an address at which there is nothing, when a browser asks
// for a page there. It reports whether it did.
func (p *Pages) Missing(w http.ResponseWriter, r *http.Request) bool {
	if p.cfg.Site == nil || !p.cfg.Site.Built() || r.Method != http.MethodGet && r.Method != http.MethodHead ||
		strings.HasPrefix(r.URL.Path, "/v1/") || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	v := &view{Words: WordsFor(r.Header.Get("Accept-Language")), State: "missing"}
	if body, ok := p.render(w, "boot", v); ok {
		p.cfg.Site.Show(w, r, site.Page{Status: http.StatusNotFound, Lang: langOf(w, r), Title: v.Name(), Body: template.HTML(body), Private: true}) // of our own templates
	}
	return true
}

// enhanced shows a page within the app: as it is for those without a script, and
// as what the app begins with for the others.
func (p *Pages) enhanced(w http.ResponseWriter, status int, v *view, r *http.Request) {
	p.within(w, r, "boot", v, site.Page{Status: status, Head: v.Head, Private: !v.Public})
}

// within shows what a template says of a page within the app, and fills in of the page what
// all have that are shown so.
func (p *Pages) within(w http.ResponseWriter, r *http.Request, name string, v *view, page site.Page) {
	v.InApp = true
	body, ok := p.render(w, name, v)
	if !ok {
		return
	}
	begin := v.Embedded
	begin.Mailbox = p.cfg.Mailbox
	h := w.Header()
	h.Set("Content-Language", v.Words.Tag.String())
	h.Set("Vary", "Accept-Language")
	h.Set("Referrer-Policy", "no-referrer")
	page.Lang, page.Title, page.Body, page.Embedded = v.Words.Tag.String(), v.Name(), template.HTML(body), begin // of our own templates
	p.cfg.Site.Show(w, r, page)
}
