package api_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/api"
)

// documentation finds the problems that are documented for the route of a
// request: by the router that the server has, so both mean the same route.
type documentation struct {
	router *chi.Mux
	codes  map[string][]string // by method and pattern
}

var readDocumentation = sync.OnceValue(func() documentation {
	d := documentation{chi.NewRouter(), map[string][]string{}}
	for _, rt := range api.Routes() {
		d.router.Method(rt.Method, rt.Path, http.NotFoundHandler())
		d.codes[rt.Method+" "+rt.Path] = rt.Codes
	}
	return d
})

// undocumented reports whether a request belongs to a route of the table whose
// documentation does not name the code.
func undocumented(method, path, code string) bool {
	d := readDocumentation()
	codes, known := d.codes[method+" "+d.router.Find(chi.NewRouteContext(), method, path)]
	return known && !slices.Contains(codes, code)
}

// documented fails the test when the answer is a problem that is not documented
// for its route: whoever writes a client reads only the documentation.
func (a *answer) documented(r *http.Request) {
	a.h.t.Helper()
	code, _ := a.Body["code"].(string)
	if a.Status < 400 || code == "" {
		return
	}
	path := r.URL.RawPath
	if path == "" {
		path = r.URL.Path
	}
	if undocumented(r.Method, path, code) {
		a.h.t.Errorf("%s: the problem %s is not documented for this route", a.what, code)
	}
}

// What every test relies on: an undocumented problem is found, whatever stands
// for the parameters of the path.
func TestUndocumentedProblemsAreFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		method, path, code string
		undocumented       bool
	}{
		{"GET", "/v1/events/evt_1", "sold_out", true},
		{"GET", "/v1/events/evt_1", "not_found", false},
		{"POST", "/v1/events/evt_1:publish", "no_such_code", true},
		{"GET", "/v1/events/evt_1/registrations/a:b%2Fc", "gate_taken", true},
		{"POST", "/v1/checkin-lists", "no_such_code", false}, // no route: not_found and method_not_allowed of the router
		{"GET", "/pages/evt_1", "no_such_code", false},
	} {
		if got := undocumented(c.method, c.path, c.code); got != c.undocumented {
			t.Errorf("%s %s, %s: undocumented %t, want %t", c.method, c.path, c.code, got, c.undocumented)
		}
	}
}
