package page

import (
	"errors"
	"net/http"
	"strings"

	"github.com/holdfast-events/holdfast/internal/site"
	"github.com/holdfast-events/holdfast/internal/store"
)

// framePath is below which events are shown in frames on websites of their organizations
// (docs/EMBED.md). Nothing else may be framed.
const framePath = "/embed/events/"

// framedEvent is the page of an event, or of its waiting room, in a frame. The script of the
// website asks for its language with lang.
func (p *Pages) framedEvent(w http.ResponseWriter, r *http.Request) {
	event, accept := r.PathValue("event_id"), r.Header.Get("Accept-Language")
	if lang := r.URL.Query().Get("lang"); lang != "" {
		accept = lang + "," + accept
	}
	v, err := p.publicEvent(r.Context(), event, accept)
	switch {
	case errors.Is(err, store.ErrNotFound):
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
