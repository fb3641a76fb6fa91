package api

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/picture"
)

// router puts all routes on a router.
func (s *shared) router(rts []access.Route, spec func() ([]byte, error), h *handlers) chi.Router {
	r := chi.NewRouter()
	r.Use(middleware.GetHead)
	missing := func(w http.ResponseWriter, req *http.Request) {
		if s.pages.Missing(w, req) {
			return
		}
		httpapi.WriteProblem(w, httpapi.KindNotFound.With("There is nothing at this address."))
	}
	other := otherMethod(r, s.preflight(r, rts), missing)
	r.NotFound(missing)
	r.MethodNotAllowed(other)
	for i := range rts {
		handler := s.access.Handler(&rts[i])
		if verbs := verbsOf(rts, rts[i].Path); len(verbs) > 0 {
			handler = unlessVerb(verbs, other, handler)
		}
		r.Method(rts[i].Method, rts[i].Pattern(), handler)
	}
	s.kit.Documentation(r, spec)
	r.Get("/v1/exports/{export_id}/file", h.integrations.ExportFile)
	r.Get(picture.PathPrefix+"{picture_id}/{file}", h.pictures.File)
	for _, p := range s.pages.Routes() {
		r.Method(p.Method, p.Pattern, p.Handler)
	}
	return r
}

// methods are those that any route has, in the order in which Allow names them.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// otherMethod answers a request to an address whose routes all have other methods, and
// OPTIONS: both are told which there are, and browsers which pages of other origins may
// send what is not a simple request.
func otherMethod(r chi.Routes, preflight, missing http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		allow := allowed(r, path(req))
		if len(allow) == 0 { // a method that no server knows, at an address that leads nowhere
			missing(w, req)
			return
		}
		w.Header().Set("Allow", strings.Join(append(allow, http.MethodOptions), ", "))
		if req.Method == http.MethodOptions {
			preflight(w, req)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		httpapi.WriteProblem(w, httpapi.KindMethod.Problem())
	}
}

// preflight says in the header of an answer to OPTIONS what pages of other origins may
// send: reads of what is public from everywhere, what people take part with from the
// websites of the organization.
func (s *shared) preflight(r chi.Routes, rts []access.Route) http.HandlerFunc {
	open, websites := map[string]bool{"/openapi.json": true}, map[string]bool{}
	for i := range rts {
		if rts[i].Open() {
			open[rts[i].Pattern()] = true
		}
		if rts[i].FromWebsites() {
			websites[rts[i].Method+" "+rts[i].Pattern()] = true
		}
	}
	return func(w http.ResponseWriter, req *http.Request) {
		method, found := req.Header.Get("Access-Control-Request-Method"), chi.NewRouteContext()
		switch pattern := r.Find(found, method, path(req)); {
		case websites[method+" "+pattern]:
			s.access.WebsiteMay(w, req, found.URLParam("event_id"), method)
		case open[r.Find(chi.NewRouteContext(), http.MethodGet, path(req))]:
			httpapi.AnyOriginMay(w.Header())
		}
	}
}

// allowed are the methods that an address takes. Of the patterns that match it the one
// with most fixed text counts: /v1/offers/{offer_id}:accept is not an id of an offer.
func allowed(r chi.Routes, path string) []string {
	var allow []string
	most := 0
	for _, m := range methods {
		as := m
		if m == http.MethodHead {
			as = http.MethodGet
		}
		pattern := r.Find(chi.NewRouteContext(), as, path)
		if pattern == "" {
			continue
		}
		if n := fixed(pattern); n > most {
			most, allow = n, nil
		} else if n < most {
			continue
		}
		allow = append(allow, m)
	}
	return allow
}

// fixed is how much of a pattern stands for itself.
func fixed(pattern string) (n int) {
	inside := false
	for _, c := range pattern {
		switch c {
		case '{':
			inside = true
		case '}':
			inside = false
		default:
			if !inside {
				n++
			}
		}
	}
	return n
}

func path(r *http.Request) string {
	if r.URL.RawPath != "" {
		return r.URL.RawPath
	}
	return r.URL.Path
}

// verbsOf are the custom verbs of what a path names: accept for /v1/offers/{offer_id}.
func verbsOf(rts []access.Route, path string) map[string]bool {
	verbs := map[string]bool{}
	if !strings.HasSuffix(path, "}") {
		return verbs
	}
	path += ":"
	for i := range rts {
		if verb, ok := strings.CutPrefix(rts[i].Path, path); ok {
			verbs[verb] = true
		}
	}
	return verbs
}

// unlessVerb answers a request whose address ends in a custom verb, which has another
// method than this, as one with a wrong method: its id would be of nothing.
func unlessVerb(verbs map[string]bool, other http.HandlerFunc, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := path(r)
		if colon := strings.LastIndexByte(at, ':'); colon >= 0 && verbs[at[colon+1:]] {
			other(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}
