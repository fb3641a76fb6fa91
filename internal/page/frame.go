package page

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// framePath is below which events are shown in frames on websites of their organizations
// (docs/EMBED.md), and listFramePath that of what they have on. Nothing else may be framed.
const (
	framePath     = "/embed/events/"
	listFramePath = "/embed/hosts/"
)

// acceptInFrame is the languages of a reader, with that which the website asks for before them.
func acceptInFrame(r *http.Request) string {
	accept := r.Header.Get("Accept-Language")
	if lang := r.URL.Query().Get("lang"); lang != "" {
		accept = lang + "," + accept
	}
	return accept
}

// framedEvent is the page of an event, or of its waiting room, in a frame. The script of the
// website asks for its language with lang.
func (p *Pages) framedEvent(w http.ResponseWriter, r *http.Request) {
	event := r.PathValue("event_id")
	v, err := p.publicEvent(r.Context(), event, acceptInFrame(r))
	switch {
	case errors.Is(err, database.ErrNotFound):
		p.show(w, r, http.StatusNotFound, &view{State: "unknown"})
		return
	case err != nil:
		p.fail(w, r, err)
		return
	}
	if p.cfg.Saw != nil && !strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") {
		p.cfg.Saw(r, event)
	}
	v.Whole = EventURL(p.cfg.Origin, event)
	w.Header().Set("X-Robots-Tag", "noindex")
	p.within(w, r, "framed", v, site.Page{Framers: append([]string{}, v.Websites...)})
}

// framedMost and framedUsual are how many events a list in a frame has, and without a number.
const framedMost, framedUsual = 24, 6

// framedList is what an organization has on, in a frame: each event leads to its own page in a new
// tab. The script of the website says how many with limit.
func (p *Pages) framedList(w http.ResponseWriter, r *http.Request) {
	org, words := r.PathValue("organization_id"), WordsFor(acceptInFrame(r))
	if p.cfg.Host == nil {
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	}
	host, answer, err := p.cfg.Host(r.Context(), org)
	if errors.Is(err, database.ErrNotFound) {
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	}
	v := &view{Words: words, Embedded: embedded{Host: answer}, Whole: HostURL(p.cfg.Origin, org)}
	var profile *organizations.Profile
	var found *Listing
	if err == nil {
		profile, err = p.cfg.Store.Organizations.Profile(r.Context(), org)
	}
	if err == nil {
		limit, wrong := strconv.Atoi(r.URL.Query().Get("limit"))
		if wrong != nil || limit < 1 || limit > framedMost {
			limit = framedUsual
		}
		found, v.Upcoming, err = p.list(r, words, listFramePath+org, "cursor", url.Values{"organizer": {org}, "limit": {strconv.Itoa(limit)}})
	}
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v.Title, v.Hosted, v.Embedded.Events = host.Name, host.Name, found.Answer
	w.Header().Set("X-Robots-Tag", "noindex")
	p.within(w, r, "framedlist", v, site.Page{Framers: append([]string{}, profile.Websites...)})
}
