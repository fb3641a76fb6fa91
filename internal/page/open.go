package page

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
)

// A signed link carries its token behind the #, where no log and no proxy sees it, and so
// the server does not either. It leads to a small page whose script sends the token back in
// the body of a form. That sets a cookie for the page of the thing, and for nothing else,
// and leads there. Without a script the link is pasted into the form.

// maxOpen bounds the form with a link, in bytes.
const maxOpen = 4 << 10

// linkField is the name of the form's field.
const linkField = "link"

var linkToken = regexp.MustCompile(identity.LinkPrefix + "[A-Za-z0-9_-]+")

// errNotOpened: the browser has not opened the link that leads to a page.
var errNotOpened = errors.New("page: the link was not opened")

// opening is the form into which a link is pasted.
type opening struct{ Action, Field string }

// openRoutes are the addresses that links of a kind lead to.
func (p *Pages) openRoutes(kind identity.LinkKind) []Route {
	path := "/" + string(kind)
	return []Route{
		{http.MethodGet, path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.showOpening(w, r, http.StatusOK) })},
		{http.MethodPost, path, p.guard.Handler(http.HandlerFunc(p.open))},
	}
}

// showOpening shows the page that opens a link.
func (p *Pages) showOpening(w http.ResponseWriter, r *http.Request, status int) {
	kind, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	p.show(w, r, status, &view{State: "open", Opening: &opening{"/" + kind, linkField}, Script: p.openURL})
}

// open takes a link and leads to its page.
func (p *Pages) open(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxOpen)
	p.enter(w, r, linkToken.FindString(r.PostFormValue(linkField)))
}

// enter gives the browser the cookie of a link's page and leads there. A link that works no
// more is opened too, because its page offers another.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request, token string) {
	link, err := p.cfg.Links.Read(r.Context(), token)
	if err != nil && !errors.Is(err, identity.ErrLinkExpired) && !errors.Is(err, identity.ErrLinkRevoked) {
		p.fail(w, r, err)
		return
	}
	path := "/" + string(link.Kind) + "/" + link.ID
	cookie := &http.Cookie{
		Name: p.cookieName(), Value: token, Path: path, HttpOnly: true, Secure: p.secure(), SameSite: http.SameSiteLaxMode,
	}
	if left := link.Expires.Sub(p.cfg.Now()); left > 0 {
		cookie.MaxAge = int(left / time.Second)
	}
	http.SetCookie(w, cookie)
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// paid is where payment providers lead back to: the page of the order, or the page that
// opens the link which came along.
func (p *Pages) paid(w http.ResponseWriter, r *http.Request) {
	if p.token(r) == "" {
		p.showOpening(w, r, http.StatusOK)
		return
	}
	// The empty fragment takes the token out of the address, which is kept otherwise.
	http.Redirect(w, r, "/"+string(identity.OrderLink)+"/"+r.PathValue("id")+"#", http.StatusSeeOther)
}

// token is that of the link which was opened for the page of a request; "": none.
func (p *Pages) token(r *http.Request) string {
	cookie, err := r.Cookie(p.cookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// link reads the link which was opened for the page of a request.
func (p *Pages) link(r *http.Request, kind identity.LinkKind) (identity.Link, error) {
	token := p.token(r)
	if token == "" {
		return identity.Link{}, errNotOpened
	}
	link, err := p.cfg.Links.Read(r.Context(), token)
	if err == nil && (link.Kind != kind || link.ID != r.PathValue("id")) {
		err = identity.ErrLinkInvalid
	}
	return link, err
}

// pageOf is the path of the page of a request's thing.
func pageOf(kind identity.LinkKind, r *http.Request) string {
	return "/" + string(kind) + "/" + r.PathValue("id")
}

func (p *Pages) secure() bool { return strings.HasPrefix(p.cfg.Origin, "https://") }

// cookieName is the name of the cookie. With https it has the prefix by which browsers
// keep other sites of the domain from setting it without.
func (p *Pages) cookieName() string {
	if p.secure() {
		return "__Secure-holdfast-link"
	}
	return "holdfast-link"
}
