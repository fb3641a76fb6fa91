package api

import (
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// RouteInfo is a row of the table of routes, for tests.
type RouteInfo struct {
	Method, Path, ID string
	Action           identity.Action
	Example          any
	HasBody          bool
	Codes            []string // of the problems that the document names
}

// Routes is the table of routes.
func Routes() []RouteInfo {
	var all []RouteInfo
	rts := (&handlers{}).routes()
	for i := range rts {
		rt := &rts[i]
		info := RouteInfo{rt.Method, rt.Path, rt.ID, rt.Action, rt.Example, rt.HasBody(), nil}
		for _, k := range rt.Kinds() {
			info.Codes = append(info.Codes, k.Code)
		}
		all = append(all, info)
	}
	return all
}

// registry has the problems of all resources.
var registry = func() *httpapi.Registry {
	r, err := problems()
	if err != nil {
		panic(err)
	}
	return r
}()

// ProblemCodes are the codes of all problems, in order.
func ProblemCodes() []string {
	var codes []string
	for _, k := range registry.Kinds() {
		codes = append(codes, k.Code)
	}
	slices.Sort(codes)
	return codes
}

// KindOf is the status and title of a problem; ok is false when the registry lacks it.
func KindOf(code string) (status int, title string, ok bool) {
	k, ok := registry.Kind(code)
	return k.Status, k.Title, ok
}

// ProblemOf and Refusal are what errors and refusals become.
var ProblemOf = registry.Of

// Refusal is the problem of an outcome.
func Refusal(o inventory.Outcome) *httpapi.Problem { return refusal.Of(o) }

// Outer is the chain that everything passes, around a router of the test.
func Outer(cfg Config, r chi.Router) http.Handler {
	a := &httpapi.API{APIConfig: httpapi.APIConfig{Problems: registry, Log: cfg.Log, AccessLevel: cfg.AccessLevel}}
	return a.Outer(r)
}
